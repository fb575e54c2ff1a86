"""Somebody at a terminal: reads what a command says, answers what it asks, and presses the keys that it names."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.hardware import press
from bench.patience import wait

ASKS = re.compile(r"\[[Yy]/[Nn]\] |Press key (\d) of seat (\d)\.")
"""A question, or the doctor's word for a key."""

LONG = 900.0
"""Seconds for what an emulated machine installs in two or three minutes."""


class Person:
    """A command at a terminal of its own, and who sits there."""

    def __init__(self, command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self._ours, theirs = os.openpty()
        own_terminal = ["setsid", "--ctty", *command]  # So that Ctrl+C reaches it.
        self._process = subprocess.Popen(
            own_terminal, cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
        )
        os.close(theirs)
        self.said = ""
        """All that it has said."""
        self._read = 0
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        # At its end the terminal is gone, which is an error.
        with contextlib.suppress(OSError):
            while piece := os.read(self._ours, 4096):
                self.said += piece.decode(errors="replace").replace("\r\n", "\n")

    def reads(self, pattern: str) -> tuple[str, ...]:
        """Waits until it says *pattern*; the groups of it. Raises TimeoutError."""
        found = re.compile(pattern)
        try:
            wait(lambda: found.search(self.said) is not None, pattern, LONG)
        except TimeoutError:
            print(self.said, flush=True)
            raise
        match = found.search(self.said)
        assert match is not None
        return match.groups()

    def interrupts(self) -> None:
        """Ctrl+C."""
        os.write(self._ours, b"\x03")

    def ends(self) -> int:
        """Waits for the end of the command; its exit status."""
        status = self._process.wait(LONG)
        self._listener.join(LONG)
        print(f"{self.said}\nstatus {status}", flush=True)
        return status

    def answers(self, answers: Mapping[str, str]) -> list[str]:
        """Answers each question by the first of *answers* whose name is in it, and as proposed where none is; the
        questions. Returns when the command ends."""
        asked = []
        while question := self._next_question():
            asked.append(question)
            answer = next((answer for name, answer in answers.items() if name in question), "")
            os.write(self._ours, answer.encode() + b"\n")
        return asked

    def does_what_the_doctor_asks(self, *, no: str = "", wired: Mapping[tuple[int, int], int] | None = None) -> None:
        """Presses each key that it names, and answers all questions as it proposes, but no where it asks *no*, until it
        ends. *wired*: by seat and key, which other key of that seat its wire is at."""
        while question := self._next_question():
            if named := ASKS.search(question):
                if named[1] is None:
                    os.write(self._ours, b"n\n" if no and no in question else b"\n")
                else:
                    seat, key = int(named[2]), int(named[1])
                    press(seat, (wired or {}).get((seat, key), key))

    def _next_question(self) -> str:
        """Waits for the next question; its last line. "" at the end."""
        wait(lambda: self._question() is not None or not self._listener.is_alive(), "a question, or the end", LONG)
        found = self._question()
        if found is None:
            return ""
        self._read = found.end()
        return self.said[: self._read].splitlines()[-1]

    def _question(self) -> re.Match[str] | None:
        return ASKS.search(self.said, self._read)
