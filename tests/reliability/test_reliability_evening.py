"""Game after game in one process takes no more memory, files, threads or disk. A sample; see long_evening.py."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from long_evening import at_scripted_seats

from daemon import Daemon
from evening import evening
from keypress import TWO
from spytable.journal import journal as journal_module


def test_game_after_game_takes_no_more_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "KEPT", 4)
    taken = list(at_scripted_seats(12, TWO, tmp_path))
    early, late = taken[5], taken[-1]
    # What an earlier test left to end by itself may be gone by now.
    assert late.files <= early.files and late.threads <= early.threads
    # A game leaves some hundred announcements, calls and screens behind, each of several blocks.
    assert late.blocks - early.blocks < 1000
    assert late.disk <= 1.2 * early.disk


def test_an_idle_table_writes_nothing(tmp_path: Path) -> None:
    game = evening(TWO, 44)
    with Daemon(tmp_path) as daemon:
        for seat, label in game.keys[: game.announced[5]]:
            daemon.press(seat, label)
        # At first the words that may be said are made in the background, and kept.
        end = time.monotonic() + 120
        before, since = written(daemon.process.pid), time.monotonic()
        while time.monotonic() < since + 3:
            assert time.monotonic() < end, "it goes on writing"
            time.sleep(0.1)
            if (now := written(daemon.process.pid)) != before:
                before, since = now, time.monotonic()


def written(process: int) -> int:
    """Bytes that *process* has given the system to write (proc(5), io), to files, pipes and terminals alike."""
    fields = dict(line.split(": ") for line in Path(f"/proc/{process}/io").read_text().splitlines())
    return int(fields["wchar"])
