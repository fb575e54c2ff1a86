"""Hands on simulated keys, as fast as a finger and no faster, and ears for what the seats report."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from spytable.referee.press import Press
from spytable.seats.seats import Trouble

PATIENCE = 60.0
"""Seconds after which what is waited for is taken to be missing: far more than the busiest machine needs."""


class HandClock:
    """Steady seconds that stand still while a hand moves: how long the machine takes over it counts for nothing."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._still: float | None = None

    def __call__(self) -> float:
        """The time, in seconds."""
        still = self._still
        return time.monotonic() + self._ahead if still is None else still

    def stand(self, at: float) -> None:
        """It is *at* until `stand` is called again, or `go`."""
        self._still = at

    def go(self) -> None:
        """From where it stands it goes on."""
        if self._still is not None:
            self._ahead = self._still - time.monotonic()
            self._still = None


def clocked(pin: Any, clock: Callable[[], float]) -> Any:
    """A class of mock pins as *pin*, gpiozero's own or one made of it, whose edges bear the time of *clock*."""

    class Clocked(pin):  # type: ignore[misc]
        """A pin's own stamp is that of the machine's clock."""

        def _call_when_changed(self) -> None:
            self._last_change = clock()
            super()._call_when_changed()

    return Clocked


class Finger:
    """Presses keys on the pins of a gpiozero MockFactory, and no faster than a hand: a contact takes its
    milliseconds.

    With a *clock* it takes them by that one, which the seats must have as well, and the pins (see `clocked`).
    """

    HELD, APART = 0.004, 0.008

    def __init__(self, factory: Any, clock: HandClock | None = None) -> None:
        self._factory = factory
        self._clock = clock

    def down(self, gpio: int) -> None:
        """The key closes its contact to ground."""
        self._factory.pin(gpio).drive_low()

    def up(self, gpio: int) -> None:
        """The key opens it."""
        self._factory.pin(gpio).drive_high()

    def tap(self, gpio: int) -> None:
        """One short press; returns when the next may begin."""
        with self.holding(gpio):
            pass

    @contextmanager
    def holding(self, gpio: int) -> Iterator[None]:
        """One short press: with a clock it is no longer than that, whatever is waited for while it lasts."""
        clock = self._clock
        if clock is None:
            self.down(gpio)
            time.sleep(self.HELD)
            yield
            self.up(gpio)
        else:
            try:
                begin = clock()
                clock.stand(begin)
                self.down(gpio)
                clock.stand(begin + self.HELD)
                yield
                self.up(gpio)
            finally:
                clock.go()
        self.rest()

    def edges(self, gpio: int, step: float, levels: Iterable[bool]) -> None:
        """Edges down (True) and up, *step* seconds apart, from now on. Needs a clock."""
        assert self._clock is not None, "without a clock no time can be kept to"
        begin = self._clock()
        try:
            for i, down in enumerate(levels):
                self._clock.stand(begin + i * step)
                (self.down if down else self.up)(gpio)
        finally:
            self._clock.go()

    def rest(self) -> None:
        """What a hand needs before it presses again."""
        if self._clock is None:
            time.sleep(self.APART)
        else:
            self._clock.stand(self._clock() + self.APART)
            self._clock.go()


class Listener:
    """What a table would hear of its seats: pass `press` and `trouble` to `start`, then wait for what should
    come.
    """

    def __init__(self) -> None:
        self.presses: list[Press] = []
        self.troubles: list[Trouble] = []
        self._news = threading.Condition()

    def press(self, press: Press) -> None:
        """Takes a press."""
        with self._news:
            self.presses.append(press)
            self._news.notify_all()

    def trouble(self, trouble: Trouble) -> None:
        """Takes a report."""
        with self._news:
            self.troubles.append(trouble)
            self._news.notify_all()

    def wait_until(self, condition: Callable[[Listener], bool], seconds: float = PATIENCE) -> bool:
        """Waits until *condition* holds of what was heard. False when it never came to hold."""
        with self._news:
            return self._news.wait_for(lambda: condition(self), seconds)
