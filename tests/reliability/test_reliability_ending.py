"""Parts that hang: the real daemon as a process, stopped by SIGTERM and watched by systemd meanwhile."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hanging import PARTS

from spytable import ending
from spytable.status import ask_tables

PROGRAM = Path(__file__).with_name("hanging.py")

NEVER = 120.0
"""Seconds after which what should come is taken to be missing."""

ASLEEP = """
import ctypes, os
from spytable.ending import ended_by_signals
library = ctypes.CDLL(None)
mutex = ctypes.create_string_buffer(64)  # of zeros: a mutex that is free (PTHREAD_MUTEX_INITIALIZER)

def stop():
    os.write(1, b"asked to stop")
    library.pthread_mutex_unlock(mutex)

library.pthread_mutex_lock(mutex)
with ended_by_signals(stop, lambda: None):
    os.write(1, b"there\\n")
    library.pthread_mutex_lock(mutex)
"""
"""A program whose main thread sleeps where no signal wakes it."""


@contextlib.contextmanager
def daemon(part: str, folder: Path, **more: str) -> Iterator[subprocess.Popen[str]]:
    """The daemon, once its panels are lit and *part* hangs."""
    environment = os.environ | {f"XDG_{kind}_HOME": str(folder) for kind in ("STATE", "CONFIG", "CACHE")} | more
    environment["XDG_RUNTIME_DIR"] = str(folder)
    process = subprocess.Popen(
        [sys.executable, str(PROGRAM), part, str(folder)], stderr=subprocess.PIPE, text=True, env=environment
    )
    try:
        happened, until = folder / "happened", time.monotonic() + NEVER
        while not (happened.exists() and "lit" in happened.read_text()):
            assert process.poll() is None, process.communicate()[1]
            assert time.monotonic() < until, "the panels stay dark"
            time.sleep(0.01)
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("part", PARTS)
def test_a_stop_darkens_the_panels_then_ends_speech_then_the_journal_whatever_hangs(part: str, tmp_path: Path) -> None:
    with daemon(part, tmp_path) as process:
        process.send_signal(signal.SIGTERM)
        _, words = process.communicate(timeout=NEVER)
    happened = (tmp_path / "happened").read_text().splitlines()
    assert process.returncode == 0
    assert "Traceback" not in words
    dark = {"bus": "dark 1 3 4", "all buses": "dark"}.get(part, "dark 1 2 3 4")
    assert happened[:2] == ["lit", dark]
    if part in ("loop", "driver"):
        assert "hangs and is left" in words
    else:
        assert happened[2:] == (["quiet"] if part == "disk" else ["quiet", "kept"])
    assert ask_tables((tmp_path / "spytable",)) == ()


def test_the_end_is_over_within_two_seconds() -> None:
    assert ending.LATE < ending.LAST < 2


def test_a_signal_is_heard_although_the_main_thread_has_just_gone_to_sleep() -> None:
    """One that comes right before a thread waits for a lock runs no handler there: the table would not hear it."""
    with subprocess.Popen([sys.executable, "-c", ASLEEP], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == b"there\n"
            process.send_signal(signal.SIGTERM)
            assert process.communicate(timeout=NEVER)[0] == b"asked to stop"
        finally:
            process.kill()
    assert process.returncode == 0


@pytest.mark.parametrize("part", ["all buses", "driver"])
def test_a_worker_that_hangs_starves_no_watchdog(part: str, tmp_path: Path) -> None:
    name = f"spytable-{os.getpid()}-{part}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0{name}")
        systemd.settimeout(NEVER)
        with daemon(part, tmp_path, NOTIFY_SOCKET=f"@{name}", WATCHDOG_USEC="200000") as process:
            assert systemd.recv(100) == b"READY=1"
            systemd.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while systemd.recv(100):
                    pass  # what came before it hung
            systemd.settimeout(NEVER)
            assert [systemd.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3
            process.send_signal(signal.SIGTERM)
            while (heard := systemd.recv(100)) == b"WATCHDOG=1":
                pass
            assert heard == b"STOPPING=1"
