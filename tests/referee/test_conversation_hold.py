"""A key that is held: it does what a hold does, once, and what its short press does never twice."""

from keypress import TWO, People
from spytable.referee.press import KEYS, Step


def test_holding_a_key_announces_no_more_than_pressing_it() -> None:
    people = People()
    people.begin(TWO)
    for key in KEYS:
        prompt = people.screen(1).prompt
        people.key(1, key, prompt)
        before = people.accepted[:]
        assert people.key(1, key, prompt, held=True) == Step(), "not even a sound"
        assert people.accepted == before
        people.press(1, "OK")


def test_a_hold_on_a_key_that_is_not_there_does_nothing() -> None:
    people = People((1, 3))
    for seat, key in ((1, 7), (1, 0), (2, 1)):
        assert people.key(seat, key, 0, held=True) == Step()
