"""A damaged journal: kept beside, as it was, while what can be read of it goes into a new one.

The order of the steps is chosen for a power cut between any two of them: the new file is whole before the old
one is renamed, and `adopt` finishes what was begun.
"""

from __future__ import annotations

import itertools
import re
import shutil
import sqlite3
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from spytable.journal import line as lines
from spytable.journal import store
from spytable.journal.errors import JournalError
from spytable.journal.line import Line

LARGEST = 256 * 2**20
"""Bytes. A larger file is no journal of ours (one is a few megabytes) and is only put aside, not read."""

KEPT = 10
"""Damaged files that are kept beside the journal: a card that wears out damages more and more of them."""

_COMPANIONS = ("-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What could be read: whole *lines* by game and position without a gap, and *settings* as they are
    stored.
    """

    lines: tuple[Line, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()


def replace(path: Path) -> tuple[Path, Salvaged]:
    """Puts the damaged journal *path* aside and a new one in its place, with what could be read.

    Returns the damaged file's new name. The caller holds the lock and has no connection open. Raises
    JournalError.
    """
    try:
        salvaged = read(path)
        new = _new_name(path)
        _remove(new)
        connection = store.connect(new)
        try:
            fill(connection, salvaged)
        finally:
            connection.close()
        store.sync_folder(path.parent)
        aside = _aside(path, max(_numbers(path), default=0) + 1)
        _rename(path, aside)
        for companion in _COMPANIONS:
            _rename(_with(path, companion), _with(aside, companion))
        new.rename(path)
        for number in sorted(_numbers(path))[:-KEPT]:
            _remove(_aside(path, number))
        store.sync_folder(path.parent)
    except sqlite3.Error as error:
        raise JournalError(
            f"The journal {path} is damaged and cannot be replaced: {store.reason(error)}."
        ) from error
    except OSError as error:
        raise JournalError(
            f"The journal {path} is damaged and cannot be replaced: {error.strerror or error}."
        ) from error
    return aside, salvaged


def adopt(path: Path) -> bool:
    """Finishes a `replace` that was cut off. Returns whether there was one. Raises OSError."""
    new = _new_name(path)
    if path.exists() or not new.exists():
        return False
    # The damaged file is aside already; a log of its that stands here still would be taken for the new
    # file's.
    number = max(_numbers(path), default=1)
    for companion in _COMPANIONS:
        left = _with(path, companion)
        if left.exists():
            _rename(left, _with(_aside(path, number), companion))
    new.rename(path)
    store.sync_folder(path.parent)
    return True


def lost_its_file(path: Path) -> bool:
    """Whether there is a log with content, but no file that it belongs to: SQLite would throw the log
    away.
    """
    log = _with(path, "-wal")
    empty = not path.exists() or path.stat().st_size == 0
    return empty and log.exists() and log.stat().st_size > 0


def fill(connection: sqlite3.Connection, salvaged: Salvaged) -> None:
    """Writes *salvaged* into a new journal, in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    for number, line in enumerate(salvaged.lines, start=1):
        if line.position == 0:
            connection.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?)", (line.game, number, line.rules, line.at)
            )
        connection.execute("INSERT INTO lines VALUES (?, ?)", (number, lines.write(line)))
    connection.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", salvaged.settings)
    connection.execute("COMMIT")


def check(path: Path) -> tuple[Line, ...]:
    """Looks at a journal that was not closed, before SQLite does: SQLite drops what it cannot use of the log.

    Returns what the log holds whole, but without the end of its transaction: it was cut off just before it was
    answered, and may stand. Not so a new game, for with it would be missing who sits where. Raises
    store.DamagedError, store.TooNewError, OSError, sqlite3.Error.
    """
    if lost_its_file(path):
        raise store.DamagedError("its main file is gone")
    if not _with(path, "-wal").exists():
        return ()
    _limit(path)
    with _copy(path) as copy:
        try:
            connection = store.connect(copy)
            try:
                _, newest = store.newest(connection)
            finally:
                connection.close()
        except sqlite3.Error as error:
            if store.is_damage(error):
                raise store.DamagedError(str(error)) from error
            raise
    last = (newest[-1].game, newest[-1].position) if newest else (0, -1)
    found = {place: line for place, line in _scan([_with(path, "-wal")]).items() if place > last}
    lost = _without_gaps((*newest, *(line for line in found.values() if line is not None)))[len(newest) :]
    if lost and _transactions(_with(path, "-wal").read_bytes(), lost) > 1:
        raise store.DamagedError("its log is damaged")
    return tuple(itertools.takewhile(lambda line: line.position > 0, lost))


def _transactions(log: bytes, lost: Sequence[Line]) -> int:
    """How many transactions were ended in *log* from the first one on that has any of *lost*.

    Only the last transaction can be without an end, or have one but be torn before it. More ends than one mean that
    what was whole was damaged. See "The WAL File Format" in SQLite's documentation. Frames with other salts than the
    log's are left over from before it was begun anew.
    """
    frames = [log[at : at + store.FRAME] for at in range(store.LOG_HEADER, len(log), store.FRAME)]
    first = next((i for i, frame in enumerate(frames) if any(line in lost for line in lines.find(frame))), 0)
    salts = log[16:24]
    if not any(frame[8:16] == salts for frame in frames) and not _begins_whole(log):
        return len(lost)  # The log's own header is damaged.
    # Where it is not, the log was just begun anew, and of its first transaction pages are there, but no frame's header.
    return sum(frame[8:16] == salts and frame[4:8] != bytes(4) for frame in frames[first:])


def _begins_whole(log: bytes) -> bool:
    """Whether the log's header is as it was written: its last eight bytes are a checksum of those before."""
    words = struct.unpack(">6I" if log[3:4] == b"\x83" else "<6I", log[:24].ljust(24, b"\0"))
    one = two = 0
    for i in (0, 2, 4):
        one = (one + words[i] + two) & 0xFFFFFFFF
        two = (two + words[i + 1] + one) & 0xFFFFFFFF
    return log[24:32] == struct.pack(">II", one, two)


def read(path: Path) -> Salvaged:
    """What can be read of the journal *path* and its log. Changes neither. Raises OSError."""
    try:
        _limit(path)
    except store.DamagedError:
        return Salvaged()
    known, settings = _read_by_sqlite(path)
    found = _scan([path, _with(path, "-wal")])
    found.update({(line.game, line.position): line for line in known})
    return Salvaged(_without_gaps(line for line in found.values() if line is not None), settings)


def newest(path: Path) -> tuple[Line, ...]:
    """The newest game's whole lines, without a gap, in the journal *path* and its log, as their bytes have them.

    Raises OSError, and store.DamagedError where the file is too large.
    """
    _limit(path)
    found = _without_gaps(line for line in _scan([path, _with(path, "-wal")]).values() if line is not None)
    return tuple(line for line in found if line.game == found[-1].game)


def _scan(files: Iterable[Path]) -> dict[tuple[int, int], Line | None]:
    """The whole lines in *files*, whatever state these are in, by game and position."""
    found: dict[tuple[int, int], Line | None] = {}
    for file in files:
        for line in lines.find(file.read_bytes() if file.is_file() else b""):
            place = (line.game, line.position)
            # Two that differ at one place: one of them was never committed, and nothing says which.
            found[place] = line if found.get(place, line) == line else None
    return found


def _limit(path: Path) -> None:
    files = (path, _with(path, "-wal"))
    if sum(file.stat().st_size for file in files if file.is_file()) > LARGEST:
        raise store.DamagedError("it is too large to be a journal")


def _without_gaps(found: Iterable[Line]) -> tuple[Line, ...]:
    """Of each game what stands before the first gap."""
    kept: list[Line] = []
    for line in sorted(found, key=lambda line: (line.game, line.position)):
        follows = bool(kept) and (line.game, line.position) == (kept[-1].game, kept[-1].position + 1)
        if line.position == 0 or follows:
            kept.append(line)
    return tuple(kept)


@contextmanager
def _copy(path: Path) -> Iterator[Path]:
    """A copy of *path* and its log beside it, for SQLite, which repairs what it opens."""
    copy = _with(path, ".copy")
    _remove(copy)
    try:
        for companion in ("", "-wal"):
            source = _with(path, companion)
            if source.is_file():
                shutil.copyfile(source, _with(copy, companion))
        yield copy
    finally:
        _remove(copy)


def _read_by_sqlite(path: Path) -> tuple[list[Line], tuple[tuple[str, str], ...]]:
    """What SQLite gives, row by row until it gives up."""
    known: list[Line] = []
    settings: list[tuple[str, str]] = []
    with _copy(path) as copy, closing(sqlite3.connect(copy)) as connection:
        with suppress(sqlite3.Error, UnicodeError):
            for name, value in connection.execute("SELECT name, value FROM settings"):
                if isinstance(name, str) and isinstance(value, str):
                    settings.append((name, value))
        with suppress(sqlite3.Error, UnicodeError):
            for (text,) in connection.execute("SELECT line FROM lines ORDER BY number"):
                line = lines.read(text)
                if line is not None:
                    known.append(line)
    return known, tuple(settings)


def _with(path: Path, companion: str) -> Path:
    return path.with_name(path.name + companion)


def _new_name(path: Path) -> Path:
    return _with(path, ".new")


def _aside(path: Path, number: int) -> Path:
    return _with(path, f".damaged-{number}")


def _numbers(path: Path) -> set[int]:
    """The numbers of the damaged files that are kept."""
    start = f"{path.name}.damaged-"
    names = (file.name.removeprefix(start) for file in path.parent.iterdir() if file.name.startswith(start))
    return {int(found[0]) for name in names if (found := re.match("[1-9][0-9]*", name))}


def _remove(path: Path) -> None:
    for companion in ("", *_COMPANIONS):
        _with(path, companion).unlink(missing_ok=True)


def _rename(source: Path, target: Path) -> None:
    if source.exists():
        source.rename(target)
