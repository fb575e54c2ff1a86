"""Letters: every one of the six languages, and what happens to others."""

import gzip
from pathlib import Path

import pytest

from spytable.screen import fonts
from spytable.screen.fonts import FontError, Strike

LETTERS = {
    "English": "abcdefghijklmnopqrstuvwxyz",
    "Greek": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
    "Bosnian": "abcčćdđefghijklmnoprsštuvzž",
    "Frisian": "abcdefghijklmnopqrstuvwxyzâêôûúëïüöéèà",
    "Albanian": "abcçdeëfghijklmnopqrstuvxyz",
    "Finnish": "abcdefghijklmnopqrstuvwxyzåäöšž",
}
SIGNS = "0123456789 .,;:!?·()/+-–—'’‘“”„«»…←→↑↓◀▶▲▼✓×|"


@pytest.mark.parametrize("strike", Strike, ids=lambda strike: strike.name)
@pytest.mark.parametrize("language", LETTERS)
def test_every_letter_of_a_language_is_there(language: str, strike: Strike) -> None:
    letters = LETTERS[language]
    # The capitals of ΐ and ΰ are two letters each; both are among the others.
    assert fonts.missing(letters + letters.upper().replace("\u0308\u0301", ""), strike) == ""


@pytest.mark.parametrize("strike", Strike, ids=lambda strike: strike.name)
def test_every_sign_that_the_screens_use_is_there(strike: Strike) -> None:
    assert fonts.missing(SIGNS, strike) == ""


def test_a_letter_that_one_size_has_no_other_size_lacks() -> None:
    assert len({fonts._letters(strike) for strike in Strike}) == 1


@pytest.mark.parametrize("strike", Strike, ids=lambda strike: strike.name)
def test_every_letter_looks_different_from_every_other(strike: Strike) -> None:
    letters = "".join(dict.fromkeys("".join(LETTERS.values())))
    drawn = {fonts.line(letter, strike).tobytes() for letter in letters}
    # Greek ο is drawn as o, ν as v in some sizes; nothing else is alike.
    assert len(letters) - len(drawn) <= 3
    assert all(fonts.line(letter, strike).getbbox() for letter in letters)


@pytest.mark.parametrize("strike", Strike, ids=lambda strike: strike.name)
def test_a_line_is_as_wide_as_its_letters_and_no_letter_leaves_its_cell(strike: Strike) -> None:
    assert fonts.line("ÅÄgjçΏ", strike).size == (6 * strike.value.width, strike.value.height)
    apart = fonts.line("M M", strike)
    cell = strike.value.width
    assert apart.crop((cell, 0, 2 * cell, apart.height)).getbbox() is None


@pytest.mark.parametrize("letter", ["😀", "漢", "\uffff", "ก"])
def test_a_letter_that_is_not_there_is_known_to_be_missing_and_drawn_as_a_question(letter: str) -> None:
    assert fonts.missing(f"a{letter}{letter}b") == letter
    assert fonts.line(f"a{letter}b").tobytes() == fonts.line("a?b").tobytes()


def test_the_font_comes_with_its_licence_and_is_unchanged() -> None:
    folder = Path(fonts.__file__).with_name("fonts")
    assert "SIL OPEN FONT LICENSE" in (folder / "OFL.txt").read_text(encoding="utf-8")
    for strike in Strike:
        assert b"Terminus" in gzip.decompress((folder / strike.value.file).read_bytes())


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:1000],
        lambda data: b"x" + data[1:],
        lambda data: gzip.compress(b"no font"),
    ],
    ids=["empty", "torn", "no gzip", "no font"],
)
def test_a_damaged_font_file_is_named(damage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = (Path(fonts.__file__).with_name("fonts") / Strike.SMALL.value.file).read_bytes()
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / Strike.SMALL.value.file).write_bytes(damage(packed))
    monkeypatch.setattr(fonts, "__file__", str(tmp_path / "fonts.py"))
    kept = fonts._data, fonts._face, fonts._letters, fonts.line
    for cache in kept:
        cache.cache_clear()
    try:
        with pytest.raises(FontError, match=r"ter-u12n_unicode\.pcf\.gz"):
            fonts.line("a")
    finally:
        for cache in kept:
            cache.cache_clear()
