"""Kills: a table that plays a whole game is killed (SIGKILL) at every step of the way from a press to its call.

A step is each write, sync, truncation and deletion of the journal's SQLite (disk.py), and the moments right before and
right after calls are given out: between the commit and the call, that is, too. For each step there is a process of its
own: a table with its loop, its clerk and its journal, at which the game's keys are pressed; it kills itself. What it
gave out before comes through a pipe. Then the journal is opened as a table does, and the game is played to its end.

As a program it kills at every step of three games: see docs/reliability.md.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "firmware")]

from disk import LIBRARY, Event, Watch

from evening import Evening, evening
from keypress import FOUR, THREE, TWO, People, english
from mute import Mute
from spytable.game.calls import Call
from spytable.game.cards import Colour
from spytable.journal.clerk import Clerk
from spytable.journal.journal import Journal
from spytable.referee.conversation import Conversation
from spytable.referee.press import SEATS
from spytable.referee.record import Record
from spytable.referee.screen import Screen
from spytable.seats.scripted import ScriptedSeats
from spytable.table import Table

GAMES: tuple[tuple[Mapping[int, Colour], int], ...] = ((TWO, 44), (THREE, 9), (FOUR, 79))

NAME = "journal.sqlite"

FOREVER = 60.0
"""Seconds of patience with the disk: here a call is never given out before its announcement is kept."""

FAST = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""A folder in memory, where there is one: a kill takes nothing that was written, synced or not."""


class LostError(Exception):
    """Something that was given out is gone, or the game stands where it never stood."""


class Steps:
    """Counts the steps, and kills this process at one of them."""

    def __init__(self, fatal: int | None) -> None:
        self.taken: Counter[str] = Counter()
        self._fatal = fatal

    def take(self, kind: str) -> None:
        if self.taken.total() == self._fatal:
            os.kill(os.getpid(), signal.SIGKILL)
        self.taken[kind] += 1

    def see(self, event: Event) -> None:
        self.take(type(event).__name__.lower())


class Mouth(Mute):
    """A voice whose calls go into a pipe, one byte each."""

    def __init__(self, steps: Steps, pipe: int | None) -> None:
        self._steps = steps
        self._pipe = pipe

    def speak(self, calls: Sequence[Call], /) -> None:
        self._steps.take("before a call")
        if self._pipe is not None:
            os.write(self._pipe, bytes(len(calls)))
        self._steps.take("after a call")


def play_game(game: Evening, folder: Path, steps: Steps, pipe: int | None) -> None:
    """A table on a journal in *folder*, at which all keys of *game* are pressed."""
    with Watch(steps.see):
        seats, mouth = ScriptedSeats(SEATS), Mouth(steps, pipe)
        talk = Conversation(SEATS, draw=lambda n: 0)
        clerk = Clerk(Journal.open(folder / NAME), patience=FOREVER)
        table = Table(talk, seats, mouth, clerk)
        loop = threading.Thread(target=table.run, daemon=True)
        loop.start()
        for seat, label in game.keys:
            shown = seats.wait_for(seat, lambda screen, seat=seat: screen == talk.screen(seat))  # type: ignore[misc]
            seats.press(seat, _labels(shown).index(label) + 1, prompt=shown.prompt)
            assert table.ask(FOREVER) is not None, "the loop has not done with the press"
        table.stop()
        loop.join()
        assert clerk.close(FOREVER)


def _labels(screen: Screen) -> list[str]:
    return ["" if label is None else english(label) for label in screen.labels]


class Killer:
    """Kills tables that play *game*."""

    def __init__(self, game: Evening) -> None:
        self._game = game
        people = People(draw=lambda n: 0)
        self._calls_after = [0]
        for seat, label in game.keys:
            if people.press(seat, label).accepted:
                self._calls_after.append(len(people.called))
        self._said = tuple(people.accepted)
        steps = Steps(None)
        with tempfile.TemporaryDirectory(dir=FAST) as folder:
            play_game(game, Path(folder), steps, None)
        self.steps = steps.taken

    def kill_at(self, step: int) -> None:
        """Kills a table at *step*, from 0. Raises LostError where something was lost."""
        with tempfile.TemporaryDirectory(dir=FAST) as name:
            folder = Path(name)
            given = self._killed(step, folder)
            journal = Journal.open(folder / NAME)
            try:
                if journal.report is not None:
                    raise LostError(journal.report)
                (n,) = journal._connection.execute("SELECT count(*) FROM lines").fetchone()
                unfinished, settings = journal.unfinished(), journal.settings()
            finally:
                journal.close()
        if given > self._calls_after[n]:
            raise LostError(f"{given} calls were given out, and the journal leads to {self._calls_after[n]}")
        if n > 1 and given < self._calls_after[n - 1]:
            raise LostError(f"{given} calls were given out, and the journal is further than one announcement on")
        over = n == len(self._said)
        if unfinished != (() if over else self._said[:n]):
            raise LostError(f"announcement {n} leads to {unfinished}")
        if not over:
            self._play_on(n, settings)

    def _killed(self, step: int, folder: Path) -> int:
        """How many calls a table gave out before it was killed at *step*."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                os.close(reading)
                play_game(self._game, folder, Steps(step), writing)
                status = 0
            finally:
                os._exit(status)
        os.close(writing)
        given = 0
        while heard := os.read(reading, 4096):
            given += len(heard)
        os.close(reading)
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) != -signal.SIGKILL:
            raise LostError(f"the table was not killed, it ended with {status}")
        return given

    def _play_on(self, n: int, settings: dict[str, bool | int | str]) -> None:
        """Plays from announcement *n* to the end, at a table that draws other lots."""
        record = Record.resume(self._said[:n]) if n else None
        people = People(draw=lambda n: n - 1, record=record, settings=settings)
        last = self._game.announced[n - 1] if n else 0
        for seat, label in self._game.keys[last:]:
            # After a start no page stands open that only waits to be read.
            if label != "OK" or label in people.labels(seat):
                people.press(seat, label)
        if tuple(people.called) != self._game.calls[self._calls_after[n] :]:
            raise LostError("the game went on in another way")


def every(step: int, seed: int = 0) -> Iterator[tuple[int, Killer, list[int]]]:
    """For each size of game: how many play, who kills, and every *step*-th step, from one that *seed* chooses."""
    chance = random.Random(seed)
    for colours, game in GAMES:
        killer = Killer(evening(colours, game))
        yield len(colours), killer, list(range(chance.randrange(step), killer.steps.total(), step))


def main() -> int:
    """Kills at every step and prints what came of it. Exit status 1 where anything was lost."""
    parser = argparse.ArgumentParser(description="Kill tables at every step of whole games, and see what is left.")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only at every N-th step")
    options = parser.parse_args()
    if LIBRARY is None:
        print("The functions of this Python's SQLite cannot be reached.", file=sys.stderr)
        return 2
    failed = 0
    for players, killer, steps in every(options.every):
        lost = 0
        for step in steps:
            try:
                killer.kill_at(step)
            except Exception as error:
                lost += 1
                print(f"game of {players}, killed at step {step}: {error!r}")
        failed += lost
        kinds = ", ".join(f"{number} {kind}" for kind, number in killer.steps.most_common())
        print(f"game of {players}: {len(steps)} kills, {lost} that lost something; steps: {kinds}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
