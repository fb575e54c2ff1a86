"""SIGTERM while a part hangs: the real daemon as a process, with panels, sound, speech, disk or the loop that hang."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hanging import PARTS

from spytable.status import ask_tables

PROGRAM = Path(__file__).with_name("hanging.py")

LONG = 6.0
"""Seconds after which an end has not come by itself. The promise is two; a busy machine may take its time."""


def ended(part: str, folder: Path) -> tuple[int, str, list[str], float]:
    """Starts the daemon, stops it when *part* hangs. Its status, last words, what happened, and seconds it took."""
    environment = os.environ | {f"XDG_{kind}_HOME": str(folder) for kind in ("STATE", "CONFIG", "CACHE")}
    environment["XDG_RUNTIME_DIR"] = str(folder)
    daemon = subprocess.Popen(
        [sys.executable, str(PROGRAM), part, str(folder)], stderr=subprocess.PIPE, text=True, env=environment
    )
    try:
        happened, until = folder / "happened", time.monotonic() + 30
        while not (happened.exists() and "lit" in happened.read_text()):
            assert daemon.poll() is None, daemon.communicate()[1]
            assert time.monotonic() < until, "the panels stay dark"
            time.sleep(0.01)
        begin = time.monotonic()
        daemon.send_signal(signal.SIGTERM)
        _, words = daemon.communicate(timeout=30)
        return daemon.returncode, words, happened.read_text().splitlines(), time.monotonic() - begin
    finally:
        daemon.kill()
        daemon.wait()


@pytest.mark.parametrize("part", PARTS)
def test_a_stop_darkens_the_panels_then_ends_speech_then_the_journal_whatever_hangs(part: str, tmp_path: Path) -> None:
    status, words, happened, seconds = ended(part, tmp_path)
    assert status == 0
    assert seconds < LONG
    assert "Traceback" not in words
    dark = {"bus": "dark 1 3 4", "all buses": "dark"}.get(part, "dark 1 2 3 4")
    assert happened[:2] == ["lit", dark]
    # Where the end takes its time, the seats are told once more to be dark.
    then = [line for line in happened[2:] if not line.startswith("dark")]
    if part in ("loop", "driver"):
        assert "hangs and is left" in words
    else:
        assert then == (["quiet"] if part == "disk" else ["quiet", "kept"])
    assert ask_tables((tmp_path / "spytable",)) == ()
