"""A GPIO chip in memory, behind the system calls of lines/kernel.py: it reads the very bytes of a request, and refuses
what the kernel refuses (drivers/gpio/gpiolib-cdev.c). Its layouts are written down anew, as <linux/gpio.h> has them.

For tests, as gpiozero ships its mock pins. Not modelled, and refused: what the table never asks for.
"""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import threading
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

from spytable.seats.gpio.lines.kernel import Kernel

U32, U64, NAME = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_char * 32

INPUT, OUTPUT, RISING, FALLING, PULL_UP, PULL_DOWN, NO_PULL = (1 << bit for bit in (2, 3, 4, 5, 8, 9, 10))
DIRECTION, EDGE, BIAS = INPUT | OUTPUT, RISING | FALLING, PULL_UP | PULL_DOWN | NO_PULL

CHIPINFO, LINEINFO, GETLINE, GETVALUES, SETVALUES = 0x8044B401, 0xC100B405, 0xC250B407, 0xC010B40E, 0xC010B40F
"""The ioctls as a C program prints them."""

LONGEST_QUEUE = 1024


class ChipInfo(ctypes.Structure):
    """struct gpiochip_info"""

    _fields_ = (("name", NAME), ("label", NAME), ("lines", U32))


class Attribute(ctypes.Structure):
    """struct gpio_v2_line_config_attribute, with the attribute in it"""

    _fields_ = (("id", U32), ("padding", U32), ("value", U64), ("mask", U64))


class Request(ctypes.Structure):
    """struct gpio_v2_line_request, with the configuration in it"""

    _fields_ = (
        ("offsets", U32 * 64),
        ("consumer", NAME),
        ("flags", U64),
        ("num_attrs", U32),
        ("config_padding", U32 * 5),
        ("attrs", Attribute * 10),
        ("num_lines", U32),
        ("event_buffer_size", U32),
        ("padding", U32 * 5),
        ("fd", ctypes.c_int32),
    )


class Values(ctypes.Structure):
    """struct gpio_v2_line_values"""

    _fields_ = (("bits", U64), ("mask", U64))


class LineInfo(ctypes.Structure):
    """struct gpio_v2_line_info"""

    _fields_ = (
        ("name", NAME),
        ("consumer", NAME),
        ("offset", U32),
        ("num_attrs", U32),
        ("flags", U64),
        ("attrs", ctypes.c_uint8 * 160),
        ("padding", U32 * 4),
    )


class LineEvent(ctypes.Structure):
    """struct gpio_v2_line_event"""

    _fields_ = (
        ("timestamp_ns", U64),
        ("id", U32),
        ("offset", U32),
        ("seqno", U32),
        ("line_seqno", U32),
        ("padding", U32 * 6),
    )


STRUCTURES = {CHIPINFO: ChipInfo, LINEINFO: LineInfo, GETLINE: Request, GETVALUES: Values, SETVALUES: Values}


@dataclass(slots=True)
class Asked:
    """A line that was requested. *bell*: the other end of its descriptor, which a byte makes readable."""

    offset: int
    flags: int
    debounce: int
    size: int
    bell: socket.socket
    events: deque[LineEvent] = field(default_factory=deque)
    sequence: int = 0
    level: bool = False
    """What was told last, of a line that is debounced."""


class FakeChip(Kernel):
    """One chip at *path*. A key closes its contact to ground with `press` and opens it with `let_go`.

    *version_2* False: a kernel before 5.10. *pulls* False: a driver that refuses to switch pull-ups.
    """

    def __init__(
        self,
        path: Path = Path("/dev/gpiochip0"),
        label: str = "pinctrl-bcm2711",
        *,
        lines: int = 28,
        version_2: bool = True,
        pulls: bool = True,
    ) -> None:
        self.path, self.label, self.count, self.version_2, self.pulls = path, label, lines, version_2, pulls
        self.users: dict[int, str] = {}
        """Lines that another program, or the kernel, has."""
        self.asked: dict[int, Asked] = {}
        self.requests = 0
        self.readable = True
        """Whether this user may open the chip."""
        self._grounded: set[int] = set()
        self._driven: dict[int, bool] = {}
        self._chips: set[int] = set()
        self._gone = False
        self._lock = threading.RLock()

    # What a test does to the chip.

    def press(self, offset: int, stamp: int | None = None) -> None:
        """A contact to ground closes. *stamp*: nanoseconds of CLOCK_MONOTONIC; None: now."""
        with self._lock:
            self._grounded.add(offset)
            self._moved(offset, stamp)

    def let_go(self, offset: int, stamp: int | None = None) -> None:
        """It opens."""
        with self._lock:
            self._grounded.discard(offset)
            self._moved(offset, stamp)

    def steady(self, offset: int) -> None:
        """The debounce time of that line is over."""
        with self._lock:
            for asked in self._of(offset):
                if asked.debounce and asked.level != self.is_high(offset):
                    asked.level = not asked.level
                    self._put(asked, time.monotonic_ns())

    def is_high(self, offset: int) -> bool:
        """The level on the wire."""
        with self._lock:
            if offset in self._grounded:
                return False
            if offset in self._driven:
                return self._driven[offset]
            return any(asked.flags & PULL_UP for asked in self._of(offset))

    def remove(self) -> None:
        """The driver is unbound: descriptors stay, and nothing can be done with them."""
        with self._lock:
            self._gone = True
            for asked in self.asked.values():
                asked.bell.close()

    @property
    def open_descriptors(self) -> int:
        """How many were not closed."""
        return len(self.asked) + len(self._chips)

    def _of(self, offset: int) -> list[Asked]:
        return [asked for asked in self.asked.values() if asked.offset == offset]

    def _moved(self, offset: int, stamp: int | None) -> None:
        for asked in self._of(offset):
            if not asked.debounce:
                self._put(asked, time.monotonic_ns() if stamp is None else stamp)

    def _put(self, asked: Asked, stamp: int) -> None:
        high = self.is_high(asked.offset)
        if not asked.flags & (RISING if high else FALLING):
            return
        asked.sequence += 1
        if len(asked.events) == asked.size:
            asked.events.popleft()
        elif not asked.events:
            asked.bell.send(b"!")
        asked.events.append(LineEvent(stamp, 1 if high else 2, asked.offset, asked.sequence, asked.sequence))

    # The system calls.

    def open(self, chip: Path) -> int:
        """Raises OSError as open(2) does."""
        if chip != self.path or self._gone:
            raise _error(errno.ENOENT)
        if not self.readable:
            raise _error(errno.EACCES)
        descriptor = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
        self._chips.add(descriptor)
        return descriptor

    def ioctl(self, descriptor: int, number: int, data: bytearray) -> None:
        """Raises OSError as ioctl(2) does; a structure of another size is another number, which is not known."""
        with self._lock:
            asked = self.asked.get(descriptor)
            if asked is None and descriptor not in self._chips:
                raise _error(errno.EBADF)
            if self._gone:
                raise _error(errno.ENODEV)
            structure = STRUCTURES.get(number)
            if structure is None or (number in (GETVALUES, SETVALUES)) != (asked is not None):
                raise _error(errno.EINVAL)
            if number != CHIPINFO and not self.version_2:
                raise _error(errno.EINVAL)
            if len(data) != ctypes.sizeof(structure) or ctypes.sizeof(structure) != number >> 16 & 0x3FFF:
                raise _error(errno.EFAULT)
            given = structure.from_buffer(data)
            if isinstance(given, ChipInfo):
                given.name, given.label, given.lines = self.path.name.encode(), self.label.encode(), self.count
            elif isinstance(given, LineInfo):
                self._tell_of(given)
            elif isinstance(given, Request):
                self._request(given)
            elif isinstance(given, Values) and asked is not None:
                self._values(asked, given, number)

    def _tell_of(self, info: LineInfo) -> None:
        if any(info.padding) or info.offset >= self.count:
            raise _error(errno.EINVAL)
        user = self.users.get(info.offset, "spytable" if self._of(info.offset) else None)
        info.name = f"GPIO{info.offset}".encode()
        info.consumer, info.flags = (user or "").encode(), 0 if user is None else 1

    def _request(self, request: Request) -> None:
        if request.num_lines != 1:
            raise _error(errno.EINVAL if not 0 < request.num_lines <= 64 else errno.EOPNOTSUPP)
        if any(request.padding) or any(request.config_padding) or request.num_attrs > 10:
            raise _error(errno.EINVAL)
        flags, offset = request.flags, request.offsets[0]
        attributes = {each.id: each.value for each in request.attrs[: request.num_attrs] if each.mask & 1}
        self._check(flags, debounced=3 in attributes)
        if offset >= self.count:
            raise _error(errno.EINVAL)
        if offset in self.users or self._of(offset):
            raise _error(errno.EBUSY)
        if flags & (PULL_UP | PULL_DOWN) and not self.pulls:
            raise _error(errno.EINVAL)
        ours, bell = socket.socketpair()
        size = min(request.event_buffer_size or 16, LONGEST_QUEUE)
        request.fd = ours.detach()
        asked = Asked(offset, flags, attributes.get(3, 0) & 0xFFFFFFFF, size, bell)
        self.asked[request.fd] = asked
        if flags & OUTPUT:
            self._driven[offset] = bool(attributes.get(2, 0) & 1)
        else:
            self._driven.pop(offset, None)
        asked.level = self.is_high(offset)
        self.requests += 1

    @staticmethod
    def _check(flags: int, debounced: bool) -> None:
        direction, bias = flags & DIRECTION, flags & BIAS
        if (
            flags & ~(DIRECTION | EDGE | BIAS)
            or direction == DIRECTION
            or ((flags & EDGE or debounced) and direction != INPUT)
            or (bias and not direction)
            or bias & (bias - 1)
        ):
            raise _error(errno.EINVAL)

    def _values(self, asked: Asked, values: Values, number: int) -> None:
        if not values.mask & 1:
            raise _error(errno.EINVAL)
        if number == GETVALUES:
            values.bits = int(asked.level if asked.debounce else self.is_high(asked.offset))
        elif not asked.flags & OUTPUT:
            raise _error(errno.EPERM)
        else:
            self._driven[asked.offset] = bool(values.bits & 1)

    def read(self, descriptor: int, size: int) -> bytes:
        """Whole events. Raises OSError as read(2) does, and AssertionError where it would wait."""
        with self._lock:
            asked = self.asked.get(descriptor)
            if asked is None:
                raise _error(errno.EBADF)
            if self._gone:
                raise _error(errno.ENODEV)
            if size < ctypes.sizeof(LineEvent):
                raise _error(errno.EINVAL)
            if not asked.events:
                assert not os.get_blocking(descriptor), "this read waits"
                raise _error(errno.EAGAIN)
            count = min(len(asked.events), size // ctypes.sizeof(LineEvent))
            data = b"".join(bytes(asked.events.popleft()) for _ in range(count))
            if not asked.events:
                os.read(descriptor, 1)
            return data

    def close(self, descriptor: int) -> None:
        """Frees the line. Raises OSError."""
        with self._lock:
            os.close(descriptor)
            self._chips.discard(descriptor)
            asked = self.asked.pop(descriptor, None)
            if asked is not None:
                asked.bell.close()
                self._driven.pop(asked.offset, None)


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
