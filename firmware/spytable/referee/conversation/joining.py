"""Joining: who comes while a game is on sits down for the next one."""

from __future__ import annotations

from dataclasses import dataclass

from spytable.game.cards import Colour
from spytable.referee.conversation.page import Go, Join, Key, Keys, Page, back, colour_key, key
from spytable.referee.conversation.sight import Sight, Stage
from spytable.referee.message import Message, message

COLOURS = (Colour.GREEN, Colour.RED, Colour.BLUE, Colour.YELLOW)
"""The colours of K1 to K4 wherever one is chosen."""


def joins(sight: Sight, first: Key | None, second: Key | None) -> tuple[tuple[Message, ...], Keys]:
    """What stands at a seat where nobody plays besides *first* and *second*, the keys of K1 and K2."""
    mine = sight.joined.get(sight.number)
    if mine is not None:
        # The key that chose the colour does not give it up again when it is pressed twice.
        leave = key("Leave", Join(None))
        keys = (first, second, None, leave) if mine is not Colour.YELLOW else (first, second, leave, None)
        return (message("Next game: {seat}", seat=mine),), keys
    join = key("Join", Go(Joining())) if free(sight) and not sight.unclaimed else None
    return (), (first, second, join, None)


def free(sight: Sight) -> tuple[Colour, ...]:
    """The colours that nobody has, in this game or for the next."""
    taken = {*sight.seats, *sight.joined.values()}
    return tuple(colour for colour in COLOURS if colour not in taken)


@dataclass(frozen=True, slots=True)
class Joining:
    """With which colour? Back lies on the first key that is free: at least two colours are taken."""

    def page(self, sight: Sight) -> Page | None:
        if sight.colour is not None or sight.stage is Stage.LOBBY or sight.number in sight.joined:
            return None
        offered = free(sight)
        keys = [colour_key(colour, Join(colour)) if colour in offered else None for colour in COLOURS]
        keys[keys.index(None)] = back()
        first, second, third, fourth = keys
        return Page(message("Next game"), (message("Press your colour"),), (first, second, third, fourth))
