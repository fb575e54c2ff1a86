"""All files that are made of the data, by name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from kit import below, breadboard, enclosure, header, hubsheet, labels, nets, pages, plan, rightway, templates, wiring
from kit.sheet import Sheet

DRAWINGS = plan.HARDWARE / "drawings"
"""Where the drawings are."""

NETLIST = plan.HARDWARE / "kicad" / "hub.net"
"""The hub for KiCad."""

STAMP = DRAWINGS / "printed.txt"
"""Which state of each drawing its PDF and PNG show."""


def sheets() -> dict[str, Sheet]:
    """The drawings by file name, without its ending."""
    return {
        "right-way": rightway.drawing(),
        "header": header.drawing(),
        "table": wiring.table(),
        **{f"seat-{seat.seat}": wiring.seat(seat) for seat in plan.seats()},
        "seat-wired": below.drawing(),
        "hub": hubsheet.places(),
        "wires": hubsheet.wires(),
        "breadboard": breadboard.drawing(),
        "labels": labels.sheet(),
        "template-seat": templates.seat(enclosure.data()),
        "template-middle": templates.middle(enclosure.data()),
    }


def texts() -> dict[Path, str]:
    """Every text file that is made, and what stands in it."""
    made = {DRAWINGS / f"{name}.svg": sheet.svg() for name, sheet in sheets().items()}
    made[NETLIST] = nets.netlist()
    made[plan.HARDWARE / "parts.md"] = pages.parts()
    made[plan.HARDWARE / "enclosure" / "sizes.scad"] = enclosure.scad()
    return made


def stamp() -> str:
    """What STAMP should say: a line for each drawing."""
    return "".join(
        f"{hashlib.sha256(sheet.svg().encode()).hexdigest()}  {name}.svg\n" for name, sheet in sheets().items()
    )


def write_texts() -> Iterator[Path]:
    """Writes them, and gives each file."""
    for file, content in texts().items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
        yield file
