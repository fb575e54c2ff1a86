"""The guest's hardware from outside: keys to press, lamps and panels to look at, a microphone at the sound card."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from bench.patience import TooSlowError, wait
from PIL.Image import Image

from spytable.seats.gpio import pins
from spytable.seats.gpio.simulated.panelchip import Chip, ChipError
from spytable.seats.gpio.wiring import Driver, SeatWiring
from spytable.voice.samples.clip import RATE

PLACE = Path("/run/pi")
SEATS: dict[int, SeatWiring] = {seat.seat: seat for seat in pins.default().seats}

PRESSED, APART = 0.01, 0.05
"""Seconds that a very quick finger holds a key, and leaves it."""

DOWN, UP = b"pull-down", b"pull-up"
"""What a line is joined with: ground, or its pull-up resistor."""

BOUNCES = 0.0045
"""Seconds that a contact which bounces is open at most (key makers' data sheets): what comes later is another press."""

LONG = 0.7
"""Seconds after which a press may count as one that is held: this guest was kept from letting go."""


def bus(seat: int) -> int:
    """N of the /dev/i2c-N of that seat's panel."""
    return int((PLACE / f"panel{seat}/bus").read_text())


def press(seat: int, key: int) -> float:
    """Pulls a key's line to ground, as a finger does. Gives for how many seconds, which a slow guest makes more."""
    begun = time.monotonic()
    pull(seat, key, down=True)
    while time.monotonic() - begun < PRESSED:
        pass  # Who sleeps here wakes up late on a busy machine.
    pull(seat, key, down=False)
    lasted = time.monotonic() - begun
    time.sleep(APART)
    return lasted


def bounce(seat: int, key: int) -> float:
    """Presses a key whose contact bounces at both ends; as `press`. Raises TooSlowError where it bounces too slowly."""
    pressed = time.monotonic()
    line = os.open(_line(SEATS[seat].keys[key - 1], "pull"), os.O_WRONLY)
    for levels in ((DOWN, UP, DOWN, UP, DOWN), (UP, DOWN, UP, DOWN, UP)):
        times = []
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))  # Nothing comes between two bounces.
        for level in levels:
            begun = time.monotonic()
            os.pwrite(line, level, 0)
            times.append((level, begun, time.monotonic()))
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        apart = [then - begun for (level, begun, _), (_, _, then) in pairwise(times) if level is UP]
        if max(apart) > BOUNCES:
            raise TooSlowError(f"between two bounces a contact was open for {max(apart) * 1000:.0f} ms")
        time.sleep(PRESSED)
    os.close(line)
    lasted = time.monotonic() - pressed
    time.sleep(APART)
    return lasted


def pull(seat: int, key: int, *, down: bool) -> None:
    """Joins the line of a key with ground, or lets it go."""
    _line(SEATS[seat].keys[key - 1], "pull").write_bytes(DOWN if down else UP)


@contextlib.contextmanager
def held(seat: int, key: int) -> Iterator[None]:
    """With a key that stays down, also while a program asks for the line."""
    program = Path(__file__).with_name("hold.py")
    line = str(_line(SEATS[seat].keys[key - 1], "pull"))
    with subprocess.Popen([sys.executable, "-S", program, line], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        try:
            yield
        finally:
            holder.kill()
            holder.wait()
            pull(seat, key, down=False)


def lamp(seat: int) -> bool:
    """Whether the lamp of *seat* shines now."""
    gpio = SEATS[seat].lamp
    assert gpio is not None
    return _line(gpio, "value").read_text().strip() == "1"


def _line(gpio: int, what: str) -> Path:
    """A file of a simulated line (Documentation/admin-guide/gpio/gpio-sim.rst)."""
    return Path((PLACE / "header").read_text().strip()) / f"sim_gpio{gpio}" / what


QUIET = 0.6
"""Seconds of silence after which nobody is speaking: between two sentences there are 0.12."""


class Glass:
    """A panel's picture: all that was written to it since its power came, through a strict chip."""

    def __init__(self, seat: int) -> None:
        self.folder = PLACE / f"panel{seat}"
        self.chip = Chip(Driver.SSD1306)
        self.faults: list[str] = []
        """What no chip would have taken."""
        self._file = (self.folder / "written").open()
        self._rest = ""
        self._picture: Image | None = None

    def picture(self) -> Image:
        """What it shows now."""
        *lines, self._rest = (self._rest + self._file.read()).split("\n")
        for line in lines:
            self._take(line.split()[1])
        if lines or self._picture is None:
            self._picture = self.chip.picture()
        return self._picture

    def _take(self, words: str) -> None:
        if words in ("plugged", "unplugged"):
            self.chip.plugged = words == "plugged"
            self.chip.power_up()
            return
        try:
            self.chip.write(bytes.fromhex(words))
        except ChipError as fault:
            self.faults.append(f"{fault}: {words}")

    def plug(self) -> None:
        """Pulls the plug out, or puts it in again."""
        os.kill(int((self.folder / "process").read_text()), signal.SIGUSR2)


class Card:
    """The sound card's plug."""

    DRIVER = Path("/sys/bus/platform/drivers/snd_aloop")

    def __init__(self) -> None:
        """Pulls it out, in the middle of whatever it plays. The kernel waits until nobody has the card any more."""
        self._gone = threading.Thread(target=self._write, args=("unbind",), daemon=True)
        self._gone.start()

    def plug(self) -> None:
        """Puts it in again."""
        wait(lambda: not self._gone.is_alive(), "the table to let go of a card that is gone")
        self._write("bind")

    def _write(self, what: str) -> None:
        (self.DRIVER / what).write_text("snd_aloop.0")


class Microphone:
    """Records what the card plays, sample for sample."""

    def __init__(self, file: Path) -> None:
        self.file = file
        command = ["arecord", "-q", "-t", "raw", "-D", "hw:Loopback,1,0", "-f", "S16_LE", "-c", "1", "-r", str(RATE)]
        self._process = subprocess.Popen([*command, str(file)], stderr=subprocess.DEVNULL)

    def heard(self, since: int = 0) -> bytes:
        """The samples so far, from byte *since* on."""
        with self.file.open("rb") as file:
            file.seek(since)
            return file.read()

    @property
    def size(self) -> int:
        """Bytes heard so far."""
        return self.file.stat().st_size

    def wait_until_quiet(self) -> None:
        """Returns when nothing has sounded for QUIET seconds from now on."""
        n = int(QUIET * RATE) * 2
        begun = self.size
        wait(lambda: self.size - begun >= n and not any(self.heard(self.size // 2 * 2 - n)), "silence")

    def stop(self) -> bytes:
        """The samples."""
        self._process.terminate()
        self._process.wait()
        return self.heard()
