"""How long to wait before a part that failed is tried again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Retry:
    """*first* seconds after the first failure, twice as long after each further one, up to *longest*."""

    first: float = 0.5
    longest: float = 15.0

    def after(self, failures: int) -> float:
        """Seconds to wait after that many failures in a row.

        >>> [Retry(0.5, 15.0).after(failures) for failures in (1, 2, 3, 9)]
        [0.5, 1.0, 2.0, 15.0]
        """
        return min(self.longest, self.first * 2.0 ** min(failures - 1, 30))
