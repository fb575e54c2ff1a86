"""The drawing to wire a seat by: its lid as it lies upside down, and the little board with the cable's header."""

from __future__ import annotations

from kit import enclosure, plan
from kit.room import Point
from kit.sheet import THICK, THIN, Sheet

SCALE = 1.6
"""Times larger than the lid."""

PINS = ("GND", "VCC", "SCL", "SDA")
"""The usual order of a panel's pins, seen from its front."""

LIKE = {"VCC": "3.3 V"}
"""Names of pins that differ from those of the cable's conductors."""


def drawing() -> Sheet:
    """A seat's lid from below, with the number of the conductor at each leg."""
    of = enclosure.data()
    box, sizes, print_ = of["seat"], enclosure.seat(of), of["print"]
    conductors = plan.parts()["cable"]["conductors"]
    sheet = Sheet(
        "A seat, wired: its lid from below",
        "Turned over like a page: K1 is on the right now. The player's edge is the lower one.\n"
        "A number in a ring: that conductor of the cable, so that pad of the little board. "
        "Thick: the common ground, one wire.",
    )
    lid = _Lid(sheet, 12, 32, box["width"], box["depth"])
    lid.outline()
    for at in sizes["posts"]:
        lid.ring(at, print_["through"])
    bus = sizes["keys"][0][1] + 18
    for i, (x, y) in enumerate(sizes["keys"], start=1):
        lid.ring((x, y), sizes["key_nut"])
        lid.words((x, y - 4.5), f"K{i}", size=4.4, bold=True)
        for side in (-4, 4):
            lid.leg((x + side, y))
        lid.wire((x - 4, y), (x - 4, bus), thick=True)
        lid.tag((x + 4, y), (x + 4, y - 15.5), conductors.index(f"K{i}") + 1)
    x, y = sizes["lamp_at"]
    lid.wire((sizes["keys"][0][0] - 12, bus), (x + 1.3, bus), (x + 1.3, y), thick=True)
    lid.tag((sizes["keys"][0][0] - 4, bus), (sizes["keys"][0][0] - 14, bus), len(conductors) // 2)
    lid.ring((x, y), of["lamp"]["rim"])
    lid.words((x, y - 7.5), "lamp", size=4.4, bold=True, at="start")
    for side, words, anchor in ((-1.3, "long leg", "start"), (1.3, "short leg", "end")):
        lid.leg((x + side, y))
        lid.words((x + 4.6 * side / 1.3, y - 0.8), words, size=3.2, at=anchor)
    lid.tag((x - 1.3, y), (x - 1.3, y + 9), conductors.index("LAMP") + 1)
    board, (x, y) = sizes["board"], sizes["panel_at"]
    lid.box((x, y), board)
    lid.words((x, y - 1), "panel,", size=4.4, bold=True)
    lid.words((x, y - 4.5), "its back", size=4.4, bold=True)
    for i, name in enumerate(PINS):
        pin = (x + (i - 1.5) * 2.54, y + board[1] / 2 - 1.8)
        lid.leg(pin)
        lid.tag(pin, (x + (i - 1.5) * 7, y + board[1] / 2 + 8), conductors.index(LIKE.get(name, name)) + 1)
        lid.words((x + (i - 1.5) * 7, y + board[1] / 2 + 11.2), name, size=2.8, bold=True)
    _little_board(sheet, 212, 52, "The little board from above", mirrored=False)
    _little_board(sheet, 212, 112, "and from below, where you solder", mirrored=True)
    notes = (
        "The 10 µF: + at 3, stripe at 1.",
        "Pads 1 and 5 are both ground.",
        "Your panel's pins may stand in",
        "another order: go by their names.",
    )
    for i, words in enumerate(notes):
        sheet.text(206, 164 + 6 * i, words, size=3.6)
    return sheet


def _little_board(sheet: Sheet, x: float, y: float, head: str, *, mirrored: bool) -> None:
    """The 2 x 5 header and its numbers, three times its size; the notch at the odd row."""
    sheet.text(206, y - 8, head, size=3.6, bold=True)
    wide, deep, pitch = 61.0, 27.0, 7.62
    sheet.box(x, y, wide, deep, line=THICK, round=1, dashed=mirrored)
    middle = x + wide / 2
    sheet.box(middle - 7, y + deep - 1.8, 14, 3.6, fill="white", line=0)
    for side in (-7, 7):
        sheet.line((middle + side, y + deep - 2.5), (middle + side, y + deep + 1), width=THICK)
    sheet.text(middle, y + deep + 1.2, "notch", size=2.8, at="middle")
    for i in range(5):
        for row in (0, 1):
            number = 2 * i + 2 - row
            px = middle + (i - 2) * pitch * (-1 if mirrored else 1)
            py = y + deep / 2 + (row - 0.5) * pitch
            sheet.circle(px, py, 3.2, line=THICK if number == 1 else THIN)
            sheet.text(px, py + 1.2, str(number), size=3.4, at="middle", bold=number == 1)


class _Lid:
    """The lid upside down: positions are those of the lid from above, x counted from its left."""

    def __init__(self, sheet: Sheet, left: float, top: float, width: float, depth: float) -> None:
        self._sheet, self._size = sheet, (width * SCALE, depth * SCALE)
        self._right, self._bottom = left + width * SCALE, top + depth * SCALE

    def _at(self, place: Point) -> Point:
        return self._right - place[0] * SCALE, self._bottom - place[1] * SCALE

    def outline(self) -> None:
        wide, deep = self._size
        self._sheet.box(self._right - wide, self._bottom - deep, wide, deep, line=THICK, round=6)

    def words(self, place: Point, words: str, *, size: float, bold: bool = False, at: str = "middle") -> None:
        x, y = self._at(place)
        self._sheet.text(x, y, words, size=size, bold=bold, at=at)

    def ring(self, place: Point, diameter: float) -> None:
        self._sheet.circle(*self._at(place), diameter / 2 * SCALE)

    def box(self, middle: Point, size: list[float]) -> None:
        x, y = self._at(middle)
        wide, deep = (side * SCALE for side in size)
        self._sheet.box(x - wide / 2, y - deep / 2, wide, deep, line=THICK, round=1.5)

    def leg(self, place: Point) -> None:
        self._sheet.circle(*self._at(place), 0.9, fill="black")

    def wire(self, *places: Point, thick: bool = False) -> None:
        self._sheet.line(*map(self._at, places), width=1.0 if thick else 0.35)

    def tag(self, leg: Point, place: Point, number: int) -> None:
        """The ring with the conductor's number, and the wire from a leg to it."""
        self.wire(leg, place)
        self._sheet.circle(*self._at(place), 3.4, fill="white", line=THICK)
        x, y = self._at(place)
        self._sheet.text(x, y + 1.3, str(number), size=3.6, bold=True, at="middle")
