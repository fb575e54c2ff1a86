"""All that players read and hear is found for translators."""

import ast
import random
from pathlib import Path

import pytest

import spytable
from keypress import FOUR, TWO, People
from spytable.game import calls
from spytable.game.cards import Card, Colour, Kind
from spytable.language.extract import Entry, Spot, entries
from spytable.language.report import CARDS, COLOURS
from spytable.language.sentences import all_calls, said
from spytable.language.words import CARDS_ALOUD
from spytable.referee.message import Message
from spytable.seats.web.words import PAGE

ROOT = Path(spytable.__file__).parent


def found(context: str) -> set[str]:
    return {entry.english for entry in entries() if entry.context == context}


def entry(english: str) -> Entry:
    return next(entry for entry in entries() if entry.english == english and not entry.context)


def shown() -> set[Message]:
    """Messages that some seats come upon."""
    messages: set[Message] = set()
    for colours, seed in ((TWO, 1), (FOUR, 2)):
        chance = random.Random(seed)
        people = People(draw=chance.randrange)
        people.begin(colours)
        for _ in range(500):
            seat = chance.choice(people.seats)
            screen = people.screen(seat)
            messages |= {screen.title, *screen.body, *(label for label in screen.labels if label)}
            keys = [key for key, label in enumerate(screen.labels, 1) if label]
            if keys:
                people.key(seat, chance.choice(keys))
    return messages


def test_whatever_seats_are_shown_is_found_and_its_places_are_of_known_kinds() -> None:
    messages = shown()
    assert {message.text for message in messages} <= found("")
    for message in messages:
        for name, value in message.values:
            assert (name in COLOURS) == isinstance(value, Colour)
            assert (name in CARDS) == isinstance(value, Card | Kind)


def test_whatever_is_said_is_found() -> None:
    told = {
        message.text
        for seats, cards in ((tuple(Colour)[:2], 8), (tuple(Colour)[:3], 7), (tuple(Colour), 7))
        for some in all_calls(seats, cards)
        for call in some
        for message in said(call)
    }
    told |= {message.text for message in said(calls.Undone("unheard of"))}
    assert told | set(CARDS_ALOUD.values()) <= found("aloud")


def test_the_words_of_the_page_are_found() -> None:
    assert {message.text for message in PAGE.values()} <= found("")


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_message_is_made_of_a_text_that_can_be_found(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("message", "key"):
            first = node.args[0] if node.args else None
            again = isinstance(first, ast.Attribute) and first.attr == "text"
            passed = path.name == "page.py" and isinstance(first, ast.Name)
            entry_key = isinstance(first, ast.Name) and path.parent.name == "language"
            assert isinstance(first, ast.Constant) or again or passed or entry_key, f"{path}:{node.lineno}"


@pytest.mark.parametrize(
    ("english", "spot"),
    [
        ("Move", Spot.LABEL),
        ("Again", Spot.LABEL),
        ("Safe 1", Spot.LABEL),
        ("Who plays?", Spot.TITLE),
        ("You win", Spot.TITLE),
        ("Turn: {seat}", Spot.TITLE),
        ("Waiting for {seat}", Spot.LINE),
        ("Volume", Spot.PAGE),
    ],
)
def test_a_translator_is_told_where_a_sentence_stands(english: str, spot: Spot) -> None:
    assert entry(english).spot is spot
