"""The backlog: lines that wait to be said, and which of them are left out so that the voice does not fall behind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spytable.voice.script import Line, Rank
from spytable.voice.synthesis.synthesiser import words_of

BEHIND = {Rank.NEWS: 4.0, Rank.ANSWER: 6.0}
"""Seconds of sound in the queue beyond which waiting lines of that rank are left out, oldest first."""

_LETTERS = 14.0
"""Letters a second of speech, for guessing the length of words that are not synthesised yet."""


def without_stale(waiting: Iterable[Line], new: Sequence[Line]) -> list[Line]:
    """What is left of *waiting* once *new* lines come, at least one."""
    stale = {Rank.STATE} if any(line.rank is Rank.STATE for line in new) else set()
    if any(line.rank is Rank.KEY and not line.again for line in new):
        # Who is out, and who has won, comes first: what can be seen on the table gives way.
        stale |= {Rank.STATE, Rank.NEWS}
    return [line for line in waiting if line.rank not in stale and not (line.again and new[0].again)]


def shortened(waiting: Iterable[Line], new: int) -> list[Line]:
    """*waiting* without the lines that are the least worth, the oldest first, until the rest is not too far behind.

    The *new* ones at the end all stay: one press never says more than can be listened to. Before any line is left
    out, the waiting ones give up what they say in a second language.
    """
    left = list(waiting)
    if _seconds(left) > min(BEHIND.values()):
        old = len(left) - new
        left = [line.once if i < old else line for i, line in enumerate(left)]
    for rank, limit in BEHIND.items():
        behind = _seconds(left)
        for line in [line for line in left[:-new] if line.rank is rank]:
            if behind <= limit:
                break
            left.remove(line)
            behind -= _seconds([line])
    return left


def _seconds(lines: Iterable[Line]) -> float:
    """How long *lines* will take, roughly."""
    return sum(map(_length, lines))


def _length(line: Line) -> float:
    return sum(len(words_of(words)) for words in line.words) / _LETTERS + (0.8 if line.effect else 0.0)
