"""Wall time jumps when the network comes, for a Pi has no clock: nothing that players see or hear depends on it."""

from __future__ import annotations

import ast
import random
import time
from pathlib import Path

import pytest

import spytable
from evening import evening
from keypress import TWO
from spytable.journal.journal import Journal
from spytable.rehearsal import PinHands, Rehearsal

ROOT = Path(spytable.__file__).parent

WALL = {"time", "time_ns", "localtime", "gmtime", "strftime", "ctime", "asctime", "mktime"}
"""Of the module time, what speaks of wall time."""

LABELS = {
    "journal/journal.py": {"time"},
    "voice/cache.py": {"time"},
    "doctor/system.py": {"datetime"},
}
"""Where wall time may be read: as the day of a game, or of a clip's last use; the doctor says when it is off."""


def wall_times(path: Path) -> set[str]:
    """What *path* reads of wall time."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "time":
            found |= {node.attr} & WALL
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            found |= {alias.name for alias in node.names} & WALL
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = {getattr(node, "module", None), *(alias.name for alias in node.names)}
            found |= names & {"datetime"}
    return found


def test_wall_time_is_read_for_labels_alone() -> None:
    read = {str(path.relative_to(ROOT)): wall_times(path) for path in sorted(ROOT.rglob("*.py"))}
    assert {name: names for name, names in read.items() if names} == LABELS


def test_a_clock_that_jumps_by_hours_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, chance = time.time, random.Random(5)
    monkeypatch.setattr(time, "time", lambda: real() + chance.choice((-3600.0, 0.0, 3 * 3600.0, 40 * 365 * 86400.0)))
    # A default is bound when its function is made.
    monkeypatch.setitem(Journal.open.__func__.__kwdefaults__, "wall", time.time)  # type: ignore[attr-defined]
    game = evening(TWO, 44)
    hands = PinHands()
    with Rehearsal(tmp_path, hands) as table:
        for seat, label in game.keys:
            table.press(seat, label)
        assert tuple(table.voice.calls) == game.calls
        assert table.table.troubles == ()
        for seat in table.seats.numbers:
            table.wait_until(lambda seat=seat: table.is_shown(seat), f"the last screen of seat {seat}")
