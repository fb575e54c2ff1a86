"""Taking back: one's own at once, what all have heard only if all agree."""

from keypress import FOUR, THREE, TWO, People
from spytable.game.announcements import Undo
from spytable.game.calls import State, Undone
from spytable.game.cards import Colour
from spytable.referee.conversation import Stage
from spytable.referee.screen import Lamp


def people_at(colours: dict[int, Colour], *rules: str) -> People:
    people = People()
    people.begin(colours, *rules)
    return people


def state(people: People) -> object:
    return people.talk.record.game


def test_ones_own_move_hop_done_and_unanswered_spying_are_taken_back_at_once() -> None:
    for labels in (("Move", "1", "OK"), ("Spy", "Red"), ("Done",)):
        people = people_at(TWO)
        before = state(people)
        people.press(1, *labels)
        step = people.press(1, "More", "Undo")
        assert step.accepted == (Undo(),)
        assert isinstance(step.calls[0], Undone) and isinstance(step.calls[1], State)
        assert state(people) == before
        assert people.title(1) == "Turn: You"


def test_what_was_taken_back_stands_on_every_panel() -> None:
    people = people_at(TWO)
    people.press(1, "Move", "1", "OK", "More", "Undo")
    assert {people.body(seat)[0] for seat in people.seats} == {"Move taken back"}


def test_anothers_move_is_taken_back_only_if_they_agree() -> None:
    people = people_at(TWO)
    before = state(people)
    people.press(1, "Move", "1", "OK")
    assert not people.press(3, "More", "Undo").accepted
    assert people.title(1) == "Red takes back"
    assert people.body(1) == ["Green's move", "Do you agree?"]
    assert people.title(3) == "Green's move"
    assert people.body(3) == ["Waiting for Green"]
    assert people.talk.lamp(1) is Lamp.BLINK
    assert people.press(1, "Agree").accepted == (Undo(),)
    assert state(people) == before


def test_all_must_agree() -> None:
    people = people_at(FOUR)
    people.press(1, "Spy", "Blue")
    people.press(2, "Safe")
    people.press(2, "More", "Undo")
    assert people.lamps() == {1: Lamp.BLINK, 2: Lamp.OFF, 3: Lamp.BLINK, 4: Lamp.BLINK}
    assert not people.press(3, "Agree").accepted
    assert people.body(3) == ["You agree", "Waiting for Green", "Waiting for Yellow"]
    assert not people.press(1, "Agree").accepted
    assert people.body(2) == ["Waiting for Yellow"]
    assert people.press(4, "Agree").accepted == (Undo(),)
    assert people.title(2) == "Green spies here"


def test_one_refusal_ends_it_and_says_so() -> None:
    people = people_at(FOUR)
    people.press(1, "Move", "1", "OK")
    people.press(3, "More", "Undo")
    people.press(2, "Agree")
    before = state(people)
    people.press(4, "No")
    assert people.body(3)[0] == "Yellow says no"
    assert people.title(1) == "Turn: You"
    assert people.title(2) == "Turn: Green"
    assert state(people) == before
    people.press(3, "Again")
    assert "Yellow says no" not in people.body(3)


def test_who_agreed_may_think_again() -> None:
    people = people_at(FOUR)
    people.press(1, "Move", "1", "OK")
    people.press(3, "More", "Undo")
    people.press(2, "Agree", "No")
    assert people.body(3)[0] == "Blue says no"


def test_who_asks_can_give_it_up() -> None:
    people = people_at(TWO)
    people.press(1, "Move", "1", "OK")
    people.press(3, "More", "Undo", "Cancel")
    assert people.title(1) == "Turn: You"
    assert people.title(3) == "Turn: Green"


def test_a_vote_on_an_older_request_does_not_count() -> None:
    people = people_at(TWO)
    people.press(1, "Move", "1", "OK")
    people.press(3, "More", "Undo")
    prompt = people.screen(1).prompt
    people.press(3, "Cancel", "More", "Undo")
    assert people.screen(1).prompt != prompt
    assert not people.key(1, 3, prompt=prompt).accepted


def test_an_undo_key_means_the_announcement_that_it_was_shown_with() -> None:
    people = people_at(TWO)
    people.press(3, "More")
    prompt = people.screen(3).prompt
    people.press(1, "Move", "1", "OK")
    assert people.screen(3).prompt != prompt


def test_an_answer_that_is_owed_again_is_not_given_by_a_double_press() -> None:
    people = people_at(TWO)
    people.press(1, "Spy", "Red")
    people.press(3, "Safe")
    people.press(1, "More", "Undo")
    people.press(3, "Agree")
    assert people.title(3) == "Green spies here"
    for _ in range(4):
        assert not people.key(3, 3).accepted
    people = people_at(THREE)
    people.press(1, "Spy", "Green")
    people.press(4, "More", "Undo")
    people.press(2, "No")
    for _ in range(4):
        assert not people.key(2, 1).accepted


def test_the_request_never_tells_what_was_answered() -> None:
    shown = []
    for answer in ("Safe", "Top", "Bomb"):
        people = people_at(TWO)
        people.press(1, "Spy", "Red")
        people.press(3, answer)
        people.press(1, "More", "Undo")
        shown.append((people.shows(1), people.shows(3)))
        people.press(3, "Agree")
        shown[-1] += tuple(people.shows(seat) for seat in people.seats)
    assert shown[0] == shown[1] == shown[2]
    assert shown[0][1].startswith("Green takes back / Red's answer / Do you agree?")


def test_an_elimination_is_taken_back_with_the_agreement_of_who_went_out() -> None:
    people = people_at(THREE)
    people.press(1, "Spy", "Green")
    people.press(2, "Bomb")
    people.press(1, "Done")
    people.press(2, "Done")
    people.press(4, "Done")
    before = state(people)
    people.press(1, "Spy", "Green")
    assert people.body(1)[-2:] == ["Blue is out", "You are out"]
    assert people.title(2) == "Turn: You"
    people.press(4, "More", "Undo")
    assert people.title(1) == "Yellow takes back"
    people.press(2, "Agree")
    people.press(1, "Agree")
    assert state(people) == before
    assert people.title(1) == "Turn: You"
    assert people.screen(1).fan is not None


def test_who_just_went_out_may_ask_but_not_for_what_came_after() -> None:
    people = people_at(THREE)
    people.press(1, "More", "Next", "Leave", "Leave")
    assert "More" in people.labels(1)
    people.press(1, "More", "Undo", "Cancel")
    people.press(2, "Done")
    people.press(1, "More")
    assert "Undo" not in people.labels(1)


def test_the_end_of_the_game_is_taken_back_if_all_agree() -> None:
    people = people_at(TWO)
    people.press(1, "Spy", "Red")
    people.press(3, "Bomb")
    people.press(1, "Done")
    people.press(3, "Done")
    before = state(people)
    people.press(1, "Spy", "Red")
    assert people.talk.stage is Stage.OVER
    people.press(1, "More", "Undo")
    assert people.title(3) == "Green takes back"
    assert people.press(3, "Agree").accepted == (Undo(),)
    assert people.talk.stage is Stage.PLAY
    assert state(people) == before
    people.press(1, "Done")
    assert people.title(3) == "Turn: You"


def test_the_start_is_taken_back_by_agreement_and_nobody_begins_by_a_double_press() -> None:
    people = people_at(TWO)
    people.press(1, "More", "Undo")
    people.press(3, "Agree")
    assert people.talk.stage is Stage.BASES
    for _ in range(4):
        assert not people.key(3, 3).accepted
    people.press(1, "I do")
    assert people.title(1) == "Turn: You"


def test_undo_step_by_step_goes_back_to_the_start() -> None:
    people = people_at(TWO)
    start = state(people)
    people.press(1, "Move", "1", "OK", "Spy", "Red")
    people.press(3, "Safe")
    people.press(1, "Done")
    for _ in range(4):
        people.press(1, "More", "Undo")
        if people.title(3) == "Green takes back":
            people.press(3, "Agree")
    assert state(people) == start
