"""What `spytable languages` finds in phrase files, and the files that it writes for translators."""

from pathlib import Path

import pytest

from spytable.cli import main
from spytable.language.catalogue import FOLDER, read_file, read_po
from spytable.language.extract import Spot, entries
from spytable.language.phrases import Phrases, languages
from spytable.language.report import TemplateError, report, run, write_template
from spytable.language.template import NAMES, key, template
from spytable.screen import fonts

WORDS = """
msgctxt "word"
msgid "Green"
msgstr "Vihreä | genitive: Vihreän"

msgctxt "word"
msgid "Red"
msgstr "Punainen"
"""


def faults(folder: Path, text: str) -> dict[str, str]:
    folder.mkdir(exist_ok=True)
    (folder / "xx.po").write_text(WORDS + text, encoding="utf-8")
    return dict(report("xx", folder=folder, lacking=fonts.missing).faulty)


@pytest.mark.parametrize("language", languages())
def test_the_languages_of_the_table_have_no_faults(language: str) -> None:
    found = report(language, lacking=fonts.missing)
    assert not found.faulty and not found.unreadable


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_what_a_table_says_in_every_game_is_there_in_every_language(language: str) -> None:
    missing = report(language).missing
    assert not [entry.english for entry in missing if entry.spot in (Spot.COLOUR, Spot.CARD, Spot.KIND, Spot.NUMBER)]


@pytest.mark.parametrize(
    ("english", "translated", "fault"),
    [
        ("{seat} wins", "{seat.dative} voittaa", "no form dative"),
        ("{seat} wins", "{seat.genitive} voitto", "“Punainen” has no form genitive"),
        ("{seat} wins", "{winner} voittaa", "nothing fills {winner}"),
        ("{seat} wins", "{seat voittaa", "not well formed"),
        ("{seat} wins", "{seat:>9} voittaa", "has no place in a sentence"),
        ("More", "漢", "letters that the panels do not have: 漢"),
        ("More", "Lisää ||", "empty text"),
    ],
)
def test_what_could_not_be_shown_is_found(tmp_path: Path, english: str, translated: str, fault: str) -> None:
    found = faults(tmp_path, f'msgid "{english}"\nmsgstr "{translated}"')
    assert fault in found[english]


@pytest.mark.parametrize(
    ("english", "translated", "fault"),
    [("Foul.", "Virhe 2.", "in words"), ("Foul.", "Se on virhe. || Virhe.", "one length"), ("two", "2", "in words")],
)
def test_what_could_not_be_said_is_found(tmp_path: Path, english: str, translated: str, fault: str) -> None:
    found = faults(tmp_path, f'msgctxt "aloud"\nmsgid "{english}"\nmsgstr "{translated}"')
    assert fault in found[english]


def test_a_form_of_a_word_that_is_not_well_written_is_found(tmp_path: Path) -> None:
    found = faults(tmp_path, 'msgctxt "word"\nmsgid "Blue"\nmsgstr "Sininen | Sinisen"')
    assert "name: word" in found["Blue"]


def test_a_users_own_file_with_a_sentence_that_nobody_says_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "fi.po").write_text('msgid "Moore"\nmsgstr "Lisää"', encoding="utf-8")
    assert run(["fi"], own=tmp_path) == 1
    said = capsys.readouterr().out
    assert "nothing of the table's: “Moore”" in said
    assert "with a file of your own" in said


def test_a_file_that_cannot_be_read_is_named_with_its_line_and_the_others_are_told_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "aa.po").write_text('msgid "More"\nmsgstr Lisää', encoding="utf-8")
    assert run(own=tmp_path) == 1
    said = capsys.readouterr().out
    assert "aa.po, line 2" in said
    assert "Finnish" in said


def test_a_language_that_lacks_something_gives_a_status_to_scripts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "xx.po").write_text(template("xx", {"More": "Lisää"}), encoding="utf-8")
    assert run(["xx"], folder=tmp_path) == 1
    assert "missing: “Less”" not in (said := capsys.readouterr().out)
    assert said.count("missing: ") == len(entries()) - 1
    whole = {key(entry): entry.english for entry in entries()}
    (tmp_path / "xx.po").write_text(template("xx", whole), encoding="utf-8")
    assert run(["xx"], folder=tmp_path) == 0


def test_a_template_holds_all_that_a_table_says_and_keeps_what_is_translated(tmp_path: Path) -> None:
    text = template("xx", {"More": 'Lisää "nyt"', "aloud\x04Foul.": "Virhe."})
    assert read_po(text) == {"More": 'Lisää "nyt"', "aloud\x04Foul.": "Virhe."}
    assert text.count("\nmsgid ") == len(entries()) + 1
    assert "Language: xx\\n" in text and "charset=UTF-8" in text


def test_a_template_never_overwrites_what_somebody_wrote(tmp_path: Path) -> None:
    file = tmp_path / "fi.po"
    write_template(file, "fi")
    assert Phrases("fi", folder=tmp_path).text is not None
    before = file.read_bytes()
    with pytest.raises(TemplateError, match="is there already"):
        write_template(file)
    assert file.read_bytes() == before
    with pytest.raises(TemplateError, match="cannot be written"):
        write_template(tmp_path / "nowhere" / "fi.po")


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_a_translators_tool_finds_what_it_needs_in_each_file(language: str) -> None:
    text = read_file(FOLDER / f"{language}.po")
    for field in (f"Language: {language}", "Content-Type: text/plain; charset=UTF-8", "Plural-Forms: nplurals="):
        assert f'"{field}' in text
    assert f"Language-Team: {NAMES[language]}" in text
    assert text.count("#. ") == text.count("\nmsgid ") - 1, "each entry tells where it stands"


def test_the_command_finds_what_a_user_put_beside_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "spytable" / "languages").mkdir(parents=True)
    (tmp_path / "spytable" / "languages" / "nl.po").write_text('msgid "More"\nmsgstr "Meer"', encoding="utf-8")
    assert main(["languages", "nl"]) == 1
    assert "nl " in capsys.readouterr().out
    assert main(["languages", "nl", "--template", "-"]) == 0
    assert 'msgid "More"\nmsgstr "Meer"' in capsys.readouterr().out
    assert main(["languages", "zz"]) == 2
    assert "no phrase file" in capsys.readouterr().err
