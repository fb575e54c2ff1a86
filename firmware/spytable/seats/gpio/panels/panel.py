"""One panel on its bus: luma starts, dims and darkens it; pictures are sent by their changes alone."""

from __future__ import annotations

from collections.abc import Callable
from threading import get_ident
from typing import Any

from spytable.seats.gpio.errors import missing
from spytable.seats.gpio.panels.bus import Bus
from spytable.seats.gpio.panels.changes import Addressing, changes, where
from spytable.seats.gpio.panels.pages import BLANK
from spytable.seats.gpio.wiring import Driver, PanelWiring

DATA = 0x40
"""The control byte before display data."""

NOTHING = 0xE3
"""The command that does nothing, to ask whether the chip is there (both data sheets)."""

DISPLAY_OFF_BIT = 0x40
"""In the status byte of both chips: the display is off."""

Open = Callable[[PanelWiring], Bus]
"""Opens the bus that a panel is on. Raises OSError."""


class Transport:
    """What luma talks to: its own I2C transport, for the thread that made it and until `detach`.

    Luma's devices ask to be switched off when the program ends, from its main thread. By then each panel was
    darkened, or its bus is the kind that hangs: that call must reach no bus.
    """

    def __init__(self, bus: Bus, address: int) -> None:
        from luma.core.interface.serial import i2c

        self._inner: Any = i2c(bus=bus, address=address)
        self._owner = get_ident()

    def command(self, *commands: int) -> None:
        """Command bytes."""
        if self._inner is not None and get_ident() == self._owner:
            self._inner.command(*commands)

    def data(self, data: list[int]) -> None:
        """Display data."""
        if self._inner is not None and get_ident() == self._owner:
            self._inner.data(data)

    def cleanup(self) -> None:
        """Nothing: the bus is closed by whoever opened it."""

    def detach(self) -> None:
        """From now on it does nothing."""
        self._inner = None


class Panel:
    """One panel, open. Making it opens the bus and starts the chip, dark until its memory is clear.

    Every method raises OSError or luma.core.error.Error when the panel fails; then `discard` it and make
    another.
    """

    def __init__(self, wiring: PanelWiring, open_bus: Open) -> None:
        try:
            from luma.oled.device import sh1106, ssd1306
            from smbus2 import i2c_msg
        except ImportError as error:
            raise missing("luma.oled") from error
        self._wiring = wiring
        self._write = i2c_msg.write
        self._bus = open_bus(wiring)
        self._addressing = Addressing.WINDOW if wiring.driver is Driver.SSD1306 else Addressing.PAGE
        self._shown: bytes | None = None
        self._device: Any = None
        self._transport = Transport(self._bus, wiring.address)
        try:
            # Asked before luma makes a device: each one it makes it keeps until the program ends.
            self._transport.command(NOTHING)
            # Made in two steps, so that one whose start fails can be emptied as well.
            self._device = object.__new__(ssd1306 if wiring.driver is Driver.SSD1306 else sh1106)
            if wiring.driver is Driver.SSD1306:
                ssd1306.__init__(self._device, self._transport)
            else:
                sh1106.__init__(self._device, self._transport, page_address_offset=wiring.first_column)
            self._shown = BLANK
            self._tells_state = self._can_be_read()
        except BaseException:
            self.discard()
            raise

    def draw(self, pages: bytes) -> None:
        """Sends what of *pages* (see pages) the panel does not show yet. Nothing new: not a byte."""
        patches = changes(self._shown, pages, self._addressing)
        self._shown = None
        before = None
        for patch in patches:
            self._transport.command(*where(patch, before, self._addressing, self._wiring.first_column))
            self._bus.i2c_rdwr(self._write(self._wiring.address, bytes((DATA,)) + patch.data(pages)))
            before = patch
        self._shown = pages

    def is_on(self, *, doubted: bool = False) -> bool:
        """Whether the panel is still as it was started: one that lost its power for a moment answers, but is
        off.

        Costs 2 bytes on the bus. A board that cannot be read counts as on, but where it is *doubted*.
        """
        return self._reads_as_on() if self._tells_state else not doubted

    def darken(self) -> None:
        """Switches the display off, first of all, then empties its memory, so that nothing comes back later."""
        self._device.hide()
        self.draw(BLANK)

    def discard(self) -> None:
        """Lets go of the bus. Raises nothing."""
        self._transport.detach()
        if self._device is not None:
            # luma keeps every device until the program ends: with what is in it, a loose plug would fill the memory.
            vars(self._device).clear()
        try:
            self._bus.close()
        except Exception:
            # A handle that cannot be closed is of no more use than a closed one.
            return

    def _can_be_read(self) -> bool:
        """Whether a read tells the truth: it must say that the display, just switched on, is on."""
        if not hasattr(self._bus, "read_byte"):
            return False
        try:
            return self._reads_as_on()
        except OSError:
            return False

    def _reads_as_on(self) -> bool:
        status: int = self._bus.read_byte(self._wiring.address)  # type: ignore[attr-defined]
        return not status & DISPLAY_OFF_BIT
