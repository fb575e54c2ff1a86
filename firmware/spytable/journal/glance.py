"""A glance at a journal on a disk that cannot be written: what it holds, without writing beside it."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from spytable.game.announcements import Announcement
from spytable.game.rules import VERSION as RULES
from spytable.journal import salvage, store
from spytable.referee.protocol import announcement_from_json
from spytable.referee.record import Record

MEMORY = "/dev/shm"
"""A folder that is in memory on every Linux, so that it has room where no disk has."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The newest game's announcements where it has no winner, else (), and what players chose."""

    unfinished: tuple[Announcement, ...] = ()
    settings: dict[str, bool | int | str] = field(default_factory=dict)


def glance(path: Path) -> Glance:
    """What the journal at *path* holds; nothing, where it cannot even be read. Writes nothing and raises nothing."""
    try:
        newest = salvage.newest(path)
        said = tuple(announcement_from_json(line.said) for line in newest)
        game = Record.resume(said).game
    except (OSError, ValueError, store.DamagedError):
        return Glance(settings=_settings(path))
    goes_on = game is not None and game.winner is None and newest[0].rules == RULES
    return Glance(said if goes_on else (), _settings(path))


def _settings(path: Path) -> dict[str, bool | int | str]:
    """What SQLite reads of a copy, for it writes where it reads; nothing where there is no room for one."""
    for folder in (MEMORY, None):
        try:
            with tempfile.TemporaryDirectory(prefix="spytable-", dir=folder) as name:
                copy = Path(name, path.name)
                for end in ("", "-wal"):
                    shutil.copyfile(f"{path}{end}", f"{copy}{end}")
                with closing(sqlite3.connect(copy)) as connection:
                    rows = connection.execute("SELECT name, value FROM settings").fetchall()
                return {name: value for name, text in rows if (value := store.setting(text)) is not None}
        except (OSError, sqlite3.Error, UnicodeError):
            continue  # Players are asked where they sit, then.
    return {}
