"""The hub: where its headers, resistors and boards stand, and whether they have room."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from kit.room import Data, Point, clashes, corners, square


def hole(hub: Data, column: float, row: float) -> Point:
    """Where a hole of the hub is, from the board's left front corner."""
    return hub["first"][0] + column * hub["pitch"], hub["first"][1] + row * hub["pitch"]


def headers(hub: Data) -> Iterator[tuple[Point, int]]:
    """The middle of each header on the hub, and how many pins a row of it has: the Pi's, then the seats'."""
    yield hole(hub, hub["header"], hub["header_row"] + 0.5), 20
    for column in hub["sockets"]:
        yield hole(hub, column, hub["socket_row"] + 0.5), 5


def faults(hub: Data, box: Data) -> Iterator[str]:
    """A sentence for each part that has no room on the board of the *box* in the middle."""
    pitch = hub["pitch"]
    parts = [
        (f"header {i}", *square(at, (n * pitch + hub["shroud"][0], hub["shroud"][1])))
        for i, (at, n) in enumerate(headers(hub))
    ]
    low, high = hub["resistors"]
    for i, column in enumerate(hub["sockets"], start=1):
        middle = hole(hub, column, (low + high) / 2)
        parts.append((f"resistors {i}", *square(middle, (7 * pitch, (high - low) * pitch))))
    for name in ("multiplexer", "amplifier", "capacitor"):
        parts.append((name, *square(hub[name]["at"], hub[name]["size"])))
    yield from clashes(parts)
    holes = corners(box["hub_holes"], (box["hub"][0] / 2, box["hub"][1] / 2))
    for name, (left, front), (right, back) in parts:
        if min(left, front, box["hub"][0] - right, box["hub"][1] - back) < 0:
            yield f"The {name} stands over the hub's edge."
        for x, y in holes:
            if hypot(max(left - x, 0, x - right), max(front - y, 0, y - back)) < hub["screw"] / 2:
                yield f"The {name} stands on a screw of the hub."
