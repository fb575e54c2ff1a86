"""gpiozero's keys and lamps on the kernel's own lines: a whole table's pins, with a strict chip behind them."""

import sys
import threading
from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from gpiozero import LED, Button, PinFixedPull, PinInvalidFunction, PinInvalidPull, PinPWMUnsupported, PinSetInput

from spytable.referee.press import Press
from spytable.referee.screen import Lamp
from spytable.seats.gpio import PanelWiring, SeatWiring, Wiring
from spytable.seats.gpio.lines.debounce import Timing
from spytable.seats.gpio.lines.keys import Keys
from spytable.seats.gpio.lines.lamps import SeatLamp
from spytable.seats.gpio.retry import Retry
from spytable.seats.gpio.simulated.gpiochip import FakeChip
from spytable.seats.gpio.simulated.hands import Finger, HandClock, Listener

WIRING = Wiring(
    (
        SeatWiring(1, (4, 17, 27, 22), 10, PanelWiring()),
        SeatWiring(2, (5, 6, 13, 16), 25, PanelWiring(address=0x3D)),
    )
)
GPIOS = [gpio for seat in WIRING.seats for gpio in seat.keys]

LGPIO = SimpleNamespace(
    BOTH_EDGES=3,
    RISING_EDGE=1,
    FALLING_EDGE=2,
    SET_PULL_NONE=128,
    SET_PULL_UP=32,
    SET_PULL_DOWN=64,
)
"""What gpiozero reads of lgpio when it is imported. It has not one function: whatever calls lgpio fails."""


@pytest.fixture(scope="module")
def linepins() -> Iterator[ModuleType]:
    ours = ("lgpio", "gpiozero.pins.lgpio", "spytable.seats.gpio.lines.linepins")
    before = {name: sys.modules.pop(name, None) for name in ours}
    sys.modules["lgpio"] = LGPIO  # type: ignore[assignment]
    try:
        from spytable.seats.gpio.lines import linepins

        yield linepins
    finally:
        for name, module in before.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module


@pytest.fixture
def chip() -> FakeChip:
    return FakeChip()


@pytest.fixture
def factory(linepins: ModuleType, chip: FakeChip) -> Iterator[Any]:
    factory = linepins.LineFactory(0, chip.path.parent, chip)
    yield factory
    factory.close()
    assert not chip.open_descriptors, "every line is free again"


class ChipFinger(Finger):
    """Presses keys on the lines of a chip, whose edges bear the time of *clock*."""

    def __init__(self, chip: FakeChip, clock: HandClock) -> None:
        super().__init__(None, clock)
        self.chip, self.now = chip, clock

    def down(self, gpio: int) -> None:
        self.chip.press(gpio, round(self.now() * 1e9))

    def up(self, gpio: int) -> None:
        self.chip.let_go(gpio, round(self.now() * 1e9))


class Table:
    """The keys of two seats, and what they said."""

    def __init__(self, factory: Any, chip: FakeChip) -> None:
        self.clock = HandClock()
        self.listener = Listener()
        self.press: Callable[[Press], None] = self.listener.press
        self.keys = Keys(
            WIRING,
            factory,
            lambda seat: lambda: seat * 100,
            lambda press: self.press(press),
            self.listener.trouble,
            Retry(0.02, 0.05),
            # A key that stays down while the machine is busy is not meant to be held.
            timing=Timing(hold=3600.0, held=7200.0),
            clock=self.clock,
        )
        self.finger = ChipFinger(chip, self.clock)

    def hears(self, count: int) -> bool:
        return self.listener.wait_until(lambda heard: len(heard.presses) >= count, 10)

    def reports(self, *troubles: tuple[str, str]) -> bool:
        return self.listener.wait_until(lambda heard: [(t.part, t.what) for t in heard.troubles] == list(troubles), 10)


@pytest.fixture
def table(factory: Any, chip: FakeChip) -> Iterator[Table]:
    table = Table(factory, chip)
    yield table
    table.keys.stop()
    table.keys.join(60)


def test_every_key_is_its_seats_key(table: Table) -> None:
    table.keys.start()
    for gpio in GPIOS:
        table.finger.tap(gpio)
    assert table.hears(8)
    assert table.listener.presses == [Press(seat, key, seat * 100) for seat in (1, 2) for key in (1, 2, 3, 4)]


def test_bounces_are_one_press_by_the_kernels_time_however_late_they_are_read(table: Table, chip: FakeChip) -> None:
    """While the table is busy the edges of three keys pile up; told apart by when they arrived they would be noise."""
    gate, entered = threading.Event(), threading.Event()

    def slow(press: Press) -> None:
        table.listener.press(press)
        entered.set()
        gate.wait(60)

    table.press = slow
    table.keys.start()
    table.finger.tap(4)
    assert entered.wait(60)
    begin = table.clock()
    table.clock.stand(begin + 0.1)
    for gpio, at in ((17, 0.0), (27, 0.03), (17, 0.06)):
        for edge in range(5):
            (chip.let_go if edge % 2 else chip.press)(gpio, round((begin + at + edge * 0.0003) * 1e9))
        chip.let_go(gpio, round((begin + at + 0.02) * 1e9))
    table.clock.go()
    gate.set()
    assert table.hears(4)
    table.finger.tap(5)
    assert table.hears(5)
    assert [press.seat * 10 + press.key for press in table.listener.presses] == [11, 12, 13, 12, 21]


def test_a_busy_key_is_named_and_taken_when_it_is_free(table: Table, chip: FakeChip) -> None:
    chip.users[17] = "w1-gpio"
    table.keys.start()
    busy = ("key 2 of seat 1", "GPIO 17 is busy: another program, or a second copy of the table, has it")
    assert table.reports(busy)
    table.finger.tap(4)
    assert table.hears(1)
    del chip.users[17]
    assert table.reports(busy, ("key 2 of seat 1", ""))
    table.finger.tap(17)
    assert table.hears(2)


def test_a_kernel_that_cannot_pull_keys_up_says_so(linepins: ModuleType) -> None:
    chip = FakeChip(pulls=False)
    factory = linepins.LineFactory(0, chip.path.parent, chip)
    table = Table(factory, chip)
    table.keys.start()
    assert table.listener.wait_until(lambda heard: len(heard.troubles) == 8, 10)
    what = "GPIO 4 cannot be used: the kernel does not switch pull-up on (Invalid argument)"
    assert table.listener.troubles[0].what == what
    table.keys.stop()
    table.keys.join(60)
    factory.close()
    assert not chip.open_descriptors


def test_a_chip_that_goes_away_in_a_game_is_reported_and_ends_nothing(table: Table, chip: FakeChip) -> None:
    table.keys.start()
    chip.remove()
    assert table.listener.wait_until(lambda heard: len({trouble.part for trouble in heard.troubles}) == 8, 10)
    assert all("cannot be used: No such " in trouble.what for trouble in table.listener.troubles)


def test_noise_is_kept_in_the_kernel_while_a_key_is_not_listened_to(table: Table, chip: FakeChip) -> None:
    table.keys.start()
    for _ in range(200):
        for _ in range(50):
            chip.press(4)
            chip.let_go(4)
        if table.listener.wait_until(lambda heard: len(heard.troubles) == 1, 0.01):
            break
    assert "fires without end" in table.listener.troubles[0].what
    line = table.keys._lines[0]
    assert line.pin.bounce == 0.05
    (asked,) = (asked for asked in chip.asked.values() if asked.offset == 4)
    before = asked.sequence
    for _ in range(1000):
        chip.press(4)
        chip.let_go(4)
    assert asked.debounce == 50_000 and asked.sequence == before
    line.pin.bounce = None
    (asked,) = (asked for asked in chip.asked.values() if asked.offset == 4)
    assert asked.debounce == 0


def test_where_the_kernel_cannot_debounce_the_key_goes_on(factory: Any, chip: FakeChip) -> None:
    heard = threading.Event()

    def changed(ticks: float, state: int) -> None:
        heard.set()

    pin = factory.pin(4)
    pin.pull = "up"
    pin.when_changed = changed
    take = chip._check

    def refuses(flags: int, debounced: bool) -> None:
        if debounced:
            raise OSError(22, "Invalid argument")
        take(flags, debounced)

    chip._check = refuses  # type: ignore[method-assign]
    with pytest.raises(OSError):
        pin.bounce = 0.05
    assert pin.bounce is None
    chip.press(4)
    assert heard.wait(60)


def test_lamps_light_go_out_and_are_let_go(factory: Any, chip: FakeChip) -> None:
    said: list[Any] = []
    lamp = SeatLamp(1, 10, factory, said.append)
    lamp.light(Lamp.ON)
    assert chip.is_high(10)
    lamp.light(Lamp.OFF)
    assert not chip.is_high(10)
    lamp.light(Lamp.ON)
    lamp.close()
    assert not chip.open_descriptors and said == []
    again = SeatLamp(1, 10, factory, said.append)
    again.light(Lamp.ON)
    assert chip.is_high(10) and said == []
    again.close()


def test_a_lamp_on_a_busy_line_is_named_and_lights_when_it_is_free(factory: Any, chip: FakeChip) -> None:
    said: list[Any] = []
    chip.users[10] = "spi"
    lamp = SeatLamp(1, 10, factory, said.append)
    lamp.light(Lamp.ON)
    assert said[0].what.startswith("GPIO 10 is busy")
    chip.users.clear()
    lamp.light(Lamp.BLINK)
    assert said[1].what == "" and len(said) == 2
    lamp.close()


def test_gpiozeros_own_buttons_and_leds_work_as_on_any_pins(factory: Any, chip: FakeChip) -> None:
    pressed, let_go = threading.Event(), threading.Event()
    button = Button(4, pin_factory=factory)
    button.when_pressed, button.when_released = pressed.set, let_go.set
    chip.press(4)
    assert pressed.wait(60) and button.is_pressed
    chip.let_go(4)
    assert let_go.wait(60) and not button.is_pressed
    led = LED(10, initial_value=True, pin_factory=factory)
    assert chip.is_high(10)
    led.toggle()
    assert not chip.is_high(10)
    led.close()
    button.close()
    assert not chip.open_descriptors


def test_a_lamp_that_begins_lit_is_never_dark_before(factory: Any, chip: FakeChip) -> None:
    levels: list[bool] = []
    request = chip._request

    def overheard(asked: Any) -> None:
        request(asked)
        if asked.flags & 1 << 3:
            levels.append(chip.is_high(10))

    chip._request = overheard  # type: ignore[method-assign]
    factory.pin(10).output_with_state(True)
    assert levels == [True]


def test_mistakes_are_named_as_by_gpiozero(factory: Any, chip: FakeChip) -> None:
    pin = factory.pin(4)
    assert (pin.function, pin.pull, pin.edges, pin.bounce, pin.frequency) == ("input", "floating", "both", None, None)
    with pytest.raises(PinSetInput):
        pin.state = True
    with pytest.raises(PinInvalidPull):
        pin.pull = "sideways"
    with pytest.raises(PinInvalidFunction):
        pin.function = "alt0"
    pin.function = "output"
    with pytest.raises(PinFixedPull):
        pin.pull = "up"
    with pytest.raises(PinPWMUnsupported):
        pin.frequency = 100
    assert pin.state is False


def test_a_listener_that_was_taken_away_is_not_called(factory: Any, chip: FakeChip) -> None:
    calls: list[int] = []

    def changed(ticks: float, state: int) -> None:
        calls.append(state)

    pin = factory.pin(4)
    pin.pull = "up"
    pin.when_changed = changed
    pin.when_changed = None
    pin._call_when_changed(1.0, False)
    chip.press(4)
    assert calls == [] and not pin.state
