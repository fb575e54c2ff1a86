"""Suspends: notices that the machine was asleep, for panels may have lost their power meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable

LEAST = 0.5
"""Seconds of sleep that count: between reading two clocks a busy machine may pause, but hardly that long."""


def slept() -> float:
    """Seconds that this machine was suspended since it started: the one clock goes on meanwhile, the other does not."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)


class Suspends:
    """Compares two clocks whenever somebody looks, and waits for nothing: a table that is awake pays nothing for it.

    >>> asleep = 0.0
    >>> suspends = Suspends(lambda: print("good morning"), lambda: asleep)
    >>> suspends.look()
    >>> asleep = 3600.0
    >>> suspends.look()
    good morning
    >>> suspends.look()
    """

    def __init__(self, resumed: Callable[[], None], slept: Callable[[], float] = slept) -> None:
        """*resumed* is called by `look` once after each suspend."""
        self._resumed = resumed
        self._slept = slept
        self._known = slept()

    def look(self) -> None:
        """Tells of a suspend since the last look."""
        known, self._known = self._known, self._slept()
        if self._known - known >= LEAST:
            self._resumed()
