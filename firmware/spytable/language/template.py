"""Templates: all that is to be translated, as a .pot or .po file for Poedit, Weblate and their like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from spytable.language.catalogue import CONTEXT_END
from spytable.language.extract import Entry, entries

NAMES = {
    "bs": "Bosnian",
    "el": "Greek",
    "fi": "Finnish",
    "fy": "West Frisian",
    "sq": "Albanian",
}
"""What the languages of the package are called in English."""

_PLURALS = {
    "bs": "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;",
}
_TWO_PLURALS = "nplurals=2; plural=n != 1;"
# No sentence here has a plural, but tools ask for the rule of each language.

_ADVICE = """\
The Spy table's words.

{…} is a place that is filled in: keep what you need of them, in any order.
A word can have forms: "Vihreä | genitive: Vihreän". {seat.genitive} then takes that form. Names of forms are yours.
A sentence on a panel can have shorter texts after it: "It is your turn || Your turn". The first with room is drawn.
Players are called by their colours, or by names that they gave: those have one form, or the forms of {name}."""


def template(language: str = "", translated: Mapping[str, str] | None = None) -> str:
    """The text of a .pot file; with *language* that of its .po file, with what is *translated* filled in.

    *translated*: as `read_po` gives it.
    """
    known = translated or {}
    blocks = [_head(language)]
    blocks += ["\n".join(_block(entry, known.get(key(entry), ""))) for entry in entries()]
    return "\n\n".join(blocks) + "\n"


def key(entry: Entry) -> str:
    """Under what a catalogue keeps *entry*."""
    return f"{entry.context}{CONTEXT_END}{entry.english}" if entry.context else entry.english


def _head(language: str) -> str:
    name = NAMES.get(language, language)
    plurals = {"": "nplurals=INTEGER; plural=EXPRESSION;"} | _PLURALS
    fields = {
        "Project-Id-Version": "spytable",
        "Language-Team": name,
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": plurals.get(language, _TWO_PLURALS),
    }
    comment = [f"# {line}".rstrip() for line in _ADVICE.split("\n")]
    return "\n".join([*comment, 'msgid ""', 'msgstr ""', *(_quoted(f"{k}: {v}\n") for k, v in fields.items())])


def _block(entry: Entry, translated: str) -> Iterator[str]:
    yield f"#. {entry.spot.value}"
    yield f"#: {' '.join(entry.files)}"
    if entry.context:
        yield f"msgctxt {_quoted(entry.context)}"
    yield f"msgid {_quoted(entry.english)}"
    yield f"msgstr {_quoted(translated)}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
