"""config.txt, by which a Raspberry Pi starts: what it switches on, beside what the wiring needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from spytable import machine
from spytable.doctor.finding import Finding, Severity
from spytable.seats.gpio.wiring import HEADER_BUS, Wiring, lines_of

ROOT = Path("/")

SDMODE = 4
"""The GPIO that the overlay max98357a takes where it is not told otherwise."""

_I2C = r"dtparam=(.*,)?i2c(_arm|1)?(=(on|yes|true|1))?(,|$)"
_SPEED = r"dtparam=(.*,)?i2c(_arm|1)?_baudrate="
_MULTIPLEXER = r"dtoverlay=i2c-mux"
_AMPLIFIER = r"dtoverlay=max98357a"


def look(wiring: Wiring, root: Path = ROOT) -> Iterator[Finding]:
    """All findings of this room."""
    file = next((each for name in ("boot/firmware", "boot") if (each := root / name / "config.txt").is_file()), None)
    if file is None:
        return
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        yield Finding("config.txt", Severity.NOTE, f"{file} cannot be read: {error.strerror}")
        return
    here = [line for line in counting(text, machine.look(root).model or "") if re.match(r"dt(overlay|param)=", line)]
    yield Finding("config.txt", Severity.WELL, "; ".join(here) or "no overlays")
    yield from _bus(wiring, file, here)
    if any(seat.panel.channel is not None for seat in wiring.seats) and not _has(here, _MULTIPLEXER):
        says = "does not name the multiplexer that the panels are behind"
        remedy = f"sudo ./table install --mux, or dtoverlay=i2c-mux,pca9548,addr=0x70 in {file}; then start again"
        yield Finding("config.txt", Severity.WARNING, says, remedy=remedy)
    bare = [line for line in here if re.match(_AMPLIFIER, line) and "sdmode" not in line]
    for name, gpio in lines_of(wiring):
        if bare and gpio == SDMODE:
            remedy = f"Write {bare[0]},no-sdmode in {file}, and start the machine again."
            yield Finding("config.txt", Severity.WARNING, f"{bare[0]} takes GPIO {gpio}, the {name}", remedy=remedy)


def _bus(wiring: Wiring, file: Path, here: list[str]) -> Iterator[Finding]:
    if all(seat.panel.bus != HEADER_BUS for seat in wiring.seats):
        return
    if not _has(here, _I2C):
        remedy = f"sudo ./table install --i2c, or dtparam=i2c_arm=on in {file}; then start the machine again"
        yield Finding("config.txt", Severity.WARNING, "does not switch on I2C, which the panels are on", remedy=remedy)
    elif not _has(here, _SPEED):
        says = "leaves I2C at its usual 100 kHz: pictures take four times as long as they could"
        yield Finding("config.txt", Severity.NOTE, says, remedy="sudo ./table install --i2c, then start again")


def _has(lines: list[str], setting: str) -> bool:
    return any(re.match(setting, line) for line in lines)


def counting(text: str, model: str) -> Iterator[str]:
    """The lines of config.txt that count on a Pi of this *model*, without comments.

    A filter that is not for a model, such as one for a monitor, leaves that as it is
    (https://www.raspberrypi.com/documentation/computers/config_txt.html#conditional-filters).
    """
    counts = True
    for line in (line.split("#")[0].strip() for line in text.splitlines()):
        if match := re.fullmatch(r"\[(.*)\]", line):
            models = _models(match[1])
            counts = counts if models is None else re.search(models, model) is not None
        elif line and counts:
            yield line


def _models(name: str) -> str | None:
    """An expression for the models that the filter *name* is for; None where it is for none."""
    known = {
        "all": "",
        "none": "(?!)",
        "pi0": "Zero",
        "pi0w": "Zero (2 )?W",
        "pi02": "Zero 2",
        "pi1": "Pi (Model|Compute Module Rev)",
        "pi3+": "Pi 3 Model . Plus|Compute Module 3 Plus",
    }
    if name in known:
        return known[name]
    match = re.fullmatch(r"(pi|cm)(\d+)[s+]?", name)
    if match is None:
        return None
    return f"Compute Module {match[2]}" if match[1] == "cm" else f"(Pi|Compute Module) {match[2]}"
