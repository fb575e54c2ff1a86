"""A pause: all panels say so, nothing counts, and any seat goes on."""

from keypress import FOUR, THREE, TWO, People
from spytable.referee.press import KEYS
from spytable.referee.screen import Lamp


def paused(colours: dict[int, object], seat: int = 1) -> People:
    people = People()
    people.begin(colours)
    people.press(seat, "More", "Next", "Pause")
    return people


def test_all_panels_say_paused_and_who_asked_for_it() -> None:
    people = paused(FOUR, 3)
    for seat in people.seats:
        assert people.shows(seat) == "Paused / Red paused /  | Go on |  | "


def test_nothing_counts_in_a_pause() -> None:
    people = paused(TWO)
    game = people.talk.record.game
    for seat in people.seats:
        for key in set(KEYS) - {2}:
            step = people.key(seat, key)
            assert not step.accepted and step.cue is None
    assert people.talk.record.game == game and people.title(1) == "Paused"


def test_any_seat_goes_on_even_one_where_nobody_plays() -> None:
    for seat in (1, 2, 3, 4):
        people = paused(THREE)
        people.press(seat, "Go on")
        assert people.title(1) == "Turn: You" and people.title(2) == "Turn: Blue"


def test_what_was_open_is_still_open_after_a_pause() -> None:
    people = People()
    people.begin(TWO)
    people.press(1, "Spy")
    before = people.shows(1)
    people.press(3, "More", "Next", "Pause", "Go on")
    assert people.shows(1) == before
    people.press(1, "Red")
    people.press(1, "More", "Next", "Pause")
    assert people.lamps()[3] is Lamp.OFF, "nothing is asked for in a pause"
    people.press(1, "Go on")
    assert people.title(3) == "Green spies here"


def test_going_on_twice_in_a_hurry_announces_nothing() -> None:
    people = paused(TWO)
    for _ in range(4):
        assert not people.key(1, 2).accepted
