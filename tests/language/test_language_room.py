"""Every sentence of every language has room on the panel, on every page that comes up, with the longest names."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from keypress import FOUR, THREE, TWO, People
from spytable.game.cards import Card, Colour
from spytable.language.extract import entries
from spytable.language.phrases import Phrases, languages
from spytable.referee.conversation.page import LINE
from spytable.referee.message import Message, Value, message
from spytable.referee.screen import Icon, Screen
from spytable.screen.draw import render
from spytable.screen.fit import UnfitTextError

RARELY = {"Leave", "Stay", "New", "Change", "Again", "Undo", "Cancel", "No", "Back"}
"""Labels of keys that lead back or away: pressed seldom, so that games get on."""

TABLES = (None, TWO, THREE, FOUR)


@cache
def pages() -> tuple[Screen, ...]:
    """A screen of each page that is found by pressing keys: of two with the same sentences and keys, one."""
    found: dict[tuple[object, ...], Screen] = {}
    for seed in range(6):
        chance = random.Random(seed)
        people = People(draw=chance.randrange)
        if (colours := TABLES[seed % len(TABLES)]) is not None:
            people.begin(colours, first=1)
        for _ in range(1200):
            for seat in people.seats:
                screen = people.screen(seat)
                found.setdefault(kind(screen), screen)
            seat = chance.choice(people.seats)
            keys = [key for key, label in enumerate(people.screen(seat).labels, 1) if label is not None]
            if not keys:
                continue
            key = chance.choice(keys)
            label = people.screen(seat).labels[key - 1]
            if label is not None and (label.text not in RARELY or chance.random() < 0.2):
                people.key(seat, key)
    return tuple(found.values())


def kind(screen: Screen) -> tuple[object, ...]:
    """What two screens have in common that differ in names, numbers and fans alone."""
    texts = tuple(line.text for line in (screen.title, *screen.body))
    labels = tuple(None if label is None else (label.text, bool(label.values)) for label in screen.labels)
    return texts, labels, screen.fan is None


def with_other_names(screen: Screen) -> Iterator[Screen]:
    """*screen* with each colour in the place of each, and so with cards."""
    for step in range(len(Colour)):

        def turned(value: Value, step: int = step) -> Value:
            for values in (tuple(Colour), (Card.S1, Card.S2, Card.T1, Card.T2)):
                if value in values:
                    return values[(values.index(value) + step) % len(values)]
            return value

        def told(message: Message, turned=turned) -> Message:
            return Message(message.text, tuple((name, turned(value)) for name, value in message.values))

        labels = tuple(None if label is None else told(label) for label in screen.labels)
        yield replace(screen, title=told(screen.title), body=tuple(map(told, screen.body)), labels=labels)


@pytest.mark.parametrize("language", languages())
def test_every_page_has_room_in_every_language(language: str) -> None:
    phrases = Phrases(language)
    faults = set()
    for page in pages():
        for screen in with_other_names(page):
            try:
                render(replace(screen, icons=frozenset(Icon)), phrases.text, strict=True)
            except UnfitTextError as fault:
                faults.add(str(fault))
    assert not faults, "\n".join(sorted(faults))


def test_the_walk_finds_the_pages_that_there_are() -> None:
    """Or else the test above would hold for want of anything to hold for."""
    assert len(pages()) > 150


@pytest.mark.parametrize("language", languages())
def test_a_notice_is_one_line_in_every_language(language: str) -> None:
    """Notices tell of troubles, which no walk meets; they stand below whatever a panel shows."""
    phrases = Phrases(language)
    notices = [entry for entry in entries() if {"table.py", "troubles.py"} & set(entry.files)]
    assert notices
    for notice in notices:
        text = phrases.text(message(notice.english, **dict.fromkeys(notice.places, 8)))
        assert len(min((text, *text.shorter), key=len)) <= LINE, text
