"""What else uses the header on this computer, as the kernel tells it."""

from pathlib import Path

import pytest

from spytable.errors import SpyTableError
from spytable.seats.gpio import GpioError, PanelWiring, SeatWiring, Use, Wiring, WiringError, pins
from spytable.seats.gpio.header import check_here, uses_in_force
from spytable.seats.gpio.lines.chip import revision


def console(root: Path, name: str, device: str) -> Path:
    """A kernel whose console is the serial port *name*, which is *device* below /sys/devices. Returns its folder."""
    (root / "proc").mkdir(exist_ok=True)
    (root / "proc/cmdline").write_text(f"console={name},115200 quiet")
    folder = root / "sys/devices" / device
    folder.mkdir(parents=True)
    (root / "sys/class/tty" / name).mkdir(parents=True)
    (root / "sys/class/tty" / name / "device").symlink_to(folder)
    return folder


def test_a_serial_console_that_is_not_on_a_header_takes_no_keys(tmp_path: Path) -> None:
    console(tmp_path, "ttyS0", "pnp0/00:00/00:00:0/00:00:0.0")
    assert uses_in_force(tmp_path) == frozenset()


def test_a_pis_serial_console_takes_its_keys(tmp_path: Path) -> None:
    port = console(tmp_path, "ttyS0", "platform/soc/fe215040.serial/fe215040.serial:0/fe215040.serial:0.0")
    (port.parent.parent / "of_node").mkdir()
    assert uses_in_force(tmp_path) == {Use.UART}


def test_what_config_txt_switched_on_is_seen_in_the_device_tree(tmp_path: Path) -> None:
    tree = tmp_path / "proc/device-tree"
    (tree / "aliases").mkdir(parents=True)
    for alias, node, status in (
        ("spi0", "/soc/spi@7e204000", b"okay\0"),
        ("i2s", "/axi/pcie@1000120000/rp1/i2s@a0000", b"okay\0"),
        ("i2c1", "/soc/i2c@7e804000", b"disabled\0"),
    ):
        (tree / "aliases" / alias).write_bytes(node.encode() + b"\0")
        (tree / node.lstrip("/")).mkdir(parents=True)
        (tree / node.lstrip("/") / "status").write_bytes(status)
    assert uses_in_force(tmp_path) == {Use.SPI, Use.I2S}
    seat = SeatWiring(1, (18, 17, 27, 22), None, PanelWiring(bus=5))
    with pytest.raises(WiringError, match=r"key 1 of seat 1 is on GPIO 18, which I2S sound has: .*overlay"):
        check_here(Wiring((seat,), uses=frozenset({Use.HAT})), tmp_path, tmp_path)


def test_the_serial_console_of_debians_own_kernel_takes_its_keys(tmp_path: Path) -> None:
    port = console(tmp_path, "ttyS1", "platform/soc/fe215040.serial/fe215040.serial:0/fe215040.serial:0.0")
    (port.parent.parent / "of_node").mkdir()
    assert uses_in_force(tmp_path) == {Use.UART}


def test_a_key_on_the_line_of_1_wire_is_refused_with_what_to_do(tmp_path: Path) -> None:
    check_here(pins.default(), tmp_path, tmp_path)
    node = tmp_path / "proc/device-tree/onewire@4"
    node.mkdir(parents=True)
    (node / "gpios").write_bytes(bytes((0, 0, 0, 7, 0, 0, 0, 4, 0, 0, 0, 0)))
    with pytest.raises(WiringError, match=r"key 1 of seat 1 is on GPIO 4, which 1-Wire has: .*w1-gpio"):
        check_here(pins.default(), tmp_path, tmp_path)


def test_a_service_tries_again_for_a_chip_that_comes_late_and_not_for_a_wrong_wiring() -> None:
    assert GpioError("no chip yet").exit_status == 1
    assert WiringError("a pin twice").exit_status == SpyTableError.exit_status == 2


def test_a_pi_that_does_not_tell_its_model_has_the_header_of_all_pis() -> None:
    from gpiozero.exc import PinUnknownPi
    from gpiozero.pins.pi import PiBoardInfo

    def hidden() -> int:
        raise PinUnknownPi("a sandbox hides it")

    assert revision(lambda: 0xD04171) == 0xD04171
    header = PiBoardInfo.from_revision(revision(hidden))
    assert all(list(header.find_pin(f"GPIO{gpio}")) for gpio in range(28))
