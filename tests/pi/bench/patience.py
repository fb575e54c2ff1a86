"""Patience: how long a job waits for what must come, and what it says where the guest is too slow to tell."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds for what must come, a thousand times what it takes: the guest is emulated, and its machine may be busy."""

TOO_SLOW = 75
"""The exit status (sysexits.h: EX_TEMPFAIL) of a job that the guest was too slow for: it says nothing of the table."""


class TooSlowError(Exception):
    """The guest was kept from its work for so long that what follows says nothing of the table."""


def wait(condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> float:
    """Seconds until *condition* held. Raises TimeoutError with *what* did not come."""
    begun = time.monotonic()
    while not condition():
        if time.monotonic() - begun > seconds:
            raise TimeoutError(what)
        time.sleep(0.02)
    return time.monotonic() - begun


def run(job: Callable[[], None]) -> None:
    """Runs *job* to its end, and ends this process with TOO_SLOW where the guest was."""
    try:
        job()
    except TooSlowError:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(TOO_SLOW)
