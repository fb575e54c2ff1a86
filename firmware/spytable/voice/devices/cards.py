"""Sound cards by their ids, which stay the same from start to start; their numbers do not."""

from __future__ import annotations

import contextlib
from pathlib import Path

_ASOUND = Path("/proc/asound")
"""Where the kernel links a card's id to its number."""


def card_number(identifier: str) -> int | None:
    """The number that the kernel gave the card of this id at this start; None if there is no such card."""
    with contextlib.suppress(OSError, ValueError):
        if "/" not in identifier:
            return int((_ASOUND / identifier).readlink().name.removeprefix("card"))
    return None


def card_ids() -> tuple[str, ...]:
    """The ids of the cards that there are now."""
    with contextlib.suppress(OSError):
        return tuple(sorted(link.name for link in _ASOUND.iterdir() if card_number(link.name) is not None))
    return ()


def no_such_card(identifier: str) -> str:
    """The sentence that says so, and which cards there are."""
    ids = card_ids()
    return f"There is no sound card {identifier}." + (f" There is {' and '.join(ids)}." if ids else "")
