"""Things that fail in a game on a real kernel, and work again. For those who ask for all of it: see README.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import emulated
import pytest

pytestmark = pytest.mark.usefixtures("whole")


@pytest.fixture(scope="module")
def found(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("troubles")
    emulated.boot("troubles", folder, system=installed / "disk.img")
    return emulated.findings(folder)


def test_a_key_that_is_stuck_at_boot_is_named_and_works_once_it_is_let_go(found: dict[str, Any]) -> None:
    log = found["log"]
    assert any(line.startswith("spytable: key 3 of seat 2: is held or stuck") for line in log)
    assert "spytable: key 3 of seat 2: works again." in log


def test_a_panel_that_is_plugged_in_again_shows_the_game(found: dict[str, Any]) -> None:
    # All other panels showed the word of it, and it showed what it should when it was back.
    log = found["log"]
    assert any(line.startswith("spytable: panel of seat 4: ") for line in log)
    assert "spytable: panel of seat 4: works again." in log
    assert found["faults"] == []


def test_sound_comes_back_with_the_card(found: dict[str, Any]) -> None:
    log = found["log"]
    assert any(line.startswith("spytable: sound: ") for line in log)
    assert "spytable: sound: works again." in log
    assert found["heard at the end"] == 1


def test_keys_that_bounce_press_once(found: dict[str, Any]) -> None:
    # A press that counted twice, or not at all, would have led to another screen than the one that was waited for.
    assert found["presses"] > 40
    assert found["restarts"] == 0, found["log"]
