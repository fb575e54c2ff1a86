"""Suspends: notices that the machine was asleep, for panels may have lost their power meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable

LEAST = 0.5
"""Seconds of sleep that count."""


def slept() -> float:
    """Seconds that this machine was suspended since it started: the one clock goes on meanwhile, the other does not."""
    while True:
        before = time.clock_gettime(time.CLOCK_MONOTONIC)
        result = time.clock_gettime(time.CLOCK_BOOTTIME) - before
        # Where a busy machine paused between the two clocks, that was no sleep.
        if time.clock_gettime(time.CLOCK_MONOTONIC) - before < LEAST / 2:
            return result


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
