"""Idleness: when panels go dark because nobody presses, so that they do not burn in; pure, with a clock passed in."""

from __future__ import annotations

from collections.abc import Callable

MINUTES = 15.0
"""Without a press for so long, panels go dark. A long thought at the table is shorter; an evening left on is not."""


class Idle:
    """Watches presses. The press that wakes the panels does nothing else: nobody saw what it was for.

    >>> now = 0.0
    >>> idle = Idle(lambda: now, minutes=15)
    >>> now = 900.0
    >>> idle.dark, idle.wakes(), idle.dark
    (True, True, False)
    """

    def __init__(self, clock: Callable[[], float], minutes: float | None = MINUTES) -> None:
        """*clock* gives seconds that only go forward. *minutes* None: panels that cannot burn in stay lit."""
        self._clock = clock
        self._seconds = None if minutes is None else minutes * 60
        self._last = clock()

    @property
    def dark(self) -> bool:
        """Whether the panels are to be dark now."""
        return self._seconds is not None and self._clock() - self._last >= self._seconds

    @property
    def left(self) -> float | None:
        """Seconds until the panels go dark; None where they are, or never do."""
        if self._seconds is None or self.dark:
            return None
        return self._last + self._seconds - self._clock()

    def wakes(self) -> bool:
        """Tells of a press, or of something to be seen. Whether it found the panels dark."""
        was_dark = self.dark
        self._last = self._clock()
        return was_dark
