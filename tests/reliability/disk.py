"""SQLite's own way to the disk, seen and interrupted: each write, sync, truncation and deletion, in order.

The library that Python's sqlite3 uses is asked for its default file system (VFS); a copy of it, whose writing methods
are ours, becomes the default for as long as a `Watch` lasts. So the very library and the very calls of a table are
watched, without root, a compiler or a file system of our own.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from spytable.journal import store


@dataclass(frozen=True, slots=True)
class Write:
    name: str
    at: int
    content: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    name: str


@dataclass(frozen=True, slots=True)
class Create:
    name: str


@dataclass(frozen=True, slots=True)
class Delete:
    name: str


@dataclass(frozen=True, slots=True)
class SyncFolder:
    pass


CHECKPOINT = 20
"""Pages in the log before they go into the file: few, so that this comes in the middle of each game."""

Event = Write | Truncate | Sync | Create | Delete | SyncFolder

_Int, _Long, _Pointer, _Text = ctypes.c_int, ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p
# Names are handed on as the addresses that they are: SQLite keeps them, and finds more beside them.
_Open = ctypes.CFUNCTYPE(_Int, _Pointer, _Pointer, _Pointer, _Int, ctypes.POINTER(_Int))
_DeleteFile = ctypes.CFUNCTYPE(_Int, _Pointer, _Pointer, _Int)
_Close = ctypes.CFUNCTYPE(_Int, _Pointer)
_WriteFile = ctypes.CFUNCTYPE(_Int, _Pointer, _Pointer, _Int, _Long)
_TruncateFile = ctypes.CFUNCTYPE(_Int, _Pointer, _Long)
_SyncFile = ctypes.CFUNCTYPE(_Int, _Pointer, _Int)


class _Vfs(ctypes.Structure):
    """sqlite3_vfs, version 3 (sqlite3.h)."""

    _fields_ = [
        ("iVersion", _Int),
        ("szOsFile", _Int),
        ("mxPathname", _Int),
        ("pNext", _Pointer),
        ("zName", _Text),
        ("pAppData", _Pointer),
        ("xOpen", _Open),
        ("xDelete", _DeleteFile),
        *((name, _Pointer) for name in ("access", "path", "dl1", "dl2", "dl3", "dl4", "random", "sleep", "time")),
        *((name, _Pointer) for name in ("error", "time64", "set_call", "get_call", "next_call")),
    ]


class _Methods(ctypes.Structure):
    """sqlite3_io_methods, version 3 (sqlite3.h)."""

    _fields_ = [
        ("iVersion", _Int),
        ("xClose", _Close),
        ("xRead", _Pointer),
        ("xWrite", _WriteFile),
        ("xTruncate", _TruncateFile),
        ("xSync", _SyncFile),
        *((name, _Pointer) for name in ("size", "lock", "unlock", "reserved", "control", "sector", "device")),
        *((name, _Pointer) for name in ("map", "shm_lock", "barrier", "unmap", "fetch", "unfetch")),
    ]


class _File(ctypes.Structure):
    _fields_ = [("pMethods", ctypes.POINTER(_Methods))]


def _library() -> ctypes.CDLL | None:
    """The SQLite that the sqlite3 module uses; None where its functions cannot be reached."""
    # Looked up in the module itself the name is found in whatever library the module is linked to.
    library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    try:
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        library.sqlite3_libversion.restype = _Text
    except AttributeError:
        return None
    same = library.sqlite3_libversion().decode() == sqlite3.sqlite_version
    return library if same else None


LIBRARY = _library()


class Watch:
    """While it lasts, *seen* is called before each thing that SQLite does to a file, in the thread that does it.

    Names are those of files, without their folder. Use it as a context, one at a time.
    """

    def __init__(self, seen: Callable[[Event], None]) -> None:
        assert LIBRARY is not None, "SQLite's functions cannot be reached from here"
        self._library = LIBRARY
        self._seen = seen
        self._names: dict[int, str] = {}
        self._tables: dict[int, _Methods] = {}
        self._real = self._library.sqlite3_vfs_find(None)
        self._vfs = _Vfs.from_buffer_copy(self._real.contents)
        self._vfs.zName = b"watched"
        self._vfs.pNext = None
        self._vfs.xOpen = _Open(self._open)
        self._vfs.xDelete = _DeleteFile(self._delete)
        self._overrides = (
            _Close(self._close), _WriteFile(self._write), _TruncateFile(self._truncate), _SyncFile(self._sync),
        )  # fmt: skip
        self._methods: dict[int, _Methods] = {}

    def __enter__(self) -> Watch:
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)
        self._sync_folder, store.sync_folder = store.sync_folder, self._watched_sync_folder
        self._checkpoint, store.CHECKPOINT = store.CHECKPOINT, CHECKPOINT
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        store.sync_folder, store.CHECKPOINT = self._sync_folder, self._checkpoint
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
        self._library.sqlite3_vfs_register(self._real, 1)
        assert not self._names, f"still open: {self._names}"

    def _watched_sync_folder(self, folder: Path) -> None:
        self._seen(SyncFolder())
        self._sync_folder(folder)

    def _open(self, vfs: int, name: int | None, file: int, flags: int, given: ctypes._Pointer[ctypes.c_int]) -> int:
        path = _path(name)
        if path is not None and not path.exists():
            self._seen(Create(path.name))
        result: int = self._real.contents.xOpen(vfs, name, file, flags, given)
        if result == 0 and path is not None:
            head = _File.from_address(file)
            real = head.pMethods.contents
            address = ctypes.addressof(real)
            if address not in self._tables:
                table = _Methods.from_buffer_copy(real)
                table.xClose, table.xWrite, table.xTruncate, table.xSync = self._overrides
                self._tables[address] = table
            self._names[file] = path.name
            self._methods[file] = real
            head.pMethods = ctypes.pointer(self._tables[address])
        return result

    def _delete(self, vfs: int, name: int, sync: int) -> int:
        path = _path(name)
        if path is not None and path.exists():
            self._seen(Delete(path.name))
        result: int = self._real.contents.xDelete(vfs, name, sync)
        if sync:
            self._seen(SyncFolder())
        return result

    def _close(self, file: int) -> int:
        self._names.pop(file, None)
        result: int = self._methods.pop(file).xClose(file)
        return result

    def _write(self, file: int, content: int, size: int, at: int) -> int:
        self._seen(Write(self._names[file], at, ctypes.string_at(content, size)))
        result: int = self._methods[file].xWrite(file, content, size, at)
        return result

    def _truncate(self, file: int, size: int) -> int:
        self._seen(Truncate(self._names[file], size))
        result: int = self._methods[file].xTruncate(file, size)
        return result

    def _sync(self, file: int, flags: int) -> int:
        self._seen(Sync(self._names[file]))
        result: int = self._methods[file].xSync(file, flags)
        return result


def _path(name: int | None) -> Path | None:
    return None if name is None else Path(ctypes.string_at(name).decode())
