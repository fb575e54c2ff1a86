"""A player who is away: any seat says so with a hold, and all others agree."""

from keypress import FOUR, TWO, People
from spytable.game.announcements import Leave
from spytable.game.calls import Out, Turn, Winner
from spytable.referee.press import Step
from spytable.referee.screen import Lamp


def people_at(colours: dict[int, object], **options: int) -> People:
    people = People()
    people.begin(colours, **options)
    return people


def say_away(people: People, seat: int, name: str) -> Step:
    people.press(seat, "More", "Next", "Away", name)
    return people.hold(seat, "Hold")


def test_a_short_press_says_nothing_of_anybody() -> None:
    people = people_at(FOUR)
    people.press(2, "More", "Next", "Away", "Red")
    before = [people.shows(seat) for seat in people.seats]
    for _ in range(3):
        people.press(2, "Hold")
    assert [people.shows(seat) for seat in people.seats] == before
    assert people.body(2) == ["The others are asked", "Red would be out"]


def test_all_others_are_asked_and_the_one_who_is_away_too() -> None:
    people = people_at(FOUR)
    say_away(people, 2, "Red")
    assert people.title(2) == "Is Red away?"
    assert people.body(2) == ["Waiting for Green", "Waiting for Yellow"]
    assert people.title(1) == people.title(4) == "Is Red away?"
    assert people.body(1) == ["Blue says so", "Then Red is out"]
    assert people.title(3) == "Are you there?"
    assert people.body(3) == ["Blue says: away"]
    assert people.lamps() == {1: Lamp.BLINK, 2: Lamp.OFF, 3: Lamp.BLINK, 4: Lamp.BLINK}


def test_who_is_away_leaves_once_all_others_agree() -> None:
    people = people_at(FOUR)
    say_away(people, 2, "Red")
    assert not people.press(1, "Agree").accepted
    step = people.press(4, "Agree")
    assert step.accepted == (Leave("red"),)
    assert step.calls == (Out("red", "left"),)
    assert people.title(2) == "Turn: Green"


def test_a_game_that_waits_for_somebody_who_is_away_goes_on() -> None:
    people = people_at(FOUR)
    people.press(1, "Spy", "Red")
    say_away(people, 1, "Red")
    people.press(2, "Agree")
    people.press(4, "Agree")
    assert people.title(1) == "Turn: You"
    say_away(people, 2, "Green")
    assert people.press(4, "Agree").calls[-1] == Turn("blue")


def test_who_is_there_says_so_and_stays() -> None:
    people = people_at(FOUR)
    say_away(people, 2, "Red")
    people.press(1, "Agree")
    game = people.talk.record.game
    people.press(3, "Here")
    assert people.talk.record.game == game
    assert people.body(2)[0] == "Red is here"
    assert people.title(4) == "Turn: Green"


def test_one_no_is_enough() -> None:
    people = people_at(FOUR)
    say_away(people, 2, "Red")
    people.press(4, "No")
    assert people.body(2)[0] == "Yellow says no"
    assert people.title(3) == "Turn: Green"


def test_of_two_players_who_nobody_else_can_ask_for_holds_once_more() -> None:
    people = people_at(TWO)
    assert not say_away(people, 1, "Red").accepted
    assert people.body(1) == ["No answer? Then hold:", "Red is out"]
    assert people.title(3) == "Are you there?"
    for _ in range(3):
        assert not people.press(1, "Hold").accepted
    step = people.hold(1, "Hold")
    assert step.accepted == (Leave("red"),) and Winner("green") in step.calls


def test_who_is_out_can_say_it_too() -> None:
    people = people_at(FOUR)
    people.press(1, "More", "Next", "Leave", "Leave")
    say_away(people, 1, "Blue")
    people.press(3, "Agree")
    assert people.press(4, "Agree").accepted == (Leave("blue"),)


def test_who_was_away_comes_back_if_all_agree_to_take_it_back() -> None:
    people = people_at(FOUR)
    game = people.talk.record.game
    say_away(people, 2, "Red")
    people.press(1, "Agree")
    people.press(4, "Agree")
    people.press(3, "More", "Undo")
    for seat in (1, 2, 4):
        people.press(seat, "Agree")
    assert people.talk.record.game == game


def test_who_does_not_answer_cannot_keep_the_one_who_is_away() -> None:
    """Two of four have gone: neither of them could be asked about the other."""
    people = people_at(FOUR)
    say_away(people, 1, "Red")
    assert "Hold" not in people.labels(1)
    people.press(4, "Agree")
    assert people.body(1) == ["Waiting for Blue", "No answer? Then hold:", "Red is out"]
    assert people.hold(1, "Hold").accepted == (Leave("red"),)
    say_away(people, 1, "Blue")
    assert people.press(4, "Agree").accepted == (Leave("blue"),)
