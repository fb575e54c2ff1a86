"""A sealed base that was entered wrongly, and is corrected after the start, by consent of all."""

from keypress import FOUR, TWO, People
from spytable.game.announcements import Base, Undo
from spytable.game.calls import Moved, Ready
from spytable.game.cards import Card, deck
from spytable.referee.press import Cue, Step
from spytable.referee.record import Record

MEANT = (Card.S1, Card.B1, Card.T2, Card.B2, Card.S2, Card.T1, Card.B1)
ENTERED = (*MEANT[:3], Card.T1, Card.S2, Card.B2, Card.B1)
"""A Top Secret 1 where the Bomb 2 is that green's Spy faces."""


def people_with_a_wrong_base() -> People:
    people = People()
    people.sit_down(TWO, "Sealed")
    for seat, cards in ((1, ENTERED), (3, deck(2))):
        people.press(seat, "Next", "Next")
        people.enter(seat, cards)
        people.press(seat, "Ready")
    people.press(1, "I do")
    people.press(1, "Done")
    people.press(3, "Done")
    return people


def correct(people: People, seat: int, cards: tuple[Card, ...]) -> list[Step]:
    """Enters the base anew, from its first card on."""
    people.press(seat, "More", "Next", "Next", "Base")
    while people.screen(seat).fan is not None and people.screen(seat).fan.known:  # type: ignore[union-attr]
        people.press(seat, "Undo" if "Undo" in people.labels(seat) else "More")
    steps = people.enter(seat, cards)
    return [*steps, people.press(seat, "Ready")]


def test_a_wrong_base_is_corrected_once_all_agree() -> None:
    people = people_with_a_wrong_base()
    assert people.press(1, "Move", "2", "OK").cue is Cue.FOUL, "the card in the hand is a 2, the table thinks it is a 1"
    people.press(1, "OK")
    assert not any(step.accepted or step.calls for step in correct(people, 1, MEANT))
    assert people.title(3) == "Green's base"
    assert people.body(3) == ["Entered wrongly.", "May it be corrected?"]
    step = people.press(3, "Agree")
    assert step.calls == (Ready("green"),)
    assert people.body(1)[0] == people.body(3)[0] == "Green: base changed"
    moved = people.press(1, "Move", "2", "OK")
    assert isinstance(moved.calls[0], Moved)


def test_the_journal_tells_what_was_taken_back_and_announced_again() -> None:
    people = people_with_a_wrong_base()
    start = people.accepted[3:]
    correct(people, 1, MEANT)
    step = people.press(3, "Agree")
    assert step.accepted == (Undo(), Undo(), Undo(), Base("green", 4, "right", tuple(MEANT)), *start)
    record = Record.resume(people.accepted)
    assert record.game == people.talk.record.game
    assert record.history == people.talk.record.history


def test_a_base_that_does_not_fit_what_was_said_is_not_taken() -> None:
    people = people_with_a_wrong_base()
    people.press(1, "Move", "1", "OK", "Done")
    game = people.talk.record.game
    people.press(3, "Done")
    elsewhere = people.shows(3)
    correct(people, 1, MEANT)
    assert people.title(1) == "That cannot be", "the Spy has moved by one, and the base would say two"
    assert people.shows(3) == elsewhere
    people.press(1, "OK")
    assert people.title(1) == "Turn: You"
    people.press(1, "More", "Undo")
    assert people.title(3) == "Green takes back" and game is not None


def test_one_no_leaves_the_base_as_it_is() -> None:
    people = people_with_a_wrong_base()
    game = people.talk.record.game
    correct(people, 1, MEANT)
    people.press(3, "No")
    assert people.talk.record.game == game and people.body(1)[0] == "Red says no"


def test_nobody_else_is_shown_or_hears_a_card_while_it_is_corrected() -> None:
    seen: set[str] = set()
    for cards in (MEANT, tuple(reversed(MEANT)), tuple(sorted(MEANT))):
        people = people_with_a_wrong_base()
        others = {seat: people.screen(seat) for seat in (2, 3, 4)}
        people.press(1, "More", "Next", "Next", "Base")
        while people.screen(1).fan is not None and people.screen(1).fan.known:  # type: ignore[union-attr]
            people.press(1, "Undo" if "Undo" in people.labels(1) else "More")
        for step in people.enter(1, cards):
            assert step == Step()
            assert others == {seat: people.screen(seat) for seat in (2, 3, 4)}
        people.press(1, "Ready")
        step = people.press(3, "Agree")
        seen.add(repr((step.calls, step.cue, [people.shows(seat) for seat in people.seats])))
    assert len(seen) == 1


def test_the_same_base_again_asks_nobody() -> None:
    people = people_with_a_wrong_base()
    correct(people, 1, ENTERED)
    assert people.body(1) == ["It is as it was"] and people.title(3) == "Turn: Green"
    people.press(1, "OK")
    assert people.title(1) == "Turn: You"


def test_an_undo_after_a_correction_takes_back_what_was_last() -> None:
    people = people_with_a_wrong_base()
    correct(people, 1, MEANT)
    people.press(3, "Agree")
    people.press(3, "More", "Undo")
    assert people.title(3) == "Turn: You"


def test_an_open_game_has_no_base_to_correct() -> None:
    people = People()
    people.begin(FOUR)
    people.press(1, "More", "Next")
    assert people.labels(1) == ["Pause", "Away", "Back", "Leave"]
