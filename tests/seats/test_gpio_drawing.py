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
    reserved = sum(len(LINES[use]) for use in (Use.HAT, Use.SPI, Use.I2C))
    assert sum(row.count("(x)") for row in header(wiring) if "|" in row) == reserved
    assert "Free: GPIO 5, GPIO 6, GPIO 12" in text


def test_the_bus_of_a_panel_is_reserved_whether_the_settings_name_it_or_not() -> None:
    one = SeatWiring(1, (4, 17, 27, 22), None, PanelWiring())
    assert "GPIO 2, 3              I2C: the bus of the panels" in plan(Wiring((one,), uses=frozenset({Use.HAT})))
    elsewhere = SeatWiring(1, (2, 3, 27, 22), None, PanelWiring(bus=5))
    assert "I2C:" not in plan(Wiring((elsewhere,), uses=frozenset({Use.HAT})))


def test_what_this_computer_uses_by_itself_is_marked_too_and_is_not_called_free() -> None:
    one = Wiring((SeatWiring(1, (17, 27, 22, 23), None, PanelWiring()),), uses=frozenset({Use.HAT}))
    text = plan(one, frozenset({Use.SPI}), frozenset({4}))
    assert "GPIO 7, 8, 9, 10, 11   SPI: it is switched on in this computer" in text
    assert "GPIO 4                 1-Wire: its overlay is in this computer's config.txt" in text
    assert "Free: GPIO 5, GPIO 6, GPIO 12" in text
    assert "1-Wire  GPIO 4   | 7 (x)" in text and "(x) 24|   GPIO 8  SPI CE0" in text


def test_the_default_plan_leaves_no_pin_free() -> None:
    assert "Free: none" in plan(pins.default())
