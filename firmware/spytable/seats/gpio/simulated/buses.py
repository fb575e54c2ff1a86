"""I2C buses in memory that hold strict chips, with the calls of smbus2.SMBus that the table and luma.core use.

For tests and measurements, as gpiozero and luma ship theirs: what is sent to one becomes a picture, or a fault.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from spytable.seats.gpio.simulated.hands import PATIENCE
from spytable.seats.gpio.simulated.panelchip import Chip, ChipError
from spytable.seats.gpio.wiring import PanelWiring, Wiring

READ = 0x0001
"""The flag I2C_M_RD of <linux/i2c.h>."""

BYTE = 9 / 400_000
"""Seconds that a byte takes on the bus: eight bits and the acknowledgement, at 400 kHz."""


class FakeController:
    """What the buses of one multiplexer have in common: one transfer at a time. *seconds*: those it was busy so far.

    *real*: whether transfers take their time, as those do that others wait for.
    """

    def __init__(self, *, real: bool = False) -> None:
        self.seconds = 0.0
        self.real = real
        self._free = threading.Lock()

    @contextmanager
    def transfer(self) -> Iterator[Callable[[float], None]]:
        """Gives a function that is told how long the transfer took, if not by itself."""
        with self._free:
            yield self._took

    def _took(self, seconds: float) -> None:
        self.seconds += seconds
        if self.real:
            time.sleep(seconds)


class FakeWire:
    """The two wires of one bus and the chips on them by address. Counts every byte, the address included."""

    def __init__(self, chips: dict[int, Chip] | None = None, controller: FakeController | None = None) -> None:
        self.controller = controller or FakeController()
        self.chips = dict(chips or {})
        self.count = 0
        self.messages = 0
        self.reads = 0
        self.faults: list[ChipError] = []
        self._fail_in: int | None = None
        self._errno = errno.EREMOTEIO
        self._flows = threading.Event()
        self._flows.set()
        self._patience: float | None = None
        self._moved = threading.Condition()

    def open(self) -> FakeBus:
        """A handle, as opening /dev/i2c-N gives."""
        return FakeBus(self)

    def unplug(self, address: int) -> None:
        """From now on nobody answers at *address*."""
        self.chips[address].plugged = False

    def plug(self, address: int) -> None:
        """The chip is back, with power that has just come up: noise in its memory, its registers reset."""
        self.chips[address].plugged = True
        self.chips[address].power_up()

    def fail_in(self, count: int, code: int = errno.EREMOTEIO) -> None:
        """The bus fails once, when *count* more bytes have passed, with the error number *code*."""
        self._fail_in, self._errno = count, code

    @property
    def will_fail(self) -> bool:
        """Whether what `fail_in` ordered is still to come."""
        return self._fail_in is not None

    def hang(self, patience: float | None = None) -> None:
        """Every transfer blocks, as with a clock line held low, until `flow`; or for *patience* seconds, after which
        it fails, as the kernel has it. Until then no other bus of this controller carries anything.
        """
        self._patience = patience
        self._flows.clear()

    def flow(self) -> None:
        """Ends `hang`."""
        self._flows.set()

    def wait_until(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Waits until *condition* holds, looking after each transfer. False when it never came to hold."""
        until = time.monotonic() + seconds
        with self._moved:
            while not condition():
                left = until - time.monotonic()
                if left <= 0:
                    return False
                # Some conditions change a moment after the transfer that leads to them: look again now and
                # then.
                self._moved.wait(min(left, 0.02))
        return True

    def write(self, address: int, message: bytes) -> None:
        """One message with a stop. Raises OSError as the kernel does."""
        with self.controller.transfer() as took:
            self._wait()
            before = self.count
            try:
                with self._moved:
                    try:
                        self._write(address, message)
                    finally:
                        self._moved.notify_all()
            finally:
                took((self.count - before) * BYTE)

    def _wait(self) -> None:
        """Until the bus does not hang. Raises OSError where that takes longer than the kernel is patient."""
        patience = self._patience
        if not self._flows.is_set() and not self._flows.wait(patience) and patience is not None:
            self.controller.seconds += patience
            with self._moved:
                self._moved.notify_all()
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))

    def _write(self, address: int, message: bytes) -> None:
        self.messages += 1
        chip = self.chips.get(address)
        if chip is None or not chip.plugged:
            self.count += 1
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        length = 1 + len(message)
        cut_off = self._fail_in is not None and self._fail_in < length
        if cut_off and self._fail_in is not None:
            length, self._fail_in = self._fail_in, None
        elif self._fail_in is not None:
            self._fail_in -= length
        self.count += length
        try:
            chip.write(message[: max(0, length - 1)], cut_off=cut_off)
        except ChipError as fault:
            if not chip.lost_power:
                self.faults.append(fault)
                raise
        if cut_off:
            raise OSError(self._errno, os.strerror(self._errno))

    def read(self, address: int) -> int:
        """The status byte of the chip there. Raises OSError."""
        with self.controller.transfer() as took:
            self._wait()
            took(2 * BYTE)
            return self._read(address)

    def _read(self, address: int) -> int:
        with self._moved:
            self.count += 2
            self.reads += 1
            chip = self.chips.get(address)
            if chip is None or not chip.plugged:
                raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
            self._moved.notify_all()
            return chip.status()


class FakeBus:
    """An open bus, in the manner of smbus2.SMBus."""

    def __init__(self, wire: FakeWire) -> None:
        self.wire = wire
        self.closed = False

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int], force: bool | None = None) -> None:
        """At most 32 bytes after the *register* (our control byte), as the kernel's SMBus calls allow."""
        self._check()
        if len(data) > 32:
            raise ValueError("Data length cannot exceed 32 bytes")
        self.wire.write(i2c_addr, bytes([register, *data]))

    def write_byte(self, i2c_addr: int, value: int, force: bool | None = None) -> None:
        """One byte."""
        self._check()
        self.wire.write(i2c_addr, bytes([value]))

    def read_byte(self, i2c_addr: int, force: bool | None = None) -> int:
        """One byte from the chip: its status."""
        self._check()
        return self.wire.read(i2c_addr)

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """Messages of any length, each an smbus2.i2c_msg that is written."""
        self._check()
        for message in i2c_msgs:
            if message.flags & READ:
                raise TypeError("This fake takes writes alone: a panel is never read in one message with a write.")
            self.wire.write(message.addr, bytes(message))

    def close(self) -> None:
        """Later calls fail as on a closed file."""
        self.closed = True

    def _check(self) -> None:
        if self.closed:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))


class FakeBuses:
    """The buses and chips of a whole wiring. `open` is what GpioSeats takes as *open_bus*."""

    def __init__(self, wiring: Wiring, *, answers_reads: bool = True, real: bool = False) -> None:
        """*real*: transfers take their time."""
        self._wires: dict[tuple[int, int | None], FakeWire] = {}
        self._panels = {seat.seat: seat.panel for seat in wiring.seats}
        self._controllers = {panel.bus: FakeController(real=real) for panel in self._panels.values()}
        for panel in self._panels.values():
            controller = self._controllers[panel.bus]
            wire = self._wires.setdefault((panel.bus, panel.channel), FakeWire(controller=controller))
            wire.chips[panel.address] = Chip(panel.driver, panel.first_column, answers_reads)

    def open(self, panel: PanelWiring) -> FakeBus:
        """Opens the bus that this panel is on."""
        return self._wires[panel.bus, panel.channel].open()

    def wire(self, seat: int) -> FakeWire:
        """The bus of that seat's panel."""
        panel = self._panels[seat]
        return self._wires[panel.bus, panel.channel]

    def chip(self, seat: int) -> Chip:
        """The chip of that seat's panel."""
        return self.wire(seat).chips[self._panels[seat].address]

    def unplug(self, seat: int) -> None:
        """Pulls that seat's panel out."""
        self.wire(seat).unplug(self._panels[seat].address)

    def plug(self, seat: int) -> None:
        """Puts it back."""
        self.wire(seat).plug(self._panels[seat].address)

    @property
    def faults(self) -> list[ChipError]:
        """All that any chip would not accept."""
        return [fault for wire in self._wires.values() for fault in wire.faults]
