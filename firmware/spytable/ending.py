"""The end: SIGTERM and SIGINT stop a table in good order, and within two seconds whatever hangs."""

from __future__ import annotations

import contextlib
import os
import select
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


_ENDED = 0
"""In place of a signal's number: there is none of that number."""


@contextlib.contextmanager
def ended_by_signals(stop: Callable[[], None], darken: Callable[[], None]) -> Iterator[None]:
    """Until the block ends, SIGTERM and SIGINT call *stop*; a second one ends the program at once.

    Where the block has not ended soon after a signal, *darken* is called, also when that is done already. Where it does
    not end in time, the program does, with status 0: it was asked to. All of it comes from a thread of its own: a
    handler in Python runs when the main thread next comes to it, and one that has just gone to sleep does not.
    """
    ears, mouth = os.pipe()
    os.set_blocking(mouth, False)  # Python asks for that.

    def ended(seconds: float | None = None) -> bool:
        """Whether the block has ended within *seconds*. None: also whether it does so before a signal comes."""
        while select.select([ears], [], [], seconds)[0]:
            number = os.read(ears, 1)[0]
            if number == _ENDED:
                return True
            if number in kinds:
                if seconds is None:
                    return False
                os._exit(128 + number)
        return False

    def guard() -> None:
        if ended():
            return
        stop()
        if not ended(LATE):
            darken()
            if not ended(LAST - LATE):
                os.write(2, b"spytable: A part hangs and is left as it is.\n")
                os._exit(0)

    kinds = (signal.SIGTERM, signal.SIGINT)
    thread = threading.Thread(target=guard, name="end", daemon=True)
    thread.start()
    # The numbers of signals are written there at once, whatever the main thread is in the middle of.
    before_fd = signal.set_wakeup_fd(mouth, warn_on_full_buffer=False)
    before = [signal.signal(kind, lambda number, frame: None) for kind in kinds]
    try:
        yield
    finally:
        for kind, handler in zip(kinds, before, strict=True):
            signal.signal(kind, handler)
        signal.set_wakeup_fd(before_fd)
        os.write(mouth, bytes((_ENDED,)))
        thread.join(LAST)  # It may be darkening panels.
        if not thread.is_alive():
            os.close(ears)
            os.close(mouth)


def leave(status: int) -> NoReturn:
    """Ends the program at once. All is let go of: what is left are threads that hang in drivers, and the farewells of
    libraries that would wait for them.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(status)
