"""The doctor in the guest: each thing is broken once, and it names it, what is likely, and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import emulated
import pytest

Found = dict[str, Any]

WELL, NOTE, WARNING, FAULT = -1, 0, 1, 2


@pytest.fixture(scope="module")
def found(whole: None, installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Found:
    """What the doctor said of everything."""
    folder = tmp_path_factory.mktemp("doctor")
    emulated.boot("doctor", folder, system=installed / "disk.img")
    return emulated.findings(folder)


def wrong(told: Found) -> dict[str, Found]:
    """What is worse than a note, by its part."""
    return {each["part"]: each for each in told["findings"] if each["severity"] > NOTE}


@pytest.mark.parametrize("name", ["well", "well, running"])
def test_of_a_table_that_is_well_it_finds_nothing_wrong(found: Found, name: str) -> None:
    told = found[name]
    assert (told["exit"], wrong(told), told["errors"]) == (0, {}, "")
    well = {each["part"] for each in told["findings"] if each["severity"] == WELL}
    panels = {f"panel of seat {seat}" for seat in (1, 2, 3, 4)}
    assert well >= {"settings", "groups", "disk", "pins", "I2C", "sound", "voice", "fonts", "journal", *panels}


def test_with_a_person_it_feels_each_key(found: Found) -> None:
    assert (found["person"]["exit"], found["person"]["felt"]) == (0, 16), found["person"]["said"]


def test_with_a_person_it_names_wires_that_changed_places_and_lamps_that_stay_dark(found: Found) -> None:
    told = found["person, wrong"]
    assert (told["exit"], told["felt"]) == (1, 14), told["said"]
    assert "key 2 of seat 3: is wired as key 3 of seat 3" in told["said"]
    assert told["said"].count("does not shine") == 4 and "long leg" in told["said"]


def test_beside_a_table_that_runs_it_leaves_it_keys_and_sound(found: Found) -> None:
    told = found["person, running"]
    assert told["exit"] == 0, told["said"]
    assert "A table runs, and has keys and sound" in told["said"] and "[Y/n]" not in told["said"]


@pytest.mark.parametrize(
    ("name", "exit_status", "part", "says", "likely", "remedy"),
    [
        ("panel unplugged", 1, "panel of seat 2", "does not answer", "plug is out", "3.3 V"),
        ("panel unplugged, running", 1, "panel of seat 2", "does not answer", "plug is out", "3.3 V"),
        ("all panels unplugged", 2, "panels", "none answers", "SDA and SCL", "GPIO 2"),
        ("all panels unplugged, running", 2, "panels", "none answers", "SDA and SCL", "GPIO 2"),
        ("key stuck", 1, "key 2 of seat 3", "held or stuck", "ground", "Let go"),
        ("key stuck, running", 1, "key 2 of seat 3", "held or stuck", "ground", "Let go"),
        ("no sound card", 1, "sound", "no sound card", "overlay", "--amplifier"),
        ("no sound card, running", 1, "sound", "no sound card", "overlay", "--amplifier"),
        ("another sound card", 1, "sound", "Speaker", "not plugged in", "voice.device"),
        ("another sound card, running", 1, "sound", "Speaker", "not plugged in", "voice.device"),
        (
            "user without groups",
            1,
            "groups",
            "newcomer is not in gpio, i2c, audio",
            "/dev/i2c-*",
            "usermod -aG gpio,i2c",
        ),
        ("no I2C module", 2, "I2C", "there is no bus", "i2c-dev", "modprobe i2c-dev"),
        ("wrong bus", 1, "panel of seat 2", "no I2C bus 9", "settings name a bus", "Correct bus"),
        ("no multiplexer", 1, "panel of seat 2", "no multiplexer 0x70", "overlay", "--mux"),
        ("settings with faults", 2, "settings", "no setting", "mistyped", "Correct it"),
        ("settings that are no TOML", 2, "settings", "not TOML", "mistyped", "Correct it"),
        ("service ended", 2, "table", "ended with status 2", "the settings", "restart spytable"),
        ("disk full", 1, "disk", "0 MB free", "games are not kept", "Delete"),
        ("disk full, running", 1, "disk", "0 MB free", "games are not kept", "Delete"),
        ("disk read-only", 1, "disk", "cannot be written", "worn out", "new card"),
        ("disk read-only, running", 1, "disk", "cannot be written", "worn out", "new card"),
        ("journal damaged", 1, "journal", "is damaged", "card is worn", "mends it"),
        ("no fonts", 2, "fonts", "No such file", "damaged", "upgrade"),
        ("no voice", 1, "voice", "eSpeak NG is not installed", "package", "libespeak-ng1"),
        ("no package", 2, "packages", "smbus2", "cut off", "./table install"),
        ("line taken", 1, "key 2 of seat 1", "GPIO 17", "import lgpio", "End that program"),
        ("line taken, running", 1, "key 2 of seat 1", "GPIO 17", "import lgpio", "End that program"),
        ("no header", 2, "pins", "some-expander", "no Raspberry Pi", "virtual"),
    ],
)
def test_what_is_broken_is_named_with_its_cause_and_what_to_do(
    found: Found, name: str, exit_status: int, part: str, says: str, likely: str, remedy: str
) -> None:
    told = found[name]
    assert told["exit"] == told["status"] == exit_status
    assert part in wrong(told), told
    named = wrong(told)[part]
    assert says in named["says"] and likely in named["likely"] and remedy in named["remedy"]


def test_one_thing_that_is_wrong_is_said_once(found: Found) -> None:
    several = {"settings with faults", "service ended"}
    told = {name: each["findings"] for name, each in found.items() if isinstance(each, dict) and "findings" in each}
    said = {name: [each["part"] for each in every if each["severity"] > NOTE] for name, every in told.items()}
    assert {name: parts for name, parts in said.items() if len(parts) > 1 and name not in several} == {}


def test_a_mistake_in_the_settings_ends_the_service_once(found: Found) -> None:
    assert found["service with faulty settings"] == "2"


def test_the_table_starts_where_the_games_cannot_be_kept(found: Found) -> None:
    assert found["service on a disk that is read-only"]
