"""The doctor names what is wrong, what is likely and what to do, and its exit status says how bad it is."""

from __future__ import annotations

import datetime
import json
import sqlite3
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from spytable.config import SYSTEM_FILE, Kept, Settings, Voice
from spytable.doctor import boot, examine, header, parts, system
from spytable.doctor.finding import Finding, Severity, as_text, worst
from spytable.machine import Machine
from spytable.screen import fonts
from spytable.seats.gpio import pins
from spytable.seats.gpio.lines.kernel import Flag, request
from spytable.seats.gpio.simulated.gpiochip import FakeChip
from spytable.status import Health
from spytable.voice.synthesis.synthesiser import Synthesiser, SynthesisError


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


def test_a_line_that_another_program_has_is_named() -> None:
    chip = FakeChip()
    chip.users[17] = "w1-gpio"
    request(chip.path, 4, Flag.INPUT, kernel=chip)
    (wrong,) = header._users(pins.default((1,)), chip.path, chip)
    assert wrong.part == "key 2 of seat 1" and "GPIO 17 belongs to 'w1-gpio'" in wrong.says


def test_programs_that_have_lines_are_named_but_for_a_table(tmp_path: Path) -> None:
    programs = {"71": b"python3\0/home/pi/blink.py\0", "8": b"python\0-P\0-m\0spytable\0play\0", "9": b"bash\0"}
    for number, command in programs.items():
        (tmp_path / number / "fd").mkdir(parents=True)
        (tmp_path / number / "fd/3").symlink_to("/dev/null" if number == "9" else "anon_inode:gpio-line")
        (tmp_path / number / "cmdline").write_bytes(command)
    (tmp_path / "10").mkdir()
    assert list(header.holders(tmp_path)) == ["process 71 has lines: python3 /home/pi/blink.py"]


def test_rpigpio_is_looked_at_where_the_settings_choose_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "RPi", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    (missing,) = header._rpigpio()
    assert missing.severity is Severity.FAULT and "need the package RPi.GPIO" in missing.says
    monkeypatch.setattr(header, "open_factory", lambda kind: SimpleNamespace(close=lambda: None))
    (blind,) = header._rpigpio("6.12.25+rpt-rpi-v8")
    assert blind.severity is Severity.FAULT and "no key is felt" in blind.says and "lgpio" in blind.remedy
    assert list(header._rpigpio("6.1.21-v8+")) == []


def test_a_key_that_is_down_is_named_where_no_table_listens_to_it() -> None:
    chip = FakeChip()
    chip.press(17)
    chip.press(27)
    listened = request(chip.path, 27, Flag.INPUT, kernel=chip)
    (wrong,) = header._keys(pins.default((1,)), chip.path, chip)
    assert (wrong.part, wrong.severity) == ("key 2 of seat 1", Severity.WARNING)
    assert "ground" in wrong.likely and wrong.remedy
    listened.close()
    chip.let_go(17)
    chip.let_go(27)
    assert list(header._keys(pins.default((1,)), chip.path, chip)) == []
    assert not chip.asked, "all lines are free again"


def config_txt(root: Path, text: str) -> list[Finding]:
    (root / "boot/firmware").mkdir(parents=True)
    (root / "boot/firmware/config.txt").write_text(text)
    return [each for each in boot.look(pins.default(), root) if each.severity > Severity.NOTE]


def test_what_config_txt_lacks_is_said(tmp_path: Path) -> None:
    wrong = config_txt(tmp_path, "#dtparam=i2c_arm=on\ndtparam=audio=on\n")
    assert ["--i2c" in each.remedy for each in wrong] == [True, False]
    assert "i2c-mux" in wrong[1].remedy


def test_a_config_txt_that_has_all_is_well(tmp_path: Path) -> None:
    text = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\ndtoverlay=i2c-mux,pca9548,addr=0x70\n"
    assert config_txt(tmp_path, text) == []


def test_slow_panels_and_an_amplifier_on_a_key_are_found_in_config_txt(tmp_path: Path) -> None:
    wrong = config_txt(tmp_path, "dtparam=i2c_arm=on\r\ndtoverlay=i2c-mux,pca9548\r\ndtoverlay=max98357a\r\n")
    assert [each.says for each in wrong] == ["dtoverlay=max98357a takes GPIO 4, the key 1 of seat 1"]
    notes = [each for each in boot.look(pins.default(), tmp_path) if each.severity is Severity.NOTE]
    assert "100 kHz" in notes[0].says and "--i2c" in notes[0].remedy


@pytest.mark.parametrize(
    ("section", "model", "counts"),
    [
        ("pi4", "Raspberry Pi 5 Model B Rev 1.0", False),
        ("pi5", "Raspberry Pi 5 Model B Rev 1.0", True),
        ("pi0", "Raspberry Pi Zero 2 W Rev 1.0", True),
        ("pi0w", "Raspberry Pi Zero 2 W Rev 1.0", True),
        ("pi0w", "Raspberry Pi Zero Rev 1.3", False),
        ("pi02", "Raspberry Pi Zero W Rev 1.1", False),
        ("pi3+", "Raspberry Pi 3 Model B Plus Rev 1.3", True),
        ("pi3+", "Raspberry Pi 3 Model B Rev 1.2", False),
        ("cm4", "Raspberry Pi 4 Model B Rev 1.4", False),
        ("pi4", "Raspberry Pi 400 Rev 1.0", True),
        ("none", "Raspberry Pi 4 Model B Rev 1.4", False),
        ("all", "Raspberry Pi 4 Model B Rev 1.4", True),
        ("EDID=VSC-TD2220", "Raspberry Pi 4 Model B Rev 1.4", True),
    ],
)
def test_lines_for_other_models_do_not_count(section: str, model: str, counts: bool) -> None:
    assert list(boot.counting(f"[{section}]\ndtparam=spi=on # for a sensor\n", model)) == ["dtparam=spi=on"] * counts


def test_a_clock_that_nobody_confirmed_is_said_and_is_no_fault() -> None:
    (clock,) = system._clock(datetime.date(2026, 3, 15), False)
    assert clock.severity is Severity.NOTE and "no time server" in clock.says
    (clock,) = system._clock(datetime.date(2026, 3, 15), True)
    assert clock.severity is Severity.WELL
    assert system.is_synchronised() in (True, False, None)


def test_a_language_without_a_voice_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "spytable.voice.synthesis.synthesiser.Synthesiser.voices", lambda self: {"en": ("en", ""), "nl": ("", "")}
    )
    monkeypatch.setattr(parts.espeak, "find", lambda: parts.espeak.Library(Path("/usr/lib/libespeak-ng.so.1")))
    (well,) = parts._voice(Settings(voice=Voice(language="en", second="fy")))
    assert well.severity is Severity.WELL
    (wrong,) = parts._voice(Settings(voice=Voice(language="fi", second="en")))
    assert wrong.severity is Severity.WARNING and wrong.says == "there is none for fi" and wrong.remedy


def test_a_speech_library_that_fails_is_found_before_the_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(synthesiser: Synthesiser) -> None:
        raise SynthesisError("it ended at once")

    monkeypatch.setattr(Synthesiser, "voices", fails)
    monkeypatch.setattr(parts.espeak, "find", lambda: parts.espeak.Library(Path("/usr/lib/libespeak-ng.so.1")))
    (wrong,) = parts._voice(Settings())
    assert wrong.severity is Severity.WARNING and "it ended at once" in wrong.says


def test_low_power_is_said_with_what_it_looks_like(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system.machine, "look_closely", lambda: Machine("Pi", 85.0, True, True))
    power, heat = system._power()
    assert power.severity is heat.severity is Severity.WARNING
    assert "keys that press themselves" in power.likely


def test_a_pi_that_does_not_tell_of_its_power_is_not_called_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system.machine, "look_closely", lambda: Machine("Raspberry Pi 4 Model B Rev 1.4"))
    (power,) = system._power()
    assert power.severity is Severity.NOTE and "does not tell" in power.says
    monkeypatch.setattr(system.machine, "look_closely", lambda: Machine())
    assert list(system._power()) == []


def test_a_clock_that_was_never_set_is_no_fault() -> None:
    (clock,) = system._clock(datetime.date(2024, 3, 15))
    assert clock.severity is Severity.NOTE


def test_a_full_disk_is_said_to_keep_no_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(system.shutil, "disk_usage", lambda place: SimpleNamespace(free=5 * 1024**2))
    (disk,) = system._disk(tmp_path)
    assert disk.severity is Severity.WARNING and "not kept" in disk.likely and disk.remedy


def test_a_user_without_the_groups_is_told_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/gpiochip0").touch()
    (tmp_path / "dev/i2c-1").touch()
    monkeypatch.setattr(system.os, "getuid", lambda: 0)
    monkeypatch.setattr(system, "SERVICE_USER", "nobody")
    monkeypatch.setattr(system, "_in_group", lambda person, group: group == "i2c")
    monkeypatch.setattr(system, "shown", lambda name: {})
    (wrong,) = system._groups(tmp_path)
    assert "sudo usermod -aG gpio nobody" in wrong.remedy
    monkeypatch.setattr(system, "shown", lambda name: {name: "gpio audio"})
    (well,) = system._groups(tmp_path)
    assert well.severity is Severity.WELL, "the unit gives the service what its user lacks"


def test_a_damaged_journal_is_named_and_a_kept_one_is_only_read(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with sqlite3.connect(path) as games:
        games.execute("CREATE TABLE games (line)")
        games.execute("BEGIN IMMEDIATE")
        before = sorted(tmp_path.iterdir())
        (sound,) = parts._journal(path)
        (kept,) = parts._journal(path, (Health(1, journal=str(path)),))
        assert sound.severity <= Severity.NOTE and sorted(tmp_path.iterdir()) == before
    assert kept.severity is Severity.WELL, "a table that runs keeps it"
    path.write_bytes(b"not a journal at all" * 100)
    (damaged,) = parts._journal(path)
    assert damaged.severity is Severity.WARNING


def test_the_games_that_are_looked_at_are_those_of_the_table_that_runs_or_of_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "SERVICE_FOLDER", tmp_path)
    installed, own = Settings(source=SYSTEM_FILE), Settings(journal=Kept(str(tmp_path / "own.sqlite")))
    assert parts.games(installed, (Health(1, journal="/stick/games.sqlite"),)) == Path("/stick/games.sqlite")
    assert parts.games(installed, ()) == tmp_path / "journal.sqlite"
    assert parts.games(own, ()) == tmp_path / "own.sqlite"


def test_fonts_that_are_gone_are_named_with_their_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(text: str, strike: fonts.Strike) -> None:
        raise FileNotFoundError(2, "No such file or directory", "/opt/small.pcf.gz")

    monkeypatch.setattr(fonts, "line", gone)
    (wrong,) = parts._fonts()
    assert (wrong.severity, wrong.says) == (Severity.FAULT, "/opt/small.pcf.gz: No such file or directory")


def test_without_a_sound_card_the_table_is_said_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "card_ids", lambda: ())
    wrong = next(iter(parts._sound(Settings(), True)))
    assert wrong.severity is Severity.WARNING and "on the panels" in wrong.remedy
    (virtual,) = parts._sound(Settings(), False)
    assert virtual.severity is Severity.WELL
