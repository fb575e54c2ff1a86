"""The chips of the tests are strict: what they let pass, a real one takes too."""

import pytest

from spytable.seats.gpio.simulated.panelchip import Chip, ChipError
from spytable.seats.gpio.wiring import Driver

SSD1306_ON = bytes((0x00, 0xAE, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8, 0xAF))
SH1106_ON = bytes((0x00, 0xAE, 0xA1, 0xC8, 0xAF))
WHOLE_WINDOW = bytes((0x00, 0x21, 0, 127, 0x22, 0, 7))


@pytest.mark.parametrize(
    "message",
    [
        b"\x01\xae",  # no control byte
        b"\x00",  # nothing after it
        b"\x00\x21\x00",  # a parameter is missing
        b"\x00\x21\x00\x80",  # there is no column 128
        b"\x00\x22\x05\x03",  # a window that ends before it begins
        b"\x00\x20\x03",  # no such mode
        b"\x00\xb0",  # a page, while windows are in use
        b"\x00\xd9\x01",  # a pre-charge of no length
        b"\x00\xda\x13",
        b"\x00\xa8\x0e",
        b"\x00\x2f",  # scrolling
        b"\x00\xad\x8b",  # the other chip's command
        b"\x00\xff",
    ],
)
def test_an_ssd1306_refuses_what_its_data_sheet_does_not_have(message: bytes) -> None:
    chip = Chip(Driver.SSD1306)
    chip.write(SSD1306_ON)
    with pytest.raises(ChipError):
        chip.write(message)


@pytest.mark.parametrize(
    "message", [b"\x00\x21\x00\x7f", b"\x00\x22\x00\x07", b"\x00\xad\x00", b"\x00\xf0", b"\x00\x2e"]
)
def test_an_sh1106_refuses_the_commands_of_an_ssd1306(message: bytes) -> None:
    with pytest.raises(ChipError):
        Chip(Driver.SH1106).write(message)


def test_an_sh1106_has_no_133rd_column() -> None:
    chip = Chip(Driver.SH1106, 2)
    chip.write(bytes((0x00, 0xB0, 0x10, 0x00)))
    chip.write(b"\x40" + bytes(132))
    with pytest.raises(ChipError, match="column 132"):
        chip.write(b"\x40\x00")


def test_a_panel_that_was_just_plugged_in_is_dark_and_full_of_noise() -> None:
    chip = Chip(Driver.SSD1306)
    assert chip.picture().getbbox() is None
    chip.write(SSD1306_ON)
    assert chip.picture().getbbox() == (0, 0, 128, 64)
    assert chip.first_sights[0].getbbox() is not None


def test_without_its_charge_pump_an_ssd1306_stays_dark() -> None:
    chip = Chip(Driver.SSD1306)
    chip.write(b"\x00\xaf")
    assert chip.registers.display_on and chip.picture().getbbox() is None


@pytest.mark.parametrize(
    "mixed",
    [b"\x80\x21\x80\x05\x80\x05\x80\x22\x80\x01\x80\x01\x40\x01", b"\x00\x21\x05\x05\x22\x01\x01"],
)
def test_the_lowest_bit_is_the_top_pixel_and_commands_may_be_sent_either_way(mixed: bytes) -> None:
    chip = Chip(Driver.SSD1306)
    chip.write(SSD1306_ON)
    chip.write(WHOLE_WINDOW)
    chip.write(b"\x40" + bytes(1024))
    chip.write(mixed)
    chip.write(b"\x40\x01")
    assert chip.picture().getbbox() == (5, 8, 6, 9)


def test_turned_settings_turn_the_picture() -> None:
    chip = Chip(Driver.SSD1306)
    chip.write(SSD1306_ON)
    chip.write(WHOLE_WINDOW)
    chip.write(b"\x40" + bytes(1024))
    chip.write(b"\x00\xa0\xc0")
    chip.write(b"\x40\x01")
    assert chip.picture().getbbox() == (127, 63, 128, 64)
    chip.write(b"\x00\x48")
    assert chip.picture().getbbox() == (127, 7, 128, 8), "the start line moves it by 8"


def test_an_sh1106_module_shows_its_memory_from_column_2() -> None:
    chip = Chip(Driver.SH1106, 2)
    chip.write(SH1106_ON)
    for page in range(8):
        chip.write(bytes((0x00, 0xB0 | page, 0x10, 0x00)))
        chip.write(b"\x40" + bytes(132))
    chip.write(bytes((0x00, 0xB0, 0x10, 0x02)))
    chip.write(b"\x40\x01")
    assert chip.picture().getbbox() == (0, 0, 1, 1)
