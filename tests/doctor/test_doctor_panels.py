"""The doctor names the panel or the bus that is wrong, once, with what is likely and what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from spytable.doctor import panels
from spytable.doctor.finding import Finding, Severity
from spytable.seats.gpio import PanelWiring, SeatWiring, Wiring, pins
from spytable.seats.gpio.errors import missing
from spytable.seats.gpio.simulated.buses import FakeBus, FakeBuses


@pytest.fixture
def buses(monkeypatch: pytest.MonkeyPatch) -> FakeBuses:
    """Four panels that answer."""
    buses = FakeBuses(pins.default())
    monkeypatch.setattr(panels, "open_smbus", buses.open)
    monkeypatch.setattr(panels, "number_of", lambda panel: panel.bus)
    return buses


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A system with the buses of a Pi: the header's, and two of the screens' plugs."""
    (tmp_path / "dev").mkdir()
    for number in (1, 20, 21):
        (tmp_path / f"dev/i2c-{number}").touch()
    return tmp_path


def wrong(wiring: Wiring, root: Path) -> list[Finding]:
    """What is worse than a note."""
    return [each for each in panels.look(wiring, root, root / "sysfs") if each.severity > Severity.NOTE]


def fails(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def refuse(panel: PanelWiring) -> FakeBus:
        raise error

    monkeypatch.setattr(panels, "open_smbus", refuse)


def test_beside_a_table_that_draws_nothing_changes_on_a_panel(buses: FakeBuses, root: Path) -> None:
    before = [bytes(buses.chip(seat).memory) for seat in (1, 2, 3, 4)]
    assert wrong(pins.default(), root) == []
    assert [bytes(buses.chip(seat).memory) for seat in (1, 2, 3, 4)] == before
    assert not buses.faults


def test_a_panel_that_is_unplugged_is_named(buses: FakeBuses, root: Path) -> None:
    buses.unplug(3)
    (found,) = wrong(pins.default(), root)
    assert (found.part, found.severity) == ("panel of seat 3", Severity.WARNING)
    assert "plug is out" in found.likely and "3.3 V" in found.remedy


def test_where_no_panel_answers_the_bus_is_suspected(buses: FakeBuses, root: Path) -> None:
    for seat in (1, 2, 3, 4):
        buses.unplug(seat)
    (found,) = wrong(pins.default(), root)
    assert (found.part, found.severity) == ("panels", Severity.FAULT) and "SDA" in found.likely


def test_a_package_that_is_missing_is_named_elsewhere_and_says_nothing_of_the_panels(
    monkeypatch: pytest.MonkeyPatch, root: Path
) -> None:
    fails(monkeypatch, missing("smbus2"))
    assert wrong(pins.default(), root) == []


def test_a_wiring_of_one_seat_has_no_bus_to_suspect(buses: FakeBuses, root: Path) -> None:
    buses.unplug(1)
    alone = Wiring((SeatWiring(1, (4, 17, 27, 22), 10, PanelWiring(channel=0)),))
    assert [finding.part for finding in wrong(alone, root)] == ["panel of seat 1"]


def test_a_panel_at_the_other_address_is_found(buses: FakeBuses, root: Path) -> None:
    wire = buses.wire(1)
    wire.chips[0x3D] = wire.chips.pop(0x3C)
    (found,) = wrong(pins.default((1,)), root)
    assert "0x3D" in found.likely and "address = 0x3D" in found.remedy


def test_a_panel_of_another_seat_is_not_taken_for_it(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    first = SeatWiring(1, (4, 17, 27, 22), 10, PanelWiring(address=0x3C))
    both = Wiring((first, SeatWiring(2, (14, 15, 23, 24), 25, PanelWiring(address=0x3D))))
    buses = FakeBuses(both)
    monkeypatch.setattr(panels, "open_smbus", buses.open)
    buses.unplug(1)
    (found,) = wrong(both, root)
    assert "plug is out" in found.likely


def test_without_a_bus_it_says_how_to_get_one(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    (found,) = wrong(pins.default(), tmp_path)
    assert found.severity is Severity.FAULT and "i2c-dev" in found.remedy


def no_bus(root: Path) -> None:
    (root / "dev/i2c-1").unlink()


def no_multiplexer(root: Path) -> None:
    """Its overlay is not there."""


def deaf_multiplexer(root: Path) -> None:
    (root / "sysfs/1-0070").mkdir(parents=True)


@pytest.mark.parametrize(
    ("breaks", "likely", "remedy"),
    [
        (no_bus, "I2C is switched off", "--i2c"),
        (no_multiplexer, "overlay", "--mux"),
        (deaf_multiplexer, "did not answer", "RST"),
    ],
)
def test_what_all_panels_lack_is_said_once(
    monkeypatch: pytest.MonkeyPatch, root: Path, breaks: Callable[[Path], None], likely: str, remedy: str
) -> None:
    fails(monkeypatch, FileNotFoundError())
    breaks(root)
    (found,) = wrong(pins.default(), root)
    assert (found.part, found.severity) == ("panels", Severity.FAULT)
    assert likely in found.likely and remedy in found.remedy


def test_a_bus_that_there_is_not_is_a_mistake_in_the_settings(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    fails(monkeypatch, FileNotFoundError())
    (found,) = wrong(Wiring((SeatWiring(1, (4, 17, 27, 22), 10, PanelWiring(bus=9)),)), root)
    assert "there are 1, 20, 21" in found.likely and "settings" in found.remedy


def test_somebody_without_the_right_is_told_how_to_look(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    fails(monkeypatch, PermissionError(13, "Permission denied"))
    *_, found = panels.look(pins.default(), root, root / "sysfs")
    assert (found.part, found.severity) == ("panels", Severity.NOTE), "nothing is known to be wrong"
    assert "group i2c" in found.likely and found.remedy == "sudo spytable doctor"
