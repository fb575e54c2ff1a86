"""One table a journal: a lock that ends with the process that holds it, however that ends."""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path

from spytable.journal.errors import JournalBusyError, JournalError


class Lock:
    """Holds *path*.lock until `release`. The file holds the number of the process; it stays, the lock on it
    does not.

    The descriptor is not inherited by programs that the table starts, so a player left over holds nothing.
    """

    def __init__(self, path: Path) -> None:
        """Raises JournalBusyError where another process (or another Lock of this one) holds it, else
        JournalError.
        """
        self.path = path.with_name(path.name + ".lock")
        try:
            self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except (OSError, ValueError) as error:
            words = getattr(error, "strerror", None) or str(error)
            raise JournalError(f"The journal's lock {self.path} cannot be made: {words}.") from error
        try:
            self._take()
        except BaseException:
            os.close(self._descriptor)
            raise

    def _take(self) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            process = _number(os.pread(self._descriptor, 20, 0))
            who = f"process {process}" if process else "another process"
            raise JournalBusyError(
                f"The table is running already ({who}); it keeps {self.path.name[:-5]}.", process
            ) from error
        except OSError as error:
            # Some network file systems know no locks. SQLite takes its own lock as well.
            if error.errno not in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS):
                raise JournalError(
                    f"The journal's lock {self.path} cannot be taken: {error.strerror}."
                ) from error
        try:
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, b"%d\n" % os.getpid(), 0)
        except OSError:
            pass  # On a full disk the lock holds all the same; only the number is missing.

    def release(self) -> None:
        """Lets go. May be called twice."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _number(content: bytes) -> int | None:
    text = content.strip()
    return int(text) if text.isdigit() else None
