"""A long evening: game after game at one table in one process, and what of memory, files, threads and time each takes.

As a program it plays as many games as it is told, at seats made by a program, or with --pins at a whole table: mock
pins, simulated panels, a real voice that is recorded. See docs/reliability.md.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "firmware")]

from evening import Noted
from holders import Hand, play, shuffled
from keypress import FOUR, TWO, english
from mute import Mute
from spytable.game.announcements import Announcement
from spytable.game.cards import Colour
from spytable.journal.clerk import Clerk
from spytable.journal.journal import Journal
from spytable.referee.conversation import Conversation
from spytable.referee.press import SEATS
from spytable.rehearsal import PinHands, Rehearsal
from spytable.seats.scripted import ScriptedSeats
from spytable.table import Table
from spytable.voice.devices.recording import RecordingOutput

FIRST = 20
"""Games after which all that is loaded, cached and allocated once is there."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a process has taken when a game ends.

    *memory* and *disk* in bytes; *blocks*: of memory that Python has given out; *journal*: seconds of processor time
    for an announcement.
    """

    memory: int
    blocks: int
    files: int
    threads: int
    disk: int
    journal: float


class TimedJournal(Journal):
    """A journal that notes how long it takes."""

    seconds = 0.0
    announcements = 0

    def keep(self, announcements: Sequence[Announcement], choices: Mapping[str, bool | int | str], /) -> None:
        before = time.thread_time()
        super().keep(announcements, choices)
        if announcements:
            TimedJournal.seconds += time.thread_time() - before
            TimedJournal.announcements += len(announcements)


def games(colours: Mapping[int, Colour], seed: int) -> Iterator[list[tuple[int, str]]]:
    """The keys of one game after the other, among the same players."""
    chance, people = random.Random(seed), Noted()
    people.sit_down(colours)
    while True:
        first = chance.choice(list(colours))
        people.make_bases(first)
        play(people, {seat: Hand(people, seat, shuffled(len(colours), chance), chance) for seat in colours}, chance)
        yield list(people.keys)
        for kept in (people.keys, people.announced, people.called, people.accepted):
            kept.clear()
        people.press(first, "New", "Yes")


def at_scripted_seats(number: int, colours: Mapping[int, Colour], folder: Path) -> Iterator[Taken]:
    """Plays *number* games with the loop, the clerk and the journal of a table."""
    seats, mouth = ScriptedSeats(SEATS), Mute()
    talk = Conversation(SEATS, draw=lambda n: 0)
    clerk = Clerk(TimedJournal.open(folder / "journal.sqlite"), patience=60)
    table = Table(talk, seats, mouth, clerk)
    loop = threading.Thread(target=table.run, daemon=True)
    loop.start()

    def press(seat: int, label: str) -> None:
        shown = seats.wait_for(seat, lambda screen: screen == talk.screen(seat))
        labels = ["" if text is None else english(text) for text in shown.labels]
        seats.press(seat, labels.index(label) + 1, prompt=shown.prompt)
        assert table.ask(60) is not None, "the loop has not done with the press"

    try:
        yield from _play(number, colours, folder, press, seats._shown.clear)
    finally:
        table.stop()
        loop.join()
        clerk.close(60)


def at_pins(number: int, colours: Mapping[int, Colour], folder: Path) -> Iterator[Taken]:
    """Plays *number* games at a whole table."""
    output = RecordingOutput()

    def forget() -> None:
        table.voice.wait_until_quiet(60)
        output.played.clear()
        table.voice.forget()

    with Rehearsal(folder, PinHands(), output) as table:
        yield from _play(number, colours, folder, table.press, forget)


def _play(
    number: int,
    colours: Mapping[int, Colour],
    folder: Path,
    press: Callable[[int, str], None],
    forget: Callable[[], None],
) -> Iterator[Taken]:
    evening = games(colours, 1)
    for _ in range(number):
        TimedJournal.seconds, TimedJournal.announcements = 0.0, 0
        for seat, label in next(evening):
            press(seat, label)
        forget()
        yield _taken(folder)


def _taken(folder: Path) -> Taken:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Taken(
        memory=pages * os.sysconf("SC_PAGE_SIZE"),
        blocks=sys.getallocatedblocks(),
        files=len(list(Path("/proc/self/fd").iterdir())),
        threads=threading.active_count(),
        disk=sum(file.stat().st_size for file in folder.iterdir() if file.is_file()),
        journal=TimedJournal.seconds / max(1, TimedJournal.announcements),
    )


def main() -> int:
    """Plays and prints what was taken."""
    parser = argparse.ArgumentParser(description="Play game after game, and see whether anything grows.")
    parser.add_argument("games", type=int, nargs="?", default=200)
    parser.add_argument("--pins", action="store_true", help="at a whole table, games of two")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.pins:
            taken = list(at_pins(options.games, TWO, folder))
        else:
            taken = list(at_scripted_seats(options.games, FOUR, folder))
    chosen = {f"after game {n}": taken[n - 1] for n in (FIRST, len(taken) // 2, len(taken)) if n <= len(taken)}
    print(" " * 10 + "".join(f"{when:>18}" for when in chosen))
    for name in ("memory", "disk"):
        print(f"{name:10}" + "".join(f"{getattr(each, name) / 1024:14,.0f} KiB" for each in chosen.values()))
    for name in ("blocks", "files", "threads"):
        print(f"{name:10}" + "".join(f"{getattr(each, name):18,}" for each in chosen.values()))
    if not options.pins:
        spans = (taken[FIRST : 2 * FIRST], taken[-FIRST:])
        middles = [1000 * median(each.journal for each in span) for span in spans if span]
        words = f"journal: processor time an announcement, games {FIRST + 1} to {2 * FIRST}, and in the last {FIRST}: "
        print(words + ", ".join(f"{mean:.2f} ms" for mean in middles))
    return 0


if __name__ == "__main__":
    sys.exit(main())
