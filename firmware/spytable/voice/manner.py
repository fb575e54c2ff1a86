"""The manner of speaking: pace, pauses and what is set apart. docs/voice.md tells how each figure was found."""

from __future__ import annotations

from collections.abc import Sequence

RATE = 170
"""Words a minute. eSpeak's own 175 and a little calmer, across a noisy room; a turn call lasts under a second."""

CALM = 0.8
"""Of the rate, where a seat wants calm speech: slower by a fifth; by more, eSpeak's words fall apart."""

TEMPO = {"el": 1.15, "bs": 1.1, "fy": 1.05, "sq": 1.15, "fi": 1.33}
"""How much faster than English a language is spoken: their words are longer, and their speakers say more syllables a
second. So what is called often takes at most two seconds in each language."""

_FASTEST = 450
"""Words a minute, eSpeak NG's most (espeakRATE_MAXIMUM)."""

VERSION = 3
"""Counts changes of all this: sound that was made in another manner is made anew."""

_LEANING = {"bs": ("je ", "se ")}
"""Words that lean on the name before them, with no pause between (Bosnian enclitics), by language."""


def pace(rate: int, voice: str) -> int:
    """Words a minute for *voice* where the settings say *rate*.

    >>> pace(170, "urj/fi")
    226
    """
    return min(_FASTEST, round(rate * TEMPO.get(_language(voice), 1.0)))


def set_apart(words: str, names: Sequence[str], voice: str) -> str:
    """*words* with a pause after the player's name that they begin with, if they do.

    >>> set_apart("Green spies on Red.", ("Green", "Red"), "en")
    'Green, spies on Red.'
    >>> set_apart("Green's turn.", ("Green", "Red"), "en")
    "Green's turn."
    """
    for name in names:
        rest = words.removeprefix(f"{name} ")
        if rest != words and rest[:1].isalpha() and not rest.startswith(_LEANING.get(_language(voice), ())):
            return f"{name}, {rest}"
    return words


def _language(voice: str) -> str:
    return voice.rpartition("/")[2]
