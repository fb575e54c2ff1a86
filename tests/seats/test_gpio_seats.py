"""Whole seats on mock pins and a bus of strict chips, through the contract that the table knows them by."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from PIL import Image, ImageDraw

from spytable.referee.message import message
from spytable.referee.press import Press
from spytable.referee.screen import Lamp, Screen
from spytable.seats.gpio import GpioSeats, PinFactory, Wiring, pins
from spytable.seats.gpio.retry import Retry
from spytable.seats.gpio.simulated.buses import FakeBuses
from spytable.seats.gpio.simulated.hands import Finger, HandClock, Listener, clocked
from spytable.seats.seats import Seats

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated")

FIRMWARE = Path(__file__).parents[2] / "firmware"


def render(screen: Screen) -> Image.Image:
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).text((0, 0), screen.title.text, fill=1)
    return image


def screen(text: str, prompt: int = 0) -> Screen:
    return Screen(message(text), prompt=prompt)


class Table:
    """Four seats by the default plan."""

    def __init__(self, factory: MockFactory | None = None) -> None:
        self.wiring = pins.default()
        self.clock = HandClock()
        self.factory = factory or MockFactory()
        self.factory.pin_class = clocked(self.factory.pin_class, self.clock)
        self.buses = FakeBuses(self.wiring)
        self.listener = Listener()
        self.seats = GpioSeats(
            self.wiring,
            render,
            factory=self.factory,
            open_bus=self.buses.open,
            retry=Retry(0.02, 0.05),
            clock=self.clock,
        )
        self.finger = Finger(self.factory, self.clock)

    def start(self) -> None:
        self.seats.start(self.listener.press, self.listener.trouble)

    def comes_to_show(self, seat: int, text: str, prompt: int) -> bool:
        wanted = render(screen(text)).tobytes()
        worker = self.seats._panels[seat]
        return self.buses.wire(seat).wait_until(
            lambda: worker.prompt == prompt and self.buses.chip(seat).picture().tobytes() == wanted
        )

    def goes_dark(self, seat: int) -> bool:
        """On a busy machine a panel may do so a moment after `close`, which does not wait for long."""
        return self.buses.wire(seat).wait_until(lambda: not self.buses.chip(seat).registers.display_on)

    def lamp(self, seat: int) -> MockPin:
        return self.factory.pin(self.wiring.seats[seat - 1].lamp)


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    table.start()
    yield table
    table.seats.close()
    assert table.buses.faults == []


def test_wired_seats_keep_the_contract(table: Table) -> None:
    seats: Seats = table.seats
    assert seats.numbers == (1, 2, 3, 4)


def test_each_seat_shows_its_own_screen_and_its_keys_carry_its_prompt(table: Table) -> None:
    for seat in table.seats.numbers:
        table.seats.show(seat, screen(f"Seat {seat}", 10 * seat))
    assert all(table.comes_to_show(seat, f"Seat {seat}", 10 * seat) for seat in table.seats.numbers)
    for seat in table.wiring.seats:
        table.finger.tap(seat.keys[seat.seat - 1])
    assert table.listener.wait_until(lambda heard: len(heard.presses) == 4)
    assert table.listener.presses == [Press(seat, seat, 10 * seat) for seat in (1, 2, 3, 4)]
    assert table.listener.troubles == []


def test_a_dead_panel_stops_no_key_and_no_other_panel(table: Table) -> None:
    table.buses.unplug(1)
    table.seats.show(1, screen("one", 5))
    table.seats.show(2, screen("two", 6))
    assert table.comes_to_show(2, "two", 6)
    assert table.listener.wait_until(lambda heard: len(heard.troubles) == 1)
    table.finger.tap(table.wiring.seats[0].keys[2])
    assert table.listener.wait_until(lambda heard: heard.presses == [Press(1, 3, 5)])
    table.buses.plug(1)
    assert table.comes_to_show(1, "one", 5)


def test_pressing_a_key_brings_back_a_panel_that_lost_its_power(table: Table) -> None:
    table.seats.show(3, screen("three", 1))
    assert table.comes_to_show(3, "three", 1)
    table.buses.chip(3).power_up()
    table.finger.tap(table.wiring.seats[2].keys[0])
    assert table.comes_to_show(3, "three", 1)


def test_whoever_presses_brings_back_every_panel_that_lost_its_power(table: Table) -> None:
    table.seats.show(3, screen("three", 1))
    assert table.comes_to_show(3, "three", 1)
    table.buses.chip(3).power_up()
    table.finger.tap(table.wiring.seats[0].keys[0])
    assert table.comes_to_show(3, "three", 1)


def test_lamps_are_off_on_and_blink(table: Table) -> None:
    pin = table.lamp(2)
    assert pin.function == "output" and not pin.state
    table.seats.light(2, Lamp.ON)
    assert pin.state
    pin.clear_states()
    table.seats.light(2, Lamp.BLINK)
    until = time.monotonic() + 60
    while len(pin.states) < 3 and time.monotonic() < until:
        threading.Event().wait(0.02)
    assert len(pin.states) >= 3, "it goes off and on by itself"
    table.seats.light(2, Lamp.OFF)
    assert not pin.state
    assert not table.lamp(1).state


def test_a_lamp_that_cannot_be_had_is_reported_and_lit_when_it_can() -> None:
    class Busy(MockFactory):
        busy = True

        def pin(self, name, **other):
            if self.busy and name == 10:
                raise OSError("GPIO busy")
            return super().pin(name, **other)

    table = Table(Busy())
    table.start()
    assert [t.part for t in table.listener.troubles] == ["lamp of seat 1"]
    assert table.listener.troubles[0].what.startswith("GPIO 10 is busy")
    table.seats.light(1, Lamp.ON)
    table.factory.busy = False
    table.seats.light(1, Lamp.ON)
    assert table.lamp(1).state
    assert [t.what for t in table.listener.troubles][1:] == [""]
    table.seats.close()


def test_at_the_end_all_is_dark_and_nothing_is_heard_any_more(table: Table) -> None:
    for seat in table.seats.numbers:
        table.seats.show(seat, screen("bright", 1))
        table.seats.light(seat, Lamp.BLINK if seat == 1 else Lamp.ON)
        assert table.comes_to_show(seat, "bright", 1)
    table.seats.close()
    for seat in table.seats.numbers:
        assert table.goes_dark(seat)
        assert not table.lamp(seat).state
    table.finger.tap(4)
    table.seats.show(1, screen("late", 2))
    table.seats.light(1, Lamp.ON)
    table.seats.close()
    assert table.listener.presses == []
    assert not table.lamp(1).state
    for thread in threading.enumerate():
        if thread.name.startswith(("panel of", "keys")):
            thread.join(60)
            assert not thread.is_alive(), thread.name


def test_a_bus_that_hangs_does_not_keep_the_table_from_ending(table: Table) -> None:
    table.seats.show(2, screen("two", 2))
    assert table.comes_to_show(2, "two", 2)
    table.buses.wire(1).hang(0.05)
    table.seats.show(1, screen("one", 1))
    closing = threading.Thread(target=table.seats.close, daemon=True)
    closing.start()
    closing.join(60)
    assert not closing.is_alive(), "it waited for a bus that hangs"
    assert table.goes_dark(2), "the panels that can be darkened are dark"
    table.buses.wire(1).flow()


def test_a_listener_that_fails_ends_nothing() -> None:
    table = Table()
    table.buses.unplug(1)

    def refuse(_: object) -> None:
        raise RuntimeError("the table stumbled")

    table.seats.start(refuse, refuse)
    table.seats.show(1, screen("one", 1))
    table.seats.show(2, screen("two", 2))
    table.finger.tap(4)
    assert table.comes_to_show(2, "two", 2)
    table.buses.plug(1)
    assert table.comes_to_show(1, "one", 1)
    table.seats.close()


def test_seats_that_were_never_started_close(caplog: pytest.LogCaptureFixture) -> None:
    first = Table()
    first.seats.close()
    assert caplog.messages == [], "each panel and pin was let go"
    second = Table(first.factory)
    second.start()
    second.seats.show(1, screen("one", 5))
    assert second.comes_to_show(1, "one", 5)
    second.seats.close()
    assert second.listener.troubles == []


def test_a_seat_with_a_language_of_its_own_is_drawn_by_it() -> None:
    wiring = pins.default()
    buses = FakeBuses(wiring)
    own = {2: lambda shown: render(screen(f"oma {shown.title.text}"))}
    seats = GpioSeats(wiring, render, factory=MockFactory(), open_bus=buses.open, renders=own)
    seats.start(lambda press: None, lambda trouble: None)

    def shows(seat: int, text: str) -> bool:
        wanted = render(screen(text)).tobytes()
        seats.show(seat, screen("one", 1))
        return buses.wire(seat).wait_until(lambda: buses.chip(seat).picture().tobytes() == wanted)

    assert shows(1, "one") and shows(2, "oma one")
    seats.close()


def test_the_mock_factory_can_be_asked_for_in_the_settings() -> None:
    plan = pins.default((1,))
    wiring = Wiring(plan.seats, PinFactory.MOCK)
    buses = FakeBuses(wiring)
    seats = GpioSeats(wiring, render, open_bus=buses.open)
    listener = Listener()
    seats.start(listener.press, listener.trouble)
    Finger(seats._factory).tap(4)
    assert listener.wait_until(lambda heard: heard.presses[:1] == [Press(1, 1, 0)])
    seats.close()


WITHOUT = """
import sys
for name in {missing!r}:
    sys.modules[name] = None
import spytable.seats.gpio as gpio
from spytable.seats.gpio import pins
assert not {{"gpiozero", "luma", "luma.core", "luma.oled", "lgpio", "RPi", "smbus2"}} & {{
    name for name, module in sys.modules.items() if module is not None
}}
try:
    gpio.GpioSeats(pins.default(), None)
except gpio.MissingPackageError as error:
    print(error)
"""


@pytest.mark.parametrize("package", ["gpiozero", "luma.oled", "smbus2", "lgpio"])
def test_without_a_package_it_is_imported_all_the_same_and_one_line_says_what_to_install(package: str) -> None:
    code = WITHOUT.format(missing=[package])
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(FIRMWARE)}, capture_output=True, text=True, check=True
    )
    get = f"{sys.executable} -m pip install {package}"
    assert done.stdout == f"The wired seats need the package {package}: {get}\n"
