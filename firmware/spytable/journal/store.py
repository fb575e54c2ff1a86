"""The journal's SQLite file: how it is opened, its tables, and which of SQLite's errors mean what."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

from spytable.journal import line as lines
from spytable.journal.line import Line

APPLICATION = 0x53505954
"""SQLite's application_id of a journal: "SPYT"."""

SCHEMA = 1
"""SQLite's user_version of a journal."""

PAGE = 1024
"""Bytes a page. One announcement changes one page, and this is what is written for it: a small page is a
small write.
"""

LOG_HEADER, FRAME = 32, 24 + PAGE
"""Bytes of the write-ahead log's header, and of each frame: its own header and a page."""

CHECKPOINT = 256
"""Pages in the write-ahead log before its content goes into the file: the log stays near a quarter of a
megabyte.
"""

_TABLES = """
CREATE TABLE games (
    game INTEGER PRIMARY KEY, first INTEGER NOT NULL, rules INTEGER NOT NULL, begun INTEGER NOT NULL
);
CREATE TABLE lines (number INTEGER PRIMARY KEY, line TEXT NOT NULL);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


class DamagedError(Exception):
    """The file is not, or no longer, a journal that can be relied on."""


class TooNewError(Exception):
    """The file has a schema that this version does not know."""


def connect(path: Path) -> sqlite3.Connection:
    """The journal at *path*, made where there is none.

    Raises DamagedError, TooNewError, or sqlite3.Error where it cannot be reached (rights, full disk).
    """
    # With autocommit left to us (isolation_level None) every BEGIN and COMMIT is one that we wrote.
    connection = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
    try:
        _prepare(connection)
    except sqlite3.Error as error:
        connection.close()
        if is_damage(error):
            raise DamagedError(str(error)) from error
        raise
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    # The lock makes us the only user: without shared memory there is one file less to be written.
    connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    connection.execute("PRAGMA cell_size_check=ON")
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    schema = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if application == APPLICATION and schema > SCHEMA:
        raise TooNewError(f"schema {schema}, and this version knows {SCHEMA}")
    if tables and application != APPLICATION:
        raise DamagedError("it belongs to another program")
    new = not tables
    if new:
        connection.execute(f"PRAGMA page_size={PAGE}")
    connection.execute("PRAGMA journal_mode=WAL")
    # FULL syncs the log at each commit: what is committed outlives a power cut.
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT}")
    if new:
        marks = f"PRAGMA application_id={APPLICATION}; PRAGMA user_version={SCHEMA};"
        connection.executescript(f"BEGIN IMMEDIATE; {_TABLES} {marks} COMMIT;")
        return
    if not {"games", "lines", "settings"} <= tables:
        raise DamagedError("tables are missing")
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise DamagedError(str(found).splitlines()[0])


def newest(connection: sqlite3.Connection) -> tuple[int, tuple[Line, ...]]:
    """The newest game's lines, and the number in the table `lines` of its first; (1, ()) without a game.

    Raises DamagedError where they are not whole, and sqlite3.Error.
    """
    row = connection.execute("SELECT game, first FROM games ORDER BY game DESC LIMIT 1").fetchone()
    if row is None:
        return 1, ()
    game, first = row
    rows = connection.execute("SELECT line FROM lines WHERE number >= ? ORDER BY number", (first,)).fetchall()
    found = [line for (text,) in rows if (line := lines.read(text)) is not None]
    places = [(line.game, line.position) for line in found]
    if not rows or places != [(game, position) for position in range(len(rows))]:
        raise DamagedError("a line of the newest game is not whole")
    return first, tuple(found)


Statement = tuple[str, tuple[int | str, ...]]
"""SQL, and the values for its question marks."""


def additions(
    number: int, new: Sequence[Line], choices: Mapping[str, bool | int | str], games: int
) -> list[Statement]:
    """What adds *new*, the first at *number*, and *choices*; each game that begins lets go of those before the newest
    *games*.

    Raises ValueError where a line is too long to be an announcement.
    """
    statements: list[Statement] = []
    for at, line in enumerate(new, number):
        if line.position == 0:
            statements.append(("INSERT INTO games VALUES (?, ?, ?, ?)", (line.game, at, line.rules, line.at)))
            oldest, first = line.game - games + 1, "SELECT first FROM games WHERE game >= ? ORDER BY game LIMIT 1"
            statements.append((f"DELETE FROM lines WHERE number < ({first})", (oldest,)))
            statements.append(("DELETE FROM games WHERE game < ?", (oldest,)))
        statements.append(("INSERT INTO lines VALUES (?, ?)", (at, lines.write(line))))
    for name, value in choices.items():
        statements.append(("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, json.dumps(value))))
    return statements


def setting(text: object) -> bool | int | str | None:
    """A setting as it stands in the file; None where it is none."""
    try:
        value = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, bool | int | str) else None


_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_SCHEMA}
_DAMAGE_EXACTLY = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}


def is_damage(error: sqlite3.Error) -> bool:
    """Whether *error* speaks of the file's content (another file would do), not of how it can be reached."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        # Python's own errors, as for a text that is not UTF-8, carry no code.
        return type(error) in (sqlite3.OperationalError, sqlite3.DatabaseError) and "decode" in str(error)
    # "no such column" is SQLITE_ERROR: a table of that name that is not ours.
    return code & 0xFF in _DAMAGE or code in _DAMAGE_EXACTLY or code == sqlite3.SQLITE_ERROR


def reason(error: sqlite3.Error) -> str:
    """Why the file could not be reached, for a person."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    words = {
        sqlite3.SQLITE_FULL: "the disk is full",
        sqlite3.SQLITE_READONLY: "it cannot be written (read-only)",
        sqlite3.SQLITE_CANTOPEN: "it cannot be opened, or its folder cannot be written",
        sqlite3.SQLITE_PERM: "there is no right to use it",
        sqlite3.SQLITE_BUSY: "another program uses it",
        sqlite3.SQLITE_LOCKED: "another program uses it",
        sqlite3.SQLITE_IOERR: "the disk reports an error",
        sqlite3.SQLITE_CORRUPT: "it is damaged",
        sqlite3.SQLITE_NOTADB: "it is damaged",
    }
    return words.get(code, str(error))


Marks = tuple[tuple[int, int, int, int] | None, ...]
"""Of the file and its log: device, inode, bytes, and nanoseconds of the last change; None where there is none."""


def marks(path: Path) -> Marks:
    """What tells whether somebody else changed or removed the journal *path* since: read after each own write."""
    found: list[tuple[int, int, int, int] | None] = []
    for file in (path, path.with_name(path.name + "-wal")):
        try:
            status = file.stat()
        except OSError:
            found.append(None)
        else:
            found.append((status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns))
    return tuple(found)


def same_file(before: Marks | None, after: Marks | None) -> bool:
    """Whether both are of one journal file, changed or not."""
    one, other = (marks[0] if marks else None for marks in (before, after))
    return one is not None and other is not None and one[:2] == other[:2]


def sync_folder(folder: Path) -> None:
    """Puts *folder*'s list of names on the disk: without it a new file can be gone after a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError:
        pass  # Some file systems cannot sync a folder; there is nothing better to do there.
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Makes *folder* and what is missing above it, each on the disk. Raises OSError."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for new in reversed(missing):
        new.mkdir(exist_ok=True)
        sync_folder(new.parent)
