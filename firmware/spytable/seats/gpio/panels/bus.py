"""Opens the I2C bus of a panel, and says in a sentence why one does not open or answer."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
from pathlib import Path
from typing import Any, Protocol

from spytable.seats.gpio.errors import missing
from spytable.seats.gpio.wiring import PanelWiring

SYSFS = Path("/sys/bus/i2c/devices")
"""Where the kernel shows its buses: i2c-1, and a multiplexer as 1-0070 with a link channel-N to each side."""

TIMEOUT = 0x0702
"""ioctl I2C_TIMEOUT of <linux/i2c-dev.h>: after how many units of 10 ms the kernel ends a transfer. Usually 1 s."""

CUT_AFTER = 0.05
"""Seconds after which it ends one where panels share a controller: until then they all stand still."""


class Bus(Protocol):
    """What the table uses of smbus2.SMBus. `read_byte` is used where there is one."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        """A message of at most 33 bytes."""

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """Messages of any length."""

    def close(self) -> None:
        """Lets go of it."""


def number_of(panel: PanelWiring, sysfs: Path = SYSFS) -> int:
    """N of /dev/i2c-N: the bus itself or, behind a multiplexer, the bus that the kernel made of that side.

    Raises FileNotFoundError where the kernel does not know the multiplexer.
    """
    if panel.channel is None:
        return panel.bus
    link = sysfs / f"{panel.bus}-{panel.mux:04x}" / f"channel-{panel.channel}"
    match = re.fullmatch(r"i2c-(\d+)", link.resolve().name)
    if match is None:
        raise FileNotFoundError(errno.ENOENT, "the kernel knows no such multiplexer", str(link))
    return int(match.group(1))


def open_smbus(panel: PanelWiring) -> Bus:
    """The bus that *panel* is on. Raises OSError."""
    try:
        from smbus2 import SMBus
    except ImportError as error:
        raise missing("smbus2") from error
    bus: Bus = SMBus(number_of(panel))
    return bus


def buses_before(number: int, sysfs: Path = SYSFS) -> tuple[int, ...]:
    """The buses that bus *number* hangs on through multiplexers, nearest last; empty for a bus of its own."""
    parts = (sysfs / f"i2c-{number}").resolve().parts[:-1]
    return tuple(int(part[4:]) for part in parts if re.fullmatch(r"i2c-\d+", part))


def controller_of(panel: PanelWiring, sysfs: Path = SYSFS) -> int:
    """The bus of the controller that *panel* hangs on, whatever multiplexers are between them."""
    return next(iter(buses_before(panel.bus, sysfs)), panel.bus)


def cut_hangs_short(controller: int, longest: int, sysfs: Path = SYSFS, devices: Path = Path("/dev")) -> None:
    """Has the kernel end transfers on *controller* that hang after `CUT_AFTER`, or later on a slow bus.

    *longest*: bytes of the longest message that the table sends there; it gets four times what it takes. Where the
    kernel does not do it, it ends them when it likes.
    """
    hertz = 100_000  # the kernel's own choice where the device tree makes none
    with contextlib.suppress(OSError):
        hertz = int.from_bytes((sysfs / f"i2c-{controller}" / "of_node" / "clock-frequency").read_bytes()) or hertz
    hundredths = max(round(CUT_AFTER * 100), -(-4 * 9 * longest * 100 // hertz))
    with contextlib.suppress(OSError):
        descriptor = os.open(devices / f"i2c-{controller}", os.O_RDWR | os.O_CLOEXEC)
        try:
            fcntl.ioctl(descriptor, TIMEOUT, hundredths)
        finally:
            os.close(descriptor)


def trouble_of(error: BaseException, panel: PanelWiring) -> tuple[str, str]:
    """What is wrong and what helps, for a panel that raised *error*."""
    code = getattr(error, "errno", None)
    if isinstance(error, FileNotFoundError):
        if panel.channel is not None:
            return (
                f"there is no multiplexer 0x{panel.mux:02X} on I2C bus {panel.bus}",
                "put dtoverlay=i2c-mux,pca9548 into /boot/firmware/config.txt, check its wiring, and start again",
            )
        return (
            f"there is no I2C bus {panel.bus}",
            "put dtparam=i2c_arm=on into /boot/firmware/config.txt, and start again",
        )
    if isinstance(error, PermissionError) or type(error).__name__ == "DevicePermissionError":
        return (f"I2C bus {panel.bus} may not be used", "add this user to the group i2c")
    if code == errno.EBUSY:
        return (
            f"something else uses it ({panel.place})",
            "take its overlay out of /boot/firmware/config.txt",
        )
    if code == errno.ETIMEDOUT:
        return (f"the bus hangs ({panel.place})", "check its wiring, SDA and SCL above all")
    if isinstance(error, OSError) or type(error).__name__ == "DeviceNotFoundError":
        return (f"does not answer ({panel.place})", "check its plug and wiring")
    return (f"failed: {error or type(error).__name__}", "please report this")
