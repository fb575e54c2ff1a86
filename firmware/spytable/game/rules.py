"""The rules of Spy: what each announcement does to a game.

A game is a frozen value. `apply` takes one and what was said, and gives the game after it with the calls that
a referee makes, in the order in which they are said. Two rules keep it simple:

1. All that changes a game stands in this file. Nothing else makes a `Game` or a `Base` out of another.
2. What is refused changes nothing: it gives the same game back, with one `Foul` or one `Contradiction`.

The rules do not know who says something, nor how; and of hidden cards only what was heard, or sealed. Each
kind of announcement is a row of `_TABLE`: the fouls it can be, in the order in which they are named, and what
it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from spytable.game import announcements as say
from spytable.game import calls
from spytable.game.announcements import Play, Said, Turning
from spytable.game.base import faced_place, hopped, index_at, mirrored, moved
from spytable.game.calls import About, By, Call, FoulCode
from spytable.game.cards import TARGETS, TWO_PLAYERS, Card, Colour, Kind, deck
from spytable.game.deduction import Arrangements, space
from spytable.game.state import Base, Game, Question

VERSION = 1
"""Grows when the same announcements would give another game: a kept game is not read by other rules."""


class Outcome(NamedTuple):
    """The game after an announcement, and what is said of it."""

    game: Game | None
    calls: tuple[Call, ...]


class _Change(NamedTuple):
    """An Outcome of a game that is there."""

    game: Game
    calls: tuple[Call, ...]


def apply(game: Game | None, play: Play) -> Outcome:
    """What *play* does to *game* (None: nothing is set up yet).

    If it is refused, the game comes back unchanged, with one Foul or one Contradiction. Nothing is raised.
    """
    if isinstance(play, say.SetUp):
        return _set_up(game, play)
    if game is None:
        return Outcome(None, (calls.Foul(FoulCode.NOT_SET_UP),))
    fouls, does = _TABLE[type(play)]
    for code, is_foul in fouls:
        if is_foul(game, play):
            return Outcome(game, (calls.Foul(code),))
    return Outcome(*does(game, play))


def legal(game: Game) -> calls.Legal:
    """Every move, hop, spy, done and answer that fits all that was heard. Not for players: it tells too much.

    In a sealed game a listed move can still be wrong: it is judged by what was heard, not by what is sealed.
    """
    if game.turn is None:
        return calls.Legal(())
    if game.question:
        return calls.Legal(tuple(_legal_answers(game, game.question)))
    seat, base = game.turn, game.base(game.turn)
    plays: list[Play] = []
    if not game.moved:
        plays += _legal_moves(game, seat, base)
    if hopped(base.spy, game.places):
        plays.append(say.Hop(seat))
    if not game.spied:
        plays += [say.Spy(seat, target) for target in game.still_in if target != seat]
    return calls.Legal((*plays, say.Done(seat)))


def _legal_moves(game: Game, seat: Colour, base: Base) -> list[Play]:
    moves = [
        say.Move(seat, spaces, turn)
        for turn in Turning
        for spaces in (1, 2)
        if base.possible & _number_heard(game, base, turn, spaces)
    ]
    if game.rules.turn_without_move:
        moves += [say.Move(seat, 0, Turning.BEFORE), say.Move(seat, 0, Turning.AFTER)]
    return list[Play](moves)


def _legal_answers(game: Game, question: Question) -> list[Play]:
    base = game.base(question.target)
    fitting = [said for said in Said if _fits(base, said, _answer_heard(game, base, said))]
    return [say.Answer(question.target, said) for said in fitting]


# What is heard of a base


def _faced_index(game: Game, base: Base, turn: Turning) -> int:
    """The card that the Spy faces when its movement begins: after a turn made before it."""
    facing = base.facing.turned if turn in (Turning.BEFORE, Turning.BOTH) else base.facing
    index = index_at(faced_place(base.spy, facing, game.places), base.spy)
    assert index is not None, "a Spy never faces itself"
    return index


def _number_heard(game: Game, base: Base, turn: Turning, spaces: int) -> Arrangements:
    """Where a move of 1 or 2 *spaces* is possible. Facing an exposed card, the player chooses."""
    index = _faced_index(game, base, turn)
    cards = space(len(game.seats))
    return cards.everything if index in base.exposed else cards.number(index, spaces)


def _answer_heard(game: Game, base: Base, said: Said) -> Arrangements:
    """Where *said* is true of the card that is asked for."""
    assert game.question is not None
    index = base.index_at(game.question.slot)
    assert index is not None, "at the Spy no answer is owed"
    return space(len(game.seats)).answer(index, said, base.target)


def _fits(base: Base, said: Said, heard: Arrangements) -> bool:
    """Whether an answer can be true beside all that was heard. Undisputed, each lit Bomb is known."""
    return bool(base.possible & heard) and (said is not Said.LIT or base.disputed)


def _disputed(game: Game, base: Base, heard: Arrangements) -> Base | None:
    """The base that knows its exposed cards and what is insisted on, no more; None if these disagree."""
    possible = space(len(game.seats)).exposed(base.exposed) & heard
    return replace(base, possible=possible, lit=frozenset(), disputed=True) if possible else None


# What each announcement does


def _set_up(game: Game | None, play: say.SetUp) -> Outcome:
    colours = set(play.seats)
    known = colours <= set(Colour) and len(colours) == len(play.seats)
    if not known or not 2 <= len(colours) <= 4 or (len(colours) == 2 and colours != TWO_PLAYERS):
        return Outcome(game, (calls.Foul(FoulCode.WRONG_PLAYERS),))
    seats = tuple(Colour(seat) for seat in play.seats)
    game = Game(seats, play.sealed, play.rules, bases=(None,) * len(seats))
    return Outcome(game, (calls.SetUp(seats, game.places),))


def _base(game: Game, play: say.Base) -> _Change:
    seat = Colour(play.seat)
    cards = None if play.cards is None else tuple(Card(card) for card in play.cards)
    base = Base(play.spy, play.facing, space(len(game.seats)).everything, cards)
    return _Change(_with(game, seat, base), (calls.Ready(seat),))


def _start(game: Game, play: say.Start) -> _Change:
    return _begin_turn(game, game.seats[0] if play.first is None else Colour(play.first))


def _move(game: Game, play: say.Move) -> _Change:
    seat, base = Colour(play.seat), game.base(play.seat)
    said: tuple[Call, ...] = ()
    if play.spaces:
        heard = _number_heard(game, base, play.turn, play.spaces)
        if base.possible & heard:
            base = replace(base, possible=base.possible & heard)
        else:
            disputed = _disputed(game, base, heard) if play.insist else None
            if disputed is None:
                return _Change(game, (calls.Contradiction(seat, About.MOVE),))
            base, said = disputed, (calls.Disputed(seat),)
    facing = base.facing.turned if play.turn in (Turning.BEFORE, Turning.BOTH) else base.facing
    spy = moved(base.spy, facing, play.spaces, game.places)
    facing = facing.turned if play.turn in (Turning.AFTER, Turning.BOTH) else facing
    game = replace(_with(game, seat, replace(base, spy=spy, facing=facing)), moved=True)
    return _Change(game, (*said, calls.Moved(seat, play.spaces, spy, facing)))


def _hop(game: Game, play: say.Hop) -> _Change:
    seat, base = Colour(play.seat), game.base(play.seat)
    spy = hopped(base.spy, game.places)
    assert spy is not None, "not_at_edge is a foul"
    return _Change(_with(game, seat, replace(base, spy=spy)), (calls.Hopped(seat, spy),))


def _spy(game: Game, play: say.Spy) -> _Change:
    seat, target = Colour(play.seat), Colour(play.target)
    own, other = game.base(seat), game.base(target)
    slot = mirrored(faced_place(own.spy, own.facing, game.places), game.places)
    game = replace(game, spied=True)
    spies = calls.Spies(seat, target, slot)
    index = other.index_at(slot)
    if index is None:
        return _Change(game, (spies, calls.SpyMeetsSpy(target)))
    if index in other.exposed:
        return _Change(game, (spies, calls.AlreadyExposed(target, TARGETS[other.exposed.index(index)])))
    question = Question(target, slot)
    if index in other.lit:
        game, found = _found(game, question, other, Said.LIT)
    elif other.cards is not None:
        said = _sealed_answer(other, other.cards[index])
        heard = space(len(game.seats)).answer(index, said, other.target)
        game, found = _found(game, question, replace(other, possible=other.possible & heard), said)
    else:
        return _Change(replace(game, question=question), (spies,))
    return _Change(game, (spies, *found))


def _sealed_answer(base: Base, card: Card) -> Said:
    """What a holder would answer at *card*, which is neither exposed nor known to be lit."""
    if card is base.target:
        return Said.TARGET
    return {Kind.SAFE: Said.SAFE, Kind.TOP_SECRET: Said.TOP_SECRET, Kind.BOMB: Said.BOMB}[card.kind]


def _answer(game: Game, play: say.Answer) -> _Change:
    question = game.question
    assert question is not None, "no_answer_owed is a foul"
    base = game.base(question.target)
    heard = _answer_heard(game, base, play.card)
    if _fits(base, play.card, heard):
        base = replace(base, possible=base.possible & heard)
        said: tuple[Call, ...] = ()
    else:
        disputed = _disputed(game, base, heard) if play.insist else None
        if disputed is None:
            return _Change(game, (calls.Contradiction(question.target, About.ANSWER),))
        base, said = disputed, (calls.Disputed(question.target),)
    game, found = _found(replace(game, question=None), question, base, play.card)
    return _Change(game, (*said, *found))


def _found(game: Game, question: Question, base: Base, said: Said) -> _Change:
    """What comes of a true answer. *base* is the target's, and has heard it already."""
    target, spying, index = question.target, game.turn, base.index_at(question.slot)
    assert index is not None and spying is not None
    if said is Said.SAFE or said is Said.TOP_SECRET:
        kind = Kind.SAFE if said is Said.SAFE else Kind.TOP_SECRET
        return _Change(_with(game, target, base), (calls.Type(target, kind),))
    if said is Said.TARGET:
        card = base.target
        assert card is not None, "where no target is left, none is found"
        base = replace(base, exposed=(*base.exposed, index))
        game, exposed = _with(game, target, base), calls.Exposed(target, card, base.target)
        if base.target is None and game.rules.top_secret_out:
            return _out(game, target, By.EXPOSED, exposed)
        return _Change(game, (exposed,))
    game = _with(game, target, replace(base, lit=base.lit | {index}))
    if said is Said.BOMB:
        return _Change(game, (calls.Hiss(target),))
    return _out(game, spying, By.BOMB, calls.Boom(target, question.slot))


def _done(game: Game, play: say.Done) -> _Change:
    return _begin_turn(game, _next(game, Colour(play.seat)))


def _leave(game: Game, play: say.Leave) -> _Change:
    return _out(game, Colour(play.seat), By.LEFT)


def _out(game: Game, seat: Colour, by: By, *said: Call) -> _Change:
    """*seat* is out. A question that it asked or was asked falls; another one stands."""
    turn_ends = game.turn == seat
    if turn_ends or game.owed == seat:
        game = replace(game, question=None)
    game = replace(game, out=(*game.out, seat))
    said = (*said, calls.Out(seat, by))
    if len(game.still_in) == 1:
        (winner,) = game.still_in
        game = replace(game, turn=None, moved=False, spied=False, question=None, winner=winner)
        return _Change(game, (*said, calls.Winner(winner)))
    if turn_ends:
        game, turn = _begin_turn(game, _next(game, seat))
        said += turn
    return _Change(game, said)


def _begin_turn(game: Game, seat: Colour) -> _Change:
    return _Change(replace(game, turn=seat, moved=False, spied=False), (calls.Turn(seat),))


def _next(game: Game, seat: Colour) -> Colour:
    """The next seat clockwise that is still in. Seats keep their numbers when players go out."""
    i = game.seats.index(seat)
    return next(other for other in game.seats[i + 1 :] + game.seats[:i] if other not in game.out)


def _with(game: Game, seat: Colour, base: Base) -> Game:
    i = game.seats.index(seat)
    return replace(game, bases=(*game.bases[:i], base, *game.bases[i + 1 :]))


# Fouls


def _no_such_seat(game: Game, play: Any) -> bool:
    return play.seat not in game.seats


def _no_such_target(game: Game, play: say.Spy) -> bool:
    return play.seat not in game.seats or play.target not in game.seats


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
    index = _faced_index(game, base, play.turn)
    return base.cards is not None and index not in base.exposed and base.cards[index].number != play.spaces


_Check = tuple[FoulCode, Callable[[Game, Any], bool]]

_SEAT: _Check = (FoulCode.NO_SUCH_SEAT, _no_such_seat)
_FIRST: _Check = (FoulCode.NO_SUCH_SEAT, _no_such_first)
_STARTED: _Check = (FoulCode.ALREADY_STARTED, lambda game, play: game.started)
_PLAYING: tuple[_Check, ...] = (
    (FoulCode.NOT_STARTED, lambda game, play: not game.started),
    (FoulCode.GAME_OVER, lambda game, play: game.winner is not None),
)
_ON_TURN: tuple[_Check, ...] = (
    *_PLAYING,
    (FoulCode.ANSWER_OWED, lambda game, play: game.question is not None),
    (FoulCode.NOT_YOUR_TURN, lambda game, play: game.turn != play.seat),
)

_TABLE: dict[type, tuple[tuple[_Check, ...], Callable[[Game, Any], _Change]]] = {
    say.Base: (
        ((FoulCode.BAD_ANNOUNCEMENT, _bad_base), _SEAT, _STARTED, (FoulCode.WRONG_DECK, _wrong_deck)),
        _base,
    ),
    say.Start: ((_FIRST, _STARTED, (FoulCode.BASES_MISSING, lambda game, play: None in game.bases)), _start),
    say.Move: (
        (
            _SEAT,
            *_ON_TURN,
            (FoulCode.ALREADY_MOVED, lambda game, play: game.moved),
            (FoulCode.TURN_NEEDS_MOVE, _turn_needs_move),
            (FoulCode.WRONG_SPACES, _wrong_spaces),
        ),
        _move,
    ),
    say.Hop: (
        (
            _SEAT,
            *_ON_TURN,
            (FoulCode.NOT_AT_EDGE, lambda game, play: hopped(game.base(play.seat).spy, game.places) is None),
        ),
        _hop,
    ),
    say.Spy: (
        (
            (FoulCode.NO_SUCH_SEAT, _no_such_target),
            *_ON_TURN,
            (FoulCode.TARGET_SELF, lambda game, play: play.target == play.seat),
            (FoulCode.TARGET_OUT, lambda game, play: play.target in game.out),
            (FoulCode.ALREADY_SPIED, lambda game, play: game.spied),
        ),
        _spy,
    ),
    say.Answer: (
        (
            _SEAT,
            *_PLAYING,
            (FoulCode.NO_ANSWER_OWED, lambda game, play: game.question is None),
            (FoulCode.WRONG_SEAT_ANSWERS, lambda game, play: game.owed != play.seat),
        ),
        _answer,
    ),
    say.Done: ((_SEAT, *_ON_TURN), _done),
    say.Leave: ((_SEAT, *_PLAYING, (FoulCode.TARGET_OUT, lambda game, play: play.seat in game.out)), _leave),
}
