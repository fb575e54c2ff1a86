"""The watchdog: tells systemd that the table is ready, that its loop turns, and that it stops.

systemd names a socket in NOTIFY_SOCKET and, where the unit sets WatchdogSec, the time after which it takes a silent
program to hang in WATCHDOG_USEC (man 3 sd_notify, man 3 sd_watchdog_enabled). Without these nothing happens.
"""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Mapping


class Watchdog:
    """Fed by the loop alone. No method blocks, and none raises: whoever watches must not stop what is watched."""

    def __init__(self, address: str = "", limit: float | None = None) -> None:
        """*address*: a socket's path, with "@" first an abstract name; "" for none. *limit*: seconds of silence."""
        self._socket: socket.socket | None = None
        # A name that begins with a zero byte stands for no file (man 7 unix).
        self._address = "\0" + address[1:] if address.startswith("@") else address
        if address:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self.patience = limit / 2 if limit and address else None
        """Seconds that the loop may wait for an event before it feeds again; None: as long as it likes."""
        self._due = 0.0

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Watchdog:
        """What systemd asks of this process; of no other: the process is named in WATCHDOG_PID."""
        address = environment.get("NOTIFY_SOCKET", "")
        if not address.startswith(("/", "@")):
            address = ""
        microseconds = environment.get("WATCHDOG_USEC", "")
        ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        limit = int(microseconds) / 1e6 if ours and microseconds.isascii() and microseconds.isdigit() else None
        return cls(address, limit)

    def ready(self) -> None:
        """The first screens are handed out: what is ordered after the table may start."""
        self._tell(b"READY=1")

    def feed(self) -> None:
        """The loop has turned. Told at most every `patience` seconds, however many events there are."""
        if self.patience is None:
            return
        now = time.monotonic()
        if now >= self._due:
            self._due = now + self.patience / 2
            self._tell(b"WATCHDOG=1")

    def stopping(self) -> None:
        """The table ends because it was asked to."""
        self._tell(b"STOPPING=1")

    def close(self) -> None:
        """Lets go of the socket."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _tell(self, words: bytes) -> None:
        if self._socket is not None:
            # A full or vanished socket must not stop the loop.
            with contextlib.suppress(OSError):
                self._socket.sendto(words, socket.MSG_DONTWAIT, self._address)
