"""The daemon: one loop that joins seats, referee, journal and voice.

Data flows one way: a press comes from a seat's device into the queue, the conversation makes announcements of it, the
journal keeps them, and only then are calls spoken and screens shown. Every output has a worker of its own; the loop
waits for nothing but the queue, and a moment for the disk, since an announcement is kept before it is answered. Where
the disk does not keep up, the table says so, and the game goes on without it.
"""

from __future__ import annotations

import os
import queue
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from spytable.game.announcements import SetUp
from spytable.game.calls import Call
from spytable.game.cards import Colour
from spytable.idle import Idle
from spytable.journal.clerk import Clerk
from spytable.machine import look
from spytable.referee.comfort import Manner
from spytable.referee.conversation import Conversation, Stage
from spytable.referee.message import Message
from spytable.referee.names import Named, called, clean, with_names
from spytable.referee.press import Cue, Press
from spytable.referee.remarks import Reading, Remark, Tally
from spytable.referee.scores import Scores
from spytable.referee.screen import Lamp, Screen
from spytable.screen import fonts
from spytable.seats.seats import Seats, Trouble
from spytable.status import Health
from spytable.suspend import Suspends
from spytable.troubles import NEWS, Troubles, status_lines
from spytable.watchdog import Watchdog


class Speaker(Protocol):
    """What the table asks of a voice. Nothing here blocks."""

    def speak(self, calls: Sequence[Call], /) -> None:
        """Says *calls* in order."""

    def repeat(self, calls: Sequence[Call], /) -> None:
        """Says *calls* again because a player asked."""

    def remark(self, remark: Remark, /) -> None:
        """Says what is no call."""

    def read(self, reading: Reading, /) -> None:
        """Reads aloud because a player asked."""

    def manner(self, manner: Manner, /, *, of_all: bool = True) -> None:
        """How loud and fast it says what it is asked for from now on. *of_all*: not of one seat that asks."""

    def cue(self, cue: Cue, /) -> None:
        """A short sound that answers a press."""


class _Wake:
    """In the queue: the clerk has something to tell."""


class _Question:
    """In the queue: somebody asks for the table's health."""

    def __init__(self) -> None:
        self.answer: queue.SimpleQueue[Health] = queue.SimpleQueue()


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
        watchdog: Watchdog | None = None,
        names: Mapping[int, str] | None = None,
        named: Callable[[Mapping[Colour, str]], None] = lambda called: None,
        scores: Scores | None = None,
        idle: Idle | None = None,
        suspends: Suspends | None = None,
    ) -> None:
        """*set_up* is told of each new game (the voice prepares for it), *report* takes a line for the log.

        *names*: what the seats' players are called. *named* is told who is called how, by colour, before it is spoken.
        *scores*: what earlier games came to. *idle* says when panels go dark; without it they never do.

        *watchdog* is fed each time the loop turns; the loop wakes for it where it asks for that. *suspends* is looked
        at each time, too.
        """
        self._conversation = conversation
        self._seats = seats
        self._voice = voice
        self._clerk = clerk
        self._set_up = set_up
        self._report = report
        self._watchdog = watchdog or Watchdog()
        self._names = dict(names or {})
        self._named = named
        self._called: dict[Colour, str] = {}
        self._woke: tuple[int, int] | None = None
        self._idle = idle or Idle(time.monotonic, minutes=None)
        self._suspends = suspends or Suspends(lambda: None)
        self._scores = scores or Scores()
        self._scores.resume(conversation.record.history)
        self.shuts_down = False
        """Whether players want the machine off once the table has ended."""
        # SimpleQueue.put may be called from a signal handler: queue.Queue.put may not, it can deadlock there.
        self._queue: queue.SimpleQueue[Press | Named | Trouble | _Wake | _Question | None] = queue.SimpleQueue()
        self._troubles = Troubles()
        self._began = time.monotonic()
        self._shown: dict[int, tuple[Screen, Lamp]] = {}

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What does not work now, by part."""
        return self._troubles.now

    def ask(self, seconds: float) -> Health | None:
        """The table's health, as its loop tells it; None where that does not come within *seconds*. For other threads.

        What only the table's surroundings know (its address, its journal's path) is left empty.
        """
        question = _Question()
        self._queue.put(question)
        try:
            return question.answer.get(timeout=seconds)
        except queue.Empty:
            return None

    def status(self) -> tuple[Message, ...]:
        """What the page "Status" of a panel shows."""
        return status_lines(self._troubles.lines(), look())

    def scores(self) -> Tally:
        """What the page "Scores" of a panel shows."""
        return self._scores.tally()

    def run(self, opening: Sequence[Call] = ()) -> None:
        """Referees until `stop`. *opening*: what the table says first, such as that a game goes on."""
        self._seats.start(self._queue.put, self._queue.put)
        if self._clerk is not None:
            self._clerk.start(lambda: self._queue.put(_Wake()))
        try:
            self._ask_clerk()
            self._show()
            self._watchdog.ready()
            if opening:
                self._voice.speak(opening)
            while (event := self._next()) is not None:
                self._take(event)
                self._show()
        finally:
            self._watchdog.stopping()
            # Panels go dark first of all: what the last screen showed must not stay lit on a table that is off.
            self._seats.close()

    def stop(self) -> None:
        """Ends `run` after the event in hand. May be called from any thread or signal handler."""
        self._queue.put(None)

    def rename(self, seat: int, name: str) -> None:
        """A player calls a seat by *name*; "" takes the name away. May be called from any thread."""
        self._queue.put(Named(seat, clean(name)))

    def report_trouble(self, trouble: Trouble) -> None:
        """Tells the table what a part of it cannot do. May be called from any thread."""
        self._queue.put(trouble)

    def _next(self) -> Press | Named | Trouble | _Wake | _Question | None:
        """The next event. The watchdog is fed here alone: only while the loop turns, and whatever other threads do."""
        while True:
            self._watchdog.feed()
            self._suspends.look()
            try:
                return self._queue.get(timeout=self._patience())
            except queue.Empty:
                self._show()

    def _patience(self) -> float | None:
        """Seconds until the loop has to turn by itself: for the watchdog, or to darken the panels."""
        return min((left for left in (self._watchdog.patience, self._idle.left) if left is not None), default=None)

    def _take(self, event: Press | Named | Trouble | _Wake | _Question) -> None:
        match event:
            case Press():
                self._press(event)
            case Named():
                self._rename(event)
            case Trouble():
                self._trouble(event)
            case _Question():
                event.answer.put(self._health())
            case _:
                self._ask_clerk()

    def _health(self) -> Health:
        return Health(
            os.getpid(),
            running=time.monotonic() - self._began,
            stage=self._conversation.stage.value,
            kept=self._clerk is not None and not self._clerk.fault,
            seats=self._seats.numbers,
            faults=self._troubles.faults(),
            past=self._troubles.past(),
        )

    def _rename(self, named: Named) -> None:
        self._names[named.seat] = named.name
        if not named.name:
            del self._names[named.seat]
        if self._clerk is not None:
            self._clerk.keep((), named.kept())

    def _call_players(self) -> None:
        """Notes who is called how now: who sits where may have changed, too."""
        now = called(self._names, {seat: self._conversation.screen(seat) for seat in self._seats.numbers})
        if now != self._called:
            self._called = now
            self._named(now)

    def _press(self, press: Press) -> None:
        if self._idle.wakes():
            self._woke = (press.seat, press.key)
            self._voice.cue(Cue.WAKE)
            return
        if press.held and (press.seat, press.key) == self._woke:
            return  # The press that lit the panels does nothing else, however long it lasts.
        self._woke = None
        step = self._conversation.press(press)
        if step.cue is not None:
            # Before the disk is waited for: a hand must feel at once that its press was heard.
            self._voice.cue(step.cue)
        self._voice.manner(self._conversation.manner)
        self._call_players()
        talk = self._conversation
        counted = self._scores.update(talk.stage, talk.record.history, self._called)
        settings = step.settings | counted | (self._scores.clear() if step.clear_scores else {})
        if self._clerk is not None and (step.accepted or settings):
            self._clerk.keep(step.accepted, settings)
            self._ask_clerk()
        if step.calls:
            self._voice.speak(step.calls)
        if step.again or step.read is not None:
            # What a seat asks for is said as that seat likes it.
            self._voice.manner(talk.manner_at(press.seat), of_all=False)
        if step.again:
            self._voice.repeat(step.again)
        won = self._scores.winner() if counted and talk.stage is Stage.OVER else None
        for remark in (step.remark, won):
            if remark is not None:
                self._voice.remark(remark)
        if step.read is not None:
            self._voice.read(step.read)
        self._voice.manner(talk.manner)
        for announcement in step.accepted:
            if isinstance(announcement, SetUp):
                self._set_up(announcement)
        if step.shut_down:
            self.shuts_down = True
            self.stop()

    def _ask_clerk(self) -> None:
        """Tells what has changed with the journal, once."""
        if self._clerk is None:
            return
        fault = self._clerk.fault
        told = any(trouble.part == "journal" for trouble in self._troubles.now)
        if fault and not told:
            self._trouble(Trouble("journal", fault, "The game goes on, but a power cut would lose it."))
        elif not fault and told:
            self._trouble(Trouble("journal"))
        for news in self._clerk.news():
            self._report(f"journal: {news.words}")
            self._conversation.notice(NEWS[news.kind])

    def _trouble(self, trouble: Trouble) -> None:
        if line := self._troubles.take(trouble):
            self._report(line)
        self._conversation.set_icons(self._troubles.icons)
        self._conversation.stuck(self._troubles.keys)
        for notice in self._troubles.notice(trouble) or ():
            self._conversation.notice(notice)

    def _show(self) -> None:
        """Hands out the screens and lamps that changed."""
        self._call_players()
        for seat in self._seats.numbers:
            screen, lamp = self._conversation.screen(seat), self._conversation.lamp(seat)
            if self._idle.dark:
                screen = replace(screen, blank=True)
            screen = self._with_names(seat, screen)
            shown = self._shown.get(seat)
            if shown is None or shown[0] != screen:
                self._seats.show(seat, screen)
            if shown is None or shown[1] != lamp:
                self._seats.light(seat, lamp)
            self._shown[seat] = (screen, lamp)

    def _with_names(self, seat: int, screen: Screen) -> Screen:
        screen = with_names(screen, self._called, lambda name: not fonts.missing(name))
        return replace(screen, name=self._names[seat]) if seat in self._names else screen
