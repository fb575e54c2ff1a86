"""A tour of the screens: what the seats of some games show, found by pressing keys, to look at every page."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from spytable.referee.conversation import Conversation
from spytable.referee.press import SEATS, Press
from spytable.referee.screen import Screen

PRESSES = 4000
"""Presses of each game's walk. Pages that are not found by then hardly ever come up."""


RARELY = frozenset({"Again", "Cancel", "Change", "Draw", "Hold", "Leave", "New", "No", "Undo"})
"""Labels of keys that lead away or back: pressed seldom, so that the games get on."""


def tour() -> Iterator[tuple[str, Screen]]:
    """One screen of each page, with a name made of its title: the walk is the same each time.

    Two screens are of one page if their sentences and their keys are the same; names, numbers and fans may differ.
    """
    seen: set[tuple[object, ...]] = set()
    for seed in range(6):
        chance = random.Random(seed)
        talk = Conversation(draw=chance.randrange)
        for _ in range(PRESSES):
            for seat in SEATS:
                screen = talk.screen(seat)
                if (page := _page(screen)) not in seen:
                    seen.add(page)
                    yield f"{len(seen):03d} {re.sub('[^A-Za-z0-9]+', ' ', screen.title.text).strip()}", screen
            seat = chance.choice(SEATS)
            shown = talk.screen(seat)
            keys = {i: label.text for i, label in enumerate(shown.labels, 1) if label is not None}
            if not keys:
                continue
            key = chance.choice(list(keys))
            if keys[key] in RARELY and chance.random() > 0.2:
                continue
            talk.press(Press(seat, key, shown.prompt))
            if keys[key] == "Hold":
                talk.press(Press(seat, key, shown.prompt, held=True))


def _page(screen: Screen) -> tuple[object, ...]:
    body = tuple(line.text for line in screen.body)
    labels = tuple(None if label is None else label.text for label in screen.labels)
    return screen.title.text, body, labels, screen.fan is None
