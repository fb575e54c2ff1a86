"""Streams: lines of any length and kind in, answers out, and what happens where nobody reads them any more."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import BinaryIO

from spytable.errors import SpyTableError

LONGEST = 32 * 2**20
"""Bytes of a line that are kept. A longer one is no announcement, and must not fill the memory."""

STEP = 2**20
"""Bytes that are read at a time to get past the rest of a line that is too long."""


class InputError(SpyTableError, OSError):
    """The announcements cannot be read."""


class OutputError(SpyTableError, OSError):
    """The answers cannot be written, for another reason than that nobody reads them."""


class NobodyReadsError(SpyTableError, OSError):
    """Whoever read the answers has gone. No fault: there is nothing more to do."""


def lines(lines_in: BinaryIO) -> Iterator[bytes | None]:
    """The lines without their newline; None for one that is longer than LONGEST, of which nothing is kept.

    Raises InputError.
    """
    while line := _read(lines_in, LONGEST + 1):
        if line.endswith(b"\n"):
            yield line[:-1]
        elif len(line) <= LONGEST:
            yield line
        else:
            while line and not line.endswith(b"\n"):
                line = _read(lines_in, STEP)
            yield None


def write(out: BinaryIO, text: str) -> None:
    """Writes *text* through to whoever reads. Raises NobodyReadsError, and OutputError for any other fault."""
    try:
        out.write(text.encode("ascii"))
        out.flush()
    except (BrokenPipeError, ConnectionResetError):
        _let_go(out)
        raise NobodyReadsError("Nobody reads the answers.") from None
    except OSError as error:
        _let_go(out)
        raise OutputError(f"The answers cannot be written: {error.strerror or error}.") from error


def _read(lines_in: BinaryIO, most: int) -> bytes:
    """A line, or *most* bytes of it; b"" at the end. Raises InputError."""
    try:
        return lines_in.readline(most)
    except OSError as error:
        raise InputError(f"The announcements cannot be read: {error.strerror or error}.") from error


def _let_go(out: BinaryIO) -> None:
    """Nobody reads *out* any more. What it still holds would be written, and fail, when the program ends."""
    try:
        descriptor = out.fileno()
    except OSError:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
