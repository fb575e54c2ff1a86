"""Text that has to find its room: labels above their keys, lines, titles."""

import logging
import string
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spytable.game.cards import Colour
from spytable.referee.conversation.page import LABEL, LABELS
from spytable.referee.message import Message, message
from spytable.referee.screen import Facing, Fan, Icon, Screen
from spytable.screen.draw import render
from spytable.screen.fit import Fitter, NoSuchLetter, TooLong, log_once, wrapped
from spytable.screen.fonts import width
from spytable.screen.labels import CENTRES, placed_labels


def words(told: Message) -> str:
    return told.text


def four(*texts: str | None) -> tuple[Message | None, ...]:
    return tuple(None if text is None else message(text) for text in texts)


texts = st.lists(st.none() | st.text(string.ascii_letters, min_size=1, max_size=12), min_size=4, max_size=4)


@given(texts)
def test_labels_never_overlap_and_stay_above_their_keys(texts: list[str | None]) -> None:
    placed = placed_labels(tuple(texts))
    if placed is None:
        return
    assert [label and label.text for label in placed] == texts
    labels = [(label, centre) for label, centre in zip(placed, CENTRES, strict=True) if label]
    for label, centre in labels:
        assert 0 <= label.edge <= label.edge + label.width <= 128
        assert label.edge - 2 <= centre <= label.edge + label.width + 2
        for other in set(CENTRES) - {centre}:
            assert not label.edge + 2 < other < label.edge + label.width - 2
        assert label.width == width(label.text)
    for (one, _), (other, _) in pairwise(labels):
        assert one.edge + one.width < other.edge


@given(texts)
def test_at_the_table_labels_are_always_shown_if_need_be_cut(texts: list[str | None]) -> None:
    labels = Fitter().labels(texts)
    assert [label is None for label in labels] == [text is None for text in texts]
    for label, text in zip(labels, texts, strict=True):
        if label is not None and text is not None:
            assert label.text == text or (label.text.endswith("…") and text.startswith(label.text[:-1]))


def test_labels_of_up_to_five_letters_stand_in_the_middle_of_their_keys() -> None:
    placed = placed_labels(("Again", "Move", "No", "Ready"))
    assert placed is not None
    for label, centre in zip(placed, CENTRES, strict=True):
        assert label is not None
        assert abs(label.edge + label.width / 2 - centre) <= 1


def test_whatever_labels_the_conversation_may_give_have_room() -> None:
    lengths = product(range(LABEL + 1), repeat=4)
    for texts in (tuple("x" * n or None for n in four) for four in lengths if sum(four) <= LABELS):
        assert placed_labels(texts) is not None, texts


def test_a_long_label_makes_use_of_the_room_of_a_key_without_one() -> None:
    assert placed_labels(("New game", None, None, "Continue")) is not None
    assert placed_labels((None, "Take it bac", None, None)) is not None


def test_a_long_label_is_not_taken_for_that_of_a_key_without_one() -> None:
    assert placed_labels(("Same again", None, None, None)) is None
    assert placed_labels((None, None, None, "Same again")) is None
    assert placed_labels((None, "Take it back", None, None)) is None


@pytest.mark.parametrize(
    "screen",
    [
        Screen(message("Twenty letters in it"), seat=Colour.RED),
        Screen(message("Nineteen letters in"), seat=Colour.RED, icons=frozenset({Icon.MUTE})),
        Screen(message("t"), tuple(message(f"A full line of text {n}") for n in range(4))),
        Screen(message("t"), (message("Words" * 5),)),
        Screen(message("t"), (message("one"), message("two")), fan=Fan(7, 1, Facing.LEFT)),
        Screen(message("t"), (message("One that takes two lines"),), fan=Fan(7, 1, Facing.LEFT)),
        Screen(message("t"), labels=four("Seven l", "Seven l", "Seven l", "Seven l")),
        Screen(message("t"), labels=four(None, "Much too long a label", None, None)),
    ],
)
def test_text_that_is_too_long_fails_a_test_and_is_cut_and_logged_once_at_the_table(
    screen: Screen, caplog: pytest.LogCaptureFixture
) -> None:
    log_once.cache_clear()
    with pytest.raises(TooLong):
        render(screen, words, strict=True)
    with caplog.at_level(logging.WARNING):
        first, second = render(screen, words), render(screen, words)
    assert first.tobytes() == second.tobytes()
    assert len(caplog.records) == len({record.getMessage() for record in caplog.records}) >= 1


@pytest.mark.parametrize("title", ["Yellow spies here", "Eighteen letters a"])
def test_the_sign_of_silence_stays_beside_a_long_title_and_the_other_gives_way(title: str) -> None:
    mute, both = (
        render(Screen(message(title), seat=Colour.YELLOW, icons=icons), words, strict=True)
        for icons in (frozenset({Icon.MUTE}), frozenset(Icon))
    )
    assert mute.tobytes() == both.tobytes()
    assert mute.tobytes() != render(Screen(message(title), seat=Colour.YELLOW), words).tobytes()


def test_both_signs_stand_beside_a_title_that_leaves_them_room() -> None:
    pictures = {
        render(Screen(message("Sixteen letters!"), seat=Colour.RED, icons=icons), words, strict=True).tobytes()
        for icons in (frozenset(), frozenset({Icon.MUTE}), frozenset({Icon.NOT_KEPT}), frozenset(Icon))
    }
    assert len(pictures) == 4


def test_a_letter_that_the_font_lacks_fails_a_test_and_is_a_question_at_the_table(
    caplog: pytest.LogCaptureFixture,
) -> None:
    log_once.cache_clear()
    with pytest.raises(NoSuchLetter, match="😀"):
        render(Screen(message("Hi 😀")), words, strict=True)
    assert render(Screen(message("Hi 😀")), words).tobytes() == render(Screen(message("Hi ?")), words).tobytes()
    assert "😀" in caplog.text


@pytest.mark.parametrize("room", [1, 5, 21])
def test_text_is_broken_between_words_and_no_word_is_lost(room: int) -> None:
    text = "Red asks to take back the last answer of Green"
    lines = wrapped(text, room)
    assert " ".join(lines).split() == text.split()
    assert all(len(line) <= room or " " not in line for line in lines)


@given(st.text(max_size=60), st.lists(st.text(max_size=40), max_size=6))
def test_no_text_of_any_kind_stops_a_panel(title: str, body: list[str]) -> None:
    screen = Screen(message(title), tuple(map(message, body)), labels=four(title, *(None, None), title))
    assert render(screen, words).size == (128, 64)
