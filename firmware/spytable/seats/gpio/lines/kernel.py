"""Lines of a GPIO chip as the kernel itself gives them: version 2 of its character device, from Linux 5.10 on.

Layouts and numbers are those of <linux/gpio.h>, which are the same on 32 and 64 bit; what the kernel refuses and what
it keeps of many edges is in its drivers/gpio/gpiolib-cdev.c. The package gpiod would do the same for the table, but has
no wheel for 32-bit ARM, and Debian 12 and 13 ship it with two interfaces that differ: five calls are easier to keep.

A chip that has no pull-ups takes a request for one all the same (gpiolib's gpio_set_bias). Its keys then float, and are
reported as held or noisy.
"""

from __future__ import annotations

import errno
import fcntl
import os
import struct
from dataclasses import dataclass
from enum import IntFlag
from pathlib import Path

CONSUMER = "spytable"
"""What the kernel calls whoever has a line of the table's."""

QUEUE = 256
"""Edges of one line that the kernel keeps until they are read: a quarter of a second of a line that fires 1,000 times a
second. Beyond that it drops the oldest.
"""

CHIP_INFO = struct.Struct("=32s32sI")
LINE_INFO = struct.Struct("=32s32sIIQ176x")
REQUEST = struct.Struct("=64I32sQI20x240sII20xi")
ATTRIBUTE = struct.Struct("=I4x8sQ")
VALUES = struct.Struct("=QQ")
EVENT = struct.Struct("=QIIII24x")

DEBOUNCE, OUTPUT_VALUES = 3, 2
"""What an attribute of a request can be: GPIO_V2_LINE_ATTR_ID_…"""

RISING_EDGE = 1
"""GPIO_V2_LINE_EVENT_RISING_EDGE; a falling one is 2."""


def _number(direction: int, number: int, size: int) -> int:
    """An ioctl's number as <asm-generic/ioctl.h> makes it. *direction*: 2 the kernel writes, 3 it reads and writes."""
    return direction << 30 | size << 16 | 0xB4 << 8 | number


GET_CHIP_INFO = _number(2, 0x01, CHIP_INFO.size)
GET_LINE_INFO = _number(3, 0x05, LINE_INFO.size)
GET_LINE = _number(3, 0x07, REQUEST.size)
GET_VALUES = _number(3, 0x0E, VALUES.size)
SET_VALUES = _number(3, 0x0F, VALUES.size)


class Flag(IntFlag):
    """What a line is requested as: GPIO_V2_LINE_FLAG_…"""

    INPUT = 1 << 2
    OUTPUT = 1 << 3
    RISING = 1 << 4
    FALLING = 1 << 5
    PULL_UP = 1 << 8
    PULL_DOWN = 1 << 9
    NO_PULL = 1 << 10


class Kernel:
    """The system calls. All raise OSError. Tests give one that has lines in memory."""

    def open(self, chip: Path) -> int:
        """A file descriptor of the chip."""
        return os.open(chip, os.O_RDWR | os.O_CLOEXEC)

    def ioctl(self, descriptor: int, number: int, data: bytearray) -> None:
        """Does what *number* says with *data*, which the kernel may change."""
        fcntl.ioctl(descriptor, number, data, True)

    def read(self, descriptor: int, size: int) -> bytes:
        """What waits to be read."""
        return os.read(descriptor, size)

    def close(self, descriptor: int) -> None:
        """A line whose descriptor is closed is free again."""
        os.close(descriptor)


KERNEL = Kernel()


@dataclass(frozen=True, slots=True)
class Event:
    """An edge. *stamp*: seconds of CLOCK_MONOTONIC, taken in the interrupt. *sequence*: 1, 2, 3 … on this line."""

    stamp: float
    high: bool
    sequence: int


class Line:
    """A line that is ours until `close`, or until the program ends. See `request`."""

    def __init__(self, descriptor: int, number: int, kernel: Kernel) -> None:
        self.descriptor, self.number = descriptor, number
        self._kernel = kernel

    def is_high(self) -> bool:
        """The level now. Raises OSError: ENODEV where the chip is gone."""
        data = bytearray(VALUES.pack(0, 1))
        self._kernel.ioctl(self.descriptor, GET_VALUES, data)
        return bool(VALUES.unpack(data)[0] & 1)

    def drive(self, high: bool) -> None:
        """Sets the level of an output. Raises OSError."""
        self._kernel.ioctl(self.descriptor, SET_VALUES, bytearray(VALUES.pack(int(high), 1)))

    def events(self) -> list[Event]:
        """The edges that wait, none left behind. Returns at once. Raises OSError."""
        try:
            data = self._kernel.read(self.descriptor, QUEUE * EVENT.size)
        except BlockingIOError:
            return []
        return [
            Event(stamp / 1e9, kind == RISING_EDGE, sequence) for stamp, kind, _, _, sequence in EVENT.iter_unpack(data)
        ]

    def close(self) -> None:
        """Lets go of the line."""
        self._kernel.close(self.descriptor)


def request(
    chip: Path, number: int, flags: Flag, *, high: bool = False, debounce: float = 0.0, kernel: Kernel = KERNEL
) -> Line:
    """Takes line *number* of *chip*. *high*: the first level of an output. *debounce*: seconds that an input has to be
    steady before the kernel tells of an edge; 0: it tells of each.

    Raises OSError: EBUSY where somebody has the line, EINVAL for flags that do not go together, ENXIO for edges of a
    line that has no interrupt.
    """
    attribute = b""
    if flags & Flag.OUTPUT:
        attribute = ATTRIBUTE.pack(OUTPUT_VALUES, struct.pack("=Q", int(high)), 1)
    elif debounce:
        attribute = ATTRIBUTE.pack(DEBOUNCE, struct.pack("=I", round(debounce * 1e6)), 1)
    numbers = (number, *[0] * 63)
    data = bytearray(REQUEST.pack(*numbers, CONSUMER.encode(), flags, bool(attribute), attribute, 1, QUEUE, 0))
    opened = kernel.open(chip)
    try:
        kernel.ioctl(opened, GET_LINE, data)
    finally:
        kernel.close(opened)
    line = Line(REQUEST.unpack(data)[-1], number, kernel)
    os.set_blocking(line.descriptor, False)
    return line


def label_of(chip: Path, kernel: Kernel = KERNEL) -> str:
    """What the chip's driver calls it. Raises OSError."""
    return _text(CHIP_INFO.unpack(_ask(chip, GET_CHIP_INFO, CHIP_INFO.pack(b"", b"", 0), kernel))[1])


def user_of(chip: Path, number: int, kernel: Kernel = KERNEL) -> str | None:
    """Who has the line, in the kernel's words, "" where it does not say; None: nobody. Raises OSError."""
    data = _ask(chip, GET_LINE_INFO, LINE_INFO.pack(b"", b"", number, 0, 0), kernel)
    _, user, _, _, flags = LINE_INFO.unpack(data)
    return _text(user) if flags & 1 else None


def is_too_old(chip: Path, kernel: Kernel = KERNEL) -> bool:
    """Whether this kernel does not know version 2. Raises OSError for anything else."""
    try:
        user_of(chip, 0, kernel)
    except OSError as error:
        if error.errno in (errno.EINVAL, errno.ENOTTY):
            return True
        raise
    return False


def _ask(chip: Path, number: int, question: bytes, kernel: Kernel) -> bytes:
    data = bytearray(question)
    opened = kernel.open(chip)
    try:
        kernel.ioctl(opened, number, data)
    finally:
        kernel.close(opened)
    return bytes(data)


def _text(name: bytes) -> str:
    return name.split(b"\0")[0].decode(errors="replace")
