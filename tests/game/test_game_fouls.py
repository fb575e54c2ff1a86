"""Each foul, and which one is named where several fit."""

from itertools import product

import pytest
from begun import (
    ASKED,
    BEGUN,
    DECK,
    LEFT,
    MOVED,
    OPEN,
    OVER,
    SEALED,
    SEALED_BEGUN,
    SPIED,
    TURNING,
    bases,
    played,
)

from spytable.game import announcements as say
from spytable.game import calls
from spytable.game.announcements import Play, Said, Turning
from spytable.game.base import Facing
from spytable.game.calls import FoulCode
from spytable.game.rules import apply, legal


@pytest.mark.parametrize(
    ("before", "play", "code"),
    [
        ((), say.SetUp(("red",)), "wrong_players"),
        ((), say.SetUp(()), "wrong_players"),
        ((), say.SetUp(("red", "red", "blue")), "wrong_players"),
        ((), say.SetUp(("red", "pink", "blue")), "wrong_players"),
        ((), say.SetUp(("red", "blue")), "wrong_players"),
        ((), say.SetUp(("red", "blue", "green", "yellow", "green")), "wrong_players"),
        ((), say.Base("pink", 99, Facing.LEFT), "not_set_up"),
        ((), say.Start(), "not_set_up"),
        ((), say.Done("red"), "not_set_up"),
        ((OPEN,), say.Base("red", 0, Facing.LEFT), "bad_announcement"),
        ((OPEN,), say.Base("red", 8, Facing.LEFT), "bad_announcement"),
        ((OPEN,), say.Base("red", 1, Facing.LEFT, DECK), "bad_announcement"),
        ((SEALED,), say.Base("red", 1, Facing.LEFT), "bad_announcement"),
        (BEGUN, say.Base("yellow", 8, Facing.LEFT), "bad_announcement"),
        ((OPEN,), say.Base("yellow", 7, Facing.LEFT), "no_such_seat"),
        (BEGUN, say.Base("yellow", 7, Facing.LEFT), "no_such_seat"),
        (BEGUN, say.Base("red", 7, Facing.LEFT), "already_started"),
        (OVER, say.Base("red", 7, Facing.LEFT), "already_started"),
        (SEALED_BEGUN, say.Base("red", 7, Facing.LEFT, ("S1",)), "already_started"),
        ((SEALED,), say.Base("red", 7, Facing.LEFT, ("S1",)), "wrong_deck"),
        ((SEALED,), say.Base("red", 7, Facing.LEFT, (*DECK[:-1], "B2")), "wrong_deck"),
        ((SEALED,), say.Base("red", 7, Facing.LEFT, (*DECK, "SPY")), "wrong_deck"),
        ((SEALED,), say.Base("yellow", 7, Facing.LEFT, ()), "no_such_seat"),
        ((OPEN,), say.Start("yellow"), "no_such_seat"),
        ((OPEN,), say.Start("red"), "bases_missing"),
        ((OPEN, *bases(False)[1:]), say.Start(), "bases_missing"),
        (BEGUN, say.Start(), "already_started"),
        ((OPEN,), say.Move("red", 9), "not_started"),
        ((OPEN,), say.Answer("red", Said.SAFE), "not_started"),
        ((OPEN,), say.Leave("red"), "not_started"),
        ((SEALED,), say.Answer("red", Said.SAFE), "not_started"),
        ((OPEN,), say.Spy("red", "yellow"), "no_such_seat"),
        (OVER, say.Spy("", "red"), "no_such_seat"),
        (OVER, say.Done("red"), "game_over"),
        (OVER, say.Leave("blue"), "game_over"),
        (OVER, say.Answer("red", Said.SAFE), "game_over"),
        (ASKED, say.Done("green"), "answer_owed"),
        (ASKED, say.Move("red", 0), "answer_owed"),
        (ASKED, say.Spy("red", "red"), "answer_owed"),
        (ASKED, say.Hop("red"), "answer_owed"),
        (BEGUN, say.Answer("green", Said.SAFE), "no_answer_owed"),
        (SEALED_BEGUN, say.Answer("green", Said.SAFE), "no_answer_owed"),
        ((*SEALED_BEGUN, say.Spy("red", "blue")), say.Answer("blue", Said.TOP_SECRET), "no_answer_owed"),
        (ASKED, say.Answer("red", Said.SAFE), "wrong_seat_answers"),
        (ASKED, say.Answer("green", Said.TARGET), "wrong_seat_answers"),
        (BEGUN, say.Move("blue", 9), "not_your_turn"),
        (BEGUN, say.Hop("blue"), "not_your_turn"),
        (BEGUN, say.Spy("blue", "blue"), "not_your_turn"),
        (BEGUN, say.Done("blue"), "not_your_turn"),
        (LEFT, say.Done("blue"), "not_your_turn"),
        (SPIED, say.Spy("red", "red"), "target_self"),
        (
            (*LEFT, say.Spy("red", "green"), say.Answer("green", Said.SAFE)),
            say.Spy("red", "blue"),
            "target_out",
        ),
        (LEFT, say.Leave("blue"), "target_out"),
        (MOVED, say.Move("red", 0), "already_moved"),
        (MOVED, say.Move("red", 9), "already_moved"),
        (SPIED, say.Spy("red", "blue"), "already_spied"),
        (MOVED, say.Hop("red"), "not_at_edge"),
        (BEGUN, say.Move("red", 0, Turning.BOTH), "turn_needs_move"),
        (BEGUN, say.Move("red", 0, Turning.AFTER), "turn_needs_move"),
        (BEGUN, say.Move("red", 3), "wrong_spaces"),
        (BEGUN, say.Move("red", -1), "wrong_spaces"),
        (BEGUN, say.Move("red", 10**30, Turning.AFTER, insist=True), "wrong_spaces"),
        (TURNING, say.Move("red", 0, Turning.NONE), "wrong_spaces"),
        (TURNING, say.Move("red", 0, Turning.BOTH), "wrong_spaces"),
        (SEALED_BEGUN, say.Move("red", 2), "wrong_spaces"),
        (SEALED_BEGUN, say.Move("red", 2, insist=True), "wrong_spaces"),
        (SEALED_BEGUN, say.Move("red", 2, Turning.BEFORE), "wrong_spaces"),
    ],
)
def test_the_first_foul_that_fits_is_named_and_nothing_changes(before: tuple[Play, ...], play: Play, code: str) -> None:
    game = played(*before) if before else None
    after, said = apply(game, play)
    assert said == (calls.Foul(FoulCode(code)),)
    assert after is game


@pytest.mark.parametrize("before", [BEGUN, ASKED, SPIED, LEFT, MOVED, TURNING, OVER, (OPEN,)])
def test_what_legal_lists_is_accepted_and_nothing_else_is(before: tuple[Play, ...]) -> None:
    game = played(*before)
    seats = ("red", "blue", "green", "yellow")
    plays: list[Play] = [
        *(say.Move(seat, spaces, turn) for seat, spaces, turn in product(seats, range(-1, 4), Turning)),
        *(say.Hop(seat) for seat in seats),
        *(say.Spy(seat, target) for seat, target in product(seats, seats)),
        *(say.Answer(seat, said) for seat, said in product(seats, Said)),
        *(say.Done(seat) for seat in seats),
    ]
    accepted = [play for play in plays if not isinstance(apply(game, play).calls[0], calls.Refusal)]
    listed = legal(game).announcements
    assert len(set(listed)) == len(listed)
    assert set(listed) == set(accepted)
