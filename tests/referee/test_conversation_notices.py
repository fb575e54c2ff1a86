"""Notices and signs: what the table itself has to tell, beside what is said."""

from dataclasses import replace

from keypress import TWO, People
from spytable.game.announcements import Base, SetUp, Start
from spytable.game.base import Facing
from spytable.game.calls import Foul, FoulCode
from spytable.game.cards import Colour
from spytable.referee.message import message
from spytable.referee.press import Cue
from spytable.referee.record import Record
from spytable.referee.screen import Icon


def test_a_notice_stands_on_every_panel_until_its_next_press() -> None:
    people = People()
    people.begin(TWO)
    people.talk.set_icons(frozenset({Icon.MUTE}))
    people.talk.notice(message("No sound: read panels"))
    for seat in people.seats:
        assert people.screen(seat).icons == {Icon.MUTE}
        assert people.body(seat)[-1] == "No sound: read panels"
    people.press(3, "Again")
    assert "No sound: read panels" not in people.body(3)
    assert "No sound: read panels" in people.body(1)
    assert people.screen(3).icons == {Icon.MUTE}
    people.talk.notice(None)
    assert "No sound: read panels" not in people.body(1)


def test_a_notice_never_takes_the_place_of_what_was_said() -> None:
    people = People()
    people.begin(TWO)
    people.talk.notice(message("No sound: read panels"))
    people.press(1, "Spy", "Red")
    people.press(3, "Bomb")
    people.press(1, "Done")
    people.press(3, "Done")
    people.press(1, "Spy", "Red")
    assert people.body(2) == ["Red 4: a lit Bomb", "Green is out", "No sound: read panels"]


def test_icons_and_notices_change_no_prompt() -> None:
    people = People()
    people.begin(TWO)
    before = [people.screen(seat).prompt for seat in people.seats]
    people.talk.set_icons(frozenset({Icon.MUTE, Icon.NOT_KEPT}))
    people.talk.notice(message("No sound: read panels"))
    assert before == [people.screen(seat).prompt for seat in people.seats]


def test_a_key_that_is_stuck_is_named_at_its_seat_as_long_as_it_is() -> None:
    people = People()
    people.begin(TWO)
    people.talk.stuck({(3, 2)})
    people.press(1, "Done")
    people.press(3, "Move", "Back")
    assert people.body(3)[0] == "Key 2 fails"
    assert "Key 2 fails" not in people.body(1)
    people.talk.stuck(())
    assert "Key 2 fails" not in people.body(3)


def test_why_something_is_a_foul_is_told_at_the_seat_that_announced_alone() -> None:
    """In a sealed game the table knows the number of the faced card: here it is 1."""
    cards = ("S1", "S2", "T1", "B1", "T2", "B1", "B2")
    bases = [Base(seat, 4, Facing.RIGHT, cards) for seat in ("green", "red")]
    record = Record.resume([SetUp(("green", "red"), sealed=True), *bases, Start("green")])
    people = People((1, 3), record=record)
    before = people.screen(3)
    step = people.press(1, "Move", "2", "OK")
    assert step.cue is Cue.FOUL
    assert not step.accepted and step.calls == (Foul(FoulCode.WRONG_SPACES),)
    assert people.body(1)[0] == "Move as many spaces"
    # The other seat reads what all hear, and nothing of why.
    assert people.screen(3).body == (message("Foul: {seat}", seat=Colour.GREEN), *before.body)
    assert replace(people.screen(3), body=before.body, fan=before.fan, targets=before.targets) == before
    assert people.press(1, "Move", "1", "OK").cue is Cue.KEY
