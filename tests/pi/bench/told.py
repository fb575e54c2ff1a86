"""What the table tells in its log of parts that fail or work again, and what that changes on its panels."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from bench import service

from spytable.referee.conversation import Conversation
from spytable.referee.message import Message
from spytable.seats.seats import Trouble
from spytable.troubles import Troubles

_LINE = re.compile(r"spytable: (journal|sound|voice|keys|(?:key \d+|panel|lamp) of seat \d+): (.*)")
_FOLLOWED = Path("/run/told")


class Told:
    """Follows the log of the table that runs now."""

    def __init__(self) -> None:
        self.notices: list[Message | None] = []
        """The newest notice and None, where there was one: a seat may have read it, or not yet."""
        self._troubles = Troubles()
        match = f"_SYSTEMD_INVOCATION_ID={service.shown('InvocationID')}"
        follow = ["journalctl", "-f", "-q", "-n", "all", "-o", "cat", match]
        with _FOLLOWED.open("w") as file:
            self._process = subprocess.Popen(follow, stdout=file)
        self._file = _FOLLOWED.open()
        self._rest = ""

    def listen(self, talk: Conversation) -> None:
        """Tells *talk* what is new, as the table's loop tells its own."""
        *lines, self._rest = (self._rest + self._file.read()).split("\n")
        for line in lines:
            if match := _LINE.fullmatch(line):
                self._take(talk, Trouble(match[1], "" if match[2] == "works again." else match[2]))

    def ask(self, talk: Conversation) -> None:
        """Tells *talk* what the log does not: while the sound card is opened, lines of it can be lost."""
        faults = {fault["part"]: fault["what"] for fault in service.status().get("faults", ())}
        known = {trouble.part for trouble in self._troubles.now}
        for part in known - faults.keys():
            self._take(talk, Trouble(part))
        for part in faults.keys() - known:
            self._take(talk, Trouble(part, faults[part]))

    def _take(self, talk: Conversation, trouble: Trouble) -> None:
        self._troubles.take(trouble)
        talk.set_icons(self._troubles.icons)
        talk.stuck(self._troubles.keys)
        for notice in self._troubles.notice(trouble) or ():
            talk.notice(notice)
            self.notices = [notice, None]

    def stop(self) -> None:
        """Follows no longer."""
        self._process.terminate()
        self._process.wait()
