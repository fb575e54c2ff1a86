"""Keys on gpiozero's mock pins: presses come, whatever the pins or whoever listens do."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from spytable.referee.press import Press
from spytable.seats.gpio import PanelWiring, SeatWiring, Wiring
from spytable.seats.gpio.lines.debounce import Timing
from spytable.seats.gpio.lines.keys import MUTED_BOUNCE, Keys
from spytable.seats.gpio.retry import Retry
from spytable.seats.gpio.simulated.hands import Finger, HandClock, Listener, clocked
from spytable.seats.seats import Trouble

WIRING = Wiring(
    (
        SeatWiring(1, (4, 17, 27, 22), 10, PanelWiring()),
        SeatWiring(2, (5, 6, 13, 16), 25, PanelWiring(address=0x3D)),
    )
)
GPIOS = [gpio for seat in WIRING.seats for gpio in seat.keys]
SOON = Retry(0.02, 0.05)


class Table:
    """The keys of two seats, and what they said."""

    def __init__(self, factory: Any = None) -> None:
        self.clock = HandClock()
        self.factory = MockFactory() if factory is None else factory
        self.factory.pin_class = clocked(self.factory.pin_class, self.clock)
        self.listener = Listener()
        self.prompts = {1: 100, 2: 200}
        self.press = self.listener.press
        self.keys = Keys(
            WIRING,
            self.factory,
            lambda seat: lambda: self.prompts[seat],
            lambda press: self.press(press),
            self.listener.trouble,
            SOON,
            # A key that stays down while the machine is busy is not meant to be held.
            timing=Timing(hold=3600.0, held=7200.0),
            clock=self.clock,
        )
        self.finger = Finger(self.factory, self.clock)

    def hears(self, count: int) -> bool:
        return self.listener.wait_until(lambda heard: len(heard.presses) >= count)

    def reports(self, *troubles: tuple[str, str]) -> bool:
        return self.listener.wait_until(lambda heard: [(t.part, t.what) for t in heard.troubles] == list(troubles))


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    table.keys.start()
    yield from kept(table)


def kept(table: Table) -> Iterator[Table]:
    yield table
    table.keys.stop()
    table.keys.join(60)
    table.keys.release()


def test_every_key_is_its_seats_key_with_its_seats_prompt(table: Table) -> None:
    for gpio in GPIOS:
        table.finger.tap(gpio)
    assert table.hears(8)
    assert table.listener.presses == [Press(seat, key, seat * 100) for seat in (1, 2) for key in (1, 2, 3, 4)]


def test_ten_fast_presses_are_ten_and_a_hold_is_one(table: Table) -> None:
    for _ in range(10):
        table.finger.tap(4)
    assert table.hears(10)
    with table.finger.holding(17):
        assert table.hears(11)
    table.finger.tap(27)
    assert table.hears(12)
    assert [press.key for press in table.listener.presses] == [1] * 10 + [2, 3]


def test_a_press_counts_for_the_screen_that_was_there_at_its_first_edge(table: Table) -> None:
    seen = threading.Event()
    asked = table.prompts

    class Prompts(dict):
        def __getitem__(self, seat: int) -> int:
            now = super().__getitem__(seat)
            super().__setitem__(seat, now + 1)
            seen.set()
            return now

    table.prompts = Prompts(asked)
    table.finger.down(4)
    assert table.hears(1) and seen.is_set()
    assert table.listener.presses[0].prompt == 100


def test_a_key_that_fires_without_end_is_reported_and_the_others_go_on(table: Table) -> None:
    table.finger.edges(4, 0.0005, (True, False) * 1000)
    assert table.listener.wait_until(lambda heard: len(heard.troubles) == 1)
    assert table.listener.troubles[0].part == "key 1 of seat 1"
    assert "fires without end" in table.listener.troubles[0].what
    before = len(table.listener.presses)
    table.finger.edges(4, 0.0005, (True, False) * 1000)
    for gpio in GPIOS[1:]:
        table.finger.tap(gpio)
    assert table.hears(before + 7)
    assert [press.seat * 10 + press.key for press in table.listener.presses[before:]] == [12, 13, 14, 21, 22, 23, 24]
    assert len(table.listener.troubles) == 1


def test_a_key_held_at_the_start_is_reported_as_stuck_and_gives_no_press() -> None:
    table = Table()
    pin = table.factory.pin(17)
    pin.pull = "up"
    pin.drive_low()
    table.keys.start()
    for _ in kept(table):
        assert table.reports(("key 2 of seat 1", "is held or stuck"))
        assert "check its wiring" in table.listener.troubles[0].remedy
        pin.drive_high()
        assert table.reports(("key 2 of seat 1", "is held or stuck"), ("key 2 of seat 1", ""))
        assert table.listener.presses == []
        table.finger.tap(17)
        assert table.hears(1)


def test_no_exception_ever_reaches_the_pin_librarys_thread(table: Table) -> None:
    """lgpio calls all keys from one thread without any protection: one exception there silences them all."""
    line = table.keys._lines[0]

    def broken() -> int:
        raise RuntimeError("no prompt")

    line._asked = broken
    table.finger.tap(4)
    line.changed("nonsense", object())
    line.changed(None, None)
    table.finger.tap(17)
    assert table.hears(1)
    assert table.listener.presses[-1].key == 2


def test_a_table_that_fails_on_one_press_still_hears_the_next(table: Table) -> None:
    calls = []

    def fails_once(press: Press) -> None:
        calls.append(press)
        if len(calls) == 1:
            raise RuntimeError("the table stumbled")
        table.listener.press(press)

    table.press = fails_once
    table.finger.tap(4)
    table.finger.tap(17)
    assert table.hears(1)
    assert [press.key for press in calls] == [1, 2]


def test_a_slow_table_loses_no_press(table: Table) -> None:
    gate = threading.Event()

    def slow(press: Press) -> None:
        gate.wait(60)
        table.listener.press(press)

    table.press = slow
    for gpio in GPIOS:
        table.finger.tap(gpio)
    gate.set()
    assert table.hears(8)
    assert [press.key for press in table.listener.presses] == [1, 2, 3, 4] * 2


def test_edges_stamped_with_wall_time_as_old_kernels_do_are_still_presses(table: Table) -> None:
    line = table.keys._lines[0]
    table.factory.pin(4).when_changed = None
    table.factory.pin(4).drive_low()
    line.changed(1.7e9, 0)
    assert table.hears(1)


def kept_busy(table: Table) -> threading.Event:
    """Presses key 1; the keys' thread is busy with that until the event is set."""
    gate, there = threading.Event(), threading.Event()

    def slow(press: Press) -> None:
        table.listener.press(press)
        there.set()
        gate.wait(60)

    table.press = slow
    table.finger.tap(4)
    assert there.wait(60)
    return gate


def test_edges_that_come_late_and_all_at_once_are_still_presses(table: Table) -> None:
    """A busy machine: when the thread gets to them, the key is long up again."""
    gate = kept_busy(table)
    for gpio in GPIOS[1:]:
        table.finger.tap(gpio)
    gate.set()
    assert table.hears(8)


def test_cross_talk_just_before_a_press_does_not_double_it_on_a_busy_machine(table: Table) -> None:
    gate = kept_busy(table)
    table.finger.edges(17, 0.0003, (True, False))
    table.finger.tap(27)
    table.finger.down(17)
    table.finger.tap(22)
    gate.set()
    assert table.hears(4)
    table.finger.tap(5)
    assert table.hears(5)
    assert [press.seat * 10 + press.key for press in table.listener.presses] == [11, 13, 12, 14, 21]


def test_a_muted_key_costs_its_neighbours_nothing(table: Table) -> None:
    line = table.keys._lines[0]
    table.finger.edges(4, 0.0005, (True, False) * 1000)
    assert table.listener.wait_until(lambda heard: len(heard.troubles) == 1)
    assert line.pin.bounce == MUTED_BOUNCE, "lgpio itself keeps quiet"
    passed = []
    line._put = passed.append
    table.finger.tap(4)
    assert passed == []


def test_keys_at_rest_cost_nothing(table: Table) -> None:
    table.finger.tap(4)
    assert table.hears(1)
    assert table.keys._patience() is None, "the thread wakes without an edge"


class BusyFactory(MockFactory):
    """Some pins belong to another program, until it lets go of them."""

    def __init__(self, busy: set[int], error: Exception) -> None:
        super().__init__()
        self.busy, self.error = busy, error

    def pin(self, name: Any, **other: Any) -> Any:
        if name in self.busy:
            raise self.error
        return super().pin(name, **other)


def test_a_busy_pin_is_named_and_taken_when_it_is_free() -> None:
    table = Table(BusyFactory({17}, Exception("'GPIO busy'")))
    table.keys.start()
    for _ in kept(table):
        busy = ("key 2 of seat 1", "GPIO 17 is busy: another program, or a second copy of the table, has it")
        assert table.reports(busy)
        table.finger.tap(4)
        assert table.hears(1)
        table.factory.busy.clear()
        assert table.reports(busy, ("key 2 of seat 1", ""))
        table.finger.tap(17)
        assert table.hears(2)


class NoEdges(MockPin):
    """RPi.GPIO on a kernel from 6.6 on."""

    works = False
    watched = False

    def _enable_event_detect(self) -> None:
        if not self.works:
            raise RuntimeError("Failed to add edge detection")
        self.watched = True

    def _disable_event_detect(self) -> None:
        self.watched = False

    def _call_when_changed(self) -> None:
        if self.watched:
            super()._call_when_changed()


def test_failed_to_add_edge_detection_is_said_once_for_all_keys_with_what_helps() -> None:
    table = Table(MockFactory(pin_class=NoEdges))
    table.keys.start()
    for _ in kept(table):
        assert table.listener.wait_until(lambda heard: len(heard.troubles) >= 1)
        (trouble,) = table.listener.troubles
        assert trouble == Trouble(
            "keys",
            "RPi.GPIO cannot watch pins on this kernel (Failed to add edge detection)",
            'set factory = "lgpio" in the settings',
        )
        NoEdges.works = True
        assert table.reports((trouble.part, trouble.what), ("keys", ""))
        table.finger.tap(4)
        assert table.hears(1)


class Unreadable(MockPin):
    """A pin that can no longer be read."""

    broken = False

    def _get_state(self) -> Any:
        if Unreadable.broken:
            raise OSError("read failed")
        return super()._get_state()


def test_a_pin_that_can_no_longer_be_read_is_reported_and_does_not_spin() -> None:
    table = Table(MockFactory(pin_class=Unreadable))
    table.keys.start()
    for _ in kept(table):
        Unreadable.broken = True
        table.finger.down(4)
        broken = ("key 1 of seat 1", "GPIO 4 cannot be used: read failed")
        assert table.reports(broken)
        Unreadable.broken = False
        table.finger.up(4)
        assert table.reports(broken, ("key 1 of seat 1", ""))
        table.finger.tap(4)
        assert table.hears(1)
