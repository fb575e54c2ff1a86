"""What is shown: to all nothing that is hidden, to a holder what they can see in their own hand."""

import random
from dataclasses import replace

from begun import ASKED, BEGUN, OPEN, SPIED, bases, played
from hypothesis import given, settings
from hypothesis import strategies as st
from physical_row import cards_of

from spytable.game import announcements as say
from spytable.game import calls
from spytable.game.announcements import HouseRules, Play, Said
from spytable.game.base import Facing
from spytable.game.cards import Card, Colour
from spytable.game.rules import apply, legal
from spytable.game.state import Game
from spytable.game.views import holder_view, public_view

RED, BLUE = Colour.RED, Colour.BLUE
HIDDEN = (calls.Type, calls.Hiss)
"""What is heard once and must be remembered."""


def begin(sealed: bool, chance: random.Random) -> tuple[Game, Game]:
    """Two games that differ, if they are sealed, in all cards but the Spies."""
    games = []
    spies = [chance.randint(1, 8) for _ in range(2)]
    for _ in range(2):
        game, _ = apply(None, say.SetUp(("green", "red"), sealed, HouseRules(turn_without_move=True)))
        for seat, spy in zip(("green", "red"), spies, strict=True):
            cards = chance.sample(cards_of(2), 7)
            game, _ = apply(game, say.Base(seat, spy, Facing.LEFT, tuple(cards) if sealed else None))
        game, _ = apply(game, say.Start())
        assert game is not None
        games.append(game)
    return games[0], games[1]


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32), sealed=st.booleans())
def test_all_see_the_same_of_two_games_that_differ_only_in_what_is_hidden(seed: int, sealed: bool) -> None:
    chance = random.Random(seed)
    one, other = begin(sealed, chance)
    differ = 0
    for _ in range(80):
        assert public_view(one) == public_view(other)
        plays: list[Play] = [play for play in legal(one).announcements if play in legal(other).announcements]
        if not plays:
            break
        hidden = [said for said in (Said.SAFE, Said.TOP_SECRET, Said.BOMB) if one.owed]
        first = second = chance.choice(plays)
        if one.owed and chance.random() < 0.7:
            first, second = (say.Answer(str(one.owed), chance.choice(hidden)) for _ in range(2))
        after_one, said_one = apply(one, first)
        after_other, said_other = apply(other, second)
        if [call for call in said_one if not isinstance(call, HIDDEN)] != [
            call for call in said_other if not isinstance(call, HIDDEN)
        ]:
            break  # What all can see differs from here on, or one of the two was refused.
        assert after_one is not None and after_other is not None
        one, other = after_one, after_other
        differ += said_one != said_other
    assert public_view(one) == public_view(other)


def test_a_lit_bomb_is_shown_to_its_holder_where_it_lies_now_and_to_nobody_else() -> None:
    game = played(*SPIED, say.Done("red"))
    assert holder_view(game, BLUE).lit == {6}
    assert holder_view(game, RED).lit == frozenset()
    assert public_view(game) == public_view(played(*ASKED, say.Answer("blue", Said.SAFE), say.Done("red")))
    for spaces in (1, 2):
        moved = played(*SPIED, say.Done("red"), say.Move("blue", spaces))
        assert holder_view(moved, BLUE).lit == {6}
    passed = played(
        *(*SPIED, say.Done("red"), say.Move("blue", 2), say.Done("blue"), say.Done("green"), say.Done("red")),
        say.Move("blue", 1),
    )
    assert holder_view(passed, BLUE).spy == 6
    assert holder_view(passed, BLUE).lit == {5}


def test_a_holder_sees_which_place_an_answer_is_owed_for() -> None:
    view = holder_view(played(*ASKED), BLUE)
    assert (view.looked_at, view.size, view.spy, view.facing, view.faced) == (6, 7, 3, Facing.RIGHT, 4)
    assert holder_view(played(*ASKED), RED).looked_at is None
    assert holder_view(played(*SPIED), BLUE).looked_at is None


def test_an_exposed_card_is_shown_to_all_where_it_lies_now() -> None:
    game = played(*ASKED, say.Answer("blue", Said.TARGET), say.Done("red"), say.Move("blue", 2))
    base = public_view(game).bases[BLUE]
    assert (base.exposed, base.target) == ({Card.S1: 6}, Card.S2)
    assert holder_view(game, BLUE).exposed == ((6, Card.S1),)
    game = played(
        *(*ASKED, say.Answer("blue", Said.TARGET), say.Done("red"), say.Move("blue", 2), say.Done("blue")),
        *(say.Done("green"), say.Done("red"), say.Move("blue", 1)),
    )
    assert public_view(game).bases[BLUE].exposed == {Card.S1: 5}


def test_before_the_start_only_announced_bases_are_shown() -> None:
    state = public_view(played(OPEN, bases(False)[1]))
    assert set(state.bases) == {BLUE}
    assert (state.turn, state.owed, state.winner, state.out) == (None, None, None, ())


def test_a_holder_is_told_that_their_base_is_disputed() -> None:
    assert not holder_view(played(*ASKED), BLUE).disputed
    game = played(*ASKED, say.Answer("blue", Said.LIT, insist=True))
    assert holder_view(game, BLUE).disputed
    assert not holder_view(game, RED).disputed


def test_a_game_that_is_shown_in_a_log_keeps_its_sealed_cards_to_itself() -> None:
    game = played(say.SetUp(OPEN.seats, sealed=True), *bases(True))
    assert "S1" not in repr(game) and "cards" not in repr(game)
    assert replace(game) == game
    assert "spy=1" in repr(played(*BEGUN))
