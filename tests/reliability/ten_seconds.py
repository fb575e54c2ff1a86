"""The controller of all panels hangs for ten seconds: are keys heard meanwhile, and when are the panels back?

A program, for it takes its time: see docs/reliability.md.
"""

from __future__ import annotations

import logging
import sys
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2] / "firmware")]

from gpiozero.pins.mock import MockFactory
from PIL import Image, ImageDraw

from spytable.referee.message import message
from spytable.referee.screen import Screen
from spytable.seats.gpio import GpioSeats, pins
from spytable.seats.gpio.panels.bus import CUT_AFTER
from spytable.seats.gpio.simulated.buses import FakeBuses
from spytable.seats.gpio.simulated.hands import Finger, Listener

HANG = 10.0
"""Seconds."""

KERNEL = 1.0
"""Seconds after which the kernel ends a transfer where nobody asked for less."""


def picture(screen: Screen) -> Image.Image:
    """*screen*'s title."""
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).text((0, 0), screen.title.text, fill=1)
    return image


class Table:
    """Four seats on one controller whose bytes take their time, with the product's own retries."""

    def __init__(self) -> None:
        self.wiring = pins.default()
        self.buses = FakeBuses(self.wiring, real=True)
        self.listener = Listener()
        factory = MockFactory()
        self.finger = Finger(factory)
        self.seats = GpioSeats(self.wiring, picture, factory=factory, open_bus=self.buses.open)
        self.seats.start(self.listener.press, self.listener.trouble)

    def show(self, words: str) -> None:
        """On all panels."""
        for seat in self.seats.numbers:
            self.seats.show(seat, Screen(message(words), prompt=1))

    def showing(self, words: str) -> int:
        """How many panels show that."""
        wanted = picture(Screen(message(words))).tobytes()
        return sum(self.buses.chip(seat).picture().tobytes() == wanted for seat in self.seats.numbers)

    def press(self, seat: int) -> float:
        """Seconds until a press at *seat* is told."""
        begin, before = time.monotonic(), len(self.listener.presses)
        self.finger.tap(self.wiring.seats[seat - 1].keys[0])
        assert self.listener.wait_until(lambda heard: len(heard.presses) > before, 60), "a key is dead"
        return time.monotonic() - begin


def trial(patience: float, presses: bool) -> None:
    """One hang, with or without somebody who presses a key a second. Prints what came of it."""
    table = Table()
    table.show("before")
    while table.showing("before") < 4:
        time.sleep(0.01)
    wires = [table.buses.wire(seat) for seat in table.seats.numbers]
    for wire in wires:
        wire.hang(patience)
    table.show("after")
    slowest, until = 0.0, time.monotonic() + HANG
    while time.monotonic() < until:
        if presses:
            slowest = max(slowest, table.press(1 + int(until - time.monotonic()) % 4))
        time.sleep(1.0)
    for wire in wires:
        wire.flow()
    begin = time.monotonic()
    if presses:
        table.press(1)
    while table.showing("after") < 4:
        time.sleep(0.005)
    took = time.monotonic() - begin
    table.seats.close()
    named = len({trouble.part for trouble in table.listener.troubles if trouble.what.startswith("the bus hangs")})
    keys = f"somebody presses, told within {1000 * slowest:.0f} ms" if presses else "nobody presses"
    print(f"transfers end after {patience} s; {keys}: {named} panels named, all back after {took:.2f} s", flush=True)


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    for patience in (KERNEL, CUT_AFTER):
        for presses in (True, False):
            trial(patience, presses)
