"""Flat shapes, in mm, and whether they have room beside each other: what the boxes and the hub are checked with."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import hypot
from typing import Any

Data = dict[str, Any]
Point = tuple[float, float]
Part = tuple[str, Point, Point]
"""A part's name, and the left front and the right back corner of what it takes."""

GAP = 1.0
"""mm that two parts keep between them."""


def corners(pattern: tuple[float, float] | list[float], middle: Point) -> list[Point]:
    """The four holes of a rectangular pattern.

    >>> corners((2, 4), (10, 10))
    [(9.0, 8.0), (11.0, 8.0), (9.0, 12.0), (11.0, 12.0)]
    """
    wide, deep = pattern
    return [(middle[0] + x * wide / 2, middle[1] + y * deep / 2) for y in (-1, 1) for x in (-1, 1)]


def distance(at: Point, start: Point, end: Point) -> float:
    """mm from a point to a stroke."""
    along = (end[0] - start[0], end[1] - start[1])
    share = ((at[0] - start[0]) * along[0] + (at[1] - start[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2)
    share = max(0.0, min(1.0, share))
    return hypot(at[0] - start[0] - share * along[0], at[1] - start[1] - share * along[1])


def round_(at: Point, diameter: float) -> tuple[Point, Point]:
    """The corners of what a circle takes."""
    return square(at, (diameter, diameter))


def square(at: Point, size: tuple[float, float] | list[float]) -> tuple[Point, Point]:
    """The corners of a rectangle by its middle."""
    return (at[0] - size[0] / 2, at[1] - size[1] / 2), (at[0] + size[0] / 2, at[1] + size[1] / 2)


def clashes(parts: list[Part], gap: float = GAP) -> Iterator[str]:
    """A sentence for every two parts that are nearer than *gap*."""
    for (name, low, high), (other, other_low, other_high) in combinations(parts, 2):
        apart = max(max(low[i] - other_high[i], other_low[i] - high[i]) for i in (0, 1))
        if apart < gap:
            yield f"The {name} and the {other} are {apart:.1f} mm apart."


def outside(parts: list[Part], box: Data, print_: Data) -> Iterator[str]:
    """A sentence for each part that does not fit between the walls of *box*."""
    for name, low, high in parts:
        if name.startswith("post"):
            continue
        room = min(low[0], low[1], box["width"] - high[0], box["depth"] - high[1]) - print_["wall"]
        if room < print_["slack"]:
            yield f"The {name} does not fit between the walls ({room:.1f} mm)."
