"""Fouls: whether an announcement is one, and which is named where several fit.

Each kind of announcement is a row of `_CHECKS`: the fouls that it can be, in the order in which they are named. A
check may take for granted that those before it found nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from spytable.game import announcements as say
from spytable.game.announcements import Play, Turning
from spytable.game.base import hopped
from spytable.game.calls import FoulCode
from spytable.game.cards import TWO_PLAYERS, Colour, deck
from spytable.game.state import Game, faced_index


def foul(game: Game | None, play: Play) -> FoulCode | None:
    """The first foul that *play* is in *game* (None: nothing is set up yet), or None where it is none."""
    if isinstance(play, say.SetUp):
        return FoulCode.WRONG_PLAYERS if _wrong_players(play) else None
    if game is None:
        return FoulCode.NOT_SET_UP
    for code, is_foul in _CHECKS[type(play)]:
        if is_foul(game, play):
            return code
    return None


def _wrong_players(play: say.SetUp) -> bool:
    colours = set(play.seats)
    if not 2 <= len(play.seats) <= 4 or len(colours) < len(play.seats) or not colours <= set(Colour):
        return True
    return len(colours) == 2 and colours != TWO_PLAYERS


def _no_such_seat(game: Game, play: Any) -> bool:
    return play.seat not in game.seats


def _no_such_target(game: Game, play: say.Spy) -> bool:
    return play.target not in game.seats


def _no_such_first(game: Game, play: say.Start) -> bool:
    return play.first is not None and play.first not in game.seats


def _bad_base(game: Game, play: say.Base) -> bool:
    return not 1 <= play.spy <= game.places or (play.cards is not None) != game.sealed


def _wrong_deck(game: Game, play: say.Base) -> bool:
    return play.cards is not None and Counter(play.cards) != Counter(deck(len(game.seats)))


def _turn_needs_move(game: Game, play: say.Move) -> bool:
    return play.spaces == 0 and not game.rules.turn_without_move


def _wrong_spaces(game: Game, play: say.Move) -> bool:
    if play.spaces == 0:
        return play.turn in (Turning.NONE, Turning.BOTH)
    if play.spaces not in (1, 2):
        return True
    base = game.base(play.seat)
    index = faced_index(game, base, play.turn)
    return base.cards is not None and index not in base.exposed and base.cards[index].number != play.spaces


def _not_at_edge(game: Game, play: say.Hop) -> bool:
    return hopped(game.base(play.seat).spy, game.places) is None


_Check = tuple[FoulCode, Callable[[Game, Any], bool]]

_SEAT: _Check = (FoulCode.NO_SUCH_SEAT, _no_such_seat)
_STARTED: _Check = (FoulCode.ALREADY_STARTED, lambda game, play: game.started)
_PLAYING: tuple[_Check, ...] = (
    (FoulCode.NOT_STARTED, lambda game, play: not game.started),
    (FoulCode.GAME_OVER, lambda game, play: game.winner is not None),
)
_ON_TURN: tuple[_Check, ...] = (
    _SEAT,
    *_PLAYING,
    (FoulCode.ANSWER_OWED, lambda game, play: game.question is not None),
    (FoulCode.NOT_YOUR_TURN, lambda game, play: game.turn != play.seat),
)

_CHECKS: dict[type, tuple[_Check, ...]] = {
    say.Base: (
        (FoulCode.BAD_ANNOUNCEMENT, _bad_base),
        _SEAT,
        _STARTED,
        (FoulCode.WRONG_DECK, _wrong_deck),
    ),
    say.Start: (
        (FoulCode.NO_SUCH_SEAT, _no_such_first),
        _STARTED,
        (FoulCode.BASES_MISSING, lambda game, play: None in game.bases),
    ),
    say.Move: (
        *_ON_TURN,
        (FoulCode.ALREADY_MOVED, lambda game, play: game.moved),
        (FoulCode.TURN_NEEDS_MOVE, _turn_needs_move),
        (FoulCode.WRONG_SPACES, _wrong_spaces),
    ),
    say.Hop: (*_ON_TURN, (FoulCode.NOT_AT_EDGE, _not_at_edge)),
    say.Spy: (
        (FoulCode.NO_SUCH_SEAT, _no_such_target),
        *_ON_TURN,
        (FoulCode.TARGET_SELF, lambda game, play: play.target == play.seat),
        (FoulCode.TARGET_OUT, lambda game, play: play.target in game.out),
        (FoulCode.ALREADY_SPIED, lambda game, play: game.spied),
    ),
    say.Answer: (
        _SEAT,
        *_PLAYING,
        (FoulCode.NO_ANSWER_OWED, lambda game, play: game.question is None),
        (FoulCode.WRONG_SEAT_ANSWERS, lambda game, play: game.owed != play.seat),
    ),
    say.Done: _ON_TURN,
    say.Leave: (_SEAT, *_PLAYING, (FoulCode.TARGET_OUT, lambda game, play: play.seat in game.out)),
}
