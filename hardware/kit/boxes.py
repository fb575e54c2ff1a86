"""Builds the boxes with OpenSCAD: STL files to print, and pictures to look at."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageChops

from kit.plan import HARDWARE

SOURCES = HARDWARE / "enclosure"
"""Where the boxes' descriptions are, and their pictures."""

OUT = HARDWARE.parent / "build" / "boxes"
"""Where the STL files go."""

PARTS = tuple((box, part) for box in ("seat", "middle") for part in ("base", "lid"))
"""What is printed: each box's two halves."""


PICTURES = {
    "seat": ("seat", "parts", "58,0,28"),
    "seat-below": ("seat", "below", "42,0,8"),
    "middle": ("middle", "parts", "52,0,22"),
    "middle-open": ("middle", "open", "32,0,12"),
}
"""The pictures: the box, what of it is seen, and how it is turned, in degrees."""


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


def picture(name: str) -> Path:
    """A box with what it holds, as a picture beside its description."""
    box, part, turned = PICTURES[name]
    file = SOURCES / f"{name}.png"
    camera = ("--viewall", "--autocenter", f"--camera=0,0,0,{turned},500", "--imgsize=1400,1100")
    _run("-o", file, "-D", f'part="{part}"', "-D", "$fn=48", *camera, "--colorscheme=Tomorrow", SOURCES / f"{box}.scad")
    with Image.open(file) as whole:
        seen = whole.convert("RGB")
    ground = Image.new("RGB", seen.size, seen.getpixel((0, 0)))
    left, top, right, bottom = ImageChops.difference(seen, ground).getbbox() or (0, 0, *seen.size)
    # OpenSCAD leaves wide margins.
    cut = seen.crop((left - 20, top - 20, right + 20, bottom + 20))
    cut.quantize(64).save(file, optimize=True)
    return file


def write() -> Iterator[Path]:
    """Builds everything, and gives each file."""
    for box, part in PARTS:
        yield build(box, part, OUT)
    for name in PICTURES:
        yield picture(name)


def _run(*words: str | Path) -> None:
    program = openscad()
    if program is None:
        raise FileNotFoundError("openscad is not installed (Debian: apt install openscad)")
    command = [program, "-q", *map(str, words)]
    if any(str(word).endswith(".png") for word in words) and not os.environ.get("DISPLAY") and shutil.which("xvfb-run"):
        # OpenSCAD 2021 draws through an X server only.
        command = ["xvfb-run", "-a", *command]
    subprocess.run(command, check=True, capture_output=True)
