"""After a power cut the game goes on, and everybody sits where they sat."""

import pytest

from keypress import FOUR, THREE, TWO, People
from spytable.game.announcements import Done, SetUp
from spytable.game.calls import Resumed
from spytable.game.cards import Colour
from spytable.referee.conversation import Stage
from spytable.referee.conversation.chairs import players
from spytable.referee.record import Record
from spytable.referee.screen import Lamp


def after_a_power_cut(people: People, **settings: bool | int | str) -> People:
    kept = {**people.settings, **settings}
    return People(people.seats, settings=kept, record=Record.resume(people.accepted))


def test_the_turn_goes_on_at_the_same_seats_and_the_panels_say_so() -> None:
    people = People()
    people.begin(THREE, first=4)
    people.press(4, "Move", "1", "OK")
    later = after_a_power_cut(people)
    assert later.talk.stage is Stage.PLAY
    assert later.title(4) == "Turn: You"
    assert later.labels(4) == ["", "Spy", "More", "Done"]
    for seat in later.seats:
        assert later.body(seat)[0] == "The game goes on"
        assert later.screen(seat).seat == THREE.get(seat)
        assert later.screen(seat).fan == people.screen(seat).fan or seat != 4
    assert later.press(1, "Again").again == (Resumed(Colour.YELLOW, None),)


def test_an_owed_answer_is_still_owed() -> None:
    people = People()
    people.begin(TWO)
    people.press(1, "Spy", "Red")
    later = after_a_power_cut(people)
    assert later.screen(3).labels == people.screen(3).labels
    assert later.screen(3).fan == people.screen(3).fan
    assert later.talk.lamp(3) is Lamp.BLINK
    later.press(3, "Safe")
    assert later.title(1) == "Turn: You"


def test_bases_that_were_announced_stay_announced() -> None:
    people = People()
    people.sit_down(TWO)
    people.press(1, "Next", "Right", "Ready")
    later = after_a_power_cut(people)
    assert later.talk.stage is Stage.BASES
    assert later.title(1) == "Ready"
    assert later.title(3) == "Make your base"
    later.press(1, "Change")
    fan = later.screen(1).fan
    assert fan is not None and fan.spy == 5


def test_what_was_heard_before_is_not_told_again() -> None:
    shown = []
    for answer in ("Safe", "Top"):
        people = People()
        people.begin(TWO)
        people.press(1, "Spy", "Red")
        people.press(3, answer)
        later = after_a_power_cut(people)
        shown.append([later.shows(seat) for seat in later.seats])
    assert shown[0] == shown[1]


def test_undo_reaches_over_a_power_cut_and_over_the_elimination_before_it() -> None:
    people = People()
    people.begin(THREE)
    people.press(1, "Spy", "Green")
    people.press(2, "Bomb")
    for seat in (1, 2, 4):
        people.press(seat, "Done")
    people.press(1, "Spy", "Green")
    later = after_a_power_cut(people)
    later.press(4, "More", "Undo")
    assert later.title(1) == "Yellow takes back"
    later.press(1, "Agree")
    later.press(2, "Agree")
    assert later.title(1) == "Turn: You"


@pytest.mark.parametrize("kept", ["", "1 green", "1 red 3 green", "1 green 3 pink", "green 1", 7, "1 green 1 red", "3"])
def test_without_a_word_of_who_sat_where_players_claim_their_colour(kept: str | int) -> None:
    people = People()
    people.begin(TWO)
    later = after_a_power_cut(people, chairs=kept)
    for seat in later.seats:
        assert later.title(seat) == "Who sits here?"
        assert later.labels(seat) == ["Green", "Red", "", ""]
    step = later.press(3, "Red")
    assert later.title(3) == "You are Red"
    assert later.labels(1) == ["Green", "", "", ""]
    later.press(1, "Green", "OK")
    assert later.title(1) == "Turn: You"
    assert later.labels(2) == ["Again", "More", "Join", ""]
    assert not step.accepted
    again = after_a_power_cut(people, **later.settings)
    assert again.title(1) == "Turn: You"


def test_a_claim_pressed_twice_announces_nothing() -> None:
    people = People()
    people.begin(FOUR, first=4)
    later = People((1, 2, 3), record=Record.resume(people.accepted))
    later.press(1, "Yellow")
    for _ in range(4):
        assert not later.key(1, 4).accepted
    later.press(1, "OK", "Done")
    assert later.accepted == [Done("yellow")]


def test_a_wrong_colour_can_be_given_back() -> None:
    people = People()
    people.begin(TWO)
    later = after_a_power_cut(people, chairs="")
    later.press(1, "Red", "Back")
    assert later.labels(2) == ["Green", "Red", "", ""]
    later.press(1, "Green", "Back", "Green", "OK")
    assert later.title(1) == "Turn: You"


def test_a_full_table_tells_by_itself_who_sits_where() -> None:
    people = People((1, 2))
    people.begin({1: Colour.RED, 2: Colour.GREEN})
    later = after_a_power_cut(people, chairs="")
    assert later.title(1) == "Turn: You"
    assert later.screen(1).seat is Colour.RED


def test_a_seat_that_is_gone_leaves_its_colour_to_another() -> None:
    people = People()
    people.begin(TWO)
    later = People((1, 2), settings=people.settings, record=Record.resume(people.accepted))
    assert later.title(1) == "Turn: You"
    assert later.labels(2) == ["", "Red", "", ""]
    later.press(2, "Red", "OK")
    assert later.title(2) == "Turn: Green"


def test_chairs_of_another_game_are_not_believed() -> None:
    colours = (Colour.GREEN, Colour.RED, Colour.BLUE)
    assert players(colours, (1, 2, 3, 4), "1 green 2 blue 3 red") == {}
    assert players(colours, (1, 2, 3, 4), "1 green 2 red") == {}
    assert players(colours, (1, 2, 3, 4), "1 green 2 red 4 blue") == dict(zip((1, 2, 4), colours, strict=True))


def test_the_next_game_begins_where_the_record_left_off() -> None:
    people = People()
    people.begin(TWO)
    people.press(1, "More", "Next", "Leave", "Leave")
    later = after_a_power_cut(people)
    assert later.talk.stage is Stage.OVER
    later.press(3, "New", "Yes")
    assert later.accepted == [SetUp(("green", "red"))]
