"""A newer version over a table that somebody edited, one that does not start, and what is left in the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import emulated
import pytest

Found = dict[str, Any]


@pytest.fixture(scope="module")
def found(whole: None, installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Found:
    """What the upgrades and the end found."""
    folder = tmp_path_factory.mktemp("upgrade")
    emulated.bring_table(folder)
    emulated.boot("upgrade", folder, system=installed / "disk.img")
    return emulated.findings(folder)


def test_an_upgrade_keeps_settings_drop_in_and_an_edited_unit(found: Found) -> None:
    assert found["upgrade"].endswith("status 0"), found["upgrade"]
    assert set(found["kept"].values()) == {True}, found["kept"]
    assert found["new unit"], "the new unit lies beside the edited one"
    assert "was edited and stays" in found["upgrade"]
    assert found["in force"] == ["4s", True], "what was edited counts"
    assert found["upgraded"] == ["spytable 8.1.0", "8.1.0"]


def test_the_game_goes_on_after_each_change(found: Found) -> None:
    told = {name: value for name, value in found.items() if name.startswith("goes on")}
    assert len(told) == 4 and set(told.values()) == {True}, told


def test_installing_again_changes_nothing(found: Found) -> None:
    assert found["install again"].endswith("status 0"), found["install again"]
    assert found["changed by installing again"] == []


def test_a_version_that_does_not_start_gives_way_to_the_one_before(found: Found) -> None:
    assert "the one before runs again" in found["no start"] and found["no start"].endswith("status 1")
    assert found["taken back"] == ["spytable 8.1.0", "8.1.0"]


def test_uninstall_leaves_nothing_but_the_games_and_says_where(found: Found) -> None:
    assert found["uninstall"].endswith("status 0"), found["uninstall"]
    assert "/var/lib/spytable" in found["uninstall"]
    assert found["left"] == ["/var/lib/spytable"]
    assert "journal.sqlite" in found["games"]
    assert found["owner"] == [0], "nobody who is made later finds the games their own"
    assert found["user"] == []
    assert "Nothing is installed" in found["uninstall again"]
