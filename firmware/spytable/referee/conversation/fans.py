"""Fans: the holder's own base as a panel draws it, as it stands and as it would after a move."""

from __future__ import annotations

from spytable.game.base import Facing, faced_place, hopped, index_at, moved, place_at
from spytable.game.views import HolderView
from spytable.referee.screen import Fan


def own_fan(own: HolderView) -> Fan:
    """A base as its holder sees it now."""
    return Fan(
        size=own.size,
        spy=own.spy,
        facing=own.facing,
        exposed=own.exposed,
        lit=own.lit,
        looked_at=own.looked_at,
        marked=own.faced,
    )


def fan_with(own: HolderView, spy: int, facing: Facing) -> Fan:
    """The base as it will look once the Spy stands at *spy*: the other cards keep their order."""

    def now_at(place: int) -> int:
        index = index_at(place, own.spy)
        return spy if index is None else place_at(index, spy)

    return Fan(
        size=own.size,
        spy=spy,
        facing=facing,
        exposed=tuple(sorted((now_at(place), card) for place, card in own.exposed)),
        lit=frozenset(now_at(place) for place in own.lit),
        marked=faced_place(spy, facing, own.size),
    )


def landing(own: HolderView, facing: Facing, spaces: int) -> int:
    """Where the Spy would stand after *spaces* the way *facing*."""
    return moved(own.spy, facing, spaces, own.size)


def at_edge(own: HolderView) -> bool:
    """Whether the Spy could hop."""
    return hopped(own.spy, own.size) is not None
