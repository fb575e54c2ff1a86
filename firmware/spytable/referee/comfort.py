"""Comfort: what each seat chose: large print, loudness and pace; and whether the table explains its keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

Choice = bool | int | str
"""What the table can remember."""

LEVELS = 3
"""Steps of loudness; the highest is what the settings file says."""

LARGE, LOUDNESS, CALM, FIRST_GAME = "large", "loudness", "calm", "first_game"
"""The names under which the table remembers each."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the voice speaks. *loudness*: 1 to LEVELS. *calm*: slower, with longer pauses between sentences."""

    loudness: int = LEVELS
    calm: bool = False


@dataclass(frozen=True, slots=True)
class Comfort:
    """*large*: the seats that read large print. *loudness*: 1 to LEVELS, of the seats that chose one. *calm*: the seats
    that want calm speech.

    *first_game*: keys are explained the first time that a seat meets them.
    """

    large: frozenset[int] = frozenset()
    loudness: tuple[tuple[int, int], ...] = ()
    calm: frozenset[int] = frozenset()
    first_game: bool = False

    def at(self, seat: int) -> Manner:
        """How *seat* likes what is said to it alone."""
        return Manner(dict(self.loudness).get(seat, LEVELS), seat in self.calm)

    def for_all(self, seats: Iterable[int]) -> Manner:
        """How all of *seats* hear best what is said to all: as loud as the loudest choice, calm where one wants that.

        >>> Comfort(loudness=((1, 2), (3, 1)), calm=frozenset({3})).for_all([1, 2, 3])
        Manner(loudness=2, calm=True)
        """
        there = frozenset(seats)
        chosen = [level for seat, level in self.loudness if seat in there]
        return Manner(max(chosen, default=LEVELS), bool(self.calm & there))

    def with_large(self, seat: int) -> Comfort:
        """The same with large print at *seat*, or without where it has it."""
        return replace(self, large=self.large ^ {seat})

    def with_calm(self, seat: int) -> Comfort:
        """The same with calm speech for *seat*, or without where it has it."""
        return replace(self, calm=self.calm ^ {seat})

    def louder(self, seat: int) -> Comfort:
        """The same with the next loudness at *seat*; after the loudest comes the softest."""
        level = self.at(seat).loudness % LEVELS + 1
        return replace(self, loudness=tuple(sorted((dict(self.loudness) | {seat: level}).items())))

    def kept(self) -> dict[str, Choice]:
        """What is to be remembered; `comfort` reads it."""
        return {
            LARGE: " ".join(map(str, sorted(self.large))),
            LOUDNESS: " ".join(f"{seat}:{level}" for seat, level in self.loudness),
            CALM: " ".join(map(str, sorted(self.calm))),
            FIRST_GAME: self.first_game,
        }


PLAIN = Comfort()
"""What nobody has changed."""


def comfort(kept: Mapping[str, Choice]) -> Comfort:
    """What was kept, where it makes sense: silence is no choice here, it would be taken for a fault.

    >>> some = Comfort(frozenset({2, 4}), loudness=((2, 1),), calm=frozenset({4}))
    >>> comfort(some.kept()) == some
    True
    >>> comfort({"loudness": "1:0 2:x", "large": "many", "calm": True}) == PLAIN
    True
    """
    pairs = (word.partition(":") for word in str(kept.get(LOUDNESS, "")).split())
    loudness = ((seat, level) for seat, _, level in pairs if _number(seat) and _number(level))
    return Comfort(
        large=_seats(kept.get(LARGE)),
        loudness=tuple((int(seat), int(level)) for seat, level in loudness if 1 <= int(level) <= LEVELS),
        calm=_seats(kept.get(CALM)),
        first_game=kept.get(FIRST_GAME) is True,
    )


def _seats(kept: Choice | None) -> frozenset[int]:
    return frozenset(int(word) for word in str(kept).split() if _number(word))


def _number(word: str) -> bool:
    return word.isascii() and word.isdigit()
