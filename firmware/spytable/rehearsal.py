"""A whole table without hardware, for tests and measurements: mock pins, simulated panels, a sound output that records.

All else is the real thing: gpiozero's keys, luma's panels, the debounce, the loop, the journal on the disk, the voice.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from PIL.Image import Image

from spytable.errors import SpyTableError
from spytable.game.calls import Call
from spytable.journal.journal import Journal
from spytable.language.phrases import Phrases
from spytable.referee.conversation import Conversation
from spytable.referee.press import Cue
from spytable.referee.record import Record
from spytable.referee.screen import Lamp, Screen
from spytable.screen.draw import render
from spytable.seats.gpio import GpioSeats, pins
from spytable.seats.gpio.fakes import FakeBuses, Finger
from spytable.seats.seats import Trouble
from spytable.table import Table
from spytable.voice.recording import RecordingOutput
from spytable.voice.voice import Voice

PATIENCE = 10.0
"""Seconds after which what should come is taken to be missing. Far more than any machine needs."""


class RehearsalError(SpyTableError, TimeoutError):
    """What should have come did not."""


class HeardVoice(Voice):
    """A voice that also keeps the calls that it was given."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.calls: list[Call] = []
        self.cues: list[Cue] = []

    @property
    def answers(self) -> int:
        """How often it was asked for a sound."""
        return len(self.calls) + len(self.cues)

    def speak(self, calls: Sequence[Call]) -> None:
        """Keeps *calls* and says them."""
        self.calls += calls
        super().speak(calls)

    def cue(self, cue: Cue) -> None:
        """Keeps *cue* and sounds it."""
        self.cues.append(cue)
        super().cue(cue)


class Rehearsal:
    """A table of four wired seats in *folder*, which keeps the journal and the voice's cache. Use it as a context."""

    def __init__(self, folder: Path, *, output: RecordingOutput | None = None) -> None:
        from gpiozero.pins.mock import MockFactory

        self.factory = MockFactory()
        self.wiring = pins.default()
        self.buses = FakeBuses(self.wiring)
        self.finger = Finger(self.factory)
        self.output = output or RecordingOutput()
        self.phrases = Phrases()
        self.journal = Journal.open(folder / "journal.sqlite")
        self.seats = GpioSeats(self.wiring, self.drawn, factory=self.factory, open_bus=self.buses.open)
        self.voice = HeardVoice(self.phrases, output=self.output, cache=folder / "voice", trouble=self._trouble)
        unfinished = self.journal.unfinished()
        record = Record.resume(unfinished) if unfinished else None
        self.conversation = Conversation(
            self.seats.numbers,
            settings=self.journal.settings(),
            draw=lambda n: 0,
            record=record,
        )
        self.log: list[str] = []
        self.table = Table(self.conversation, self.seats, self.voice, self.journal, report=self.log.append)
        opening = (record.resumed(),) if record else ()
        self._thread = threading.Thread(target=self.table.run, args=(opening,), name="table", daemon=True)

    def __enter__(self) -> Rehearsal:
        self._thread.start()
        self.wait_until(lambda: all(self.is_shown(seat) for seat in self.seats.numbers), "the first screens")
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
        self.journal.close()

    def drawn(self, screen: Screen) -> Image:
        """*screen* as the panels draw it."""
        return render(screen, self.phrases.text, strict=True)

    def screen(self, seat: int) -> Screen:
        """What the seat should show now."""
        return self.conversation.screen(seat)

    def lamp(self, seat: int) -> Lamp:
        """What the lamp should do now."""
        return self.conversation.lamp(seat)

    def is_shown(self, seat: int) -> bool:
        """Whether the simulated panel's picture is the screen, pixel for pixel."""
        return self.buses.chip(seat).picture().tobytes() == self.drawn(self.screen(seat)).tobytes()

    def labels(self, seat: int) -> list[str]:
        """The labels of K1 to K4, "" where there is none."""
        return ["" if label is None else self.phrases.text(label) for label in self.screen(seat).labels]

    def gpio(self, seat: int, key: int) -> int:
        """The GPIO of a key."""
        return next(wired for wired in self.wiring.seats if wired.seat == seat).keys[key - 1]

    def press(self, seat: int, label: str) -> None:
        """Presses the key under *label* on its pin, once the panel shows it; returns when the table has heard it.

        Raises RehearsalError where the label does not come.
        """
        self.wait_for(seat, label)
        before = self.voice.answers
        self.finger.tap(self.gpio(seat, self.labels(seat).index(label) + 1))
        self.wait_until(lambda: self.voice.answers > before, f"an answer to {label!r} at seat {seat}")

    def wait_for(self, seat: int, label: str) -> None:
        """Returns when the panel shows a key with *label*. Raises RehearsalError where it does not come."""
        self.wait_until(lambda: label in self.labels(seat) and self.is_shown(seat), f"{label!r} at seat {seat}")

    def _trouble(self, part: str, what: str, remedy: str) -> None:
        self.table.report_trouble(Trouble(part, what, remedy))

    def wait_until(self, condition: Callable[[], bool], what: str) -> None:
        """Returns when *condition* holds. Raises RehearsalError where it does not come to hold."""
        until = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > until:
                raise RehearsalError(f"{what} did not come; the panels say: {self._panels()}")
            time.sleep(0.002)

    def _panels(self) -> str:
        return "; ".join(
            f"{seat}: {self.phrases.text(self.screen(seat).title)} {self.labels(seat)}" for seat in self.seats.numbers
        )
