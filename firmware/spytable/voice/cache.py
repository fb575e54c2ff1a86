"""The cache: synthesised sound on disk, named by what was said and by what said it."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import struct
import time
import zlib
from pathlib import Path

from spytable.voice.samples.clip import Clip, wav_head

LIMIT = 64 * 1024 * 1024
"""Bytes that the cache takes at most: some twenty minutes of speech, six languages' worth."""

_DAY = 86400.0
_MARK = b"spy "


def key(*parts: str | int) -> str:
    """The name of what *parts* describe: SHA-256 over all of them."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


class Cache:
    """A folder of WAV files. What cannot be read or written counts as not there: the voice goes on without.

    A file is written beside its place and renamed into it, and carries a checksum: after a power cut it is
    whole, or not there, or seen to be torn and made again. So nothing waits for the disk (no fsync), and the
    card is spared.
    """

    def __init__(self, folder: Path, limit: int = LIMIT) -> None:
        """*limit*: bytes that the files take together at most."""
        self._folder = folder
        self._limit = limit
        self._size: int | None = None

    def load(self, name: str) -> Clip | None:
        """The clip kept as *name*; None if there is none or it is damaged."""
        path = self._path(name)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        clip = _parse(data)
        if clip is None:
            return None
        with contextlib.suppress(OSError):
            # The time of last use, for `_shrink`; to the day, so that playing a game does not write to the
            # card.
            if time.time() - path.stat().st_mtime > _DAY:
                os.utime(path)
        return clip

    def keep(self, name: str, clip: Clip) -> None:
        """Keeps *clip* as *name*, and drops what was not used for longest where room is short. Raises
        OSError."""
        head = wav_head(clip, after=12)
        check = zlib.crc32(clip.samples, zlib.crc32(head[8:]))
        data = head + clip.samples + _MARK + struct.pack("<II", 4, check)
        path = self._path(name)
        part = path.with_name(f".{name}.{os.getpid()}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(data)
            part.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise
        if self._size is None:
            self._size = sum(size for _, size, _ in self._files())
        else:
            self._size += len(data)
        if self._size > self._limit:
            self._shrink()

    def _path(self, name: str) -> Path:
        return self._folder / name[:2] / f"{name}.wav"

    def _files(self) -> list[tuple[float, int, Path]]:
        """Last use, size and path of each file; pieces that a power cut left an hour ago or earlier are
        removed."""
        found = []
        for path in self._folder.glob("*/*"):
            with contextlib.suppress(OSError):
                status = path.stat()
                if path.suffix == ".wav":
                    found.append((status.st_mtime, status.st_size, path))
                elif path.suffix == ".part" and time.time() - status.st_mtime > 3600:
                    path.unlink()
        return found

    def _shrink(self) -> None:
        files = sorted(self._files())
        size = sum(size for _, size, _ in files)
        for _, taken, path in files:
            # A tenth is freed at once, so that not each further file searches the folder.
            if size <= self._limit * 9 // 10:
                break
            with contextlib.suppress(OSError):
                path.unlink()
                size -= taken
        self._size = size


def _parse(data: bytes) -> Clip | None:
    """The clip in a file that `keep` wrote; None unless every byte is as it was written."""
    if len(data) < 56 or data[:4] != b"RIFF" or data[-12:-8] != _MARK:
        return None
    total, rate, n = (struct.unpack_from("<I", data, at)[0] for at in (4, 24, 40))
    check = struct.unpack("<I", data[-4:])[0]
    if total != len(data) - 8 or n != len(data) - 56 or zlib.crc32(data[8:-12]) != check:
        return None
    return Clip(data[44:-12], rate)


def default_folder() -> Path:
    """Where sound is kept unless told otherwise: XDG's folder for caches."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    # The specification of XDG's folders: a path that is not absolute is to be ignored.
    home = Path(base) if Path(base).is_absolute() else Path("~/.cache")
    try:
        return home.expanduser() / "spytable" / "voice"
    except RuntimeError:
        # A service may run as a user without a home.
        return Path("/var/cache/spytable/voice")
