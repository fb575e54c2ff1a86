"""The wiring of the seats as data: which key, lamp and panel is on which line. Checked when it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from spytable.referee.press import KEYS, SEATS
from spytable.seats.gpio.errors import WiringError


class Driver(StrEnum):
    """The chip behind a panel's glass. They look alike; an SH1106 driven as an SSD1306 shows snow at its
    edge.
    """

    SSD1306 = "ssd1306"
    SH1106 = "sh1106"


COLUMNS = {Driver.SSD1306: 128, Driver.SH1106: 132}
"""Columns of display memory (data sheets: Solomon Systech SSD1306 rev 1.1, Sino Wealth SH1106 v2.3)."""


class PinFactory(StrEnum):
    """The library that moves the pins. Never changed in silence: what the user asked for is what runs."""

    LGPIO = "lgpio"
    RPIGPIO = "rpigpio"
    MOCK = "mock"


class Use(StrEnum):
    """What a header line can belong to instead of a key or a lamp."""

    HAT = "the HAT's memory chip"
    I2C = "I2C"
    I2S = "I2S sound"
    SPI = "SPI"
    UART = "the serial console"


LINES: dict[Use, tuple[int, ...]] = {
    Use.HAT: (0, 1),
    Use.I2C: (2, 3),
    Use.I2S: (18, 19, 20, 21),
    Use.SPI: (7, 8, 9, 10, 11),
    Use.UART: (14, 15),
}
"""GPIO numbers that each use takes (Raspberry Pi header, GPIO 0 to 27)."""

HEADER_BUS = 1
"""N of the /dev/i2c-N that is on GPIO 2 and 3, on all models with 40 pins."""


@dataclass(frozen=True, slots=True)
class PanelWiring:
    """One panel, 128 x 64. *bus* is N of /dev/i2c-N.

    Behind a TCA9548A, *bus* is the bus that the multiplexer is on, *mux* the multiplexer's address and
    *channel*, 0 to 7, its side that the panel is on; the kernel's own bus number for that side is found when
    it is opened. *column_offset*: memory columns left of the glass; None is the chip's usual one (SSD1306 0,
    SH1106 2). *rotate*: degrees, 0 or 180.
    """

    driver: Driver = Driver.SSD1306
    bus: int = 1
    address: int = 0x3C
    column_offset: int | None = None
    rotate: int = 0
    channel: int | None = None
    mux: int = 0x70

    @property
    def first_column(self) -> int:
        """The memory column under the glass's left edge."""
        if self.column_offset is not None:
            return self.column_offset
        return 2 if self.driver is Driver.SH1106 else 0

    @property
    def place(self) -> str:
        """Where it is, in words."""
        behind = "" if self.channel is None else f", multiplexer 0x{self.mux:02X} channel {self.channel}"
        return f"I2C bus {self.bus}{behind}, address 0x{self.address:02X}"


@dataclass(frozen=True, slots=True)
class SeatWiring:
    """One seat: *seat* is its number; *keys* are the GPIO numbers of K1 to K4; *lamp* is one too, None
    without a lamp.
    """

    seat: int
    keys: tuple[int, int, int, int]
    lamp: int | None
    panel: PanelWiring


@dataclass(frozen=True, slots=True)
class Wiring:
    """All seats that are wired, clockwise, and the *uses* of the header besides them.

    >>> Wiring((SeatWiring(1, (4, 17, 27, 27), 10, PanelWiring()),))
    Traceback (most recent call last):
    spytable.seats.gpio.errors.WiringError: GPIO 27 is used twice: key 3 of seat 1 and key 4 of seat 1.

    Raises WiringError, which names every fault.
    """

    seats: tuple[SeatWiring, ...]
    factory: PinFactory = PinFactory.LGPIO
    uses: frozenset[Use] = frozenset({Use.HAT, Use.I2C, Use.I2S})

    def __post_init__(self) -> None:
        faults = tuple(faults_of(self))
        if faults:
            raise WiringError(*faults)


def key_name(seat: int, key: int) -> str:
    """How a person at the table would call it."""
    return f"key {key} of seat {seat}"


def lamp_name(seat: int) -> str:
    """How a person at the table would call it."""
    return f"lamp of seat {seat}"


def panel_name(seat: int) -> str:
    """How a person at the table would call it."""
    return f"panel of seat {seat}"


def lines_of(wiring: Wiring) -> Iterator[tuple[str, int]]:
    """Each key and lamp with its GPIO number."""
    for seat in wiring.seats:
        for key, gpio in zip(KEYS, seat.keys, strict=False):
            yield key_name(seat.seat, key), gpio
        if seat.lamp is not None:
            yield lamp_name(seat.seat), seat.lamp


def uses_of(wiring: Wiring) -> frozenset[Use]:
    """The uses that *wiring* names, and I2C where a panel is on the header's own bus, named or not."""
    on_header = any(seat.panel.bus == HEADER_BUS for seat in wiring.seats)
    return wiring.uses | {Use.I2C} if on_header else wiring.uses


def faults_of(wiring: Wiring) -> Iterator[str]:
    """A sentence for each thing that cannot work."""
    numbers = [seat.seat for seat in wiring.seats]
    if not numbers:
        yield "No seat is wired."
    for number in sorted(set(numbers)):
        if number not in SEATS:
            yield f"There is no seat {number}: seats are 1 to {len(SEATS)}."
        if numbers.count(number) > 1:
            yield f"Seat {number} is wired twice."
    for seat in wiring.seats:
        if len(seat.keys) != len(KEYS):
            yield f"Seat {seat.seat} has {len(seat.keys)} keys; it needs {len(KEYS)}."
    yield from _line_faults(wiring)
    for seat in wiring.seats:
        yield from _panel_faults(seat)
    yield from _shared_addresses(wiring)


def _line_faults(wiring: Wiring) -> Iterator[str]:
    taken: dict[int, str] = {}
    uses = uses_of(wiring)
    for name, gpio in lines_of(wiring):
        if not 0 <= gpio <= 27:
            yield f"The {name} is on GPIO {gpio}, which the header does not have."
        for use in Use:
            if use in uses and gpio in LINES[use]:
                yield f"The {name} is on GPIO {gpio}, which belongs to {use.value}: use another pin."
        if gpio in taken:
            yield f"GPIO {gpio} is used twice: {taken[gpio]} and {name}."
        taken.setdefault(gpio, name)


def _panel_faults(seat: SeatWiring) -> Iterator[str]:
    panel, name = seat.panel, panel_name(seat.seat)
    if panel.driver not in COLUMNS:
        yield f"The {name} has the driver {panel.driver!r}; known are ssd1306 and sh1106."
        return
    if not 0x08 <= panel.address <= 0x77:
        yield f"The {name} has the address 0x{panel.address:02X}; I2C addresses are 0x08 to 0x77."
    if panel.bus < 0:
        yield f"The {name} is on I2C bus {panel.bus}, which there is not."
    if panel.rotate not in (0, 180):
        yield f"The {name} is rotated by {panel.rotate} degrees; only 0 and 180 fit the keys below it."
    spare = COLUMNS[panel.driver] - 128
    if not 0 <= panel.first_column <= spare:
        yield f"The {name} has the column offset {panel.first_column}; {panel.driver.value} allows 0 to {spare}."
    if panel.channel is not None:
        if not 0 <= panel.channel <= 7:
            yield f"The {name} is on multiplexer channel {panel.channel}; channels are 0 to 7."
        if panel.mux == panel.address:
            yield f"The {name} has the address of its own multiplexer, 0x{panel.mux:02X}."


def _shared_addresses(wiring: Wiring) -> Iterator[str]:
    for i, seat in enumerate(wiring.seats):
        for other in wiring.seats[:i]:
            here, there = seat.panel, other.panel
            if (here.bus, here.address) != (there.bus, there.address):
                continue
            if (here.channel is None) != (there.channel is None):
                bare, behind = (seat, other) if here.channel is None else (other, seat)
                yield behind_and_before(bare, behind)
            elif here.channel is None or (here.mux, here.channel) == (there.mux, there.channel):
                yield (
                    f"The panels of seats {other.seat} and {seat.seat} have the same address: {here.place}. "
                    "Give one another address, or put them on two sides of a TCA9548A."
                )


def behind_and_before(bare: SeatWiring, behind: SeatWiring) -> str:
    """Why two panels at one address clash although one of them is behind a multiplexer."""
    return (
        f"The {panel_name(bare.seat)} ({bare.panel.place}) hears all that is meant for the "
        f"{panel_name(behind.seat)} ({behind.panel.place}): move the {panel_name(bare.seat)} behind the "
        "multiplexer too, or give it another address."
    )
