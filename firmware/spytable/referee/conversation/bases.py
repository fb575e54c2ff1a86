"""The bases: each player tells where their Spy is; then they say who begins."""

from __future__ import annotations

from dataclasses import dataclass

from spytable.game.announcements import Start
from spytable.game.base import Facing
from spytable.game.cards import TWO_PLAYERS, Colour
from spytable.referee.conversation.entering import Placing
from spytable.referee.conversation.lines import TAKEN_BACK
from spytable.referee.conversation.over import NewGame
from spytable.referee.conversation.page import AGAIN, Go, Lots, Page, Say, back, fitting, key
from spytable.referee.conversation.sight import Sight, Stage
from spytable.referee.message import Message, message


def bases(sight: Sight) -> Page:
    """Where a seat rests between set-up and start."""
    news = _taken_back(sight)
    waiting = fitting((*news, *_waiting(sight)))
    if sight.colour is None:
        return Page(message("Bases are made"), waiting, (AGAIN, None, None, None), resting=True)
    more = key("More", Go(BasesMore()))
    base = sight.now.bases.get(sight.colour)
    if base is None:
        begin = key("Next", Go(Placing((sight.size + 1) // 2, Facing.RIGHT)))
        return Page(message("Make your base"), _instructions(sight, sight.colour), (None, begin, more, None))
    if sight.busy:
        change = key("Change", Go(Placing(base.spy, base.facing, sight.own_cards)))
        return Page(message("Ready"), waiting, (change, None, more, None), resting=True)
    mine = key("I do", Say(Start(sight.colour.value)))
    lots = key("Lots", Lots(sight.seats))
    return Page(message("Who begins?"), (*news, message("All are ready")), (mine, lots, more, None), resting=True)


@dataclass(frozen=True, slots=True)
class BasesMore:
    """What else may be done before the start."""

    def page(self, sight: Sight) -> Page | None:
        if sight.colour is None or sight.stage is not Stage.BASES:
            return None
        base = sight.now.bases.get(sight.colour)
        change = None if base is None else key("Change", Go(Placing(base.spy, base.facing, sight.own_cards)))
        new = key("New", Go(NewGame(self)))
        return Page(message("More"), sight.lines, (change, new, back(), None))


def _instructions(sight: Sight, colour: Colour) -> tuple[Message, ...]:
    lines = [message("Fan your {cards} cards", cards=sight.size), message("Fuses down, Spy seen")]
    if len(sight.seats) > 2 and colour in TWO_PLAYERS:
        # Only these two colours have a Bomb 2, which three and four players leave out.
        lines.insert(0, message("Put Bomb 2 aside"))
    return tuple(lines)


def _taken_back(sight: Sight) -> tuple[Message, ...]:
    """What was taken back last, as all have heard."""
    return tuple(line for line in sight.lines if line in TAKEN_BACK.values())


def _waiting(sight: Sight) -> tuple[Message, ...]:
    return fitting(message("Waiting for {seat}", seat=seat) for seat in sight.busy)
