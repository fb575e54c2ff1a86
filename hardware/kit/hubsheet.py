"""The drawings to build the hub by: where each part stands, and every wire to tick off."""

from __future__ import annotations

from collections.abc import Iterator

from kit import enclosure, hub, plan
from kit.room import Data, Point, corners
from kit.sheet import THICK, THIN, Sheet
from kit.wiring import ohms, signal
from spytable.seats.gpio.wiring import SeatWiring

SCALE = 2
"""Times larger than the board."""

RESISTORS = ("SDA", "SCL", "K1", "K2", "K3", "K4", "LAMP")
"""What the seven resistors before a seat's socket are for, from the left."""


def places() -> Sheet:
    """The hub from above, twice as large."""
    of = enclosure.data()
    data, box = of["hub"], of["middle"]
    sheet = Sheet(
        "The hub from above, twice its size",
        "The edge with the 2 x 20 header is the one beside the Pi. Each shroud has its notch on that side.\n"
        "Rings on a header: the numbers of its pins. From below, where you solder, left is right and right is left.",
    )
    board = _Board(sheet, 14, 34, box["hub"])
    for at in corners(box["hub_holes"], (box["hub"][0] / 2, box["hub"][1] / 2)):
        board.ring(at, 2.8)
    (pi, _), *sockets = hub.headers(data)
    board.header(pi, 20, data)
    resistance = (ohms(plan.parts()["bus"]["hub_pull_up"]), ohms(plan.parts()["cable"]["key_resistor"]))
    for (at, n), wiring, column in zip(sockets, plan.seats(), data["sockets"], strict=True):
        board.header(at, n, data)
        board.words((at[0], at[1] + 5.6), f"seat {wiring.seat}", size=4, bold=True)
        for i, name in enumerate(RESISTORS):
            low, high = (hub.hole(data, column - 3 + i, row) for row in data["resistors"])
            board.resistor(low, high)
            board.words((high[0], high[1] + 1.1 + i % 2 * 1.6), name, size=2.5)
    for name, words in (("multiplexer", "TCA9548A"), ("amplifier", "MAX98357A")):
        board.box(data[name]["at"], data[name]["size"])
        board.words((data[name]["at"][0], data[name]["at"][1] - 0.6), words, size=3.6, bold=True)
    at = data["capacitor"]["at"]
    board.ring(at, data["capacitor"]["size"][0])
    board.words((at[0], at[1] + 4.8), "470 µF", size=2.8)
    board.words((at[0] - 2, at[1] - 0.7), "+", size=4, bold=True)
    board.words((at[0] + 2, at[1] - 0.7), "−", size=4, bold=True)
    notes = [
        ("Seven resistors before", True),
        ("each seat's socket", True),
        (f"SDA, SCL: {resistance[0]},", False),
        ("to the 3.3 V rail", False),
        (f"K1 to K4: {resistance[1]}", False),
        ("LAMP: by the colour of", False),
        ("the LED, see parts.md", False),
        ("", False),
        ("Boards differ. Another", True),
        ("size, another place:", True),
        ("the wires are the same.", False),
        ("", False),
        ("A board with single pads,", True),
        ("no strips", True),
        ("Strips would join the", False),
        ("two rows of a header.", False),
    ]
    for i, (words, bold) in enumerate(notes):
        sheet.text(222, 44 + 6 * i, words, size=3.6, bold=bold)
    (wide, deep), (across, along) = box["hub"], box["hub_holes"]
    size = f"The board is {wide:g} x {deep:g} mm; its screws are {across:g} x {along:g} mm apart: drill 2.8 mm."
    sheet.text(14, 183, size, size=3.6)
    sheet.text(14, 189, "Every wire, to tick off: wires.pdf.", size=3.6)
    return sheet


class _Board:
    """The board: positions are mm from its left front corner, x to the right and y away from the Pi."""

    def __init__(self, sheet: Sheet, left: float, top: float, size: list[float]) -> None:
        self._sheet, self._left, self._bottom = sheet, left, top + size[1] * SCALE
        sheet.box(left, top, size[0] * SCALE, size[1] * SCALE, line=THICK, round=2)

    def at(self, place: Point) -> Point:
        return self._left + place[0] * SCALE, self._bottom - place[1] * SCALE

    def words(self, place: Point, words: str, *, size: float, bold: bool = False) -> None:
        x, y = self.at(place)
        self._sheet.text(x, y, words, size=size, bold=bold, at="middle")

    def ring(self, place: Point, diameter: float) -> None:
        self._sheet.circle(*self.at(place), diameter / 2 * SCALE)

    def box(self, middle: Point, size: list[float]) -> None:
        x, y = self.at(middle)
        wide, deep = (side * SCALE for side in size)
        self._sheet.box(x - wide / 2, y - deep / 2, wide, deep, line=THICK, round=1)

    def header(self, middle: Point, columns: int, data: Data) -> None:
        """Its shroud with the notch, and its pins by number: the odd row in front, pin 1 at the left."""
        pitch, (longer, deep) = data["pitch"], data["shroud"]
        self.box(middle, [columns * pitch + longer, deep])
        x, y = self.at((middle[0], middle[1] - deep / 2))
        self._sheet.box(x - 4.5, y - 1.2, 9, 2.4, fill="white", line=0)
        for side in (-4.5, 4.5):
            self._sheet.line((x + side, y - 2), (x + side, y + 0.6), width=THICK)
        for i in range(columns):
            for row in (0, 1):
                place = (middle[0] + (i - (columns - 1) / 2) * pitch, middle[1] + (row - 0.5) * pitch)
                number = 2 * i + row + 1
                self._sheet.circle(*self.at(place), 2.25, line=THICK if number == 1 else THIN)
                px, py = self.at(place)
                self._sheet.text(px, py + 0.9, str(number), size=2.5, at="middle", bold=number == 1)

    def resistor(self, low: Point, high: Point) -> None:
        (x, bottom), (_, top) = self.at(low), self.at(high)
        self._sheet.line((x, bottom), (x, top))
        self._sheet.box(x - 1.7, top + 3.5, 3.4, bottom - top - 7, fill="white")
        for y in (bottom, top):
            self._sheet.circle(x, y, 0.6, fill="black")


def wires() -> Sheet:
    """Every wire of the hub in words, with a box to tick."""
    sheet = Sheet(
        "The hub, wire by wire, to tick off",
        "pin: of the 2 x 20 header. rail: a bare wire along the board that all of its kind are soldered to.\n"
        "Wire the rails first and measure them, then the rest. Seats that you do not build are left out.",
        size=(210.0, 297.0),
    )
    y = _block(sheet, 14, 34, "Rails", _rails())
    y = _block(sheet, 14, y + 6, "Multiplexer TCA9548A", _multiplexer())
    _block(sheet, 14, y + 6, "Amplifier MAX98357A", _amplifier())
    y = 34.0
    for wiring in plan.seats():
        y = _block(sheet, 104, y, f"Socket of seat {wiring.seat}", _seat(wiring)) + 2.4
    return sheet


def _block(sheet: Sheet, x: float, y: float, head: str, rows: Iterator[str]) -> float:
    """One list; gives where it ends."""
    sheet.text(x, y, head, size=4, bold=True)
    for words in rows:
        y += 4.6
        sheet.box(x, y - 2.6, 3, 3, line=THIN)
        sheet.text(x + 5, y, words, size=3.2)
    return y + 4.6


def _rails() -> Iterator[str]:
    for name, pins in plan.parts()["header"]["rails"].items():
        for pin in pins:
            yield f"pin {pin} to the {'ground' if name == 'GND' else name} rail"


def _multiplexer() -> Iterator[str]:
    for name, pin in plan.parts()["header"]["multiplexer"].items():
        yield f"{name} to pin {pin} ({signal(pin)})"
    yield "RST to the 3.3 V rail"
    for name in ("A0", "A1", "A2"):
        yield f"{name} to the ground rail"


def _amplifier() -> Iterator[str]:
    for name, pin in plan.parts()["header"]["amplifier"].items():
        yield f"{name} to pin {pin} ({signal(pin)})"
    yield "470 µF: + at VIN, stripe at GND"
    yield "+ to the loudspeaker"
    yield "− to the loudspeaker"
    yield "SD and GAIN stay open"


def _seat(wiring: SeatWiring) -> Iterator[str]:
    data = plan.parts()
    pull, key = ohms(data["bus"]["hub_pull_up"]), ohms(data["cable"]["key_resistor"])
    side = wiring.panel.channel
    lines = dict(zip(("K1", "K2", "K3", "K4"), wiring.keys, strict=True))
    for number, name in enumerate(data["cable"]["conductors"], start=1):
        if name in ("GND", "3.3 V"):
            yield f"{number} ({name}) to the {'ground' if name == 'GND' else name} rail"
        elif name in ("SDA", "SCL"):
            yield f"{number} ({name}) to {name[:2]}{side} of the multiplexer"
            yield f"{number} ({name}) through {pull} to the 3.3 V rail"
        else:
            gpio = wiring.lamp if name == "LAMP" else lines[name]
            if gpio is not None:
                through = "the lamp's resistor" if name == "LAMP" else key
                yield f"{number} ({name}) through {through} to pin {plan.POSITION[gpio]} (GPIO {gpio})"
