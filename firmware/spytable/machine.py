"""The machine that the table runs on: its model, its temperature, and whether its power is enough."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

LOW_NOW, LOW_SINCE_START = 1 << 0, 1 << 16
"""Bits of `get_throttled`: below 4.63 V now, and at any time since the start
(https://www.raspberrypi.com/documentation/computers/os.html#get_throttled).
"""


@dataclass(frozen=True, slots=True)
class Machine:
    """What is known of the machine; None for what it does not tell.

    *temperature*: of the processor, in degrees Celsius. *power_low*: the voltage is too low now. *power_was_low*: it
    was at some time since the machine started. Low power looks like random faults: cards, panels and sound fail.
    """

    model: str | None = None
    temperature: float | None = None
    power_low: bool | None = None
    power_was_low: bool | None = None


def look(root: Path = Path("/")) -> Machine:
    """Reads what the kernel shows below *root*; starts no program and takes less than a millisecond. Raises nothing."""
    low, was_low = _power(root)
    return Machine(_model(root), _temperature(root), low, was_low)


def look_closely() -> Machine:
    """As `look`; where the kernel does not tell of the power, asks the firmware by its own program, vcgencmd."""
    found = look()
    if found.power_low is not None and found.power_was_low is not None:
        return found
    try:
        done = subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=2, check=True)
    except (OSError, subprocess.SubprocessError, ValueError):
        return found
    bits = _hexadecimal(done.stdout.partition("=")[2])
    if bits is None:
        return found
    return Machine(found.model, found.temperature, bool(bits & LOW_NOW), bool(bits & LOW_SINCE_START))


def _model(root: Path) -> str | None:
    text = _read(root / "proc/device-tree/model")
    return text.rstrip("\0") or None if text else None


def _temperature(root: Path) -> float | None:
    text = _read(root / "sys/class/thermal/thermal_zone0/temp")
    try:
        return int(text) / 1000 if text else None
    except ValueError:
        return None


def _power(root: Path) -> tuple[bool | None, bool | None]:
    for file in sorted((root / "sys/devices/platform").glob("soc*/*firmware/get_throttled")):
        bits = _hexadecimal(_read(file) or "")
        if bits is not None:
            return bool(bits & LOW_NOW), bool(bits & LOW_SINCE_START)
    for folder in sorted((root / "sys/class/hwmon").glob("hwmon*")):
        if (_read(folder / "name") or "").strip() == "rpi_volt":
            alarm = (_read(folder / "in0_lcrit_alarm") or "").strip()
            if alarm in ("0", "1"):
                return alarm == "1", None
    return None, None


def _read(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def _hexadecimal(text: str) -> int | None:
    try:
        return int(text.strip(), 16)
    except ValueError:
        return None
