"""Catalogues: a language's phrase file, <language>.po, given to gettext as it is.

There is no build step: whoever owns a table edits the file with any editor and starts the table again. A file
has some hundred lines and is read once, in milliseconds; a compiled copy beside it could only be out of date.
So the .mo that gettext of the standard library wants is made here, in memory.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from spytable.errors import SpyTableError
from spytable.language.words import PhraseError

FOLDER = Path(__file__).with_name("po")
"""Where the phrase files of the package are."""

CONTEXT_END = "\x04"
"""Between a context and its text, in a .mo file and in `read_po`."""

_MO_MAGIC = 0x950412DE
_LONGEST_FILE = 4_000_000

_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\["\\ntr])*"')
_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "t": "\t", "r": "\r"}
_KEYWORD = re.compile(r'(msgctxt|msgid|msgstr)\s+(".*")')


class PhraseFileError(SpyTableError, ValueError):
    """A phrase file that cannot be read. Says where, and what is wrong there."""


def load(*paths: Path, complete: bool = True) -> GNUTranslations:
    """The catalogue in the .po files at *paths*, of which the first that has a sentence counts.

    Asked for what they all lack, it raises PhraseError, or without *complete* gives the English text. Raises
    PhraseFileError.
    """
    entries: dict[str, str] = {}
    for path in reversed(paths):
        entries |= read_po(read_file(path), path.name)
    catalogue = GNUTranslations(BytesIO(compiled(entries)))
    if complete:
        catalogue.add_fallback(_Untranslated())
    return catalogue


def read_file(path: Path) -> str:
    """The text of the phrase file at *path*. Raises PhraseFileError."""
    try:
        if path.stat().st_size > _LONGEST_FILE:
            raise PhraseFileError(f"{path.name} is too large for a phrase file")
        return path.read_text(encoding="utf-8-sig")
    except OSError as fault:
        raise PhraseFileError(f"{path} cannot be read: {fault.strerror or fault}") from fault
    except UnicodeDecodeError as fault:
        raise PhraseFileError(f"{path.name} is not UTF-8 (byte {fault.start + 1})") from fault


class _Untranslated(NullTranslations):
    """Is asked for what a catalogue lacks. gettext would give the English text and say nothing."""

    def gettext(self, message: str) -> str:
        raise PhraseError(f"“{message}” is not translated")

    def pgettext(self, context: str, message: str) -> str:
        raise PhraseError(f"“{message}” ({context}) is not translated")


def read_po(text: str, name: str = "phrases") -> dict[str, str]:
    """The entries of a .po file: msgid (after msgctxt and U+0004, as in a .mo file) to msgstr.

    Left out are the header, entries without a translation, obsolete ones, and fuzzy ones, which nobody has
    looked over yet. Raises PhraseFileError, with *name* in its text; a plural is one, since sentences here
    have none.
    """
    reader = _Reader(name)
    for number, line in enumerate(text.split("\n"), start=1):
        reader.read(line.strip(), number)
    reader.close()
    return reader.entries


class _Reader:
    """Reads a .po file line by line into *entries*."""

    def __init__(self, name: str) -> None:
        self.entries: dict[str, str] = {}
        self._name = name
        self._entry: dict[str, list[str]] = {}
        self._word = ""
        self._fuzzy = False
        self._line = 0

    def read(self, line: str, number: int) -> None:
        self._line = number
        if not line:
            self.close()
        elif line.startswith("#"):
            self._close_whole()
            if line.startswith("#,"):
                self._fuzzy = self._fuzzy or "fuzzy" in line
        elif keyword := _KEYWORD.fullmatch(line):
            self._word, string = keyword.groups()
            if self._word != "msgstr":
                self._close_whole()
            if self._word in self._entry:
                raise self._fault(f"a second {self._word} in one entry")
            self._entry[self._word] = [self._unquoted(string)]
        elif line.startswith('"') and self._entry:
            self._entry[self._word].append(self._unquoted(line))
        else:
            raise self._fault(f"this is no line of a phrase file: {line[:40]}")

    def close(self) -> None:
        """Ends the entry that is being read, if any."""
        entry, fuzzy = {word: "".join(texts) for word, texts in self._entry.items()}, self._fuzzy
        self._entry, self._fuzzy = {}, False
        if not entry:
            return
        if "msgid" not in entry or "msgstr" not in entry:
            raise self._fault("the entry before has no msgid or no msgstr")
        context = entry["msgctxt"] + CONTEXT_END if "msgctxt" in entry else ""
        key = context + entry["msgid"]
        if key in self.entries:
            raise self._fault(f"a second translation of “{entry['msgid']}”")
        if entry["msgid"] and entry["msgstr"] and not fuzzy:
            self.entries[key] = entry["msgstr"]

    def _close_whole(self) -> None:
        if "msgstr" in self._entry:
            self.close()

    def _unquoted(self, string: str) -> str:
        if not _STRING.fullmatch(string):
            raise self._fault(f"this is no text in quotation marks: {string[:40]}")
        return _ESCAPED.sub(lambda match: _ESCAPES[match[1]], string[1:-1])

    def _fault(self, what: str) -> PhraseFileError:
        return PhraseFileError(f"{self._name}, line {self._line}: {what}")


def compiled(entries: Mapping[str, str]) -> bytes:
    """*entries* as the bytes of a .mo file.

    The format: https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html
    """
    pairs = {"": "Content-Type: text/plain; charset=UTF-8\n", **entries}
    keys = sorted((key.encode(), value.encode()) for key, value in pairs.items())
    keys_at, values_at = 28, 28 + 8 * len(keys)
    end = values_at + 8 * len(keys)
    head = struct.pack("<7I", _MO_MAGIC, 0, len(keys), keys_at, values_at, 0, end)
    tables: list[bytes] = []
    texts: list[bytes] = []
    for column in (0, 1):
        for pair in keys:
            tables.append(struct.pack("<II", len(pair[column]), end))
            texts.append(pair[column] + b"\0")
            end += len(texts[-1])
    return head + b"".join(tables) + b"".join(texts)
