"""The drawing of the Pi's header: all 40 pins, and where the header is on a Pi."""

from __future__ import annotations

from typing import Any

from kit import enclosure, plan
from kit.sheet import THICK, Sheet

Data = dict[str, Any]


def drawing() -> Sheet:
    """All 40 pins: number, name and use; beside it the Pis from above, turned the same way."""
    sheet = Sheet(
        "The header of the Raspberry Pi: all 40 pins",
        "Seen from above. In the rings: the number of the pin, as it is counted on the header and in all drawings.\n"
        "GPIO: the number of the line, as the settings have it. "
        "up, down: what the Pi does with it from power-up until the table starts.",
    )
    top, step, middle = 36.0, 8.2, 118.0
    for position in range(1, 41):
        side = -1 if position % 2 else 1
        y = top + (position - 1) // 2 * step
        x = middle + side * 5.5
        powered = position in plan.POWER
        if position == 1:
            sheet.box(x - 3.6, y - 3.6, 7.2, 7.2, line=THICK)
        else:
            sheet.circle(x, y, 3.6, line=THICK if powered else 0.35)
        sheet.text(x, y + 1.3, str(position), size=3.6, at="middle", bold=powered)
        anchor = "end" if side < 0 else "start"
        name = plan.POWER.get(position) or f"GPIO {plan.GPIO_AT[position]}"
        sheet.text(x + side * 6, y + 1.3, name, size=3.6, at=anchor, bold=powered)
        use = plan.use_of(position)
        if use:
            sheet.line((x + side * 24, y), (x + side * 34, y))
            sheet.text(x + side * 36, y + 1.3, use, size=4, bold=True, at=anchor)
        else:
            sheet.text(x + side * 36, y + 1.3, "leave free", size=3.2, at=anchor)
        if "seat" in use:
            pull = "up" if plan.GPIO_AT[position] in plan.PULLED_UP else "down"
            sheet.text(x + side * 76, y + 1.3, pull, size=3.2, at=anchor)
    pis = enclosure.data()["pi"]
    _pi(sheet, 222, 44, pis["full"], "Pi 3, 4, 5", ("USB, network",))
    _pi(sheet, 222, 142, pis["zero"], "Pi Zero 2 W", ())
    return sheet


def _pi(sheet: Sheet, x: float, y: float, pi: Data, name: str, sockets: tuple[str, ...]) -> None:
    """A Pi from above, its card's end upwards, at 7 : 10."""
    scale = 0.7
    long, short = (side * scale for side in pi["board"])
    sheet.text(x, y - 6, name, size=4, bold=True)
    sheet.box(x, y, short, long, round=2, line=THICK)
    card = 12 * scale
    sheet.box(x + short * (0.5 if sockets else 0.57) - card / 2, y - 1.5, card, 9 if sockets else 5, fill="#ddd")
    sheet.text(x + short + 4, y + 2, "card", size=3.2)
    sheet.line((x + short + 3, y + 1), (x + short / 2 + card / 2 + 1, y + 1), width=0.2)
    # The header's middle is 32.5 mm from the card's end and 3.5 mm from the edge, on every Pi.
    left, upper = x + short - 6 * scale, y + 7 * scale
    sheet.box(left, upper, 5 * scale, 51 * scale, fill="white")
    for i in range(20):
        for j in (0, 1):
            dot = (left + (1.23 + 2.54 * j) * scale, upper + (1.37 + 2.54 * i) * scale)
            sheet.circle(*dot, 0.45, fill="black" if i or j else "white", line=0.2)
    sheet.text(x + short + 4, upper + 2.4, "pin 2", size=3.2)
    sheet.text(x + short + 4, upper + 51 * scale - 0.6, "pin 40", size=3.2)
    sheet.text(left - 1.5, upper + 2.4, "pin 1", size=3.2, at="end")
    sheet.text(left - 1.5, upper + 51 * scale - 0.6, "pin 39", size=3.2, at="end")
    power = (11.2 if sockets else 54) * scale
    sheet.box(x - 1, y + power - 3, 5, 6, fill="#ddd")
    sheet.text(x - 3, y + power + 1.2, "power", size=3.2, at="end")
    for words in sockets:
        for middle in (9, 27, 45.75):
            sheet.box(x + (pi["board"][1] - middle - 7) * scale, y + long - 10, 14 * scale, 12, fill="#ddd")
        sheet.text(x + short / 2, y + long + 7, words, size=3.2, at="middle")
