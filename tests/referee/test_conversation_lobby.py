"""Who plays, and by which house rules."""

from keypress import FOUR, THREE, TWO, People
from spytable.game.announcements import HouseRules, SetUp
from spytable.game.calls import SetUp as WasSetUp
from spytable.game.cards import Colour
from spytable.referee.conversation import Stage
from spytable.referee.press import Cue, Press, Step
from spytable.referee.screen import Lamp


def test_every_seat_offers_the_four_colours() -> None:
    people = People()
    for seat in people.seats:
        assert people.title(seat) == "Who plays?"
        assert people.labels(seat) == ["Green", "Red", "Blue", "Yellow"]
    assert set(people.lamps().values()) == {Lamp.OFF}


def test_a_colour_that_is_taken_is_offered_to_nobody_else() -> None:
    people = People()
    people.press(2, "Red")
    assert people.labels(1) == ["Green", "", "Blue", "Yellow"]
    assert people.title(2) == "You are Red"
    assert people.screen(2).seat is Colour.RED
    people.press(2, "Leave")
    assert people.labels(1) == ["Green", "Red", "Blue", "Yellow"]


def test_joining_twice_in_a_hurry_still_joins() -> None:
    for key in (1, 2, 3, 4):
        people = People()
        people.key(1, key)
        people.key(1, key)
        assert people.title(1).startswith("You are"), key


def test_one_alone_cannot_begin_and_is_told_why() -> None:
    people = People()
    people.press(1, "Blue")
    assert "Begin" not in people.labels(1)
    assert "Two to four can play" in people.body(1)


def test_two_must_be_green_and_red_and_are_told_so() -> None:
    people = People()
    people.press(1, "Blue")
    people.press(2, "Red")
    assert "Begin" not in people.labels(1)
    assert "Two play green, red" in people.body(1)
    people.press(1, "Leave", "Green")
    assert "Begin" in people.labels(1)
    assert "Two play green, red" not in people.body(1)


def test_the_seats_of_a_game_are_clockwise_whoever_joined_first() -> None:
    people = People()
    for seat in (4, 1, 2):
        people.press(seat, THREE[seat].value.capitalize())
    step = people.press(4, "Begin", "OK")
    assert step.accepted == (SetUp(("blue", "green", "yellow")),)
    assert step.calls == (WasSetUp((Colour.BLUE, Colour.GREEN, Colour.YELLOW), 7),)
    assert people.talk.stage is Stage.BASES


def test_the_others_see_who_sets_the_rules_and_may_take_it_over() -> None:
    people = People()
    people.press(1, "Green")
    people.press(3, "Red", "Begin")
    assert people.body(1) == ["Red sets the rules"]
    assert people.body(2) == ["Red sets the rules"]
    people.press(1, "Begin", "OK")
    assert people.talk.stage is Stage.BASES


def test_house_rules_are_off_unless_chosen_and_remembered_once_chosen() -> None:
    people = People()
    people.press(1, "Green")
    people.press(3, "Red", "Begin")
    assert people.body(3)[-1] == "No house rules"
    people.press(3, "Rules")
    assert people.body(3) == ["Top Secret 2 shown:", "its player stays in", "Turn on the spot: no"]
    people.press(3, "Top 2", "Turn")
    assert people.body(3) == ["Top Secret 2 shown:", "its player is out", "Turn on the spot: yes"]
    people.press(3, "Back")
    assert people.body(3)[-1] == "With house rules"
    step = people.press(3, "OK")
    assert step.accepted == (SetUp(("green", "red"), rules=HouseRules(True, True)),)
    assert step.settings["top_secret_out"] is True
    assert step.settings["turn_without_move"] is True

    later = People(settings=step.settings)
    later.press(1, "Green")
    later.press(2, "Red", "Begin", "Rules")
    assert later.body(2) == ["Top Secret 2 shown:", "its player is out", "Turn on the spot: yes"]


def test_players_answer_unless_the_table_is_chosen_and_that_is_remembered() -> None:
    people = People()
    people.press(1, "Green")
    people.press(3, "Red", "Begin")
    assert people.body(3)[:2] == ["Cards stay secret:", "players answer"]
    people.press(3, "Sealed")
    assert people.body(3)[:2] == ["Enter your cards:", "the table answers"]
    step = people.press(3, "OK")
    assert step.accepted == (SetUp(("green", "red"), sealed=True),)

    later = People(settings=step.settings)
    later.press(1, "Green")
    later.press(2, "Red", "Begin")
    assert later.body(2)[:2] == ["Enter your cards:", "the table answers"]


def test_settings_of_another_kind_do_not_stop_the_table() -> None:
    people = People(settings={"top_secret_out": "yes", "turn_without_move": 3, "chairs": 5})
    people.sit_down(TWO)
    assert people.accepted == [SetUp(("green", "red"))]


def test_somebody_who_leaves_while_the_rules_are_chosen_stops_a_game_that_cannot_be() -> None:
    people = People()
    people.press(1, "Green")
    people.press(3, "Red", "Begin")
    people.press(1, "Leave")
    assert "OK" not in people.labels(3)
    people.press(3, "Back")
    assert people.title(3) == "You are Red"


def test_a_press_for_a_screen_that_has_gone_is_answered_and_dropped() -> None:
    people = People()
    old = people.screen(1).prompt
    people.press(2, "Red")
    step = people.key(1, 1, prompt=old)
    assert step.cue is Cue.STALE
    assert not step.accepted
    assert people.title(1) == "Who plays?"


def test_a_key_without_a_label_and_a_seat_that_is_not_there_do_nothing() -> None:
    people = People((1, 3))
    people.press(1, "Green")
    before = people.screen(1)
    assert people.key(1, 1).cue is None
    assert people.screen(1) == before
    assert people.talk.press(Press(2, 1, 0)) == Step()
    assert people.talk.press(Press(1, 7, before.prompt)) == Step()


def test_four_are_listed_on_two_lines() -> None:
    people = People()
    for seat, colour in FOUR.items():
        people.press(seat, colour.value.capitalize())
    assert people.body(1) == ["Green, Blue", "Red, Yellow"]
