"""A whole table without hardware, for tests and measurements: mock pins, simulated panels, a sound output that records.

All else is the real thing: gpiozero's keys, luma's panels, the debounce, the loop, the journal on the disk, the voice.

The table runs in threads of its own, so whoever looks may come too early. What can be asked of a Rehearsal is therefore
what the table has done with: screens are those that it has handed to its seats, and the voice's calls are read once the
loop has taken all that came before.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from PIL.Image import Image

from spytable.errors import SpyTableError
from spytable.game.calls import Call
from spytable.journal.clerk import Clerk
from spytable.journal.journal import Journal
from spytable.language.phrases import Phrases
from spytable.referee.conversation import Conversation
from spytable.referee.press import Cue, Press
from spytable.referee.record import Record
from spytable.referee.screen import Lamp, Screen
from spytable.screen.draw import render
from spytable.seats.gpio import GpioSeats, pins
from spytable.seats.gpio.lines.debounce import Timing
from spytable.seats.gpio.retry import Retry
from spytable.seats.gpio.simulated.buses import FakeBuses
from spytable.seats.gpio.simulated.hands import PATIENCE, Finger, HandClock, clocked
from spytable.seats.seats import Render, Seats, Trouble
from spytable.suspend import Suspends, slept
from spytable.table import Table
from spytable.voice.devices.outputs import Output
from spytable.voice.devices.recording import RecordingOutput
from spytable.voice.voice import Voice


class RehearsalError(SpyTableError, TimeoutError):
    """What should have come did not."""


class Hands(Protocol):
    """Seats, and somebody who presses their keys and reads their panels from outside."""

    def seats(self, picture: Render) -> Seats:
        """The seats, not yet started."""

    def press(self, seat: int, key: int) -> None:
        """One press, as a player would make it."""

    def sees(self, seat: int, picture: Image) -> bool:
        """Whether the panel of *seat* shows *picture*, pixel for pixel."""

    def prompt(self, seat: int) -> int | None:
        """What a press at *seat* would answer now: it may be a moment older than the picture."""


class PinHands:
    """Four wired seats on gpiozero's mock pins and strict simulated panels.

    A press takes its few milliseconds by `clock`, which is the seats' own, however busy the machine is.
    """

    def __init__(self, *, retry: Retry | None = None, timing: Timing | None = None) -> None:
        from gpiozero.pins.mock import MockFactory, MockPin

        self.clock = HandClock()
        self.factory = MockFactory(pin_class=clocked(MockPin, self.clock))
        self.wiring = pins.default()
        self.buses = FakeBuses(self.wiring)
        self.finger = Finger(self.factory, self.clock)
        self._retry, self._timing = retry, timing
        self._seats: GpioSeats | None = None

    def seats(self, picture: Render) -> GpioSeats:
        """The seats, not yet started."""
        self._seats = GpioSeats(
            self.wiring,
            picture,
            factory=self.factory,
            open_bus=self.buses.open,
            clock=self.clock,
            retry=self._retry,
            timing=self._timing,
        )
        return self._seats

    def gpio(self, seat: int, key: int) -> int:
        """The GPIO of a key."""
        return next(wired for wired in self.wiring.seats if wired.seat == seat).keys[key - 1]

    def press(self, seat: int, key: int) -> None:
        """Pulls the key's line to ground for as long as a short press lasts."""
        self.finger.tap(self.gpio(seat, key))

    def sees(self, seat: int, picture: Image) -> bool:
        """Whether the bytes on the bus have made *picture* on the glass."""
        return self.buses.chip(seat).picture().tobytes() == picture.tobytes()

    def prompt(self, seat: int) -> int | None:
        """That of the screen that the panel shows."""
        assert self._seats is not None, "the seats are made first"
        return self._seats.prompt(seat)


class HeardVoice(Voice):
    """A voice that also keeps what it was asked for."""

    def __init__(self, *arguments: Any, settled: Callable[[], None], **options: Any) -> None:
        """*settled* returns when the table has done with all that came before."""
        super().__init__(*arguments, **options)
        self._settled = settled
        self._calls: list[Call] = []
        self.answers = 0

    @property
    def calls(self) -> list[Call]:
        """All calls that what came before has led to."""
        self._settled()
        return list(self._calls)

    def forget(self) -> None:
        """From now on `calls` begins anew."""
        self._settled()
        self._calls.clear()

    def speak(self, calls: Sequence[Call]) -> None:
        """Keeps *calls* and says them."""
        super().speak(calls)
        self._calls += calls
        self.answers += 1

    def repeat(self, calls: Sequence[Call]) -> None:
        """Says *calls* again."""
        super().repeat(calls)
        self.answers += 1

    def cue(self, cue: Cue) -> None:
        """Sounds *cue*."""
        super().cue(cue)
        self.answers += 1


class _Watched:
    """Seats, and what the table has handed to them and heard of them."""

    def __init__(self, seats: Seats) -> None:
        self._seats = seats
        self.screens: dict[int, Screen] = {}
        self.lamps: dict[int, Lamp] = {}
        self.pressed = 0
        """How many presses the table was told of."""

    @property
    def numbers(self) -> tuple[int, ...]:
        return self._seats.numbers

    def start(self, press: Callable[[Press], None], trouble: Callable[[Trouble], None]) -> None:
        def count(one: Press) -> None:
            press(one)
            self.pressed += 1

        self._seats.start(count, trouble)

    def show(self, seat: int, screen: Screen) -> None:
        self._seats.show(seat, screen)
        self.screens[seat] = screen

    def light(self, seat: int, lamp: Lamp) -> None:
        self._seats.light(seat, lamp)
        self.lamps[seat] = lamp

    def close(self) -> None:
        self._seats.close()


class Rehearsal:
    """A table whose journal and voice are kept in *folder*. Use it as a context."""

    def __init__(
        self, folder: Path, hands: Hands, output: Output | None = None, *, slept: Callable[[], float] = slept
    ) -> None:
        """*slept*: seconds that the machine was suspended so far, by its clocks."""
        self.hands = hands
        self.phrases = Phrases()
        self.journal = Journal.open(folder / "journal.sqlite")
        self.seats = hands.seats(self.drawn)
        self._watched = _Watched(self.seats)
        self.voice = HeardVoice(
            self.phrases,
            output=output or RecordingOutput(),
            cache=folder / "voice",
            # Words that come late are said all the same: how fast this machine makes them is not what is rehearsed.
            patience=PATIENCE,
            trouble=self._trouble,
            settled=self.settle,
        )
        unfinished = self.journal.unfinished()
        record = Record.resume(unfinished) if unfinished else None
        # Of the loop's thread alone: others read `screen` and `lamp`.
        conversation = Conversation(
            self.seats.numbers, settings=self.journal.settings(), draw=lambda n: 0, record=record
        )
        self.log: list[str] = []
        # A disk that is slow while much else is done is not what is rehearsed.
        self.clerk = Clerk(self.journal, patience=PATIENCE)
        suspends = Suspends(self.seats.look, slept) if isinstance(self.seats, GpioSeats) else None
        self.table = Table(
            conversation, self._watched, self.voice, self.clerk, report=self.log.append, suspends=suspends
        )
        opening = conversation.opening
        self._thread = threading.Thread(target=self.table.run, args=(opening,), name="table", daemon=True)

    def __enter__(self) -> Rehearsal:
        self._thread.start()
        self.settle()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stops the table and lets go of everything."""
        self.table.stop()
        self._thread.join(PATIENCE)
        self.voice.close()
        self.clerk.close()

    def drawn(self, screen: Screen) -> Image:
        """*screen* as the panels draw it."""
        return render(screen, self.phrases.text, strict=True)

    def settle(self) -> None:
        """Returns when the table has done with all that it was told before. Raises RehearsalError where it does not.

        What is on its way from a device to the table was not told yet, and what it hands to a device may still be on
        its way to a panel or an ear.
        """
        if self._thread.is_alive() and self.table.ask(PATIENCE) is None:
            raise RehearsalError("the loop does not answer")

    def screen(self, seat: int) -> Screen:
        """The newest screen that the table has handed to *seat*: all that led to it is done."""
        return self._watched.screens[seat]

    def lamp(self, seat: int) -> Lamp:
        """The same of its lamp."""
        return self._watched.lamps[seat]

    def labels(self, seat: int) -> list[str]:
        """The labels of K1 to K4, "" where there is none."""
        return ["" if label is None else self.phrases.text(label) for label in self.screen(seat).labels]

    def is_shown(self, seat: int) -> bool:
        """Whether the panel shows the screen of *seat*, pixel for pixel, and a press answers that screen."""
        screen = self.screen(seat)
        return self.hands.prompt(seat) == screen.prompt and self.hands.sees(seat, self.drawn(screen))

    def press(self, seat: int, label: str) -> None:
        """Presses the key under *label* once the panel shows it; returns when the table has done with the press.

        It answers with a sound; where a sound would tell a secret, with other keys.

        Raises RehearsalError where the label or the answer does not come.
        """
        self.wait_for(seat, label)
        heard, pressed, prompt = self.voice.answers, self._watched.pressed, self.screen(seat).prompt
        self.hands.press(seat, self.labels(seat).index(label) + 1)
        self.wait_until(lambda: self._watched.pressed > pressed, f"the press of {label!r} at seat {seat}")
        self.settle()
        if self.voice.answers == heard and self.screen(seat).prompt == prompt:
            raise RehearsalError(f"nothing answers {label!r} at seat {seat}")

    def wait_for(self, seat: int, label: str) -> None:
        """Returns when the panel shows a key with *label*. Raises RehearsalError where it does not come."""
        self.wait_until(lambda: label in self.labels(seat) and self.is_shown(seat), f"{label!r} at seat {seat}")

    def wait_until(self, condition: Callable[[], bool], what: str) -> None:
        """Returns when *condition* holds. Raises RehearsalError where it does not come to hold."""
        until = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > until:
                titles = [self.phrases.text(self.screen(seat).title) for seat in self.seats.numbers]
                raise RehearsalError(f"{what} did not come; the panels say {titles}")
            time.sleep(0.002)

    def _trouble(self, part: str, what: str, remedy: str) -> None:
        self.table.report_trouble(Trouble(part, what, remedy))
