"""The page of parts: what to buy, what it draws, and the values that are computed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kit import plan
from kit.electrics import cables, count, lamp_resistor, load, pressed_volts, sink_current
from kit.wiring import ohms

SIZES = (2, 3, 4)
"""Tables that are listed: how many seats."""


def parts() -> str:
    """hardware/parts.md."""
    data = plan.parts()
    return "\n".join(
        (
            "# Parts, power and values",
            "",
            "Made by make.py from parts.toml and the pin plan. How to build it: [docs/build.md](../docs/build.md).",
            "",
            *_list(data["part"]),
            "",
            *_evening(data["evening"]),
            "",
            *_header(),
            "",
            *_power(data),
            "",
            *_lamps(data["lamp"]),
            "",
            *_cables(data["bus"]),
            "",
            *_keys(data),
            "",
        )
    )


def _list(parts: list[dict[str, Any]]) -> Iterator[str]:
    yield "## What to buy"
    yield ""
    yield "| part | 2 seats | 3 seats | 4 seats | what for | instead |"
    yield "|---|---|---|---|---|---|"
    for part in parts:
        counts = " | ".join(str(count(part, seats)) for seats in SIZES)
        yield f"| {part['name']} | {counts} | {part['for']} | {part['instead']} |"
    yield ""
    yield "The cards are not in the list: the table referees, the players hold the real ones."


def _evening(parts: list[dict[str, Any]]) -> Iterator[str]:
    yield "## For a first evening"
    yield ""
    yield "One seat on a [breadboard](drawings/breadboard.pdf), without soldering. Besides Pi, card and supply:"
    yield ""
    yield "| part | how many |"
    yield "|---|---|"
    for part in parts:
        yield f"| {part['name']} | {part['count']} |"


def _header() -> Iterator[str]:
    yield "## The header"
    yield ""
    yield "| pin | is | for | | pin | is | for |"
    yield "|---|---|---|---|---|---|---|"
    for odd in range(1, 41, 2):
        left, right = ((str(pin), _name(pin), plan.use_of(pin) or "leave free") for pin in (odd, odd + 1))
        yield f"| {' | '.join(left)} | | {' | '.join(right)} |"


def _name(pin: int) -> str:
    return plan.POWER.get(pin) or f"GPIO {plan.GPIO_AT[pin]}"


def _power(data: dict[str, Any]) -> Iterator[str]:
    yield "## Power"
    yield ""
    yield (
        "mA, at the table and at most (every pixel and lamp lit, the loudest bang, all cores of the Pi at work). "
        "The 3.3 V comes out of the Pi's own regulator, and counts in the 5 V too. What you plug into USB comes on top."
    )
    yield ""
    yield "| | 2 seats | 3 seats | 4 seats | limit |"
    yield "|---|---|---|---|---|"
    for rail, name, larger in (
        ("3v3", "3.3 V: panels, lamps, multiplexer", False),
        ("3v3", "3.3 V with panels of 1.3 inch", True),
        ("5v", "5 V: amplifier", False),
    ):
        cells = [
            _range(*(load(data["part"], rail, seats, which, larger=larger) for which in ("typical", "most")))
            for seats in SIZES
        ]
        limit = f"{data['rail']['3v3']} (half of what a Pi gives)" if rail == "3v3" else "the supply's"
        yield f"| {name} | {' | '.join(cells)} | {limit} |"
    for board in data["pi"]:
        cells = [_range(*(total(data, board, seats, which) for which in ("typical", "most"))) for seats in SIZES]
        yield f"| all, with a Pi {board['name']} | {' | '.join(cells)} | {board['supply']} |"


def total(data: dict[str, Any], board: dict[str, Any], seats: int, which: str) -> float:
    """mA from the supply's 5 V: the Pi, the amplifier, and the 3.3 V rail (a regulator that switches takes less).

    The larger of the panels are counted where it is about the most.
    """
    low = load(data["part"], "3v3", seats, which, larger=which == "most")
    return float(board[which] + load(data["part"], "5v", seats, which) + low)


def _range(typical: float, most: float) -> str:
    return f"{typical:.0f} to {most:.0f}"


def _lamps(lamp: dict[str, Any]) -> Iterator[str]:
    yield "## The lamp's resistor"
    yield ""
    yield f"For {lamp['aim']:g} mA out of a 3.3 V line; a line gives 16 mA at most, all of them 50 mA together."
    yield ""
    yield "| LED | its volts | resistor | mA |"
    yield "|---|---|---|---|"
    for colour in lamp["colour"]:
        ohm, current = lamp_resistor(lamp["volts"], colour["forward"], lamp["aim"])
        yield f"| {colour['name']} | {colour['forward']} | {ohms(ohm)} | {current:.1f} |"
    yield ""
    yield (
        "Blue, white and bright green LEDs need almost all of the 3.3 V, and differ much: if yours is too dark, take "
        "half the ohms, but never less than 100 Ω."
    )


def _cables(bus: dict[str, Any]) -> Iterator[str]:
    yield "## How long a seat cable may be"
    yield ""
    yield (
        "I2C was made for one board. A line is pulled low by a chip and rises by itself, through its pull-up, against "
        "the cable's capacitance; the longer the cable, the slower. A Pi pulls GPIO 2 and 3 up with 1.8 kΩ, but behind "
        "the multiplexer each side has only what hangs on it: the resistors on the panel's board (4.7 or 10 kΩ), and "
        "ours."
    )
    yield ""
    yield "| cable | panel's own | without ours: rise | runs at | with 4.7 kΩ at the hub: rise | runs at |"
    yield "|---|---|---|---|---|---|"
    every = list(cables(bus))
    half = len(every) // 2
    for bare, helped in zip(every[:half], every[half:], strict=True):
        cells = [f"{one.rise * 1e9:.0f} ns | {' and '.join(one.speeds) or 'nothing'}" for one in (bare, helped)]
        yield f"| {bare.length:g} m | {ohms(bare.panel)} | {' | '.join(cells)} |"
    yield ""
    limits = ", ".join(f"{speed['rise'] * 1e9:.0f} ns at {speed['name']}" for speed in bus["speed"])
    worst = sink_current(bus, min(bus["panel_pull_ups"]), hub=True, board=True)
    yield (
        f"The longest rise allowed: {limits} (NXP UM10204). Counted: {bus['cable'] * 1e12:.0f} pF a metre of cable "
        f"and {bus['fixed'] * 1e12:.0f} pF for panel, multiplexer and board. `./table install` sets the bus "
        "to 400 kHz (`i2c_arm_baudrate` in config.txt). The table plays at 100 kHz too: it sends only what changed. "
        f"With all pull-ups there are, a panel must sink {worst:.1f} mA; {bus['sink']:g} mA is what the standard "
        "promises at 0.4 V, and up to 1.0 V still counts as low. No smaller resistors, then."
    )
    yield ""
    yield (
        "For 100 kHz write `dtparam=i2c_arm=on,i2c_arm_baudrate=100000` into config.txt before you install: what "
        "stands there stays. Longer than the table above says: 50000. Never lay a seat cable beside a mains cable. "
        "Do not join the cables of two seats: each is a bus of its own."
    )


def _keys(data: dict[str, Any]) -> Iterator[str]:
    cable = data["cable"]
    left = pressed_volts(3.3, cable["key_resistor"], cable["pull_up"])
    yield "## Keys"
    yield ""
    yield (
        f"A key pulls its line to ground against the Pi's own pull-up of about {ohms(cable['pull_up'])}; through "
        f"{ohms(cable['key_resistor'])} {left:.2f} V are left, and {cable['low']} V still count as pressed. The "
        "resistor is there for three reasons: a line that is an output by mistake (the serial console on GPIO 14, SPI "
        "on 7 to 11) gives at most 3.3 mA into a pressed key; a spark from a finger meets it before it meets the Pi; "
        "and a plug put in askew does no harm. From power-up until the table starts, a Pi pulls GPIO 0 to 8 up and 9 "
        "to 27 down: a key does nothing then, and the lamps, all on lines that are pulled down, stay dark."
    )
