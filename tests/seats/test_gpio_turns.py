"""Panels that share a controller: the seat that somebody looks at goes first, and pictures stay whole."""

from __future__ import annotations

import contextlib
import fcntl
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from spytable.referee.message import message
from spytable.referee.screen import Screen
from spytable.seats.gpio import Driver, PanelWiring, SeatWiring, Wiring
from spytable.seats.gpio.panels.bus import TIMEOUT, controller_of, cut_hangs_short
from spytable.seats.gpio.panels.pages import pages_of
from spytable.seats.gpio.panels.panel import Panel
from spytable.seats.gpio.panels.turns import PIECE, Turns
from spytable.seats.gpio.panels.worker import OVERDUE, QUIET, PanelWorker
from spytable.seats.gpio.retry import Retry
from spytable.seats.gpio.simulated.buses import FakeBus, FakeBuses
from spytable.seats.gpio.simulated.hands import Listener

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated")

KEYS = ((4, 17, 27, 22), (14, 15, 23, 24), (9, 11, 5, 6), (8, 7, 12, 16))


def noise(number: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), random.Random(number).randbytes(1024))


def screen(number: int) -> Screen:
    return Screen(message(str(number)), prompt=number)


class Never(Retry):
    """A panel that failed is tried again by itself in a minute, long after a test."""

    def after(self, failures: int) -> float:
        return 60.0


class Table:
    """Panels on the sides of one multiplexer, with their workers."""

    def __init__(self, *retries: Retry, drivers: tuple[Driver, ...] = (Driver.SSD1306,) * 4) -> None:
        self.turns = Turns()
        self.listener = Listener()
        wirings = tuple(
            SeatWiring(seat, KEYS[seat - 1], None, PanelWiring(driver, channel=seat - 1))
            for seat, driver in enumerate(drivers[: len(retries)], 1)
        )
        self.buses = FakeBuses(Wiring(wirings, uses=frozenset()))
        self.workers = {
            wired.seat: PanelWorker(
                wired,
                lambda shown: noise(int(shown.title.text)),
                self.buses.open,
                self.listener.trouble,
                retry,
                turns=self.turns,
            )
            for wired, retry in zip(wirings, retries, strict=True)
        }

    def shows(self, seat: int, number: int) -> bool:
        wanted = noise(number).tobytes()
        return self.buses.wire(seat).wait_until(lambda: self.buses.chip(seat).picture().tobytes() == wanted, 30)

    def hears(self, seat: int, what: str) -> bool:
        """Waits until the newest report of that panel begins so."""

        def heard(listener: Listener) -> bool:
            mine = [trouble.what for trouble in listener.troubles if trouble.part == f"panel of seat {seat}"]
            return bool(mine) and (mine[-1].startswith(what) if what else not mine[-1])

        return self.listener.wait_until(heard, 30)


@contextlib.contextmanager
def begun(table: Table) -> Iterator[Table]:
    try:
        for worker in table.workers.values():
            worker.start()
        yield table
    finally:
        for seat in table.workers:
            table.buses.wire(seat).flow()
        for worker in table.workers.values():
            worker.close()
        assert all(worker.join(30) for worker in table.workers.values())
        assert table.buses.faults == []


def order(turns: Turns, *, anew: tuple[int, ...] = ()) -> list[int]:
    """In which order seats 1 to 3 send a piece each, when all have waited for one of seat 4 to end."""
    sent: list[int] = []

    def send(seat: int) -> None:
        with stacks[seat], turns.piece(seat):
            sent.append(seat)

    stacks = {seat: contextlib.ExitStack() for seat in (1, 2, 3)}
    threads = [threading.Thread(target=send, args=(seat,)) for seat in (1, 2, 3)]
    with turns.drawing(4), turns.piece(4):
        for seat, stack in stacks.items():
            stack.enter_context(turns.drawing(seat, anew=seat in anew))
        for thread in threads:
            thread.start()
        assert sent == []
    for thread in threads:
        thread.join(30)
    return sent


def test_the_seat_whose_key_was_pressed_last_goes_first() -> None:
    turns = Turns()
    turns.pressed(2)
    turns.pressed(3)
    assert order(turns) == [3, 2, 1]
    turns.pressed(2)
    assert order(turns) == [2, 3, 1]


def test_a_press_lets_a_panel_go_first_that_waits_already() -> None:
    turns = Turns()
    turns.pressed(2)
    sent = threading.Event()

    def send() -> None:
        with turns.piece(1):
            sent.set()

    with turns.drawing(1), turns.drawing(2):
        threading.Thread(target=send, daemon=True).start()
        until = time.monotonic() + 30
        while turns.waiting != {1}:
            assert time.monotonic() < until, "it does not wait"
            time.sleep(0.001)
        turns.pressed(1)
        assert sent.wait(30), "it waits for a panel that now waits for it"


def test_a_panel_that_is_started_anew_gives_way_to_all_others() -> None:
    turns = Turns()
    turns.pressed(3)
    assert order(turns, anew=(3,)) == [1, 2, 3]


def test_a_panel_that_is_started_anew_gives_way_between_two_pieces() -> None:
    turns = Turns()
    turns.join(1, lambda: None)
    turns.join(2, lambda: None)
    sent: list[int] = []
    buses = FakeBuses(
        Wiring(
            tuple(SeatWiring(seat, KEYS[seat - 1], None, PanelWiring(channel=seat)) for seat in (1, 2)),
            uses=frozenset(),
        )
    )
    waits = threading.Event()

    def start_anew() -> None:
        wiring = PanelWiring(channel=1)
        with turns.drawing(1, anew=True):
            Panel(wiring, lambda wiring: turns.share(1, Told(buses.open(wiring)))).draw(pages_of(noise(1)))

    class Told(FakeBus):
        """Tells of each message, and waits in the middle of the picture until another seat has drawn something."""

        def __init__(self, bus: FakeBus) -> None:
            super().__init__(bus.wire)

        def i2c_rdwr(self, *i2c_msgs: Any) -> None:
            sent.append(1)
            if sent.count(1) == 3:
                other.start()
                waits.wait(30)
            super().i2c_rdwr(*i2c_msgs)

    def draw() -> None:
        with turns.drawing(2):
            waits.set()
            with turns.piece(2):
                sent.append(2)

    other = threading.Thread(target=draw)
    start_anew()
    other.join(30)
    assert sent == [1, 1, 1, 2, *[1] * (1024 // PIECE - 3)]


@pytest.mark.parametrize("drivers", [(Driver.SSD1306, Driver.SSD1306), (Driver.SH1106, Driver.SSD1306)])
def test_pictures_that_are_sent_at_the_same_time_in_pieces_are_whole(drivers: tuple[Driver, ...]) -> None:
    with begun(Table(Retry(), Retry(), drivers=drivers)) as table:
        for number in range(1, 30):
            for seat, worker in table.workers.items():
                worker.show(screen(number * seat))
            assert all(table.shows(seat, number * seat) for seat in table.workers)


def test_a_picture_costs_hardly_more_in_pieces_and_nothing_more_where_the_panel_is_alone() -> None:
    sent = {}
    for together in (True, False):
        turns = Turns()
        for seat in (1, 2)[: 1 + together]:
            turns.join(seat, lambda: None)
        buses = FakeBuses(Wiring((SeatWiring(1, KEYS[0], None, PanelWiring()),)))
        panel = Panel(PanelWiring(), lambda wiring, turns=turns, buses=buses: turns.share(1, buses.open(wiring)))
        panel.draw(pages_of(noise(1)))
        before = buses.wire(1).count
        with turns.drawing(1):
            panel.draw(pages_of(noise(2)))
        sent[together] = buses.wire(1).count - before
    assert sent[False] == 1024 + 2 + 2 + 6
    assert sent[True] == sent[False] + 2 * (1024 // PIECE - 1)


def test_when_a_controller_hangs_each_panel_is_named_and_the_first_that_works_again_brings_the_others_back() -> None:
    with begun(Table(Retry(0.01, 0.05), Never(), Never(), Never())) as table:
        for seat, worker in table.workers.items():
            worker.show(screen(seat))
        assert all(table.shows(seat, seat) for seat in table.workers)
        for seat in table.workers:
            table.buses.wire(seat).hang(0.01)
        for seat, worker in table.workers.items():
            worker.show(screen(10 + seat))
        assert all(table.hears(seat, "the bus hangs") for seat in table.workers)
        for seat in table.workers:
            table.buses.wire(seat).flow()
        assert all(table.shows(seat, 10 + seat) for seat in table.workers)
        assert all(table.hears(seat, "") for seat in table.workers)


def test_a_key_brings_back_a_panel_that_was_put_in_again() -> None:
    with begun(Table(Never(0.01), Never(0.01))) as table:
        table.workers[1].show(screen(1))
        assert table.shows(1, 1)
        table.buses.unplug(1)
        table.workers[1].show(screen(2))
        assert table.hears(1, "does not answer")
        table.buses.plug(1)
        table.workers[1].look()
        assert table.shows(1, 2)


def test_a_panel_that_hangs_the_bus_is_not_tried_while_somebody_waits_for_another() -> None:
    now = 100.0
    turns = Turns(lambda: now)
    wiring = SeatWiring(1, KEYS[0], None, PanelWiring())
    buses = FakeBuses(Wiring((wiring,)))
    worker = PanelWorker(
        wiring, lambda shown: noise(1), buses.open, lambda trouble: None, Retry(0.2), lambda: now, turns
    )
    for seat in (1, 2):
        turns.works(seat, hung=False)
    worker._fail(TimeoutError(110, "timed out"))
    turns.pressed(2)
    worker.look()
    now += 0.3
    assert worker._left() == pytest.approx(QUIET - 0.3), "it was pressed just now"
    now += 0.3
    assert worker._left() <= 0
    now += OVERDUE
    turns.pressed(2)
    assert worker._left() <= 0, "it is tried now and then though keys are pressed without end"
    now -= OVERDUE
    turns.fails(2)
    turns.pressed(2)
    assert worker._left() <= 0, "there is nobody whom it holds up"


def test_panels_behind_one_controller_are_known_by_the_kernels_buses(tmp_path: Path) -> None:
    sides = tmp_path / "soc" / "i2c-1" / "i2c-11"
    sides.mkdir(parents=True)
    for bus in (sides, sides.parent):
        (tmp_path / bus.name).symlink_to(bus)
    assert controller_of(PanelWiring(bus=11), tmp_path) == 1
    assert controller_of(PanelWiring(bus=1, channel=2), tmp_path) == 1
    assert controller_of(PanelWiring(bus=3), tmp_path) == 3


@pytest.mark.parametrize(("hertz", "hundredths"), [(400_000, 5), (None, 5), (10_000, 47)])
def test_the_kernel_ends_a_transfer_that_hangs_soon_but_never_one_that_is_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hertz: int | None, hundredths: int
) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(fcntl, "ioctl", lambda descriptor, request, value: asked.append((request, value)))
    (tmp_path / "i2c-1" / "of_node").mkdir(parents=True)
    if hertz is not None:
        (tmp_path / "i2c-1" / "of_node" / "clock-frequency").write_bytes(hertz.to_bytes(4))
    devices = tmp_path / "devices"
    devices.mkdir()
    cut_hangs_short(1, PIECE + 2, tmp_path, devices)
    assert asked == [], "there is no such bus"
    (devices / "i2c-1").touch()
    cut_hangs_short(1, PIECE + 2, tmp_path, devices)
    assert asked == [(TIMEOUT, hundredths)]
