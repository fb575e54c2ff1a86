"""A Pi is known by its model, or where the kernel does not tell that, by its revision."""

from pathlib import Path

import pytest

from spytable.seats.gpio.probe import is_pi


@pytest.mark.parametrize(
    ("model", "processors", "known"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0\0", None, True),
        ("Some Other Board\0", "Revision\t: c03115\n", False),
        (None, "processor\t: 0\nRevision\t: c03115\n", True),
        (None, "processor\t: 0\nRevision\t: 0000\n", False),
        (None, "processor\t: 0\nmodel name\t: a PC\n", False),
        (None, None, False),
    ],
)
def test_a_pi_is_known(model: str | None, processors: str | None, known: bool, tmp_path: Path) -> None:
    for name, text in (("model", model), ("cpuinfo", processors)):
        if text is not None:
            (tmp_path / name).write_text(text)
    assert is_pi(tmp_path / "model", tmp_path / "cpuinfo") is known
