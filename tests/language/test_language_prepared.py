"""Whatever is spoken at a table could be made ahead, or recorded by a person: nothing is said that is not foreseen."""

import random
from functools import cache

import pytest

from keypress import FOUR, THREE, TWO, People
from spytable.game.cards import Colour, places
from spytable.language.phrases import Phrases, languages
from spytable.referee.comfort import FIRST_GAME
from spytable.referee.conversation import Conversation
from spytable.referee.message import Player
from spytable.referee.press import Step
from spytable.referee.remarks import Company, Drawn, Paused, Standing, Tally, Wins
from spytable.referee.scores import Scores

PHRASES = {language: Phrases(language, strict=True) for language in languages()}

TABLES = {
    "lobby": ({}, ()),
    "two": (TWO, ("Top 2", "Turn")),
    "three": (THREE, ("Turn",)),
    "four": (FOUR, ()),
    "sealed": (TWO, ("Top 2", "Turn", "Sealed")),
    "sealed of three": (THREE, ("Sealed",)),
}


@cache
def prepared(seats: tuple[Colour, ...], language: str) -> set[str]:
    return set(PHRASES[language].everything_said(seats, places(len(seats))))


class Walk:
    """Somebody presses and holds keys by chance, and asks to have read aloud whatever can be."""

    def __init__(self, table: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.scores = Scores()
        self.people = People(draw=self.chance.randrange)
        self.people.talk = Conversation(
            settings={FIRST_GAME: seed % 2 == 1}, draw=self.chance.randrange, scores=self.scores.tally
        )
        colours, rules = TABLES[table]
        if colours and seed % 2 == 0:
            self.people.begin(colours, *rules)

    def press(self) -> tuple[Step, ...]:
        people, seat = self.people, self.chance.choice(self.people.seats)
        labels = people.labels(seat)
        keys = [key for key, label in enumerate(labels, 1) if label]
        if not keys:
            return ()
        key = labels.index("Read") + 1 if "Read" in labels and self.chance.random() < 0.5 else self.chance.choice(keys)
        prompt = people.screen(seat).prompt
        hold = labels[key - 1] == "Hold" or self.chance.random() < 0.05
        steps = (people.key(seat, key, prompt), *((people.key(seat, key, prompt, held=True),) if hold else ()))
        self.scores.update(people.talk.stage, people.talk.record.history, {})
        return steps


@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_said_that_could_not_be_made_ahead(table: str) -> None:
    for seed in range(2):
        walk = Walk(table, seed)
        language = walk.chance.choice(list(PHRASES))
        words = PHRASES[language]
        for _ in range(400):
            for step in walk.press():
                game = walk.people.talk.record.game
                between = isinstance(step.read, Company | Tally) or game is None
                ahead = prepared(tuple(Colour) if between or game is None else game.seats, language)
                told = [*words.speech(step.calls), *words.speech(step.again)]
                told += words.remark(step.remark) if step.remark else ()
                told += (sentence for part in words.read(step.read) for sentence in part) if step.read else ()
                assert set(told) <= ahead, (language, set(told) - ahead)


def test_the_walks_meet_what_is_no_call() -> None:
    """Or else the test above would hold for want of anything to hold for."""
    seen: set[type] = set()
    for table in ("lobby", "two", "three"):
        walk = Walk(table, 10)
        for _ in range(400):
            seen.update(kind for step in walk.press() for kind in (type(step.remark), type(step.read)))
    assert seen >= {Paused, Standing, Company, Tally}


@pytest.mark.parametrize("language", languages())
def test_the_scores_of_any_evening_can_be_made_ahead(language: str) -> None:
    ahead, words = prepared(tuple(Colour), language), PHRASES[language]
    for n in (*range(1, 130), 400):
        players = tuple((Player(colour, ""), n) for colour in Colour)
        for part in (*words.read(Tally(players, players, n, n, n)), words.remark(Wins(Player(Colour.RED, ""), n))):
            assert set(part) <= ahead
    assert set(words.remark(Drawn())) <= ahead
