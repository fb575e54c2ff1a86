"""The end: SIGTERM and SIGINT stop a table in good order, and within two seconds whatever hangs."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import NoReturn

LATE = 0.3
"""Seconds after which the panels are darkened although the loop, busy with something that hangs, did not come to it."""

LAST = 1.7
"""Seconds after the signal at which the program ends, whatever has not. Nothing that was kept is lost by it: what the
journal has is on the disk."""


@contextlib.contextmanager
def ended_by_signals(stop: Callable[[], None], darken: Callable[[], None]) -> Iterator[None]:
    """Until the block ends, SIGTERM and SIGINT call *stop*; a second one ends the program at once.

    Where the block has not ended soon after a signal, *darken* is called from another thread, also when that is done
    already. Where it does not end in time, the program does, with status 0: it was asked to.
    """
    # A signal handler may put to a SimpleQueue: most locks could deadlock there.
    bell: queue.SimpleQueue[bool] = queue.SimpleQueue()
    ended = threading.Event()

    def guard() -> None:
        if not bell.get():
            return
        if not ended.wait(LATE):
            darken()
        if not ended.wait(LAST - LATE):
            os.write(2, b"spytable: A part hangs and is left as it is.\n")
            os._exit(0)

    def on_signal(number: int, frame: object) -> None:
        for kind in kinds:
            signal.signal(kind, at_once)
        stop()
        bell.put(True)

    def at_once(number: int, frame: object) -> NoReturn:
        os._exit(128 + number)

    kinds = (signal.SIGTERM, signal.SIGINT)
    threading.Thread(target=guard, name="end", daemon=True).start()
    before = [signal.signal(kind, on_signal) for kind in kinds]
    try:
        yield
    finally:
        ended.set()
        bell.put(False)
        for kind, handler in zip(kinds, before, strict=True):
            signal.signal(kind, handler)


def leave(status: int) -> NoReturn:
    """Ends the program at once. All is let go of: what is left are threads that hang in drivers, and the farewells of
    libraries that would wait for them.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(status)
