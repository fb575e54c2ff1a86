"""The sheet of labels to print: key caps, seat numbers, and the players' signs as they stand on the panels."""

from __future__ import annotations

from PIL import Image

from kit.sheet import A4, Sheet
from spytable.game.cards import Colour
from spytable.language.phrases import ENGLISH, Phrases, languages
from spytable.referee.message import message
from spytable.referee.press import KEYS, SEATS
from spytable.screen import icons

WORDS = {
    Colour.GREEN: "green · ring",
    Colour.RED: "red · square",
    Colour.BLUE: "blue · diamond",
    Colour.YELLOW: "yellow · triangle",
}
"""Each colour by its word and its shape: the sheet is of use in black and white."""

CAP = 10.0
"""mm: the disc that lies under a clear key cap or on a flat button."""


def sheet() -> Sheet:
    """All labels of a table of four, A4."""
    page = Sheet("Labels to print at 100 %, and to cut out", size=(A4[1], A4[0]))
    page.text(12, 21, 'This line is 100 mm long. If yours is not, print without "fit to page".', size=3.4)
    page.line((12, 24), (112, 24), width=0.5)
    for mark in (12, 112):
        page.line((mark, 22.5), (mark, 25.5), width=0.5)
    _caps(page, 38)
    _numbers(page, 92)
    _signs(page, 134)
    return page


def _head(page: Sheet, y: float, words: str) -> None:
    page.text(12, y, words, size=3.6, bold=True)


def _caps(page: Sheet, top: float) -> None:
    _head(page, top, "Key caps, 10 mm: with their names, and blank (what a key does stands on the panel)")
    for i, seat in enumerate(SEATS):
        for key in KEYS:
            x = 20 + (key - 1) * 12 + i % 2 * 95
            y = top + 8 + i // 2 * 24
            page.circle(x, y, CAP / 2, line=0.2)
            page.text(x, y + 1.5, f"K{key}", size=4.2, bold=True, at="middle")
            page.circle(x, y + 12, CAP / 2, line=0.2)
        page.text(20 + 4 * 12 + i % 2 * 95, top + 15 + i // 2 * 24, f"seat {seat}", size=3.2)


def _numbers(page: Sheet, top: float) -> None:
    _head(page, top + 4, "Seats, clockwise: one for each box, and one for each end of its cable")
    for seat in SEATS:
        for i, (width, size) in enumerate(((16, 11), (10, 6), (10, 6))):
            x = 15 + (seat - 1) * 46 + (0, 18, 30)[i]
            page.box(x, top + 10, width, 16 if i == 0 else 10, line=0.2, round=1)
            page.text(x + width / 2, top + (22 if i == 0 else 17.2), str(seat), size=size, bold=True, at="middle")


def _signs(page: Sheet, top: float) -> None:
    _head(page, top, "Players: fold in the middle and stand it before you. The sign is the one on your panel")
    for i, colour in enumerate(Colour):
        x, y = 15 + i % 2 * 92, top + 6 + i // 2 * 70
        page.box(x, y, 84, 62, line=0.2)
        page.line((x, y + 31), (x + 84, y + 31), width=0.15, dashed=True)
        _sign(page, icons.sign(colour), x + 18, y + 46.5, 22)
        page.text(x + 34, y + 43.5, WORDS[colour], size=5, bold=True)
        names = _names(colour)
        for j, line in enumerate((names[:3], names[3:])):
            page.text(x + 34, y + 50.5 + 5 * j, " · ".join(line), size=3.2)
        # The other half stands the other way up, for the players opposite.
        _sign(page, icons.sign(colour).rotate(180), x + 66, y + 15.5, 22)


def _names(colour: Colour) -> list[str]:
    """The colour in the table's other languages."""
    return [Phrases(each).text(message("{seat}", seat=colour)) for each in languages() if each != ENGLISH]


def _sign(page: Sheet, picture: Image.Image, x: float, y: float, size: float) -> None:
    """The panel's own picture, each pixel a square; (x, y) is its middle."""
    step = size / picture.width
    for row in range(picture.height):
        column = 0
        while column < picture.width:
            run = column
            while run < picture.width and picture.getpixel((run, row)):
                run += 1
            if run > column:
                left, up = x - size / 2 + column * step, y - size / 2 + row * step
                page.box(left, up, (run - column) * step, step, fill="black", line=0.3)
            column = run + 1
