"""The drawing for a first evening: one seat on a breadboard, without hub, multiplexer or amplifier."""

from __future__ import annotations

import tomllib

from kit import plan
from kit.electrics import lamp_resistor
from kit.sheet import THICK, Sheet
from kit.wiring import ohms
from spytable.seats.gpio import pins
from spytable.seats.gpio.wiring import SeatWiring

SETTINGS = plan.HARDWARE / "breadboard.toml"
"""The settings file that goes with the drawing."""

PITCH = 5.4
"""mm on paper between two holes; 2.54 mm in truth."""

LEFT, TOP, COLUMNS = 22.0, 66.0, 30
ROWS = ("+", "-", *"jihgf", *"edcba", "+ ", "- ")
"""From the top; the blank tells the lower rails from the upper ones."""

KEYS = (13, 17, 21, 25)
"""The column of the left legs of K1 to K4. The right legs are two columns further."""

PANEL = 4
"""The column of the panel's first pin."""


def seat() -> SeatWiring:
    """The seat that the drawing shows."""
    return pins.read(tomllib.loads(SETTINGS.read_text(encoding="utf-8"))["seats"]).seats[0]


def drawing() -> Sheet:
    """One seat on a breadboard."""
    wiring = seat()
    sheet = Sheet(
        "A first evening: one seat on a breadboard",
        "Numbers in circles are pins of the header (header.pdf); thick lines are jumper wires. "
        "Five holes above each other, and each rail, are one.\n"
        "The settings that go with it are breadboard.toml. Switch the Pi off while you wire.",
    )
    _board(sheet)
    _panel(sheet)
    for i, (column, gpio) in enumerate(zip(KEYS, wiring.keys, strict=True), start=1):
        _key(sheet, f"K{i}", column)
        _from_header(sheet, column, plan.POSITION[gpio], f"K{i}")
        _wire(sheet, (column + 2, "a"), (column + 2, "- "))
    if wiring.lamp is not None:
        _lamp(sheet, plan.POSITION[wiring.lamp])
    _from_header(sheet, 1, 1, "3.3 V", row="+")
    _from_header(sheet, 3, 6, "GND", row="-")
    _wire(sheet, (KEYS[0] - 1, "-"), (KEYS[0] - 1, "- "))
    _list(sheet, wiring)
    return sheet


def _x(column: int) -> float:
    return LEFT + (column - 1) * PITCH


def _y(row: str) -> float:
    i = ROWS.index(row)
    return TOP + (i + (i > 1) * 0.6 + (i > 6) * 1.0 + (i > 11) * 0.6) * PITCH


def _board(sheet: Sheet) -> None:
    left, right = _x(1) - PITCH, _x(COLUMNS) + PITCH
    sheet.box(left, _y("+") - PITCH, right - left, _y("- ") - _y("+") + 2 * PITCH, round=2)
    for row in ROWS:
        rail = row.strip() in "+-"
        if rail:
            sheet.line((_x(1), _y(row) - 2.2), (_x(COLUMNS), _y(row) - 2.2), width=0.15, dashed=row.strip() == "-")
        sheet.text(left - 2, _y(row) + 1.1, row.strip().replace("-", "−"), size=3.2, at="end", bold=rail)
        for column in range(1, COLUMNS + 1):
            sheet.circle(_x(column), _y(row), 0.5, line=0.15)


def _wire(sheet: Sheet, start: tuple[int, str], end: tuple[int, str]) -> None:
    points = [(_x(column), _y(row)) for column, row in (start, end)]
    sheet.line(*points, width=0.9)
    for point in points:
        sheet.circle(*point, 0.9, fill="black")


def _from_header(sheet: Sheet, column: int, pin: int, words: str, row: str = "j", lift: float = 0) -> None:
    x, y = _x(column), TOP - 15 - lift
    sheet.line((x, y), (x, _y(row)), width=0.9)
    sheet.circle(x, _y(row), 0.9, fill="black")
    sheet.circle(x, y, 3.2, fill="white", line=THICK)
    sheet.text(x, y + 1.1, str(pin), size=3, bold=True, at="middle")
    # Beside a wire that goes higher.
    sheet.text(x + 2 if words == "SCL" else x, y - 5, words, size=3, at="end" if words == "SCL" else "middle")


def _panel(sheet: Sheet) -> None:
    left, wide = _x(PANEL) + 1.5 * PITCH, 27.3 / 2.54 * PITCH
    top = _y("a") - PITCH * 0.6
    sheet.box(left - wide / 2, top, wide, wide, fill="white", line=THICK, round=1.5)
    sheet.box(left - 12.5 / 2.54 * PITCH, top + 2.2 * PITCH, 25 / 2.54 * PITCH, 14 / 2.54 * PITCH, fill="#ddd")
    sheet.text(left, top + 5.2 * PITCH, "panel 128 x 64", size=3.6, at="middle")
    for i, (name, pin) in enumerate((("GND", None), ("VCC", None), ("SCL", 5), ("SDA", 3))):
        column = PANEL + i
        sheet.circle(_x(column), _y("a"), 1.3, line=THICK, fill="white")
        sheet.text(_x(column), _y("a") + 4.6 + i % 2 * 3, name, size=2.5, bold=True, at="middle")
        if pin is None:
            _wire(sheet, (column, "e"), (column, "-" if name == "GND" else "+"))
        else:
            # One stands higher than the other, for two circles do not fit side by side.
            _from_header(sheet, column, pin, name, row="e", lift=9 if name == "SDA" else 0)


def _key(sheet: Sheet, name: str, column: int) -> None:
    x, y, wide = _x(column), _y("f"), 2 * PITCH
    high = _y("e") - y
    sheet.box(x - 2, y - 2, wide + 4, high + 4, fill="white", line=THICK, round=1)
    for legs in (x, x + wide):
        for leg in (y, y + high):
            sheet.circle(legs, leg, 0.8, fill="black")
    sheet.circle(x + wide / 2, y + high / 2, 4, fill="#ddd")
    sheet.text(x + wide / 2, y + high / 2 + 1.3, name, size=3.4, bold=True, at="middle")


def _lamp(sheet: Sheet, pin: int) -> None:
    lamp = plan.parts()["lamp"]
    red = lamp["colour"][0]
    value, _ = lamp_resistor(lamp["volts"], red["forward"], lamp["aim"])
    first = COLUMNS - 2
    _from_header(sheet, first, pin, "lamp")
    y = _y("h")
    sheet.line((_x(first), y), (_x(first + 2), y))
    sheet.resistor(_x(first) + 1.4, y, length=2 * PITCH - 2.8)
    sheet.box(_x(first + 1) - 4.6, y - 6.1, 9.2, 3.8, fill="white", line=0)
    sheet.text(_x(first + 1), y - 2.9, ohms(value), size=2.7, at="middle")
    for end in (first, first + 2):
        sheet.circle(_x(end), y, 0.9, fill="black")
    y = _y("f")
    sheet.box(_x(first + 2) - 0.7, y - 7, 4, 4, fill="white", line=0)
    sheet.circle(_x(first + 2) - PITCH / 2, y, 4.2, fill="white", line=THICK)
    for leg in (first + 1, first + 2):
        sheet.circle(_x(leg), y, 0.9, fill="black")
    sheet.text(_x(first + 2) + 1.4, y - 4.2, "+", size=3.4, bold=True, at="middle")
    sheet.text(_x(first + 2) - PITCH / 2, y + 8, "LED", size=3.2, at="middle")
    _wire(sheet, (first + 1, "j"), (first + 1, "-"))


def _list(sheet: Sheet, wiring: SeatWiring) -> None:
    """The same in words, beside the drawing."""
    x, y = _x(COLUMNS) + 4 * PITCH, TOP - 16
    rows = [
        "Header to board",
        "pin 1 · 3.3 V to + rail",
        "pin 6 · ground to − rail",
        "pin 3 · SDA of the panel",
        "pin 5 · SCL of the panel",
        *(f"pin {plan.POSITION[gpio]} · K{i}" for i, gpio in enumerate(wiring.keys, start=1)),
    ]
    if wiring.lamp is not None:
        rows.append(f"pin {plan.POSITION[wiring.lamp]} · lamp, through a resistor")
    rows += [
        "",
        "On the board",
        "panel GND to − rail",
        "panel VCC to + rail",
        "other leg of each key,",
        "  crosswise, to − rail",
        "LED: long leg (+) to the",
        "  resistor, short to − rail",
        "upper − rail to lower",
        "",
        "Look at your panel: some",
        "boards have VCC first.",
        "5 V (pins 2, 4): nowhere.",
    ]
    for i, words in enumerate(rows):
        bold = words in ("Header to board", "On the board")
        sheet.text(x + 4 * words.startswith(" "), y + 6 * i, words.strip(), size=3.6, bold=bold)
