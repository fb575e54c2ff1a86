"""Whoever comes while a game is on sits down for the next one."""

from keypress import FOUR, THREE, TWO, People
from spytable.game.announcements import SetUp


def over(people: People, seat: int) -> None:
    people.press(seat, "More", "Next", "Leave", "Leave")


def test_a_seat_where_nobody_plays_joins_with_a_colour_that_is_free() -> None:
    people = People()
    people.begin(TWO)
    people.press(2, "Join")
    assert people.labels(2) == ["Back", "", "Blue", "Yellow"]
    people.press(2, "Blue")
    assert people.body(2)[0] == "Next game: Blue"
    people.press(4, "Join")
    assert people.labels(4) == ["Back", "", "", "Yellow"]


def test_who_joined_plays_in_the_next_game_where_they_sit() -> None:
    people = People()
    people.begin(TWO)
    people.press(2, "Join", "Blue")
    over(people, 3)
    people.press(1, "New")
    assert people.body(1) == ["The same players?", "And Blue"]
    assert people.press(1, "Yes").accepted == (SetUp(("green", "blue", "red")),)
    assert people.title(2) == "Make your base"
    assert people.settings["chairs"] == "1 green 2 blue 3 red"


def test_who_joined_is_there_too_where_others_play_next() -> None:
    people = People()
    people.begin(TWO)
    people.press(2, "Join", "Blue")
    over(people, 3)
    people.press(1, "New", "No")
    assert people.title(2) == "You are Blue"
    people.press(3, "Leave")
    people.press(4, "Yellow")
    assert people.press(1, "Begin", "OK").accepted == (SetUp(("green", "blue", "yellow")),)


def test_joining_twice_in_a_hurry_still_joins() -> None:
    for colour, key in (("Blue", 3), ("Yellow", 4)):
        people = People()
        people.begin(TWO)
        people.press(2, "Join", colour)
        people.key(2, key)
        assert people.body(2)[0] == f"Next game: {colour}"


def test_who_joined_can_leave_again() -> None:
    people = People()
    people.begin(THREE)
    people.press(3, "Join", "Red", "Leave")
    assert people.labels(3) == ["Again", "More", "Join", ""]


def test_joining_is_possible_when_the_game_is_over() -> None:
    people = People()
    people.begin(TWO)
    over(people, 3)
    people.press(4, "Join", "Yellow")
    assert people.press(1, "New", "Yes").accepted == (SetUp(("green", "red", "yellow")),)


def test_with_four_players_nobody_can_join() -> None:
    people = People()
    people.begin(FOUR)
    assert all("Join" not in people.labels(seat) for seat in people.seats)
