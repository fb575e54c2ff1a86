"""What only this computer can tell of a wiring: lines that the system uses, buses that hang on each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from spytable.seats.gpio.errors import WiringError
from spytable.seats.gpio.panels.bus import SYSFS, buses_before, number_of
from spytable.seats.gpio.wiring import LINES, SeatWiring, Use, Wiring, behind_and_before, lines_of

TURN_OFF = {
    Use.SPI: "take dtparam=spi=on out of /boot/firmware/config.txt",
    Use.I2C: "take dtparam=i2c_arm=on out of /boot/firmware/config.txt",
    Use.I2S: "take dtparam=i2s=on, or the amplifier's overlay, out of /boot/firmware/config.txt",
    Use.UART: "take console=serial0 out of /boot/firmware/cmdline.txt (raspi-config, Interface, Serial Port)",
}
"""How a user gets the lines of a use back."""

NODES = {Use.SPI: "spi0", Use.I2C: "i2c1", Use.I2S: "i2s"}
"""What a Pi's device tree calls the part that has the lines of a use, among its aliases
(https://github.com/raspberrypi/linux, bcm270x-rpi.dtsi and bcm2712-rpi.dtsi).
"""


def uses_in_force(root: Path = Path("/")) -> frozenset[Use]:
    """The uses that the system has switched on, and which make phantom presses on their lines."""
    uses = {use for use, alias in NODES.items() if _is_on(root / "proc/device-tree", alias)}
    if any((root / "dev").glob("spidev0.*")):
        uses.add(Use.SPI)
    try:
        command_line = (root / "proc/cmdline").read_text(encoding="utf-8", errors="replace")
    except OSError:
        command_line = ""
    # ttyS1 is what Debian's kernel calls one. ttyAMA10 is not meant: that is the Pi 5's own connector for a console,
    # off the header.
    consoles = re.findall(r"\bconsole=(serial0|ttyAMA0|ttyS[01])\b", command_line)
    if any(_may_be_on_header(root, name) for name in consoles):
        uses.add(Use.UART)
    return frozenset(uses)


def _is_on(tree: Path, alias: str) -> bool:
    """Whether config.txt has switched a part of the Pi on."""
    try:
        node = (tree / "aliases" / alias).read_text(encoding="ascii", errors="replace").rstrip("\0")
        return (tree / node.lstrip("/") / "status").read_bytes().rstrip(b"\0") in (b"okay", b"ok")
    except OSError:
        return False


def _may_be_on_header(root: Path, console: str) -> bool:
    """False where this serial port is certainly none of a Pi's: the kernel knows it, and not from a device tree."""
    port = root / "sys/class/tty" / console / "device"
    if not port.exists():
        return True
    port = port.resolve()
    return any((folder / "of_node").exists() for folder in (port, *port.parents))


def one_wire_lines(root: Path = Path("/")) -> frozenset[int]:
    """The GPIOs that the overlay w1-gpio has taken for 1-Wire sensors; its usual one is 4."""
    lines = set()
    for node in (root / "proc/device-tree").glob("onewire@*/gpios"):
        try:
            cells = node.read_bytes()
        except OSError:
            continue
        # The chip, the line and flags, as big-endian words.
        if len(cells) >= 8:
            lines.add(int.from_bytes(cells[4:8], "big"))
    return frozenset(lines)


def check_here(wiring: Wiring, root: Path = Path("/"), sysfs: Path = SYSFS) -> None:
    """Refuses a wiring that cannot work on this computer as it is set up. Raises WiringError, which names
    every fault.
    """
    faults = (
        *_taken_lines(wiring, uses_in_force(root)),
        *_one_wire(wiring, one_wire_lines(root)),
        *_same_wires(wiring, sysfs),
    )
    if faults:
        raise WiringError(*faults)


def _taken_lines(wiring: Wiring, uses: frozenset[Use]) -> Iterator[str]:
    for name, gpio in lines_of(wiring):
        for use in uses:
            if gpio in LINES[use]:
                yield f"The {name} is on GPIO {gpio}, which {use.value} has: {TURN_OFF[use]}, or use another pin."


def _one_wire(wiring: Wiring, lines: frozenset[int]) -> Iterator[str]:
    for name, gpio in lines_of(wiring):
        if gpio in lines:
            yield (
                f"The {name} is on GPIO {gpio}, which 1-Wire has: take dtoverlay=w1-gpio out of "
                "/boot/firmware/config.txt, or use another pin."
            )


def _same_wires(wiring: Wiring, sysfs: Path) -> Iterator[str]:
    """Two panels at one address whose bus numbers differ, but one of the buses is a multiplexer's side of the
    other.
    """
    numbers: list[tuple[SeatWiring, int]] = []
    for seat in wiring.seats:
        try:
            numbers.append((seat, number_of(seat.panel, sysfs)))
        except FileNotFoundError:
            # No such multiplexer: the panel will not open, and says so then.
            continue
    for i, (seat, number) in enumerate(numbers):
        for other, other_number in numbers[:i]:
            if seat.panel.address != other.panel.address:
                continue
            if other_number in buses_before(number, sysfs):
                yield behind_and_before(other, seat)
            elif number in buses_before(other_number, sysfs):
                yield behind_and_before(seat, other)
            elif number == other_number:
                yield (
                    f"The panels of seats {other.seat} and {seat.seat} are the same: {other.panel.place} and "
                    f"{seat.panel.place} are both /dev/i2c-{number}."
                )
