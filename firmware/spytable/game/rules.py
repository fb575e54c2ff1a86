"""The rules of Spy: what each announcement does to a game.

A game is a frozen value. `apply` takes one and what was said, and gives the game after it with the calls that
a referee makes, in the order in which they are said. Two rules keep it simple:

1. All that changes a game stands in this file. Nothing else makes a `Game` or a `Base` out of another.
2. What is refused changes nothing: it gives the same game back, with one `Foul` or one `Contradiction`.

The rules do not know who says something, nor how; and of hidden cards only what was heard, or sealed. Which
announcements are fouls stands in checks.py; what each of the others does is a row of `_DOES`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from spytable.game import announcements as say
from spytable.game import calls
from spytable.game.announcements import Play, Said, Turning
from spytable.game.base import faced_place, hopped, mirrored, moved
from spytable.game.calls import About, By, Call
from spytable.game.cards import TARGETS, Card, Colour, Kind
from spytable.game.checks import foul
from spytable.game.deduction import Arrangements, space
from spytable.game.state import Base, Game, Question, faced_index

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
    code = foul(game, play)
    if code is not None:
        return Outcome(game, (calls.Foul(code),))
    if isinstance(play, say.SetUp):
        return Outcome(*_set_up(play))
    assert game is not None, "not_set_up is a foul"
    return Outcome(*_DOES[type(play)](game, play))


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


def _number_heard(game: Game, base: Base, turn: Turning, spaces: int) -> Arrangements:
    """Where a move of 1 or 2 *spaces* is possible. Facing an exposed card, the player chooses."""
    index = faced_index(game, base, turn)
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


def _set_up(play: say.SetUp) -> _Change:
    seats = tuple(Colour(seat) for seat in play.seats)
    game = Game(seats, play.sealed, play.rules, bases=(None,) * len(seats))
    return _Change(game, (calls.SetUp(seats, game.places),))


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
    game = _with(game, seat, replace(base, spy=spy, facing=facing), moved=True)
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


def _with(game: Game, seat: Colour, base: Base, **changes: Any) -> Game:
    """*game* with another *base* of *seat*, and with other *changes* of its fields."""
    i = game.seats.index(seat)
    return replace(game, bases=(*game.bases[:i], base, *game.bases[i + 1 :]), **changes)


_DOES: dict[type, Callable[[Game, Any], _Change]] = {
    say.Base: _base,
    say.Start: _start,
    say.Move: _move,
    say.Hop: _hop,
    say.Spy: _spy,
    say.Answer: _answer,
    say.Done: _done,
    say.Leave: _leave,
}
