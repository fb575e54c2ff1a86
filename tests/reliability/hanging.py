"""`spytable play` on mock pins and simulated panels, of which one part hangs: run as a program by the tests of the end.

Its words: the part, and a folder. There it writes what happens, line by line, into `happened`: "lit" once all panels
show something and the part hangs; "dark" and the dark panels once the seats are closed; "quiet" when the voice is to
end; "kept" when the journal is closed.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory

if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parents[1]))

from patient import MINUTE, give
from spytable import ending, play
from spytable.cli import main
from spytable.journal.clerk import Clerk
from spytable.journal.journal import Journal
from spytable.referee.conversation import Conversation
from spytable.seats.gpio import GpioSeats, Wiring, pins
from spytable.seats.gpio import seats as seats_module
from spytable.seats.gpio.simulated.buses import FakeBuses
from spytable.seats.gpio.simulated.hands import Finger
from spytable.seats.seats import Render
from spytable.voice.devices.outputs import NullOutput
from spytable.voice.synthesis import synthesiser
from spytable.voice.voice import Voice

PARTS = ("nothing", "bus", "all buses", "synthesis", "sound", "driver", "disk", "loop")

SEATS = (1, 2, 3, 4)


class Part:
    """The part that hangs, and the fakes around it."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.wiring = pins.default()
        self.buses = FakeBuses(self.wiring)
        self.factory = MockFactory()
        self.hangs = threading.Event()

    def tell(self, *words: object) -> None:
        """Writes what happens."""
        with (self.folder / "happened").open("a") as file:
            print(*words, file=file)

    def hang(self) -> None:
        """Never comes back."""
        self.hangs.set()
        while True:
            time.sleep(1000)

    def watch(self) -> None:
        """Waits until all panels are lit, makes the part hang, and says so."""
        while not all(self.buses.chip(seat).picture().getbbox() for seat in SEATS):
            time.sleep(0.01)
        for seat in {"bus": (2,), "all buses": SEATS}.get(self.name, ()):
            # The kernel ends a transfer on one side of the multiplexer; a driver may hang for good.
            self.buses.wire(seat).hang(0.05 if self.name == "bus" else None)
        if self.name in ("sound", "driver", "loop"):
            Finger(self.factory).tap(self.wiring.seats[0].keys[0])
            self.hangs.wait()
        self.tell("lit")


def prepare(part: Part) -> None:
    """Puts the fakes in place. What does not hang may take its time, as on a machine that does much else."""
    give(Clerk.__init__, "patience")
    if part.name != "disk":
        give(Clerk.close, "seconds")
    if part.name not in ("driver", "loop"):
        ending.LATE, ending.LAST = MINUTE, 2 * MINUTE
    if part.name != "all buses":
        seats_module.CLOSING = MINUTE

    class Card(NullOutput):
        """A sound card whose driver never comes back from a sound; or, against all promises, not from its end."""

        def play(self, take: object) -> None:
            part.hang()

        def close(self) -> None:
            if part.name == "driver":
                part.hang()

    class Seats(GpioSeats):
        """In place of the seats that this machine does not have."""

        def __init__(self, wiring: Wiring, picture: Render, **options: Any) -> None:
            super().__init__(wiring, picture, factory=part.factory, open_bus=part.buses.open, **options)

    play.GpioSeats = Seats  # type: ignore[misc]
    play._output = lambda *settings: Card() if part.name in ("sound", "driver") else NullOutput()  # type: ignore[assignment]
    if part.name == "synthesis":
        synthesiser.worker_command = lambda *folder: (sys.executable, "-c", "import time; time.sleep(1000)")
    if part.name == "loop":
        Conversation.press = lambda self, press: part.hang()  # type: ignore[assignment, method-assign, return-value]
    seats_close, voice_close, journal_close = GpioSeats.close, Voice.close, Journal.close

    def close_seats(self: GpioSeats) -> None:
        # Where the end takes its time, the seats are told once more; that call waits for nothing.
        first = not self._closed
        seats_close(self)
        if first:
            part.tell("dark", *(seat for seat in SEATS if part.buses.chip(seat).picture().getbbox() is None))

    def close_voice(self: Voice) -> None:
        part.tell("quiet")
        voice_close(self)

    def close_journal(self: Journal) -> None:
        if part.name == "disk":
            part.hang()
        journal_close(self)
        part.tell("kept")

    GpioSeats.close, Voice.close, Journal.close = close_seats, close_voice, close_journal  # type: ignore[method-assign]


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    the_part = Part(sys.argv[1], Path(sys.argv[2]))
    prepare(the_part)
    threading.Thread(target=the_part.watch, daemon=True).start()
    sys.exit(main(["play", "--table", "pi", "--journal", str(the_part.folder / "journal.sqlite")]))
