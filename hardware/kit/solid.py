"""Reads a binary STL and measures in it: is it closed, how large is it, how thick is it at a place."""

from __future__ import annotations

import struct
from collections import Counter
from pathlib import Path

Point = tuple[float, float, float]
Triangle = tuple[Point, Point, Point]


def read(file: Path) -> list[Triangle]:
    """The triangles of a binary STL. Raises ValueError where its length is not what it says."""
    content = file.read_bytes()
    (n,) = struct.unpack_from("<I", content, 80)
    if len(content) != 84 + 50 * n:
        raise ValueError(f"{file} is no binary STL of {n} triangles")
    found = []
    for i in range(n):
        numbers = struct.unpack_from("<9f", content, 84 + 50 * i + 12)
        found.append((numbers[0:3], numbers[3:6], numbers[6:9]))
    return found


def is_closed(solid: list[Triangle]) -> bool:
    """Whether every edge belongs to two triangles, once in each direction: a printer needs no less."""
    edges: Counter[tuple[Point, Point]] = Counter()
    for triangle in solid:
        for i in range(3):
            edges[triangle[i], triangle[(i + 1) % 3]] += 1
    return all(edges[end, start] == n for (start, end), n in edges.items())


def size(solid: list[Triangle]) -> tuple[Point, Point]:
    """Its lowest and its highest corner."""
    points = [point for triangle in solid for point in triangle]
    low, high = (tuple(pick(point[i] for point in points) for i in range(3)) for pick in (min, max))
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def along(solid: list[Triangle], axis: int, *at: float) -> list[tuple[float, float]]:
    """The stretches of material on a line parallel to *axis* (0 to 2), through *at* on the two other axes in order.

    The line should touch no edge of the model: choose odd figures.
    """
    others = [i for i in range(3) if i != axis]
    hits = []
    for a, b, c in solid:
        (ax, ay), (bx, by), (cx, cy) = ((point[others[0]], point[others[1]]) for point in (a, b, c))
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if area == 0:
            continue
        s = ((bx - at[0]) * (cy - at[1]) - (by - at[1]) * (cx - at[0])) / area
        t = ((cx - at[0]) * (ay - at[1]) - (cy - at[1]) * (ax - at[0])) / area
        if s >= 0 and t >= 0 and s + t <= 1:
            hits.append(s * a[axis] + t * b[axis] + (1 - s - t) * c[axis])
    hits.sort()
    return [(low, high) for low, high in zip(hits[::2], hits[1::2], strict=True) if high - low > 1e-3]
