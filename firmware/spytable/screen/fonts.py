"""Fonts: Terminus in the sizes that the panels use, loaded when first needed, and the letters that it has."""

from __future__ import annotations

import gzip
import struct
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from spytable.errors import SpyTableError

_PCF_MAGIC = b"\x01fcp"
_PCF_ENCODINGS = 1 << 5
_PCF_BIG_ENDIAN = 1 << 2
_NO_GLYPH = 0xFFFF

REPLACEMENT = "?"
"""Stands where the font has no letter."""


class FontError(SpyTableError, ValueError):
    """A font file of the package is not what it was when it was packed."""


@dataclass(frozen=True, slots=True)
class Size:
    """A fixed-width size: *width* and *height* of a letter's cell in pixels, and the file that holds it."""

    width: int
    height: int
    file: str


class Strike(Enum):
    """The sizes there are: n letters are n cells wide. (The bold 6 x 12 of Terminus is the normal one.)"""

    SMALL = Size(6, 12, "ter-u12n_unicode.pcf.gz")
    LARGE = Size(8, 16, "ter-u16b_unicode.pcf.gz")
    HUGE = Size(12, 24, "ter-u24b_unicode.pcf.gz")


def width(text: str, strike: Strike = Strike.SMALL) -> int:
    """Pixels from the first letter's cell to the end of the last one's."""
    return len(text) * strike.value.width


@lru_cache(maxsize=512)
def missing(text: str, strike: Strike = Strike.SMALL) -> str:
    """The letters of *text* that the font does not have, each once, in order of appearance."""
    letters = _letters(strike)
    return "".join(dict.fromkeys(letter for letter in text if ord(letter) not in letters))


@lru_cache(maxsize=512)
def line(text: str, strike: Strike = Strike.SMALL) -> Image.Image:
    """*text* in white on black, mode "1", as wide as its cells. Kept for the next time: do not draw on it.

    Lines come again at almost every key press: a screen of kept lines is drawn in a sixth of the time.
    """
    if lacking := missing(text, strike):
        text = text.translate(dict.fromkeys(map(ord, lacking), REPLACEMENT))
    picture = Image.new("1", (max(1, width(text, strike)), strike.value.height))
    ImageDraw.Draw(picture).text((0, 0), text, fill=1, font=_face(strike))
    return picture


def packed_width(text: str, strike: Strike = Strike.LARGE) -> int:
    """Pixels that *text* takes in `packed`."""
    return max(1, sum(right - left for left, right in _columns(text, strike)) + max(0, len(text) - 1) * _CLOSE[strike])


@lru_cache(maxsize=512)
def packed(text: str, strike: Strike = Strike.LARGE) -> Image.Image:
    """*text* as `line` has it, each letter as wide as it is and close to the next. Do not draw on it."""
    cells = line(text, strike)
    picture = Image.new("1", (packed_width(text, strike), strike.value.height))
    x = 0
    for left, right in _columns(text, strike):
        picture.paste(cells.crop((left, 0, right, cells.height)), (x, 0))
        x += right - left + _CLOSE[strike]
    return picture


_CLOSE = {Strike.SMALL: 1, Strike.LARGE: 1, Strike.HUGE: 2}
"""Dark pixels between two letters that stand close."""


@lru_cache(maxsize=512)
def _columns(text: str, strike: Strike) -> tuple[tuple[int, int], ...]:
    """Where each letter of `line` begins and ends; a space takes a third of its cell."""
    cell = strike.value.width
    cells = line(text, strike)
    found = []
    for i in range(len(text)):
        box = cells.crop((i * cell, 0, (i + 1) * cell, cells.height)).getbbox()
        start, end = (0, cell // 3) if box is None else (box[0], box[2])
        found.append((i * cell + start, i * cell + end))
    return tuple(found)


@cache
def _data(strike: Strike) -> bytes:
    # Unpacked here, not by FreeType: that would unpack the file anew for every letter, milliseconds each.
    packed = (Path(__file__).with_name("fonts") / strike.value.file).read_bytes()
    try:
        return gzip.decompress(packed)
    except (OSError, EOFError) as fault:
        raise FontError(f"The font file {strike.value.file} is damaged: {fault}") from fault


@cache
def _face(strike: Strike) -> ImageFont.FreeTypeFont:
    # BASIC: no ligatures or right-to-left text here, and the other engine is slower and not everywhere.
    try:
        return ImageFont.truetype(BytesIO(_data(strike)), strike.value.height, layout_engine=ImageFont.Layout.BASIC)
    except OSError as fault:
        raise FontError(f"The font file {strike.value.file} is damaged: {fault}") from fault


@cache
def _letters(strike: Strike) -> frozenset[int]:
    """The code points that have a glyph, from the encodings table of the PCF file.

    FreeType would draw its box for a missing letter and say nothing. The format:
    https://fontforge.org/docs/techref/pcf-format.html
    """
    data = _data(strike)
    try:
        if data[:4] != _PCF_MAGIC:
            raise FontError(f"The font file {strike.value.file} is not a PCF font.")
        (tables,) = struct.unpack_from("<I", data, 4)
        starts = [
            offset
            for kind, _, _, offset in (struct.unpack_from("<4I", data, 8 + 16 * i) for i in range(tables))
            if kind == _PCF_ENCODINGS
        ]
        (start,) = starts
        (form,) = struct.unpack_from("<I", data, start)
        order = ">" if form & _PCF_BIG_ENDIAN else "<"
        first_low, last_low, first_high, last_high, _ = struct.unpack_from(f"{order}5H", data, start + 4)
        lows, highs = range(first_low, last_low + 1), range(first_high, last_high + 1)
        glyphs = struct.unpack_from(f"{order}{len(lows) * len(highs)}H", data, start + 14)
    except (struct.error, ValueError) as fault:
        if isinstance(fault, FontError):
            raise
        raise FontError(f"The font file {strike.value.file} has no table of its letters.") from fault
    codes = (high << 8 | low for high in highs for low in lows)
    return frozenset(code for code, glyph in zip(codes, glyphs, strict=True) if glyph != _NO_GLYPH)
