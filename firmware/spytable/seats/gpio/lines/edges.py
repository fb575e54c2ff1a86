"""Waits for the edges of all keys' lines in one thread, which sleeps until the kernel has one."""

from __future__ import annotations

import contextlib
import logging
import os
import select
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock, Thread, current_thread

from spytable.seats.gpio.lines.kernel import Event, Line

log = logging.getLogger(__name__)

ROUNDS = 4
"""How often the lines are looked at again before what was read is told in order of time: an edge that came first on
another line may be readable a moment later. A line that fires without end must not keep the others waiting.
"""

ENDING = 1.0
"""Seconds that `close` waits for the thread, where a listener hangs."""

Tell = Callable[[float, bool], None]
"""What a listener is told: seconds of CLOCK_MONOTONIC, and whether the line is high since then."""


@dataclass(slots=True)
class Watched:
    """One line. *high* and *sequence* are those of its last edge; *lost*: edges are missing before it."""

    line: Line
    tell: Tell
    high: bool | None = None
    sequence: int = 0
    lost: bool = False
    failed: bool = False


class Edges:
    """The lines that are watched. Nothing runs before the first, and nothing wakes without an edge.

    A listener that raises is reported once and listened for all the same.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._watched: dict[int, Watched] = {}
        self._epoll: select.epoll | None = None
        self._bell = -1
        self._thread: Thread | None = None
        self._closed = False

    def watch(self, line: Line, tell: Tell) -> None:
        """Tells of each edge of *line* from now on. Raises OSError, and RuntimeError after `close`."""
        with self._lock:
            if self._closed:
                raise RuntimeError("nobody waits for edges any more")
            epoll = self._start()
            self._watched[line.descriptor] = Watched(line, tell)
            epoll.register(line.descriptor, select.EPOLLIN)

    def forget(self, line: Line) -> None:
        """Ends that, before the line is closed. What was read already may still be told."""
        with self._lock:
            self._drop(line)

    def close(self) -> None:
        """Ends the thread."""
        with self._lock:
            self._watched.clear()
            thread, self._thread = self._thread, None
            if thread is not None:
                os.eventfd_write(self._bell, 1)
            # Only now: the thread closes the bell as soon as it sees this.
            self._closed = True
        if thread is not None and thread is not current_thread():
            thread.join(ENDING)

    def _start(self) -> select.epoll:
        if self._epoll is None:
            self._epoll, self._bell = select.epoll(), os.eventfd(0, os.EFD_CLOEXEC)
            self._epoll.register(self._bell, select.EPOLLIN)
            self._thread = Thread(target=self._run, args=(self._epoll, self._bell), name="edges", daemon=True)
            self._thread.start()
        return self._epoll

    def _drop(self, line: Line) -> None:
        watched = self._watched.get(line.descriptor)
        if watched is not None and watched.line is line and self._epoll is not None:
            del self._watched[line.descriptor]
            with contextlib.suppress(OSError):
                self._epoll.unregister(line.descriptor)

    def _run(self, epoll: select.epoll, bell: int) -> None:
        with epoll:
            while not self._closed:
                ready = epoll.poll()
                told: list[tuple[Event, Watched]] = []
                for _ in range(ROUNDS):
                    for descriptor, signs in ready:
                        told += self._read(descriptor, signs)
                    ready = epoll.poll(0)
                    if not ready:
                        break
                told.sort(key=lambda each: each[0].stamp)
                for event, watched in told:
                    self._tell(watched, event.stamp, event.high)
                for watched in {id(each): each for _, each in told}.values():
                    self._heal(watched)
        os.close(bell)

    def _read(self, descriptor: int, signs: int) -> list[tuple[Event, Watched]]:
        with self._lock:
            watched = self._watched.get(descriptor)
            if watched is None:
                return []
            try:
                events = watched.line.events()
                ended = not events and signs & (select.EPOLLERR | select.EPOLLHUP)
            except Exception as error:
                # Nothing may end this thread: it is all keys'.
                log.error("GPIO %d: %s", watched.line.number, error)
                events, ended = [], True
            if ended:
                # The chip is gone. One last edge makes whoever listens look at the line, and find out.
                self._drop(watched.line)
                return [(Event(time.monotonic(), False, watched.sequence + 1), watched)]
            for event in events:
                watched.lost |= event.sequence != (watched.sequence + 1) & 0xFFFFFFFF
                watched.sequence = event.sequence
            return [(event, watched) for event in events]

    def _tell(self, watched: Watched, stamp: float, high: bool) -> None:
        watched.high = high
        try:
            watched.tell(stamp, high)
        except Exception:
            if not watched.failed:
                log.exception("GPIO %d: an edge was not taken", watched.line.number)
            watched.failed = True

    def _heal(self, watched: Watched) -> None:
        """Where edges were lost, the level as it is now ends the doubt."""
        if not watched.lost:
            return
        watched.lost = False
        with self._lock:
            if self._watched.get(watched.line.descriptor) is not watched:
                return
            try:
                high = watched.line.is_high()
            except OSError:
                return
        if high != watched.high:
            self._tell(watched, time.monotonic(), high)
