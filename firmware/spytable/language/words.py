"""Words: what fills a sentence: colours, cards and numbers in a language's forms, and names as data."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from string import Formatter
from types import MappingProxyType
from typing import Any

from spytable.errors import SpyTableError
from spytable.game.cards import Card, Colour, Kind

_FORM_MARK = "|"


class PhraseError(SpyTableError, ValueError):
    """A sentence that cannot be filled: an unknown place, an unknown form of a word, or stray braces."""


class Word(str):
    """A word with further forms: `{target}` is the word itself, `{target.partitive}` one of its *forms*."""

    __slots__ = ("forms",)
    forms: Mapping[str, str]

    def __new__(cls, text: str, forms: Mapping[str, str] | None = None) -> Word:
        word = super().__new__(cls, text)
        word.forms = MappingProxyType(dict(forms or {}))
        return word

    @classmethod
    @lru_cache(maxsize=256)  # more than a language has: every screen asks for the same few
    def parse(cls, text: str) -> Word:
        """A Word as a phrase file writes it. Raises PhraseError.

        >>> Word.parse("vihreä | partitive: vihreää").forms["partitive"]
        'vihreää'
        """
        first, *rest = (part.strip() for part in text.split(_FORM_MARK))
        forms = {}
        for part in rest:
            name, colon, form = (piece.strip() for piece in part.partition(":"))
            if not (colon and name.isidentifier() and form):
                raise PhraseError(f"“{part}” is not a form: write “name: word”")
            forms[name] = form
        if not first:
            raise PhraseError(f"“{text}” has no word before its forms")
        return cls(first, forms)


class Name(Word):
    """A player's name: data, the same in all uses but for forms that the language gives to every name."""

    __slots__ = ()

    @classmethod
    def called(cls, name: str, pattern: str) -> Name:
        """*name* as *pattern* has it, which a phrase file writes like a word. Raises PhraseError.

        >>> aino = Name.called("Aino", "{name} | partitive: pelaajaa {name}")
        >>> filled("Vihreä vakoilee {target.partitive}", {"target": aino})
        'Vihreä vakoilee pelaajaa Aino'
        """
        word = Word.parse(pattern)
        named = {"name": name}
        return cls(filled(word, named), {form: filled(text, named) for form, text in word.forms.items()})


class _Filler(Formatter):
    """Fills a sentence's places, and nothing else: no attribute of an object, index, conversion or width."""

    def get_field(self, field_name: str, args: Any, kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        name, _, form = field_name.partition(".")
        if name not in kwargs:
            raise PhraseError(f"nothing fills {{{name}}}")
        word = kwargs[name]
        if not form or not isinstance(word, Word):
            return word, name
        if form not in word.forms and isinstance(word, Name):
            return word, name
        if form not in word.forms:
            raise PhraseError(f"“{word}” has no form {form}")
        return word.forms[form], name

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec:
            raise PhraseError(f"“:{format_spec}” has no place in a sentence")
        return str(value)

    def convert_field(self, value: Any, conversion: Any) -> Any:
        if conversion:
            raise PhraseError(f"“!{conversion}” has no place in a sentence")
        return value


_filler = _Filler()


def filled(sentence: str, words: Mapping[str, str]) -> str:
    """*sentence* with its places filled from *words*. Raises PhraseError.

    >>> green = Word("vihreä", {"partitive": "vihreää"})
    >>> filled("{seat} vakoilee {target.partitive}", {"seat": Word("punainen"), "target": green})
    'punainen vakoilee vihreää'
    """
    try:
        return _filler.vformat(sentence, (), words)
    except PhraseError as fault:
        raise PhraseError(f"“{sentence}”: {fault}") from None
    except (ValueError, IndexError, KeyError) as fault:
        raise PhraseError(f"“{sentence}” is not well formed: {fault}") from fault


COLOURS = {Colour.GREEN: "Green", Colour.RED: "Red", Colour.BLUE: "Blue", Colour.YELLOW: "Yellow"}

NAME = "{name}"
"""A player's name. Phrase files can give it forms, as they do to colours."""

KINDS = {Kind.SAFE: "Safe", Kind.TOP_SECRET: "Top Secret", Kind.BOMB: "Bomb"}

# Short enough for a line of 21 letters beside a few words. The sign is what stands on the card in the fan.
CARDS = {
    Card.S1: "Safe 1 | sign: S1",
    Card.S2: "Safe 2 | sign: S2",
    Card.T1: "Top S. 1 | long: Top Secret 1 | sign: T1",
    Card.T2: "Top S. 2 | long: Top Secret 2 | sign: T2",
    Card.B1: "Bomb 1 | sign: B1",
    Card.B2: "Bomb 2 | sign: B2",
}

LARGE = {"Scores": "Wins", "Status": "Info", "Change": "Edit", "Leave": "Quit", "Sealed": "Seal"} | {
    "See the card it faces": "Which card?",
    "Place {place}: {n} from left": "{n} from left",
    "Place {place}: {n} from right": "{n} from right",
}
"""Texts in English for large print, where their own length has no room. Phrase files have theirs."""

IN_FULL = frozenset(
    ("Exposed at place {place}: {card}.", "Place {place}: {card}.", "{seat}: the target is {card}."),
)
"""Sentences in English for readers who do not see the panel, where a card has room for its long name. Phrase files
write {card.long}.
"""


def in_full(word: str) -> str:
    """The long form of *word*, if it has one."""
    return word.forms.get("long", word) if isinstance(word, Word) else word


CARDS_ALOUD = {
    Card.S1: "Safe one",
    Card.S2: "Safe two",
    Card.T1: "Top Secret one",
    Card.T2: "Top Secret two",
    Card.B1: "Bomb one",
    Card.B2: "Bomb two",
}

_TO_TWELVE = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
NUMBERS = dict(enumerate(_TO_TWELVE)) | {20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 100: "one hundred"}


def number(value: int) -> str:
    """*value* in words: digits are not read alike by all synthesisers. Raises PhraseError where there is no word."""
    if value not in NUMBERS:
        raise PhraseError(f"there is no word for {value}")
    return NUMBERS[value]


def shown_name(name: str) -> str:
    """A name that a player gave, for a panel: one line, without control characters and marks of direction.

    >>> shown_name(" An\\u202ena\\n{seat} ")
    'Anna {seat}'
    """
    name = unicodedata.normalize("NFC", name)
    kept = (" " if letter.isspace() else letter for letter in name)
    return " ".join("".join(letter for letter in kept if unicodedata.category(letter)[0] != "C").split())


def spoken_name(name: str, in_words: Callable[[int], str] = number) -> str:
    """A name for the voice: letters, apostrophes inside words, digits as words. "" if nothing can be said.

    >>> spoken_name("-Bob 2 [[f'u:]]")
    "Bob two f'u"
    """
    name = unicodedata.normalize("NFC", name)
    said: list[str] = []
    for i, letter in enumerate(name):
        if unicodedata.category(letter)[0] in "LM":
            said.append(letter)
        elif letter in "'’" and name[i - 1 : i].isalpha() and name[i + 1 : i + 2].isalpha():
            said.append("'")
        elif (digit := unicodedata.decimal(letter, None)) is not None:
            said += [" ", in_words(digit), " "]
        else:
            said.append(" ")
    return " ".join("".join(said).split())
