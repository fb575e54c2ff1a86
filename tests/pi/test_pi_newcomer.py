"""From a bare system to the first game, by the commands of docs/build.md: part of the whole (see README.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import emulated
import pytest

pytestmark = pytest.mark.usefixtures("whole")

Found = dict[str, Any]


@pytest.fixture(scope="module")
def found(guest: Path, tmp_path_factory: pytest.TempPathFactory) -> Found:
    """What a newcomer found, in two starts of one machine."""
    folder = tmp_path_factory.mktemp("newcomer")
    emulated.bring_table(folder)
    emulated.disk(folder, guest / "system.img")
    emulated.boot("newcomer", folder)
    emulated.boot("newcomer", folder)
    return emulated.findings(folder)


def test_without_wires_the_table_is_on_a_page(found: Found) -> None:
    play = found["./table play --host 0.0.0.0"]
    assert play["exit"] == 0, play["said"]
    assert all("Spy table" in title for title in play["titles"]), play["titles"]


def test_one_seat_on_a_breadboard_asks_who_plays(found: Found) -> None:
    doctor, play = (found[f"./table {word} --config hardware/breadboard.toml"] for word in ("doctor", "play"))
    assert doctor["exit"] == 0, doctor["said"]
    assert play["exit"] == 0 and play["faults"] == [], play["said"]
    assert len(play["shown"]) == 3 and play["shown"][0] == play["shown"][2]
    assert found["dark"], "it is dark when the table is stopped"


def test_the_installation_asks_and_writes_what_the_page_says(found: Found) -> None:
    install = found["sudo ./table install"]
    assert install["exit"] == 0 and "sudo reboot" in install["said"], install["said"]
    assert len(install["asked"]) == 4, install["asked"]
    for line in (
        "dtparam=i2c_arm=on",
        "dtparam=i2c_arm_baudrate=400000",
        "dtoverlay=i2c-mux,pca9548,addr=0x70",
        "dtoverlay=max98357a,no-sdmode",
    ):
        assert found["config.txt"].splitlines().count(line) == 1, found["config.txt"]
    assert "serial0" not in found["cmdline.txt"] and "console=tty1" in found["cmdline.txt"]
    assert len(found["copies"]) == 2, found["copies"]


def test_after_the_next_start_all_is_checked_and_well(found: Found) -> None:
    for words in ("spytable pins", "spytable doctor", "spytable status"):
        assert found[words]["exit"] == 0, found[words]["said"]


def test_the_first_game_is_played_to_its_winner(found: Found) -> None:
    assert any("win" in shown.lower() for shown in found["winner"]), found["winner"]
    assert found["faults"] == []
