"""A disk whose power can be cut: what was written and not synced is lost, kept or torn, sector by sector."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from disk import Create, Delete, Event, Sync, SyncFolder, Truncate, Write

SECTOR = 512
"""Bytes that a disk writes whole or not at all."""


class Way(Enum):
    """What becomes of writes that were not synced."""

    LOST = "none is there"
    KEPT = "all are there"
    ENDED = "those before one of them, which is torn"
    WRITES = "some, in no order"
    SECTORS = "some sectors of some, in no order"


@dataclass
class _File:
    """What is safe, and what was done since."""

    safe: bytes = b""
    since: list[Write | Truncate] = field(default_factory=list)

    def now(self) -> bytes:
        return _after(self.safe, self.since)

    def settle(self) -> None:
        self.safe, self.since = self.now(), []

    def cut(self, way: Way, chance: random.Random) -> bytes:
        match way:
            case Way.LOST:
                left: list[Write | Truncate] = []
            case Way.KEPT:
                left = self.since
            case Way.ENDED:
                end = chance.randrange(len(self.since) + 1)
                torn = [one for one in self.since[end : end + 1] if isinstance(one, Write)]
                left = [*self.since[:end], *(piece for one in torn for piece in _torn(one, chance))]
            case Way.WRITES:
                left = [one for one in self.since if chance.random() < 0.5]
            case Way.SECTORS:
                left = []
                for one in self.since:
                    if isinstance(one, Write):
                        left += _torn(one, chance)
                    elif chance.random() < 0.5:
                        left.append(one)
        return _after(self.safe, left)


class Medium:
    """A folder on a disk. Names that were made or removed and not synced are taken back from the newest on."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._safe = {name: _File(content) for name, content in files.items()}
        self._now = dict(self._safe)
        self._since: list[Create | Delete] = []
        self._made: dict[int, _File] = {}

    def do(self, event: Event) -> None:
        """*event* has happened."""
        match event:
            case Create(name):
                self._now[name] = self._made[len(self._since)] = _File()
                self._since.append(event)
            case Delete(name):
                self._now.pop(name, None)
                self._since.append(event)
            case SyncFolder():
                self._safe, self._since, self._made = dict(self._now), [], {}
            case Write(name) | Truncate(name):
                if name in self._now:  # Else a copy that is only looked at.
                    self._now[name].since.append(event)
            case Sync(name):
                if name in self._now:
                    self._now[name].settle()
                    if Create(name) in self._since and name.endswith(("-wal", "-journal")):
                        # SQLite syncs the folder with the first sync of these.
                        self.do(SyncFolder())

    def cut(self, way: Way, chance: random.Random) -> dict[str, bytes]:
        """What is on the disk if the power fails now."""
        names = dict(self._safe)
        most = len(self._since)
        for i in range({Way.LOST: 0, Way.KEPT: most}.get(way, chance.randrange(most + 1))):
            event = self._since[i]
            if isinstance(event, Create):
                names[event.name] = self._made[i]
            else:
                names.pop(event.name, None)
        return {name: file.cut(way, chance) for name, file in names.items()}


def _after(content: bytes, done: list[Write | Truncate]) -> bytes:
    result = bytearray(content)
    for one in done:
        if isinstance(one, Truncate):
            del result[one.size :]
            result += bytes(max(0, one.size - len(result)))
        else:
            result += bytes(max(0, one.at - len(result)))
            result[one.at : one.at + len(one.content)] = one.content
    return bytes(result)


def _torn(write: Write, chance: random.Random) -> list[Write]:
    """Of the sectors of *write* about a half."""
    pieces = []
    at, end = write.at, write.at + len(write.content)
    while at < end:
        until = min(end, (at // SECTOR + 1) * SECTOR)
        if chance.random() < 0.5:
            pieces.append(Write(write.name, at, write.content[at - write.at : until - write.at]))
        at = until
    return pieces
