"""Two tables on the same panels: the second one is told who has them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spytable.seats.gpio import pins
from spytable.seats.gpio.panels.claim import Claim, SeatsBusyError

HOLDER = "import fcntl, sys; file = open(sys.argv[1]); fcntl.flock(file, fcntl.LOCK_EX); print(flush=True); input()"


def test_a_second_table_on_the_same_panels_names_the_first(tmp_path: Path) -> None:
    bus = tmp_path / "i2c-1"
    bus.touch()
    first = subprocess.Popen([sys.executable, "-c", HOLDER, bus], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert first.stdout is not None and first.stdout.readline()
        with pytest.raises(SeatsBusyError, match=rf"I2C bus 1, process {first.pid}\b.*--table virtual"):
            Claim(pins.default(), tmp_path)
    finally:
        first.kill()
        first.communicate()
    Claim(pins.default(), tmp_path).release()


def test_seats_that_were_let_go_can_be_had_again(tmp_path: Path) -> None:
    (tmp_path / "i2c-1").touch()
    first = Claim(pins.default(), tmp_path)
    with pytest.raises(SeatsBusyError, match=f"process {os.getpid()}"):
        Claim(pins.default(), tmp_path)
    first.release()
    first.release()
    Claim(pins.default(), tmp_path).release()


def test_a_bus_that_is_not_there_and_a_kernel_that_tells_nothing_are_no_faults(tmp_path: Path) -> None:
    Claim(pins.default(), tmp_path).release()
    (tmp_path / "i2c-1").touch()
    first = Claim(pins.default(), tmp_path)
    with pytest.raises(SeatsBusyError, match="bus 1\\)"):
        Claim(pins.default(), tmp_path, tmp_path / "no-locks")
    first.release()
