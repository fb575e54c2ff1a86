"""Where seats rest while others act, and what every seat may do at any time: hear again, take back, leave."""

from __future__ import annotations

from dataclasses import dataclass

from spytable.game.announcements import Leave
from spytable.game.calls import State
from spytable.referee.conversation.page import AGAIN, Go, Page, Say, TakeBack, back, fitting, key
from spytable.referee.conversation.sight import Sight, Stage, own_fan
from spytable.referee.message import Message, message
from spytable.referee.screen import Fan


def rest(sight: Sight) -> Page:
    """A seat that waits: who acts, what was called last, its own base."""
    more = key("More", Go(More())) if sight.is_in or sight.may_undo else None
    lines, fan = beside_fan(sight, sight.lines)
    if sight.colour is not None and not sight.is_in:
        lines = fitting((*lines, message("You are out")))
    return Page(acting(sight), lines, (AGAIN, None, more, None), fan, resting=True)


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
    """Say again, take back, leave."""

    def page(self, sight: Sight) -> Page | None:
        undo = None
        if sight.may_undo and sight.last is not None:
            undo = key("Undo", TakeBack(sight.last.heard))
        leave = key("Leave", Go(Leaving())) if sight.is_in and sight.stage is Stage.PLAY else None
        if sight.colour is None or not (sight.is_in or undo):
            return None
        return Page(message("More"), sight.lines, (AGAIN, undo, back(), leave))


@dataclass(frozen=True, slots=True)
class Leaving:
    """Asks whether the player really leaves."""

    def page(self, sight: Sight) -> Page | None:
        if sight.colour is None or not sight.is_in or sight.stage is not Stage.PLAY:
            return None
        keys = (key("Leave", Say(Leave(sight.colour.value))), None, None, key("Stay", Go(More())))
        return Page(message("Leave the game?"), (message("You cannot come back"),), keys)
