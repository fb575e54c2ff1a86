"""Every screen that the conversation gives has room on the panel, and every letter of it is in the font."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from spytable.language.phrases import Phrases
from spytable.referee.conversation import Conversation
from spytable.referee.press import KEYS, SEATS, Press
from spytable.referee.screen import Icon, Screen
from spytable.screen.draw import render

RARELY = {"Leave", "Stay", "New", "Change", "Again", "Undo", "Cancel", "No"}
"""Labels of keys that lead back or away: pressed seldom, so that games get on."""


def screens_of_a_game(seed: int, presses: int) -> Iterator[Screen]:
    """Each different screen of a game in which keys are pressed by chance."""
    chance = random.Random(seed)
    talk = Conversation(SEATS, draw=chance.randrange)
    seen: set[Screen] = set()
    for _ in range(presses):
        for seat in SEATS:
            screen = replace(talk.screen(seat), prompt=0)
            if screen not in seen:
                seen.add(screen)
                yield screen
        seat, key = chance.choice(SEATS), chance.choice(KEYS)
        label = talk.screen(seat).labels[key - 1]
        if label is not None and (label.text not in RARELY or chance.random() < 0.15):
            talk.press(Press(seat, key, talk.screen(seat).prompt))


@pytest.mark.parametrize("seed", range(4))
def test_what_players_are_shown_fits_whatever_they_press(seed: int) -> None:
    phrases = Phrases(strict=True)
    titles = set()
    for screen in screens_of_a_game(seed, presses=2500):
        render(screen, phrases.text, strict=True)
        render(replace(screen, icons=frozenset(Icon)), phrases.text, strict=True)
        titles.add(screen.title.text)
    assert len(titles) >= 10, "the game has not got far"
