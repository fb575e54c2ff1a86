"""The state of a game: all that the rules know, as frozen values. Only rules.py makes new ones."""

from __future__ import annotations

from dataclasses import dataclass, field

from spytable.game.announcements import HouseRules, Turning
from spytable.game.base import Facing, faced_place, index_at, place_at
from spytable.game.cards import TARGETS, Card, Colour, places
from spytable.game.deduction import Arrangements


@dataclass(frozen=True, slots=True)
class Base:
    """A base as the table knows it. A card's index counts from the owner's left, from 0, without the Spy.

    *spy*: the Spy's place from the owner's left, from 1. *possible*: the arrangements that fit all that was
    heard. *cards*: what lies there, in a sealed game. *exposed*: the index of each exposed target, in their
    order. *lit*: the Bombs that the table knows to be lit. *disputed*: what was heard was dropped once.
    """

    spy: int
    facing: Facing
    possible: Arrangements = field(repr=False)
    cards: tuple[Card, ...] | None = field(default=None, repr=False)
    exposed: tuple[int, ...] = ()
    lit: frozenset[int] = frozenset()
    disputed: bool = False

    @property
    def target(self) -> Card | None:
        """The exposure target; None after Top Secret 2."""
        return TARGETS[len(self.exposed)] if len(self.exposed) < len(TARGETS) else None

    def index_at(self, place: int) -> int | None:
        """The card at *place*, or None for the Spy."""
        return index_at(place, self.spy)

    def place_at(self, index: int) -> int:
        """The place of the card *index* now."""
        return place_at(index, self.spy)


@dataclass(frozen=True, slots=True)
class Question:
    """An answer is owed: *target* is asked what lies at the place *slot*, from the target's own left."""

    target: Colour
    slot: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game from its set-up to its end.

    *seats* are clockwise, *bases* in the same order (None: not yet announced). *turn* is None before the
    start and after the end. *out* is in the order in which players went out.
    """

    seats: tuple[Colour, ...]
    sealed: bool
    rules: HouseRules
    bases: tuple[Base | None, ...]
    turn: Colour | None = None
    moved: bool = False
    spied: bool = False
    question: Question | None = None
    out: tuple[Colour, ...] = ()
    winner: Colour | None = None

    @property
    def places(self) -> int:
        """Places in each base, the Spy's counted."""
        return places(len(self.seats))

    @property
    def started(self) -> bool:
        """The first turn has begun; stays true after the end."""
        return self.turn is not None or self.winner is not None

    @property
    def still_in(self) -> tuple[Colour, ...]:
        """The seats that are not out, clockwise."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    @property
    def owed(self) -> Colour | None:
        """Who owes an answer."""
        return self.question.target if self.question else None

    def base(self, seat: str) -> Base:
        """The base of *seat*. Raises LookupError if it is not announced or there is no such seat."""
        base = self.bases[self.seats.index(Colour(seat))] if seat in self.seats else None
        if base is None:
            raise LookupError(f"no base of {seat}")
        return base


def faced_index(game: Game, base: Base, turn: Turning) -> int:
    """The card that the Spy faces when its movement begins: after a turn made before it."""
    facing = base.facing.turned if turn in (Turning.BEFORE, Turning.BOTH) else base.facing
    index = base.index_at(faced_place(base.spy, facing, game.places))
    assert index is not None, "a Spy never faces itself"
    return index
