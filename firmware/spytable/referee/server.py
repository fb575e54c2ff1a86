"""The loop behind `spytable referee`: lines of announcements in, lines of calls out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any, BinaryIO, Protocol

from spytable.errors import SpyTableError
from spytable.game.announcements import Announcement
from spytable.game.calls import Call, Foul, FoulCode
from spytable.game.rules import legal
from spytable.game.views import public_view
from spytable.referee import fouls
from spytable.referee.protocol import AskLegal, AskState, BadAnnouncementError, encode, parse
from spytable.referee.record import Record, accepted

LONGEST = 32 * 2**20
"""Bytes of a line that are kept. A longer one is no announcement, and must not fill the memory."""

STEP = 2**20
"""Bytes that are read at a time to get past the rest of a line that is too long."""


class InputError(SpyTableError, OSError):
    """The announcements cannot be read."""


class OutputError(SpyTableError, OSError):
    """The answers cannot be written, for another reason than that nobody reads them."""


class Keeper(Protocol):
    """What the loop needs of a journal."""

    def unfinished(self) -> tuple[Announcement, ...]:
        """The announcements, undo among them, of a game that has no winner yet; () for none."""

    def append(self, announcement: Announcement, /) -> None:
        """Returns when *announcement* is on the disk."""


def serve(lines_in: BinaryIO, out: BinaryIO, journal: Keeper | None = None) -> int:
    """Holds games with whoever writes *lines_in*, until it ends or *out* is closed. Returns the status, 0.

    Each answer is written before the next line is read, and after *journal* has kept what it answers. Raises
    BrokenRecordError where the kept game does not fit the rules, InputError, OutputError, and what the
    journal raises.
    """
    record = Record.resume(journal.unfinished()) if journal is not None else Record()
    try:
        if record.game and record.game.winner is None:
            _write(out, [{"n": 0} | encode(record.resumed())])
        for n, line in enumerate(_lines(lines_in), 1):
            _write(out, [{"n": n} | said for said in answer(record, line, journal)])
    except (BrokenPipeError, ConnectionResetError):
        _let_go(out)
    return 0


def answer(record: Record, line: bytes | None, journal: Keeper | None = None) -> list[dict[str, Any]]:
    """The calls that *line* (None: one that was too long to keep) gives, as JSON objects without numbers."""
    try:
        if line is None:
            raise BadAnnouncementError("The line is too long.")
        said = parse(line)
    except BadAnnouncementError as error:
        foul = encode(Foul(FoulCode.BAD_ANNOUNCEMENT), record.game)
        return [foul | {"message": fouls.with_kinds(str(error), record.game)}]
    given: tuple[Call, ...]
    if not isinstance(said, AskLegal | AskState):
        given = record.announce(said)
        if journal is not None and accepted(given):
            journal.append(said)
    elif record.game is None:
        given = (Foul(FoulCode.NOT_SET_UP),)
    else:
        given = (legal(record.game) if isinstance(said, AskLegal) else public_view(record.game),)
    return [encode(call, record.game) for call in given]


_to_json = json.JSONEncoder(separators=(",", ":")).encode


def _write(out: BinaryIO, answers: list[dict[str, Any]]) -> None:
    """Raises BrokenPipeError or ConnectionResetError where nobody reads, OutputError for any other fault."""
    try:
        out.write("".join(f"{_to_json(said)}\n" for said in answers).encode("ascii"))
        out.flush()
    except (BrokenPipeError, ConnectionResetError):
        raise
    except OSError as error:
        _let_go(out)
        raise OutputError(f"The answers cannot be written: {error.strerror or error}.") from error


def _lines(lines_in: BinaryIO) -> Iterator[bytes | None]:
    """The lines without their newline; None for one that is longer than LONGEST, of which nothing is kept."""
    while line := _read(lines_in, LONGEST + 1):
        if line.endswith(b"\n"):
            yield line[:-1]
        elif len(line) <= LONGEST:
            yield line
        else:
            while line and not line.endswith(b"\n"):
                line = _read(lines_in, STEP)
            yield None


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
