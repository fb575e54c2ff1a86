"""Words on panels, and languages beside English."""

import logging
from pathlib import Path

import pytest

from spytable.game import calls
from spytable.game.cards import Card, Colour, Kind
from spytable.language.phrases import Phrases, UnknownLanguageError, languages
from spytable.language.words import PhraseError, Word
from spytable.referee.message import message

FINNISH = r"""
msgid ""
msgstr ""
"Language: fi\n"
"Content-Type: text/plain; charset=UTF-8\n"

msgctxt "word"
msgid "Green"
msgstr "Vihreä | partitive: vihreää"

msgctxt "word"
msgid "Red"
msgstr "Punainen | partitive: punaista"

msgid "{seat} spies on {target}"
msgstr "{seat} vakoilee {target.partitive}"

msgctxt "aloud"
msgid "{seat} spies on {target}."
msgstr "{seat} vakoilee {target.partitive}."

msgctxt "aloud"
msgid "Place {place}."
msgstr "Paikka {place}."

msgctxt "aloud"
msgid "four"
msgstr "neljä"

msgid "{seat} waits"
msgstr "{seat.essive} odottaa"

msgid "{seat} sleeps"
msgstr "{seat} nukkuu {missing}"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "fi.po").write_text(FINNISH, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Colour.BLUE, "Blue"),
        (Card.S1, "Safe 1"),
        (Card.T2, "Top S. 2"),
        (Card.B2, "Bomb 2"),
        (Kind.TOP_SECRET, "Top Secret"),
        (7, "7"),
        ("Anna", "Anna"),
    ],
)
def test_a_panel_names_colours_cards_and_numbers(value: Colour | Card | Kind | int | str, shown: str) -> None:
    assert Phrases(strict=True).text(message("It is {what}", what=value)) == f"It is {shown}"


def test_a_panel_with_room_gives_the_long_form_of_a_card() -> None:
    assert Phrases(strict=True).text(message("{card.long}", card=Card.T1)) == "Top Secret 1"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("{seat}", "{seat}"),
        ("{", "{"),
        ("}{0.__class__!r:>9}", "}{0.__class__!r:>9}"),
        ("%s%(n)d\\n", "%s%(n)d\\n"),
        ("<b>|x</b>", "<b>|x</b>"),
        ("Line\nbreak\x00\x1b[2J", "Line break[2J"),
        ("\u202eannA\u200b ", "annA"),
        ("e\u0301", "é"),
    ],
)
def test_a_name_on_a_panel_is_data(name: str, shown: str) -> None:
    text = Phrases(strict=True).text(message("{seat} sees {name}", seat=Colour.RED, name=name))
    assert text == f"Red sees {shown}"


@pytest.mark.parametrize(
    "text",
    [
        "{seat.forms}",
        "{seat.__class__}",
        "{seat!r}",
        "{seat:>9}",
        "{other}",
        "{seat",
        "}",
        "{0}",
        "{}",
        "{seat[0]}",
    ],
)
def test_a_sentence_fills_its_places_and_does_nothing_else(text: str) -> None:
    with pytest.raises(PhraseError):
        Phrases(strict=True).text(message(text, seat=Colour.RED))


def test_a_broken_sentence_is_shown_as_it_stands_rather_than_end_a_game(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert Phrases().text(message("{oops", seat=Colour.RED)) == "{oops"
    assert "{oops" in caplog.text


def test_a_language_puts_a_colour_into_the_case_that_its_sentence_needs(folder: Path) -> None:
    phrases = Phrases("fi", folder=folder, strict=True)
    assert phrases.text(message("{seat} spies on {target}", seat=Colour.RED, target=Colour.GREEN)) == (
        "Punainen vakoilee vihreää"
    )
    assert phrases.speech([calls.Spies(Colour.RED, Colour.GREEN, 4)]) == (
        "Punainen vakoilee vihreää.",
        "Paikka neljä.",
    )


def test_a_name_stands_where_a_language_has_a_case(folder: Path) -> None:
    said = Phrases("fi", folder=folder, strict=True).speech(
        [calls.Spies(Colour.RED, Colour.GREEN, 4)], {Colour.GREEN: "Anna"}
    )
    assert said[0] == "Punainen vakoilee Anna."


@pytest.mark.parametrize("text", ["{seat} wins", "{seat} waits", "{seat} sleeps", "It is {seat}"])
def test_what_a_language_lacks_or_has_wrong_is_english_and_said_once(
    folder: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    phrases = Phrases("fi", folder=folder)
    with caplog.at_level(logging.WARNING):
        for colour in (Colour.RED, Colour.RED, Colour.RED):
            assert phrases.text(message(text, seat=colour)) == text.replace("{seat}", "Red")
    assert len(caplog.records) == 1
    with pytest.raises(PhraseError):
        Phrases("fi", folder=folder, strict=True).text(message(text, seat=Colour.RED))


def test_an_english_sentence_among_finnish_ones_has_no_finnish_words_in_it(folder: Path) -> None:
    assert Phrases("fi", folder=folder).speech([calls.Winner(Colour.GREEN)]) == ("Green wins!",)


def test_a_sentence_on_a_panel_and_the_same_aloud_are_translated_apart(folder: Path) -> None:
    phrases = Phrases("fi", folder=folder)
    assert phrases.text(message("Place {place}.", place=4)) == "Place 4."
    assert phrases.speech([calls.Spies(Colour.RED, Colour.GREEN, 4)])[1] == "Paikka neljä."


def test_a_language_that_is_not_there_is_named_with_those_that_are(folder: Path) -> None:
    with pytest.raises(UnknownLanguageError, match=r"“xx”.*en, fi"):
        Phrases("xx", folder=folder)
    with pytest.raises(LookupError):
        Phrases("../fi", folder=folder / "deeper")
    assert languages(folder) == ("en", "fi")


def test_english_is_always_there() -> None:
    assert languages()[0] == "en"
    assert Phrases(languages()[0]).language == "en"


def test_forms_of_a_word_are_checked_when_they_are_read() -> None:
    assert Word.parse("žuta | gen: žute | acc: žutu").forms == {"gen": "žute", "acc": "žutu"}
    for wrong in ("| gen: x", "žuta | gen", "žuta | gen:", "žuta | the gen: x", "žuta |"):
        with pytest.raises(PhraseError):
            Word.parse(wrong)
