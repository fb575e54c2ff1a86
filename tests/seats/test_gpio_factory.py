"""The header's pins are found on every Pi, and where they are not, one line says why."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from gpiozero import GPIOPinInUse

from spytable.errors import SpyTableError
from spytable.seats.gpio import GpioError, PinFactory, WiringError
from spytable.seats.gpio.errors import missing
from spytable.seats.gpio.lines.chip import chip_number
from spytable.seats.gpio.lines.factory import open_factory, trouble_of_line
from spytable.seats.gpio.lines.kernel import Kernel
from spytable.seats.gpio.simulated.gpiochip import FakeChip

FIRMWARE = Path(__file__).parents[2] / "firmware"


class Chips(Kernel):
    """The chips of a computer by number, with their labels; None: this user may not open it."""

    def __init__(self, labels: dict[int, str | None], devices: Path, version_2: bool = True) -> None:
        self.chips = [
            FakeChip(devices / f"gpiochip{number}", label or "", version_2=version_2)
            for number, label in labels.items()
        ]
        for chip, label in zip(self.chips, labels.values(), strict=True):
            chip.path.touch()
            chip.readable = label is not None
        self._open: dict[int, FakeChip] = {}

    def open(self, chip: Path) -> int:
        (fake,) = (each for each in self.chips if each.path == chip)
        descriptor = fake.open(chip)
        self._open[descriptor] = fake
        return descriptor

    def ioctl(self, descriptor: int, number: int, data: bytearray) -> None:
        self._open[descriptor].ioctl(descriptor, number, data)

    def close(self, descriptor: int) -> None:
        self._open.pop(descriptor).close(descriptor)


def found(labels: dict[int, str | None], devices: Path, version_2: bool = True) -> int:
    chips = Chips(labels, devices, version_2)
    try:
        return chip_number(devices, chips)
    finally:
        assert not sum(chip.open_descriptors for chip in chips.chips)


@pytest.mark.parametrize(
    ("chips", "number"),
    [
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1", 11: "gpio-brcmstb@107d517c00"}, 4),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, 0),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "raspberrypi-exp-gpio", 1: "pinctrl-bcm2835"}, 1),
        ({0: None, 1: "pinctrl-bcm2835"}, 1),
    ],
)
def test_the_chip_is_found_by_its_label_not_its_number(chips: dict, number: int, tmp_path: Path) -> None:
    assert found(chips, tmp_path) == number


@pytest.mark.parametrize(
    ("chips", "words"),
    [
        ({}, "no Raspberry Pi header: its GPIO chips are none at all"),
        ({0: "INT34C5:00"}, "no Raspberry Pi header: its GPIO chips are INT34C5:00"),
        ({0: None}, "/dev/gpiochip0 may not be opened: add this user to the group gpio"),
    ],
)
def test_where_there_is_no_header_one_line_says_so(chips: dict, words: str, tmp_path: Path) -> None:
    with pytest.raises(GpioError, match=words) as caught:
        found(chips, tmp_path)
    assert isinstance(caught.value, SpyTableError) and isinstance(caught.value, OSError)


def test_a_kernel_that_is_too_old_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(GpioError, match=r'Linux 5\.10 or later.*factory = "rpigpio"'):
        found({0: "pinctrl-bcm2835"}, tmp_path, version_2=False)


def test_lgpios_pipe_is_not_made_in_the_working_directory_nor_is_that_left(tmp_path: Path) -> None:
    pytest.importorskip("lgpio")
    code = """
import os
from spytable.seats.gpio import GpioError, PinFactory, WiringError
from spytable.seats.gpio.errors import missing
from spytable.seats.gpio.lines.factory import open_factory
from spytable.seats.gpio.simulated.gpiochip import FakeChip
try:
    open_factory(PinFactory.LGPIO)
except GpioError as error:
    print(error)
import lgpio
assert os.listdir(".") == [], os.listdir(".")
print(os.getcwd())
print(os.environ["LG_WD"])
"""
    environment = {"PYTHONPATH": str(FIRMWARE), "XDG_RUNTIME_DIR": str(tmp_path / "run"), "PATH": os.environ["PATH"]}
    (tmp_path / "run").mkdir()
    (tmp_path / "here").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path / "here", env=environment, capture_output=True, text=True, check=True
    )
    *_, here, work = done.stdout.split("\n")[:-1]
    assert here == str(tmp_path / "here")
    assert Path(work).parent == tmp_path / "run"
    assert list((tmp_path / "run").iterdir()) == [], "what lgpio needed is gone with the program"


def test_rpigpio_is_never_replaced_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "RPi", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    with pytest.raises(ImportError, match=rf"RPi.GPIO: {re.escape(sys.executable)} -m pip install RPi.GPIO"):
        open_factory(PinFactory.RPIGPIO)
    assert "sudo ./table upgrade" in str(missing("RPi.GPIO", Path("/opt/spytable/environment-2")))


def test_where_rpigpio_cannot_work_one_line_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # What it says on a Pi 5.
    (tmp_path / "RPi").mkdir()
    (tmp_path / "RPi/__init__.py").write_text("")
    (tmp_path / "RPi/GPIO.py").write_text("raise RuntimeError('Cannot determine SOC peripheral base address')")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("RPi", "RPi.GPIO", "gpiozero.pins.rpigpio"):
        # Put in first, so that what is imported here goes with the test.
        monkeypatch.setitem(sys.modules, name, None)
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(WiringError, match=r'\(Cannot determine SOC .*\): set factory = "lgpio" in the settings'):
        open_factory(PinFactory.RPIGPIO)


def test_a_busy_pin_is_named_in_every_librarys_words() -> None:
    in_use = GPIOPinInUse("pin GPIO7 is already in use by <gpiozero.LED object>")
    for error in (Exception("'GPIO busy'"), OSError(16, "Device or resource busy"), in_use):
        what, remedy = trouble_of_line(error, 7)
        assert what.startswith("GPIO 7 is busy") and remedy
