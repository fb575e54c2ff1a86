"""Values that are computed and not chosen: resistors, currents, and how fast a bus may run over a cable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, log
from typing import Any

E12 = tuple(step * 10**power for power in (1, 2, 3) for step in (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82))
"""Ω: the values that a box of resistors holds, 100 Ω to 82 kΩ."""


def lamp_resistor(volts: float, forward: float, aim: float) -> tuple[int, float]:
    """The resistor of the E12 row, Ω, for an LED of *forward* volts, and the current through it, mA.

    >>> lamp_resistor(3.3, 1.9, 3.0)
    (470, 2.978723404255319)
    """
    wanted = (volts - forward) / (aim / 1000)
    chosen = min(E12, key=lambda ohm: abs(log(ohm / wanted)))
    return chosen, (volts - forward) / chosen * 1000


def parallel(*ohms: float) -> float:
    """Resistors side by side, Ω.

    >>> parallel(1000, 1000)
    500.0
    """
    return 1 / sum(1 / ohm for ohm in ohms)


def rise_time(ohm: float, farad: float) -> float:
    """Seconds from 30 % to 70 % of the supply (NXP UM10204, 7.1: 0.8473 R C)."""
    return 0.8473 * ohm * farad


@dataclass(frozen=True, slots=True)
class Cable:
    """What a seat cable of *length* m allows, for a panel with *panel* Ω of pull-up and *hub* Ω or none at the hub."""

    length: float
    panel: int
    hub: int | None
    rise: float
    """Seconds."""
    speeds: tuple[str, ...]
    """The speeds that such a rise allows."""


def cables(bus: dict[str, Any]) -> Iterator[Cable]:
    """Every cable of the data, without and with our pull-ups at the hub."""
    for hub in (None, bus["hub_pull_up"]):
        for panel in bus["panel_pull_ups"]:
            for length in bus["lengths"]:
                ohm = panel if hub is None else parallel(panel, hub)
                rise = rise_time(ohm, bus["fixed"] + length * bus["cable"])
                speeds = tuple(speed["name"] for speed in bus["speed"] if rise <= speed["rise"])
                yield Cable(length, panel, hub, rise, speeds)


def sink_current(bus: dict[str, Any], panel: int, *, hub: bool, board: bool) -> float:
    """mA that a panel must sink to hold its line at 0.4 V: the pull-ups of its side and of the Pi's are its load."""
    ohms = [bus["pi_pull_up"], panel]
    ohms += [bus["hub_pull_up"]] if hub else []
    ohms += [bus["board_pull_up"]] if board else []
    return float(bus["volts"] - 0.4) / parallel(*ohms) * 1000


def count(part: dict[str, Any], seats: int) -> int:
    """How many of a part, or whole metres, a table of *seats* needs."""
    return ceil(part["per_table"] + part["per_seat"] * seats)


def load(parts: list[dict[str, Any]], rail: str, seats: int, which: str, *, larger: bool = False) -> float:
    """mA from *rail*, "3v3" or "5v"; *which*: "typical" or "most"; *larger*: with the larger panels."""
    return float(
        sum(
            count(part, seats) * part["larger" if larger and "larger" in part else "draws"][which]
            for part in parts
            if "draws" in part and part["draws"]["rail"] == rail
        )
    )


def pressed_volts(volts: float, resistor: float, pull_up: float) -> float:
    """What a pressed key leaves on its line."""
    return volts * resistor / (resistor + pull_up)
