"""The wiring drawings: each seat, and the whole table."""

from __future__ import annotations

from kit import plan
from kit.electrics import lamp_resistor
from kit.sheet import THICK, Sheet
from spytable.seats.gpio.wiring import SeatWiring


def ohms(value: float) -> str:
    """A resistor's value as one says it.

    >>> ohms(4700), ohms(470)
    ('4.7 kΩ', '470 Ω')
    """
    return f"{value / 1000:g} kΩ" if value >= 1000 else f"{value:g} Ω"


def seat(wiring: SeatWiring) -> Sheet:
    """One seat: from the header through hub and cable to panel, keys and lamp."""
    data = plan.parts()
    cable, lamp = data["cable"], data["lamp"]
    number, channel = wiring.seat, wiring.panel.channel
    sheet = Sheet(
        f"Seat {number}: from the header to panel, keys and lamp",
        "Hub: the perforated board in the middle. Cable: ten-way ribbon; its red edge is conductor 1.\n"
        "Pin: its number on the 40-pin header. GPIO: its number in the settings.",
    )
    rows = [48 + 12.5 * i for i in range(10)]
    hub, end, bus, common = 66.0, 160.0, 196.0, 272.0
    sheet.box(hub, 36, end - hub - 1, rows[-1] - 24, dashed=True)
    sheet.text(hub + 2, 34.5, "hub", size=4, bold=True)
    sheet.box(190, 36, 99, rows[-1] - 24, dashed=True)
    sheet.text(288, 34.5, f"seat {number}", size=4, bold=True, at="end")
    sheet.text(175, 34.5, "cable", size=4, bold=True, at="middle")
    sheet.text(14, 34.5, "header", size=4, bold=True)

    origins = [
        "ground rail",
        f"TCA9548A · SD{channel}",
        "3.3 V rail",
        f"TCA9548A · SC{channel}",
        "ground rail",
        *(f"pin {plan.POSITION[gpio]} · GPIO {gpio}" for gpio in wiring.keys),
        f"pin {plan.POSITION[wiring.lamp]} · GPIO {wiring.lamp}" if wiring.lamp is not None else "",
    ]
    for i, (y, origin, name) in enumerate(zip(rows, origins, cable["conductors"], strict=True)):
        sheet.text(14, y + 1.3, origin, size=3.8, bold=origin.startswith("pin"))
        sheet.line((52, y), (end - 5, y))
        for x in (end - 5, bus - 5):
            sheet.box(x, y - 3, 6, 6, line=THICK, fill="white")
            sheet.text(x + 3, y + 1.2, str(i + 1), size=3.4, at="middle")
        sheet.line((end + 1, y), (bus - 5, y), dashed=True)
        sheet.text(175, y - 1, name, size=3.2, at="middle")
    for i in (1, 3):
        _pull_up(sheet, 104, rows[i], ohms(data["bus"]["hub_pull_up"]))
    for y in rows[5:9]:
        sheet.resistor(96, y, ohms(cable["key_resistor"]), length=14)
    sheet.resistor(96, rows[9], "R lamp", length=14)

    # In the seat.
    for i in range(4):
        sheet.line((bus + 1, rows[i]), (236, rows[i]))
    sheet.box(236, rows[0] - 6, 40, rows[3] - rows[0] + 12, fill="white", line=THICK)
    for y, pin in zip(rows, ("GND", "SDA", "VCC", "SCL"), strict=False):
        sheet.text(238, y + 1.3, pin, size=3.8, bold=True)
    sheet.box(251, rows[0] + 2, 22, 22)
    sheet.text(262, rows[0] + 12, "panel", size=4, at="middle")
    sheet.text(262, rows[0] + 17, f"0x{wiring.panel.address:02X}", size=3.4, at="middle")
    sheet.dot(214, rows[2])
    sheet.capacitor(214, rows[2])
    sheet.ground(214, rows[2] + 6)
    sheet.text(217.5, rows[2] + 5, "10 µF", size=3)
    sheet.line((bus + 1, rows[4]), (common, rows[4]), (common, rows[9]))
    for key, y in enumerate(rows[5:9], start=1):
        sheet.line((bus + 1, y), (228, y))
        sheet.key(228, y)
        sheet.line((240, y), (common, y))
        sheet.dot(common, y)
        sheet.text(222, y + 5, f"K{key}", size=4, bold=True)
    sheet.line((bus + 1, rows[9]), (228, rows[9]))
    sheet.led(228, rows[9])
    sheet.line((240, rows[9]), (common, rows[9]))
    sheet.text(243, rows[9] - 1.5, "long leg left", size=3.2)
    sheet.text(219, rows[9] + 5.5, "lamp", size=4, bold=True)

    colours = ", ".join(
        f"{colour['name']} {ohms(lamp_resistor(lamp['volts'], colour['forward'], lamp['aim'])[0])}"
        for colour in lamp["colour"]
    )
    for i, line in enumerate(
        (
            f"R lamp by the LED's colour, for 3 mA: {colours}.",
            "Panels' boards differ in the order of their four pins: go by the printed names. Keys have no polarity.",
            "The 4.7 kΩ on SDA and SCL are for 400 kHz and long cables. 5 V belongs on no line of this sheet.",
        )
    ):
        sheet.text(14, 184 + 6 * i, line, size=3.6)
    return sheet


def _pull_up(sheet: Sheet, x: float, y: float, words: str) -> None:
    sheet.dot(x, y)
    sheet.upright_resistor(x, y - 7.4)
    sheet.line((x, y), (x, y - 0.4))
    sheet.supply(x, y - 7.4, "")
    sheet.text(x + 2.8, y - 8.2, "3.3 V", size=2.7)
    sheet.text(x + 2.2, y - 3, words, size=3)


def table() -> Sheet:
    """Everything on the hub: multiplexer, amplifier, and the sockets of the four seat cables."""
    data = plan.parts()
    rails = data["header"]["rails"]
    sheet = Sheet(
        "The whole table: what is on the hub",
        f"3.3 V rail: pins {_and(rails['3.3 V'])} of the header. Ground rail: pins {_and(rails['GND'])}.\n"
        "The 5 V pin goes to the amplifier alone. Fewer seats: leave their sockets and parts out.\n"
        "Pin: its number on the 40-pin header, the same on Pi and hub. GPIO: its number in the settings.",
        size=(210.0, 297.0),
    )
    _multiplexer(sheet)
    _amplifier(sheet)
    return sheet


def _multiplexer(sheet: Sheet) -> None:
    data = plan.parts()
    left, right, top, step = 45.0, 75.0, 92.0, 12.0
    sheet.box(left, top - 8, right - left, 8 * step + 4, line=THICK)
    middle = (left + right) / 2
    sheet.text(middle, top - 10, "TCA9548A", size=4, bold=True, at="middle")
    places = data["header"]["multiplexer"]
    inputs = [
        ("VIN", f"pin {places['VIN']} · 3.3 V"),
        ("GND", f"pin {places['GND']} · ground"),
        ("SDA", f"pin {places['SDA']} · GPIO 2"),
        ("SCL", f"pin {places['SCL']} · GPIO 3"),
        ("RST", "3.3 V"),
        ("A0", "ground"),
        ("A1", "ground"),
        ("A2", "ground"),
    ]
    for i, (name, source) in enumerate(inputs):
        y = top + i * step
        sheet.line((left - 6, y), (left, y))
        sheet.text(left - 7, y + 1.2, source, size=3.2, at="end", bold=source.startswith("pin"))
        sheet.text(left + 1.5, y + 1.2, name, size=3.2)
    first, pitch, edge = 33.0, 4.8, 172.0
    wirings = plan.seats()
    for n, wiring in enumerate(wirings):
        origin = first + 8 + n * 60.0
        _socket(sheet, wiring, edge, origin, pitch)
        for half, (name, row) in enumerate((("SD", 1), ("SC", 3))):
            i = 2 * n + half
            y = top + i * step
            sheet.text(right - 1.5, y + 1.2, f"{name}{wiring.panel.channel}", size=3.2, at="end")
            # Lines that go up take lanes from the left, lines that go down from the right: so they do not cross.
            lane = 106 + 3 * (i if n < len(wirings) / 2 else 2 * len(wirings) - 1 - i)
            target = origin + row * pitch
            sheet.line((right, y), (lane, y), (lane, target), (edge, target))
            sheet.dot(right + 5, y)
            sheet.line((right + 5, y), (right + 5, y - 4.6), (right + 7, y - 4.6))
            sheet.resistor(right + 7, y - 4.6, ohms(data["bus"]["hub_pull_up"]), length=10)
            sheet.line((right + 17, y - 4.6), (right + 18.5, y - 4.6))
            sheet.text(right + 19, y - 3.6, "3.3 V", size=2.5)


def _socket(sheet: Sheet, wiring: SeatWiring, x: float, top: float, pitch: float) -> None:
    cable = plan.parts()["cable"]
    sheet.text(x, top - 4, f"seat {wiring.seat}", size=4.4, bold=True)
    sheet.box(x, top - pitch / 2, 24, 10 * pitch, line=THICK)
    for i, name in enumerate(cable["conductors"]):
        y = top + i * pitch
        if i:
            sheet.line((x, y - pitch / 2), (x + 24, y - pitch / 2), width=0.2)
        sheet.text(x + 2, y + 1.2, str(i + 1), size=3.2)
        sheet.text(x + 9, y + 1.2, name, size=3.2, bold=True)
        if i in (0, 2, 4):
            sheet.line((x - 4, y), (x, y))
            sheet.text(x - 5, y + 1.1, "3.3 V rail" if i == 2 else "ground rail", size=2.8, at="end")
        elif i > 4:
            gpio = wiring.lamp if i == 9 else wiring.keys[i - 5]
            if gpio is None:
                continue
            sheet.line((x - 16, y), (x, y))
            sheet.resistor(x - 14, y, "R lamp" if i == 9 else ohms(cable["key_resistor"]), length=11)
            sheet.text(x - 17, y + 1.1, f"pin {plan.POSITION[gpio]} · GPIO {gpio}", size=3.2, bold=True, at="end")


def _amplifier(sheet: Sheet) -> None:
    left, right, top, step = 45.0, 75.0, 216.0, 9.0
    sheet.box(left, top - 7, right - left, 6 * step + 14, line=THICK)
    sheet.text((left + right) / 2, top - 9, "MAX98357A", size=4, bold=True, at="middle")
    places = plan.parts()["header"]["amplifier"]
    rows = [(name, f"pin {pin} · {signal(pin)}") for name, pin in places.items()]
    rows += [("SD", "leave open"), ("GAIN", "leave open")]
    for i, (name, origin) in enumerate(rows):
        y = top + i * step
        sheet.text(left + 1.5, y + 1.2, name, size=3.2)
        wired = origin.startswith("pin")
        if wired:
            sheet.line((left - 10 if i < 2 else left - 6, y), (left, y))
        sheet.text(left - (11 if i < 2 else 7), y + 1.2, origin, size=3.2, at="end", bold=wired)
    for y in (top, top + step):
        sheet.dot(left - 4, y)
    sheet.capacitor(left - 4, top)
    sheet.line((left - 4, top + 6), (left - 4, top + step))
    sheet.text(left - 1, top - 2.5, "470 µF", size=2.7, at="end")
    y = top + 3 * step
    for side, name in ((-2.0, "+"), (2.0, "−")):
        sheet.text(right - 1.5, y + 1.2 + side, name, size=3.4, at="end", bold=True)
        sheet.line((right, y + side), (right + 14, y + side))
    sheet.speaker(right + 14, y)
    sheet.text(right + 6, y + 13, "loudspeaker 4 Ω, 3 W", size=3.2)
    sheet.text(right + 6, y + 18, "neither wire to ground", size=3.2)


def signal(pin: int) -> str:
    """What a pin of the header is, in a word or two."""
    return {"GND": "ground"}.get(plan.POWER[pin], plan.POWER[pin]) if pin in plan.POWER else f"GPIO {plan.GPIO_AT[pin]}"


def _and(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:-1])) + f" and {numbers[-1]}"
