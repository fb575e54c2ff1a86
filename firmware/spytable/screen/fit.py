"""Fitting: the room that text has on a panel. What has none is an error in tests, or cut at the table."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from spytable.errors import SpyTableError
from spytable.referee.message import Wording
from spytable.screen import fonts
from spytable.screen.labels import GAPS, Label, placed_labels

ELLIPSIS = "…"

_log = logging.getLogger(__name__)


class UnfitTextError(SpyTableError, ValueError):
    """A text that a panel cannot show as it is."""


class TooLong(UnfitTextError):  # noqa: N818, it reads as what it says
    """A text that has no room."""


class NoSuchLetter(UnfitTextError):  # noqa: N818
    """A text with a letter that the font does not have."""


@dataclass(frozen=True, slots=True)
class Fitter:
    """Judges texts. *strict*: raises TooLong or NoSuchLetter; otherwise cuts and logs, each text once."""

    strict: bool = False

    def letters(self, text: str) -> str:
        """*text*, after a check that the font has all of it. Raises NoSuchLetter (strict)."""
        if lacking := fonts.missing(text):
            self._report(NoSuchLetter(f"The panel font has no {' '.join(lacking)}: “{text}”"))
        return text

    def one_line(self, text: str, room: int, where: str) -> str:
        """*text* in at most *room* letters; *where* names the place in the error. Raises TooLong (strict)."""
        text = self.letters(fitting(text, room))
        if len(text) <= room:
            return text
        self._report(TooLong(f"{where} has room for {room} letters, not {len(text)}: “{text}”"))
        return text[: room - 1].rstrip() + ELLIPSIS if room > 0 else ""

    def lines(self, texts: Sequence[str], room: int, most: int, where: str) -> list[str]:
        """*texts* on at most *most* lines of *room* letters, broken at spaces. Raises TooLong (strict)."""
        texts = fitting_lines(texts, room, most)
        broken = [line for text in texts for line in wrapped(self.letters(text), room)]
        if len(broken) > most:
            whole = " / ".join(texts)
            self._report(TooLong(f"{where} has room for {most} lines of {room} letters, not {len(broken)}: “{whole}”"))
            broken = [*broken[: most - 1], broken[most - 1][: room - 1] + ELLIPSIS]
        return [self.one_line(line, room, where) for line in broken]

    def labels(self, texts: Sequence[str | None]) -> tuple[Label | None, ...]:
        """Where the keys' labels stand, None for a key without one. Raises TooLong (strict)."""
        shown = [self.letters(text) if text else None for text in fitting_labels(texts)]
        while (labels := placed_labels(tuple(shown))) is None:
            longest = max((text for text in shown if text), key=len)
            whole = " | ".join(text or "-" for text in texts)
            self._report(TooLong(f"The key labels have no room side by side: {whole}"))
            shown[shown.index(longest)] = longest.rstrip(ELLIPSIS)[:-1].rstrip() + ELLIPSIS
        return labels

    def _report(self, fault: UnfitTextError) -> None:
        if self.strict:
            raise fault
        log_once(str(fault))


@lru_cache(maxsize=1000)
def log_once(fault: str) -> None:
    """Logs *fault*, unless that was done already: a panel is drawn many times, and each time lacks the room."""
    _log.error("%s", fault)


def lengths(text: str) -> tuple[str, ...]:
    """All lengths of *text* for large print, the longest first."""
    return (str(text), *text.shorter, *text.large) if isinstance(text, Wording) else (text,)


def fitting(text: str, room: int) -> str:
    """The longest length of *text* that *room* letters hold; the shortest where they hold none."""
    wording: Wording = Wording.of(text)
    while len(wording) > room and (shorter := wording.next) is not None:
        wording = shorter
    return str(wording)


def fitting_lines(texts: Sequence[str], room: int, most: int) -> list[str]:
    """*texts*, the longest shortened until they fit on *most* lines of *room* letters or cannot be shortened."""
    worded: list[Wording | None] = [Wording.of(text) for text in texts]

    def fit() -> bool:
        broken = [line for text in worded if text is not None for line in wrapped(text, room)]
        return len(broken) <= most and all(len(line) <= room for line in broken)

    while not fit() and shorter(worded):
        pass
    return [str(text) for text in worded if text is not None]


def fitting_labels(texts: Sequence[str | None]) -> list[str | None]:
    """*texts*, the longest shortened until there is air between all of them, or else until they just fit."""
    worded: list[Wording | None] = []
    for gaps in (GAPS[:-1], GAPS):
        worded = [Wording.of(text) if text else None for text in texts]
        while placed_labels(tuple(text and str(text) for text in worded), gaps) is None:
            if not shorter(worded):
                break
        else:
            break
    return [text and str(text) for text in worded]


def shorter(texts: list[Wording | None]) -> bool:
    """Puts the next shorter length in place of the longest of *texts* that has one. False where none has."""
    able = [i for i, text in enumerate(texts) if text is not None and text.shorter]
    if not able:
        return False
    longest = max(able, key=lambda i: len(texts[i] or ""))
    wording = texts[longest]
    texts[longest] = wording and wording.next
    return True


def wrapped(text: str, room: int) -> list[str]:
    """*text* broken between words into lines of at most *room* letters; a longer word gets a line of its own.

    A no-break space holds what must not be torn apart, such as a card and its number.

    >>> wrapped("Red has moved already", 11)
    ['Red has', 'moved', 'already']
    """
    lines: list[str] = []
    for word in filter(None, text.split(" ")):
        if lines and len(lines[-1]) + 1 + len(word) <= room:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines
