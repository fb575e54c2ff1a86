"""The header's 40 pins and what the pin plan puts on each."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from spytable.seats.gpio import drawing, pins
from spytable.seats.gpio.drawing import GPIO_AT, POSITION
from spytable.seats.gpio.wiring import LINES, SeatWiring, Use

__all__ = ("GPIO_AT", "HARDWARE", "POSITION", "POWER", "PULLED_UP", "SIGNALS", "parts", "seats", "use_of")

HARDWARE = Path(__file__).resolve().parent.parent
"""The folder that this package and its data are in."""

POWER = {position: "GND" if name == "ground" else name for position, name in drawing.POWER.items()}
"""Header positions that carry no signal, by the names that boards have."""

SIGNALS = {2: "SDA", 3: "SCL", 18: "BCLK", 19: "LRC", 20: "", 21: "DIN", 0: "", 1: ""}
"""What a line that no seat has is for; empty: it belongs to a use, but nothing is connected."""

PULLED_UP = range(9)
"""GPIOs pulled up at power-up; the others are pulled down (BCM2835 ARM Peripherals, table 6-31; as later ones)."""


def seats() -> tuple[SeatWiring, ...]:
    """The seats of the default plan."""
    return pins.default().seats


def parts() -> dict[str, Any]:
    """parts.toml."""
    return tomllib.loads((HARDWARE / "parts.toml").read_text(encoding="utf-8"))


def use_of(position: int) -> str:
    """What is connected to a header position, in a few words; empty where nothing is.

    >>> use_of(7), use_of(9), use_of(27)
    ('seat 1 K1', 'ground rail', '')
    """
    if position in POWER:
        return _supply(position)
    gpio = GPIO_AT[position]
    for seat in seats():
        if gpio in seat.keys:
            return f"seat {seat.seat} K{seat.keys.index(gpio) + 1}"
        if gpio == seat.lamp:
            return f"seat {seat.seat} lamp"
    signal = SIGNALS[gpio]
    if gpio in LINES[Use.I2C]:
        return f"panels {signal}"
    return f"amplifier {signal}" if signal else ""


def _supply(position: int) -> str:
    header = parts()["header"]
    for name in ("VIN", "GND"):
        if header["amplifier"][name] == position:
            return f"amplifier {name}"
    for rail, positions in header["rails"].items():
        if position in positions:
            return "ground rail" if rail == "GND" else f"{rail} rail"
    return ""
