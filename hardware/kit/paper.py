"""PDF and PNG of each drawing, through cairosvg (requirements/hardware.txt)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cairosvg
from PIL import Image

from kit.everything import DRAWINGS, STAMP, sheets, stamp

DOTS = 110
"""Dots an inch of the PNG: an A4 sheet is 1286 wide."""


def write() -> Iterator[Path]:
    """Writes those of drawings that have changed, and gives each file: a PDF bears the time that it was made at."""
    before = STAMP.read_text(encoding="utf-8").splitlines() if STAMP.exists() else []
    for (name, sheet), line in zip(sheets().items(), stamp().splitlines(), strict=True):
        svg = sheet.svg().encode()
        pdf, png = DRAWINGS / f"{name}.pdf", DRAWINGS / f"{name}.png"
        if line in before and pdf.exists() and png.exists():
            continue
        cairosvg.svg2pdf(bytestring=svg, write_to=str(pdf))
        cairosvg.svg2png(bytestring=svg, write_to=str(png), dpi=DOTS, scale=DOTS / 96)
        # Line drawings: 16 greys are enough, at a third of the size.
        with Image.open(png) as picture:
            grey = picture.convert("L").quantize(16)
        grey.save(png, optimize=True)
        yield from (pdf, png)
    STAMP.write_text(stamp(), encoding="utf-8")
    yield STAMP
