"""The end: the winner on all panels, and the way into the next game."""

from __future__ import annotations

from dataclasses import dataclass

from spytable.game.announcements import SetUp
from spytable.referee.conversation.page import AGAIN, Draft, Gather, Go, Page, Say, back, key
from spytable.referee.conversation.rest import More
from spytable.referee.conversation.sight import Sight
from spytable.referee.message import message


def over(sight: Sight) -> Page:
    """Where a seat rests when the game is over. K1 only repeats: a hurried press starts nothing."""
    winner = sight.now.winner
    assert winner is not None
    title = message("You win") if winner == sight.colour else message("{seat} wins", seat=winner)
    more = key("More", Go(More())) if sight.colour is not None else None
    return Page(title, sight.lines, (AGAIN, key("New", Go(NewGame(None))), more, None), resting=True)


@dataclass(frozen=True, slots=True)
class NewGame:
    """A new game: with the same players and house rules, or with others. *before*: where Back leads."""

    before: Draft | None

    def page(self, sight: Sight) -> Page | None:
        again = SetUp(tuple(seat.value for seat in sight.seats), sight.sealed, sight.rules)
        keys = (key("Yes", Say(again)), back(self.before), key("No", Gather()), None)
        return Page(message("New game"), (message("The same players?"),), keys)
