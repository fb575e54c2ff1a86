"""The guest from outside: built where that can be, booted with a job, and what the job found.

A test here fails where the table did something wrong, and nowhere else. Where the guest cannot be built, does not come
up or is too slow to tell, it is skipped and says so.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

import pytest

HERE = Path(__file__).parent
TOP = HERE.parent.parent
GUEST = Path(
    os.environ.get("SPYTABLE_PI_GUEST")
    or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "spytable/guest"
)

WHOLE = os.environ.get("SPYTABLE_PI_BENCH") == "1"
"""Whether all of it is asked for, however long it takes, and not only what is a part of all tests."""

ALL_TOGETHER = 540
"""Seconds that this part of all tests takes at most, the building of the guest counted. On two free processors it takes
half of that; what is not done by then is skipped."""

JOB = 1800
"""Seconds that a job may take: one or two minutes on two free processors."""

POWER_CUT, OUT_OF_TIME, NOT_UP, TOO_SLOW = 125, 124, 126, 75
"""How `boot` ends where the job did not come to its end, or gave up (bench/patience.py)."""

TABLE = (
    "table", "requirements", "systemd", "firmware", "tests", "pyproject.toml", "README.md", "LICENSE", "docs/build.md",
    "hardware/breadboard.toml",
)  # fmt: skip
"""What is brought into the guest of this folder."""


_until: list[float] = []


def left() -> int:
    """Seconds that what comes next may take. Skips the test where there are none."""
    if WHOLE:
        return JOB
    if not _until:
        _until.append(time.monotonic() + ALL_TOGETHER)
    seconds = int(_until[0] - time.monotonic())
    if seconds < 30:
        skip(f"this machine is too slow now: {ALL_TOGETHER} s are over")
    return seconds


def ready() -> Path:
    """The folder of the guest, built now if need be and if it may be. Skips the test where there is none."""
    build = [HERE / "build", GUEST]
    if subprocess.run([build[0], "--ready", GUEST], capture_output=True, check=False).returncode == 0:
        return GUEST
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        skip("the guest is for Linux on x86-64")
    if os.geteuid() != 0:
        skip(f"there is no guest, and only root can build it: sudo tests/pi/build {GUEST}")
    if not shutil.which("apt-get"):
        skip("building the guest needs Debian's apt")
    seconds = left()
    environment = os.environ | {"PYTHON": sys.executable}
    with subprocess.Popen(
        build, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, start_new_session=True
    ) as building:
        try:
            said, _ = building.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(building.pid, signal.SIGKILL)
            skip(f"the guest was not built within {seconds} s")
    if building.returncode != 0:
        words = said.strip().splitlines()
        skip(f"the guest cannot be built here: {words[-1] if words else 'no word why'}")
    return GUEST


skipped: list[str] = []
"""Why tests were skipped, for the end of the run."""


def skip(why: str) -> NoReturn:
    """Skips the test with *why*."""
    skipped.append(why)
    pytest.skip(f"a Pi without a Pi: {why}")


def boot(name: str, folder: Path, *, system: Path | None = None, power_cut: bool = False) -> None:
    """Boots the guest with the job *name* and *folder* as its place, and waits until it is done.

    *system*: the disk to start from, which stays as it is; without it the guest as it was built. Where *folder* has a
    disk.img, that is started, and keeps what is written. *power_cut*: the job is to end without coming to its end.
    """
    shutil.copytree(HERE / "jobs" / name, folder, dirs_exist_ok=True)
    seconds = left()
    command = [HERE / "boot", folder, system or GUEST / "system.img", str(seconds)]
    status = subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode
    said = (folder / "said.txt").read_text(errors="replace") if (folder / "said.txt").exists() else "nothing"
    if status == NOT_UP:
        skip("the emulated machine does not come up here, or its kernel panics")
    if status == OUT_OF_TIME:
        skip(f"the emulated machine is too slow here: {name} was not done in {seconds} s. It had said:\n{said[-2000:]}")
    if status == TOO_SLOW:
        skip(f"the emulated machine is too slow here: {said.strip().splitlines()[-1]}")
    assert status == (POWER_CUT if power_cut else 0), f"{name} ended with {status}; it had said:\n{said[-6000:]}"


def findings(folder: Path) -> dict[str, Any]:
    """What the jobs that ran in *folder* found."""
    found: dict[str, Any] = json.loads((folder / "findings.json").read_text())
    return found


def bring_table(folder: Path) -> None:
    """Puts the table of this folder, and the packages that its installer needs, into the place of a job."""
    shutil.copytree(GUEST / "wheels", folder / "wheels", copy_function=linked)
    leave = [f"--exclude={name}" for name in ("__pycache__", ".mypy_cache", "pictures", "kept")]
    subprocess.run(["tar", "cf", folder / "checkout.tar", *leave, "-C", TOP, *TABLE], check=True)


def linked(file: str, copy: str) -> str:
    """A copy of *file* that takes no room, where that can be."""
    try:
        os.link(file, copy)
    except OSError:
        shutil.copy2(file, copy)
    return copy


def disk(folder: Path, system: Path) -> None:
    """Gives the job in *folder* a disk of its own that starts as *system* and keeps what is written to it."""
    subprocess.run(["cp", "--sparse=always", system, folder / "disk.img"], check=True)
