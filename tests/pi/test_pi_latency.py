"""How long a press takes to be seen and heard, beside a script that does the same with luma, pyttsx3 and gpiozero."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any

import emulated
import pytest

Took = dict[str, list[float]]


@pytest.fixture(scope="module")
def took(whole: None, installed: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the table took, and what the script did, in one run."""
    folder = tmp_path_factory.mktemp("latency")
    emulated.boot("latency", folder, system=installed / "disk.img")
    found = emulated.findings(folder)
    for name in ("table", "stock"):
        print(name, {what: median(values) for what, values in found[name].items()})
    print("at rest", found["rest"])
    return found


def test_a_press_is_heard_long_before_a_script_would_speak(took: dict[str, Took]) -> None:
    # The script makes each sentence anew and starts a player for it: a third is far from what is to be expected.
    assert 3 * median(took["table"]["first sample"]) < median(took["stock"]["first sample"])


def test_a_panel_gets_a_fraction_of_the_bytes_that_a_script_sends(took: dict[str, Took]) -> None:
    assert 2 * median(took["table"]["bytes"]) < median(took["stock"]["bytes"])


def test_a_table_at_rest_sleeps(took: dict[str, Any]) -> None:
    # No polling: the watchdog twice in 30 s, and what the kernel has to say. How long each takes is the machine's.
    assert took["rest"]["wakes a second"] < 1
