"""The header: its chip, its lines and who has them, and keys that are down."""

from __future__ import annotations

import contextlib
import os
import platform
import re
import time
from collections.abc import Iterator
from pathlib import Path

from spytable.doctor.finding import Finding, Severity
from spytable.errors import SpyTableError
from spytable.seats.gpio.errors import GpioError, WiringError
from spytable.seats.gpio.header import check_here
from spytable.seats.gpio.lines.chip import DEVICES, chip_number
from spytable.seats.gpio.lines.debounce import Report
from spytable.seats.gpio.lines.factory import import_lgpio, open_factory
from spytable.seats.gpio.lines.kernel import CONSUMER, KERNEL, Flag, Kernel, Line, request, user_of
from spytable.seats.gpio.lines.keys import TROUBLES
from spytable.seats.gpio.wiring import PinFactory, Wiring, key_name, lines_of

WITHOUT_SYSFS = (6, 6)
"""The kernels of Raspberry Pi OS from which on RPi.GPIO finds no edges: "Failed to add edge detection"
(https://github.com/raspberrypi/linux/issues/6037).
"""

SETTLED = 0.05
"""Seconds after which a pull-up that was just switched on has charged what hangs on its line."""

TAP = 0.5
"""Seconds after which a key that is still down was not just pressed in passing."""

COMMAND = 60
"""Letters of a program's command that are told."""

STUCK = TROUBLES[Report.STUCK][0]
WHY = {
    STUCK: (
        "somebody holds it, its button hangs in its hole, its wire touches ground, or its legs are joined",
        "Let go of it. Nobody holds it? Free the button; pull the seat's plug, and see if it is up then.",
    ),
    TROUBLES[Report.NOISY][0]: (
        "its line floats: a break in its ground or in the cable; or the cable lies beside one of the mains",
        "Check the wire from the key to ground and the seat's plug. It counts again when it is quiet.",
    ),
}
"""What is likely and what helps, by what is said of a key."""


def look(wiring: Wiring) -> list[Finding]:
    """All findings of this room."""
    return list(_lines(wiring))


def _lines(wiring: Wiring) -> Iterator[Finding]:
    faults: tuple[str, ...] = ()
    try:
        check_here(wiring)
    except WiringError as error:
        faults = error.faults
        for fault in faults:
            yield Finding("pins", Severity.FAULT, fault)
    if wiring.factory is PinFactory.RPIGPIO:
        yield from _rpigpio()
    if wiring.factory is not PinFactory.LGPIO:
        yield Finding("pins", Severity.NOTE, f"the settings choose {wiring.factory.value}; lines are not looked at")
        return
    try:
        import_lgpio()
    except SpyTableError as error:
        likely = "the installation was cut off, or its folder cannot be written"
        yield Finding(
            "pins", Severity.FAULT, str(error), likely, "sudo ./table install --table pi; by hand: from your home."
        )
        return
    try:
        chip = chip_number()
    except GpioError as error:
        if any(not os.access(path, os.R_OK | os.W_OK) for path in DEVICES.glob("gpiochip*")):
            says = "not looked at: the group gpio has them, and you are not in it"
            yield Finding("pins", Severity.NOTE, says, remedy="sudo spytable doctor")
            return
        likely = "this is no Raspberry Pi, or its kernel is too old or has no driver for the pins"
        remedy = 'Update the system. To play in a browser: table = "virtual" in the settings.'
        yield Finding("pins", Severity.FAULT, str(error), likely, remedy)
        return
    yield Finding("pins", Severity.WELL, f"the header is /dev/gpiochip{chip}")
    yield from _users(wiring, DEVICES / f"gpiochip{chip}")
    if not faults:
        # Reading a line takes it away from whatever else has it, such as the serial console.
        yield from _keys(wiring, DEVICES / f"gpiochip{chip}")


def _rpigpio(release: str = "") -> Iterator[Finding]:
    """Whether RPi.GPIO, which the settings choose, can work on this Pi and this kernel."""
    remedy = 'Set factory = "lgpio" in the settings, or take the line out.'
    try:
        open_factory(PinFactory.RPIGPIO).close()
    except SpyTableError as error:
        yield Finding("pins", Severity.FAULT, str(error), 'the settings have factory = "rpigpio"', remedy)
        return
    kernel = release or platform.release()
    match = re.match(r"(\d+)\.(\d+)", kernel)
    if match and (int(match[1]), int(match[2])) >= WITHOUT_SYSFS:
        says = f"RPi.GPIO cannot watch pins on this kernel ({kernel}): no key is felt"
        yield Finding("pins", Severity.FAULT, says, 'the settings have factory = "rpigpio"', remedy)


def _users(wiring: Wiring, chip: Path, kernel: Kernel = KERNEL) -> Iterator[Finding]:
    """Lines that another program has."""
    for name, gpio in lines_of(wiring):
        user = user_of(chip, gpio, kernel)
        if user is not None and user != CONSUMER:
            yield Finding(
                name,
                Severity.WARNING,
                f"GPIO {gpio} belongs to {user or 'another program'!r}: the table does without it",
                likely="; ".join(("another program, or an overlay in config.txt, has taken it", *holders())),
                remedy="End that program, take the overlay out, or use another pin.",
            )


def holders(processes: Path = Path("/proc")) -> Iterator[str]:
    """The programs that have lines of any chip, no table among them: the kernel does not tell which of them has one."""
    for process in sorted(processes.glob("[0-9]*"), key=lambda each: int(each.name)):
        # Those that have ended meanwhile, and those of others, which only root may look at.
        with contextlib.suppress(OSError):
            if not any(str(each.readlink()).startswith("anon_inode:gpio-") for each in (process / "fd").iterdir()):
                continue
            words = (process / "cmdline").read_text(errors="replace").split("\0")
            if "spytable" not in words:
                command = " ".join(" ".join(words).split())
                yield f"process {process.name} has lines: {command[:COMMAND]}"


def _keys(wiring: Wiring, chip: Path, kernel: Kernel = KERNEL) -> Iterator[Finding]:
    """Keys that are down, of those that nobody listens to: a table that runs tells of its own."""
    keys: dict[str, Line] = {}
    try:
        for seat in wiring.seats:
            for key, gpio in enumerate(seat.keys, start=1):
                # Busy, or pulled up by no chip: the table itself tells of it.
                with contextlib.suppress(OSError):
                    keys[key_name(seat.seat, key)] = request(chip, gpio, Flag.INPUT | Flag.PULL_UP, kernel=kernel)
        time.sleep(SETTLED)
        down = [name for name, line in keys.items() if not line.is_high()]
        if down:
            time.sleep(TAP)
        down = [name for name in down if not keys[name].is_high()]
    except OSError as error:
        yield Finding("keys", Severity.WARNING, f"cannot be read: {error.strerror}")
        return
    finally:
        for line in keys.values():
            line.close()
    for name in down:
        yield Finding(name, Severity.WARNING, STUCK, *WHY[STUCK])
