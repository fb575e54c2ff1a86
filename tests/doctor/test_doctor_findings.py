"""The doctor names what is wrong, what is likely and what to do, and its exit status says how bad it is."""

from __future__ import annotations

import datetime
import json
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from spytable.config import Kept, Settings
from spytable.doctor import examine, header, parts, system
from spytable.doctor.finding import Finding, Severity, as_text, worst
from spytable.machine import Machine
from spytable.seats.gpio import PanelWiring, SeatWiring, Wiring, pins
from spytable.seats.gpio.fakechip import FakeChip
from spytable.seats.gpio.fakes import FakeBuses
from spytable.seats.gpio.lines import Flag, request
from spytable.status import Fault, Health


@pytest.mark.parametrize(
    ("severities", "status"),
    [((), 0), ((Severity.WELL, Severity.NOTE), 0), ((Severity.WARNING, Severity.WELL), 1), ((Severity.FAULT,), 2)],
)
def test_the_exit_status_is_that_of_the_worst_finding(severities: tuple[Severity, ...], status: int) -> None:
    assert worst([Finding("part", severity, "so") for severity in severities]) == status


def test_what_is_wrong_comes_with_its_cause_and_what_to_do() -> None:
    text = as_text([Finding("sound", Severity.WARNING, "no card", "unplugged", "plug it in")])
    assert "! sound" in text and "Likely: unplugged" in text and "Do: plug it in" in text
    assert "1 warning" in text


def test_a_mistake_in_the_settings_is_named_and_the_rest_is_still_examined(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[voice]\nrate = 5\n")
    assert examine(file, as_json=True) == 2
    told = json.loads(capsys.readouterr().out)
    assert told["status"] == 2
    assert {finding["part"] for finding in told["findings"]} >= {"settings", "machine", "disk", "fonts"}
    (fault,) = (finding for finding in told["findings"] if finding["part"] == "settings")
    assert "voice.rate" in fault["says"] and fault["remedy"]


@pytest.fixture
def panels(monkeypatch: pytest.MonkeyPatch) -> FakeBuses:
    buses = FakeBuses(pins.default())
    monkeypatch.setattr(header, "open_smbus", buses.open)
    monkeypatch.setattr(header, "number_of", lambda panel: panel.bus)
    return buses


def test_beside_a_table_that_draws_nothing_changes_on_a_panel(panels: FakeBuses) -> None:
    before = [bytes(panels.chip(seat).memory) for seat in (1, 2, 3, 4)]
    assert all(finding.severity is Severity.WELL for finding in header._panels(pins.default()))
    assert [bytes(panels.chip(seat).memory) for seat in (1, 2, 3, 4)] == before
    assert not panels.faults


def test_a_panel_that_is_unplugged_is_named(panels: FakeBuses) -> None:
    panels.unplug(3)
    (wrong,) = (finding for finding in header._panels(pins.default()) if finding.severity > Severity.NOTE)
    assert (wrong.part, wrong.severity) == ("panel of seat 3", Severity.WARNING)
    assert "plug" in wrong.remedy


def test_where_no_panel_answers_the_bus_is_suspected(panels: FakeBuses) -> None:
    for seat in (1, 2, 3, 4):
        panels.unplug(seat)
    *_, last = header._panels(pins.default())
    assert last.severity is Severity.FAULT and "SDA" in last.likely


def test_a_panel_at_the_other_address_is_found(panels: FakeBuses) -> None:
    wire = panels.wire(1)
    wire.chips[0x3D] = wire.chips.pop(0x3C)
    (wrong,) = (finding for finding in header._panels(pins.default((1,))) if finding.part == "panel of seat 1")
    assert "0x3D" in wrong.likely


def test_a_line_that_another_program_has_is_named() -> None:
    chip = FakeChip()
    chip.users[17] = "w1-gpio"
    request(chip.path, 4, Flag.INPUT, kernel=chip)
    (wrong,) = header._users(pins.default((1,)), chip.path, chip)
    assert "GPIO 17, the key 2 of seat 1, belongs to 'w1-gpio'" in wrong.says


def config_txt(root: Path, text: str) -> list[Finding]:
    (root / "boot/firmware").mkdir(parents=True)
    (root / "boot/firmware/config.txt").write_text(text)
    return [each for each in header._settings_of_the_start(pins.default(), root) if each.severity > Severity.NOTE]


def test_what_config_txt_lacks_is_said(tmp_path: Path) -> None:
    wrong = config_txt(tmp_path, "#dtparam=i2c_arm=on\ndtparam=audio=on\n")
    assert ["--i2c" in each.remedy for each in wrong] == [True, False]
    assert "i2c-mux" in wrong[1].remedy


def test_a_config_txt_that_has_all_is_well(tmp_path: Path) -> None:
    text = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\ndtoverlay=i2c-mux,pca9548,addr=0x70\n"
    assert config_txt(tmp_path, text) == []


def test_without_a_bus_it_says_how_to_get_one(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    (wrong,) = header._buses(tmp_path)
    assert wrong.severity is Severity.FAULT and "i2c-dev" in wrong.remedy


def test_low_power_is_said_with_what_it_looks_like(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system.machine, "look_closely", lambda: Machine("Pi", 85.0, True, True))
    power, heat = system._power()
    assert power.severity is heat.severity is Severity.WARNING
    assert "keys that press themselves" in power.likely


def test_a_clock_that_was_never_set_is_no_fault() -> None:
    (clock,) = system._clock(datetime.date(2024, 3, 15))
    assert clock.severity is Severity.NOTE


def test_a_full_disk_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(system.shutil, "disk_usage", lambda place: SimpleNamespace(free=5 * 1024**2))
    (disk,) = system._disk(Settings(journal=Kept(str(tmp_path / "games.sqlite"))))
    assert disk.severity is Severity.FAULT


def test_a_user_without_the_groups_is_told_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/gpiochip0").touch()
    (tmp_path / "dev/i2c-1").touch()
    monkeypatch.setattr(system.os, "getuid", lambda: 0)
    monkeypatch.setattr(system, "SERVICE_USER", "nobody")
    monkeypatch.setattr(system, "_in_group", lambda person, group: group == "i2c")
    (wrong,) = system._groups(tmp_path)
    assert "sudo usermod -aG gpio nobody" in wrong.remedy


def test_a_table_that_runs_tells_its_troubles() -> None:
    health = Health(12, kind="pi", faults=(Fault("panel of seat 2", "does not answer", "check its plug", 3.0, False),))
    findings = parts._tables((health, Health(13, answers=False)))
    assert [(each.part, each.severity) for each in findings] == [
        ("table", Severity.WELL),
        ("panel of seat 2", Severity.WARNING),
        ("table", Severity.WARNING),
    ]


def test_a_damaged_journal_is_named_and_a_kept_one_is_only_read(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    settings = Settings(journal=Kept(str(path)))
    with sqlite3.connect(path) as games:
        games.execute("CREATE TABLE games (line)")
        games.execute("BEGIN IMMEDIATE")
        before = sorted(tmp_path.iterdir())
        (sound,) = parts._journal(settings)
        assert sound.severity <= Severity.NOTE and sorted(tmp_path.iterdir()) == before
    path.write_bytes(b"not a journal at all" * 100)
    (damaged,) = parts._journal(settings)
    assert damaged.severity is Severity.WARNING


def test_without_a_sound_card_the_table_is_said_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "card_ids", lambda: ())
    wrong = next(iter(parts._sound(Settings(), True)))
    assert wrong.severity is Severity.WARNING and "on the panels" in wrong.remedy
    (virtual,) = parts._sound(Settings(), False)
    assert virtual.severity is Severity.WELL


def test_a_wiring_of_one_seat_has_no_bus_to_suspect(panels: FakeBuses) -> None:
    panels.unplug(1)
    alone = Wiring((SeatWiring(1, (4, 17, 27, 22), 10, PanelWiring(channel=0)),))
    assert [finding.part for finding in header._panels(alone)] == ["panel of seat 1"]
