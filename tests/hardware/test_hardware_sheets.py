"""What one prints can be read: no words touch each other, a wire or the edge of a box, and all is legible on A4."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from itertools import pairwise
from math import cos, pi, sin

import pytest

from kit import everything, rightway
from kit.sheet import A4, Sheet

SHEETS = everything.sheets()

ELEMENT = re.compile(r"<(text|polyline|rect|circle|polygon) ([^>]*)>([^<]*)")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')

NARROW, SLIM, WIDE = "iIl.,:;|'!", 'frtjJ()[]-· "', "mwMWGOQD%"


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def holds(self, other: Box) -> bool:
        return (
            self.left <= other.left
            and self.right >= other.right
            and self.top <= other.top
            and self.bottom >= other.bottom
        )


def words_box(x: float, y: float, size: float, anchor: str, bold: bool, words: str) -> Box:
    """What words cover, by the widths of DejaVu Sans in four classes."""
    wide = sum(0.3 if each in NARROW else 0.4 if each in SLIM else 0.8 if each in WIDE else 0.61 for each in words)
    wide *= size * (1.12 if bold else 1)
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    return Box(left, y - 0.73 * size, left + wide, y + (0.2 * size if set(words) & set("gjpqy,()") else 0))


def crosses(a: tuple[float, float], b: tuple[float, float], box: Box) -> bool:
    """Whether the stroke from *a* to *b* enters *box* (Liang and Barsky)."""
    (x, y), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    enters, leaves = 0.0, 1.0
    for step, room in ((-dx, x - box.left), (dx, box.right - x), (-dy, y - box.top), (dy, box.bottom - y)):
        if step == 0:
            if room < 0:
                return False
        elif step < 0:
            enters = max(enters, room / step)
        else:
            leaves = min(leaves, room / step)
    return enters <= leaves


Stroke = tuple[tuple[float, float], tuple[float, float], float]


def read(sheet: Sheet) -> tuple[list[tuple[str, float, Box]], list[tuple[Stroke, list[Box]]]]:
    """The words of a sheet; and each stroke with the filled shapes that are drawn over it."""
    texts: list[tuple[str, float, Box]] = []
    strokes: list[tuple[Stroke, list[Box]]] = []

    def stroke(*points: tuple[float, float], width: float) -> None:
        strokes.extend(((a, b, width), []) for a, b in pairwise(points))

    for kind, found, inside in ELEMENT.findall(sheet.svg()):
        has = dict(ATTRIBUTE.findall(found))
        if kind == "text":
            size, bold = float(has["font-size"]), "font-weight" in has
            box = words_box(float(has["x"]), float(has["y"]), size, has["text-anchor"], bold, unescape(inside))
            if inside.strip():
                texts.append((unescape(inside), size, box))
            continue
        width = float(has.get("stroke-width", 0))
        if kind == "rect":
            if "x" not in has:
                continue  # The paper.
            x, y, wide, high = (float(has[name]) for name in ("x", "y", "width", "height"))
            covers = Box(x, y, x + wide, y + high)
        elif kind == "circle":
            x, y, radius = (float(has[name]) for name in ("cx", "cy", "r"))
            covers = Box(x - radius, y - radius, x + radius, y + radius)
        else:
            points = [(float(x), float(y)) for x, y in (each.split(",") for each in has["points"].split())]
            stroke(*points, *points[: kind == "polygon"], width=width)
            continue
        if has["fill"] != "none":
            for _, over in strokes:
                over.append(covers)
        wide, high = covers.right - covers.left, covers.bottom - covers.top
        if kind == "circle" or float(has["rx"]) * 2 >= wide:
            x, y, radius = covers.left + wide / 2, covers.top + high / 2, wide / 2
            turns = [i * pi / 12 for i in range(25)]
            stroke(*((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns), width=width)
        elif width:
            corners = [(covers.left, covers.top), (covers.right, covers.top), (covers.right, covers.bottom)]
            stroke(*corners, (covers.left, covers.bottom), corners[0], width=width)
    return texts, strokes


def faults(sheet: Sheet) -> Iterator[str]:
    texts, strokes = read(sheet)
    for i, (words, _, box) in enumerate(texts):
        for others, _, other in texts[i + 1 :]:
            if box.grown(0.15).meets(other.grown(0.15)):
                yield f"{words!r} touches {others!r}"
        for (a, b, width), over in strokes:
            if crosses(a, b, box.grown(0.1 + width / 2)) and not any(each.grown(0.3).holds(box) for each in over):
                yield f"{words!r} touches a line from {a} to {b}"


@pytest.mark.parametrize("name", SHEETS)
def test_no_words_touch_each_other_or_a_line(name: str) -> None:
    assert list(faults(SHEETS[name])) == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda sheet: sheet.text(22, 30.5, "too near", size=3),
        lambda sheet: sheet.line((25, 20), (25, 40)),
        lambda sheet: sheet.box(15, 29, 20, 20),
        lambda sheet: sheet.circle(25, 29, 5, fill="white") or sheet.line((25, 20), (25, 40)),
    ],
)
def test_words_that_touch_something_are_noticed(spoil: object) -> None:
    sheet = Sheet("")
    sheet.text(20, 30, "some words", size=3.2)
    assert list(faults(sheet)) == []
    assert callable(spoil)
    spoil(sheet)
    assert len(list(faults(sheet))) >= 1


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_a4_and_black_on_white(name: str) -> None:
    sheet = SHEETS[name]
    assert (sheet.width, sheet.height) in (A4, A4[::-1])
    assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', sheet.svg())) <= {"none", "white", "black", "#ddd", "#888"}
    for words, size, box in read(sheet)[0]:
        # What a printer's margins leave.
        assert box.left > 5 and box.right < sheet.width - 4 and box.top > 5 and box.bottom < sheet.height - 8, words
        assert size >= 2.5, words


@pytest.mark.parametrize(
    ("value", "rings"),
    [(180, "brown grey brown"), (470, "yellow violet brown"), (1000, "brown black red"), (4700, "yellow violet red")],
)
def test_a_resistor_is_told_by_its_rings(value: int, rings: str) -> None:
    assert " ".join(rightway.rings(value)) == rings


def test_players_find_their_sign_in_each_language_of_the_table() -> None:
    shown = " · ".join(words for words, *_ in read(SHEETS["labels"])[0]).split(" · ")
    for name in ("green", "Πράσινο", "Zelena", "Grien", "Jeshile", "Vihreä", "Κίτρινο", "Keltainen"):
        assert shown.count(name) == 1
