"""What has to be sent so that one picture becomes another, in as few bytes on the bus as we know how.

Both pictures are display memory (see pages). A *Patch* is a rectangle of whole bytes that is sent in one go.
What a patch costs besides its bytes depends on how the chip is told where it goes:

- an SSD1306 is given a window of columns and pages (horizontal addressing) and fills it line by line, so a
  patch can be several pages high. Setting columns, or pages, takes 3 bytes each, and is left out where the
  patch before had the same;
- an SH1106 knows one page at a time: 2 bytes for the column, 1 for the page where it is another than before.

Each message adds the address and a control byte, and a patch is two messages: where, and what.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from spytable.seats.gpio.panels.pages import PAGES, WIDTH


class Addressing(Enum):
    """How a chip is told where bytes go."""

    WINDOW = "window"
    PAGE = "page"


@dataclass(frozen=True, slots=True, order=True)
class Patch:
    """A rectangle of display memory: *pages* high from *page*, *columns* wide from *column*."""

    page: int
    pages: int
    column: int
    columns: int

    def data(self, picture: bytes) -> bytes:
        """The picture's bytes in it, line by line."""
        starts = range(self.page * WIDTH + self.column, (self.page + self.pages) * WIDTH, WIDTH)
        return b"".join(picture[start : start + self.columns] for start in starts)


WHOLE = Patch(0, PAGES, 0, WIDTH)
"""The whole picture as one patch."""

MESSAGE = 2
"""Bytes that each message on the bus begins with: the chip's address and the control byte."""


def cost(patch: Patch, before: Patch | None, addressing: Addressing) -> int:
    """Bytes on the bus that *patch* takes when it follows *before*."""
    return 2 * MESSAGE + len(where(patch, before, addressing)) + patch.pages * patch.columns


def total(patches: Iterable[Patch], addressing: Addressing) -> int:
    """Bytes on the bus that all *patches* take, in that order, the first after something unknown."""
    count, before = 0, None
    for patch in patches:
        count += cost(patch, before, addressing)
        before = patch
    return count


def where(patch: Patch, before: Patch | None, addressing: Addressing, first_column: int = 0) -> bytes:
    """The commands that tell the chip where *patch* goes. *first_column*: memory columns left of the glass.

    A window that was filled to its end has its pointer back at its start: that is why one half may be left out.
    """
    column = patch.column + first_column
    if addressing is Addressing.PAGE:
        same = before is not None and before.page == patch.page
        page = b"" if same else bytes((0xB0 | patch.page,))
        return page + bytes((0x10 | column >> 4, column & 0x0F))
    commands = b""
    if before is None or (before.column, before.columns) != (patch.column, patch.columns):
        commands += bytes((0x21, column, column + patch.columns - 1))
    if before is None or (before.page, before.pages) != (patch.page, patch.pages):
        commands += bytes((0x22, patch.page, patch.page + patch.pages - 1))
    return commands


def changes(old: bytes | None, new: bytes, addressing: Addressing) -> list[Patch]:
    """The patches of *new* to send, in order, to a chip that shows *old* (None: unknown, so everything)."""
    if old == new:
        return []
    everything = [WHOLE] if addressing is Addressing.WINDOW else [Patch(page, 1, 0, WIDTH) for page in range(PAGES)]
    if old is None:
        return everything
    patches = [patch for page in range(PAGES) for patch in _patches_of_page(old, new, page, addressing)]
    if addressing is Addressing.WINDOW:
        patches = _joined(patches)
    return min(sorted(patches), everything, key=lambda choice: total(choice, addressing))


def _patches_of_page(old: bytes, new: bytes, page: int, addressing: Addressing) -> list[Patch]:
    """The changed stretches of one page. A gap that costs no more than a new patch is sent along."""
    start = page * WIDTH
    before, after = old[start : start + WIDTH], new[start : start + WIDTH]
    if before == after:
        return []
    bridge = 6 if addressing is Addressing.PAGE else 7
    stretches: list[list[int]] = []
    for column in [i for i, (was, is_now) in enumerate(zip(before, after, strict=True)) if was != is_now]:
        if stretches and column - stretches[-1][1] - 1 <= bridge:
            stretches[-1][1] = column
        else:
            stretches.append([column, column])
    return [Patch(page, 1, first, last - first + 1) for first, last in stretches]


def _joined(patches: list[Patch]) -> list[Patch]:
    """The patches, those joined whose common rectangle costs less than they do apart: greedy, the best pair first.

    Only neighbours in height are tried: a rectangle over an unchanged page never paid in any screen we drew.
    """
    patches = list(patches)
    while True:
        best, chosen = 0, None
        for i, one in enumerate(patches):
            for other in patches[:i]:
                if one.page - (other.page + other.pages) > 0 or other.page - (one.page + one.pages) > 0:
                    continue
                both = _around(one, other)
                saved = _alone(one) + _alone(other) - _alone(both)
                if saved > best:
                    best, chosen = saved, both
        if chosen is None:
            return patches
        patches = [patch for patch in patches if _around(patch, chosen) != chosen] + [chosen]


def _alone(patch: Patch) -> int:
    return 2 * MESSAGE + 6 + patch.pages * patch.columns


def _around(one: Patch, other: Patch) -> Patch:
    page, column = min(one.page, other.page), min(one.column, other.column)
    bottom = max(one.page + one.pages, other.page + other.pages)
    right = max(one.column + one.columns, other.column + other.columns)
    return Patch(page, bottom - page, column, right - column)
