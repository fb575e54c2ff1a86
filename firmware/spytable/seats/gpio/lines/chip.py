"""The GPIO chip that carries the header, found among all, and which Pi it is on."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from spytable.seats.gpio.errors import GpioError
from spytable.seats.gpio.lines.kernel import KERNEL, Kernel, is_too_old, label_of

LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The labels of the GPIO chips that carry a Pi's header: Pi 5, Pi 4, and all before. Their numbers changed
between kernels.
"""

SOME_PI = 0xC03115
"""The revision code of a Pi 4 B, for a Pi that does not tell its own: all headers of 40 pins are alike
(https://www.raspberrypi.com/documentation/computers/raspberry-pi.html#raspberry-pi-revision-codes).
"""

TOO_OLD = (
    "The keys need Linux 5.10 or later, and this kernel is older: update the system, or set"
    ' factory = "rpigpio" in the settings.'
)

DEVICES = Path("/dev")
"""Where the kernel shows GPIO chips, as gpiochipN."""


def chip_number(devices: Path = DEVICES, kernel: Kernel = KERNEL) -> int:
    """N of the /dev/gpiochipN that carries the header, found by its label. Raises GpioError.

    lgpio is not asked: the first chip that it opens starts a thread that never rests (see linepins.py).
    """
    numbers = sorted(
        int(match[1]) for path in devices.glob("gpiochip*") if (match := re.fullmatch(r"gpiochip(\d+)", path.name))
    )
    seen, refused = {}, []
    for number in numbers:
        try:
            seen[number] = label_of(devices / f"gpiochip{number}", kernel)
        except OSError:
            refused.append(number)
    for label in LABELS:
        for number, found in seen.items():
            if found == label:
                if is_too_old(devices / f"gpiochip{number}", kernel):
                    raise GpioError(TOO_OLD)
                return number
    if refused:
        names = ", ".join(f"/dev/gpiochip{number}" for number in refused)
        raise GpioError(f"{names} may not be opened: add this user to the group gpio and log in again.")
    labels = ", ".join(sorted(set(seen.values()))) or "none at all"
    raise GpioError(f"This computer has no Raspberry Pi header: its GPIO chips are {labels}.")


def revision(told: Callable[[], int]) -> int:
    """The revision code of this Pi as *told*, or that of some Pi where the computer does not tell."""
    from gpiozero.exc import PinUnknownPi

    try:
        return told()
    except (PinUnknownPi, OSError):
        return SOME_PI
