"""Bases: where each Spy is, and who begins."""

from keypress import FOUR, THREE, TWO, People
from spytable.game.announcements import Base, SetUp, Start
from spytable.game.base import Facing
from spytable.game.calls import Ready, Turn
from spytable.game.cards import Colour
from spytable.referee.conversation import Stage
from spytable.referee.screen import Lamp


def people_at(colours: dict[int, Colour]) -> People:
    people = People()
    people.sit_down(colours)
    return people


def test_three_and_four_are_told_to_put_bomb_two_aside_where_there_is_one() -> None:
    people = people_at(FOUR)
    told = {FOUR[seat] for seat in FOUR if "Put Bomb 2 aside" in people.body(seat)}
    assert told == {Colour.GREEN, Colour.RED}
    assert "Fan your 7 cards" in people.body(2)
    people = people_at(TWO)
    assert not any("Put Bomb 2 aside" in people.body(seat) for seat in TWO)
    assert "Fan your 8 cards" in people.body(1)


def test_the_spy_goes_round_the_fan_and_turns() -> None:
    people = people_at(TWO)
    people.press(1, "Next")
    fan = people.screen(1).fan
    assert fan is not None and (fan.size, fan.spy, fan.facing) == (8, 4, Facing.RIGHT)
    people.press(1, *["Left"] * 4, "Turn")
    fan = people.screen(1).fan
    assert fan is not None and (fan.spy, fan.facing) == (8, Facing.LEFT)
    people.press(1, "Right")
    fan = people.screen(1).fan
    assert fan is not None and fan.spy == 1
    step = people.press(1, "Ready")
    assert step.accepted == (Base("green", 1, Facing.LEFT),)
    assert step.calls == (Ready(Colour.GREEN),)


def test_others_base_does_not_disturb_mine() -> None:
    people = people_at(TWO)
    people.press(1, "Next", "Right", "Right")
    before = people.screen(1)
    people.press(3, "Next", "Ready")
    assert people.screen(1) == before


def test_who_is_ready_waits_and_can_change() -> None:
    people = people_at(THREE)
    people.press(1, "Next", "Ready")
    assert people.title(1) == "Ready"
    assert people.body(1) == ["Waiting for Green", "Waiting for Yellow"]
    assert people.lamps() == {1: Lamp.OFF, 2: Lamp.ON, 3: Lamp.OFF, 4: Lamp.ON}
    people.press(1, "Change", "Left", "Ready")
    assert people.accepted[-2:] == [Base("blue", 4, Facing.RIGHT), Base("blue", 3, Facing.RIGHT)]


def test_nobody_begins_while_somebody_changes_their_base() -> None:
    people = people_at(TWO)
    for seat in TWO:
        people.press(seat, "Next", "Ready")
    assert people.title(1) == people.title(3) == "Who begins?"
    assert people.lamps() == {1: Lamp.ON, 2: Lamp.OFF, 3: Lamp.ON, 4: Lamp.OFF}, "either may say so"
    people.press(1, "More", "Change")
    assert people.lamps() == {1: Lamp.ON, 2: Lamp.OFF, 3: Lamp.OFF, 4: Lamp.OFF}
    assert people.body(3) == ["Waiting for Green"]
    assert "I do" not in people.labels(3)
    people.press(1, "Ready")
    assert people.title(3) == "Who begins?"


def test_whoever_says_so_begins() -> None:
    people = people_at(TWO)
    for seat in TWO:
        people.press(seat, "Next", "Ready")
    step = people.press(3, "I do")
    assert step.accepted == (Start("red"),)
    assert step.calls == (Turn(Colour.RED),)
    assert people.talk.stage is Stage.PLAY
    assert people.title(3) == "Turn: You"
    assert people.title(1) == people.title(2) == "Turn: Red"


def test_lots_are_recorded_with_what_they_gave() -> None:
    asked = []

    def draw(n: int) -> int:
        asked.append(n)
        return 1

    people = People(draw=draw)
    people.sit_down(THREE)
    for seat in THREE:
        people.press(seat, "Next", "Ready")
    assert people.press(4, "Lots").accepted == (Start("green"),)
    assert asked == [3]


def test_a_double_press_on_ready_does_not_change_or_begin_anything() -> None:
    people = people_at(TWO)
    for seat in TWO:
        people.press(seat, "Next", "Ready")
        assert not people.key(seat, 4).accepted
    assert people.talk.stage is Stage.BASES


def test_a_wrong_set_up_can_be_begun_anew_from_every_seat() -> None:
    people = people_at(TWO)
    people.press(1, "More", "New", "No")
    assert people.talk.stage is Stage.LOBBY
    assert people.title(1) == "You are Green"
    people.press(2, "Blue", "Begin", "OK")
    assert people.accepted[-1] == SetUp(("green", "blue", "red"))
    people.press(3, "Next", "Ready", "More", "New", "Yes")
    assert people.accepted[-1] == SetUp(("green", "blue", "red"))
    assert people.title(3) == "Make your base"


def test_who_does_not_play_watches() -> None:
    people = people_at(TWO)
    assert people.labels(2) == ["Again", "", "", ""]
    assert people.screen(2).seat is None
