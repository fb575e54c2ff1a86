"""Chairs: which seat of the table plays which colour, kept beside the game to survive a power cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spytable.game.cards import Colour

SETTING = "chairs"
"""The name under which the table remembers who sits where."""


def written(players: Mapping[int, Colour]) -> str:
    """*players* as a setting.

    >>> written({1: Colour.GREEN, 3: Colour.RED})
    '1 green 3 red'
    """
    return " ".join(f"{seat} {colour}" for seat, colour in sorted(players.items()))


def players(colours: Sequence[Colour], seats: Sequence[int], kept: object) -> dict[int, Colour]:
    """Who plays at which of *seats*, in a game of *colours*, clockwise, after what was *kept*.

    What was kept counts only if it names just these colours, in their order round the table: else it is of
    another game. Without it, a game that fills every seat tells by itself, since colours and seats both run
    clockwise. A colour that is left without a seat waits until its player claims one.

    >>> players([Colour.GREEN, Colour.RED], [1, 2, 3], "1 green 3 red")
    {1: <Colour.GREEN: 'green'>, 3: <Colour.RED: 'red'>}
    """
    found = _read(kept)
    if tuple(colour for _, colour in sorted(found.items())) == tuple(colours):
        return {seat: colour for seat, colour in sorted(found.items()) if seat in seats}
    if len(colours) == len(seats):
        return dict(zip(sorted(seats), colours, strict=True))
    return {}


def _read(kept: object) -> dict[int, Colour]:
    """What `written` wrote; nothing where *kept* is anything else."""
    words = kept.split() if isinstance(kept, str) else []
    try:
        return {int(seat): Colour(colour) for seat, colour in zip(words[::2], words[1::2], strict=True)}
    except ValueError:
        return {}
