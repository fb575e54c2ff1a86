"""Where seats rest while others act, and what every seat may do at any time: hear again, take back."""

from __future__ import annotations

from dataclasses import dataclass

from spytable.game.calls import State
from spytable.referee.conversation.fans import own_fan
from spytable.referee.conversation.joining import joins
from spytable.referee.conversation.leaving import Rarely
from spytable.referee.conversation.page import AGAIN, AskScores, Go, Page, TakeBack, back, fitting, key
from spytable.referee.conversation.sight import Sight, Stage
from spytable.referee.message import Message, message
from spytable.referee.screen import Fan


def rest(sight: Sight) -> Page:
    """A seat that waits: who acts, what was called last, its own base."""
    if sight.colour is None:
        return _beside_the_game(sight)
    lines, fan = beside_fan(sight, sight.lines)
    if not sight.is_in:
        lines = fitting((*lines, message("You are out")))
    return Page(acting(sight), lines, (AGAIN, None, key("More", Go(More())), None), fan, resting=True)


def _beside_the_game(sight: Sight) -> Page:
    """Where nobody plays: whoever comes may sit down for the next game."""
    lines, keys = joins(sight, AGAIN, key("More", Go(Rarely())))
    return Page(acting(sight), fitting((*lines, *sight.lines)), keys, resting=True)


def acting(sight: Sight) -> Message:
    """Who acts now, as a title."""
    now: State = sight.now
    if now.owed is not None:
        return message("{seat} looks at {place}", seat=now.owed, place=sight.looked_at or 0)
    assert now.turn is not None
    return message("Turn: {seat}", seat=now.turn)


def beside_fan(sight: Sight, lines: tuple[Message, ...]) -> tuple[tuple[Message, ...], Fan | None]:
    """The lines with the seat's own fan, which makes way where they need its room."""
    if sight.own is None or not sight.is_in or len(lines) > 1:
        return lines, None
    return lines, own_fan(sight.own)


@dataclass(frozen=True, slots=True)
class More:
    """Say again, take back, and the way to what is done more rarely."""

    def page(self, sight: Sight) -> Page | None:
        undo = None
        if sight.may_undo and sight.last is not None:
            undo = key("Undo", TakeBack(sight.last.heard))
        rarely = key("Next", Go(Rarely())) if sight.stage is Stage.PLAY else None
        if sight.stage is Stage.OVER:
            rarely = key("Scores", AskScores(3, More()))
        if sight.colour is None or not (rarely or undo):
            return None
        return Page(message("More"), sight.lines, (AGAIN, undo, back(), rarely))
