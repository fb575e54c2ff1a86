"""Labels: where the words for K1 to K4 stand, each right above its key."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from spytable.screen import fonts

PANEL = 128
GAPS = (5, 3, 2)
"""Dark pixels between two labels, beside the dark column at the end of a letter: the most that there is room for."""

CENTRES = (16, 48, 80, 112)
"""Where the middles of K1 to K4 are below the panel, in pixels from its left edge."""

# A label may spill over the share of a key without a label, but it must not seem to be that key's. So many
# pixels it may end beside the middle of its own key, or beyond that of another: a finger is wider.
_SLACK = 2


def capitals(text: str) -> str:
    """*text* as labels are written; in Greek, capitals have no accents.

    >>> capitals("Κωδικός")
    'ΚΩΔΙΚΟΣ'
    """
    plain = unicodedata.normalize("NFD", text.upper())
    letters = [letter for i, letter in enumerate(plain) if letter != _TONOS or not "Α" <= plain[i - 1] <= "Ω"]
    return unicodedata.normalize("NFC", "".join(letters))


_TONOS = "\N{COMBINING ACUTE ACCENT}"


@dataclass(frozen=True, slots=True)
class Label:
    """A label with *text*, *width* pixels wide from *edge*."""

    text: str
    edge: int
    width: int


@lru_cache(maxsize=128)
def placed_labels(
    texts: tuple[str | None, ...], gaps: tuple[int, ...] = GAPS, measured: Callable[[str], int] = fonts.width
) -> tuple[Label | None, ...] | None:
    """The labels of K1 to K4 (None: no label), each as near to the middle of its key as the others let it be.

    Labels never overlap or leave the panel, and each is above the middle of its own key and of no other. None
    where that cannot be: alone, K1 and K4 have room for 8 letters, K2 and K3 for 11; four of at most 6 letters each for
    20 together. *measured* tells how wide a text is.
    """
    widths = [None if text is None else measured(text) for text in texts]
    edges = next((edges for gap in gaps if (edges := _edges(widths, gap)) is not None), None)
    if edges is None:
        return None
    return tuple(
        None if text is None or width is None else Label(text, edge, width)
        for text, edge, width in zip(texts, edges, widths, strict=True)
    )


def _edges(widths: Sequence[int | None], gap: int) -> list[int] | None:
    boxes = [(centre, width) for centre, width in zip(CENTRES, widths, strict=True) if width is not None]
    # A group of labels that touch lies where their shifts are least on the whole; groups that meet are joined.
    groups: list[list[tuple[int, int]]] = []
    for box in boxes:
        groups.append([box])
        while len(groups) > 1 and _group_end(groups[-2], gap) + gap > _group_edge(groups[-1], gap):
            last = groups.pop()
            groups[-1] += last
    placed: dict[int, int] = {}
    for group in groups:
        edge = _group_edge(group, gap)
        for centre, width in group:
            if not _belongs(edge, edge + width, centre):
                return None
            placed[centre] = edge
            edge += width + gap
    return [placed.get(centre, 0) for centre in CENTRES]


def _belongs(start: int, end: int, centre: int) -> bool:
    """Whether a label from *start* to *end* is on the panel, and above the key at *centre* and no other."""
    left = max((other - _SLACK for other in CENTRES if other < centre), default=0)
    right = min((other + _SLACK for other in CENTRES if other > centre), default=PANEL)
    return left <= start <= centre + _SLACK and centre - _SLACK <= end <= right


def _group_width(group: list[tuple[int, int]], gap: int) -> int:
    return sum(width for _, width in group) + gap * (len(group) - 1)


def _group_end(group: list[tuple[int, int]], gap: int) -> int:
    return _group_edge(group, gap) + _group_width(group, gap)


def _group_edge(group: list[tuple[int, int]], gap: int) -> int:
    """The left edge of *group*: the mean of where its labels would have it, kept on the panel."""
    wanted, before = 0, 0
    for centre, width in group:
        wanted += centre - width // 2 - before
        before += width + gap
    return max(0, min(wanted // len(group), PANEL - _group_width(group, gap)))
