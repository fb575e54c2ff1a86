"""What players must remember is on no panel, on none of its keys, and in no lamp."""

import random
from dataclasses import replace

import pytest

from keypress import FOUR, THREE, TWO, People
from spytable.game.announcements import Answer
from spytable.game.calls import Boom
from spytable.game.cards import Colour
from spytable.language.phrases import Phrases
from spytable.referee.press import KEYS
from spytable.referee.screen import Lamp, Screen

TABLES = {"two": TWO, "three": THREE, "four": FOUR}
HIDDEN = ("Safe", "Top", "Bomb")


def without_lit(screen: Screen) -> Screen:
    return screen if screen.fan is None else replace(screen, fan=replace(screen.fan, lit=frozenset()))


@pytest.mark.parametrize("table", TABLES)
def test_games_that_differ_only_in_what_is_hidden_look_the_same(table: str) -> None:
    """The same keys are pressed at two tables, but for the answers: once they are no longer the last
    announcement, no panel shows a difference, except a holder's own lit Bombs on the holder's own."""
    compared = sum(compare(TABLES[table], random.Random(seed)) for seed in range(4))
    assert compared > 50, "or else this holds for want of a difference"


def compare(colours: dict[int, Colour], chance: random.Random) -> int:
    """Plays at two tables until what all can see differs; how many screens were compared after a difference."""
    one, other = People(draw=lambda n: 0), People(draw=lambda n: 0)
    for people in (one, other):
        people.begin(colours, "Turn")
    differing: set[Colour] = set()
    compared = 0
    for _ in range(250):
        busy = [seat for seat, lamp in one.lamps().items() if lamp is not Lamp.OFF]
        seat = chance.choice(busy if chance.random() < 0.7 else one.seats)
        labels = one.labels(seat)
        key = chance.choice([key for key in KEYS if labels[key - 1]])
        label = labels[key - 1]
        if label in ("Undo", "Leave", "Insist", "Pause", "Away"):
            continue
        here = one.key(seat, key)
        if label in HIDDEN and "Bomb" in labels:
            key = chance.choice([place for place in KEYS if labels[place - 1] in HIDDEN and place != key])
        there = other.key(seat, key)
        if here.cue is not there.cue or any(isinstance(call, Boom) for call in (*here.calls, *there.calls)):
            # From here on the games differ in what is said, and so in what may be shown.
            break
        fresh = here.calls != there.calls
        if fresh:
            assert isinstance(here.accepted[0], Answer), "only answers differ"
            differing.add(Colour(here.accepted[0].seat))
        elif one.heard == other.heard:
            for place in one.seats:
                mine, theirs = one.screen(place), other.screen(place)
                if mine.seat in differing:
                    mine, theirs = without_lit(mine), without_lit(theirs)
                assert mine == theirs
                assert one.talk.reading(place) == other.talk.reading(place), "nor does READ tell it"
            compared += len(one.seats) * bool(differing)
        assert one.lamps() == other.lamps()
    return compared


def test_the_answer_keys_are_the_same_whatever_was_heard_of_the_card() -> None:
    """A card that was called a Top Secret is asked for again: all keys are there."""
    people = People()
    people.begin(TWO)
    people.press(1, "Spy", "Red")
    people.press(3, "Top")
    people.press(1, "Done")
    people.press(3, "Done")
    people.press(1, "Spy", "Red")
    assert people.labels(3) == ["Safe", "Top", "Safe 1", "Bomb"]


def test_both_numbers_are_offered_whatever_was_heard_of_the_faced_card() -> None:
    people = People()
    people.begin(TWO)
    people.press(1, "Move", "1", "OK", "Done")
    people.press(3, "Done")
    people.press(1, "Move", "Turn")
    assert people.labels(1) == ["Back", "1", "2", "Turn"]


def test_an_answer_leaves_the_panels_with_the_next_announcement() -> None:
    people = People()
    people.begin(TWO)
    people.press(1, "Spy", "Red")
    people.press(3, "Top")
    assert "Red: Top Secret" in people.body(1)
    people.press(1, "Done")
    assert not any("Top Secret" in people.shows(seat) for seat in people.seats)


def test_what_is_read_aloud_tells_nothing_that_was_only_heard() -> None:
    """Two games that differ in an answer are read in the same words at every seat, and told in the same help."""
    words = Phrases(strict=True)
    told = []
    for found in ("Safe", "Top", "Bomb"):
        people = People()
        people.begin(TWO)
        people.press(1, "Spy", "Red")
        people.press(3, found)
        people.press(1, "Done")
        read = []
        for seat in TWO:
            key = people.labels(seat).index("More") + 1
            prompt = people.screen(seat).prompt
            people.key(seat, key, prompt)
            people.key(seat, key, prompt, held=True)
            help_shown = people.shows(seat)
            stand = people.press(seat, "Read").read
            assert stand is not None
            read.append((help_shown, words.read(stand)))
        told.append(read)
    assert told[0] == told[1] == told[2]
    assert ("Red's turn.",) in told[0][0][1]
    assert any("Red's Spy." in part for part in told[0][1][1])
