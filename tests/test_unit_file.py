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


DROP_INS = [None, *sorted((FOLDER / "drop-ins").glob("*.conf"))]


def test_what_prepares_the_voice_may_lower_its_priority() -> None:
    allowed = False
    for calls in settings(UNIT)["SystemCallFilter"]:
        names = calls.removeprefix("~").split()
        # Of systemd's groups (systemd-analyze syscall-filter) these two have it.
        if {"setpriority", "@resources", "@system-service"} & set(names):
            allowed = not calls.startswith("~")
    assert allowed


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
@pytest.mark.parametrize("drop_in", DROP_INS, ids=lambda each: each.stem if each else "alone")
def test_systemd_finds_nothing_to_say_and_the_sandbox_stays_at_2_or_better(
    tmp_path: Path, drop_in: Path | None
) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/opt/spytable/venv/bin/python", "/bin/sh"))
    if drop_in is not None:
        (tmp_path / f"{UNIT.name}.d").mkdir()
        shutil.copy(drop_in, tmp_path / f"{UNIT.name}.d")
    for command in (["verify", "--man=no"], ["security", "--offline=true", "--threshold=20", "--no-pager"]):
        done = subprocess.run(["systemd-analyze", *command, str(unit)], capture_output=True, text=True, check=False)
        # What it says of other units of this machine is not ours.
        said = [line for line in done.stderr.splitlines() if "spytable" in line]
        assert said == [], done.stderr
        assert command[0] == "verify" or done.returncode == 0, done.stdout[-300:] + done.stderr
