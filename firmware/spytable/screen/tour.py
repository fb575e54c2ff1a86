"""A tour of the screens: what the seats of some games show, found by pressing keys, to look at every page."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from spytable.game.announcements import Answer, Base, Done, Leave, Said, SetUp, Spy, Start
from spytable.game.base import Facing
from spytable.referee.conversation import Conversation
from spytable.referee.conversation.chairs import SETTING
from spytable.referee.conversation.draw import SETTING as DRAWN
from spytable.referee.conversation.draw import mark
from spytable.referee.press import SEATS, Press
from spytable.referee.record import Record
from spytable.referee.screen import Screen

WALKS = 8
"""Every other one is through sealed games. Each goes on once as a table does after a power cut."""

PRESSES = 1200
"""Presses of each walk before the power cut; a tenth as many follow it."""

RARELY = frozenset({"Again", "Cancel", "Change", "Draw", "Hold", "Leave", "New", "No", "Undo"})
"""Labels of keys that lead away or back: pressed seldom, so that the games get on."""

_SELDOM = 6
"""How many times as often other keys are pressed."""

_ANY = 0.2
"""How often the key is sought at all seats. Always, the walk would go from novelty to novelty and end no game."""

_HELD = 0.08
"""How often a key is held that does not ask for it: that opens the help."""

_DISPUTED = (
    SetUp(("green", "red")),
    Base("green", 1, Facing.RIGHT),
    Base("red", 8, Facing.LEFT),
    Start("green"),
    *(Spy("green", "red"), Answer("red", Said.SAFE), Done("green"), Done("red")),
    *(Spy("green", "red"), Answer("red", Said.TOP_SECRET, insist=True), Done("green"), Done("red")),
    Spy("green", "red"),
)
"""A game in which the table cannot know which Bombs are lit: no walk by chance gets there and stays."""

_STARTS = (_DISPUTED, _DISPUTED, _DISPUTED, (*_DISPUTED, Leave("red")))
"""The first walks begin in games that go on or are over; the others in the lobby."""

_STRANGE, _DRAWN = 1, 2
"""In which of them the table does not know who sits where, and which ended in a draw."""

_Page = tuple[object, ...]


def tour() -> Iterator[tuple[str, Screen]]:
    """One screen of each page, with a name made of its title: the walk is the same each time.

    Two screens are of one page if their sentences and their keys are the same; names, numbers and fans may differ.
    """
    seen: set[_Page] = set()
    pressed: Counter[tuple[_Page, int]] = Counter()
    for seed in range(WALKS):
        chance = random.Random(seed)
        settings: dict[str, bool | int | str] = {"sealed": seed % 2 == 1, "turn_without_move": seed % 3 == 2}
        record = Record.resume(_STARTS[seed]) if seed < len(_STARTS) else None
        if record is not None and seed != _STRANGE:
            settings[SETTING] = "1 green 2 red"
        if record is not None and seed == _DRAWN:
            settings[DRAWN] = mark(record.history)
        talk = Conversation(settings=settings, draw=chance.randrange, record=record, may_shut_down=True)
        if seed == 0:
            talk.press(Press(2, 4, talk.screen(2).prompt))
        for number in range(PRESSES + PRESSES // 10):
            if number == PRESSES and talk.record.game is not None:
                record = Record.resume(talk.record.history)
                talk = Conversation(draw=chance.randrange, record=record, may_shut_down=True)
            for seat in SEATS:
                screen = talk.screen(seat)
                if (page := _page(screen)) not in seen:
                    seen.add(page)
                    yield f"{len(seen):03d} {re.sub('[^A-Za-z0-9]+', ' ', screen.title.text).strip()}", screen
            _press(talk, chance, pressed)


def _press(talk: Conversation, chance: random.Random, pressed: Counter[tuple[_Page, int]]) -> None:
    """Presses, and holds where that is asked for, a key that was pressed least on its page: of any seat, or of one."""
    seats = SEATS if chance.random() < _ANY else (chance.choice(SEATS),)
    keys: list[tuple[int, float, Press, str]] = []
    for seat in seats:
        shown = talk.screen(seat)
        page = _page(shown)
        for key, label in enumerate(shown.labels, 1):
            if label is not None:
                times = pressed[page, key] * (_SELDOM if label.text in RARELY else 1)
                keys.append((times, chance.random(), Press(seat, key, shown.prompt), label.text))
    if not keys:
        return
    _, _, press, text = min(keys, key=lambda key: key[:2])
    pressed[_page(talk.screen(press.seat)), press.key] += 1
    talk.press(press)
    if text == "Hold" or chance.random() < _HELD:
        talk.press(replace(press, held=True))


def _page(screen: Screen) -> _Page:
    body = tuple(line.text for line in screen.body)
    labels = tuple(None if label is None else label.text for label in screen.labels)
    return screen.title.text, body, labels, screen.fan is None
