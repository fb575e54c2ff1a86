"""The daemon: one loop that joins seats, referee, journal and voice.

Data flows one way: a press comes from a seat's device into the queue, the conversation makes announcements of it, the
journal keeps them, and only then are calls spoken and screens shown. Every output has a worker of its own; the loop
waits for nothing but the queue, and a moment for the disk, since an announcement is kept before it is answered. Where
the disk does not keep up, the table says so, and the game goes on without it.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from spytable.game.announcements import SetUp
from spytable.game.calls import Call
from spytable.journal.clerk import Clerk, Kind
from spytable.referee.conversation import Conversation
from spytable.referee.message import Message, message
from spytable.referee.press import Cue, Press
from spytable.referee.screen import Icon, Lamp, Screen
from spytable.seats.seats import Seats, Trouble


class Speaker(Protocol):
    """What the table asks of a voice. Nothing here blocks."""

    def speak(self, calls: Sequence[Call], /) -> None:
        """Says *calls* in order."""

    def repeat(self, calls: Sequence[Call], /) -> None:
        """Says *calls* again because a player asked."""

    def cue(self, cue: Cue, /) -> None:
        """A short sound that answers a press."""


class _Sign(NamedTuple):
    """What players are shown while a part that they would miss does not work."""

    part: str
    icon: Icon
    notice: Message


_SIGNS = (
    _Sign("journal", Icon.NOT_KEPT, message("Game is not kept")),
    _Sign("sound", Icon.MUTE, message("No sound: read panels")),
    _Sign("voice", Icon.MUTE, message("No voice: read panels")),
)

_NEWS = {
    Kind.REPLACED: message("Journal was damaged"),
    Kind.REFUSED: message("Old game cannot go on"),
}


class _Wake:
    """In the queue: the clerk has something to tell."""


class Table:
    """One table: give it its parts, then `run` until `stop`."""

    def __init__(
        self,
        conversation: Conversation,
        seats: Seats,
        voice: Speaker,
        clerk: Clerk | None,
        *,
        set_up: Callable[[SetUp], None] = lambda announcement: None,
        report: Callable[[str], None] = lambda line: None,
    ) -> None:
        """*set_up* is told of each new game (the voice prepares for it), *report* takes a line for the log."""
        self._conversation = conversation
        self._seats = seats
        self._voice = voice
        self._clerk = clerk
        self._set_up = set_up
        self._report = report
        # SimpleQueue.put may be called from a signal handler: queue.Queue.put may not, it can deadlock there.
        self._queue: queue.SimpleQueue[Press | Trouble | _Wake | None] = queue.SimpleQueue()
        self._troubles: dict[str, Trouble] = {}
        self._shown: dict[int, tuple[Screen, Lamp]] = {}

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What does not work now, by part."""
        return tuple(self._troubles.values())

    def run(self, opening: Sequence[Call] = ()) -> None:
        """Referees until `stop`. *opening*: what the table says first, such as that a game goes on."""
        self._seats.start(self._queue.put, self._queue.put)
        if self._clerk is not None:
            self._clerk.start(lambda: self._queue.put(_Wake()))
        try:
            self._ask_clerk()
            self._show()
            if opening:
                self._voice.speak(opening)
            while (event := self._queue.get()) is not None:
                if isinstance(event, Press):
                    self._press(event)
                elif isinstance(event, Trouble):
                    self._trouble(event)
                else:
                    self._ask_clerk()
                self._show()
        finally:
            # Panels go dark first of all: what the last screen showed must not stay lit on a table that is off.
            self._seats.close()

    def stop(self) -> None:
        """Ends `run` after the event in hand. May be called from any thread or signal handler."""
        self._queue.put(None)

    def report_trouble(self, trouble: Trouble) -> None:
        """Tells the table what a part of it cannot do. May be called from any thread."""
        self._queue.put(trouble)

    def _press(self, press: Press) -> None:
        step = self._conversation.press(press)
        if self._clerk is not None and (step.accepted or step.settings):
            self._clerk.keep(step.accepted, step.settings)
            self._ask_clerk()
        if step.calls:
            # The call itself answers the press; a key's click before it would only hold it up.
            if step.cue is Cue.FOUL:
                self._voice.cue(step.cue)
            self._voice.speak(step.calls)
        elif step.cue is not None:
            self._voice.cue(step.cue)
        if step.again:
            self._voice.repeat(step.again)
        for announcement in step.accepted:
            if isinstance(announcement, SetUp):
                self._set_up(announcement)

    def _ask_clerk(self) -> None:
        """Tells what has changed with the journal, once."""
        if self._clerk is None:
            return
        fault = self._clerk.fault
        if fault and "journal" not in self._troubles:
            self._trouble(Trouble("journal", fault, "The game goes on, but a power cut would lose it."))
        elif not fault and "journal" in self._troubles:
            self._trouble(Trouble("journal"))
        for news in self._clerk.news():
            self._report(f"journal: {news.words}")
            self._conversation.notice(_NEWS[news.kind])

    def _trouble(self, trouble: Trouble) -> None:
        if trouble.what:
            self._troubles[trouble.part] = trouble
            self._report(f"{trouble.part}: {trouble.what} {trouble.remedy}".rstrip())
        elif self._troubles.pop(trouble.part, None) is not None:
            self._report(f"{trouble.part}: works again.")
        signs = [sign for sign in _SIGNS if sign.part in self._troubles]
        self._conversation.set_icons(frozenset(sign.icon for sign in signs))
        if trouble.part in (sign.part for sign in _SIGNS):
            self._conversation.notice(signs[0].notice if signs else None)

    def _show(self) -> None:
        """Hands out the screens and lamps that changed."""
        for seat in self._seats.numbers:
            screen, lamp = self._conversation.screen(seat), self._conversation.lamp(seat)
            shown = self._shown.get(seat)
            if shown is None or shown[0] != screen:
                self._seats.show(seat, screen)
            if shown is None or shown[1] != lamp:
                self._seats.light(seat, lamp)
            self._shown[seat] = (screen, lamp)
