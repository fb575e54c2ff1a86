"""The clerk: writes the journal in a thread of its own, so that no disk, full, slow or gone, holds a game up."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from spytable.errors import SpyTableError
from spytable.game.announcements import Announcement, SetUp

PATIENCE = 1.0
"""Seconds that an announcement waits for the disk. A card that is well mostly needs a thirtieth of that, but may take
half a second for a write now and then (SD specification, 4.6.2.2): that is no reason to alarm the players.
"""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds until a journal that failed is tried again without an announcement; twice as many each time."""

BATCH = 1_000
"""Announcements that are written together at most: what is announced together is kept as one, or not at all. That is
most where a base is corrected late in a game: all that followed it is announced again.
"""

MOST = 10_000
"""Announcements that wait at most, some megabytes; beyond them only those of the newest game."""

Choice = bool | int | str


class Keeper(Protocol):
    """What the clerk asks of a journal."""

    report: str | None
    replaced: bool

    def keep(self, announcements: Sequence[Announcement], choices: Mapping[str, Choice], /) -> None:
        """All is on the disk when this returns. Raises SpyTableError where nothing is."""

    def probe(self) -> None:
        """Puts something on the disk that changes nothing. Raises SpyTableError where that fails."""

    def unfinished(self) -> tuple[Announcement, ...]:
        """The announcements of the newest game, if it is not over."""

    def close(self) -> None:
        """Lets others have the file."""


class Kind(StrEnum):
    """What the journal tells of itself."""

    REPLACED = "replaced"
    """It was damaged or lost, and was begun anew with what could be read."""
    REFUSED = "refused"
    """It has a game that cannot go on."""


class News(NamedTuple):
    """Something to be told once."""

    kind: Kind
    words: str


class Clerk:
    """Keeps announcements in order. `keep` returns when they are on the disk, or when it is plain that they are not.

    While something is wrong (`fault`), nothing waits for the disk: what could not be kept is kept here, and written
    as soon as that can be. The disk counts as well again when nothing waits and the last write was within *patience*.
    Where no announcement comes to show it, a write that changes nothing does, after a second and later and later: only
    while something is wrong is anything written that nobody announced.
    """

    def __init__(
        self,
        journal: Keeper | None,
        *,
        reopen: Callable[[], Keeper] | None = None,
        fault: str = "",
        running: Sequence[Announcement] = (),
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """*journal* None: it could not be opened, as *fault* says, and *reopen* tries again. *patience*: seconds.
        *clock* gives those that a write takes.

        *running*: a game that was read from it all the same and goes on; kept again if the journal lacks it then.
        """
        self._journal = journal
        self._reopen = reopen
        self._running = tuple(running)
        self._patience = patience
        self._clock = clock
        self._changed: Callable[[], None] = lambda: None
        self._lock = threading.Lock()
        self._bell: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._ticket: threading.Lock | None = None
        self._fault = fault
        self._waiting: deque[Announcement] = deque()
        self._choices: dict[str, Choice] = {}
        self._closing = False
        self._news: list[News] = []
        self._thread: threading.Thread | None = None
        self._told: str | None = None
        self._tell()

    @property
    def fault(self) -> str:
        """Why the journal is not kept now; "" while it is."""
        with self._lock:
            return self._fault

    def news(self) -> list[News]:
        """What the journal has told since the last time."""
        with self._lock:
            news, self._news = self._news, []
            return news

    def start(self, changed: Callable[[], None]) -> None:
        """From now on it writes; *changed*, called in its thread, says that `fault` or `news` has changed."""
        self._changed = changed
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def keep(self, announcements: Sequence[Announcement], choices: Mapping[str, Choice]) -> None:
        """Hands over what is to be kept, and waits for the disk, *patience* at most, if it has been well so far."""
        # A bare lock and a SimpleQueue wake the other thread once each; a Condition needs twice as many.
        ticket = threading.Lock()
        ticket.acquire()
        with self._lock:
            self._waiting.extend(announcements)
            self._choices.update(choices)
            if len(self._waiting) > MOST:
                self._drop_old_games()
            waits = not self._fault
            if waits:
                self._ticket = ticket
        self._bell.put(None)
        if waits and not ticket.acquire(timeout=self._patience):
            with self._lock:
                if self._ticket is ticket:
                    self._ticket = None
                    self._fault = f"The disk is too slow: it has not answered within {self._patience} seconds."

    def close(self, seconds: float = 1.0) -> bool:
        """Writes what waits and closes the journal. Whether that was done within *seconds*; else it is left undone."""
        self._closing = True
        self._bell.put(None)
        if self._thread is None:
            if self._journal is not None:
                self._journal.close()
            return True
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        pause = FIRST_PAUSE if self._journal is None else 0.0
        while not self._closing:
            rung = True
            try:
                self._bell.get(timeout=pause or None)
            except queue.Empty:
                rung = False
            if self._closing:
                break
            while not self._bell.empty():
                self._bell.get()
            worked = self._write(probes=not rung)
            while worked and self._has_work():
                worked = self._write()
            # A disk that has taken all, but slowly, is looked at again as well.
            pause = 0.0 if worked and not self.fault else min(max(2 * pause, FIRST_PAUSE), LONGEST_PAUSE)
        while self._has_work() and self._write():
            pass
        if self._journal is not None:
            self._journal.close()

    def _has_work(self) -> bool:
        return bool(self._waiting or self._choices)

    def _write(self, *, probes: bool = False) -> bool:
        """Writes what waits, a batch at most; where nothing does, and it *probes*, a trial. Whether that worked."""
        with self._lock:
            batch = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
            choices, self._choices = self._choices, {}
        probes = probes and self._journal is not None and not batch and not choices
        if self._journal is not None and not batch and not choices and not probes:
            return True  # Nothing was tried, and nothing is known of the disk.
        before = self._clock()
        fault = ""
        try:
            if self._journal is None:
                assert self._reopen is not None, "a journal that is not there can be opened"
                journal = self._reopen()
                if self._running and journal.unfinished() != self._running:
                    journal.keep(self._running, {})
                self._journal = journal
            if probes:
                self._journal.probe()
            else:
                self._journal.keep(batch, choices)
        except SpyTableError as error:
            fault = str(error)
        except Exception as error:
            fault = f"The journal fails: {error!r}."
        with self._lock:
            was = self._fault
            if fault:
                self._waiting.extendleft(reversed(batch))
                self._choices = choices | self._choices
                self._fault = fault
            elif not self._waiting and self._clock() - before <= self._patience:
                self._fault = ""
            self._tell()
            changed = bool(self._news) or bool(self._fault) != bool(was)
            ticket = self._ticket if self._fault or not self._has_work() else None
            if ticket is not None:
                self._ticket = None
        if ticket is not None:
            ticket.release()
        if changed:
            self._changed()
        return not fault

    def _tell(self) -> None:
        journal = self._journal
        if journal is not None and journal.report is not None and journal.report != self._told:
            self._told = journal.report
            self._news.append(News(Kind.REPLACED if journal.replaced else Kind.REFUSED, journal.report))

    def _drop_old_games(self) -> None:
        newest = max((i for i, waiting in enumerate(self._waiting) if isinstance(waiting, SetUp)), default=0)
        for _ in range(newest):
            self._waiting.popleft()
