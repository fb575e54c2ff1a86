"""One table a set of panels: a lock on their buses, for a bus by itself lets any number of programs write to it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
from pathlib import Path

from spytable.errors import SpyTableError
from spytable.seats.gpio.wiring import Wiring

DEVICES = Path("/dev")


class SeatsBusyError(SpyTableError, OSError):
    """Another table has these seats."""


class Claim:
    """Holds the buses of a wiring until `release`, or until the process ends, however it ends.

    Two tables with journals of their own would draw over each other on the same panels; the pins would only be "busy".
    Where a bus is not there yet, there is nothing to hold: the panels report it themselves.
    """

    def __init__(self, wiring: Wiring, devices: Path = DEVICES, locks: Path = Path("/proc/locks")) -> None:
        """Raises SeatsBusyError."""
        self._descriptors: list[int] = []
        for number in sorted({seat.panel.bus for seat in wiring.seats}):
            device = devices / f"i2c-{number}"
            try:
                descriptor = os.open(device, os.O_RDONLY | os.O_CLOEXEC)
            except OSError:
                continue
            self._descriptors.append(descriptor)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                who = _holder(descriptor, locks)
                self.release()
                raise SeatsBusyError(
                    f"Another table has these seats (I2C bus {number}{who}). Stop it first, or start this one with"
                    " --table virtual."
                ) from error
            except OSError:
                continue  # a device that knows no locks

    def release(self) -> None:
        """Lets others have the seats."""
        while self._descriptors:
            os.close(self._descriptors.pop())


def _holder(descriptor: int, locks: Path) -> str:
    """Who holds the lock on the open file, as the kernel lists it: ", process 123", or nothing."""
    inode = os.fstat(descriptor).st_ino
    with contextlib.suppress(OSError):
        for line in locks.read_text().splitlines():
            # 1: FLOCK  ADVISORY  WRITE 123 00:06:345 0 EOF
            if match := re.search(r"FLOCK\s+ADVISORY\s+WRITE\s+(\d+)\s+[0-9a-f]+:[0-9a-f]+:(\d+)\s", line):
                process, found = match.groups()
                if int(found) == inode:
                    return f", process {process}"
    return ""
