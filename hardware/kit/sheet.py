"""A sheet of paper to draw on: lines, words and the signs of circuit diagrams; SVG, millimetres, black on white."""

from __future__ import annotations

from html import escape

A4 = (297.0, 210.0)
"""Landscape, mm."""

THIN, LINE, THICK = 0.2, 0.35, 0.6
"""mm."""


class Sheet:
    """One sheet. Every method draws at once; *x* to the right, *y* downwards, mm."""

    def __init__(self, title: str, note: str = "", size: tuple[float, float] = A4) -> None:
        self.title, self.width, self.height = title, *size
        self._drawn: list[str] = []
        if title:
            self.text(12, 14, title, size=6, bold=True)
        for i, line in enumerate(note.splitlines()):
            self.text(12, 20.5 + 4.6 * i, line, size=3.4)

    def svg(self) -> str:
        """The sheet as a file."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(self.width)}mm" height="{_n(self.height)}mm" '
            f'viewBox="0 0 {_n(self.width)} {_n(self.height)}" font-family="DejaVu Sans, Verdana, sans-serif">\n'
            f"<title>{escape(self.title)}</title>\n"
            f'<rect width="{_n(self.width)}" height="{_n(self.height)}" fill="white"/>\n'
            + "\n".join(self._drawn)
            + "\n</svg>\n"
        )

    def text(self, x: float, y: float, words: str, *, size: float = 3.2, bold: bool = False, at: str = "start") -> None:
        """Words, their line at *y*. *at*: start, middle or end of them is at *x*. *size*: mm."""
        place = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" text-anchor="{at}"'
        weight = ' font-weight="bold"' if bold else ""
        self._put(f"<text {place}{weight}>{escape(words)}</text>")

    def line(self, *points: tuple[float, float], width: float = LINE, dashed: bool = False) -> None:
        """A wire through *points*."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        dash = ' stroke-dasharray="1.5 1.2"' if dashed else ""
        self._put(f'<polyline points="{path}" fill="none" stroke="black" stroke-width="{width}"{dash}/>')

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        line: float = LINE,
        round: float = 0,
        dashed: bool = False,
    ) -> None:
        """A rectangle."""
        dash = ' stroke-dasharray="1.5 1.2"' if dashed else ""
        self._put(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{_n(round)}" '
            f'fill="{fill}" stroke="black" stroke-width="{line}"{dash}/>'
        )

    def circle(self, x: float, y: float, radius: float, *, fill: str = "none", line: float = LINE) -> None:
        """A circle."""
        self._put(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" stroke="black" stroke-width="{line}"/>'
        )

    def shape(self, *points: tuple[float, float], fill: str = "black", line: float = LINE) -> None:
        """A closed outline."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._put(f'<polygon points="{path}" fill="{fill}" stroke="black" stroke-width="{line}"/>')

    def dot(self, x: float, y: float) -> None:
        """Where wires join."""
        self.circle(x, y, 0.6, fill="black")

    def resistor(self, x: float, y: float, words: str = "", *, length: float = 9) -> None:
        """From (x, y) to the right, *length* mm with its legs' ends in the wire; its value inside."""
        self.box(x, y - 2, length, 4, fill="white")
        self.text(x + length / 2, y + 0.95, words, size=2.7, at="middle")

    def upright_resistor(self, x: float, y: float) -> None:
        """From (x, y) down 7 mm."""
        self.box(x - 1.1, y, 2.2, 7, fill="white")

    def ground(self, x: float, y: float) -> None:
        """The sign of ground, hanging from (x, y)."""
        self.line((x, y), (x, y + 1.8))
        for i, half in enumerate((2.4, 1.5, 0.6)):
            self.line((x - half, y + 1.8 + 0.9 * i), (x + half, y + 1.8 + 0.9 * i))

    def supply(self, x: float, y: float, words: str) -> None:
        """A supply, standing on (x, y)."""
        self.line((x, y), (x, y - 2))
        self.line((x - 1.8, y - 2), (x + 1.8, y - 2), width=THICK)
        self.text(x, y - 3, words, size=2.7, at="middle")

    def key(self, x: float, y: float) -> None:
        """A push button from (x, y) to the right, 12 mm."""
        self.line((x, y), (x + 2.6, y))
        self.line((x + 9.4, y), (x + 12, y))
        self.circle(x + 3.2, y, 0.6, fill="white")
        self.circle(x + 8.8, y, 0.6, fill="white")
        self.line((x + 2.6, y - 1.7), (x + 9.4, y - 1.7), width=THICK)
        self.line((x + 6, y - 1.7), (x + 6, y - 3.6))
        self.line((x + 4.4, y - 3.6), (x + 7.6, y - 3.6))

    def led(self, x: float, y: float) -> None:
        """An LED from (x, y) to the right, 12 mm: anode left."""
        self.line((x, y), (x + 12, y))
        self.shape((x + 4, y - 2.2), (x + 4, y + 2.2), (x + 8, y), fill="white")
        self.line((x + 8, y - 2.2), (x + 8, y + 2.2), width=THICK)
        for shift in (0.0, 2.0):
            tip = (x + 8.2 + shift, y - 5.4)
            self.line((x + 6 + shift, y - 3), tip, width=THIN)
            self.shape(tip, (tip[0] - 1.3, tip[1] + 0.5), (tip[0] - 0.5, tip[1] + 1.3), line=THIN)

    def capacitor(self, x: float, y: float) -> None:
        """From (x, y) down 6 mm; the plate with + is the upper one."""
        self.line((x, y), (x, y + 2.4))
        self.box(x - 2, y + 2.4, 4, 0.5, fill="white", line=THIN)
        self.line((x - 2, y + 3.9), (x + 2, y + 3.9), width=THICK)
        self.line((x, y + 3.9), (x, y + 6))
        self.text(x - 3.8, y + 2.6, "+", size=2.7, at="middle")

    def speaker(self, x: float, y: float) -> None:
        """A loudspeaker, its two wires at (x, y - 2) and (x, y + 2)."""
        self.box(x, y - 4, 4, 8)
        self.shape((x + 4, y - 4), (x + 9, y - 8), (x + 9, y + 8), (x + 4, y + 4), fill="white")

    def _put(self, element: str) -> None:
        self._drawn.append(element)


def _n(value: float) -> str:
    """A number in at most three decimals, without noughts at its end.

    >>> _n(2.50), _n(3.0)
    ('2.5', '3')
    """
    return f"{value:.3f}".rstrip("0").rstrip(".")
