"""Leaving, somebody who has gone, and the pause: what is rarely done, and by any seat."""

from __future__ import annotations

from dataclasses import dataclass

from spytable.game.announcements import Leave
from spytable.game.cards import Colour, deck
from spytable.referee.conversation.entering import Entering, shorter
from spytable.referee.conversation.page import (
    Go,
    Hold,
    Key,
    Miss,
    Page,
    Pause,
    Propose,
    Resume,
    Say,
    back,
    colour_key,
    key,
)
from spytable.referee.conversation.sight import Sight, Stage
from spytable.referee.message import message


@dataclass(frozen=True, slots=True)
class Rarely:
    """Pause, say who has gone, leave. Where nobody plays one can do the first two."""

    def page(self, sight: Sight) -> Page | None:
        if sight.stage is not Stage.PLAY:
            return None
        rest = None
        if sight.is_in:
            rest = key("Next", Go(Mistaken())) if sight.sealed else key("Leave", Go(Leaving()))
        keys = (key("Pause", Pause()), key("Away", Go(Away())), back(), rest)
        return Page(message("More"), sight.lines, keys)


@dataclass(frozen=True, slots=True)
class Mistaken:
    """In a sealed game: a base that was entered wrongly; and leaving."""

    def page(self, sight: Sight) -> Page | None:
        if sight.own is None or not sight.is_in or not sight.sealed or sight.stage is not Stage.PLAY:
            return None
        entered = shorter(sight.own_cards, deck(len(sight.seats)))
        again = Entering(sight.own.spy, sight.own.facing, entered, later=True)
        return Page(message("More"), sight.lines, (key("Base", Go(again)), None, back(), key("Leave", Go(Leaving()))))


@dataclass(frozen=True, slots=True)
class Leaving:
    """Asks whether the player really leaves, or whether all of them want to end the game."""

    def page(self, sight: Sight) -> Page | None:
        if sight.colour is None or not sight.is_in or sight.stage is not Stage.PLAY:
            return None
        leave = key("Leave", Say(Leave(sight.colour.value)))
        keys = (leave, key("Draw", Propose()), None, key("Stay", Go(Rarely())))
        return Page(message("Leave the game?"), (message("You cannot come back"),), keys)


@dataclass(frozen=True, slots=True)
class Away:
    """Who has gone? Back lies amid the names, on the key that opened the page."""

    def page(self, sight: Sight) -> Page | None:
        if sight.stage is not Stage.PLAY:
            return None
        named: list[Key | None] = [colour_key(seat, Go(Missing(seat))) for seat in sight.others_in]
        first, second, third = [*named, None, None][:3]
        return Page(message("Who is away?"), (), (first, back(Rarely()), second, third))


@dataclass(frozen=True, slots=True)
class Missing:
    """Says what follows, and asks for a hold: a slip would trouble everybody."""

    player: Colour

    def page(self, sight: Sight) -> Page | None:
        if self.player not in sight.others_in or sight.stage is not Stage.PLAY:
            return None
        body = message("The others are asked"), message("{seat} would be out", seat=self.player)
        keys = (None, back(Away()), key("Hold", Hold(Miss(self.player))), None)
        return Page(message("Is {seat} away?", seat=self.player), body, keys)


def paused(sight: Sight) -> Page:
    """Nothing counts until a seat goes on: any of them may. On no page that comes then does K2 announce anything."""
    by = () if sight.paused_by is None else (message("{seat} paused", seat=sight.paused_by),)
    return Page(message("Paused"), by, (None, key("Go on", Resume()), None, None))
