"""The installed table as systemd and its log have it."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

from bench.patience import wait

NAME = "spytable"

OWN = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
"""What a maker's shell has: the PYTHONPATH of a job has the table's source, which is not what is installed."""


def systemctl(*words: str) -> str:
    """What systemctl says."""
    return subprocess.run(["systemctl", *words], capture_output=True, text=True, check=False).stdout.strip()


def shown(what: str) -> str:
    """A property of the service, such as NRestarts."""
    return systemctl("show", "-P", what, NAME)


def user() -> str:
    """As whom it runs."""
    command = ["ps", "-o", "user=", "-p", shown("MainPID")]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def gentlest() -> int:
    """The highest niceness of its processes: 0 where none has a lower priority than the table itself."""
    command = ["ps", "-o", "ni=", "--ppid", shown("MainPID")]
    nice = subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()
    return max((int(n) for n in nice if n.isdigit()), default=0)


def is_up() -> bool:
    """Whether it has told systemd that it is ready."""
    return systemctl("is-active", NAME) == "active"


def restarts() -> int:
    """How often systemd has started it again by itself."""
    return int(shown("NRestarts"))


def kill(signal: str) -> float:
    """Sends it *signal*, and waits until systemd has started it again. Seconds until it was ready."""
    before = restarts()
    systemctl("kill", "-s", signal, NAME)
    return wait(lambda: restarts() > before and is_up(), f"the table after {signal}")


def spytable(*words: str) -> str:
    """What the installed `spytable` says."""
    return subprocess.run(["spytable", *words], capture_output=True, text=True, check=False, env=OWN).stdout.strip()


def status() -> dict[str, Any]:
    """What `spytable status` tells of the table; nothing while none answers."""
    tables: list[dict[str, Any]] = json.loads(spytable("status", "--json"))["tables"]
    return tables[0] if tables else {}


def sounds_ready(most: int = 10_000) -> bool:
    """Whether the voice has made all sounds that this game can bring, or *most* of them; effects come first."""
    ready, of = status().get("sentences", (0, 0))
    return ready >= min(of, most) > 0


def log() -> list[str]:
    """All that the table has said since the guest was started, and systemd of it."""
    command = ["journalctl", "-u", NAME, "-o", "cat", "--no-pager"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
