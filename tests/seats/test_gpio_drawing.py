"""The pin plan as one reads it with a soldering iron in the hand."""

import re

from spytable.seats.gpio import PanelWiring, SeatWiring, Use, Wiring, pins
from spytable.seats.gpio.drawing import GPIO_AT, POSITION, POWER, header, plan
from spytable.seats.gpio.wiring import LINES, lines_of


def test_the_headers_forty_pins_each_have_one_meaning() -> None:
    assert sorted([*POWER, *GPIO_AT]) == list(range(1, 41))
    assert sorted(POSITION) == list(range(28))


def test_the_drawing_shows_each_key_and_lamp_at_its_pin() -> None:
    drawn = list(header(pins.default()))
    for name, gpio in lines_of(pins.default()):
        part, seat = name.split(" of ")
        position = POSITION[gpio]
        (row,) = (row for row in drawn if re.search(rf"\|\s*{position} \(|\) {position}\s*\|", row))
        side = row.split("|")[0 if position % 2 else 2]
        assert f"{seat} {part}" in side and re.search(rf"GPIO {gpio}\b", side), row


def test_reserved_pins_are_marked_and_say_why() -> None:
    wiring = Wiring((SeatWiring(1, (4, 17, 27, 22), None, PanelWiring()),), uses=frozenset({Use.HAT, Use.SPI}))
    text = plan(wiring)
    assert "SPI: SPI is named among the uses of the header" in text
    assert sum(row.count("(x)") for row in header(wiring) if "|" in row) == len(LINES[Use.HAT]) + len(LINES[Use.SPI])
    assert "Free: GPIO 2, GPIO 3, GPIO 5" in text


def test_the_default_plan_leaves_no_pin_free() -> None:
    assert "Free: none" in plan(pins.default())
