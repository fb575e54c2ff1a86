"""Extraction: every sentence and word that a language needs, found in the source of the package itself."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

import spytable
from spytable.language import words
from spytable.language.phrases import ALOUD, WORD

_SOURCE = Path(spytable.__file__).parent

_ROOMS = ("referee", "seats", "language", "screen", "table.py", "troubles.py")
"""Where messages are made."""

_SPOKEN = ("language/sentences.py", "referee/conversation/key_words.py")
"""Files whose messages are spoken."""

_HELP = "referee/conversation/help.py"
_PAGE = "seats/web/words.py"
_ON_CARDS = "screen/draw.py"


class Spot(Enum):
    """Where a sentence stands. The value tells a translator, and how much room there is."""

    LABEL = "A key's label: at most 6 letters, 20 in all four labels together. Drawn in capitals."
    TITLE = "A title on a panel: at most 17 letters."
    LINE = "A line on a panel: at most 21 letters. Whole sentences beside others are as short as they can be."
    HELP = "What a key does, in the help: at most 42 letters, on two or three lines of 21."
    SPOKEN = "Spoken: words only, no digits or signs. Short: it is said many times."
    PAGE = "On the virtual table's page, or read aloud by a screen reader: no limit."
    SIGN = "What is drawn on a card in the fan. Leave it as it is: the sign is a form of each card's word."
    COLOUR = "A colour, by which a player is called. Add the forms that your sentences need: Word | form: word"
    NAME = "A name that a player gave. A form of colours that names have too: {name} | partitive: pelaajaa {name}"
    CARD = "A card on a panel: at most 8 letters; long: the whole name; sign: two letters, drawn on the card."
    KIND = "A type of card on a panel, after a colour: at most 12 letters."
    SPOKEN_CARD = "A card or a type of card, spoken."
    NUMBER = "A number, spoken: spaces, places and cards. Add the forms that your sentences need."


CONTEXTS = {Spot.SPOKEN: ALOUD, Spot.SPOKEN_CARD: ALOUD, Spot.NUMBER: ALOUD} | dict.fromkeys(
    (Spot.COLOUR, Spot.NAME, Spot.CARD, Spot.KIND), WORD
)
"""The context (msgctxt) of each spot; those on panels and pages have none."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a language puts into its own words: *english*, as it stands at *spot*, in these *files*."""

    english: str
    spot: Spot
    files: tuple[str, ...] = ()

    @property
    def context(self) -> str:
        """The msgctxt, or "" for none."""
        return CONTEXTS.get(self.spot, "")

    @property
    def places(self) -> frozenset[str]:
        """The names of the places that are filled in."""
        fields = (field for _, field, _, _ in string.Formatter().parse(self.english) if field)
        return frozenset(field.partition(".")[0] for field in fields)


@cache
def entries() -> tuple[Entry, ...]:
    """All there is to translate, each once: words first, then sentences as they stand in the source."""
    found: dict[tuple[str, str], Entry] = {}
    for entry in (*_words(), *_sentences()):
        at = (entry.context, entry.english)
        known = found.get(at)
        if known is not None:
            # The narrower place counts: a title that is a label too has the room of a label.
            spot = min(known.spot, entry.spot, key=list(Spot).index)
            entry = Entry(entry.english, spot, tuple(dict.fromkeys((*known.files, *entry.files))))
        found[at] = entry
    return tuple(found.values())


def _words() -> Iterator[Entry]:
    files = ("language/words.py",)
    for tables, spot in (
        ((words.COLOURS,), Spot.COLOUR),
        ((words.CARDS,), Spot.CARD),
        ((words.KINDS,), Spot.KIND),
        ((words.CARDS_ALOUD, words.KINDS), Spot.SPOKEN_CARD),
        ((words.NUMBERS,), Spot.NUMBER),
    ):
        for table in tables:
            for english in table.values():
                yield Entry(english, spot, files)
        if spot is Spot.COLOUR:
            yield Entry(words.NAME, Spot.NAME, files)


def _sentences() -> Iterator[Entry]:
    for room in _ROOMS:
        top = _SOURCE / room
        for path in sorted(top.rglob("*.py")) if top.is_dir() else [top]:
            name = path.relative_to(_SOURCE).as_posix()
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for english, spot in _Finder(name).found(tree):
                yield Entry(english, spot, (name,))


class _Finder:
    """Finds the calls of `message` and `key` with a text, and where each text will stand."""

    def __init__(self, file: str) -> None:
        self._file = file

    def found(self, node: ast.AST, spot: Spot = Spot.LINE) -> Iterator[tuple[str, Spot]]:
        """The texts below *node*, which stands at *spot* unless what is around a text says otherwise."""
        match node:
            case ast.Call(func=ast.Name(id="message" | "key" as name), args=[ast.Constant(value=str(text)), *rest]):
                yield text, self._spot(Spot.LABEL if name == "key" else spot)
                parts = [(part, Spot.LINE) for part in (*rest, *node.keywords)]
            case ast.Call(func=ast.Name(id="Key" | "Page" as name), args=[first, *rest]):
                parts = [(first, Spot.LABEL if name == "Key" else Spot.TITLE)]
                parts += [(part, Spot.LINE) for part in (*rest, *node.keywords)]
            case ast.Call():
                parts = [(part, Spot.LINE) for part in ast.iter_child_nodes(node)]
            case ast.Assign(targets=[ast.Name(id="title")]) | ast.keyword(arg="title"):
                parts = [(node.value, Spot.TITLE)]
            case ast.Module(body=body):
                # What a table of messages is for is said in the text below it.
                texts = [*map(_text, body[1:]), ""]
                parts = [(part, _table(text)) for part, text in zip(body, texts, strict=True)]
            case ast.FunctionDef() if "title" in (ast.get_docstring(node) or ""):
                parts = [(part, Spot.TITLE) for part in node.body]
            case _:
                parts = [(part, spot) for part in ast.iter_child_nodes(node)]
        for part, stands in parts:
            yield from self.found(part, stands)

    def _spot(self, spot: Spot) -> Spot:
        if self._file in _SPOKEN:
            return Spot.SPOKEN
        if self._file == _HELP and spot is Spot.LINE:
            return Spot.HELP
        return {_PAGE: Spot.PAGE, _ON_CARDS: Spot.SIGN}.get(self._file, spot)


def _text(node: ast.AST) -> str:
    """The text that *node* is, as a statement of its own."""
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return text
    return ""


def _table(text: str) -> Spot:
    return next((spot for word, spot in (("label", Spot.LABEL), ("title", Spot.TITLE)) if word in text), Spot.LINE)
