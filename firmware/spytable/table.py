"""The daemon: one loop that joins seats, referee, journal and voice.

Data flows one way: a press comes from a seat's device into the queue, the conversation makes announcements of it, the
journal keeps them, and only then are calls spoken and screens shown. Every output has a worker of its own; the loop
waits for nothing but the queue (and the disk, for an announcement must be kept before it is answered).
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from spytable.errors import SpyTableError
from spytable.game.announcements import Announcement, SetUp
from spytable.game.calls import Call
from spytable.referee.conversation import Conversation
from spytable.referee.message import Message, message
from spytable.referee.press import Cue, Press
from spytable.referee.screen import Icon, Lamp, Screen
from spytable.seats.seats import Seats, Trouble


class Keeper(Protocol):
    """What the table asks of a journal."""

    def append(self, announcement: Announcement, /) -> None:
        """Keeps *announcement*; it is on the disk when this returns. Raises SpyTableError where it cannot be."""

    def remember(self, name: str, value: bool | int | str, /) -> None:
        """Keeps a choice for the next game."""


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


class Table:
    """One table: give it its parts, then `run` until `stop`."""

    def __init__(
        self,
        conversation: Conversation,
        seats: Seats,
        voice: Speaker,
        journal: Keeper | None,
        *,
        set_up: Callable[[SetUp], None] = lambda announcement: None,
        report: Callable[[str], None] = lambda line: None,
    ) -> None:
        """*set_up* is told of each new game (the voice prepares for it), *report* takes a line for the log."""
        self._conversation = conversation
        self._seats = seats
        self._voice = voice
        self._journal = journal
        self._set_up = set_up
        self._report = report
        # SimpleQueue.put may be called from a signal handler: queue.Queue.put may not, it can deadlock there.
        self._queue: queue.SimpleQueue[Press | Trouble | None] = queue.SimpleQueue()
        self._not_kept: list[Announcement] = []
        self._journal_fails = False
        self._troubles: dict[str, Trouble] = {}
        self._shown: dict[int, tuple[Screen, Lamp]] = {}

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What does not work now, by part."""
        return tuple(self._troubles.values())

    def run(self, opening: Sequence[Call] = ()) -> None:
        """Referees until `stop`. *opening*: what the table says first, such as that a game goes on."""
        self._seats.start(self._queue.put, self._queue.put)
        try:
            self._show()
            if opening:
                self._voice.speak(opening)
            while (event := self._queue.get()) is not None:
                if isinstance(event, Press):
                    self._press(event)
                else:
                    self._trouble(event)
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
        self._keep(step.accepted)
        for name, value in step.settings.items():
            self._remember(name, value)
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

    def _keep(self, announcements: Sequence[Announcement]) -> None:
        """Journals *announcements*, after any that could not be kept before: the journal has no gaps."""
        if self._journal is None:
            return
        self._not_kept.extend(announcements)
        try:
            while self._not_kept:
                self._journal.append(self._not_kept[0])
                del self._not_kept[0]
        except SpyTableError as error:
            if not self._journal_fails:
                self._journal_fails = True
                self._trouble(Trouble("journal", str(error), "The game goes on, but a power cut would lose it."))
        else:
            if self._journal_fails:
                self._journal_fails = False
                self._trouble(Trouble("journal"))

    def _remember(self, name: str, value: bool | int | str) -> None:
        if self._journal is None:
            return
        try:
            self._journal.remember(name, value)
        except SpyTableError as error:
            self._report(f"journal: {error}")

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
