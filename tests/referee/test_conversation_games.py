"""Whole games by keys, among people who hold real cards and answer truly."""

from __future__ import annotations

import random

import pytest

from holders import Hand, play, shuffled
from keypress import FOUR, THREE, TWO, People
from spytable.game.announcements import SetUp
from spytable.game.calls import Exposed, Winner
from spytable.game.cards import TARGETS, Colour
from spytable.game.views import public_view
from spytable.referee.conversation import Stage
from spytable.referee.record import Record
from spytable.referee.screen import Lamp

TABLES = {"two": TWO, "three": THREE, "four": FOUR}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("table", TABLES)
def test_a_whole_game_ends_with_one_winner(table: str, seed: int) -> None:
    colours = TABLES[table]
    chance = random.Random(seed)
    people = People(draw=chance.randrange)
    people.begin(colours, *(["Top 2"] if seed % 2 else []), first=chance.choice(list(colours)))
    hands = {seat: Hand(people, seat, shuffled(len(colours), chance), chance) for seat in colours}
    play(people, hands, chance)
    assert sum(isinstance(call, Winner) for call in people.called) == 1
    winner = people.called[-1]
    assert isinstance(winner, Winner)
    for seat in people.seats:
        mine = colours.get(seat) == winner.seat
        assert people.title(seat) == ("You win" if mine else f"{winner.seat.value.capitalize()} wins")
        assert people.talk.lamp(seat) is (Lamp.ON if mine else Lamp.OFF)
    exposed = [call.card for call in people.called if isinstance(call, Exposed) and call.seat is winner.seat]
    assert exposed == list(TARGETS)[: len(exposed)]
    again = Record.resume(people.accepted).game
    assert again is not None and people.talk.record.game is not None
    assert public_view(again) == public_view(people.talk.record.game)


def over() -> People:
    people = People()
    people.begin(TWO, "Top 2")
    people.press(3, "More", "Next", "Leave", "Leave")
    assert people.talk.stage is Stage.OVER
    return people


def test_a_new_game_with_the_same_players_and_rules_takes_two_keys() -> None:
    people = over()
    assert not people.press(1, "New").accepted
    step = people.press(1, "Yes")
    assert step.accepted == (SetUp(("green", "red"), rules=people.accepted[0].rules),)  # type: ignore[union-attr]
    assert people.title(1) == people.title(3) == "Make your base"
    people.make_bases(3)
    assert people.title(3) == "Turn: You"


def test_no_double_press_begins_a_new_game() -> None:
    for key in (1, 2, 3, 4):
        people = over()
        for _ in range(6):
            assert not people.key(1, key).accepted
        assert people.talk.stage is Stage.OVER


def test_others_may_join_the_next_game() -> None:
    people = over()
    people.press(2, "New", "No")
    assert people.title(1) == "You are Green"
    assert people.title(2) == "Who plays?"
    people.press(2, "Blue")
    people.press(3, "Leave")
    people.press(4, "Red", "Begin", "OK")
    assert people.accepted[-1].seats == ("green", "blue", "red")  # type: ignore[union-attr]
    assert people.screen(4).seat is Colour.RED
    assert people.screen(3).seat is None


def test_the_end_can_be_heard_again() -> None:
    people = over()
    assert isinstance(people.press(1, "Again").again[-1], Winner)
