"""Comfort: how loud and fast the table speaks, who reads large print, and whether it explains its keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

Choice = bool | int | str
"""What the table can remember."""

LEVELS = 3
"""Steps of loudness; the highest is what the settings file says."""

LARGE, LOUDNESS, CALM, FIRST_GAME = "large", "loudness", "calm", "first_game"
"""The names under which the table remembers each."""


@dataclass(frozen=True, slots=True)
class Comfort:
    """*large*: the seats that read large print. *loudness*: 1 to LEVELS. *calm*: longer pauses between sentences.

    *first_game*: keys are explained the first time that a seat meets them.
    """

    large: frozenset[int] = frozenset()
    loudness: int = LEVELS
    calm: bool = False
    first_game: bool = False

    def with_large(self, seat: int) -> Comfort:
        """The same with large print at *seat*, or without where it has it."""
        return replace(self, large=self.large ^ {seat})

    def kept(self) -> dict[str, Choice]:
        """What is to be remembered; `comfort` reads it."""
        return {
            LARGE: " ".join(map(str, sorted(self.large))),
            LOUDNESS: self.loudness,
            CALM: self.calm,
            FIRST_GAME: self.first_game,
        }


PLAIN = Comfort()
"""What nobody has changed."""


def comfort(kept: Mapping[str, Choice]) -> Comfort:
    """What was kept, where it makes sense: silence is no choice here, it would be taken for a fault.

    >>> comfort(Comfort(frozenset({2, 4}), loudness=1).kept()) == Comfort(frozenset({2, 4}), loudness=1)
    True
    >>> comfort({"loudness": 0, "large": "many"})
    Comfort(large=frozenset(), loudness=3, calm=False, first_game=False)
    """
    words = str(kept.get(LARGE, "")).split()
    loudness = kept.get(LOUDNESS)
    return Comfort(
        large=frozenset(int(word) for word in words if word.isascii() and word.isdigit()),
        loudness=loudness if type(loudness) is int and 1 <= loudness <= LEVELS else LEVELS,
        calm=kept.get(CALM) is True,
        first_game=kept.get(FIRST_GAME) is True,
    )
