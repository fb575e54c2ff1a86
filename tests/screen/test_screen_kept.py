"""Every page of the conversation in every language: drawn strictly, and compared with what it looked like before.

What it looked like stands in kept/pages.jsonl: the words of a page, and for each language a digest of its picture and
of the one in large print. The same names, numbers and fan stand on all of them, so that only a changed page changes its
line.
"""

import hashlib
import json
import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from spytable.game.base import Facing
from spytable.game.cards import Card, Colour, Kind
from spytable.language.extract import Spot, entries
from spytable.language.phrases import Phrases, languages
from spytable.referee.message import Message, Value
from spytable.referee.screen import Fan, Screen
from spytable.screen.draw import HEIGHT, WIDTH, render
from spytable.screen.tour import tour
from spytable.troubles import all_notices, all_status

KEPT = Path(__file__).with_name("kept") / "pages.jsonl"
ACCEPT = "SPYTABLE_ACCEPT_PICTURES"
HOW = f"Look at it; to accept it, run this file again with {ACCEPT}=1."

COLOURS = (Colour.RED, Colour.YELLOW, Colour.BLUE, Colour.GREEN)
FAN = Fan(7, 3, Facing.RIGHT, ((2, Card.S1),), frozenset({6}), looked_at=5, marked=4)
KINDS = {kind.value: kind for kind in Kind}


@cache
def pages() -> dict[str, Screen]:
    """A screen of each page that the tour finds, by its words, with the same names, numbers and fan on all."""
    screens = map(plain, dict(tour(all_notices(), all_status())).values())
    return {json.dumps(described(screen), ensure_ascii=False): screen for screen in screens}


def plain(screen: Screen) -> Screen:
    title, body = plainly(screen.title), tuple(map(plainly, screen.body))
    first, second, third, fourth = (None if label is None else plainly(label) for label in screen.labels)
    fan, resting = (FAN, screen.resting) if screen.fan else (None, False)
    return Screen(title, body, (first, second, third, fourth), fan, Colour.BLUE, resting=resting)


def plainly(told: Message) -> Message:
    colours = iter(COLOURS)

    def value(found: Value) -> Value:
        match found:
            case Colour():
                return next(colours)
            case Card():
                return Card.T2
            case Kind():
                return Kind.TOP_SECRET
            case int():
                return 4
            case str():
                return "Anna"

    return Message(told.text, tuple((name, value(found)) for name, found in told.values))


def described(screen: Screen) -> dict[str, Any]:
    labels = [None if label is None else words_and_values(label) for label in screen.labels]
    body = [words_and_values(line) for line in screen.body]
    resting = {"resting": True} if screen.resting else {}
    title = words_and_values(screen.title)
    return {"title": title, "body": body, "keys": labels, "fan": screen.fan is not None} | resting


def words_and_values(told: Message) -> str | list[Any]:
    return [told.text, dict(told.values)] if told.values else told.text


def read_message(kept: str | list[Any]) -> Message:
    if isinstance(kept, str):
        return Message(kept)
    text, values = kept
    return plainly(Message(text, tuple((name, read_value(value)) for name, value in values.items())))


def read_value(kept: str | int) -> Value:
    if kept in tuple(Colour):
        return Colour(kept)
    if kept in tuple(Card):
        return Card(kept)
    return KINDS.get(str(kept), kept)


def read(line: dict[str, Any]) -> Screen:
    first, second, third, fourth = (None if key is None else read_message(key) for key in line["keys"])
    body = tuple(map(read_message, line["body"]))
    fan = FAN if line["fan"] else None
    title, resting = read_message(line["title"]), line.get("resting", False)
    return Screen(title, body, (first, second, third, fourth), fan, Colour.BLUE, resting=resting)


@cache
def kept() -> tuple[tuple[dict[str, Any], dict[str, str]], ...]:
    """Each page's description and its digests, by language."""
    lines = [json.loads(line) for line in KEPT.read_text(encoding="utf-8").splitlines()] if KEPT.exists() else []
    return tuple((line, line.pop("pictures")) for line in lines)


def digest(screen: Screen, phrases: Phrases) -> str:
    pictures = (render(replace(screen, large=large), phrases.text, strict=True) for large in (False, True))
    return " ".join(hashlib.sha256(picture.tobytes()).hexdigest()[:8] for picture in pictures)


def texts(screen: Screen) -> set[str]:
    return {told.text for told in (screen.title, *screen.body, *screen.labels) if told is not None}


def accept() -> None:
    """Keeps each page that was kept and still has its words, and each that the tour finds."""
    known = {entry.english for entry in entries()}
    found = {json.dumps(line, ensure_ascii=False): read(line) for line, _ in kept()}
    screens = {words: screen for words, screen in (found | pages()).items() if texts(screen) <= known}
    every = {language: Phrases(language) for language in languages()}
    lines = []
    for words, screen in sorted(screens.items()):
        pictures = {language: digest(screen, phrases) for language, phrases in every.items()}
        lines.append(json.dumps(json.loads(words) | {"pictures": pictures}, ensure_ascii=False))
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    kept.cache_clear()


def test_the_tour_reaches_every_text() -> None:
    shown: set[str] = set().union(*map(texts, pages().values()))
    panels = {Spot.TITLE, Spot.LABEL, Spot.LINE, Spot.HELP}
    assert {entry.english for entry in entries() if entry.spot in panels} - shown == NEVER


NEVER = {"A base taken back", "That cannot be done"}
"""Texts that no key of today leads to: what they tell of is announced by programs alone."""


@pytest.mark.parametrize("language", languages())
def test_every_page_looks_as_it_did(language: str, tmp_path: Path) -> None:
    if os.environ.get(ACCEPT) and language == languages()[0]:
        accept()
    assert kept()
    phrases = Phrases(language)
    changed = []
    for number, (line, pictures) in enumerate(kept(), 1):
        screen = read(line)
        if digest(screen, phrases) != pictures.get(language):
            file = tmp_path / f"{number:03d}.png"
            render(screen, phrases.text).resize((WIDTH * 4, HEIGHT * 4)).save(file)
            large = render(replace(screen, large=True), phrases.text)
            large.resize((WIDTH * 4, HEIGHT * 4)).save(file.with_stem(f"{file.stem}-large"))
            changed.append(f"{file}: line {number}: {phrases.text(screen.title)}: {described(screen)}")
    assert not changed, f"{len(changed)} pages in {language} have changed. {HOW}\n" + "\n".join(changed)


def test_every_sentence_that_the_tour_meets_is_on_a_kept_page() -> None:
    known: set[str] = set().union(*(texts(read(line)) for line, _ in kept()))
    new = {text for screen in pages().values() for text in texts(screen)} - known
    assert not new, f"No picture is kept of these. {HOW}"


def test_no_page_is_kept_whose_words_are_gone() -> None:
    known = {entry.english for entry in entries()}
    gone = [line for line, _ in kept() if not texts(read(line)) <= known]
    assert not gone, f"These are no longer shown. {HOW}"


def test_a_change_of_one_sentence_is_named_and_no_other() -> None:
    screen = next(screen for screen in pages().values() if screen.body)
    other = replace(screen, body=(*screen.body[:-1], Message("Else")))
    assert digest(screen, Phrases()) == digest(read(described(screen)), Phrases()) != digest(other, Phrases())
