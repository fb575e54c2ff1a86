"""A wiring that cannot work is refused in plain words before anything is touched."""

import tomllib
from pathlib import Path

import pytest

from spytable.errors import SpyTableError
from spytable.seats.gpio import Driver, PanelWiring, PinFactory, SeatWiring, Use, Wiring, WiringError, pins
from spytable.seats.gpio.header import check_here, uses_in_force
from spytable.seats.gpio.panels.bus import number_of, trouble_of
from spytable.seats.gpio.wiring import lines_of


def seat(number: int = 1, keys: tuple = (4, 17, 27, 22), lamp: int | None = 10, **panel) -> SeatWiring:
    return SeatWiring(number, keys, lamp, PanelWiring(**panel))


def faults(*seats: SeatWiring, **other) -> tuple[str, ...]:
    with pytest.raises(WiringError) as caught:
        Wiring(seats, **other)
    assert isinstance(caught.value, SpyTableError) and isinstance(caught.value, ValueError)
    assert str(caught.value) == " ".join(caught.value.faults)
    return caught.value.faults


def test_the_default_plan_uses_the_headers_twenty_free_lines_exactly() -> None:
    plan = pins.default()
    assert sorted(gpio for _, gpio in lines_of(plan)) == [*range(4, 18), *range(22, 28)]
    assert [seat.seat for seat in plan.seats] == [1, 2, 3, 4]
    assert plan.factory is PinFactory.LGPIO
    assert [seat.seat for seat in pins.default((2, 4)).seats] == [2, 4]


def test_lamps_are_on_lines_that_are_dark_at_power_up() -> None:
    assert all(seat.lamp is not None and seat.lamp >= 9 for seat in pins.default().seats)


def test_a_pin_used_twice_is_named_with_both_its_uses() -> None:
    (fault,) = faults(seat(), seat(2, (5, 6, 13, 17), 26, address=0x3D))
    assert fault == "GPIO 17 is used twice: key 2 of seat 1 and key 4 of seat 2."
    assert faults(seat(lamp=4)) == ("GPIO 4 is used twice: key 1 of seat 1 and lamp of seat 1.",)


@pytest.mark.parametrize(
    ("gpio", "word"), [(0, "HAT"), (2, "I2C"), (3, "I2C"), (18, "I2S"), (21, "I2S"), (28, "header"), (-1, "header")]
)
def test_a_key_on_a_line_that_belongs_to_something_else_is_refused(gpio: int, word: str) -> None:
    (fault,) = faults(seat(keys=(4, gpio, 27, 22)))
    assert fault.startswith(f"The key 2 of seat 1 is on GPIO {gpio}") and word in fault


def test_sound_over_usb_frees_the_i2s_lines_and_spi_takes_its_own() -> None:
    Wiring((seat(keys=(18, 19, 20, 21)),), uses=frozenset({Use.HAT, Use.I2C}))
    (fault,) = faults(seat(), uses=frozenset({Use.SPI}))
    assert "lamp of seat 1 is on GPIO 10, which belongs to SPI" in fault


def test_two_panels_at_one_address_are_refused_by_name() -> None:
    (fault,) = faults(seat(), seat(2, (5, 6, 13, 19), None), uses=frozenset())
    assert "panels of seats 1 and 2 have the same address: I2C bus 1, address 0x3C" in fault
    Wiring((seat(), seat(2, (5, 6, 13, 12), 26, address=0x3D)))


def test_two_panels_at_one_address_one_of_them_behind_a_multiplexer_are_refused_by_name() -> None:
    (fault,) = faults(seat(channel=3), seat(2, (5, 6, 13, 12), 26))
    assert "panel of seat 2 (I2C bus 1, address 0x3C) hears all that is meant for the panel of seat 1" in fault
    assert "channel 3" in fault
    Wiring((seat(channel=3), seat(2, (5, 6, 13, 12), 26, channel=2)))
    Wiring((seat(channel=3), seat(2, (5, 6, 13, 12), 26, bus=3)))
    (fault,) = faults(seat(channel=3), seat(2, (5, 6, 13, 12), 26, channel=3))
    assert "same address" in fault


@pytest.mark.parametrize(
    ("panel", "word"),
    [
        ({"address": 0x78}, "0x08 to 0x77"),
        ({"rotate": 90}, "0 and 180"),
        ({"column_offset": 2}, "ssd1306 allows 0 to 0"),
        ({"driver": Driver.SH1106, "column_offset": 5}, "sh1106 allows 0 to 4"),
        ({"channel": 8}, "0 to 7"),
        ({"channel": 1, "address": 0x70}, "own multiplexer"),
        ({"bus": -1}, "bus -1"),
        ({"driver": "ssd1305"}, "known are ssd1306 and sh1106"),
    ],
)
def test_a_panel_that_cannot_be_so_is_refused(panel: dict, word: str) -> None:
    assert word in faults(seat(**panel))[0]


def test_every_fault_is_named_not_only_the_first() -> None:
    assert len(faults(seat(5, (2, 2, 27, 22), rotate=7))) == 5
    assert faults() == ("No seat is wired.",)
    assert "Seat 1 is wired twice." in faults(seat(), seat(1, (5, 6, 13, 12), 26, address=0x3D))


SETTINGS = """
[[seat]]
seat = 1
keys = [4, 17, 27, 22]
panel = { driver = "sh1106", column_offset = 0, rotate = 180 }
"""


def test_settings_are_read() -> None:
    wiring = pins.read(tomllib.loads(SETTINGS))
    assert wiring.seats == (seat(lamp=None, driver=Driver.SH1106, column_offset=0, rotate=180),)


def test_whoever_sets_another_library_or_use_alone_keeps_the_seats_of_the_plan() -> None:
    assert pins.read({"factory": "rpigpio"}).seats == pins.default().seats
    assert Use.I2S not in pins.read({"uses": ["i2c"]}).uses
    with pytest.raises(WiringError, match="No seat is wired"):
        pins.read({"seat": []})


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("keys = [4, 17, 27, 22]", "keys = [4, 17, 27]", "3 keys"),
        ("keys = [4, 17, 27, 22]", 'keys = "4"', "must be a list"),
        ("keys = [4, 17, 27, 22]", "keys = [4, 17, 27, true]", "whole number"),
        ("seat = 1\n", "", "whole number"),
        ("rotate", "rotation", "'rotation'; known are"),
        ('"sh1106"', '"sh1107"', "known are ssd1306, sh1106"),
        ("[[seat]]\n", 'factory = "pigpio"\n[[seat]]\n', "known are lgpio, rpigpio, mock"),
        ("[[seat]]\n", 'uses = ["can"]\n[[seat]]\n', "'can'; known are"),
        ("[[seat]]\n", "pins = 3\n[[seat]]\n", "'pins'"),
    ],
)
def test_a_slip_in_the_settings_is_named(old: str, new: str, word: str) -> None:
    assert old in SETTINGS
    with pytest.raises(WiringError, match=word.replace("[", r"\[")):
        pins.read(tomllib.loads(SETTINGS.replace(old, new)))


def sysfs_with_a_multiplexer(root: Path) -> Path:
    devices = root / "bus/i2c/devices"
    devices.mkdir(parents=True)
    adapter = root / "devices/soc/i2c-1"
    (adapter / "1-0070").mkdir(parents=True)
    (devices / "i2c-1").symlink_to(adapter)
    (devices / "1-0070").symlink_to(adapter / "1-0070")
    for channel in range(4):
        side = adapter / f"i2c-{22 + channel}"
        side.mkdir()
        (adapter / f"1-0070/channel-{channel}").symlink_to(side)
        (devices / side.name).symlink_to(side)
    return devices


def test_the_kernels_number_of_a_multiplexers_side_is_found(tmp_path: Path) -> None:
    devices = sysfs_with_a_multiplexer(tmp_path)
    assert number_of(PanelWiring(channel=2), devices) == 24
    assert number_of(PanelWiring(), devices) == 1
    with pytest.raises(FileNotFoundError) as caught:
        number_of(PanelWiring(channel=2, mux=0x71), devices)
    assert "no multiplexer 0x71 on I2C bus 1" in trouble_of(caught.value, PanelWiring(channel=2, mux=0x71))[0]


def test_bus_numbers_that_hide_a_multiplexer_are_seen_through(tmp_path: Path) -> None:
    devices = sysfs_with_a_multiplexer(tmp_path)
    other = (5, 6, 13, 12)
    check_here(Wiring((seat(bus=22), seat(2, other, 26, bus=23))), tmp_path, devices)
    with pytest.raises(WiringError, match=r"panel of seat 2 .* hears all that is meant for the panel of seat 1"):
        check_here(Wiring((seat(bus=22), seat(2, other, 26))), tmp_path, devices)
    with pytest.raises(WiringError, match=r"panel of seat 1 .* hears all that is meant for the panel of seat 2"):
        check_here(Wiring((seat(), seat(2, other, 26, bus=22))), tmp_path, devices)
    with pytest.raises(WiringError, match="are both /dev/i2c-22"):
        check_here(Wiring((seat(channel=0), seat(2, other, 26, bus=22))), tmp_path, devices)


def test_lines_that_the_system_uses_give_phantom_presses_and_are_refused(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/cmdline").write_text("console=ttyAMA10,115200 console=tty1 root=/dev/mmcblk0p2")
    check_here(pins.default(), tmp_path, tmp_path)
    (tmp_path / "proc/cmdline").write_text("console=ttyS0,115200 console=tty1")
    (tmp_path / "dev/spidev0.0").touch()
    assert uses_in_force(tmp_path) == {Use.SPI, Use.UART}
    with pytest.raises(WiringError, match=r"key 1 of seat 2 is on GPIO 14, which the serial console has: .*cmdline"):
        check_here(pins.default((2,)), tmp_path, tmp_path)
    with pytest.raises(WiringError, match=r"key 1 of seat 4 is on GPIO 8, which SPI has: .*spi=on"):
        check_here(pins.default((4,)), tmp_path, tmp_path)
