"""Builds the boxes with OpenSCAD: STL files to print, and pictures to look at."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from kit.plan import HARDWARE

SOURCES = HARDWARE / "enclosure"
"""Where the boxes' descriptions are, and their pictures."""

OUT = HARDWARE.parent / "build" / "boxes"
"""Where the STL files go."""

PARTS = tuple((box, part) for box in ("seat", "middle") for part in ("base", "lid"))
"""What is printed: each box's two halves."""


def openscad() -> str | None:
    """The program, or None where it is not installed (Debian: apt install openscad)."""
    return shutil.which("openscad")


def build(box: str, part: str, out: Path, *, roundness: int = 64) -> Path:
    """One half of a box as a binary STL in the folder *out*. *roundness*: corners of a circle.

    Raises subprocess.CalledProcessError where OpenSCAD refuses it, FileNotFoundError where it is missing.
    """
    out.mkdir(parents=True, exist_ok=True)
    file = out / f"{box}-{part}.stl"
    choices = ("-D", f'part="{part}"', "-D", f"$fn={roundness}")
    _run("--export-format", "binstl", "-o", file, *choices, SOURCES / f"{box}.scad")
    return file


def picture(box: str) -> Path:
    """Both halves of a box as a picture beside its description."""
    file = SOURCES / f"{box}.png"
    camera = ("--viewall", "--autocenter", "--camera=0,0,0,58,0,28,500", "--imgsize=900,740", "--colorscheme=Tomorrow")
    _run("--render", "-o", file, "-D", "$fn=48", *camera, SOURCES / f"{box}.scad")
    return file


def write() -> Iterator[Path]:
    """Builds everything, and gives each file."""
    for box, part in PARTS:
        yield build(box, part, OUT)
    for box in ("seat", "middle"):
        yield picture(box)


def _run(*words: str | Path) -> None:
    program = openscad()
    if program is None:
        raise FileNotFoundError("openscad is not installed (Debian: apt install openscad)")
    command = [program, "-q", *map(str, words)]
    if any(str(word).endswith(".png") for word in words) and not os.environ.get("DISPLAY") and shutil.which("xvfb-run"):
        # OpenSCAD 2021 draws through an X server only.
        command = ["xvfb-run", "-a", *command]
    subprocess.run(command, check=True, capture_output=True)
