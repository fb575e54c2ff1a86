"""A turn by four keys."""

import pytest

from keypress import FOUR, THREE, TWO, People
from spytable.game.announcements import Done, Hop, Leave, Move, Spy, Turning
from spytable.game.base import Facing
from spytable.game.calls import By, Hopped, Moved, Out, Turn, Winner
from spytable.game.cards import Card, Colour
from spytable.referee.conversation import Stage
from spytable.referee.press import Cue, Step
from spytable.referee.screen import Lamp


def people_at(colours: dict[int, Colour], *rules: str, first: int = 1) -> People:
    people = People()
    people.begin(colours, *rules, first=first)
    return people


def fan_of(people: People, seat: int) -> tuple[int, Facing]:
    fan = people.screen(seat).fan
    assert fan is not None
    return fan.spy, fan.facing


def test_the_seat_on_turn_has_its_lamp_on_and_its_base_drawn() -> None:
    people = people_at(THREE, first=2)
    assert people.lamps() == {1: Lamp.OFF, 2: Lamp.ON, 3: Lamp.OFF, 4: Lamp.OFF}
    assert people.labels(2) == ["Move", "Spy", "More", "Done"]
    assert fan_of(people, 2) == (4, Facing.RIGHT)
    assert people.title(1) == people.title(3) == "Turn: Green"
    assert people.screen(1).fan is not None


@pytest.mark.parametrize(
    ("labels", "spaces", "turning", "place", "facing"),
    [
        (("1", "OK"), 1, Turning.NONE, 5, Facing.RIGHT),
        (("2", "OK"), 2, Turning.NONE, 6, Facing.RIGHT),
        (("Turn", "2", "OK"), 2, Turning.BEFORE, 2, Facing.LEFT),
        (("1", "Turn", "OK"), 1, Turning.AFTER, 5, Facing.LEFT),
        (("Turn", "1", "Turn", "OK"), 1, Turning.BOTH, 3, Facing.RIGHT),
        (("Turn", "Turn", "1", "Turn", "Turn", "OK"), 1, Turning.NONE, 5, Facing.RIGHT),
        (("2", "Back", "1", "OK"), 1, Turning.NONE, 5, Facing.RIGHT),
    ],
)
def test_a_move_is_shown_as_it_will_stand_before_it_is_announced(
    labels: tuple[str, ...], spaces: int, turning: Turning, place: int, facing: Facing
) -> None:
    people = people_at(TWO)
    people.press(1, "Move", *labels[:-1])
    assert fan_of(people, 1) == (place, facing)
    assert not any(isinstance(said, Move) for said in people.accepted)
    step = people.press(1, labels[-1])
    assert step.accepted == (Move("green", spaces, turning),)
    assert step.calls == (Moved(Colour.GREEN, spaces, place, facing),)
    assert fan_of(people, 1) == (place, facing)


def test_turning_first_shows_the_card_that_will_count() -> None:
    people = people_at(TWO)
    people.press(1, "Move")
    fan = people.screen(1).fan
    assert fan is not None and fan.marked == 5
    people.press(1, "Turn")
    fan = people.screen(1).fan
    assert fan is not None and fan.marked == 3


def test_what_was_done_in_a_turn_is_not_offered_again() -> None:
    people = people_at(TWO)
    people.press(1, "Move", "1", "OK")
    assert people.labels(1) == ["", "Spy", "More", "Done"]
    people.press(1, "Spy", "Red")
    people.press(3, "Top")
    assert people.labels(1) == ["", "", "More", "Done"]


def test_a_move_is_told_on_every_panel() -> None:
    people = people_at(TWO)
    people.press(1, "Move", "1", "Turn", "OK")
    for seat in (2, 3, 4):
        assert people.body(seat) == ["Green moves 1 to 5 ◀"]
    assert people.body(1) == ["Green moves 1"]
    assert people.screen(1).fan is not None


def test_opponents_are_named_clockwise_and_back_lies_under_the_spy_key() -> None:
    people = people_at(FOUR, first=2)
    people.press(2, "Spy")
    assert people.labels(2) == ["Red", "Back", "Yellow", "Green"]
    people = people_at(THREE, first=4)
    people.press(4, "Spy")
    assert people.labels(4) == ["Blue", "Back", "Green", ""]
    people = people_at(TWO)
    people.press(1, "Spy")
    assert people.labels(1) == ["Red", "Back", "", ""]
    people.key(1, 2)
    assert people.title(1) == "Turn: You"


def test_who_is_out_is_not_named() -> None:
    people = people_at(FOUR)
    people.press(3, "More", "Next", "Leave", "Leave")
    people.press(1, "Spy")
    assert people.labels(1) == ["Blue", "Back", "Yellow", ""]


def test_done_does_not_lie_below_the_target_where_the_table_answers_at_once() -> None:
    people = People()
    people.sit_down(FOUR)
    people.make_bases(1, {4: 6})
    people.press(1, "Spy")
    assert people.labels(1)[3] == "Yellow"
    assert people.key(1, 4).accepted == (Spy("green", "yellow"),)
    assert people.body(1) == ["Yellow 3: the Spy"]
    assert people.key(1, 4) == Step()
    people.press(1, "OK", "Done")


def test_the_spy_meets_the_spy() -> None:
    people = People()
    people.sit_down(TWO)
    people.make_bases(1, {})
    people.press(1, "Spy", "Red")
    assert people.body(1) == ["Red 4: the Spy"]
    assert people.body(3) == ["Red 4: the Spy"]
    people.press(1, "OK")
    assert people.labels(1) == ["Move", "", "More", "Done"]


def test_hop_is_offered_at_an_edge_alone() -> None:
    people = people_at(TWO)
    people.press(1, "More")
    assert "Hop" not in people.labels(1)
    people.press(1, "Back", "Move", "2", "OK", "Done")
    people.press(3, "More")
    assert "Hop" not in people.labels(3)
    people.press(3, "Back", "Done")
    people.press(1, "Move", "2", "OK", "More")
    step = people.press(1, "Hop")
    assert step.accepted == (Hop("green"),)
    assert step.calls == (Hopped(Colour.GREEN, 1),)
    assert people.body(3) == ["Green hops to 1"]


def test_turning_without_a_move_is_offered_by_the_house_rule_alone() -> None:
    people = people_at(TWO)
    people.press(1, "More")
    assert "Turn" not in people.labels(1)
    people = people_at(TWO, "Turn")
    people.press(1, "More", "Turn")
    assert fan_of(people, 1) == (4, Facing.LEFT)
    step = people.press(1, "OK")
    assert step.accepted == (Move("green", 0, Turning.BEFORE),)
    assert people.body(1) == ["Green turns round"]
    assert people.labels(1) == ["", "Spy", "More", "Done"]


def test_a_double_press_on_done_does_not_end_the_next_turn_too() -> None:
    people = people_at(TWO)
    prompt = people.screen(1).prompt
    step = people.press(1, "Done")
    assert step.accepted == (Done("green"),)
    assert step.calls == (Turn(Colour.RED),)
    assert people.key(1, 4, prompt=prompt).cue is Cue.STALE
    assert people.key(1, 4) == Step()
    assert people.title(3) == "Turn: You"


def test_a_press_meant_for_the_turn_before_is_dropped() -> None:
    people = people_at(TWO)
    prompt = people.screen(1).prompt
    people.press(1, "Done")
    people.press(3, "Done")
    assert people.labels(1) == ["Move", "Spy", "More", "Done"]
    assert people.key(1, 4, prompt=prompt).cue is Cue.STALE
    assert people.title(1) == "Turn: You"


def test_pressing_any_one_key_for_ever_announces_at_most_the_end_of_the_turn() -> None:
    for key in (1, 2, 3, 4):
        people = people_at(TWO, "Turn")
        before = len(people.accepted)
        for _ in range(9):
            people.key(1, key)
        assert people.accepted[before:] == ([Done("green")] if key == 4 else [])


def test_say_again_repeats_the_last_announcement_and_nothing_older() -> None:
    people = people_at(TWO)
    people.press(1, "Move", "1", "OK")
    step = people.press(3, "Again")
    assert step.again == (Moved(Colour.GREEN, 1, 5, Facing.RIGHT),)
    assert not step.calls and not step.accepted
    people.press(1, "Done")
    assert people.press(1, "Again").again == (Turn(Colour.RED),)
    assert people.body(1) == []


def test_leaving_is_asked_back_and_the_game_goes_on_without() -> None:
    people = people_at(THREE, first=2)
    people.press(2, "More", "Next", "Leave", "Stay", "Leave")
    assert people.title(2) == "Leave the game?"
    assert not any(isinstance(said, Leave) for said in people.accepted)
    step = people.press(2, "Leave")
    assert step.accepted == (Leave("green"),)
    assert step.calls == (Out(Colour.GREEN, By.LEFT), Turn(Colour.YELLOW))
    assert people.body(1) == ["Green has left"]
    assert people.body(2) == ["Green has left", "You are out"]
    assert people.title(4) == "Turn: You"


def test_the_last_but_one_to_leave_ends_the_game() -> None:
    people = people_at(TWO)
    step = people.press(3, "More", "Next", "Leave", "Leave")
    assert Winner(Colour.GREEN) in step.calls
    assert people.talk.stage is Stage.OVER


def test_who_is_out_can_watch_and_hear_again_but_not_play() -> None:
    people = people_at(FOUR)
    people.press(3, "More", "Next", "Leave", "Leave")
    people.press(1, "Done")
    assert people.labels(3) == ["Again", "", "More", ""]
    people.press(3, "More")
    assert people.labels(3) == ["Again", "", "Back", "Next"]
    people.press(3, "Next")
    assert people.labels(3) == ["Pause", "Away", "Back", ""]
    people.press(3, "Back")
    assert people.screen(3).fan is None
    assert people.title(3) == "Turn: Blue"


def test_an_open_page_stays_while_others_play() -> None:
    people = people_at(TWO)
    people.press(3, "More")
    people.press(1, "Move", "1", "OK")
    assert people.title(3) == "More"
    assert "Green moves 1 to 5 ▶" in people.body(3)


def test_the_targets_of_all_bases_stand_below_a_fan_that_has_nothing_to_say() -> None:
    people = people_at(THREE, first=2)
    targets = ((Colour.BLUE, Card.S1), (Colour.GREEN, Card.S1), (Colour.YELLOW, Card.S1))
    assert {people.screen(seat).targets for seat in THREE} == {targets}
    people.press(2, "Spy")
    assert people.screen(2).targets == targets
    people.press(2, "Blue")
    people.press(1, "Safe 1")
    people.press(2, "Done")
    assert people.screen(4).targets == ((Colour.BLUE, Card.S2), *targets[1:])
    people.press(4, "More", "Next", "Leave", "Leave")
    people.press(1, "Done")
    assert people.screen(1).targets == ((Colour.BLUE, Card.S2), (Colour.GREEN, Card.S1))
    assert people.screen(3).targets == ()
