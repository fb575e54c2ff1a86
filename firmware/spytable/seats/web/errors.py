"""What keeps the virtual table from opening, as sentences for the person at the table."""

from __future__ import annotations

from spytable.errors import SpyTableError


class WebSeatsError(SpyTableError, OSError):
    """The page cannot be served: no port is free, the host is not this machine, or aiohttp is missing."""

    # An OSError's own str is about its arguments; ours is the sentence.
    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""
