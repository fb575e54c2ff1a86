"""Power cuts: whole games are journalled once, and the power fails at any moment of that, a thousand times and more.

What the journal's SQLite does to the disk is watched (disk.py), and played again on a medium that loses or tears what
was not synced (medium.py). What is left after each cut is opened by a journal as a table would. It must hold all that
was answered before the cut, and at most what was in hand beyond it; nothing is said to be damaged; and it goes on.
One cut in three is followed by another in the middle of the start that comes after it.

As a program it cuts as often as it is told: see docs/reliability.md.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "firmware")]

from disk import LIBRARY, Event, Watch
from medium import Medium, Way

from holders import Hand, play, shuffled
from keypress import FOUR, THREE, TWO, People
from spytable.game.announcements import Announcement, SetUp, Undo
from spytable.journal.journal import Journal
from spytable.referee.record import Record

GAMES = ((TWO, 44), (THREE, 9), (FOUR, 79))

NAME = "journal.sqlite"

BATCH = 7
"""Announcements that are now and then kept together, as after a disk that was full."""

FAST = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""A folder in memory, where there is one: what is safe is the medium's affair, not that of this machine's disk."""


@dataclass(frozen=True, slots=True)
class Moment:
    """In a trace: from here on *answered* announcements are answered, and *begun* were handed to the journal."""

    answered: int
    begun: int


@dataclass(frozen=True, slots=True)
class Kept:
    """What a journal should hold: the *unfinished* game, the *choices*, and the number of *lines*."""

    unfinished: tuple[Announcement, ...]
    choices: dict[str, bool | int | str]
    lines: int


class LostError(Exception):
    """Something that was answered is gone, or something is there that was never said."""


def announcements() -> tuple[Announcement, ...]:
    """Three whole games, among two, three and four, in which now and then something is taken back and said again."""
    said: list[Announcement] = []
    for colours, seed in GAMES:
        chance = random.Random(seed)
        people = People(draw=lambda n: 0)
        people.begin(colours, first=min(colours))
        play(people, {seat: Hand(people, seat, shuffled(len(colours), chance), chance) for seat in colours}, chance)
        for i, announcement in enumerate(people.accepted):
            said += [announcement] if i % 6 or not i else [announcement, Undo(), announcement]
    return tuple(said)


def expected(said: Sequence[Announcement]) -> list[Kept]:
    """What a journal should hold after none of *said*, after one, and so on."""
    kept = [Kept((), {}, 0)]
    record, game = Record(), list[Announcement]()
    for n, announcement in enumerate(said, 1):
        record.announce(announcement)
        game = [announcement] if isinstance(announcement, SetUp) else [*game, announcement]
        over = record.game is None or record.game.winner is not None
        kept.append(Kept(() if over else tuple(game), kept[-1].choices | choices(announcement, n), n))
    return kept


def choices(announcement: Announcement, n: int) -> dict[str, bool | int | str]:
    """What the table remembers with announcement *n*."""
    return {"chairs": f"game at {n}"} if isinstance(announcement, SetUp) else {}


def trace(said: Sequence[Announcement], folder: Path) -> list[Event | Moment]:
    """All that a journal in *folder* does to the disk while it keeps *said*.

    Most are kept one by one, some together; now and then the disk is tried, and the journal closed and opened.
    """
    seen: list[Event | Moment] = []
    with Watch(seen.append):
        journal = Journal.open(folder / NAME)
        n = 0
        for i in itertools.count(1):
            together = said[n : n + (BATCH if i % 12 == 0 else 1)]
            if not together:
                break
            chosen: dict[str, bool | int | str] = {}
            for m, announcement in enumerate(together, n + 1):
                chosen |= choices(announcement, m)
            seen.append(Moment(n, n + len(together)))
            journal.keep(together, chosen)
            n += len(together)
            seen.append(Moment(n, n))
            if i % 9 == 0:
                journal.probe()
            if i % 40 == 0:
                journal.close()
                journal = Journal.open(folder / NAME)
        journal.close()
    return seen


class Cutter:
    """Cuts the power in the middle of a trace."""

    def __init__(self, said: Sequence[Announcement], folder: Path) -> None:
        self._said = said
        self._expected = expected(said)
        self._folder = folder
        self._trace = trace(said, folder)
        self.ways: Counter[str] = Counter()

    def cuts(self, number: int, seed: int) -> Iterator[str]:
        """Makes *number* cuts, and tells of each that lost something."""
        chance = random.Random(seed)
        moments = sorted(chance.randrange(len(self._trace) + 1) for _ in range(number))
        medium, moment, at = Medium({}), Moment(0, 0), 0
        for when in moments:
            for event in self._trace[at:when]:
                if isinstance(event, Moment):
                    moment = event
                else:
                    medium.do(event)
            at = when
            way = chance.choice(list(Way))
            files, again = medium.cut(way, chance), chance.random() < 1 / 3
            self.ways[way.value] += 1
            try:
                if again:
                    files = self._cut_in_the_start(files, chance)
                    self.ways["and again in the middle of the next start"] += 1
                self._check(files, moment)
            except Exception as error:
                yield f"cut at event {when} ({way}, {again=}, {seed=}) in announcement {moment.begun}: {error!r}"

    def _cut_in_the_start(self, files: dict[str, bytes], chance: random.Random) -> dict[str, bytes]:
        self._lay(files)
        seen: list[Event] = []
        with Watch(seen.append):
            Journal.open(self._folder / NAME).close()
        medium = Medium(files)
        for event in seen[: chance.randrange(len(seen) + 1)]:
            medium.do(event)
        return medium.cut(chance.choice(list(Way)), chance)

    def _check(self, files: dict[str, bytes], moment: Moment) -> None:
        self._lay(files)
        n = self._holds(range(moment.answered, moment.begun + 1))
        journal = Journal.open(self._folder / NAME)
        for later in range(n, min(n + 2, len(self._said))):
            journal.keep((self._said[later],), choices(self._said[later], later + 1))
            n = later + 1
        journal.close()
        self._holds(range(n, n + 1))

    def _holds(self, allowed: range) -> int:
        """Which of the *allowed* numbers of announcements the journal holds. Raises LostError."""
        journal = Journal.open(self._folder / NAME)
        try:
            if journal.report is not None:
                raise LostError(journal.report)
            (lines,) = journal._connection.execute("SELECT count(*) FROM lines").fetchone()
            kept = Kept(journal.unfinished(), journal.settings(), lines)
        finally:
            journal.close()
        for n in allowed:
            if self._expected[n] == kept:
                return n
        raise LostError(f"there are {lines} announcements, and {allowed} were said")

    def _lay(self, files: dict[str, bytes]) -> None:
        for file in self._folder.iterdir():
            file.unlink()
        for name, content in files.items():
            (self._folder / name).write_bytes(content)


def main() -> int:
    """Cuts the power many times and prints what came of it. Exit status 1 where anything was lost."""
    parser = argparse.ArgumentParser(description="Cut the power while games are kept, and see what is left.")
    parser.add_argument("cuts", type=int, nargs="?", default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if LIBRARY is None:
        print("The functions of this Python's SQLite cannot be reached.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(dir=FAST) as folder:
        cutter = Cutter(announcements(), Path(folder))
        lost = 0
        for told in cutter.cuts(options.cuts, options.seed):
            lost += 1
            print(told)
    print(f"{options.cuts} cuts, {lost} that lost something or told of damage")
    for way, number in cutter.ways.most_common():
        print(f"  {number:6} {way}")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
