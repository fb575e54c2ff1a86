"""The journal: every accepted announcement of every game, and what players chose, safe on the disk.

The state of a game is the fold of its announcements, undo among them. `keep` returns when they are on the disk;
whoever answers players answers after that. When nothing happens, nothing is written. A file that somebody removes or
changes while it is open is noticed before the next write, and replaced by one that has the whole running game.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from spytable.game.announcements import Announcement, Play, SetUp
from spytable.game.rules import VERSION as RULES
from spytable.journal import past, salvage, store
from spytable.journal.errors import JournalError, JournalTooNewError
from spytable.journal.line import Line
from spytable.journal.lock import Lock
from spytable.referee.protocol import announcement_from_json, announcement_to_json
from spytable.referee.record import Record

KEPT = 200
"""Games kept, about four megabytes at most. Each game that begins lets go of the oldest beyond them."""


class Journal:
    """One journal file, open. Make one with `Journal.open`; methods are for one thread at a time."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, lock: Lock, wall: Callable[[], float]
    ) -> None:
        self.path = path
        self.report: str | None = None
        """What players should know about the file (damage, an old game that cannot go on), or None."""
        self.replaced = False
        """Whether a damaged or lost file was replaced, as `report` says."""
        self._connection = connection
        self._lock = lock
        self._wall = wall
        self._closed = False
        self._settings: dict[str, bool | int | str] = {}
        self._newest: list[Line] = []
        self._marks: store.Marks | None = None
        self._stale = False
        self._game = 0
        self._rules = RULES
        self._position = 0
        self._number = 1

    @classmethod
    def open(cls, path: Path, *, wall: Callable[[], float] = time.time) -> Journal:
        """The journal at *path*; it and its folder are made where they are missing.

        A damaged file is put aside as NAME.damaged-1 (-2, ...) and what can be read of it is kept: see
        `report`. *wall* gives seconds since 1970, only to label games with. Raises JournalError where there
        can be no journal (rights, full disk, a folder of that name), JournalBusyError where another process
        keeps it, JournalTooNewError where a newer version wrote it.
        """
        path = Path(path).absolute()
        try:
            if path.is_dir():
                raise JournalError(f"The journal {path} is a folder; name a file.")
            store.make_folder(path.parent)
        except (OSError, ValueError) as error:
            if isinstance(error, JournalError):
                raise
            words = getattr(error, "strerror", None) or str(error)
            raise JournalError(f"The journal's folder {path.parent} cannot be made: {words}.") from error
        lock = Lock(path)
        try:
            return cls._open(path, lock, wall)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def _open(cls, path: Path, lock: Lock, wall: Callable[[], float]) -> Journal:
        report: str | None = None
        try:
            if salvage.adopt(path):
                report = (
                    f"A damaged journal was replaced by what could be read of it; it is kept beside {path}."
                )
            try:
                cut_off = salvage.check(path)
                journal = cls._read(path, lock, wall)
                if cut_off:
                    journal._put(cut_off, {})
            except store.DamagedError as damage:
                aside, salvaged = salvage.replace(path)
                journal = cls._read(path, lock, wall)
                report = (
                    f"The journal was damaged ({damage}). It is kept as {aside}. "
                    f"{_count(len(salvaged.lines), 'announcement')} could be read, "
                    "and the newest may be missing."
                )
            store.sync_folder(path.parent)
        except store.TooNewError as error:
            raise JournalTooNewError(
                f"The journal {path} was written by a newer version of the table ({error}); "
                "it is kept as it is. Update the table, or name another journal."
            ) from error
        except store.DamagedError as error:
            raise JournalError(
                f"The journal {path} is damaged ({error}) and could not be replaced."
            ) from error
        except sqlite3.Error as error:
            raise JournalError(f"The journal {path} cannot be used: {store.reason(error)}.") from error
        except OSError as error:
            if isinstance(error, JournalError):
                raise
            raise JournalError(f"The journal {path} cannot be used: {error.strerror or error}.") from error
        journal.report, journal.replaced = report, report is not None
        journal._marks = store.marks(path)
        journal.unfinished()  # for what it has to report
        return journal

    @classmethod
    def _read(cls, path: Path, lock: Lock, wall: Callable[[], float]) -> Journal:
        """Opens a sound file. Raises store.DamagedError where it is not, store.TooNewError, sqlite3.Error."""
        connection = store.connect(path)
        journal = cls(path, connection, lock, wall)
        try:
            journal._load()
        except BaseException as error:
            connection.close()
            if isinstance(error, sqlite3.Error) and store.is_damage(error):
                raise store.DamagedError(str(error)) from error
            raise
        return journal

    def _load(self) -> None:
        rows = self._connection.execute("SELECT name, value FROM settings").fetchall()
        self._settings = {name: value for name, text in rows if (value := store.setting(text)) is not None}
        first, newest = store.newest(self._connection)
        self._newest = list(newest)
        if self._newest:
            self._game, self._rules = self._newest[0].game, self._newest[0].rules
            self._position = len(self._newest)
        self._number = first + self._position

    def unfinished(self) -> tuple[Announcement, ...]:
        """The newest game's announcements where it has no winner, undone ones and undo among them; else ().

        A game kept under other rules is not gone on with: it stays in the file, and `report` says so.
        """
        if not self._newest:
            return ()
        if self._rules != RULES:
            self._add(
                f"A game begun under version {self._rules} of the rules stays in the journal, "
                f"but cannot go on: this table plays by version {RULES}."
            )
            return ()
        try:
            announcements = tuple(announcement_from_json(line.said) for line in self._newest)
            game = Record.resume(announcements).game
        except ValueError as error:
            self._add(f"The last game stays in the journal, but cannot go on: {error}")
            return ()
        return announcements if game is not None and game.winner is None else ()

    def finished(self) -> tuple[tuple[Play, ...], ...]:
        """The newest games that have a winner, the oldest first; () where they cannot be read. See `past.finished`."""
        try:
            return past.finished(self._connection)
        except sqlite3.Error:
            return ()

    def append(self, announcement: Announcement, /) -> None:
        """Keeps one announcement; see `keep`."""
        self.keep((announcement,), {})

    def remember(self, name: str, value: bool | int | str, /) -> None:
        """Keeps one choice; see `keep`."""
        self.keep((), {name: value})

    def keep(self, announcements: Sequence[Announcement], choices: Mapping[str, bool | int | str], /) -> None:
        """Keeps *announcements* in order, and *choices* by name: all is on the disk when this returns, or nothing is.

        A SetUp begins a new game. A choice that is kept already is not written again. Raises JournalError where
        nothing is kept; then the same announcements may be kept later, and must be before any that follow them: a
        journal has no gaps.
        """
        for value in choices.values():
            if not isinstance(value, bool | int | str):
                raise TypeError(f"a setting is true, false, a whole number or a text, not {value!r}")
        if self._closed:
            raise JournalError(f"The journal {self.path} is closed.")
        if self._stale or store.marks(self.path) != self._marks:
            self._renew()
        try:
            self._put(self._lines(announcements), self._unkept(choices))
        except store.DamagedError:
            self._renew()
            try:
                self._put(self._lines(announcements), self._unkept(choices))
            except store.DamagedError as error:
                raise JournalError(f"The journal {self.path} cannot be written: {error}.") from error

    def probe(self) -> None:
        """Writes a page that changes nothing, and syncs it: whether the disk takes it, and how soon, is what counts.

        Raises JournalError.
        """
        self.keep((), {})  # where the file was changed or removed, it is made anew
        try:
            self._write([(f"PRAGMA user_version={store.SCHEMA}", ())])
        except store.DamagedError:
            self._renew()

    def _lines(self, announcements: Sequence[Announcement]) -> list[Line]:
        game, position, rules, at = self._game, self._position, self._rules, int(self._wall())
        found = []
        for announcement in announcements:
            if isinstance(announcement, SetUp):
                game, position, rules = game + 1, 0, RULES
            elif position == 0:
                raise JournalError("The journal has no game that this announcement belongs to.")
            found.append(Line(game, position, rules, at, announcement_to_json(announcement)))
            position += 1
        return found

    def _unkept(self, choices: Mapping[str, bool | int | str]) -> dict[str, bool | int | str]:
        kept = self._settings
        return {name: value for name, value in choices.items() if name not in kept or not _same(kept[name], value)}

    def _put(self, new: Sequence[Line], choices: Mapping[str, bool | int | str]) -> None:
        """Writes *new* and *choices* in one transaction. Raises JournalError, and store.DamagedError."""
        if not new and not choices:
            return
        try:
            statements = store.additions(self._number, new, choices, KEPT)
        except ValueError as error:
            raise JournalError(f"The journal cannot keep this: {error}.") from error
        self._write(statements)
        self._settings.update(choices)
        for line in new:
            if line.position == 0:
                self._newest.clear()
            self._newest.append(line)
            self._game, self._rules, self._position = line.game, line.rules, line.position + 1
        self._number += len(new)

    def _renew(self) -> None:
        """Opens the file anew after somebody else changed or removed it, and gives it what it lacks.

        Raises JournalError; then the next `keep` tries again.
        """
        self._stale = True
        with suppress(sqlite3.Error):
            self._connection.close()
        self._lock.release()
        found = Journal.open(self.path, wall=self._wall)
        try:
            missing = found._missing(self._newest)
            found._put(missing, found._unkept(self._settings))
        except store.DamagedError as error:
            found.close()
            raise JournalError(f"The journal {self.path} cannot be written: {error}.") from error
        except BaseException:
            found.close()
            raise
        if missing or found.replaced or not store.same_file(self._marks, found._marks):
            found._add("Its file was removed or damaged while the table ran; all of the running game is kept again.")
            found.replaced = True
        # From here on this journal is the one that was opened.
        vars(self).update(vars(found))

    def _missing(self, running: Sequence[Line]) -> list[Line]:
        """What this file lacks of *running*, the game that is played: its end, or all of it as one more game."""
        held = len(self._newest)
        if self._newest == running[:held] and (held or not running):
            return list(running[held:])
        return [replace(line, game=self._game + 1) for line in running]

    def settings(self) -> dict[str, bool | int | str]:
        """What players chose, by name."""
        return dict(self._settings)

    def close(self) -> None:
        """Closes the file and lets others have it. May be called twice."""
        if self._closed:
            return
        self._closed = True
        try:
            self._connection.close()
        except sqlite3.Error:
            pass  # All that was promised is in the log already; the next start brings it into the file.
        finally:
            self._lock.release()

    def _write(self, statements: Sequence[store.Statement]) -> None:
        """Runs *statements* as one transaction, on the disk when this returns.

        Raises JournalError, and store.DamagedError; then nothing is changed.
        """
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for statement, values in statements:
                self._connection.execute(statement, values)
            self._connection.execute("COMMIT")
        except (sqlite3.Error, OverflowError) as error:
            self._roll_back()
            if isinstance(error, sqlite3.Error) and store.is_damage(error):
                raise store.DamagedError(str(error)) from error
            words = store.reason(error) if isinstance(error, sqlite3.Error) else str(error)
            raise JournalError(f"The journal {self.path} cannot be written: {words}.") from error
        finally:
            after = store.marks(self.path)
            # A file that was put in the place of ours meanwhile must not pass for it the next time.
            if self._marks is None or store.same_file(self._marks, after):
                self._marks = after

    def _roll_back(self) -> None:
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            pass  # SQLite rolled back by itself, as it does after some disk errors.

    def _add(self, words: str) -> None:
        if self.report is None:
            self.report = words
        elif words not in self.report:
            self.report = f"{self.report} {words}"


def _same(one: bool | int | str, other: bool | int | str) -> bool:
    return type(one) is type(other) and one == other


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
