"""Whole games of three and four on a real kernel. For those who ask for all of it: see README.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import emulated
import pytest

pytestmark = pytest.mark.usefixtures("whole")

Found = dict[str, Any]


@pytest.fixture(scope="module", params=[3, 4], ids="{} players".format)
def game(request: pytest.FixtureRequest, installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Found:
    """What a game of so many found, in a guest that was started with the table installed."""
    folder = tmp_path_factory.mktemp("game")
    (folder / "number").write_text(str(request.param))
    emulated.boot("evening", folder, system=installed / "disk.img")
    return emulated.findings(folder)


def test_more_than_two_play_a_whole_game_by_pulling_lines(game: Found) -> None:
    assert game["presses"] > 40
    assert game["restarts"] == 0, game["log"]
    assert set(game["faults"]) == {"1", "2", "3", "4"} and not any(game["faults"].values())


def test_each_fuse_and_bang_of_a_longer_game_is_heard(game: Found) -> None:
    assert game["called hiss"] > 0 and game["heard hiss"] == game["called hiss"]
    assert game["called bang"] > 0 and game["heard bang"] == game["called bang"]
