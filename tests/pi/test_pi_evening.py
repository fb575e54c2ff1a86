"""The table on a real kernel: installed, started with the machine, sandboxed, and played by pulling lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import emulated
import pytest

Found = dict[str, Any]


@pytest.fixture(scope="module")
def setup(installed: Path) -> Found:
    """What the installation found."""
    return emulated.findings(installed)


@pytest.fixture(scope="module")
def evening(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Found:
    """What a game of two found, in a guest that was started with the table installed."""
    folder = tmp_path_factory.mktemp("evening")
    emulated.boot("evening", folder, system=installed / "disk.img")
    return emulated.findings(folder)


def test_the_unit_is_right_and_keeps_the_table_in_a_sandbox(setup: Found, evening: Found) -> None:
    assert setup["verify"] == ""
    assert float(setup["exposure"]) <= 2.0
    assert evening["user"] == "spytable"


def test_the_table_is_ready_when_the_machine_has_started(evening: Found) -> None:
    assert evening["at boot"] == "active"


def test_a_whole_game_is_played_by_pulling_lines(evening: Found) -> None:
    # Each press waited until its panel showed, pixel for pixel, what the game asks, and each announcement until all
    # panels and lamps did.
    assert evening["presses"] > 30
    assert evening["restarts"] == 0, evening["log"]
    assert evening["faults"] == {"1": [], "2": [], "3": [], "4": []}


def test_bombs_hiss_and_bang_at_the_card(evening: Found) -> None:
    assert evening["called hiss"] > 0 and evening["heard hiss"] == evening["called hiss"]
    assert evening["called bang"] > 0 and evening["heard bang"] == evening["called bang"]


def test_the_panels_are_dark_when_the_table_stops(evening: Found) -> None:
    assert set(evening["dark"].values()) == {True}
