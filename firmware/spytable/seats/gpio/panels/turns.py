"""Turns on an I2C controller: which of the panels that share it sends next.

Behind a multiplexer all panels hang on one controller, which carries one message at a time and lets whoever waits go
in no order that suits players. So a picture is sent there in pieces, and before each piece the panels take turns:

- what a panel has to show comes before a panel that is started anew, which is a whole memory to clear;
- of several the seat whose key was pressed last comes first: somebody looks at it now.

A panel keeps its place from the first piece of a picture to the last, and no other comes in between but one that goes
before it. A piece is never cut: between two the chip's pointer stays where it is, for nobody else writes to that chip.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from spytable.seats.gpio.panels.bus import Bus

PIECE = 128
"""Bytes of a picture in one message: 3 ms at 400 kHz, which is what a seat waits for another's at most."""


class Turns:
    """The panels of one controller. Methods may be called from any thread; only `piece` waits."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._free = threading.Condition()
        self._taken = False
        self._waiting: Counter[int] = Counter()
        self._drawing: dict[int, bool] = {}
        self._wakes: dict[int, Callable[[], None]] = {}
        self._well: set[int] = set()
        self._presses = count(1)
        self._last: dict[int, int] = {}
        self._pressed_at = float("-inf")

    def join(self, seat: int, wake: Callable[[], None]) -> None:
        """The panel of *seat* is on this controller too; *wake* says that a bus that hung carries bytes again."""
        self._wakes[seat] = wake

    @property
    def shared(self) -> bool:
        """Whether more than one panel is on it."""
        return len(self._wakes) > 1

    def pressed(self, seat: int) -> None:
        """A key of *seat* was pressed: from now on it goes first. Of a seat elsewhere only the moment counts."""
        with self._free:
            self._pressed_at = self._clock()
            self._last[seat] = next(self._presses)
            self._free.notify_all()

    @property
    def waiting(self) -> frozenset[int]:
        """The seats whose panel has a piece ready and waits for its turn."""
        with self._free:
            return frozenset(+self._waiting)

    @property
    def quiet(self) -> float:
        """Seconds since the last press."""
        return self._clock() - self._pressed_at

    def works(self, seat: int, *, hung: bool) -> None:
        """The panel of *seat* answers. *hung*: its bus hung before, and so perhaps did the others."""
        with self._free:
            self._well.add(seat)
        if hung:
            for other, wake in self._wakes.items():
                if other != seat:
                    wake()

    def fails(self, seat: int) -> None:
        """The panel of *seat* does not answer."""
        with self._free:
            self._well.discard(seat)

    @property
    def disturbs(self) -> bool:
        """Whether a try that takes its time would keep a panel waiting that works."""
        with self._free:
            return bool(self._well)

    @contextmanager
    def drawing(self, seat: int, *, anew: bool = False) -> Iterator[None]:
        """Within it, the panel of *seat* has something to send; *anew*: because it is started anew."""
        with self._free:
            self._drawing[seat] = anew
        try:
            yield
        finally:
            with self._free:
                del self._drawing[seat]
                self._free.notify_all()

    @contextmanager
    def piece(self, seat: int) -> Iterator[None]:
        """Within it, nobody else sends. Waits until it is the turn of *seat*."""
        with self._free:
            self._waiting[seat] += 1
            self._free.wait_for(lambda: not self._taken and self._first() in (seat, None))
            self._waiting[seat] -= 1
            self._taken = True
        try:
            yield
        finally:
            with self._free:
                self._taken = False
                self._free.notify_all()

    def _first(self) -> int | None:
        ranks = ((anew, -self._last.get(seat, 0), seat) for seat, anew in self._drawing.items())
        return min(ranks, default=(False, 0, None))[2]

    def share(self, seat: int, bus: Bus) -> Bus:
        """*bus*, just opened for the panel of *seat*, with these turns; itself where the panel is alone."""
        return SharedBus(bus, self, seat) if self.shared else bus


class SharedBus:
    """A bus whose messages wait for their turn. One with more than `PIECE` bytes of a picture goes in several."""

    def __init__(self, bus: Bus, turns: Turns, seat: int) -> None:
        self._bus = bus
        self._turns = turns
        self._seat = seat
        if hasattr(bus, "read_byte"):
            self.read_byte = self._read_byte

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        """A message of at most 33 bytes."""
        with self._turns.piece(self._seat):
            self._bus.write_i2c_block_data(i2c_addr, register, data)

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """Messages of any length that are written: a control byte, then what it is about."""
        for message in i2c_msgs:
            content = bytes(message)
            for start in range(1, len(content), PIECE):
                part = type(message).write(message.addr, content[:1] + content[start : start + PIECE])
                with self._turns.piece(self._seat):
                    self._bus.i2c_rdwr(part)

    def _read_byte(self, i2c_addr: int) -> int:
        with self._turns.piece(self._seat):
            status: int = self._bus.read_byte(i2c_addr)  # type: ignore[attr-defined]
            return status

    def close(self) -> None:
        """Lets go of it."""
        self._bus.close()
