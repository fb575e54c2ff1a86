"""Seats wired to a Raspberry Pi's header: gpiozero keys and lamps, luma.oled panels. Importing needs neither."""

from spytable.seats.gpio.errors import GpioError, MissingPackageError, WiringError
from spytable.seats.gpio.seats import GpioSeats
from spytable.seats.gpio.wiring import Driver, PanelWiring, PinFactory, SeatWiring, Use, Wiring

__all__ = [
    "Driver",
    "GpioError",
    "GpioSeats",
    "MissingPackageError",
    "PanelWiring",
    "PinFactory",
    "SeatWiring",
    "Use",
    "Wiring",
    "WiringError",
]
