"""The hub as a netlist that KiCad reads: for those who would rather have a circuit board made than solder wires."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kit import plan
from kit.wiring import ohms

MULTIPLEXER = (
    ("VIN", "GND", "SDA", "SCL", "RST", "A0", "A1", "A2", "SD0", "SC0", "SD1", "SC1"),
    ("SD2", "SC2", "SD3", "SC3", "SD4", "SC4", "SD5", "SC5", "SD6", "SC6", "SD7", "SC7"),
)
"""The pins of the usual boards with a TCA9548A: their two rows, in order."""

AMPLIFIER = ("LRC", "BCLK", "DIN", "GAIN", "SD", "GND", "VIN")
"""The pins of the usual boards with a MAX98357A, in order. The loudspeaker is at the board's own terminal."""

SOCKET = "Connector_PinSocket_2.54mm:PinSocket_1x{:02}_P2.54mm_Vertical"
HEADER = "Connector_IDC:IDC-Header_2x{:02}_P2.54mm_Vertical"
RESISTOR = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal"
CAPACITOR = "Capacitor_THT:CP_Radial_D8.0mm_P3.50mm"

Pin = tuple[str, int]
"""A part's reference, and the number of its pin."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the hub."""

    reference: str
    value: str
    footprint: str
    """A name in KiCad's own libraries."""


def hub() -> tuple[list[Part], dict[str, list[Pin]]]:
    """The parts of a hub for four seats, and what is joined: each net's pins by its name."""
    data = plan.parts()
    rails, cable = data["header"]["rails"], data["cable"]
    parts = [Part("J1", "Raspberry Pi", HEADER.format(20))]
    nets: dict[str, list[Pin]] = {}

    def join(net: str, *pins: Pin) -> None:
        nets.setdefault(net, []).extend(pins)

    for name, pins in rails.items():
        join(name, *(("J1", pin) for pin in pins))
    boards = {"multiplexer": ("J6", *MULTIPLEXER), "amplifier": ("J8", AMPLIFIER)}
    for board, (reference, *rows) in boards.items():
        for i, row in enumerate(rows):
            place = f"{reference[0]}{int(reference[1:]) + i}"
            value = "TCA9548A" if board == "multiplexer" else "MAX98357A"
            parts.append(Part(place, value, SOCKET.format(len(row))))
            for number, name in enumerate(row, start=1):
                pin = data["header"][board].get(name)
                if name == "GND":
                    # The amplifier's ground has a pin of its own; on a circuit board all of it is one.
                    join("GND", (place, number), *((("J1", pin),) if ("J1", pin) not in nets["GND"] else ()))
                elif pin in rails["3.3 V"] or name == "RST":
                    join("3.3 V", (place, number))
                elif pin is not None:
                    join("5 V" if name == "VIN" else f"{board} {name}", ("J1", pin), (place, number))
                elif name in ("A0", "A1", "A2"):
                    join("GND", (place, number))
                elif name[:2] in ("SD", "SC") and name[2:] in {str(seat.panel.channel) for seat in plan.seats()}:
                    join(name, (place, number))
    parts.append(Part("C1", "470 µF", CAPACITOR))
    join("5 V", ("C1", 1))
    join("GND", ("C1", 2))
    resistors = (Part(f"R{i}", "", RESISTOR) for i in range(1, 100))
    for seat in plan.seats():
        socket = f"J{1 + seat.seat}"
        parts.append(Part(socket, f"seat {seat.seat}", HEADER.format(5)))
        lines = dict(zip(("K1", "K2", "K3", "K4", "LAMP"), (*seat.keys, seat.lamp), strict=True))
        for number, name in enumerate(cable["conductors"], start=1):
            if name in rails:
                join(name, (socket, number))
                continue
            resistor = next(resistors).reference
            if name in ("SDA", "SCL"):
                value = ohms(data["bus"]["hub_pull_up"])
                join(f"{name[:2]}{seat.panel.channel}", (socket, number), (resistor, 1))
                join("3.3 V", (resistor, 2))
            else:
                gpio = lines[name]
                if gpio is None:
                    continue
                value = "R lamp" if name == "LAMP" else ohms(cable["key_resistor"])
                join(f"seat {seat.seat} {name}", (socket, number), (resistor, 1))
                join(f"GPIO {gpio}", ("J1", plan.POSITION[gpio]), (resistor, 2))
            parts.append(Part(resistor, value, RESISTOR))
    return parts, nets


def netlist() -> str:
    """The hub in the format that KiCad's board editor imports (File, Import, Netlist)."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    parts, nets = hub()
    yield '(export (version "D")'
    yield '  (design (source "pins.toml and parts.toml") (tool "hardware/make.py"))'
    yield "  (components"
    for part in parts:
        yield f'    (comp (ref "{part.reference}") (value "{part.value}") (footprint "{part.footprint}"))'
    yield "  )"
    yield "  (nets"
    for code, (name, pins) in enumerate(nets.items(), start=1):
        yield f'    (net (code "{code}") (name "{name}")'
        for reference, pin in pins:
            yield f'      (node (ref "{reference}") (pin "{pin}"))'
        yield "    )"
    yield "  )"
    yield ")"
