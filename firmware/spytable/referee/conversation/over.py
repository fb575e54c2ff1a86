"""The end: the winner on all panels, and the way into the next game."""

from __future__ import annotations

from dataclasses import dataclass

from spytable.game.announcements import SetUp
from spytable.referee.conversation.joining import joins
from spytable.referee.conversation.page import AGAIN, Draft, Gather, Go, Page, Say, back, fitting, key
from spytable.referee.conversation.rest import More
from spytable.referee.conversation.sight import Sight
from spytable.referee.message import message


def over(sight: Sight) -> Page:
    """Where a seat rests when the game is over. K1 only repeats: a hurried press starts nothing."""
    winner = sight.now.winner
    if winner is None:
        title = message("A draw")
    else:
        title = message("You win") if winner == sight.colour else message("{seat} wins", seat=winner)
    new = key("New", Go(NewGame(None)))
    if sight.colour is None:
        lines, keys = joins(sight, AGAIN, new)
        return Page(title, fitting((*lines, *sight.lines)), keys, resting=True)
    return Page(title, sight.lines, (AGAIN, new, key("More", Go(More())), None), resting=True)


@dataclass(frozen=True, slots=True)
class NewGame:
    """A new game: with the same players and house rules, or with others. *before*: where Back leads."""

    before: Draft | None

    def page(self, sight: Sight) -> Page | None:
        seats = sight.seats
        if sight.joined:
            seats = tuple(seat for _, seat in sorted({**sight.chairs, **sight.joined}.items()))
        again = SetUp(tuple(seat.value for seat in seats), sight.sealed, sight.rules)
        keys = (key("Yes", Say(again)), back(self.before), key("No", Gather()), None)
        come = (message("And {seat}", seat=seat) for _, seat in sorted(sight.joined.items()))
        return Page(message("New game"), fitting((message("The same players?"), *come)), keys)
