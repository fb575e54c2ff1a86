"""Lines: what was called, in words for the panels, where it stands as long as it is the last."""

from __future__ import annotations

from collections.abc import Iterable

from spytable.game import calls
from spytable.game.base import Facing
from spytable.game.calls import By, Call
from spytable.game.cards import Colour
from spytable.referee.message import Message, message

TAKEN_BACK = {
    "base": message("A base taken back"),
    "start": message("Start taken back"),
    "move": message("Move taken back"),
    "hop": message("Hop taken back"),
    "spy": message("Spying taken back"),
    "answer": message("Answer taken back"),
    "done": message("Turn end taken back"),
    "leave": message("Leaving taken back"),
}
"""What an undo says, by what it took back: never a number or a card."""


def lines(said: Iterable[Call], to: Colour | None = None) -> tuple[Message, ...]:
    """The lines for the calls of one announcement: at most three of 21 letters, and mostly one: a fan has room for it.

    Whose turn it is, who has won and that an answer is owed stand in the titles, the targets below the fans.
    Where the seat *to* moved or hopped itself, its own fan tells the rest.
    """
    said = tuple(said)
    if len(said) > 1 and isinstance(said[0], calls.Spies):
        # What was found names the place, and says all.
        return tuple(line for call in said[1:] for line in _lines(call, to, said[0].slot))
    return tuple(line for call in said for line in _lines(call, to))


def _lines(call: Call, to: Colour | None, looked_at: int = 0) -> tuple[Message, ...]:
    match call:
        case calls.SetUp(cards=cards):
            return (message("New game: {cards} cards", cards=cards),)
        case calls.Ready(seat=seat):
            return (message("{seat} is ready", seat=seat),)
        case calls.Moved(seat=seat, spaces=spaces, spy=spy, facing=facing):
            if spaces == 0:
                return (message("{seat} turns round", seat=seat),)
            if seat == to:
                return (message("{seat} moves {spaces}", seat=seat, spaces=spaces),)
            if facing is Facing.LEFT:
                return (message("{seat} moves {spaces} to {spy} ◀", seat=seat, spaces=spaces, spy=spy),)
            return (message("{seat} moves {spaces} to {spy} ▶", seat=seat, spaces=spaces, spy=spy),)
        case calls.Hopped(seat=seat, spy=spy):
            return (message("{seat} hops to {spy}", seat=seat, spy=spy),)
        case calls.Spies(seat=seat, target=target):
            return (message("{seat} spies on {target}", seat=seat, target=target),)
        case calls.Type(seat=seat, card=kind):
            return (message("{seat}: {card}", seat=seat, card=kind),)
        case calls.Exposed(seat=seat, card=card):
            return (message("{seat}: {card}!", seat=seat, card=card),)
        case calls.AlreadyExposed(card=card):
            return (message("Place {place}: {card}", place=looked_at, card=card),)
        case calls.SpyMeetsSpy(seat=seat):
            return (message("{seat} {place}: the Spy", seat=seat, place=looked_at),)
        case calls.Hiss(seat=seat):
            return (message("{seat}: Tsssssss", seat=seat),)
        case calls.Boom(seat=seat, slot=slot):
            return (message("{seat} {slot}: a lit Bomb", seat=seat, slot=slot),)
        case calls.Out(seat=seat, by=By.LEFT):
            return (message("{seat} has left", seat=seat),)
        case calls.Out(seat=seat):
            return (message("{seat} is out", seat=seat),)
        case calls.Disputed(seat=seat):
            return (message("{seat} is disputed", seat=seat),)
        case calls.Undone(say=say):
            return (TAKEN_BACK[say],)
        case calls.Resumed():
            return (message("The game goes on"),)
        case _:
            # Turn, Winner and State stand in the titles; fouls and contradictions only at who announced.
            return ()
