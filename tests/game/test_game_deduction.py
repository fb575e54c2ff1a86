"""A contradiction is called if, and only if, no arrangement of the deck fits all that was heard of a base.

The oracle keeps every arrangement in a list and strikes out those that do not fit, one fact after the other.
Its bases are rows of things on a table that bear numbers instead of names, since it cannot see what they are.
"""

import random
from collections.abc import Callable
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st
from physical_row import Row, cards_of

from spytable.game import announcements as say
from spytable.game import calls
from spytable.game.announcements import Play, Said, Turning
from spytable.game.base import Facing
from spytable.game.cards import Card
from spytable.game.deduction import space
from spytable.game.rules import apply, legal
from spytable.game.state import Game

Fact = Callable[[tuple[str, ...]], bool]
SEATS = {2: ("green", "red"), 3: ("red", "blue", "yellow")}
ALL = {players: sorted(set(permutations(cards_of(players)))) for players in SEATS}


class Listener:
    """What somebody with a perfect memory can know of one base."""

    def __init__(self, players: int, spy: int, facing: str) -> None:
        self.all = self.fitting = ALL[players]
        self.row = Row(range(len(self.all[0])), spy, facing)
        self.exposed: dict[int, str] = {}
        self.hissed: set[int] = set()
        self.disputed = False

    @property
    def target(self) -> str | None:
        return ["S1", "S2", "T1", "T2", None][len(self.exposed)]

    def fact(self, thing: int, said: Said) -> Fact:
        target = self.target
        return {
            Said.SAFE: lambda cards: cards[thing][0] == "S" and cards[thing] != target,
            Said.TOP_SECRET: lambda cards: cards[thing][0] == "T" and cards[thing] != target,
            Said.TARGET: lambda cards: cards[thing] == target,
            Said.BOMB: lambda cards: cards[thing][0] == "B",
            Said.LIT: lambda cards: cards[thing][0] == "B",
        }[said]

    def number(self, turn: Turning, spaces: int) -> Fact:
        if turn in (Turning.BEFORE, Turning.BOTH):
            self.row.turn_round()
        thing = self.row.faced()
        if turn in (Turning.BEFORE, Turning.BOTH):
            self.row.turn_round()
        return lambda cards: thing in self.exposed or cards[thing][1] == str(spaces)

    def fits(self, fact: Fact) -> bool:
        return any(map(fact, self.fitting))

    def dispute(self, fact: Fact) -> bool:
        """Whether an insisted fact can be true beside the exposed cards."""
        return any(map(fact, self.by_exposed()))

    def by_exposed(self) -> list[tuple[str, ...]]:
        return [cards for cards in self.all if all(cards[i] == card for i, card in self.exposed.items())]

    def hear(self, fact: Fact, dropping: bool) -> None:
        if dropping:
            self.fitting, self.hissed, self.disputed = self.by_exposed(), set(), True
        self.fitting = [cards for cards in self.fitting if fact(cards)]


def begin(players: int, chance: random.Random) -> tuple[Game, dict[str, Listener]]:
    game: Game | None = None
    game, _ = apply(game, say.SetUp(SEATS[players]))
    listeners = {}
    for seat in SEATS[players]:
        spy, facing = chance.randint(1, len(cards_of(players)) + 1), chance.choice(["left", "right"])
        game, _ = apply(game, say.Base(seat, spy, Facing(facing)))
        listeners[seat] = Listener(players, spy, facing)
    game, _ = apply(game, say.Start())
    assert game is not None
    return game, listeners


def expected(listener: Listener, fact: Fact, fits: bool, insist: bool) -> tuple[bool, bool]:
    """Whether what is said is taken, and whether it is disputed."""
    if fits:
        return True, False
    return (True, True) if insist and listener.dispute(fact) else (False, False)


@settings(max_examples=150)
@given(seed=st.integers(0, 2**32), players=st.sampled_from([2, 3]), liars=st.booleans())
def test_a_contradiction_is_called_if_and_only_if_no_arrangement_fits(seed: int, players: int, liars: bool) -> None:
    chance = random.Random(seed)
    game, listeners = begin(players, chance)
    for _ in range(60):
        if game.winner:
            break
        insist = liars and chance.random() < 0.3
        before = game
        if game.question:
            listener = listeners[game.question.target]
            thing = listener.row.row[game.question.slot - 1]
            answer = chance.choice(list(Said))
            fact = listener.fact(thing, answer)
            fits = listener.fits(fact) and (answer is not Said.LIT or listener.disputed)
            taken, dropping = expected(listener, fact, fits, insist)
            game, said = next_of(game, say.Answer(game.question.target, answer, insist))
            assert (not isinstance(said[0], calls.Contradiction), isinstance(said[0], calls.Disputed)) == (
                taken,
                dropping,
            )
            listed = [play for play in legal(before).announcements if isinstance(play, say.Answer)]
            assert (answer in [play.card for play in listed]) == fits
            if not taken:
                assert game is before
                continue
            target = listener.target
            listener.hear(fact, dropping)
            if answer is Said.TARGET:
                assert target is not None
                listener.exposed[thing] = target
            elif answer is Said.BOMB or answer is Said.LIT:
                listener.hissed.add(thing)
            continue
        assert game.turn is not None
        seat = game.turn
        listener = listeners[seat]
        kind = chance.choice(["move", "spy", "spy", "done", "hop"])
        if kind == "move" and not game.moved:
            turn, spaces = chance.choice(list(Turning)), chance.choice([1, 2])
            fact = listener.number(turn, spaces)
            taken, dropping = expected(listener, fact, listener.fits(fact), insist)
            assert (say.Move(seat, spaces, turn) in legal(game).announcements) == listener.fits(fact)
            game, said = next_of(game, say.Move(seat, spaces, turn, insist))
            assert (not isinstance(said[0], calls.Contradiction), isinstance(said[0], calls.Disputed)) == (
                taken,
                dropping,
            )
            if not taken:
                assert game is before
                continue
            listener.hear(fact, dropping)
            if turn in (Turning.BEFORE, Turning.BOTH):
                listener.row.turn_round()
            for _ in range(spaces):
                listener.row.pass_a_card()
            if turn in (Turning.AFTER, Turning.BOTH):
                listener.row.turn_round()
        elif kind == "spy" and not game.spied:
            target = chance.choice([other for other in game.still_in if other != seat])
            slot, thing = listeners[target].row.mirror_of(listener.row)
            game, said = next_of(game, say.Spy(seat, target))
            assert said[0] == calls.Spies(seat, target, slot)
            known = listeners[target]
            if thing == "SPY":
                assert said[1:] == (calls.SpyMeetsSpy(target),)
            elif thing in known.exposed:
                assert said[1:] == (calls.AlreadyExposed(target, Card(known.exposed[thing])),)
            elif thing in known.hissed:
                assert said[1] == calls.Boom(target, slot)
            else:
                assert game.owed == target, "the table never answers from deduction"
        elif kind == "hop" and listener.row.at_edge():
            game, _ = next_of(game, say.Hop(seat))
            listener.row.hop()
        elif kind == "done":
            game, _ = next_of(game, say.Done(seat))


def next_of(game: Game, play: Play) -> tuple[Game, tuple[calls.Call, ...]]:
    after, said = apply(game, play)
    assert after is not None
    assert not isinstance(said[0], calls.Foul), said
    return after, said


def test_every_arrangement_of_the_deck_is_thought_of_once() -> None:
    assert space(2).everything.bit_count() == 2520
    assert space(3).everything.bit_count() == space(4).everything.bit_count() == 360
