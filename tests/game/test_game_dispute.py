"""Contradictions, and what happens when a player insists."""

import pytest

from spytable.game import announcements as say
from spytable.game import calls
from spytable.game.announcements import Said, Turning
from spytable.game.base import Facing
from spytable.game.calls import About
from spytable.game.cards import Card, Colour, Kind
from spytable.game.rules import legal
from spytable.referee.record import Record

RED, BLUE, GREEN = Colour.RED, Colour.BLUE, Colour.GREEN
CONTRADICTED = (calls.Contradiction(BLUE, About.ANSWER),)


@pytest.fixture
def record() -> Record:
    """Red looks at place 6 of blue, whose Spy stands at place 1."""
    record = Record()
    record.announce(say.SetUp(("red", "blue", "green")))
    record.announce(say.Base("red", 1, Facing.RIGHT))
    record.announce(say.Base("blue", 1, Facing.RIGHT))
    record.announce(say.Base("green", 4, Facing.RIGHT))
    record.announce(say.Start("red"))
    return record


def spy(record: Record, *said: Said, insist: bool = False) -> tuple[calls.Call, ...]:
    """Red spies on blue in a turn of its own; the calls of the last answer."""
    while record.game is not None and record.game.turn != "red":
        record.announce(say.Done(str(record.game.turn)))
    given = record.announce(say.Spy("red", "blue"))
    for card in said:
        given = record.announce(say.Answer("blue", card, insist))
    if record.game is not None and record.game.owed is None and record.game.turn == "red":
        record.announce(say.Done("red"))
    return given


def aim(record: Record, place: int) -> None:
    """Red's Spy goes, card by card of number 1, to where it looks at *place* of blue's base."""
    assert record.game is not None
    while record.game.base("red").spy != 7 - place:
        while record.game.turn != "red":
            record.announce(say.Done(str(record.game.turn)))
        back = record.game.base("red").spy > 7 - place
        moved = record.announce(say.Move("red", 1, Turning.BOTH if back else Turning.NONE))
        assert isinstance(moved[-1], calls.Moved)
        record.announce(say.Done("red"))


def test_an_answer_is_still_owed_after_a_contradiction(record: Record) -> None:
    assert spy(record, Said.TOP_SECRET) == (calls.Type(BLUE, Kind.TOP_SECRET),)
    assert spy(record, Said.SAFE) == CONTRADICTED
    assert record.game is not None and record.game.owed == BLUE


def test_who_named_a_safe_said_that_it_is_not_the_target(record: Record) -> None:
    spy(record, Said.SAFE)
    assert spy(record, Said.TARGET) == CONTRADICTED


def test_a_second_safe_can_not_be_named_safe_while_the_first_is_the_target(record: Record) -> None:
    spy(record, Said.SAFE)
    aim(record, 5)
    assert spy(record, Said.SAFE) == CONTRADICTED
    assert record.announce(say.Answer("blue", Said.TARGET)) == (calls.Exposed(BLUE, Card.S1, Card.S2),)


def test_a_third_bomb_is_a_contradiction_where_the_deck_has_two(record: Record) -> None:
    spy(record, Said.BOMB)
    aim(record, 5)
    spy(record, Said.BOMB)
    aim(record, 4)
    assert spy(record, Said.BOMB) == CONTRADICTED


def test_the_number_of_a_move_counts_as_heard(record: Record) -> None:
    record.announce(say.Move("red", 2))  # the first card carries a 2: among three players it is no Bomb
    record.announce(say.Done("red"))
    record.announce(say.Move("blue", 1, Turning.AFTER))  # to place 2, facing left: it looks at place 7 of red
    for seat in ("blue", "green"):
        record.announce(say.Done(seat))
    record.announce(say.Move("red", 2))  # to place 5
    for seat in ("red", "blue", "green"):
        record.announce(say.Done(seat))
    record.announce(say.Move("red", 1))  # to place 6
    record.announce(say.Done("red"))
    record.announce(say.Move("blue", 1))  # from place 2 back to 1, facing left: it looks at place 1 of red
    assert record.announce(say.Spy("blue", "red")) == (calls.Spies(BLUE, RED, 1),)
    assert record.announce(say.Answer("red", Said.BOMB)) == (calls.Contradiction(RED, About.ANSWER),)
    assert record.announce(say.Answer("red", Said.SAFE)) == (calls.Type(RED, Kind.SAFE),)


def test_a_move_that_a_known_bomb_makes_impossible_is_a_contradiction(record: Record) -> None:
    spy(record, Said.BOMB)  # blue's place 6, where only Bombs of number 1 can lie among three players
    assert record.announce(say.Move("blue", 1, Turning.BEFORE))[0] == calls.Moved(BLUE, 1, 6, Facing.LEFT)
    record.announce(say.Done("blue"))
    record.announce(say.Done("green"))
    record.announce(say.Done("red"))
    # The Bomb lies at place 7 now, behind the Spy: it faces it when it turns round first.
    assert record.announce(say.Move("blue", 2, Turning.BEFORE)) == (calls.Contradiction(BLUE, About.MOVE),)
    assert record.game is not None and not record.game.moved


def test_an_insisted_move_that_no_deck_allows_but_the_exposed_cards_do_is_taken(record: Record) -> None:
    spy(record, Said.BOMB)
    record.announce(say.Move("blue", 1, Turning.BEFORE))
    for seat in ("blue", "green", "red"):
        record.announce(say.Done(seat))
    assert record.announce(say.Move("blue", 2, Turning.BEFORE, insist=True)) == (
        calls.Disputed(BLUE),
        calls.Moved(BLUE, 2, 2, Facing.RIGHT),
    )


def test_insisting_on_what_fits_anyway_disputes_nothing(record: Record) -> None:
    assert spy(record, Said.BOMB, insist=True) == (calls.Hiss(BLUE),)
    assert record.game is not None and not record.game.base("blue").disputed
    assert spy(record)[1] == calls.Boom(BLUE, 6)


def test_an_insisted_answer_stands_and_what_was_heard_before_is_dropped(record: Record) -> None:
    spy(record, Said.SAFE)
    aim(record, 5)
    assert spy(record, Said.SAFE) == CONTRADICTED
    assert record.announce(say.Answer("blue", Said.SAFE, insist=True)) == (
        calls.Disputed(BLUE),
        calls.Type(BLUE, Kind.SAFE),
    )
    record.announce(say.Done("red"))
    aim(record, 6)
    assert spy(record, Said.TARGET) == (calls.Exposed(BLUE, Card.S1, Card.S2),)


def test_exposed_cards_are_still_reasoned_with_after_a_dispute(record: Record) -> None:
    spy(record, Said.TARGET)  # Safe 1 lies at place 6, Safe 2 is the target: no other card is just "a Safe"
    aim(record, 5)
    assert spy(record, Said.SAFE) == CONTRADICTED
    assert record.announce(say.Answer("blue", Said.SAFE, insist=True)) == CONTRADICTED


def test_what_hissed_before_a_dispute_is_asked_for_again_and_can_be_lit(record: Record) -> None:
    spy(record, Said.BOMB)
    aim(record, 5)
    spy(record, Said.TOP_SECRET)
    assert spy(record, Said.SAFE) == CONTRADICTED
    record.announce(say.Answer("blue", Said.SAFE, insist=True))
    record.announce(say.Done("red"))
    aim(record, 6)
    assert spy(record) == (calls.Spies(RED, BLUE, 6),)
    assert record.game is not None
    assert say.Answer(BLUE, Said.LIT) in legal(record.game).announcements
    assert record.announce(say.Answer("blue", Said.LIT))[:2] == (
        calls.Boom(BLUE, 6),
        calls.Out(RED, calls.By.BOMB),
    )
    assert record.game.base("blue").lit == {4}, "the next finder gets no question"


def test_lit_is_a_contradiction_where_nothing_was_disputed(record: Record) -> None:
    assert spy(record, Said.LIT) == CONTRADICTED
    assert record.game is not None
    assert Said.LIT not in [play.card for play in legal(record.game).announcements if isinstance(play, say.Answer)]


def test_an_insisted_lit_is_a_dispute_and_a_bang(record: Record) -> None:
    assert spy(record, Said.LIT, insist=True)[:3] == (
        calls.Disputed(BLUE),
        calls.Boom(BLUE, 6),
        calls.Out(RED, calls.By.BOMB),
    )


def test_no_target_is_found_where_none_is_left_insisted_or_not(record: Record) -> None:
    for place in (6, 5, 4, 3):
        aim(record, place)
        assert isinstance(spy(record, Said.TARGET)[0], calls.Exposed)
    aim(record, 2)
    assert spy(record, Said.TARGET) == CONTRADICTED
    assert record.announce(say.Answer("blue", Said.TARGET, insist=True)) == CONTRADICTED
    assert record.announce(say.Answer("blue", Said.BOMB)) == (calls.Hiss(BLUE),)


def test_undoing_a_dispute_brings_back_what_was_heard(record: Record) -> None:
    spy(record, Said.SAFE)
    spy(record, Said.BOMB)
    before = record.game
    record.announce(say.Answer("blue", Said.BOMB, insist=True))
    assert record.game != before
    record.announce(say.Undo())
    assert record.game == before
    assert record.announce(say.Answer("blue", Said.BOMB)) == CONTRADICTED
