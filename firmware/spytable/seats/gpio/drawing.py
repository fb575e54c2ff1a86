"""The pin plan as text: a table of what is wired where, and the header as one sees it, pin by pin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from spytable.seats.gpio.wiring import LINES, Use, Wiring, lines_of, uses_of

POWER = {1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V"} | dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "ground")
"""Header positions that carry no signal."""

GPIO_AT = dict(
    zip(
        (3, 5, 7, 8, 10, 11, 12, 13, 15, 16, 18, 19, 21, 22, 23, 24, 26, 27, 28, 29, 31, 32, 33, 35, 36, 37, 38, 40),
        (2, 3, 4, 14, 15, 17, 18, 27, 22, 23, 24, 10, 9, 25, 11, 8, 7, 0, 1, 5, 6, 12, 13, 19, 16, 26, 20, 21),
        strict=True,
    )
)
"""GPIO number by header position (Raspberry Pi, all models with 40 pins)."""

POSITION = {gpio: position for position, gpio in GPIO_AT.items()}
"""Header position by GPIO number."""

SIGNALS = {
    Use.HAT: ("HAT ID SD", "HAT ID SC"),
    Use.I2C: ("panels SDA", "panels SCL"),
    Use.I2S: ("amplifier BCLK", "amplifier LRC", "I2S in", "amplifier DIN"),
    Use.SPI: ("SPI CE1", "SPI CE0", "SPI MISO", "SPI MOSI", "SPI SCLK"),
    Use.UART: ("console TXD", "console RXD"),
}
"""What each line of a use is for, in the order of LINES."""

WHY = {
    Use.HAT: "the memory chip of a HAT is read here at every start",
    Use.I2C: "the bus of the panels",
    Use.I2S: "sound for an amplifier on the header, and the line in that comes with it",
    Use.SPI: "SPI is named among the uses of the header",
    Use.UART: "the serial console is named among the uses of the header",
}
"""Why a use keeps its lines."""


ONE_WIRE = "1-Wire"

NO_USES = frozenset[Use]()


def plan(wiring: Wiring, here: frozenset[Use] = NO_USES, one_wire: frozenset[int] = frozenset()) -> str:
    """The whole plan, for a person with a soldering iron.

    *here*: the uses that this computer has switched on, whatever the settings name; *one_wire*: its lines with 1-Wire.
    """
    return "\n".join((*_seats(wiring), "", *_reserved(wiring, here, one_wire), "", *header(wiring, here, one_wire)))


def _seats(wiring: Wiring) -> Iterator[str]:
    for i, seat in enumerate(wiring.seats):
        if i:
            yield ""
        yield f"Seat {seat.seat}"
        wired = [(f"key {n}", gpio) for n, gpio in enumerate(seat.keys, 1)]
        wired += [("lamp", seat.lamp)] if seat.lamp is not None else []
        for name, gpio in wired:
            yield f"  {name:<6}  GPIO {gpio:<2}  pin {POSITION[gpio]}"
        yield f"  panel   {seat.panel.driver.upper()} on {seat.panel.place}"


def _reserved(wiring: Wiring, here: frozenset[Use], one_wire: frozenset[int]) -> Iterator[str]:
    yield "Reserved"
    for use in Use:
        where = ", ".join(str(gpio) for gpio in LINES[use])
        if use in uses_of(wiring):
            yield f"  GPIO {where:<16}  {use.value}: {WHY[use]}"
        elif use in here:
            yield f"  GPIO {where:<16}  {use.value}: it is switched on in this computer"
    for gpio in sorted(one_wire):
        yield f"  GPIO {gpio:<16}  {ONE_WIRE}: its overlay is in this computer's config.txt"
    free = sorted(set(POSITION) - {gpio for _, gpio in lines_of(wiring)} - set(_reserved_lines(wiring, here, one_wire)))
    yield f"Free: {', '.join(f'GPIO {gpio}' for gpio in free)}" if free else "Free: none"


def header(wiring: Wiring, here: frozenset[Use] = NO_USES, one_wire: frozenset[int] = frozenset()) -> Iterator[str]:
    """The header from above, pin 1 at the top left, as on a Pi whose USB sockets point down."""
    reserved = _reserved_lines(wiring, here, one_wire)
    names = {position: _name(wiring, position, reserved) for position in range(1, 41)}
    left = max(len(names[position]) for position in range(1, 41, 2))
    right = max(len(names[position]) for position in range(2, 41, 2))
    yield "The header, from above, USB sockets downwards. (x): reserved"
    frame = f"{'':{left}}   +{'-' * 13}+"
    yield frame
    for odd in range(1, 41, 2):
        marks = "".join(f"({_mark(wiring, position, reserved)})" for position in (odd, odd + 1))
        yield f"{names[odd]:>{left}}   |{odd:>2} {marks} {odd + 1:<2}|   {names[odd + 1]:<{right}}".rstrip()
    yield frame


def _mark(wiring: Wiring, position: int, reserved: Mapping[int, str]) -> str:
    if position in POWER:
        return {"ground": "-"}.get(POWER[position], "+")
    return "x" if GPIO_AT[position] in reserved else "o" if _user(wiring, position) else " "


def _name(wiring: Wiring, position: int, reserved: Mapping[int, str]) -> str:
    if position in POWER:
        return POWER[position]
    gpio = GPIO_AT[position]
    number = f"GPIO {gpio}"
    if name := _user(wiring, position) or reserved.get(gpio, ""):
        return f"{name}  {number}" if position % 2 else f"{number}  {name}"
    return number


def _user(wiring: Wiring, position: int) -> str:
    """The key or lamp at a position, as "seat 1 key 2"; empty where there is none."""
    gpio = GPIO_AT[position]
    for seat in wiring.seats:
        if gpio in seat.keys:
            return f"seat {seat.seat} key {seat.keys.index(gpio) + 1}"
        if gpio == seat.lamp:
            return f"seat {seat.seat} lamp"
    return ""


def _reserved_lines(wiring: Wiring, here: frozenset[Use], one_wire: frozenset[int]) -> dict[int, str]:
    """The GPIO numbers that are reserved, and what for."""
    uses = uses_of(wiring) | here
    signals = {
        gpio: signal for use in Use if use in uses for gpio, signal in zip(LINES[use], SIGNALS[use], strict=True)
    }
    return dict.fromkeys(one_wire, ONE_WIRE) | signals
