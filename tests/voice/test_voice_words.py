"""Only words reach the synthesiser."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spytable.voice.words import LONGEST, only_words


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Red's turn.", "Red's turn."),
        ("-Bob", "Bob"),
        ("[[f'u:]]", "f'u:"),
        ("<speak>boo</speak>", "speak boo speak"),
        ("Ann \u202eevil\u202c", "Ann evil"),
        ("\U0001f4a3 Bomb \U0001f4a3", "Bomb"),
        ("one\x00\x1b[2J\ntwo\t three", "one J two three"),
        ("1,,2", ""),
        ("a,, b !!", "a, b!"),
        ("...", ""),
        ("", ""),
        ("Άννα, é e\u0301 Đžš", "Άννα, é é Đžš"),
        ("rock'n'roll 'quoted'", "rock'n'roll quoted"),
    ],
)
def test_names_are_spoken_as_the_letters_that_they_have(text: str, spoken: str) -> None:
    assert only_words(text) == spoken


@given(st.text(max_size=600))
def test_nothing_but_letters_and_single_pauses_is_left_of_any_text(text: str) -> None:
    spoken = only_words(text)
    assert len(spoken) <= LONGEST
    assert only_words(spoken) == spoken
    assert not any(letter.isdigit() or letter in "[]<>{}&|-_/\\" for letter in spoken if letter.isascii())
    assert spoken == spoken.strip()
    assert "  " not in spoken


def test_a_name_of_two_hundred_letters_is_no_trouble_and_a_thousand_words_end_at_a_word() -> None:
    assert only_words("a" * 200) == "a" * 200
    long = only_words("word " * 1000)
    assert len(long) <= LONGEST
    assert set(long.split()) == {"word"}
