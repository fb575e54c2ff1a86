"""The unit: a sandbox, a watchdog, and a start that waits for nobody."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "systemd"
UNIT = FOLDER / "spytable.service"


def settings(file: Path) -> dict[str, list[str]]:
    """All settings of a unit file, each with its values."""
    found: dict[str, list[str]] = {}
    for line in file.read_text().splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def test_a_start_waits_for_no_network_and_no_sound_card() -> None:
    unit = settings(UNIT)
    assert not {"After", "Wants", "Requires", "BindsTo", "Before", "DefaultDependencies"} & set(unit)


def test_a_mistake_in_the_settings_ends_once_and_a_hang_is_started_again() -> None:
    unit = settings(UNIT)
    assert unit["RestartPreventExitStatus"] == ["2"]
    assert (unit["Type"], unit["Restart"]) == (["notify"], ["on-failure"])
    assert 10 <= int(unit["WatchdogSec"][0]) <= 60
    assert "StartLimitAction" not in unit, "nothing reboots in a loop"


def test_what_is_written_has_its_folders() -> None:
    unit = settings(UNIT)
    assert [unit[f"{kind}Directory"] for kind in ("State", "Cache", "Runtime")] == [["spytable"]] * 3
    assert {"XDG_CACHE_HOME=%C", "LG_WD=%t/spytable"} <= set(unit["Environment"])
    assert unit["ProtectSystem"] == ["strict"]


def test_the_browser_gets_the_network_by_its_drop_in_alone() -> None:
    assert settings(UNIT)["PrivateNetwork"] == ["yes"]
    assert settings(FOLDER / "drop-ins/browser.conf")["PrivateNetwork"] == ["no"]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
def test_the_sandbox_is_judged_2_or_better() -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", str(UNIT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-300:] + done.stderr
