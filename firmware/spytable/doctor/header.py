"""The header: its chip and lines, the I2C buses and what answers on them, and what config.txt says."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

from spytable.doctor.finding import Finding, Severity
from spytable.errors import SpyTableError
from spytable.seats.gpio.bus import number_of, open_smbus, trouble_of
from spytable.seats.gpio.errors import WiringError
from spytable.seats.gpio.factory import DEVICES, chip_number, import_lgpio
from spytable.seats.gpio.header import check_here
from spytable.seats.gpio.lines import CONSUMER, KERNEL, Kernel, user_of
from spytable.seats.gpio.panel import NOTHING
from spytable.seats.gpio.probe import CONTROL_COMMANDS
from spytable.seats.gpio.wiring import PanelWiring, PinFactory, Wiring, lines_of, panel_name

ROOT = Path("/")

PANELS = (0x3C, 0x3D)
"""The addresses that a panel can be set to."""


def look(wiring: Wiring) -> list[Finding]:
    """All findings of this room."""
    return [*_lines(wiring), *_settings_of_the_start(wiring), *_buses(), *_panels(wiring)]


def _lines(wiring: Wiring) -> Iterator[Finding]:
    try:
        check_here(wiring)
    except WiringError as error:
        for fault in error.faults:
            yield Finding("pins", Severity.FAULT, fault)
    if wiring.factory is not PinFactory.LGPIO:
        yield Finding("pins", Severity.NOTE, f"the settings choose {wiring.factory.value}; lines are not looked at")
        return
    try:
        import_lgpio()
        chip = chip_number()
    except SpyTableError as error:
        yield Finding("pins", Severity.FAULT, str(error))
        return
    yield Finding("pins", Severity.WELL, f"the header is /dev/gpiochip{chip}")
    yield from _users(wiring, DEVICES / f"gpiochip{chip}")


def _users(wiring: Wiring, chip: Path, kernel: Kernel = KERNEL) -> Iterator[Finding]:
    """Lines that another program has."""
    for name, gpio in lines_of(wiring):
        user = user_of(chip, gpio, kernel)
        if user is not None and user != CONSUMER:
            yield Finding(
                "pins",
                Severity.FAULT,
                f"GPIO {gpio}, the {name}, belongs to {user or 'another program'!r}",
                likely="another program or an overlay in config.txt has taken it",
                remedy="End that program, take the overlay out, or use another pin.",
            )


def _settings_of_the_start(wiring: Wiring, root: Path = ROOT) -> Iterator[Finding]:
    """What config.txt switches on, beside what the wiring needs."""
    file = next((each for name in ("boot/firmware", "boot") if (each := root / name / "config.txt").is_file()), None)
    if file is None:
        return
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        yield Finding("config.txt", Severity.NOTE, f"{file} cannot be read: {error.strerror}")
        return
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    set_here = [line for line in lines if re.match(r"dt(overlay|param)=", line)]
    yield Finding("config.txt", Severity.WELL, "; ".join(set_here) or "no overlays")
    if not any(re.match(r"dtparam=(.*,)?i2c(_arm)?=on", line) for line in set_here):
        remedy = f"sudo ./table install --i2c, or dtparam=i2c_arm=on in {file}; then start the machine again"
        yield Finding("config.txt", Severity.WARNING, "does not switch on I2C, which the panels are on", remedy=remedy)
    if any(seat.panel.channel is not None for seat in wiring.seats) and not any(
        line.startswith("dtoverlay=i2c-mux") for line in set_here
    ):
        says = "does not name the multiplexer that the panels are behind"
        remedy = f"sudo ./table install --mux, or dtoverlay=i2c-mux,pca9548,addr=0x70 in {file}; then start again"
        yield Finding("config.txt", Severity.WARNING, says, remedy=remedy)


def _buses(root: Path = ROOT) -> Iterator[Finding]:
    numbers = sorted(int(path.name[4:]) for path in (root / "dev").glob("i2c-*") if path.name[4:].isdigit())
    if numbers:
        yield Finding("I2C", Severity.WELL, "buses " + ", ".join(map(str, numbers)))
    else:
        yield Finding(
            "I2C",
            Severity.FAULT,
            "there is no bus",
            likely="I2C is switched off, or the module i2c-dev is not loaded",
            remedy="sudo ./table install --i2c, then start the machine again; at once: sudo modprobe i2c-dev",
        )


def _panels(wiring: Wiring) -> Iterator[Finding]:
    silent = 0
    for seat in wiring.seats:
        name = panel_name(seat.seat)
        try:
            _greet(seat.panel)
        except (OSError, SpyTableError) as error:
            silent += 1
            what, remedy = trouble_of(error, seat.panel)
            yield Finding(name, Severity.WARNING, what, _neighbour(seat.panel), remedy)
        else:
            yield Finding(name, Severity.WELL, f"answers at {seat.panel.place}")
    if silent == len(wiring.seats) > 1:
        yield Finding(
            "panels",
            Severity.FAULT,
            "none answers",
            likely="SDA and SCL changed places, no 3.3 V or ground at the panels, or no pull-ups on the bus",
            remedy="Compare GPIO 2 (pin 3, SDA) and GPIO 3 (pin 5, SCL) with the drawing: spytable pins.",
        )


def _greet(panel: PanelWiring) -> None:
    """Sends the command that does nothing: beside a table that draws, it changes nothing. Raises OSError."""
    bus = open_smbus(panel)
    try:
        bus.write_i2c_block_data(panel.address, CONTROL_COMMANDS, [NOTHING])
    finally:
        bus.close()


def _neighbour(panel: PanelWiring) -> str:
    """What else answers there: a panel is often set to the other address."""
    with contextlib.suppress(OSError, SpyTableError):
        number_of(panel)
        for address in PANELS:
            if address != panel.address:
                _greet(PanelWiring(panel.driver, panel.bus, address, channel=panel.channel, mux=panel.mux))
                return f"the panel is set to 0x{address:02X}, where something answers: change it or the settings"
    return ""
