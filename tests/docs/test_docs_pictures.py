"""The building guide shows panels as they are, has a picture at each step, and quotes what is really asked."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from PIL import Image, ImageChops

import build_pictures
from spytable.doctor import person
from spytable.referee.message import Message

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/build.md").read_text(encoding="utf-8")


def test_the_panels_in_the_guide_look_as_they_do_at_the_table() -> None:
    for name, made in build_pictures.pictures().items():
        with Image.open(build_pictures.PICTURES / f"panel-{name}.png") as shown:
            same = ImageChops.difference(shown.convert("L"), made.convert("L")).getbbox() is None
        assert same, f"{name}: run .venv/bin/python docs/build_pictures.py"


def test_each_step_of_the_guide_has_its_picture() -> None:
    steps = re.split(r"^## (?=\d)", GUIDE, flags=re.MULTILINE)[1:]
    assert len(steps) == 11
    assert [step.splitlines()[0] for step in steps if "![" not in step] == []


def test_what_doctor_asks_in_the_guide_is_what_it_asks() -> None:
    source = inspect.getsource(person)
    quoted = [line for line in GUIDE.splitlines() if line.endswith("[Y/n]")]
    assert len(quoted) == 3
    for line in quoted:
        question = line.removesuffix(" [Y/n]").replace("Seat 1", "Seat {seat}")
        assert question in source
    assert "Press key {key} of seat {seat}." in source and "Press key 1 of seat 1." in GUIDE
    assert Message("here") in build_pictures.PRESS.labels and 'Message("here")' in source


def test_what_install_asks_in_the_guide_is_what_it_asks() -> None:
    asked = (ROOT / "systemd/boot.sh").read_text(encoding="utf-8")
    quoted = re.findall(r"^\| \*([^*]+)\*", GUIDE, re.MULTILINE)
    assert len(quoted) == 5
    for question in quoted:
        for piece in question.split(" …"):
            assert piece.strip("?") in asked, question
