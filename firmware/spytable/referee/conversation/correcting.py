"""Correcting a sealed base after the start, where what was entered is not what its holder holds.

The protocol takes a base before the start alone. So what was announced since is taken back, the corrected base is
announced, and all else is announced again: these are the announcements that the journal keeps. It is done only where
all of them are accepted and give the very calls that were heard: a game whose answers would have been others is not
rewritten. There the players take back, one by one, until the base can be told anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spytable.game.announcements import Announcement, Base, Play, Start, Undo
from spytable.game.cards import Card, Colour
from spytable.game.rules import apply
from spytable.game.state import Game
from spytable.referee.conversation.page import Go, Page, key
from spytable.referee.conversation.sight import Sight, Stage
from spytable.referee.message import Message, message


@dataclass(frozen=True, slots=True)
class Correction:
    """A game with a base that was corrected: the announcements that lead there, and all that make it."""

    announcements: tuple[Announcement, ...]
    history: tuple[Play, ...]


def correction(history: Sequence[Play], seat: Colour, cards: Sequence[Card]) -> Correction | None:
    """The game of *history*, which has begun, with *cards* in the base of *seat*; None where they do not fit it."""
    start = next(i for i, play in enumerate(history) if isinstance(play, Start))
    before = next(play for play in reversed(history[:start]) if isinstance(play, Base) and play.seat == seat)
    base = Base(before.seat, before.spy, before.facing, tuple(card.value for card in cards))
    one = other = _after(None, history[:start])
    other = _after(other, (base,))
    for play in history[start:]:
        (one, said), (other, again) = apply(one, play), apply(other, play)
        if said != again:
            return None
    back = (Undo(),) * (len(history) - start)
    return Correction((*back, base, *history[start:]), (*history[:start], base, *history[start:]))


def _after(game: Game | None, plays: Sequence[Play]) -> Game | None:
    for play in plays:
        game = apply(game, play).game
    return game


@dataclass(frozen=True, slots=True)
class Told:
    """What came of it without anybody being asked: *line* says it, since K4, which entered the base, ends turns."""

    line: Message

    def page(self, sight: Sight) -> Page | None:
        if sight.stage is not Stage.PLAY:
            return None
        return Page(message("Your base"), (self.line,), (None, None, key("OK", Go()), None))


@dataclass(frozen=True, slots=True)
class Unfit:
    """What was entered does not fit what was said before: told at this seat alone. Nothing is changed."""

    def page(self, sight: Sight) -> Page | None:
        if sight.stage is not Stage.PLAY:
            return None
        body = message("It does not fit what"), message("was said before.")
        # K4 entered it.
        return Page(message("That cannot be"), body, (None, None, key("OK", Go()), None))
