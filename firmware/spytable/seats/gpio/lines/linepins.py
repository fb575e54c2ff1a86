"""gpiozero's pins on the kernel's own lines: its lgpio pins, but for what lgpio does to wait.

lgpio 0.2.2 has two threads that never rest (its sources src/lgPthTx.c and src/lgPthAlerts.c): one wakes 50 times a
second as soon as a chip is opened, whether pulses are wanted or not; the other looks at all lines every half
millisecond once an edge of one is wanted, and holds each edge back for as long. An idle table would wake more than a
thousand times a second. So lgpio never opens the chip here: the same requests go to the kernel directly, and a thread
sleeps until it has an edge (edges.py). Names, checks, errors and all else remain gpiozero's.

Import lgpio by factory.import_lgpio first: it makes a pipe where it is imported.
"""

from __future__ import annotations

import contextlib
import errno
from pathlib import Path
from typing import Any

from gpiozero.exc import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidFunction,
    PinInvalidPull,
    PinPWMUnsupported,
    PinSetInput,
)
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from spytable.seats.gpio.lines.chip import DEVICES, revision
from spytable.seats.gpio.lines.edges import Edges
from spytable.seats.gpio.lines.kernel import KERNEL, Flag, Kernel, Line, request

PULLS = {"up": Flag.PULL_UP, "down": Flag.PULL_DOWN, "floating": Flag.NO_PULL}

EDGES = {"both": Flag.RISING | Flag.FALLING, "rising": Flag.RISING, "falling": Flag.FALLING}


class LineFactory(LGPIOFactory):  # type: ignore[misc]
    """Pins of /dev/gpiochip*chip*."""

    def __init__(self, chip: int, devices: Path = DEVICES, kernel: Kernel = KERNEL) -> None:
        # Not LGPIOFactory's own: that opens the chip, which starts the first of the threads.
        LocalPiFactory.__init__(self)
        self._handle = None
        self._chip = chip
        self.pin_class = LinePin
        self.path, self.kernel = devices / f"gpiochip{chip}", kernel
        self.edges = Edges()

    def close(self) -> None:
        """Frees all lines; within a second, whatever hangs."""
        super().close()
        self.edges.close()

    def _get_revision(self) -> int:
        # The chip's label says that this is a Pi; a sandbox may hide the files that say which.
        return revision(super()._get_revision)


class LinePin(LGPIOPin):  # type: ignore[misc]
    """One pin. Its line is requested anew for each change of what it is: old kernels allow no other way."""

    factory: LineFactory

    def __init__(self, factory: LineFactory, info: Any) -> None:
        # Not LGPIOPin's own: that takes the line through lgpio.
        LocalPiPin.__init__(self, factory, info)
        self._pwm = None
        self._bounce = 0
        self._edges = self.GPIO_EDGES["both"]
        self._function, self._pull = "input", "floating"
        self._watched = False
        self._line: Line | None = None
        self._take()

    def close(self) -> None:
        """Makes it an input that nobody watches, and frees its line."""
        was_output = self._function == "output"
        self._function, self._pull, self._bounce = "input", "floating", 0
        self._watched, self._when_changed = False, None
        if was_output:
            with contextlib.suppress(OSError):
                self._take()
        self._drop()

    def output_with_state(self, state: Any) -> None:
        """An output that has this level from its first moment on."""
        self._become("output")
        self._take(high=bool(state))

    def _take(self, high: bool = False) -> Line:
        self._drop()
        if self._function == "output":
            flags = Flag.OUTPUT
        else:
            flags = Flag.INPUT | PULLS[self._pull] | (EDGES[self.edges] if self._watched else Flag(0))
        factory = self.factory
        line = request(factory.path, self._number, flags, high=high, debounce=self._bounce / 1e6, kernel=factory.kernel)
        self._line = line
        if self._watched:
            try:
                factory.edges.watch(line, self._call_when_changed)
            except Exception:
                self._drop()
                raise
        return line

    def _drop(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            self.factory.edges.forget(line)
            line.close()

    def _become(self, function: str) -> None:
        if function != self._function:
            self._function, self._pull, self._bounce, self._watched = function, "floating", 0, False

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        if value != self._function or self._line is None:
            self._become(value)
            self._take()

    def _get_state(self) -> bool:
        return (self._line or self._take()).is_high()

    def _set_state(self, value: Any) -> None:
        if self._function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        (self._line or self._take()).drive(bool(value))

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self._function != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        if value not in PULLS:
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        before, self._pull = self._pull, value
        try:
            self._take()
        except OSError as error:
            self._pull = before
            if error.errno == errno.EBUSY or value == "floating":
                raise
            raise OSError(error.errno, f"the kernel does not switch pull-{value} on ({error.strerror})") from error

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce("bounce must be 0 or greater")
        before, self._bounce = self._bounce, round((value or 0) * 1e6)
        if self._bounce == before:
            return
        try:
            self._take()
        except OSError:
            self._bounce = before
            self._take()
            raise

    def _set_frequency(self, value: float | None) -> None:
        if value is not None:
            raise PinPWMUnsupported(f"{self!r} is on or off: lgpio's pulses come from a thread that never rests")

    def _enable_event_detect(self) -> None:
        self._watched = True
        self._take()

    def _disable_event_detect(self) -> None:
        self._watched = False
        self._take()

    def _call_when_changed(self, ticks: float, state: bool) -> None:
        # Asked for once: it may be taken away at any moment by another thread.
        reference = self._when_changed
        method = None if reference is None else reference()
        if method is not None:
            method(ticks, int(state))
