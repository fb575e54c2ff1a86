"""Phrases: the words of one language, for panels and for the voice."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from gettext import GNUTranslations
from pathlib import Path

from spytable.errors import SpyTableError
from spytable.game.calls import Call
from spytable.game.cards import Card, Colour, Kind
from spytable.language import words
from spytable.language.catalogue import FOLDER, load
from spytable.language.sentences import all_calls, all_remarks, read, remarked, said
from spytable.language.words import Name, PhraseError, Word, filled
from spytable.referee.conversation.help import EXPLAINED
from spytable.referee.message import Message, Player, Value, Wording
from spytable.referee.names import alike
from spytable.referee.remarks import Reading, Remark

ENGLISH = "en"

# The contexts (msgctxt) of a phrase file. Sentences on panels have none.
ALOUD = "aloud"
"""Of a sentence that is spoken, and of what fills it: in words only."""
WORD = "word"
"""Of a colour on panels and aloud, and of a card and a type on panels."""

LENGTHS_MARK = "||"
"""Between the lengths of a sentence on a panel: the longest that has room is drawn."""

LARGE_MARK = "large:"
"""Before a length that only large print uses."""

_SUBJECTS = ("subject", "definite")
"""The forms of a colour that a sentence can begin with, where that is not the word itself."""

_OF_KEYS = frozenset(explained.text for explained in EXPLAINED.values()) | {"{seat}"}

_log = logging.getLogger(__name__)


class UnknownLanguageError(SpyTableError, LookupError):
    """There is no phrase file for a language."""


class Phrases:
    """The words of *language*. What it lacks is said in English, and logged once.

    *strict*: for tests; what is lacking or cannot be filled raises PhraseError instead. *folder*: where the
    <language>.po files are, the package's own unless given. *own*: a folder of the user's own files; a sentence
    that stands in one of them counts before that of *folder*. Raises UnknownLanguageError or PhraseFileError.
    """

    def __init__(
        self,
        language: str = ENGLISH,
        *,
        folder: Path | None = None,
        own: Path | None = None,
        strict: bool = False,
    ) -> None:
        self.language = language
        self._strict = strict
        self._reported: set[str] = set()
        self._catalogue = _catalogue(language, folder or FOLDER, own)

    def text(self, message: Message) -> Wording:
        """*message* in the words of a panel, in each length that the language has.

        A name in it stays what it is: data, no place to be filled.
        """
        lengths = self._said(message, "", self._shown)
        if any(isinstance(value, Player) for _, value in message.values):
            # Where names have no room, colours may.
            colours = ((place, value.colour if isinstance(value, Player) else value) for place, value in message.values)
            plain = self._said(Message(message.text, tuple(colours)), "", self._shown)
            lengths += tuple(length for length in plain if length not in lengths)
        return Wording(lengths[0], lengths[1:], self._large(message))

    def speech(self, calls: Sequence[Call], names: Mapping[Colour, str] | None = None) -> tuple[str, ...]:
        """What is said of *calls*: short sentences in words only, without digits, codes or signs.

        Some calls are silent, or a sound without words. *names*: the players' names, said in place of their
        colours.
        """
        before: Call | None = None
        sentences: list[str] = []
        for call in calls:
            sentences += self.spoken(call, before=before, names=names)
            before = call
        return tuple(sentences)

    def spoken(
        self, call: Call, *, before: Call | None = None, names: Mapping[Colour, str] | None = None
    ) -> tuple[str, ...]:
        """What is said of one call that came after the call *before*; see `speech`."""

        return self._spoken(said(call, before), names)

    def remark(self, remark: Remark, names: Mapping[Colour, str] | None = None) -> tuple[str, ...]:
        """What is said of *remark*; see `speech`."""
        return self._spoken(remarked(remark), names)

    def read(self, reading: Reading, names: Mapping[Colour, str] | None = None) -> tuple[tuple[str, ...], ...]:
        """What is read aloud of *reading*, in parts; see `speech`."""
        return tuple(self._spoken(part, names) for part in read(reading))

    def _spoken(self, messages: Sequence[Message], names: Mapping[Colour, str] | None) -> tuple[str, ...]:
        def word(value: Value, translated: Callable[[str, str], str]) -> str:
            return self._aloud(value, translated, names or {})

        return tuple(
            # What a key does is said in the words of the panel, each time that somebody asks.
            _in_words(self._said(message, "", word)[0])
            if message.text in _OF_KEYS
            else self._said(message, ALOUD, word)[0]
            for message in messages
        )

    def names_aloud(self, names: Mapping[Colour, str] | None = None) -> tuple[str, ...]:
        """How the players are called where they begin a sentence and do something. *names*: see `speech`."""
        called: list[str] = []
        for colour in Colour:
            try:
                word = self._aloud(colour, _english if self._catalogue is None else self._translated, names or {})
            except PhraseError:
                continue  # It is told where the word is missed in a sentence.
            called += (word.forms.get(form, word) for form in _SUBJECTS) if isinstance(word, Word) else [word]
        return tuple(dict.fromkeys(map(str, called)))

    def everything_said(
        self, seats: Sequence[Colour], cards: int, names: Mapping[Colour, str] | None = None
    ) -> tuple[str, ...]:
        """Every sentence that a game of *seats* with *cards* in each base can bring, the likeliest first.

        Then what is said between games. Only former players' names are not in it.
        """
        calls = (self.speech(calls, names) for calls in all_calls(seats, cards))
        remarks = (self._spoken(remark, names) for remark in all_remarks(seats))
        return tuple(dict.fromkeys(sentence for said in (*calls, *remarks) for sentence in said))

    def _large(self, message: Message) -> tuple[str, ...]:
        """Shorter lengths of *message* that only large print uses."""
        try:
            sentences: tuple[str, ...] = ()
            if self._catalogue is not None:
                sentences = large_lengths(self._translated("", message.text))
            elif message.text in words.LARGE:
                sentences = (words.LARGE[message.text],)
            if not sentences:
                return ()
            translated = _english if self._catalogue is None else self._translated
            fillings = {name: self._shown(value, translated) for name, value in message.values}
            return tuple(filled(sentence, fillings) for sentence in sentences)
        except PhraseError:
            return ()  # It is told where the sentence itself is put together.

    def _said(
        self, message: Message, context: str, word: Callable[[Value, Callable[[str, str], str]], str]
    ) -> tuple[str, ...]:
        """*message* in each length that there is, the longest first."""
        if self._catalogue is not None:
            try:
                sentences = lengths(self._translated(context, message.text))
                fillings = {name: word(value, self._translated) for name, value in message.values}
                return tuple(filled(sentence, fillings) for sentence in sentences)
            except PhraseError as fault:
                self._report(fault)
        try:
            fillings = {name: word(value, _english) for name, value in message.values}
            if message.text in words.IN_FULL:
                fillings = {name: words.in_full(filling) for name, filling in fillings.items()}
            return (filled(message.text, fillings),)
        except PhraseError as fault:
            # A fault of ours, which the tests look for. At the table a raw sentence is better than none.
            self._report(fault)
            return (message.text,)

    def _shown(self, value: Value, translated: Callable[[str, str], str]) -> str:
        match value:
            case Colour():
                return Word.parse(translated(WORD, words.COLOURS[value]))
            case Card():
                return Word.parse(translated(WORD, words.CARDS[value]))
            case Kind():
                return Word.parse(translated(WORD, words.KINDS[value]))
            case int():
                return str(value)
            case Player(colour, name):
                word = self._shown(colour, translated)
                shown = words.shown_name(name)
                if not shown:
                    return word
                return _named(f"{shown} {word}" if value.twin or _is_a_colour(shown, translated) else shown, translated)
            case str():
                return words.shown_name(value)

    def _aloud(self, value: Value, translated: Callable[[str, str], str], names: Mapping[Colour, str]) -> str:
        match value:
            case Colour():
                word = Word.parse(translated(WORD, words.COLOURS[value]))
                called = {colour: self._spoken_name(name, translated) for colour, name in names.items()}
                name = called.pop(value, "")
                if not name:
                    return word
                twin = alike(name) in {alike(other) for other in called.values()}
                return _named(f"{name} {word}" if twin or _is_a_colour(name, translated) else name, translated)
            case Card():
                return Word.parse(translated(ALOUD, words.CARDS_ALOUD[value]))
            case Kind():
                return Word.parse(translated(ALOUD, words.KINDS[value]))
            case int():
                return Word.parse(translated(ALOUD, words.number(value)))
            case Player(colour, name, twin):
                word, name = Word.parse(translated(WORD, words.COLOURS[colour])), self._spoken_name(name, translated)
                if not name:
                    return word
                return _named(f"{name} {word}" if twin or _is_a_colour(name, translated) else name, translated)
            case str():
                return self._spoken_name(value, translated)

    @staticmethod
    def _spoken_name(name: str, translated: Callable[[str, str], str]) -> str:
        return words.spoken_name(name, lambda digit: Word.parse(translated(ALOUD, words.number(digit))))

    def _translated(self, context: str, english: str) -> str:
        assert self._catalogue is not None
        return self._catalogue.pgettext(context, english) if context else self._catalogue.gettext(english)

    def _report(self, fault: PhraseError) -> None:
        if self._strict:
            raise PhraseError(f"{self.language}: {fault}") from fault
        if str(fault) not in self._reported:
            self._reported.add(str(fault))
            _log.error("Language %s: %s. It is said in English.", self.language, fault)


def _in_words(shown: str) -> str:
    """A sentence of a panel as it is said: no marks but pauses.

    >>> _in_words("Tel op 'e nij?")
    'Tel op e nij.'
    """
    return re.sub(r"(?<!\w)['’]|['’](?!\w)", "", shown).rstrip("?;!.") + "."


def _english(context: str, english: str) -> str:
    return english


def _named(name: str, translated: Callable[[str, str], str]) -> str:
    """A player's *name* with the forms that the language gives to names, if it does."""
    try:
        return Name.called(name, translated(WORD, words.NAME))
    except PhraseError:
        return name


def _is_a_colour(name: str, translated: Callable[[str, str], str]) -> bool:
    """Whether *name* would be taken for the colour of another."""
    for word in words.COLOURS.values():
        with suppress(PhraseError):  # It is told where the word is missed in a sentence.
            if alike(name) == alike(Word.parse(translated(WORD, word))):
                return True
    return False


class Called:
    """Phrases that call players by their *names*, which may change."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self.names: Mapping[Colour, str] = {}

    def speech(self, calls: Sequence[Call], /) -> tuple[str, ...]:
        """See `Phrases.speech`."""
        return self.phrases.speech(calls, self.names)

    def remark(self, remark: Remark, /) -> tuple[str, ...]:
        """See `Phrases.remark`."""
        return self.phrases.remark(remark, self.names)

    def read(self, reading: Reading, /) -> tuple[tuple[str, ...], ...]:
        """See `Phrases.read`."""
        return self.phrases.read(reading, self.names)

    def names_aloud(self) -> tuple[str, ...]:
        """See `Phrases.names_aloud`."""
        return self.phrases.names_aloud(self.names)

    def everything_said(self, seats: Sequence[Colour], cards: int) -> tuple[str, ...]:
        """See `Phrases.everything_said`."""
        return self.phrases.everything_said(seats, cards, self.names)


class Phrasebook:
    """The phrases of each language that is asked for, read once. *folder* and *own*: see Phrases."""

    def __init__(self, *, folder: Path | None = None, own: Path | None = None) -> None:
        self._folder, self._own = folder, own
        self._read: dict[str, Phrases] = {}

    def __getitem__(self, language: str) -> Phrases:
        """Raises UnknownLanguageError or PhraseFileError."""
        if language not in self._read:
            self._read[language] = Phrases(language, folder=self._folder, own=self._own)
        return self._read[language]


def lengths(translated: str) -> tuple[str, ...]:
    """The lengths of a sentence as a phrase file writes it, the best first. Raises PhraseError.

    >>> lengths("Sinun vuorosi || Vuorosi")
    ('Sinun vuorosi', 'Vuorosi')
    """
    return tuple(part for part in _parts(translated) if not part.startswith(LARGE_MARK))


def large_lengths(translated: str) -> tuple[str, ...]:
    """Those that only large print uses, where none of the others has room. Raises PhraseError.

    >>> large_lengths("Vakoile || large: Vako")
    ('Vako',)
    """
    return tuple(part.removeprefix(LARGE_MARK).strip() for part in _parts(translated) if part.startswith(LARGE_MARK))


def _parts(translated: str) -> tuple[str, ...]:
    parts = tuple(part.strip() for part in translated.split(LENGTHS_MARK))
    if not all(parts) or LARGE_MARK in parts or parts[0].startswith(LARGE_MARK):
        raise PhraseError(f"“{translated}” has an empty text beside {LENGTHS_MARK}")
    return parts


def _catalogue(language: str, folder: Path, own: Path | None) -> GNUTranslations | None:
    files = files_of(language, folder, own)
    if not files and language == ENGLISH:
        return None
    if not files:
        known = ", ".join(languages(folder, own))
        raise UnknownLanguageError(f"There are no phrases for “{language}”. There are: {known}.")
    return load(*files, complete=language != ENGLISH)


def files_of(language: str, folder: Path = FOLDER, own: Path | None = None) -> tuple[Path, ...]:
    """The phrase files of *language*, those that count first before the others."""
    if language not in languages(folder, own):
        return ()
    candidates = [place / f"{language}.po" for place in (own, folder) if place is not None]
    return tuple(path for path in candidates if path.is_file())


def languages(folder: Path = FOLDER, own: Path | None = None) -> tuple[str, ...]:
    """The languages that there are phrases for: English first, then each <language>.po of the folders."""
    found = {path.stem for place in (own, folder) if place is not None for path in place.glob("*.po")}
    return (ENGLISH, *sorted(found - {ENGLISH}))
