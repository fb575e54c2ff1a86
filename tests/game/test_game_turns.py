"""Turns, leaving, going out and winning."""

from begun import ASKED, BEGUN, DECK, LEFT, OPEN, OVER, SPIED, TURNING, bases, played

from spytable.game import announcements as say
from spytable.game import calls
from spytable.game.announcements import HouseRules, Play, Said, Turning
from spytable.game.base import Facing
from spytable.game.calls import By
from spytable.game.cards import Card, Colour
from spytable.game.rules import apply, legal
from spytable.game.state import Game
from spytable.game.views import public_view

RED, BLUE, GREEN, YELLOW = Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW


def after(game: Game, play: Play) -> tuple[Game, tuple[calls.Call, ...]]:
    next_game, said = apply(game, play)
    assert next_game is not None
    return next_game, said


def test_the_first_seat_begins_unless_another_is_named() -> None:
    announced = played(OPEN, *bases(False))
    assert apply(announced, say.Start()).calls == (calls.Turn(RED),)
    assert apply(announced, say.Start("green")).calls == (calls.Turn(GREEN),)


def test_a_base_may_be_announced_again_until_the_start() -> None:
    game, said = after(played(OPEN, *bases(False)), say.Base("red", 7, Facing.LEFT))
    assert said == (calls.Ready(RED),)
    assert game.base("red").spy == 7


def test_a_set_up_in_the_middle_of_a_game_begins_a_new_one() -> None:
    game, said = after(played(*ASKED), say.SetUp(("red", "green")))
    assert said == (calls.SetUp((RED, GREEN), 8),)
    assert game == played(say.SetUp(("red", "green")))


def test_a_turn_does_not_end_by_itself() -> None:
    game, said = after(played(*SPIED), say.Move("red", 1))
    assert said == (calls.Moved(RED, 1, 2, Facing.RIGHT),)
    assert game.turn == RED
    assert legal(game).announcements == (say.Done("red"),)


def test_the_turn_passes_clockwise_round_the_table() -> None:
    game = played(*BEGUN)
    for seat, following in (("red", BLUE), ("blue", GREEN), ("green", RED)):
        game, said = after(game, say.Done(seat))
        assert said == (calls.Turn(following),)


def test_a_spy_may_turn_round_before_and_after_one_move() -> None:
    game = played(*BEGUN)
    assert after(game, say.Move("red", 1, Turning.BEFORE))[1] == (calls.Moved(RED, 1, 6, Facing.LEFT),)
    assert after(game, say.Move("red", 1, Turning.AFTER))[1] == (calls.Moved(RED, 1, 2, Facing.LEFT),)
    assert after(game, say.Move("red", 1, Turning.BOTH))[1] == (calls.Moved(RED, 1, 6, Facing.RIGHT),)


def test_turning_on_the_spot_is_the_move_of_that_turn_where_the_house_rule_allows_it() -> None:
    game, said = after(played(*TURNING), say.Move("red", 0, Turning.AFTER))
    assert said == (calls.Moved(RED, 0, 1, Facing.LEFT),)
    assert game.moved
    assert not [play for play in legal(game).announcements if isinstance(play, say.Move)]


def test_a_hop_is_no_move_and_keeps_the_facing() -> None:
    game, said = after(played(*BEGUN), say.Hop("red"))
    assert said == (calls.Hopped(RED, 7),)
    assert not game.moved and game.base("red").facing is Facing.RIGHT


def test_where_the_faced_card_is_exposed_the_player_chooses_how_far_to_move() -> None:
    # Blue stands at place 3, facing right: at place 4 its third card lies, Top Secret 1 in a sealed game.
    cards = ("T2", "B1", "S1", "S2", "T1", "B1")
    sealed = [say.Base("red", 3, Facing.RIGHT, DECK), say.Base("blue", 3, Facing.RIGHT, cards)]
    setup = say.SetUp(("red", "blue", "green"), sealed=True)
    game = played(setup, *sealed, say.Base("green", 1, Facing.LEFT, DECK), say.Start("red"))
    game, said = after(game, say.Spy("red", "blue"))
    assert said[-1] == calls.Exposed(BLUE, Card.S1, Card.S2)
    game = after(game, say.Done("red"))[0]
    for spaces, spy in ((1, 4), (2, 5)):
        assert after(game, say.Move("blue", spaces))[1] == (calls.Moved(BLUE, spaces, spy, Facing.RIGHT),)


def test_when_the_finder_of_a_lit_bomb_is_out_the_turn_passes_to_the_next_still_in() -> None:
    game = played(*SPIED)
    for seat in ("red", "blue", "green"):
        game = after(game, say.Done(seat))[0]
    game, said = after(game, say.Spy("red", "blue"))
    assert said == (
        calls.Spies(RED, BLUE, 6),
        calls.Boom(BLUE, 6),
        calls.Out(RED, By.BOMB),
        calls.Turn(BLUE),
    )
    assert not game.spied and not game.moved


def test_a_lit_bomb_stays_lit_and_puts_out_the_next_finder_too() -> None:
    four = [say.Base(seat, 1, Facing.RIGHT) for seat in ("red", "blue", "green", "yellow")]
    game = played(say.SetUp(("red", "blue", "green", "yellow")), *four, say.Start("red"))
    game = after(game, say.Spy("red", "green"))[0]
    game = after(game, say.Answer("green", Said.BOMB))[0]
    game = after(game, say.Done("red"))[0]
    for finder in (BLUE, YELLOW):
        if finder is YELLOW:
            game = after(game, say.Done("green"))[0]
        game, said = after(game, say.Spy(finder, "green"))
        assert said[1:3] == (calls.Boom(GREEN, 6), calls.Out(finder, By.BOMB))
    assert said[-1] == calls.Turn(RED)


def test_a_players_base_is_gone_when_they_are_out() -> None:
    game = played(*LEFT)
    assert set(public_view(game).bases) == {RED, GREEN}
    assert say.Spy("red", "blue") not in legal(game).announcements


def test_the_turn_of_one_who_leaves_passes_on_and_the_others_keep_theirs() -> None:
    assert apply(played(*BEGUN), say.Leave("red")).calls == (calls.Out(RED, By.LEFT), calls.Turn(BLUE))
    game, said = after(played(*BEGUN), say.Leave("blue"))
    assert said == (calls.Out(BLUE, By.LEFT),)
    assert after(game, say.Done("red"))[1] == (calls.Turn(GREEN),)


def test_the_question_falls_when_the_one_who_owes_the_answer_leaves() -> None:
    game, said = after(played(*ASKED), say.Leave("blue"))
    assert said == (calls.Out(BLUE, By.LEFT),)
    assert game.owed is None and game.spied and game.turn == RED


def test_the_question_falls_when_the_one_who_asked_leaves() -> None:
    game, said = after(played(*ASKED), say.Leave("red"))
    assert said == (calls.Out(RED, By.LEFT), calls.Turn(BLUE))
    assert game.owed is None and not game.spied


def test_the_question_stands_when_somebody_else_leaves() -> None:
    game, said = after(played(*ASKED), say.Leave("green"))
    assert said == (calls.Out(GREEN, By.LEFT),)
    assert game.owed == BLUE
    assert after(game, say.Answer("blue", Said.BOMB))[1] == (calls.Hiss(BLUE),)


def test_the_last_one_in_wins() -> None:
    moved = after(played(*LEFT), say.Move("red", 1))[0]
    game, said = after(moved, say.Leave("green"))
    assert said == (calls.Out(GREEN, By.LEFT), calls.Winner(RED))
    state = public_view(game)
    assert (state.turn, state.owed, state.winner, state.out) == (None, None, RED, (BLUE, GREEN))
    assert not state.moved and not state.spied
    assert legal(game).announcements == ()
    assert legal(played(*OVER)).announcements == ()


def test_who_leaves_last_but_one_while_asking_ends_the_game_with_nothing_owed() -> None:
    two = (say.SetUp(("green", "red")), say.Base("green", 1, Facing.RIGHT), say.Base("red", 5, Facing.LEFT))
    game = played(*two, say.Start(), say.Spy("green", "red"))
    game, said = after(game, say.Leave("green"))
    assert said == (calls.Out(GREEN, By.LEFT), calls.Winner(RED))
    assert game.owed is None


def test_who_has_top_secret_2_exposed_is_out_where_the_house_rule_says_so() -> None:
    for house_rule in (False, True):
        game = sealed_with_targets_in_a_row(house_rule)
        seen: list[calls.Call] = []
        for place in range(4):
            game, said = after(game, say.Spy("red", "blue"))
            seen += said[1:]
            if place < 3:
                game = after(game, say.Move("red", 1))[0]
                for seat in ("red", "blue", "green"):
                    game = after(game, say.Done(seat))[0]
        exposed = [call for call in seen if isinstance(call, calls.Exposed)]
        assert [call.card for call in exposed] == ["S1", "S2", "T1", "T2"]
        assert [call.next for call in exposed] == ["S2", "T1", "T2", None]
        assert seen[4:] == ([calls.Out(BLUE, By.EXPOSED)] if house_rule else [])
        assert game.turn == RED, "the finder's turn goes on"
        assert game.base("blue").target is None


def sealed_with_targets_in_a_row(top_secret_out: bool) -> Game:
    """Red's Spy steps past cards of number 1, and looks at the targets of blue one after the other."""
    setup = say.SetUp(("red", "blue", "green"), sealed=True, rules=HouseRules(top_secret_out=top_secret_out))
    return played(
        setup,
        say.Base("red", 1, Facing.RIGHT, ("B1", "S1", "B1", "T1", "S2", "T2")),
        say.Base("blue", 1, Facing.LEFT, ("B1", "T2", "T1", "S2", "S1", "B1")),
        say.Base("green", 4, Facing.RIGHT, DECK),
        say.Start("red"),
    )
