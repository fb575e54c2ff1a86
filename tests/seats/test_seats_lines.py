"""What is asked of the kernel is what <linux/gpio.h> says, byte by byte; the fake refuses what a real kernel does."""

import ctypes
import errno
from pathlib import Path

import pytest

from spytable.seats.gpio.lines import kernel
from spytable.seats.gpio.lines.kernel import Flag, label_of, request, user_of
from spytable.seats.gpio.simulated import gpiochip
from spytable.seats.gpio.simulated.gpiochip import FakeChip

KEY = Flag.INPUT | Flag.PULL_UP | Flag.RISING | Flag.FALLING


REQUEST = {
    0: 0x11,
    **dict(enumerate(b"spytable", 256)),
    288: 0x34,
    289: 0x01,
    296: 0x01,
    320: 0x03,
    328: 0x50,
    329: 0xC3,
    336: 0x01,
    560: 0x01,
    565: 0x01,
}
"""GPIO 17 with pull-up, both edges and 50 ms of debounce, asked for by a C program that was compiled with
<linux/gpio.h>: place and value of each byte that is not 0.
"""


class Overheard(FakeChip):
    """A chip that keeps each request as it came."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[int, bytes]] = []

    def ioctl(self, descriptor: int, number: int, data: bytearray) -> None:
        self.heard.append((number, bytes(data)))
        super().ioctl(descriptor, number, data)


@pytest.fixture
def chip() -> FakeChip:
    return FakeChip()


def refusal(chip: FakeChip, number: int = 4, flags: int = KEY) -> int | None:
    """The error number that a request is refused with."""
    with pytest.raises(OSError) as caught:
        request(chip.path, number, Flag(flags), kernel=chip)
    assert not chip.open_descriptors, "what was refused leaves nothing open"
    return caught.value.errno


@pytest.mark.parametrize(
    ("size", "layout", "structure"),
    [
        (68, kernel.CHIP_INFO, gpiochip.ChipInfo),
        (256, kernel.LINE_INFO, gpiochip.LineInfo),
        (592, kernel.REQUEST, gpiochip.Request),
        (24, kernel.ATTRIBUTE, gpiochip.Attribute),
        (16, kernel.VALUES, gpiochip.Values),
        (48, kernel.EVENT, gpiochip.LineEvent),
    ],
)
def test_structures_are_as_large_as_a_c_compiler_makes_them(size: int, layout: object, structure: type) -> None:
    assert layout.size == ctypes.sizeof(structure) == size  # type: ignore[attr-defined]


def test_the_calls_have_the_numbers_that_a_c_program_prints() -> None:
    assert (kernel.GET_CHIP_INFO, kernel.GET_LINE_INFO, kernel.GET_LINE) == (0x8044B401, 0xC100B405, 0xC250B407)
    assert (kernel.GET_VALUES, kernel.SET_VALUES) == (0xC010B40E, 0xC010B40F)


def test_a_key_is_asked_for_in_the_bytes_that_a_c_program_sends() -> None:
    chip = Overheard()
    request(chip.path, 17, KEY, debounce=0.05, kernel=chip).close()
    ((number, data),) = chip.heard
    expected = bytearray(592)
    for place, value in REQUEST.items():
        expected[place] = value
    assert number == 0xC250B407 and data == expected


def test_a_lamp_is_asked_for_with_its_first_level(chip: FakeChip) -> None:
    lamp = request(chip.path, 10, Flag.OUTPUT, high=True, kernel=chip)
    assert chip.is_high(10) and lamp.is_high()
    lamp.drive(False)
    assert not chip.is_high(10)
    lamp.close()
    assert not chip.open_descriptors


def test_edges_come_with_the_kernels_time_in_order(chip: FakeChip) -> None:
    line = request(chip.path, 4, KEY, kernel=chip)
    assert line.is_high() and line.events() == []
    chip.press(4, 1_000_000_000)
    chip.let_go(4, 1_000_300_000)
    assert [(e.stamp, e.high, e.sequence) for e in line.events()] == [(1.0, False, 1), (1.0003, True, 2)]
    line.close()


def test_of_too_many_edges_the_oldest_are_missing_and_the_gap_shows(chip: FakeChip) -> None:
    line = request(chip.path, 4, KEY, kernel=chip)
    for _ in range(200):
        chip.press(4)
        chip.let_go(4)
    events = line.events()
    assert [event.sequence for event in events] == list(range(145, 401))
    line.close()


@pytest.mark.parametrize(
    "flags",
    [
        Flag.INPUT | Flag.OUTPUT,
        Flag.RISING,
        Flag.OUTPUT | Flag.RISING,
        Flag.PULL_UP,
        KEY | Flag.PULL_DOWN,
        KEY | Flag.NO_PULL,
        KEY | 1,
        KEY | 1 << 40,
    ],
)
def test_flags_that_do_not_go_together_are_refused(chip: FakeChip, flags: int) -> None:
    assert refusal(chip, flags=flags) == errno.EINVAL


def test_a_line_that_somebody_has_is_busy_and_is_told_of(chip: FakeChip) -> None:
    chip.users[4] = "w1-gpio"
    assert refusal(chip) == errno.EBUSY
    assert user_of(chip.path, 4, chip) == "w1-gpio"
    assert user_of(chip.path, 5, chip) is None
    line = request(chip.path, 5, KEY, kernel=chip)
    assert user_of(chip.path, 5, chip) == "spytable"
    with pytest.raises(OSError, match="busy"):
        request(chip.path, 5, KEY, kernel=chip)
    line.close()
    assert user_of(chip.path, 5, chip) is None and not chip.open_descriptors


def test_a_line_that_is_not_there_and_a_chip_that_is_not_there_are_refused(chip: FakeChip) -> None:
    assert refusal(chip, 28) == errno.EINVAL
    with pytest.raises(FileNotFoundError):
        label_of(Path("/dev/gpiochip7"), chip)
    assert label_of(chip.path, chip) == "pinctrl-bcm2711"


@pytest.mark.parametrize(("place", "value"), [(568, 1), (300, 1), (296, 11), (560, 0), (560, 65)])
def test_what_the_kernel_keeps_for_later_must_be_zero(chip: FakeChip, place: int, value: int) -> None:
    """Padding of the request and of its configuration, the counts of attributes and lines."""
    data = bytearray(kernel.REQUEST.pack(4, *[0] * 63, b"spytable", KEY, 0, b"", 1, 0, 0))
    data[place] = value
    descriptor = chip.open(chip.path)
    with pytest.raises(OSError) as caught:
        chip.ioctl(descriptor, kernel.GET_LINE, data)
    assert caught.value.errno == errno.EINVAL
    chip.close(descriptor)


def test_a_structure_of_another_size_is_another_call_which_no_kernel_knows(chip: FakeChip) -> None:
    descriptor = chip.open(chip.path)
    with pytest.raises(OSError) as caught:
        chip.ioctl(descriptor, kernel._number(3, 0x07, 584), bytearray(584))
    assert caught.value.errno == errno.EINVAL
    chip.close(descriptor)


def test_an_input_cannot_be_driven(chip: FakeChip) -> None:
    line = request(chip.path, 4, KEY, kernel=chip)
    with pytest.raises(PermissionError):
        line.drive(True)
    line.close()
