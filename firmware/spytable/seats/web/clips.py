"""The clips that pages may fetch, by content: a bounded memory that forgets the clip not used for longest."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict

CLIPS_LIMIT = 4 * 1024 * 1024
"""Bytes of all clips together: about a minute and a half of speech at 22,050 Hz and 16 bits."""


class Clips:
    """Clips by the SHA-256 of their bytes. May be used from any thread."""

    def __init__(self, limit: int = CLIPS_LIMIT) -> None:
        """*limit*: bytes kept at most."""
        self._limit = limit
        self._clips: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """Bytes kept now."""
        return self._size

    def keep(self, clip: bytes) -> str | None:
        """Keeps *clip* and returns its digest, or None where it alone is over the limit."""
        if len(clip) > self._limit:
            return None
        digest = hashlib.sha256(clip).hexdigest()
        with self._lock:
            if digest not in self._clips:
                self._clips[digest] = bytes(clip)
                self._size += len(clip)
            self._clips.move_to_end(digest)
            while self._size > self._limit:
                _, forgotten = self._clips.popitem(last=False)
                self._size -= len(forgotten)
        return digest

    def get(self, digest: str) -> bytes | None:
        """The clip, or None where it is not, or no longer, kept."""
        with self._lock:
            clip = self._clips.get(digest)
            if clip is not None:
                self._clips.move_to_end(digest)
            return clip
