"""Looks whether a table is wired to this computer: is it a Pi, and does a panel answer?"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

from spytable.seats.gpio.errors import MissingPackageError
from spytable.seats.gpio.panels.bus import open_smbus
from spytable.seats.gpio.panels.panel import Open
from spytable.seats.gpio.wiring import PanelWiring, Wiring

MODEL = Path("/proc/device-tree/model")
"""Where the firmware tells which computer this is; ends in a NUL."""

PROCESSORS = Path("/proc/cpuinfo")
"""Where a kernel without a device tree tells of a Pi by its revision, which is what gpiozero goes by too."""

CONTROL_COMMANDS = 0x00
"""The control byte that says that commands follow (SSD1306 data sheet, 8.1.5.2)."""

NOP = 0xE3
"""The command that does nothing, on SSD1306 and SH1106 alike."""


def is_pi(model: Path = MODEL, processors: Path = PROCESSORS) -> bool:
    """Whether this computer is a Raspberry Pi."""
    with contextlib.suppress(OSError):
        return model.read_bytes().startswith(b"Raspberry Pi")
    with contextlib.suppress(OSError):
        return re.search(rb"^Revision\s*:\s*[0-9a-f]*[1-9a-f]", processors.read_bytes(), re.MULTILINE) is not None
    return False


def has_seat(wiring: Wiring, open_bus: Open = open_smbus) -> bool:
    """Whether the panel of any seat of *wiring* answers on its bus. Nothing is shown on it."""
    return any(_answers(seat.panel, open_bus) for seat in wiring.seats)


def _answers(panel: PanelWiring, open_bus: Open) -> bool:
    try:
        bus = open_bus(panel)
    except (OSError, MissingPackageError):
        return False
    try:
        bus.write_i2c_block_data(panel.address, CONTROL_COMMANDS, [NOP])
    except OSError:
        return False
    else:
        return True
    finally:
        with contextlib.suppress(OSError):
            bus.close()
