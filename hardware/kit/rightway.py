"""The sheet that shows the parts: what each looks like, and which way round it belongs."""

from __future__ import annotations

from collections.abc import Callable

from kit import enclosure, plan
from kit.electrics import lamp_resistor
from kit.sheet import THICK, THIN, Sheet
from kit.wiring import ohms

RINGS = ("black", "brown", "red", "orange", "yellow", "green", "blue", "violet", "grey", "white")
"""The colours of a resistor's rings, from 0 to 9."""


def rings(value: int) -> tuple[str, str, str]:
    """The first three rings of a resistor of *value* Ω; the fourth, gold, tells its exactness.

    >>> rings(4700)
    ('yellow', 'violet', 'red')
    """
    noughts = len(str(value)) - 2
    first, second = divmod(value // 10**noughts, 10)
    return RINGS[first], RINGS[second], RINGS[noughts]


def drawing() -> Sheet:
    """Each part in a field of its own."""
    sheet = Sheet(
        "The parts, and which way round they belong",
        "Enlarged. Keys and resistors have no right way round. A resistor with five rings has others: measure it.",
    )
    fields: tuple[tuple[str, Callable[[Sheet, float, float], None]], ...] = (
        ("LED", _led),
        ("capacitors, 10 and 470 µF", _capacitor),
        ("panel, from its front", _panel),
        ("key", _key),
        ("header, from above", _shroud),
        ("ribbon cable", _ribbon),
        ("resistors: their rings", _resistors),
    )
    for i, (name, draw) in enumerate(fields):
        x, y = 12 + i % 4 * 69, 30 + i // 4 * 88
        wide = 135 if draw is _resistors else 66
        sheet.box(x, y, wide, 84, line=THIN)
        sheet.text(x + 3, y + 6.5, name, size=4, bold=True)
        draw(sheet, x, y)
    return sheet


def _notes(sheet: Sheet, x: float, y: float, *lines: str) -> None:
    for i, words in enumerate(lines):
        sheet.text(x + 3, y + 80 - 5 * (len(lines) - 1 - i), words, size=3.2)


def _led(sheet: Sheet, x: float, y: float) -> None:
    middle, top = x + 33, y + 16
    outline = ((-6, 16), (-6, 4), (-4, 0), (4, 0), (6, 4), (6, 16))
    sheet.shape(*((middle + dx, top + dy) for dx, dy in outline), fill="white")
    sheet.box(middle - 7, top + 16, 13, 3, fill="white")
    sheet.line((middle - 3, top + 19), (middle - 3, top + 45), width=THICK)
    sheet.line((middle + 3, top + 19), (middle + 3, top + 38), width=THICK)
    sheet.text(middle - 6, top + 40, "long: +", size=3.6, bold=True, at="end")
    sheet.text(middle + 6, top + 34, "short: −", size=3.6, bold=True)
    sheet.text(middle + 9, top + 18.5, "flat side: −", size=3.2)
    _notes(sheet, x, y, "long leg: to the line, conductor 10", "short leg: to ground")


def _capacitor(sheet: Sheet, x: float, y: float) -> None:
    middle, top = x + 33, y + 14
    sheet.box(middle - 8, top, 16, 26, fill="white", round=1.5)
    sheet.box(middle + 3, top + 0.4, 3.6, 25.2, fill="#ddd", line=THIN)
    for i in range(3):
        sheet.line((middle + 4, top + 6 + 7 * i), (middle + 5.6, top + 6 + 7 * i), width=THICK)
    sheet.line((middle - 4, top + 26), (middle - 4, top + 46), width=THICK)
    sheet.line((middle + 4, top + 26), (middle + 4, top + 40), width=THICK)
    sheet.text(middle - 7, top + 42, "long: +", size=3.6, bold=True, at="end")
    sheet.text(middle + 7, top + 36, "stripe: −", size=3.6, bold=True)
    _notes(sheet, x, y, "stripe: to ground.", "The wrong way round it bursts.")


def _panel(sheet: Sheet, x: float, y: float) -> None:
    panel = enclosure.data()["panel"]["oled_0_96"]
    scale = 1.75
    wide, high = (side * scale for side in panel["board"])
    left, top = x + 33 - wide / 2, y + 17
    sheet.box(left, top, wide, high, line=THICK, round=1.5)
    glass_wide, glass_high = (side * scale for side in panel["glass"])
    sheet.box(x + 33 - glass_wide / 2, top + high / 2 - glass_high / 2, glass_wide, glass_high, fill="#ddd", line=THIN)
    for i, name in enumerate(("GND", "VCC", "SCL", "SDA")):
        pin = x + 33 + (i - 1.5) * 2.54 * scale
        sheet.circle(pin, top + 3, 1.1, fill="white")
        at = x + 33 + (i - 1.5) * 11
        sheet.text(at, top - 4, name, size=3, bold=True, at="middle")
        sheet.line((at, top - 3.2), (pin, top + 1.9), width=THIN)
    sheet.text(x + 33, top + high / 2 + 1, "128 x 64", size=3.6, at="middle")
    _notes(sheet, x, y, "VCC to 3.3 V, never 5 V. Some have", "VCC first: go by the printed names.")


def _key(sheet: Sheet, x: float, y: float) -> None:
    middle, top = x + 33, y + 16
    sheet.box(middle - 9, top, 18, 5, fill="#ddd", round=1.5)
    sheet.box(middle - 14, top + 5, 28, 4, fill="white", round=1)
    sheet.box(middle - 12, top + 9, 24, 24, fill="white")
    for i in (0, 1, 4, 5, 6):
        sheet.line((middle - 12, top + 11 + 3 * i), (middle + 12, top + 12.5 + 3 * i), width=THIN)
    sheet.box(middle - 16, top + 17, 32, 5, fill="white")
    sheet.text(middle, top + 20.8, "nut", size=3.2, at="middle")
    for side in (-5, 5):
        sheet.box(middle + side - 1.4, top + 33, 2.8, 9, fill="white")
    _notes(sheet, x, y, "one leg: its line. The other: ground.", "Momentary: it springs back.")


def _shroud(sheet: Sheet, x: float, y: float) -> None:
    left, top, pitch = x + 8, y + 18, 7.4
    sheet.box(left, top, 50, 26, line=THICK, round=1)
    sheet.box(left + 18, top + 24.8, 14, 3.6, fill="white", line=0)
    for side in (18, 32):
        sheet.line((left + side, top + 23.5), (left + side, top + 27), width=THICK)
    for i in range(5):
        for row in (0, 1):
            number = 2 * i + 2 - row
            px, py = left + 25 + (i - 2) * pitch, top + 9.2 + row * pitch
            sheet.circle(px, py, 3.1, line=THICK if number == 1 else THIN)
            sheet.text(px, py + 1.2, str(number), size=3.4, at="middle", bold=number == 1)
    sheet.text(left + 25, top + 27.6, "notch", size=2.8, at="middle")
    tip = left + 25 - 2 * pitch
    sheet.shape((tip - 2, top + 30), (tip + 2, top + 30), (tip, top + 26.8))
    sheet.text(tip - 4, top + 35, "triangle: pin 1", size=3.2)
    _notes(sheet, x, y, "Odd numbers: the row at the notch.", "The plug goes in one way only.")


def _ribbon(sheet: Sheet, x: float, y: float) -> None:
    left, top = x + 18, y + 14
    sheet.box(left, top + 10, 30, 40, fill="white")
    sheet.box(left, top + 10, 3, 40, fill="#888", line=THIN)
    for i in range(2, 10):
        sheet.line((left + 3 * i, top + 10), (left + 3 * i, top + 50), width=THIN)
    for place in (top, top + 50):
        sheet.box(left - 5, place, 40, 10, fill="white", line=THICK, round=1)
        sheet.text(left + 15, place + 6.3, "socket", size=3.2, at="middle")
    sheet.text(left - 2, top + 27, "red", size=3.2, at="end")
    sheet.text(left - 2, top + 32, "edge: 1", size=3.2, at="end")


def _resistors(sheet: Sheet, x: float, y: float) -> None:
    data = plan.parts()
    lamp = data["lamp"]
    rows = [(data["cable"]["key_resistor"], "keys"), (data["bus"]["hub_pull_up"], "SDA and SCL")]
    found: dict[int, list[str]] = {}
    for colour in lamp["colour"]:
        value, _ = lamp_resistor(lamp["volts"], colour["forward"], lamp["aim"])
        found.setdefault(value, []).append(colour["name"])
    rows += [(value, f"lamp: {' or '.join(names)}") for value, names in found.items()]
    for i, (value, use) in enumerate(rows):
        level = y + 16 + 11.5 * i
        sheet.line((x + 3, level), (x + 33, level))
        sheet.box(x + 7, level - 2.4, 22, 4.8, fill="white", round=1.5)
        for j in range(4):
            gold = j == 3
            fill = "white" if gold else "#888"
            sheet.box(x + 10 + 4 * j + 1.5 * gold, level - 2.4, 1.6, 4.8, fill=fill, line=THIN)
        sheet.text(x + 36, level + 1.2, ohms(value), size=3.6, bold=True)
        sheet.text(x + 52, level - 0.6, ", ".join(rings(value)) + ", gold", size=3.2)
        sheet.text(x + 52, level + 4, use, size=3.2)
