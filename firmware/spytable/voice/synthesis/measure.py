"""Measures the peer: how long pyttsx3's own `say` and `runAndWait` take, as its users call them."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import spytable
from spytable.errors import SpyTableError

_DEADLINE = 60.0


_PLAYER = """#!/bin/sh
[ -s "$1" ] || exit 1
echo played >> "${0%/*}/played"
ms=$(( ($(wc -c < "$1") - 44) * 1000 / 44100 ))
exec sleep "$(printf '%d.%03d' $((ms / 1000)) $((ms % 1000)))"
"""
"""Stands for aplay: takes as long as 16-bit mono at 22,050 Hz in a WAV file lasts."""


class MeasureError(SpyTableError, RuntimeError):
    """The peer could not be measured; the message says what is missing."""


def say_and_wait_seconds(text: str, times: int = 20) -> float:
    """Seconds from `say(text)` until `runAndWait` comes back, the median of *times*, in a process of its own.

    pyttsx3 synthesises into a temporary file, runs `aplay` on it and waits for that. The `aplay` that it finds here
    takes as long as the sound lasts and needs no sound card, so that the figure is the same on every machine. The
    engine is started and has spoken once before, which favours the peer. Raises MeasureError.
    """
    with tempfile.TemporaryDirectory(prefix="spytable-measure-") as folder:
        player = Path(folder) / "aplay"
        player.write_text(_PLAYER)
        player.chmod(0o755)
        environment = os.environ | {
            "PATH": os.pathsep.join((folder, os.environ.get("PATH", os.defpath))),
            "PYTHONPATH": str(Path(spytable.__file__).resolve().parent.parent),
            "TMPDIR": folder,
        }
        command = [sys.executable, "-P", "-m", "spytable.voice.synthesis.measure", text, str(times)]
        try:
            done = subprocess.run(command, capture_output=True, env=environment, timeout=_DEADLINE)
        except subprocess.TimeoutExpired:
            raise MeasureError("pyttsx3 did not come back within a minute.") from None
        if done.returncode != 0:
            reason = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            raise MeasureError(f"pyttsx3 cannot be measured: {''.join(reason)}")
        played = Path(folder) / "played"
        if not played.exists() or len(played.read_text().splitlines()) < times:
            raise MeasureError("pyttsx3 did not run aplay for each utterance.")
        seconds: list[float] = json.loads(done.stdout.splitlines()[-1])
        return statistics.median(seconds)


def main() -> None:
    """The process that is measured: prints the seconds of each utterance as a JSON list."""
    from spytable.voice.synthesis import loading

    loading.load()
    import pyttsx3

    text, times = sys.argv[1], int(sys.argv[2])
    engine = pyttsx3.init("espeak")
    seconds = []
    for _ in range(times + 1):
        begun = time.perf_counter()
        engine.say(text)
        engine.runAndWait()
        seconds.append(time.perf_counter() - begun)
    print(json.dumps(seconds[1:]))


if __name__ == "__main__":
    main()
