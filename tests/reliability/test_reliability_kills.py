"""A table is killed on the way from a press to its call: nothing that was given out is lost. A sample; see kills.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from disk import LIBRARY, Watch, Write
from kills import every

from spytable.game.announcements import SetUp
from spytable.journal.journal import Journal

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="the functions of this Python's SQLite cannot be reached")


def test_after_a_kill_at_any_step_the_game_stands_where_it_stood_and_goes_on() -> None:
    sizes = set()
    for players, killer, steps in every(29, seed=5):
        sizes.add(players)
        assert {"write", "sync", "before a call", "after a call"} <= set(killer.steps)
        for step in steps:
            killer.kill_at(step)
    assert sizes == {2, 3, 4}


def test_the_harness_sees_each_write_of_an_announcement(tmp_path: Path) -> None:
    seen: list[object] = []
    journal = None
    with Watch(seen.append):
        journal = Journal.open(tmp_path / "journal.sqlite")
        before = len(seen)
        journal.append(SetUp(("green", "red")))
        during = seen[before:]
        journal.close()
    written = [event.content for event in during if isinstance(event, Write)]
    assert any(b'"say":"setup"' in content for content in written)
    assert type(during[-1]).__name__ == "Sync", "it is synced before it is answered"


