"""Panels on a bus of strict chips: the picture on the glass is the screen, whatever happened to the panel
before.
"""

import contextlib
import errno
import gc
import random
import threading
import tracemalloc
from collections.abc import Iterator
from functools import cache

import pytest
from luma.core.error import Error
from PIL import Image, ImageDraw

from spytable.referee.message import message
from spytable.referee.screen import Screen
from spytable.seats.gpio import Driver, PanelWiring, SeatWiring, Wiring
from spytable.seats.gpio.panels.pages import pages_of
from spytable.seats.gpio.panels.panel import Panel
from spytable.seats.gpio.panels.worker import LOOK, PanelWorker
from spytable.seats.gpio.retry import Retry
from spytable.seats.gpio.simulated.buses import FakeBuses
from spytable.seats.gpio.simulated.hands import HandClock, Listener
from spytable.seats.gpio.simulated.measure import stock_bytes, turn_change_bytes

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated")

SOON = Retry(0.02, 0.05)


def screen(number: int, prompt: int = 0) -> Screen:
    return Screen(message(str(number)), prompt=prompt)


@cache
def drawn(number: int) -> Image.Image:
    """A picture of some rectangles, most of them those of the picture before."""
    if number % 7 == 0:
        return Image.frombytes("1", (128, 64), random.Random(number).randbytes(1024))
    chance = random.Random(number)
    image = drawn(number - 1).copy()
    draw = ImageDraw.Draw(image)
    for _ in range(chance.randrange(3)):
        x, y = chance.randrange(128), chance.randrange(64)
        draw.rectangle((x, y, x + chance.randrange(60), y + chance.randrange(30)), fill=chance.randrange(2))
    for i in range(12):
        # Its number in the corner: no two are alike.
        image.putpixel((100 + i, 63), number >> i & 1)
    return image


def render(shown: Screen) -> Image.Image:
    return drawn(int(shown.title.text))


class Seat:
    """One panel with its worker, its bus and what it reports."""

    def __init__(self, driver: Driver = Driver.SSD1306, *, rotate: int = 0, answers_reads: bool = True) -> None:
        wiring = SeatWiring(1, (4, 17, 27, 22), 10, PanelWiring(driver, rotate=rotate))
        self.buses = FakeBuses(Wiring((wiring,)), answers_reads=answers_reads)
        self.wire, self.chip = self.buses.wire(1), self.buses.chip(1)
        self.listener = Listener()
        self.worker = PanelWorker(wiring, render, self.buses.open, self.listener.trouble, SOON)
        self.rotate = rotate

    def shows(self, number: int) -> bool:
        turn = Image.Transpose.ROTATE_180
        picture = self.chip.picture().transpose(turn) if self.rotate else self.chip.picture()
        return picture.tobytes() == drawn(number).tobytes()

    def show(self, number: int, prompt: int = 0) -> None:
        self.worker.show(screen(number, prompt))

    def settles(self, number: int, prompt: int) -> bool:
        """Waits until the worker knows that the panel shows it."""
        return self.wire.wait_until(lambda: self.worker._drawn == screen(number, prompt))

    def comes_to_show(self, number: int) -> bool:
        return self.wire.wait_until(lambda: self.shows(number))

    def reports(self, *whats: str) -> bool:
        """Waits for reports that begin so, and no others."""
        return self.listener.wait_until(
            lambda heard: (
                len(heard.troubles) == len(whats)
                and all(
                    trouble.part == "panel of seat 1" and trouble.what.startswith(what)
                    for trouble, what in zip(heard.troubles, whats, strict=True)
                )
            )
        )


@pytest.fixture(params=Driver)
def seat(request: pytest.FixtureRequest) -> Iterator[Seat]:
    seat = Seat(request.param)
    yield from kept(seat)


def kept(seat: Seat) -> Iterator[Seat]:
    seat.worker.start()
    yield seat
    seat.wire.flow()
    seat.worker.close()
    assert seat.worker.join(60)
    assert seat.wire.faults == []


@pytest.mark.parametrize("driver", Driver)
@pytest.mark.parametrize("rotate", [0, 180])
def test_the_glass_shows_the_screen_exactly(driver: Driver, rotate: int) -> None:
    seat = Seat(driver, rotate=rotate)
    for _ in kept(seat):
        for number in range(40):
            seat.show(number)
            assert seat.comes_to_show(number)


def test_the_sh1106_is_told_no_command_of_another_chip_but_by_luma_itself() -> None:
    wiring = PanelWiring(Driver.SH1106)
    buses = FakeBuses(Wiring((SeatWiring(1, (4, 17, 27, 22), 10, wiring),)))
    panel = Panel(wiring, buses.open)
    started = len(buses.chip(1).ignored)
    for number in range(10):
        panel.draw(pages_of(drawn(number)))
    panel.darken()
    assert started == len(buses.chip(1).ignored) == 2
    assert buses.faults == []


def test_no_snow_at_power_up(seat: Seat) -> None:
    seat.show(1)
    assert seat.comes_to_show(1)
    assert len(seat.chip.first_sights) == 1
    assert seat.chip.first_sights[0].getbbox() is None


def test_an_unchanged_screen_sends_nothing(seat: Seat) -> None:
    seat.show(3, prompt=1)
    assert seat.settles(3, 1) and seat.shows(3)
    before = seat.wire.count
    seat.show(3, prompt=2)
    assert seat.settles(3, 2)
    assert seat.wire.count == before


def test_of_many_screens_the_newest_is_shown(seat: Seat) -> None:
    seat.wire.hang()
    for number in range(30):
        seat.show(number)
    seat.wire.flow()
    assert seat.comes_to_show(29)
    assert seat.wire.messages < 150, "screens that nobody could see were sent"


def test_an_unplugged_panel_is_reported_once_and_comes_back_whole(seat: Seat) -> None:
    seat.show(1)
    assert seat.comes_to_show(1)
    seat.buses.unplug(1)
    seat.show(2)
    assert seat.reports("does not answer (I2C bus 1, address 0x3C)")
    messages = seat.wire.messages
    assert seat.wire.wait_until(lambda: seat.wire.messages > messages + 3), "it is tried again"
    seat.show(9)
    seat.buses.plug(1)
    assert seat.comes_to_show(9)
    assert seat.reports("does not answer", "")
    assert all(sight.getbbox() is None for sight in seat.chip.first_sights)


def test_a_dead_panel_is_asked_less_and_less_often_but_not_forgotten() -> None:
    waits = [Retry(0.5, 15.0).after(failures) for failures in (1, 2, 3, 4, 5, 6, 7, 10_000)]
    assert waits == [0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 15.0, 15.0]


def test_a_panel_that_is_missing_at_the_start_is_shown_on_when_it_comes() -> None:
    seat = Seat()
    seat.buses.unplug(1)
    for _ in kept(seat):
        seat.show(5)
        assert seat.reports("does not answer")
        seat.buses.plug(1)
        assert seat.comes_to_show(5)
        assert seat.reports("does not answer", "")


@pytest.mark.parametrize("code", [errno.EREMOTEIO, errno.EIO, errno.EPIPE, errno.ETIMEDOUT, errno.ENXIO])
@pytest.mark.parametrize("driver", Driver)
def test_whatever_byte_of_a_picture_is_lost_the_panel_ends_up_right(driver: Driver, code: int) -> None:
    seat = Seat(driver)
    for _ in kept(seat):
        seat.show(0)
        assert seat.comes_to_show(0)
        for n in (0, 1, 2, 3, 5, 8, 11, 40, 300):
            seat.wire.fail_in(n, code)
            seat.show(7 * (n + 1))
            assert seat.comes_to_show(7 * (n + 1)), f"after a failure at byte {n}"
        assert seat.listener.wait_until(lambda heard: heard.troubles[-1].what == "" and len(heard.troubles) == 18)


def test_a_panel_that_lost_its_power_between_two_screens_is_started_again(seat: Seat) -> None:
    seat.show(1)
    assert seat.comes_to_show(1)
    seat.chip.power_up()
    seat.show(2)
    assert seat.comes_to_show(2)


def test_a_key_press_brings_a_panel_back_that_lost_its_power(seat: Seat) -> None:
    seat.show(1, prompt=1)
    assert seat.settles(1, 1)
    seat.chip.power_up()
    seat.worker.look()
    assert seat.comes_to_show(1)


def test_what_a_press_brings_goes_before_the_look_that_it_asks_for(seat: Seat) -> None:
    clock = seat.worker._clock = HandClock()
    clock.stand(0.0)
    seat.show(1, prompt=1)
    assert seat.settles(1, 1)
    read = seat.wire.reads
    seat.worker.look(after=LOOK)
    assert seat.worker._left_to_look() == LOOK, "it has time"
    seat.show(2, prompt=2)
    assert seat.settles(2, 2)
    assert seat.wire.reads == read + 1, "the picture was a look as well"
    seat.chip.power_up()
    seat.worker.look(after=LOOK)
    clock.stand(LOOK)
    assert seat.comes_to_show(2), "where nothing new comes, it is looked at all the same"


def test_a_board_that_cannot_be_read_is_not_started_again_for_it() -> None:
    seat = Seat(answers_reads=False)
    for _ in kept(seat):
        for number in range(1, 6):
            seat.show(number)
            assert seat.comes_to_show(number)
        assert len(seat.chip.first_sights) == 1
        assert seat.listener.troubles == []


def test_a_press_belongs_to_the_screen_that_is_really_shown(seat: Seat) -> None:
    seat.show(1, prompt=10)
    assert seat.settles(1, 10)
    seat.wire.hang()
    seat.show(2, prompt=11)
    assert seat.worker.prompt == 10, "the panel still shows the screen before"
    seat.wire.flow()
    assert seat.wire.wait_until(lambda: seat.worker.prompt == 11)
    assert seat.shows(2)


def test_while_the_panel_is_dead_a_press_belongs_to_the_newest_screen(seat: Seat) -> None:
    seat.show(1, prompt=10)
    assert seat.settles(1, 10)
    seat.buses.unplug(1)
    seat.show(2, prompt=11)
    assert seat.reports("does not answer")
    assert seat.worker.prompt == 11
    seat.show(3, prompt=12)
    assert seat.worker.prompt == 12


def test_a_bus_that_hangs_stops_neither_screens_nor_the_end(seat: Seat) -> None:
    seat.show(1)
    assert seat.comes_to_show(1)
    seat.wire.hang()

    def use() -> None:
        for number in range(2, 50):
            seat.show(number)
        seat.worker.close()
        assert not seat.worker.join(0.05)

    using = threading.Thread(target=use, daemon=True)
    using.start()
    using.join(60)
    assert not using.is_alive(), "something waited for the bus"


def test_at_the_end_the_panel_is_dark_and_its_memory_empty(seat: Seat) -> None:
    seat.show(6)
    assert seat.comes_to_show(6)
    seat.worker.close()
    assert seat.worker.join(60)
    assert not seat.chip.registers.display_on
    seat.chip.write(b"\x00\xaf")
    assert seat.chip.picture().getbbox() is None


def test_lumas_own_farewell_at_exit_reaches_no_bus(seat: Seat) -> None:
    """It runs in the main thread, when the program ends: on a bus that hangs it would keep the program from ending."""
    seat.show(6)
    assert seat.settles(6, 0)
    before = seat.wire.count
    seat.worker._panel._device.cleanup()
    assert seat.wire.count == before
    assert seat.shows(6)


def test_a_loose_plug_does_not_fill_the_memory_in_an_evening() -> None:
    """luma keeps each device that was ever made: a third of a megabyte, with all that is in it."""
    wiring = PanelWiring()
    buses = FakeBuses(Wiring((SeatWiring(1, (4, 17, 27, 22), 10, wiring),)))
    Panel(wiring, buses.open).discard()
    tracemalloc.start()
    try:
        for code in (None, errno.EIO) * 10:
            if code is not None:
                buses.wire(1).fail_in(20, code)  # in the middle of luma's own start
            with contextlib.suppress(OSError, Error):
                Panel(wiring, buses.open).discard()
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < 1_000_000
    finally:
        tracemalloc.stop()


def test_a_blank_screen_is_dark(seat: Seat) -> None:
    seat.show(6)
    assert seat.comes_to_show(6)
    seat.worker.show(Screen(message("6"), blank=True))
    assert seat.wire.wait_until(lambda: seat.chip.picture().getbbox() is None)


def test_a_screen_that_cannot_be_drawn_is_reported_and_the_next_one_shown(seat: Seat) -> None:
    seat.show(1)
    assert seat.comes_to_show(1)
    seat.worker.show(Screen(message("no number"), prompt=4))
    assert seat.reports("cannot draw a screen")
    assert seat.wire.wait_until(lambda: seat.worker.prompt == 4), "its keys count all the same"
    seat.show(2)
    assert seat.comes_to_show(2)
    assert seat.reports("cannot draw a screen", "")


def test_a_report_that_nobody_takes_does_not_stop_the_panel() -> None:
    wiring = SeatWiring(1, (4, 17, 27, 22), 10, PanelWiring())
    buses = FakeBuses(Wiring((wiring,)))

    def refuse(_: object) -> None:
        raise RuntimeError("nobody home")

    worker = PanelWorker(wiring, render, buses.open, refuse, SOON)
    buses.unplug(1)
    worker.start()
    worker.show(screen(1))
    assert buses.wire(1).wait_until(lambda: buses.wire(1).messages > 2)
    buses.plug(1)
    assert buses.wire(1).wait_until(lambda: buses.chip(1).picture().tobytes() == drawn(1).tobytes())
    worker.close()
    assert worker.join(60)


def text_screen(*lines: str) -> Image.Image:
    image = Image.new("1", (128, 64))
    for i, line in enumerate(lines):
        ImageDraw.Draw(image).text((0, 12 * i), line, fill=1)
    return image


@pytest.mark.parametrize("driver", Driver)
def test_a_turn_change_sends_at_most_a_fifth_of_what_luma_sends(driver: Driver) -> None:
    old = text_screen("Green's turn", "", "You may move and spy.", "", "Move  Spy        Done")
    new = text_screen("Red's turn", "", "You may move and spy.", "", "Move  Spy        Done")
    ours, luma = turn_change_bytes(old, new, driver)
    assert 0 < ours * 5 <= luma
    assert turn_change_bytes(new, new, driver) == (0, luma)


@pytest.mark.parametrize(("driver", "device"), [(Driver.SSD1306, "ssd1306"), (Driver.SH1106, "sh1106")])
def test_the_bytes_counted_for_luma_are_those_that_luma_sends(
    driver: Driver, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import smbus2
    from luma.core.interface.serial import i2c
    from luma.oled import device as devices

    wiring = PanelWiring(driver)
    buses = FakeBuses(Wiring((SeatWiring(1, (4, 17, 27, 22), 10, wiring),)))
    monkeypatch.setattr(smbus2, "SMBus", lambda port: buses.open(wiring))
    stock = getattr(devices, device)(i2c(port=1))
    before = buses.wire(1).count
    stock.display(drawn(3))
    assert buses.wire(1).count - before == stock_bytes(drawn(3), driver)
    assert buses.chip(1).picture().tobytes() == drawn(3).tobytes()
