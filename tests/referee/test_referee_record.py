"""The record of a game: undo over everything, and going on where the game stood."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from someone import announces

from spytable.game import announcements as say
from spytable.game import calls
from spytable.game.announcements import Announcement, Said
from spytable.game.base import Facing
from spytable.game.calls import FoulCode
from spytable.game.cards import Colour
from spytable.game.rules import legal
from spytable.game.state import Game
from spytable.game.views import public_view
from spytable.referee.record import BrokenRecordError, Record, accepted

TWO = (
    say.SetUp(("green", "red")),
    say.Base("green", 1, Facing.RIGHT),
    say.Base("red", 8, Facing.LEFT),
    say.Start("green"),
)


def record_of(*announcements: Announcement) -> Record:
    return Record.resume(announcements)


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_undo_of_any_announcement_gives_the_state_before_it(seed: int) -> None:
    chance = random.Random(seed)
    record = Record()
    before: list[Game] = []
    ended = 0
    for _ in range(120):
        play = announces(record.game, chance)
        game, last = record.game, record.last
        if not accepted(record.announce(play)):
            assert record.game is game and record.last is last
            continue
        assert record.game is not None
        if isinstance(play, say.SetUp):
            before = []
            continue
        assert game is not None and record.last == play
        assert record.announce(say.Undo()) == (calls.Undone(play.say), public_view(game))
        assert record.game == game and record.last == last
        record.announce(play)
        before.append(game)
        ended += record.game.winner is not None
    while before:
        assert record.last is not None
        undone = record.last.say
        game = before.pop()
        assert record.announce(say.Undo()) == (calls.Undone(undone), public_view(game))
        assert record.game == game
        assert legal(record.game) == legal(game)
    assert record.last is None
    if record.game:
        assert record.announce(say.Undo()) == (calls.Foul(FoulCode.NOTHING_TO_UNDO),)


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), undos=st.floats(0, 0.6))
def test_a_game_goes_on_from_what_was_kept_of_it_as_if_nothing_had_happened(seed: int, undos: float) -> None:
    chance = random.Random(seed)
    record = Record()
    kept: list[Announcement] = []
    for _ in range(100):
        said: Announcement = say.Undo() if chance.random() < undos else announces(record.game, chance)
        if accepted(record.announce(said)):
            kept = [said] if isinstance(said, say.SetUp) else [*kept, said]
    again = Record.resume(kept)
    assert again.game == record.game
    assert again.history == record.history
    assert again.resumed() == record.resumed()
    play = announces(record.game, chance)
    assert again.announce(play) == record.announce(play)


def test_undoing_an_answer_leaves_it_owed_and_the_next_undo_takes_the_question_back() -> None:
    record = record_of(*TWO, say.Spy("green", "red"), say.Answer("red", Said.BOMB))
    undone, state = record.announce(say.Undo())
    assert undone == calls.Undone("answer")
    assert isinstance(state, calls.State) and state.owed == "red" and state.spied
    undone, state = record.announce(say.Undo())
    assert undone == calls.Undone("spy")
    assert isinstance(state, calls.State) and state.owed is None and not state.spied


def test_undo_brings_a_player_back_over_elimination_and_the_end_of_the_game() -> None:
    record = record_of(*TWO, say.Spy("green", "red"), say.Answer("red", Said.BOMB), say.Done("green"), say.Done("red"))
    said = record.announce(say.Spy("green", "red"))
    assert said[-1] == calls.Winner(Colour.RED)
    _, state = record.announce(say.Undo())
    assert isinstance(state, calls.State)
    assert (state.winner, state.out, state.turn, set(state.bases)) == (None, (), "green", {"green", "red"})
    assert record.announce(say.Spy("green", "red")) == said


def test_undo_before_a_set_up_is_a_foul_and_after_it_takes_back_bases_and_the_start() -> None:
    record = Record()
    assert record.announce(say.Undo()) == (calls.Foul(FoulCode.NOT_SET_UP),)
    record = record_of(*TWO)
    for undone in ("start", "base", "base"):
        assert record.announce(say.Undo())[0] == calls.Undone(undone)
    assert record.announce(say.Undo()) == (calls.Foul(FoulCode.NOTHING_TO_UNDO),)


def test_a_new_set_up_can_not_be_undone() -> None:
    record = record_of(*TWO, say.SetUp(("red", "green")))
    assert record.last is None
    assert record.announce(say.Undo()) == (calls.Foul(FoulCode.NOTHING_TO_UNDO),)


def test_who_is_on_turn_and_who_owes_an_answer_is_said_after_a_power_cut() -> None:
    assert Record().resumed() == calls.Resumed(None, None)
    assert record_of(*TWO[:3]).resumed() == calls.Resumed(None, None)
    asked = record_of(*TWO, say.Spy("green", "red"))
    assert asked.resumed() == calls.Resumed(Colour.GREEN, Colour.RED)


def test_a_kept_game_that_the_rules_do_not_allow_is_not_gone_on_with() -> None:
    with pytest.raises(BrokenRecordError, match="announcement 5 of the kept game"):
        record_of(*TWO, say.Done("red"))
