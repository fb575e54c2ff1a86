"""Counts bytes on the bus: what a panel is sent for a change of picture, by us and by stock luma."""

from __future__ import annotations

from typing import Any

from PIL import Image

from spytable.seats.gpio.panels.pages import pages_of
from spytable.seats.gpio.panels.panel import Panel
from spytable.seats.gpio.panels.turns import Turns
from spytable.seats.gpio.simulated.buses import FakeBuses
from spytable.seats.gpio.wiring import Driver, PanelWiring, SeatWiring, Wiring


class Counter:
    """Stands in for luma's I2C transport on /dev/i2c-N and counts what that puts on the bus.

    Address and control byte before each command, and before each 4096 bytes of data
    (luma.core.interface.serial.i2c).
    """

    def __init__(self) -> None:
        self.count = 0

    def command(self, *commands: int) -> None:
        """A message of commands."""
        self.count += 2 + len(commands)

    def data(self, data: Any) -> None:
        """Display data."""
        blocks = -(-len(data) // 4096)
        self.count += 2 * blocks + len(data)

    def cleanup(self) -> None:
        """Nothing to close."""


def turn_change_bytes(
    old: Image.Image, new: Image.Image, driver: Driver = Driver.SSD1306, *, shared: bool = False
) -> tuple[int, int]:
    """Bytes on the bus for a panel that shows *old* and shall show *new*: ours, and those of luma's
    `device.display`.

    Addresses and control bytes are counted. Ours include the 2 bytes that ask whether the panel is still on. *shared*:
    it shares its controller, so that a picture goes in pieces.
    """
    wiring = Wiring((SeatWiring(1, (4, 17, 27, 22), 10, PanelWiring(driver)),))
    buses = FakeBuses(wiring)
    turns = Turns()
    for seat in (1, 2) if shared else (1,):
        turns.join(seat, lambda: None)
    panel = Panel(wiring.seats[0].panel, lambda panel: turns.share(1, buses.open(panel)))
    try:
        panel.draw(pages_of(old))
        wire = buses.wire(1)
        before = wire.count
        pages = pages_of(new)
        if pages != pages_of(old) and panel.is_on():
            panel.draw(pages)
        ours = wire.count - before
    finally:
        panel.discard()
    return ours, stock_bytes(new, driver)


def stock_bytes(image: Image.Image, driver: Driver = Driver.SSD1306) -> int:
    """Bytes on the bus when stock luma displays *image*, whatever was there before: it always sends the whole
    picture.
    """
    from luma.oled.device import sh1106, ssd1306

    counter = Counter()
    device = (ssd1306 if driver is Driver.SSD1306 else sh1106)(counter)
    before = counter.count
    device.display(image)
    return counter.count - before
