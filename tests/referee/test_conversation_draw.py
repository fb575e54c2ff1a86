"""A game in which nothing new happens any more: the table offers a draw, and all must agree."""

from keypress import THREE, TWO, People
from spytable.game.calls import Resumed
from spytable.referee.conversation import Stage
from spytable.referee.conversation.draw import ROUNDS
from spytable.referee.press import Step
from spytable.referee.record import Record


def pass_turns(people: People, turns: int) -> None:
    for _ in range(turns):
        people.press(next(seat for seat in people.seats if "Done" in people.labels(seat)), "Done")


def quiet(colours: dict[int, object]) -> People:
    """Nothing new for so long that one more turn brings the offer."""
    people = People()
    people.begin(colours)
    pass_turns(people, ROUNDS * len(colours) - 1)
    return people


def drawn() -> tuple[People, Step]:
    people = quiet(TWO)
    pass_turns(people, 1)
    people.press(1, "Agree")
    return people, people.press(3, "Agree")


def test_a_draw_is_offered_to_all_after_many_rounds_without_anything_new() -> None:
    for colours in (TWO, THREE):
        people = quiet(colours)
        assert all(people.title(seat) != "A draw?" for seat in people.seats)
        pass_turns(people, 1)
        for seat in colours:
            assert people.title(seat) == "A draw?"
            assert people.body(seat) == ["Long nothing new.", "End without winner?"]
            assert people.labels(seat) == ["No", "", "Agree", ""]


def test_a_bomb_that_hisses_is_something_new() -> None:
    people = quiet(TWO)
    seat = next(seat for seat in TWO if "Done" in people.labels(seat))
    people.press(seat, "Spy", "Red" if seat == 1 else "Green")
    people.press(4 - seat, "Bomb")
    pass_turns(people, 2)
    assert all(people.title(seat) != "A draw?" for seat in people.seats)


def test_a_type_that_is_told_is_nothing_new() -> None:
    people = quiet(TWO)
    seat = next(seat for seat in TWO if "Done" in people.labels(seat))
    people.press(seat, "Spy", "Red" if seat == 1 else "Green")
    people.press(4 - seat, "Safe")
    pass_turns(people, 1)
    assert people.title(1) == "A draw?"


def test_the_game_ends_without_a_winner_once_all_agree() -> None:
    people, step = drawn()
    assert not step.accepted and not step.calls, "nobody has announced anything, and nobody has won"
    assert people.talk.stage is Stage.OVER
    assert {people.title(seat) for seat in people.seats} == {"A draw"}
    assert people.talk.record.game is not None and people.talk.record.game.winner is None
    people.press(1, "New", "Yes")
    assert people.title(1) == "Make your base"


def test_one_who_plays_on_is_enough_and_it_is_asked_again_later() -> None:
    people = quiet(TWO)
    pass_turns(people, 1)
    people.press(1, "Agree")
    people.press(3, "No")
    assert people.talk.stage is Stage.PLAY
    assert people.body(1)[0] == "Red says no"
    pass_turns(people, ROUNDS * 2 - 1)
    assert people.title(1) != "A draw?"
    pass_turns(people, 1)
    assert people.title(1) == "A draw?"


def test_a_draw_is_remembered_over_a_power_cut() -> None:
    people, step = drawn()
    later = People(settings={**people.settings, **step.settings}, record=Record.resume(people.accepted))
    assert later.title(1) == "A draw" and later.talk.opening == (), "no game goes on"
    other = People(settings={**people.settings, **step.settings}, record=Record.resume(people.accepted[:-1]))
    assert other.talk.opening == (Resumed("red", None),)
    assert other.talk.stage is Stage.PLAY, "another game, or this one at another time, was no draw"


def test_a_draw_ends_with_taking_the_last_turn_back_and_is_forgotten() -> None:
    people, _ = drawn()
    people.press(3, "More", "Undo")
    assert people.title(1) == "Red takes back", "all had agreed to it"
    people.press(1, "Agree")
    assert people.talk.stage is Stage.PLAY
    later = People(settings=people.settings, record=Record.resume(people.accepted))
    assert later.talk.stage is Stage.PLAY
    pass_turns(people, 1)
    assert people.title(1) == "A draw?", "it is still as long that nothing new happened"


def test_the_rounds_without_anything_new_are_known_after_a_power_cut() -> None:
    people = quiet(TWO)
    later = People(settings=people.settings, record=Record.resume(people.accepted))
    pass_turns(later, 1)
    assert later.title(1) == "A draw?"


def test_players_who_want_to_stop_end_the_game_if_all_agree() -> None:
    people = People()
    people.begin(THREE)
    people.press(2, "More", "Next", "Leave", "Draw")
    assert people.title(2) == "A draw?" and people.body(2) == ["Waiting for Blue", "Waiting for Yellow"]
    assert people.body(1) == ["Green asks for it", "End without winner?"]
    people.press(1, "Agree")
    people.press(4, "Agree")
    assert {people.title(seat) for seat in people.seats} == {"A draw"}


def test_who_asked_for_a_draw_hears_who_plays_on() -> None:
    people = People()
    people.begin(TWO)
    people.press(1, "More", "Next", "Leave", "Draw")
    people.press(3, "No")
    assert people.title(1) == "Turn: You" and people.body(1)[0] == "Red says no"
