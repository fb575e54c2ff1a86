"""The power fails while games are kept: all that was answered is there, and it goes on. A sample; see cuts.py."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import pytest
from cuts import FAST, Cutter, announcements
from disk import LIBRARY, Create, Delete, Sync, SyncFolder, Truncate, Write
from medium import SECTOR, Medium, Way

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="the functions of this Python's SQLite cannot be reached")


def test_after_a_power_cut_all_that_was_answered_is_there() -> None:
    with tempfile.TemporaryDirectory(dir=FAST) as folder:
        cutter = Cutter(announcements(), Path(folder))
        assert list(cutter.cuts(200, seed=11)) == []
        assert len(cutter.ways) == len(Way) + 1


def test_what_is_synced_survives_every_cut_and_nothing_else_is_sure_to() -> None:
    medium = Medium({"a": b"old"})
    for event in (Write("a", 0, b"new"), Sync("a"), Write("a", 3, b"er"), Create("b"), Write("b", 0, b"x"), Sync("b")):
        medium.do(event)
    found = {
        tuple(sorted(medium.cut(way, random.Random(seed)).items())) for way in Way for seed in range(20)
    }
    assert {dict(files)["a"] for files in found} == {b"new", b"newer"}
    assert {dict(files).get("b") for files in found} == {None, b"x"}, "a name that was not synced can be gone"
    medium.do(SyncFolder())
    medium.do(Delete("a"))
    assert set(medium.cut(Way.LOST, random.Random())) == {"a", "b"}
    assert set(medium.cut(Way.KEPT, random.Random())) == {"b"}


def test_a_torn_write_loses_whole_sectors_and_a_gap_is_zeros() -> None:
    medium = Medium({"a": b""})
    medium.do(Write("a", 100, b"1" * (2 * SECTOR)))
    found = {medium.cut(Way.SECTORS, random.Random(seed))["a"] for seed in range(50)}
    first, second, third = bytes(100) + b"1" * 412, b"1" * 512, b"1" * 100
    assert bytes(SECTOR) + second in found and first + bytes(SECTOR) + third in found
    assert len(found) == 8
    medium.do(Truncate("a", 0))
    assert medium.cut(Way.KEPT, random.Random())["a"] == b""
