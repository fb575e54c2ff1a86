"""The ring of a base: places, facing, the faced card, the mirror, and where a Spy ends when it moves."""

from __future__ import annotations

from enum import StrEnum


class Facing(StrEnum):
    """The way a Spy faces, as its owner sees it."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def turned(self) -> Facing:
        """The other way."""
        return Facing.RIGHT if self is Facing.LEFT else Facing.LEFT

    @property
    def step(self) -> int:
        """+1 to the right, -1 to the left, in places from the owner's left."""
        return 1 if self is Facing.RIGHT else -1


def faced_place(spy: int, facing: Facing, places: int) -> int:
    """The place of the card that the Spy faces. At an edge, facing outward, that is the opposite end.

    Places are counted from the owner's left, from 1, the Spy's counted.

    >>> faced_place(8, Facing.RIGHT, 8)
    1
    """
    return (spy - 1 + facing.step) % places + 1


def mirrored(place: int, places: int) -> int:
    """The place that mirrors *place* in an opponent's base: each counted from its own holder's left.

    >>> mirrored(2, 8)
    7
    """
    return places + 1 - place


def moved(spy: int, facing: Facing, spaces: int, places: int) -> int:
    """Where the Spy stands after it has passed *spaces* cards the way it faces.

    The end of the base costs nothing: a Spy at an edge that faces outward is first at the other edge.

    >>> moved(7, Facing.RIGHT, 2, 8)
    2
    """
    for _ in range(spaces):
        edge, opposite = (places, 1) if facing is Facing.RIGHT else (1, places)
        spy = (opposite if spy == edge else spy) + facing.step
    return spy


def hopped(spy: int, places: int) -> int | None:
    """The opposite edge for a Spy at an edge; None for a Spy that is at none."""
    return {1: places, places: 1}.get(spy)


def index_at(place: int, spy: int) -> int | None:
    """Which card lies at *place*, counted from 0 without the Spy; None where the Spy itself is.

    The order of these cards never changes: a card keeps its index for the whole game, wherever the Spy goes.

    >>> index_at(5, 3), index_at(3, 3)
    (3, None)
    """
    return None if place == spy else place - 1 - (place > spy)


def place_at(index: int, spy: int) -> int:
    """The place now of the card *index*, counted from 0 without the Spy.

    >>> place_at(3, 3)
    5
    """
    return index + 1 + (index + 1 >= spy)
