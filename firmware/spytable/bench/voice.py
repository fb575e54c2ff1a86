"""What is measured of the voice: a call that is ready, a language prepared, and what the voice takes while it rests."""

from __future__ import annotations

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import spytable
from spytable.bench.table import Row
from spytable.errors import SpyTableError
from spytable.game.calls import Turn
from spytable.game.cards import Colour, places
from spytable.language.phrases import Phrases
from spytable.voice.devices.outputs import OutputLostError, Take
from spytable.voice.devices.recording import RecordingOutput
from spytable.voice.devices.soundcard import SoundDeviceOutput
from spytable.voice.samples.clip import Clip, silence, wav
from spytable.voice.voice import Voice

TIMES = 20
SEATS = tuple(Colour)
LISTENED = 4.0
"""Seconds for which a silent stream is watched."""


def cached_call() -> Iterator[Row]:
    """The voice alone, without key and journal, beside a process that is started to play a file that is ready."""
    with tempfile.TemporaryDirectory(prefix="spytable-bench-") as folder:
        ours = statistics.median(_first_samples(Path(folder))) * 1000
        player, command = _player(Path(folder))
        peer = statistics.median(_run_seconds(command) for _ in range(TIMES)) * 1000
    yield Row(
        "cached_call", "cached call, asked for until its first sample is handed over, median of 20", ours, "ms",
        player, peer, peer / ours, "faster", ours < peer,
    )  # fmt: skip


def _first_samples(folder: Path) -> Iterator[float]:
    output = RecordingOutput()
    voice = Voice(Phrases(), output=output, cache=folder)
    call = Turn(Colour.RED)
    try:
        voice.speak([call])
        voice.wait_until_prepared(60)
        for _ in range(TIMES):
            voice.wait_until_quiet(10)
            heard = len(output.played)
            begin = time.perf_counter()
            voice.speak([call])
            voice.wait_until_quiet(10)
            yield output.played[heard].first_sample - begin
    finally:
        voice.close()


def _player(folder: Path) -> tuple[str, tuple[str, ...]]:
    """What is started for a sound, in words, and its command: it reads one block and ends, on a device that takes no
    time."""
    sound = folder / "ready.wav"
    sound.write_bytes(wav(Clip(silence(0.02))))
    aplay = shutil.which("aplay")
    if aplay is not None:
        command = (aplay, "-q", "-D", "null", str(sound))
        if subprocess.run(command, capture_output=True).returncode == 0:
            return "starting aplay on a ready WAV of 20 ms, no device", command
    return "starting cat on a ready WAV (there is no aplay)", ("cat", str(sound))


def _run_seconds(command: tuple[str, ...]) -> float:
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def prepare() -> Iterator[Row]:
    """All sentences of a game of four, and the effects, beside pyttsx3 alone that writes the same to files."""
    sentences = Phrases().everything_said(SEATS, places(len(SEATS)))
    with tempfile.TemporaryDirectory(prefix="spytable-bench-") as folder:
        before = _cpu_seconds()
        voice = Voice(Phrases(), output=RecordingOutput(), cache=Path(folder))
        voice.prepare(sentences)
        done = voice.wait_until_prepared(120)
        ready, of = voice.progress
        voice.close()
        ours = _cpu_seconds() - before
        if not done or ready < of:
            raise SpyTableError("The voice could not be prepared; spytable voice prepare says why.")
    peer = _printed(_SAVE, json.dumps(sentences))
    yield Row(
        "voice_prepare", f"preparing English for four seats: {len(sentences)} sentences, effects, on the disk", ours,
        "s of CPU", "pyttsx3 alone, the same sentences", peer, peer / ours, "at most 3 times as long", ours <= 3 * peer,
    )  # fmt: skip


def memory() -> Iterator[Row]:
    """Three processes: what two take more than one that has only the rules and the words loaded."""
    rules, voice, engine = _printed(_MEMORY), _printed(_REST + _MEMORY), _printed(_ENGINE + _MEMORY)
    ours, peer = voice - rules, engine - rules
    yield Row(
        "voice_memory", "memory of the voice at rest: effects and calls at hand, no worker", ours, "MB",
        "pyttsx3 with its engine started", peer, peer / ours, "under 15 MB", ours < 15.0,
    )  # fmt: skip


def stream() -> Iterator[Row]:
    """The output's own stream on the machine's device; where there is none, on a stand-in that is as slow as one."""
    output, kind = SoundDeviceOutput(), "on this machine's device"
    click = Clip(silence(0.1))
    try:
        output.play(Take(click))
    except OutputLostError:
        output, kind = _PacedOutput(), "on a paced stand-in, for there is no device"
        output.play(Take(click))
    begun, used = time.monotonic(), time.process_time()
    time.sleep(LISTENED)
    share = (time.process_time() - used) / (time.monotonic() - begun) * 100
    output.close()
    used = time.process_time()
    time.sleep(LISTENED / 4)
    closed = (time.process_time() - used) / (LISTENED / 4) * 100
    yield Row(
        "silent_stream", f"an open, silent stream, {kind}", share, "% of a core",
        "the same, closed", closed, None, "under 2 %", share < 2.0,
    )  # fmt: skip


class _PacedOutput(SoundDeviceOutput):
    """The real output over a stand-in for PortAudio."""

    def _library(self) -> Any:
        self._sounddevice = _PacedPortAudio
        return _PacedPortAudio


class _PacedPortAudio:
    """As much of sounddevice as an output asks for, with a stream that plays by the clock and into nothing."""

    class PortAudioError(Exception):
        """Never raised."""

    @staticmethod
    def query_devices() -> list[dict[str, Any]]:
        """One device."""
        return [{"name": "stand-in", "max_output_channels": 1}]

    class RawOutputStream:
        """Holds *latency* seconds of samples, which run out at *samplerate*."""

        def __init__(self, samplerate: int, channels: int, dtype: str, device: int | None, latency: float) -> None:
            self._rate, self._size = samplerate, int(latency * samplerate)
            self._ends = time.monotonic()

        def start(self) -> None:
            """Plays from now on."""

        @property
        def write_available(self) -> int:
            """Samples that can be written without waiting."""
            return self._size - int(max(0.0, self._ends - time.monotonic()) * self._rate)

        def write(self, data: bytes) -> None:
            """Waits for room, as a device does."""
            while self.write_available < len(data) // 2:
                time.sleep(0.001)
            self._ends = max(self._ends, time.monotonic()) + len(data) / 2 / self._rate

        def abort(self) -> None:
            """Plays no more."""

        def close(self) -> None:
            """Is gone."""


def _cpu_seconds() -> float:
    """Of this process and of those that it has ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


_RULES = "import json, os, sys, tempfile, time; from spytable.language.phrases import Phrases; phrases = Phrases()\n"

_REST = """
from pathlib import Path
from spytable.game.cards import Colour
from spytable.voice.devices.recording import RecordingOutput
from spytable.voice.synthesis.synthesiser import Synthesiser
from spytable.voice.voice import Voice
folder = tempfile.TemporaryDirectory(prefix="spytable-bench-")
made_by = Synthesiser(folder=Path(folder.name))
voice = Voice(phrases, output=RecordingOutput(), cache=Path(folder.name), synthesiser=made_by)
voice.prepare(phrases.everything_said(tuple(Colour), 7))
assert voice.wait_until_prepared(120)
made_by.rest()
"""

_ENGINE = """
from spytable.voice.synthesis import loading
loading.load()
import pyttsx3
engine = pyttsx3.init("espeak")
folder = tempfile.TemporaryDirectory(prefix="spytable-bench-")
def save(sentence):
    engine.save_to_file(sentence, folder.name + "/said.wav")
    engine.runAndWait()
save("Red's turn.")
"""

_SAVE = _ENGINE + "[save(sentence) for sentence in json.load(sys.stdin)]\nprint(time.process_time())"

_MEMORY = """
# Megabytes that belong to this process alone (proc(5), smaps_rollup).
lines = open("/proc/self/smaps_rollup").read().splitlines()
print(sum(int(line.split()[1]) for line in lines if line.startswith(("Private_Clean", "Private_Dirty"))) / 1024)
"""


def _printed(code: str, text: str = "") -> float:
    """The figure that a new Python prints last. Raises SpyTableError."""
    environment = os.environ | {"PYTHONPATH": str(Path(spytable.__file__).resolve().parent.parent)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", _RULES + code],
        input=text, capture_output=True, text=True, env=environment, timeout=120,
    )  # fmt: skip
    if done.returncode != 0:
        reason = done.stderr.strip().splitlines()[-1:]
        raise SpyTableError(f"The voice cannot be measured: {''.join(reason)}")
    return float(done.stdout.splitlines()[-1])
