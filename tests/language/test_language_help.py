"""What the help says of each key has room in every language, also in large print."""

import pytest

from spytable.language.phrases import Phrases, languages
from spytable.referee.conversation.help import EXPLAINED
from spytable.referee.message import message
from spytable.referee.screen import Screen
from spytable.screen.draw import render
from spytable.screen.fit import UnfitTextError

LABELS = {
    "help": tuple(map(message, ("Read", "Set", "OK", "Next"))),
    "first game": tuple(map(message, ("Read", "Stop", "OK", "Next"))),
    "settings": tuple(map(message, ("Size", "Back", "Loud", "Pace"))),
}


@pytest.mark.parametrize("language", languages())
def test_the_help_has_room_in_every_language(language: str) -> None:
    phrases = Phrases(language)
    faults = set()
    for label, told in EXPLAINED.items():
        for labels in LABELS.values():
            for large in (False, True):
                title = message("Move" if "{" in label else label)
                screen = Screen(title, (told,), labels, large=large)
                try:
                    render(screen, phrases.text, strict=True)
                except UnfitTextError as fault:
                    faults.add(str(fault))
    assert not faults, "\n".join(sorted(faults))


@pytest.mark.parametrize("language", languages())
def test_the_settings_have_room_in_every_language(language: str) -> None:
    phrases = Phrases(language)
    for size in ("Text: large", "Text: normal"):
        for pace in ("Speech: calm", "Speech: normal"):
            body = (message(size), message("Loud: {n} of {most}", n=3, most=3), message(pace))
            render(Screen(message("Settings"), body, LABELS["settings"]), phrases.text, strict=True)
    for body in (("Keys are explained",), ("Keys not explained", "Hold a key for help")):
        render(Screen(message("First game"), tuple(map(message, body))), phrases.text, strict=True)
