"""Phrase files that the users of a table write themselves, and sentences of several lengths."""

from pathlib import Path

import pytest

from spytable.game.cards import Colour
from spytable.language.phrases import Phrases, UnknownLanguageError, languages
from spytable.language.words import PhraseError
from spytable.referee.message import message

OURS = """
msgctxt "word"
msgid "Red"
msgstr "Punainen"

msgid "{seat} wins"
msgstr "{seat} voittaa"

msgid "More"
msgstr "Muuta"
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "fi.po").write_text(OURS, encoding="utf-8")
    return folder


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    return folder


def test_a_users_own_sentence_wins_and_the_rest_stays(package: Path, own: Path) -> None:
    (own / "fi.po").write_text('msgid "More"\nmsgstr "Lisää"', encoding="utf-8")
    phrases = Phrases("fi", folder=package, own=own, strict=True)
    assert phrases.text(message("More")) == "Lisää"
    assert phrases.text(message("{seat} wins", seat=Colour.RED)) == "Punainen voittaa"


def test_a_user_can_add_a_language_and_change_english(package: Path, own: Path) -> None:
    (own / "nl.po").write_text('msgid "More"\nmsgstr "Meer"', encoding="utf-8")
    (own / "en.po").write_text('msgid "More"\nmsgstr "Else"', encoding="utf-8")
    assert languages(package, own) == ("en", "fi", "nl")
    assert Phrases("nl", folder=package, own=own).text(message("More")) == "Meer"
    english = Phrases("en", folder=package, own=own, strict=True)
    assert english.text(message("More")) == "Else"
    assert english.text(message("{seat} wins", seat=Colour.RED)) == "Red wins"


def test_a_folder_of_ones_own_need_not_be_there(package: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    assert Phrases("fi", folder=package, own=nowhere).text(message("More")) == "Muuta"
    with pytest.raises(UnknownLanguageError):
        Phrases("nl", folder=package, own=nowhere)


def test_a_sentence_has_all_its_lengths_each_with_its_places_filled(package: Path, own: Path) -> None:
    (own / "fi.po").write_text('msgid "{seat} wins"\nmsgstr "Voittaja on {seat} || {seat} voittaa"', encoding="utf-8")
    text = Phrases("fi", folder=package, own=own).text(message("{seat} wins", seat="A || B"))
    assert text == "Voittaja on A || B"
    assert text.shorter == ("A || B voittaa",)


@pytest.mark.parametrize("wrong", ["nothing ||", "|| nothing", "one || || two"])
def test_an_empty_length_is_a_fault(package: Path, own: Path, wrong: str) -> None:
    (own / "fi.po").write_text(f'msgid "More"\nmsgstr "{wrong}"', encoding="utf-8")
    with pytest.raises(PhraseError):
        Phrases("fi", folder=package, own=own, strict=True).text(message("More"))
    assert Phrases("fi", folder=package, own=own).text(message("More")) == "More"
