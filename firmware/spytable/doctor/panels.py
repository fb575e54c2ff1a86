"""The I2C buses and the panels on them: what answers, and why the rest does not."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from spytable.doctor.finding import Finding, Severity
from spytable.errors import SpyTableError
from spytable.seats.gpio.errors import MissingPackageError
from spytable.seats.gpio.panels.bus import SYSFS, number_of, open_smbus, trouble_of
from spytable.seats.gpio.panels.panel import NOTHING
from spytable.seats.gpio.probe import CONTROL_COMMANDS
from spytable.seats.gpio.wiring import PanelWiring, Wiring, panel_name

ROOT = Path("/")

SILENT = "its plug is out, or wires changed places: their order differs from maker to maker"
"""What is likely where nothing answers."""

ADDRESSES = (0x3C, 0x3D)
"""The addresses that a panel can be set to."""


def look(wiring: Wiring, root: Path = ROOT, sysfs: Path = SYSFS) -> Iterator[Finding]:
    """All findings of this room."""
    buses = sorted(int(path.name[4:]) for path in (root / "dev").glob("i2c-*") if path.name[4:].isdigit())
    if not buses:
        yield Finding(
            "I2C",
            Severity.FAULT,
            "there is no bus",
            likely="I2C is switched off, or the module i2c-dev is not loaded",
            remedy="sudo ./table install --i2c, then start the machine again; at once: sudo modprobe i2c-dev",
        )
        return
    yield Finding("I2C", Severity.WELL, "buses " + ", ".join(map(str, buses)))
    yield from _panels(wiring, buses, sysfs)


def _panels(wiring: Wiring, buses: list[int], sysfs: Path) -> Iterator[Finding]:
    findings = [_panel(panel_name(seat.seat), seat.panel, wiring, buses, sysfs) for seat in wiring.seats]
    silent = [finding for finding in findings if finding.severity is not Severity.WELL]
    if len(silent) < len(findings) or len(findings) == 1:
        yield from findings
        return
    same = silent[0]
    if all(finding.likely == SILENT for finding in silent):
        yield Finding(
            "panels",
            Severity.FAULT,
            "none answers",
            likely="they get no 3.3 V or no ground, SDA and SCL changed places, or their bus has no pull-ups",
            remedy="Compare the panels' four wires with the drawing, and GPIO 2 (pin 3, SDA) and GPIO 3 (pin 5, SCL).",
        )
    elif all(finding.says == same.says for finding in silent):
        # A bus or a multiplexer that is not there, or may not be used: one thing is wrong, and not four.
        severity = Severity.FAULT if same.severity is Severity.WARNING else same.severity
        yield replace(same, part="panels", severity=severity)
    else:
        yield from findings


def _panel(name: str, panel: PanelWiring, wiring: Wiring, buses: list[int], sysfs: Path) -> Finding:
    try:
        _greet(panel)
    except MissingPackageError:
        return Finding(name, Severity.NOTE, "not looked at: a package is missing, see above")
    except PermissionError:
        # What somebody may not look at says nothing of the panel.
        likely = "the group i2c has it, and you are not in it"
        return Finding(name, Severity.NOTE, "not looked at: I2C may not be used", likely, "sudo spytable doctor")
    except OSError as error:
        what, remedy = trouble_of(error, panel)
        likely, better = _neighbour(panel, wiring) or _why(error, panel, buses, sysfs)
        return Finding(name, Severity.WARNING, what, likely, better or remedy)
    return Finding(name, Severity.WELL, f"answers at {panel.place}")


def _why(error: OSError, panel: PanelWiring, buses: list[int], sysfs: Path) -> tuple[str, str]:
    """What is likely behind *error*, and what to do; "" where there is no better word than that of the table."""
    there = f"there {'is' if len(buses) == 1 else 'are'} {', '.join(map(str, buses))}"
    if isinstance(error, FileNotFoundError):
        if panel.bus not in buses and panel.bus == PanelWiring().bus:
            likely = f"I2C is switched off for the header; {there}, which belong to the screens' plugs or other things"
            return likely, "sudo ./table install --i2c, then start the machine again."
        if panel.bus not in buses:
            return f"the settings name a bus that the kernel does not have; {there}", "Correct bus in the settings."
        if (sysfs / f"{panel.bus}-{panel.mux:04x}").exists():
            likely = "the kernel looked for it when the machine started, and it did not answer"
            remedy = "Check its wiring: A0, A1 and A2 at ground, RST at 3.3 V. Then start the machine again."
            return likely, remedy
        likely = "its overlay is not in config.txt, or the machine was not started since it is; or it is not built in"
        return likely, "sudo ./table install --mux and start again; built without one: no channel in the settings."
    code = error.errno
    if code == errno.EBUSY:
        return "a driver of the kernel's own has that address", ""
    if code == errno.ETIMEDOUT:
        return "SDA or SCL touches something, or the cable is too long for its pull-ups", ""
    return SILENT, "Check its plug and its wires: VCC at 3.3 V, GND, SCL, SDA."


def _greet(panel: PanelWiring) -> None:
    """Sends the command that does nothing: beside a table that draws, it changes nothing. Raises OSError."""
    bus = open_smbus(panel)
    try:
        bus.write_i2c_block_data(panel.address, CONTROL_COMMANDS, [NOTHING])
    finally:
        bus.close()


def _neighbour(panel: PanelWiring, wiring: Wiring) -> tuple[str, str] | None:
    """What answers at the other address: a panel is often set to it. One of another seat's does not count."""
    with contextlib.suppress(OSError, SpyTableError):
        number_of(panel)
        for address in ADDRESSES:
            other = replace(panel, address=address)
            if address == panel.address or other.place in (seat.panel.place for seat in wiring.seats):
                continue
            _greet(other)
            likely = f"the panel is set to 0x{address:02X}, where something answers"
            return likely, f"Set address = 0x{address:02X} in its settings, or change its jumper."
    return None
