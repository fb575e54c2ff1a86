"""Phrase files: read as they are, with the line of a fault."""

import gettext
from io import BytesIO
from pathlib import Path

import pytest

from spytable.language.catalogue import PhraseFileError, compiled, load, read_po


def test_a_phrase_file_is_read_as_gettext_means_it() -> None:
    entries = read_po(
        r"""
# A comment.
msgid ""
msgstr "Language: bs\n"

#: where/it/stands.py:7
msgctxt "aloud"
msgid ""
"{seat} spies "
"on {target}."
msgstr ""
"{seat} špijunira\t\"{target.acc}\".\n"
#, fuzzy
msgid "Nobody looked at this"
msgstr "…"

#, python-brace-format
msgid "Foul"
msgstr "Prekršaj"
msgid "Not yet"
msgstr ""
#~ msgid "Long gone"
#~ msgstr "…"
"""
    )
    assert entries == {
        "aloud\x04{seat} spies on {target}.": '{seat} špijunira\t"{target.acc}".\n',
        "Foul": "Prekršaj",
    }


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('msgid "a"\nmsgstr "b" c', 2),
        ('msgid "a"\nmsgid "b"', 2),
        ('msgid "a"\n\nmsgstr "b"', 2),
        ('msgid "a', 1),
        ('msgid "a"\nmsgstr "\\x41"', 2),
        ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', 6),
        ('msgid "a"\nmsgid_plural "as"\nmsgstr[0] "b"', 2),
        ('msgid "a"\nmsgstr "b"\nHello', 3),
        ('"a"', 1),
        ('msgid "a\x00"', 1),
        ('msgid "a"\nmsgctxt "x"\nmsgstr "b"\nmsgstr "c"', 4),
    ],
)
def test_a_fault_in_a_phrase_file_is_named_with_its_line(text: str, line: int) -> None:
    with pytest.raises(PhraseFileError, match=f"^el.po, line {line}: "):
        read_po(text, "el.po")


def test_what_is_compiled_is_what_gettext_reads() -> None:
    entries = {"Foul": "Άκυρο", "aloud\x04Foul": "Σφάλμα", "ž": "č"}
    catalogue = gettext.GNUTranslations(BytesIO(compiled(entries)))
    assert catalogue.gettext("Foul") == "Άκυρο"
    assert catalogue.pgettext("aloud", "Foul") == "Σφάλμα"
    assert catalogue.gettext("ž") == "č"


@pytest.mark.parametrize("content", [b"\xff\xfe", b'msgid "\xe4"\nmsgstr "x"', b"\x00" * 50])
def test_a_file_that_is_no_text_is_a_fault_and_no_crash(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "fi.po"
    file.write_bytes(content)
    with pytest.raises(PhraseFileError, match=r"fi\.po"):
        load(file)


def test_a_file_that_is_not_there_is_a_fault_and_no_crash(tmp_path: Path) -> None:
    with pytest.raises(PhraseFileError, match="cannot be read"):
        load(tmp_path / "fi.po")


def test_a_file_that_an_editor_began_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "fi.po"
    file.write_text('msgid "Foul"\r\nmsgstr "Virhe"\r\n', encoding="utf-8-sig")
    assert load(file).gettext("Foul") == "Virhe"
