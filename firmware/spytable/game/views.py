"""Views: what may be shown of a game to all, and to a base's holder: never what players must remember."""

from __future__ import annotations

from dataclasses import dataclass

from spytable.game.base import Facing, faced_place
from spytable.game.calls import PublicBase, State
from spytable.game.cards import TARGETS, Card, Colour
from spytable.game.state import Base, Game


@dataclass(frozen=True, slots=True)
class HolderView:
    """What holders can see in their own hand. Places count from the holder's left, from 1, the Spy's counted.

    *size*: how many places. *faced*: the place that the Spy faces. *exposed*: the cards that all can see, by
    place. *lit*: the places of the Bombs that the table knows to be lit: after a dispute, not all whose fuse
    shows. *looked_at*: the place that an answer is owed for, or None. *disputed*: what was heard was dropped
    once.
    """

    size: int
    spy: int
    facing: Facing
    faced: int
    exposed: tuple[tuple[int, Card], ...]
    lit: frozenset[int]
    looked_at: int | None
    disputed: bool


def public_view(game: Game) -> State:
    """What all can see on the table, nothing that players must remember. Who is out has no base any more."""
    return State(
        turn=game.turn,
        owed=game.owed,
        moved=game.moved,
        spied=game.spied,
        out=game.out,
        winner=game.winner,
        bases={
            seat: PublicBase(base.spy, base.facing, _exposed(base), base.target)
            for seat, base in zip(game.seats, game.bases, strict=True)
            if base is not None and seat not in game.out
        },
    )


def holder_view(game: Game, seat: Colour) -> HolderView:
    """What the holder of *seat* sees in their own hand. Raises LookupError if that base is not announced."""
    base = game.base(seat)
    return HolderView(
        size=game.places,
        spy=base.spy,
        facing=base.facing,
        faced=faced_place(base.spy, base.facing, game.places),
        exposed=tuple(sorted((place, card) for card, place in _exposed(base).items())),
        lit=frozenset(base.place_at(index) for index in base.lit),
        looked_at=game.question.slot if game.question and game.question.target == seat else None,
        disputed=base.disputed,
    )


def _exposed(base: Base) -> dict[Card, int]:
    return {card: base.place_at(index) for card, index in zip(TARGETS, base.exposed, strict=False)}
