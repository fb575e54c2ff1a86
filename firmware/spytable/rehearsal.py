"""A whole table without hardware, for tests and measurements: mock pins, simulated panels, a sound output that records.

All else is the real thing: gpiozero's keys, luma's panels, the debounce, the loop, the journal on the disk, the voice.
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
from spytable.referee.press import Cue
from spytable.referee.record import Record
from spytable.referee.screen import Screen
from spytable.screen.draw import render
from spytable.seats.gpio import GpioSeats, pins
from spytable.seats.gpio.fakes import FakeBuses, Finger
from spytable.seats.seats import Render, Seats, Trouble
from spytable.table import Table
from spytable.voice.outputs import Output
from spytable.voice.recording import RecordingOutput
from spytable.voice.voice import Voice

PATIENCE = 10.0
"""Seconds after which what should come is taken to be missing. Far more than any machine needs."""


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


class PinHands:
    """Four wired seats on gpiozero's mock pins and strict simulated panels."""

    def __init__(self) -> None:
        from gpiozero.pins.mock import MockFactory

        self.factory = MockFactory()
        self.wiring = pins.default()
        self.buses = FakeBuses(self.wiring)
        self.finger = Finger(self.factory)

    def seats(self, picture: Render) -> Seats:
        """The seats, not yet started."""
        return GpioSeats(self.wiring, picture, factory=self.factory, open_bus=self.buses.open)

    def gpio(self, seat: int, key: int) -> int:
        """The GPIO of a key."""
        return next(wired for wired in self.wiring.seats if wired.seat == seat).keys[key - 1]

    def press(self, seat: int, key: int) -> None:
        """Pulls the key's line to ground for as long as a short press lasts."""
        self.finger.tap(self.gpio(seat, key))

    def sees(self, seat: int, picture: Image) -> bool:
        """Whether the bytes on the bus have made *picture* on the glass."""
        return self.buses.chip(seat).picture().tobytes() == picture.tobytes()


class HeardVoice(Voice):
    """A voice that also keeps what it was asked for."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.calls: list[Call] = []
        self.answers = 0

    def speak(self, calls: Sequence[Call]) -> None:
        """Keeps *calls* and says them."""
        super().speak(calls)
        self.calls += calls
        self.answers += 1

    def repeat(self, calls: Sequence[Call]) -> None:
        """Says *calls* again."""
        super().repeat(calls)
        self.answers += 1

    def cue(self, cue: Cue) -> None:
        """Sounds *cue*."""
        super().cue(cue)
        self.answers += 1


class Rehearsal:
    """A table whose journal and voice are kept in *folder*. Use it as a context."""

    def __init__(self, folder: Path, hands: Hands, output: Output | None = None) -> None:
        self.hands = hands
        self.phrases = Phrases()
        self.journal = Journal.open(folder / "journal.sqlite")
        self.seats = hands.seats(self.drawn)
        self.voice = HeardVoice(
            self.phrases, output=output or RecordingOutput(), cache=folder / "voice", trouble=self._trouble
        )
        unfinished = self.journal.unfinished()
        record = Record.resume(unfinished) if unfinished else None
        self.conversation = Conversation(
            self.seats.numbers, settings=self.journal.settings(), draw=lambda n: 0, record=record
        )
        self.log: list[str] = []
        self.clerk = Clerk(self.journal)
        self.table = Table(self.conversation, self.seats, self.voice, self.clerk, report=self.log.append)
        opening = self.conversation.opening
        self._thread = threading.Thread(target=self.table.run, args=(opening,), name="table", daemon=True)

    def __enter__(self) -> Rehearsal:
        self._thread.start()
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

    def labels(self, seat: int) -> list[str]:
        """The labels of K1 to K4, "" where there is none."""
        return ["" if label is None else self.phrases.text(label) for label in self.conversation.screen(seat).labels]

    def is_shown(self, seat: int) -> bool:
        """Whether the panel shows the screen of *seat*, pixel for pixel."""
        return self.hands.sees(seat, self.drawn(self.conversation.screen(seat)))

    def press(self, seat: int, label: str) -> None:
        """Presses the key under *label* once the panel shows it; returns when the table has answered.

        It answers with a sound; where a sound would tell a secret, with what the panel shows then.

        Raises RehearsalError where the label or the answer does not come.
        """
        self.wait_for(seat, label)
        before, prompt = self.voice.answers, self.conversation.screen(seat).prompt
        self.hands.press(seat, self.labels(seat).index(label) + 1)

        def answered() -> bool:
            changed = self.conversation.screen(seat).prompt != prompt
            return self.voice.answers > before or (changed and self.is_shown(seat))

        self.wait_until(answered, f"an answer to {label!r} at seat {seat}")
        # The click comes first, and then the calls: the loop answers this when it has done with the press.
        self.table.ask(PATIENCE)

    def wait_for(self, seat: int, label: str) -> None:
        """Returns when the panel shows a key with *label*. Raises RehearsalError where it does not come."""
        self.wait_until(lambda: label in self.labels(seat) and self.is_shown(seat), f"{label!r} at seat {seat}")

    def wait_until(self, condition: Callable[[], bool], what: str) -> None:
        """Returns when *condition* holds. Raises RehearsalError where it does not come to hold."""
        until = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > until:
                titles = [self.phrases.text(self.conversation.screen(seat).title) for seat in self.seats.numbers]
                raise RehearsalError(f"{what} did not come; the panels say {titles}")
            time.sleep(0.002)

    def _trouble(self, part: str, what: str, remedy: str) -> None:
        self.table.report_trouble(Trouble(part, what, remedy))
