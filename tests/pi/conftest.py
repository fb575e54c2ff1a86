"""What the tests in the guest share: the guest, and the disk of one with the table installed."""

from __future__ import annotations

from pathlib import Path

import emulated
import pytest


@pytest.fixture(scope="session")
def guest() -> Path:
    """The guest's folder, built if need be."""
    return emulated.ready()


@pytest.fixture(scope="session")
def installed(guest: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The place of the job "install": what it found, and disk.img, the system after it."""
    folder = tmp_path_factory.mktemp("install")
    emulated.bring_table(folder)
    emulated.disk(folder, guest / "system.img")
    emulated.boot("install", folder)
    return folder


@pytest.fixture(scope="session")
def whole() -> None:
    """For what takes too long to be a part of all tests: skips unless SPYTABLE_PI_BENCH=1."""
    if not emulated.WHOLE:
        emulated.skip("SPYTABLE_PI_BENCH=1 ./table test tests/pi runs all of it (see tests/pi/README.md)")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says why something was skipped, unasked: the reason is the machine's, and can mostly be changed."""
    for why in dict.fromkeys(emulated.skipped):
        terminalreporter.write_line(f"tests/pi: skipped: {why}")
