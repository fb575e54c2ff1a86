"""Sentences: what the table says of a call. In words, short, and cut so that few make up a whole game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spytable.game import calls
from spytable.game.announcements import HouseRules
from spytable.game.base import Facing
from spytable.game.calls import By, Call
from spytable.game.cards import TARGETS, Card, Colour, Kind
from spytable.referee.conversation.help import EXPLAINED
from spytable.referee.message import Message, Value, message
from spytable.referee.remarks import (
    Asks,
    Company,
    Drawn,
    Paused,
    Reading,
    Refuses,
    Remark,
    Standing,
    Tally,
    Wins,
    Wish,
)

# Each sentence is synthesised once and kept. So a call is cut where its parts vary by themselves: "Red spies
# on Green." and "Place four." are 12 + 8 sentences, together they would be 96.

_UNDONE = {
    "setup": message("The new game is taken back."),
    "base": message("The place of a Spy is taken back."),
    "start": message("The start is taken back."),
    "move": message("The move is taken back."),
    "hop": message("The change of edge is taken back."),
    "spy": message("The spying is taken back."),
    "answer": message("The answer is taken back."),
    "done": message("The end of the turn is taken back."),
    "leave": message("Whoever left is back."),
}

_MAY_CHANGE_THE_TURN = frozenset({"start", "spy", "answer", "done", "leave"})

_FAN = message("Fan them, fuses down, the Spy in sight.")

_NEW_GAME = {
    2: (message("A new game for two."), message("Eight cards each."), _FAN),
    3: (message("A new game for three."), message("Seven cards each, without Bomb two."), _FAN),
    4: (message("A new game for four."), message("Seven cards each, without Bomb two."), _FAN),
}

_TYPES = {
    Kind.SAFE: message("Safe."),
    Kind.TOP_SECRET: message("Top Secret."),
    Kind.BOMB: message("A Bomb."),
}


def said(call: Call, before: Call | None = None) -> tuple[Message, ...]:
    """The sentences of *call*, which came after the call *before*; none for what is not spoken.

    Silent are questions (State, Legal) but for a State that tells how things stand after an undo, a
    Contradiction, which is for the announcer's panel alone, and a Hiss, which is a sound and no word.
    """
    match call:
        case calls.SetUp(seats=seats):
            return _NEW_GAME[len(seats)]
        case calls.Ready(seat=seat):
            return (message("{seat} is ready.", seat=seat),)
        case calls.Turn(seat=seat):
            return (_turn(seat),)
        case calls.Moved(seat=seat, spaces=spaces, spy=spy, facing=facing):
            if spaces == 0:
                return message("{seat} turns round.", seat=seat), _stands(spy, facing)
            return message("{seat} moves {spaces}.", seat=seat, spaces=spaces), _stands(spy, facing)
        case calls.Hopped(seat=seat, spy=spy):
            return message("{seat} changes to the other edge.", seat=seat), _place(spy)
        case calls.Spies(seat=seat, target=target, slot=slot):
            return message("{seat} spies on {target}.", seat=seat, target=target), _place(slot)
        case calls.Type(card=kind):
            return (_TYPES[kind],)
        case calls.Exposed(card=card, next=target):
            exposed = message("{card} is exposed.", card=card)
            return exposed, _target(target)
        case calls.AlreadyExposed(card=card):
            return (message("{card}, already exposed.", card=card),)
        case calls.SpyMeetsSpy():
            return (message("A Spy. Nothing happens."),)
        case calls.Boom():
            return (message("A lit Bomb!"),)
        case calls.Out(seat=seat, by=By.LEFT):
            return (message("{seat} leaves the game.", seat=seat),)
        case calls.Out(seat=seat):
            return (message("{seat} is out.", seat=seat),)
        case calls.Winner(seat=seat):
            return (message("{seat} wins!", seat=seat),)
        case calls.Undone(say=say):
            return (_UNDONE.get(say, message("That is taken back.")),)
        case calls.State(turn=turn, owed=owed):
            if isinstance(before, calls.Undone) and before.say in _MAY_CHANGE_THE_TURN:
                return _stand(turn, owed)
            return ()
        case calls.Disputed(seat=seat):
            return (message("What was heard of {seat} no longer counts.", seat=seat),)
        case calls.Foul():
            return (message("Foul."),)
        case calls.Resumed(seat=turn, owed=owed):
            return message("The game goes on."), *_stand(turn, owed)
        case calls.Hiss() | calls.Contradiction() | calls.Legal():
            return ()


def _turn(seat: Colour) -> Message:
    return message("{seat}'s turn.", seat=seat)


def _place(place: int) -> Message:
    return message("Place {place}.", place=place)


def _stands(place: int, facing: Facing) -> Message:
    if facing is Facing.LEFT:
        return message("Place {place}, facing left.", place=place)
    return message("Place {place}, facing right.", place=place)


def _stand(turn: Colour | None, owed: Colour | None) -> tuple[Message, ...]:
    """Where the game stands: who is on turn, and who is waited for."""
    stand = () if turn is None else (_turn(turn),)
    return stand if owed is None else (*stand, message("{seat} answers.", seat=owed))


def remarked(remark: Remark) -> tuple[Message, ...]:
    """The sentences of *remark*."""
    match remark:
        case Paused():
            return (_PAUSED,)
        case Drawn():
            return (_DRAWN,)
        case Wins(player=player, games=games):
            return _wins(player, games)
        case Asks():
            return _asks(remark)
        case Refuses(seat=seat, here=here):
            return (message("{seat} is here.", seat=seat) if here else message("{seat} says no.", seat=seat),)


def _asks(asks: Asks) -> tuple[Message, ...]:
    keys = message("The first key says no, the third agrees.")
    if asks.seat is None:
        return message("A draw is offered."), keys
    match asks.wish:
        case Wish.BACK:
            return message("{seat} wants to take back.", seat=asks.seat), keys
        case Wish.BASE:
            return message("{seat} wants to correct a base.", seat=asks.seat), keys
        case Wish.DRAW:
            return message("{seat} offers a draw.", seat=asks.seat), keys
        case Wish.AWAY:
            return message("{seat} seems to be away.", seat=asks.seat), keys


_PAUSED = message("The game is paused.")
_DRAWN = message("The game ends in a draw.")


def read(reading: Reading) -> Iterator[tuple[Message, ...]]:
    """The sentences of *reading*, in parts that can be left out one by one.

    All of it can be seen on the table or on a panel. Nothing that was only heard is said again.
    """
    match reading:
        case Standing():
            return _standing(reading)
        case Company():
            return _company(reading)
        case Tally():
            return _tally(reading)


def _standing(stand: Standing) -> Iterator[tuple[Message, ...]]:
    """First what is asked, then whose turn it is and the reader's keys, then the reader's base, then the others'."""
    if stand.asks is not None:
        yield _asks(stand.asks)
    yield from _first(stand)
    for n, does in stand.keys:
        yield message("Key {n}.", n=n), does
    if stand.state.winner is None and not stand.drawn:
        yield from _bases(stand)


def _first(stand: Standing) -> Iterator[tuple[Message, ...]]:
    state = stand.state
    if state.winner is not None:
        yield (message("{seat} wins!", seat=state.winner),)
        return
    if stand.drawn:
        yield (_DRAWN,)
        return
    if stand.paused:
        yield (_PAUSED,)
    first = _stand(state.turn, state.owed) if state.turn else _NEW_GAME[stand.seats]
    yield first if stand.place is None else (*first, _place(stand.place))


def _bases(stand: Standing) -> Iterator[tuple[Message, ...]]:
    state = stand.state
    for seat, base in sorted(state.bases.items(), key=lambda item: item[0] is not stand.reader):
        yield message("{seat}'s Spy.", seat=seat), _stands(base.spy, base.facing)
        for card, place in base.exposed.items():
            yield message("{card}, already exposed.", card=card), _place(place)
        if state.turn:
            yield (_target(base.target),)
    for seat in state.out:
        yield (message("{seat} is out.", seat=seat),)


def _company(company: Company) -> Iterator[tuple[Message, ...]]:
    if not company.joined:
        yield (message("Nobody plays yet."),)
    for seat in company.joined:
        yield (message("{seat} plays.", seat=seat),)
    if company.reader is None:
        yield message("Keys from the left."), message("Green, red, blue, yellow.")
    if len(company.joined) < 2:
        yield (message("Two to four can play."),)
    elif not company.can_begin:
        yield (message("For two: green and red."),)
    if company.sealed is not None:
        yield (message("The table answers.") if company.sealed else message("The players answer."),)
    if company.rules is not None:
        if company.rules == HouseRules():
            yield (message("No house rules."),)
        if company.rules.top_secret_out:
            yield (message("Top Secret two exposed: its player is out."),)
        if company.rules.turn_without_move:
            yield (message("A Spy may turn on the spot."),)


def _tally(tally: Tally) -> Iterator[tuple[Message, ...]]:
    if not tally.games:
        yield (message("No game is over yet."),)
        return
    for player, games in tally.won:
        yield _wins(player, games)
    for player, bombs in tally.bombs:
        yield message("{seat}'s Bombs.", seat=player), _count(bombs)
    yield message("Games played."), _count(tally.games)
    if tally.draws:
        yield message("Games drawn."), _count(tally.draws)
    yield message("Turns of the longest game."), _count(tally.longest)


def _wins(player: Value, games: int) -> tuple[Message, ...]:
    return message("{seat}'s wins.", seat=player), _count(games)


_COUNTED = (*range(1, 13), 20, 30, 40, 50, 100)
"""The numbers that are said as they are: all that there are words for. Panels show each."""


def _count(n: int) -> Message:
    """*n*, at least one, as a sentence of its own; in words that are few enough to be made ahead."""
    near = max(number for number in _COUNTED if number <= n)
    return message("{n}.", n=n) if near == n else message("Over {n}.", n=near)


def _target(card: Card | None) -> Message:
    return message("No target is left.") if card is None else message("The target is {card}.", card=card)


def all_calls(seats: Sequence[Colour], cards: int) -> Iterator[tuple[Call, ...]]:
    """Calls that together give every sentence of a game, the likeliest first. *cards*: in each base.

    First what a game begins with, then what each turn brings, then what comes once, then what seldom comes.
    """
    places = range(1, cards + 1)
    yield (calls.SetUp(tuple(seats), cards),)
    for seat in seats:
        yield (calls.Ready(seat),)
    for seat in seats:
        yield (calls.Turn(seat),)
    for seat in seats:
        for target in seats:
            if target is not seat:
                for slot in places:
                    yield (calls.Spies(seat, target, slot),)
    for kind in (Kind.SAFE, Kind.TOP_SECRET):
        yield (calls.Type(seats[0], kind),)
    for spaces in (1, 2):
        for seat in seats:
            for place in places:
                for facing in Facing:
                    yield (calls.Moved(seat, spaces, place, facing),)
    for card, following in zip(TARGETS, (*TARGETS[1:], None), strict=True):
        yield (calls.Exposed(seats[0], card, following),)
    yield (calls.SpyMeetsSpy(seats[0]),)
    yield (calls.Foul(calls.FoulCode.BAD_ANNOUNCEMENT),)
    for card in TARGETS:
        yield (calls.AlreadyExposed(seats[0], card),)
    yield (calls.Boom(seats[0], 1),)
    for seat in seats:
        yield (calls.Out(seat, By.BOMB),)
    for seat in seats:
        yield (calls.Winner(seat),)
    for seat in seats:
        yield (calls.Hopped(seat, 1),)
    for say in _UNDONE:
        yield (calls.Undone(say),)
    for seat in seats:
        yield (calls.Resumed(seat, seat),)
    for seat in seats:
        yield (calls.Moved(seat, 0, 1, Facing.LEFT),)
    for seat in seats:
        yield (calls.Out(seat, By.LEFT),)
    for seat in seats:
        yield (calls.Disputed(seat),)


def all_remarks(seats: Sequence[Colour]) -> Iterator[tuple[Message, ...]]:
    """All that *seats* which play are told beside the calls, the likeliest first."""
    for seat in seats:
        yield (message("{seat}'s Spy.", seat=seat),)
    yield (_target(Card.S1),)
    yield (_PAUSED,)
    yield (_DRAWN,)
    for wish in Wish:
        for seat in seats:
            yield _asks(Asks(wish, seat))
    yield _asks(Asks(Wish.DRAW, None))
    for seat in seats:
        yield (*remarked(Refuses(seat)), *remarked(Refuses(seat, here=True)))
    for seat in seats:
        yield (message("{seat}'s wins.", seat=seat),)
    for seat in seats:
        yield (message("{seat}'s Bombs.", seat=seat),)
    yield from _tally(Tally(games=1, draws=1, longest=1))
    for n in range(1, 2 * _COUNTED[-1]):
        yield (_count(n),)
    yield from _tally(Tally())
    for joined in (), tuple(seats):
        for sealed, rules in (False, HouseRules()), (True, HouseRules(top_secret_out=True, turn_without_move=True)):
            yield from _company(Company(joined, False, None, sealed, rules))
    for does in dict.fromkeys(EXPLAINED.values()):
        yield (does,)
    for seat in Colour:
        yield (Message("{seat}", (("seat", seat),)),)
    for n in (1, 2):
        yield (message("Number {n}.", n=n),)
    for n in range(1, 5):
        yield (message("Key {n}.", n=n),)
