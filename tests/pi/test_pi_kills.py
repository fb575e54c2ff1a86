"""A game that outlives kill -9 and a hang under the real systemd. For those who ask for all of it: see README.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import emulated
import pytest

pytestmark = pytest.mark.usefixtures("whole")

Found = dict[str, Any]


@pytest.fixture(scope="module")
def kills(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Found:
    """A game of three in which the table is ended four times."""
    folder = tmp_path_factory.mktemp("kills")
    emulated.boot("kills", folder, system=installed / "disk.img")
    return emulated.findings(folder)


def test_a_game_goes_on_after_each_kill(kills: Found) -> None:
    # All panels showed the same question again after each, and in the end the winner.
    assert len(kills["seconds"]["KILL"]) == 3
    assert kills["log"].count("spytable: The game that was not finished goes on.") == 4
    assert kills["faults"] == []


def test_systemd_starts_a_table_again_that_hangs(kills: Found) -> None:
    assert len(kills["seconds"]["STOP"]) == 1
    assert any("Watchdog timeout" in line for line in kills["log"])
    assert kills["restarts"] == 4
