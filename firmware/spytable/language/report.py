"""Reports: how complete each language is, what it lacks, and what is wrong in its phrase files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

from spytable.errors import SpyTableError
from spytable.game.cards import Card, Kind
from spytable.language import words
from spytable.language.catalogue import CONTEXT_END, FOLDER, PhraseFileError, read_file, read_po
from spytable.language.extract import Entry, Spot, entries
from spytable.language.phrases import (
    ALOUD,
    ENGLISH,
    WORD,
    UnknownLanguageError,
    files_of,
    languages,
    large_lengths,
    lengths,
)
from spytable.language.template import NAMES, key, template
from spytable.language.words import Name, PhraseError, Word, filled

_SHOWN = 5
"""Entries of a kind that are named where no language was asked for."""

COLOURS = frozenset({"seat", "target", "other"})
"""The names of places that a colour or a player's name fills."""

CARDS = frozenset({"card"})
"""The names of places that a card or a type fills."""


class TemplateError(SpyTableError, OSError):
    """A template cannot be written."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Report:
    """What there is of *language*, of *total* entries. *faulty*: an entry's English, and what is wrong.

    *unknown*: what stands in the user's own file and is nothing that the table says. *unreadable*: why a file of it
    cannot be read.
    """

    language: str
    total: int
    missing: tuple[Entry, ...] = ()
    faulty: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()
    unreadable: str = ""
    own: bool = False

    @property
    def is_whole(self) -> bool:
        """Nothing is missing and nothing is wrong."""
        return not (self.missing or self.faulty or self.unknown or self.unreadable)


def report(
    language: str,
    *,
    folder: Path = FOLDER,
    own: Path | None = None,
    lacking: Callable[[str], str] = lambda text: "",
) -> Report:
    """What there is of *language* in *folder* and in the user's *own*.

    *lacking* gives the letters of a text that the panels' font does not have.
    """
    known: dict[str, str] = {}
    all_entries = entries()
    wanted = {key(entry) for entry in all_entries}
    unknown: list[str] = []
    files = files_of(language, folder, own)
    is_own = any(path.parent == own for path in files)
    for path in reversed(files):
        try:
            found = read_po(read_file(path), path.name)
        except PhraseFileError as fault:
            return Report(language, len(all_entries), unreadable=str(fault), own=is_own)
        known |= found  # the user's own file comes last and wins
        if path.parent == own:
            unknown += [text.rpartition(CONTEXT_END)[2] for text in found if text not in wanted]
    missing = () if language == ENGLISH else tuple(entry for entry in all_entries if key(entry) not in known)
    faulty = []
    for entry in all_entries:
        if key(entry) in known:
            try:
                _check(entry, known, lacking)
            except PhraseError as fault:
                faulty.append((entry.english, str(fault)))
    return Report(language, len(all_entries), missing, tuple(faulty), tuple(unknown), own=is_own)


def _check(entry: Entry, known: Mapping[str, str], lacking: Callable[[str], str]) -> None:
    """Raises PhraseError where the translation of *entry* could not be said or shown."""
    translated = known[key(entry)]
    if entry.spot in (Spot.COLOUR, Spot.CARD, Spot.KIND, Spot.SPOKEN_CARD, Spot.NUMBER):
        _check_letters(Word.parse(translated), entry, lacking)
        return
    if entry.spot is Spot.NAME:
        called = Name.called("—", translated)
        if any("—" not in form for form in (called, *called.forms.values())):
            raise PhraseError(f"“{translated}” lets a form go without the name: write {words.NAME} in each")
        _check_letters(translated, entry, lacking)
        return
    texts = (*lengths(translated), *large_lengths(translated))
    if entry.context == ALOUD and len(texts) > 1:
        raise PhraseError("a spoken sentence has one length")
    for text in texts:
        _check_letters(text, entry, lacking)
        for group in _fillings(entry, text, known):
            filled(text, group)


def _check_letters(text: str, entry: Entry, lacking: Callable[[str], str]) -> None:
    if entry.context != ALOUD and entry.spot is not Spot.PAGE and (letters := lacking(text)):
        raise PhraseError(f"“{text}” has letters that the panels do not have: {letters}")
    if entry.context == ALOUD and (digits := [letter for letter in text if letter.isdigit()]):
        raise PhraseError(f"“{text}” is spoken: write {digits[0]} in words")


def _fillings(entry: Entry, text: str, known: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """What can fill the places of *text*, so that each word that may come stands in each place once."""
    # A sentence of cards takes types of cards or cards, and only these have the forms that it asks for.
    groups = {name: _words(entry, name, text, known) for name in entry.places}
    for i in range(max(map(len, groups.values()), default=1)):
        yield {name: group[i % len(group)] for name, group in groups.items()}


def _words(entry: Entry, name: str, text: str, known: Mapping[str, str]) -> list[str]:
    spoken = entry.context == ALOUD
    if name in COLOURS:
        return [_word(WORD, english, known) for english in words.COLOURS.values()]
    if name not in CARDS:
        return [_word(ALOUD, english, known) for english in words.NUMBERS.values()] if spoken else ["8"]
    tables: tuple[Mapping[Card, str] | Mapping[Kind, str], ...] = (
        words.CARDS_ALOUD if spoken else words.CARDS,
        words.KINDS,
    )
    context = ALOUD if spoken else WORD
    cards, kinds = ([_word(context, english, known) for english in table.values()] for table in tables)
    asked = {form for place, form in _forms(text) if place == name}
    return kinds if asked and all(isinstance(word, Word) and asked <= set(word.forms) for word in kinds) else cards


def _forms(text: str) -> Iterator[tuple[str, str]]:
    try:
        for _, field, _, _ in Formatter().parse(text):
            name, _, form = (field or "").partition(".")
            if form:
                yield name, form
    except ValueError as fault:
        raise PhraseError(f"“{text}” is not well formed: {fault}") from fault


def _word(context: str, english: str, known: Mapping[str, str]) -> str:
    """A word in the language; one that is missing is reported by itself, and takes any form here."""
    translated = known.get(f"{context}{CONTEXT_END}{english}")
    return "…" if translated is None else Word.parse(translated)


def run(
    asked: Sequence[str] = (),
    *,
    own: Path | None = None,
    folder: Path = FOLDER,
    lacking: Callable[[str], str] = lambda text: "",
) -> int:
    """Prints how complete each language is, or in full those that were *asked* for. Returns 0 if all are whole.

    Raises UnknownLanguageError.
    """
    whole = True
    lines: list[str] = []
    for language in asked or languages(folder, own):
        found = report(language, folder=folder, own=own, lacking=lacking)
        if language != ENGLISH and not files_of(language, folder, own):
            raise UnknownLanguageError(f"There is no phrase file for “{language}”. Begin one with --template.")
        whole = whole and found.is_whole
        lines += _lines(found, None if asked else _SHOWN)
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:
        # Whoever reads has seen enough; what Python would flush at its end goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0 if whole else 1


def _lines(found: Report, most: int | None) -> Iterator[str]:
    there = found.total - len(found.missing)
    name = {ENGLISH: "English"}.get(found.language, NAMES.get(found.language, ""))
    own = ", with a file of your own" if found.own else ""
    if found.unreadable:
        yield f"{found.language:3} {name:14} cannot be read: {found.unreadable}"
        return
    state = "whole" if found.is_whole else f"{len(found.missing)} missing, {len(found.faulty)} faulty"
    yield f"{found.language:3} {name:14} {there:4} of {found.total} sentences and words: {state}{own}"
    missing = [f"missing: {_named(entry)}" for entry in found.missing]
    faulty = [f"faulty: “{english}”: {fault}" for english, fault in found.faulty]
    unknown = [f"nothing of the table's: “{english}”" for english in found.unknown]
    for kind in (faulty, unknown, missing):
        for line in kind[:most]:
            yield f"      {line}"
        if most is not None and len(kind) > most:
            yield f"      … and {len(kind) - most} more: spytable languages {found.language}"


def _named(entry: Entry) -> str:
    return f"“{entry.english}”" + (f" ({entry.context})" if entry.context else "")


def write_template(file: Path, language: str = "", *, own: Path | None = None, folder: Path = FOLDER) -> None:
    """Writes all that is to be translated to *file*, with what there is of *language*. Raises TemplateError.

    A file that is there already is never overwritten. "-" is the standard output.
    """
    known: dict[str, str] = {}
    for path in reversed(files_of(language, folder, own)):
        known |= read_po(read_file(path), path.name)
    text = template(language, known)
    if str(file) == "-":
        sys.stdout.write(text)
        return
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError as fault:
        raise TemplateError(f"{file} is there already, and is left as it is.") from fault
    except OSError as fault:
        raise TemplateError(f"{file} cannot be written: {fault.strerror or fault}.") from fault
