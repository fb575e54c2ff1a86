"""The answer at the seat that is spied on, and what follows when a word cannot be true."""

import pytest

from keypress import FOUR, TWO, People
from spytable.game.announcements import Answer, Move, Said, Turning, Undo
from spytable.game.base import Facing
from spytable.game.calls import Boom, By, Disputed, Exposed, Hiss, Moved, Out, Type, Winner
from spytable.game.cards import Card, Colour, Kind
from spytable.referee.press import Cue
from spytable.referee.screen import Lamp


def asked(people: People | None = None) -> People:
    """Seat 1 spies on seat 3, who is asked for place 4."""
    if people is None:
        people = People()
        people.begin(TWO)
    people.press(1, "Spy", "Red")
    return people


def next_turn(people: People) -> None:
    people.press(1, "Done")
    people.press(3, "Done")


def test_the_seat_spied_on_is_asked_where_to_look() -> None:
    people = asked()
    assert people.title(3) == "Green spies here"
    assert people.body(3) == ["Place 4: 4 from left"]
    assert people.labels(3) == ["Safe", "Top", "Safe 1", "Bomb"]
    fan = people.screen(3).fan
    assert fan is not None and fan.looked_at == 4
    assert people.lamps() == {1: Lamp.ON, 2: Lamp.OFF, 3: Lamp.BLINK, 4: Lamp.OFF}


def test_a_place_is_counted_from_the_nearer_end() -> None:
    people = People()
    people.sit_down(TWO)
    people.make_bases(1, {1: -2 % 8})
    people.press(1, "Spy", "Red")
    assert people.body(3) == ["Place 6: 3 from right"]


def test_the_others_see_who_looks_where() -> None:
    people = asked()
    for seat in (1, 2, 4):
        assert people.title(seat) == "Red looks at 4"
        assert people.body(seat) == ["Green spies on Red"]
        assert getattr(people.screen(seat).fan, "looked_at", None) is None


@pytest.mark.parametrize(
    ("label", "said", "call", "line"),
    [
        ("Safe", Said.SAFE, Type(Colour.RED, Kind.SAFE), "Red: Safe"),
        ("Top", Said.TOP_SECRET, Type(Colour.RED, Kind.TOP_SECRET), "Red: Top Secret"),
        ("Bomb", Said.BOMB, Hiss(Colour.RED), "Red: Tsssssss"),
        ("Safe 1", Said.TARGET, Exposed(Colour.RED, Card.S1, Card.S2), "Red: Safe 1!"),
    ],
)
def test_every_answer_is_one_key_and_stands_on_every_panel(label: str, said: Said, call: object, line: str) -> None:
    people = asked()
    step = people.press(3, label)
    assert step.accepted == (Answer("red", said),)
    assert step.calls == (call,)
    for seat in people.seats:
        assert people.body(seat)[0] == line
    assert people.title(1) == "Turn: You"


def test_the_target_is_named_and_follows_what_was_exposed() -> None:
    people = asked()
    people.press(3, "Safe 1")
    assert people.body(1) == ["Red: Safe 1!"]
    next_turn(people)
    people.press(1, "Move", "1", "OK", "Spy", "Red")
    assert people.labels(3)[2] == "Safe 2"


def test_no_target_no_key() -> None:
    people = People()
    people.begin(FOUR)
    for name in ("Safe 1", "Safe 2", "Top 1", "Top 2"):
        people.press(1, "Spy", "Blue")
        people.press(2, name)
        people.press(1, "Move", "1", "OK", "Done")
        for seat in (2, 3, 4):
            people.press(seat, "Done")
    people.press(1, "Spy", "Blue")
    assert people.labels(2) == ["Safe", "Top", "", "Bomb"]


def test_the_holder_sees_their_own_lit_bombs_and_nobody_else_does() -> None:
    people = asked()
    people.press(3, "Bomb")
    fan = people.screen(3).fan
    assert fan is not None and fan.lit == {4}
    assert not any(getattr(people.screen(seat).fan, "lit", None) for seat in (1, 2, 4))


def test_a_bomb_found_again_needs_no_answer() -> None:
    people = asked()
    people.press(3, "Bomb")
    next_turn(people)
    people.press(1, "Spy")
    step = people.key(1, 1)
    assert step.calls[1:] == (Boom(Colour.RED, 4), Out(Colour.GREEN, By.BOMB), Winner(Colour.RED))
    assert people.body(2) == ["Red 4: a lit Bomb", "Green is out"]
    assert people.title(3) == "You win"
    assert people.title(1) == "Red wins"
    # The key that spied announces nothing on the last page.
    assert not people.key(1, 1).accepted


def test_what_cannot_be_true_is_told_at_that_seat_alone() -> None:
    people = asked()
    people.press(3, "Top")
    next_turn(people)
    asked(people)
    others = {seat: people.screen(seat) for seat in (1, 2, 4)}
    step = people.press(3, "Safe")
    assert step.cue is Cue.FOUL
    assert not step.accepted and not step.calls
    assert people.title(3) == "That cannot be"
    assert others == {seat: people.screen(seat) for seat in (1, 2, 4)}
    assert people.talk.lamp(3) is Lamp.BLINK


def test_a_double_press_on_a_wrong_answer_neither_insists_nor_answers() -> None:
    for key, label in ((1, "Safe"), (3, "Safe 1"), (4, "Bomb")):
        people = asked()
        people.press(3, "Top")
        next_turn(people)
        asked(people)
        people.press(3, label)
        assert people.title(3) == "That cannot be"
        for _ in range(4):
            assert not people.key(3, key).accepted


def test_what_was_said_before_may_be_the_slip_and_is_taken_back_if_all_agree() -> None:
    people = asked()
    people.press(3, "Top")
    next_turn(people)
    asked(people)
    people.press(3, "Safe", "Undo")
    assert people.title(3) == "Go back?" and people.body(3) == ["Green's spying"]
    people.press(3, "Back")
    assert people.title(3) == "That cannot be"
    people.press(3, "Undo", "Undo")
    assert people.title(1) == "Red takes back"
    assert people.press(1, "Agree").accepted == (Undo(),)
    assert people.title(1) == "Turn: You"


def test_after_a_second_look_the_answer_is_asked_once_more() -> None:
    people = asked()
    people.press(3, "Top")
    next_turn(people)
    asked(people)
    people.press(3, "Safe", "Look")
    assert people.labels(3) == ["Safe", "Top", "Safe 1", "Bomb"]
    people.press(3, "Top")
    assert people.title(3) == "Are you sure?"
    assert people.body(3) == ["It is a Top Secret"]
    people.press(3, "Back", "Top")
    assert people.press(3, "Yes").accepted == (Answer("red", Said.TOP_SECRET),)


def test_insisting_says_first_what_it_means_and_then_stands() -> None:
    people = asked()
    people.press(3, "Top")
    next_turn(people)
    asked(people)
    people.press(3, "Safe", "Insist")
    assert people.body(3) == ["All hear of it; what", "was said of your base", "counts no more."]
    people.press(3, "Back", "Insist")
    step = people.press(3, "Yes")
    assert step.accepted == (Answer("red", Said.SAFE, insist=True),)
    assert step.calls == (Disputed(Colour.RED), Type(Colour.RED, Kind.SAFE))
    assert people.body(1) == ["Red is disputed", "Red: Safe"]


def test_what_exposed_cards_forbid_cannot_be_insisted_on() -> None:
    people = asked()
    people.press(3, "Safe 1")
    people.press(1, "Move", "1", "OK")
    next_turn(people)
    people.press(1, "Spy", "Red")
    people.press(3, "Safe 2")
    next_turn(people)
    people.press(1, "Move", "1", "OK", "Spy", "Red")
    people.press(3, "Safe", "Insist", "Yes")
    assert people.body(3) == ["Open cards forbid it.", "Look again."]
    assert people.labels(3) == ["Look", "", "", "Undo"]
    people.press(3, "Look", "Bomb", "Yes")
    assert people.title(1) == "Turn: You"


def test_in_a_disputed_base_the_holder_tells_whether_the_fuse_shows() -> None:
    people = People()
    people.begin(TWO)
    people.dispute()
    next_turn(people)
    people.press(1, "Move", "1", "OK", "Spy", "Red")
    people.press(3, "Bomb")
    assert people.body(3) == ["Does its fuse show?"]
    people.press(3, "Back")
    assert people.labels(3) == ["Safe", "Top", "Safe 1", "Bomb"]
    step = people.press(3, "Bomb", "Yes")
    assert step.accepted == (Answer("red", Said.LIT),)
    assert Out(Colour.GREEN, By.BOMB) in step.calls


def test_a_fuse_that_does_not_show_is_lit_now() -> None:
    people = People()
    people.begin(TWO)
    people.dispute()
    next_turn(people)
    people.press(1, "Move", "1", "OK", "Spy", "Red")
    step = people.press(3, "Bomb", "No")
    assert step.calls == (Hiss(Colour.RED),)


def test_a_move_that_cannot_be_is_told_at_the_mover_alone_and_can_stand() -> None:
    """Green's Spy passes one card, turns, and faces that same card again: its number is 1."""
    people = People()
    people.begin(TWO)
    people.press(1, "Move", "1", "OK")
    next_turn(people)
    others = {seat: people.screen(seat) for seat in (2, 3, 4)}
    step = people.press(1, "Move", "Turn", "2", "OK")
    assert step.cue is Cue.FOUL and not step.accepted and not step.calls
    assert people.title(1) == "That cannot be"
    assert others == {seat: people.screen(seat) for seat in (2, 3, 4)}
    people.press(1, "Look")
    assert people.labels(1) == ["Move", "Spy", "More", "Done"]
    step = people.press(1, "Move", "Turn", "2", "OK", "Insist", "Yes")
    assert step.accepted == (Move("green", 2, Turning.BEFORE, insist=True),)
    assert step.calls == (Disputed(Colour.GREEN), Moved(Colour.GREEN, 2, 3, Facing.LEFT))
    assert people.body(3) == ["Green is disputed", "Green moves 2 to 3 ◀"]
