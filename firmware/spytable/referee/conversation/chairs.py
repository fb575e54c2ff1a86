"""Chairs: which seat of the table plays which colour: how players take them, and how the table remembers them.

They are kept beside the game, to survive a power cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spytable.game.cards import Colour
from spytable.referee.comfort import Choice
from spytable.referee.conversation.lobby import Seated
from spytable.referee.conversation.talk import Talk

SETTING = "chairs"
"""The name under which the table remembers who sits where."""


def join(talk: Talk, seat: int, colour: Colour | None) -> None:
    """*seat* sits down with *colour* for the next game, or with None stands up."""
    if colour is None:
        del talk.joined[seat]
    else:
        talk.joined[seat] = colour


def claim(talk: Talk, seat: int, colour: Colour | None) -> dict[str, Choice]:
    """*seat* takes *colour* in a game that goes on, or with None lets it go again. Gives what is to be remembered."""
    if colour is None:
        del talk.players[seat]
    else:
        talk.players[seat] = colour
        talk.open(seat, Seated())
    return {SETTING: written(talk.players)}


def gather(talk: Talk) -> None:
    """Who plays is asked anew: all who played have sat down already."""
    talk.gathering = True
    talk.joined = {**talk.players, **talk.joined}
    talk.heard = ()


def take(talk: Talk) -> dict[str, Choice]:
    """A game is set up: those who sat down play, beside the players of the last one unless who plays was asked anew.

    Gives what is to be remembered.
    """
    before = {} if talk.gathering else talk.players
    talk.players = {**before, **talk.joined}
    talk.gathering = False
    talk.joined = {}
    return {SETTING: written(talk.players)}


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
