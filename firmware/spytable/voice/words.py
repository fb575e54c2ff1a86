"""Words: what may reach the synthesiser. Text is data: no option, markup, phoneme, digit or sign gets
through."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

LONGEST = 400
"""Letters of one utterance at most; about half a minute. A longer one is cut at a word."""



@dataclass(frozen=True, slots=True)
class Foreign:
    """*words* in the table's second language; *voice* says them."""

    words: str
    voice: str


Words = str | Foreign
"""One sentence to be spoken; a str by the table's own voice."""


@dataclass(frozen=True, slots=True)
class Calm:
    """*words* spoken calmly: slower than the settings say."""

    words: Words

_PAUSES = ".,!?;:"
_APOSTROPHES = "'’"


def only_words(text: str) -> str:
    """*text* with nothing left but letters, the spaces between words, apostrophes inside words, and single
    pauses.

    Brackets, hyphens, digits, emoji, marks of direction and control characters end a word and are not spoken:
    eSpeak would take "[[f'u:]]" for phonemes, "<" for markup, and reads digits and signs in ways that differ
    between voices.

    >>> only_words("Red's turn.")
    "Red's turn."
    >>> only_words("-Bob [[f'u:]] <b>3-2</b>,, goes\\n\\x00 on!!")
    "Bob f'u: b b, goes on!"
    """
    text = unicodedata.normalize("NFC", text[: 4 * LONGEST])
    kept: list[str] = []
    for i, letter in enumerate(text):
        if unicodedata.category(letter)[0] in "LM":
            kept.append(letter)
        elif letter in _PAUSES:
            # A pause belongs to the word before it; of several, the first is heard.
            while kept and kept[-1] == " ":
                kept.pop()
            if kept and kept[-1] not in _PAUSES:
                kept.append(letter)
            kept.append(" ")
        elif letter in _APOSTROPHES and _inside_a_word(text, i):
            kept.append("'")
        elif kept and kept[-1] != " ":
            kept.append(" ")
    words = " ".join("".join(kept).split())
    while words and words[0] in _PAUSES:
        words = words[1:].lstrip()
    if len(words) > LONGEST:
        head = words[:LONGEST]
        words = head.rsplit(" ", 1)[0] if " " in head else head
    return words


def _inside_a_word(text: str, i: int) -> bool:
    return 0 < i < len(text) - 1 and text[i - 1].isalpha() and text[i + 1].isalpha()
