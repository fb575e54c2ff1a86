"""The thread that waits for the keys' edges: it sleeps, it loses nothing, and nothing silences it."""

import logging
import select
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import ClassVar, Self

import pytest

from spytable.seats.gpio.lines.edges import Edges
from spytable.seats.gpio.lines.kernel import Flag, Line, request
from spytable.seats.gpio.simulated.gpiochip import FakeChip

KEY = Flag.INPUT | Flag.PULL_UP | Flag.RISING | Flag.FALLING


class Heard:
    """What was told, in order: number of the line, stamp, level."""

    def __init__(self) -> None:
        self.edges: list[tuple[int, float, bool]] = []
        self.gate = threading.Event()
        self.gate.set()
        self.entered = threading.Event()
        self._news = threading.Condition()

    def of(self, number: int) -> Callable[[float, bool], None]:
        def tell(stamp: float, high: bool) -> None:
            self.entered.set()
            self.gate.wait(60)
            with self._news:
                self.edges.append((number, stamp, high))
                self._news.notify_all()

        return tell

    def wait(self, count: int) -> bool:
        with self._news:
            return self._news.wait_for(lambda: len(self.edges) >= count, 60)


@pytest.fixture
def chip() -> FakeChip:
    return FakeChip()


@pytest.fixture
def edges() -> Iterator[Edges]:
    edges = Edges()
    yield edges
    edges.close()


def watched(chip: FakeChip, edges: Edges, heard: Heard, number: int) -> Line:
    line = request(chip.path, number, KEY, kernel=chip)
    edges.watch(line, heard.of(number))
    return line


def test_edges_of_several_lines_are_told_in_order_of_the_kernels_time(chip: FakeChip, edges: Edges) -> None:
    heard = Heard()
    for number in (4, 17, 27):
        watched(chip, edges, heard, number)
    heard.gate.clear()
    chip.press(4, 1_000_000_000)
    assert heard.entered.wait(60), "the thread is busy with the first; the others wait together"
    chip.press(27, 3_000_000_000)
    chip.press(17, 2_000_000_000)
    chip.let_go(27, 5_000_000_000)
    chip.let_go(17, 4_000_000_000)
    heard.gate.set()
    assert heard.wait(5)
    assert heard.edges == [(4, 1.0, False), (17, 2.0, False), (27, 3.0, False), (17, 4.0, True), (27, 5.0, True)]


class Poll:
    """An epoll that keeps how long its user was ready to wait; None: for ever."""

    waits: ClassVar[list[float | None]] = []

    def __init__(self) -> None:
        self._poll = select.epoll()
        self.register, self.unregister = self._poll.register, self._poll.unregister

    def poll(self, timeout: float | None = None) -> list[tuple[int, int]]:
        self.waits.append(timeout)
        return self._poll.poll(timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._poll.close()


def test_nothing_wakes_while_nobody_presses_a_key(
    chip: FakeChip, edges: Edges, monkeypatch: pytest.MonkeyPatch
) -> None:
    Poll.waits.clear()
    monkeypatch.setattr("spytable.seats.gpio.lines.edges.select", SimpleNamespace(**vars(select) | {"epoll": Poll}))
    heard = Heard()
    watched(chip, edges, heard, 4)
    chip.press(4)
    assert heard.wait(1)
    thread = edges._thread
    assert thread is not None
    until = time.monotonic() + 60
    while len(Poll.waits) < 3 and time.monotonic() < until:
        thread.join(0.01)  # It tells of an edge, and looks after that whether it may sleep.
    edges.close()
    thread.join(60)
    assert Poll.waits[:3] == [None, 0, None], (
        "it waits for ever, reads an edge, sees that no other came, waits for ever"
    )


def test_a_listener_that_raises_is_reported_once_and_silences_nobody(
    chip: FakeChip, edges: Edges, caplog: pytest.LogCaptureFixture
) -> None:
    heard = Heard()
    line = request(chip.path, 17, KEY, kernel=chip)

    def broken(stamp: float, high: bool) -> None:
        raise RuntimeError("a listener stumbled")

    edges.watch(line, broken)
    watched(chip, edges, heard, 4)
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            chip.press(17)
            chip.let_go(17)
        chip.press(4)
        assert heard.wait(1)
    assert [record.getMessage() for record in caplog.records] == ["GPIO 17: an edge was not taken"]


def test_where_more_edges_came_than_the_kernel_keeps_the_last_word_is_the_level(chip: FakeChip, edges: Edges) -> None:
    heard = Heard()
    watched(chip, edges, heard, 4)
    heard.gate.clear()
    chip.press(4)
    assert heard.entered.wait(60)
    for _ in range(300):
        chip.let_go(4)
        chip.press(4)
    # An edge that no event tells of: the line is up now, the kernel's last word was down.
    chip._grounded.discard(4)
    heard.gate.set()
    assert heard.wait(1 + 256 + 1)
    assert heard.edges[-2][2] is False and heard.edges[-1][2] is True
    chip.press(4)
    assert heard.wait(1 + 256 + 2)
    assert heard.edges[-1][2] is False


def test_a_line_that_fires_without_end_keeps_no_other_waiting(chip: FakeChip, edges: Edges) -> None:
    heard = Heard()
    noisy = request(chip.path, 17, KEY, kernel=chip)

    def again(stamp: float, high: bool) -> None:
        chip.let_go(17) if not high else chip.press(17)

    edges.watch(noisy, again)
    watched(chip, edges, heard, 4)
    chip.press(17)
    for _ in range(20):
        chip.press(4)
        chip.let_go(4)
    assert heard.wait(40)


def test_a_chip_that_is_gone_is_told_once_and_is_not_asked_again(
    chip: FakeChip, edges: Edges, caplog: pytest.LogCaptureFixture
) -> None:
    heard = Heard()
    line = watched(chip, edges, heard, 4)
    chip.remove()
    assert heard.wait(1)
    assert heard.edges[0][2] is False, "whoever listens looks at the key, and is told that it cannot be read"
    with pytest.raises(OSError, match="No such device"):
        line.is_high()
    assert edges._watched == {}
    assert [record.getMessage() for record in caplog.records] == ["GPIO 4: [Errno 19] No such device"]


def test_a_line_that_is_forgotten_is_not_told_of(chip: FakeChip, edges: Edges) -> None:
    heard = Heard()
    first = watched(chip, edges, heard, 4)
    edges.forget(first)
    first.close()
    second = watched(chip, edges, heard, 17)
    edges.forget(Line(second.descriptor, 4, chip))
    chip.press(4)
    chip.press(17, 1_000_000_000)
    assert heard.wait(1)
    assert heard.edges == [(17, 1.0, False)], "another line that got the number of its descriptor is another line"


def test_closing_ends_the_thread_and_nothing_is_watched_after_that(chip: FakeChip) -> None:
    edges, heard = Edges(), Heard()
    line = watched(chip, edges, heard, 4)
    thread, epoll = edges._thread, edges._epoll
    assert thread is not None and epoll is not None
    edges.close()
    edges.close()
    thread.join(60)
    assert not thread.is_alive() and epoll.closed
    with pytest.raises(RuntimeError):
        edges.watch(line, heard.of(4))
    edges.forget(line)
    line.close()
    assert not chip.open_descriptors


def test_a_listener_may_close_everything(chip: FakeChip, edges: Edges) -> None:
    line = request(chip.path, 4, KEY, kernel=chip)
    done = threading.Event()

    def tell(stamp: float, high: bool) -> None:
        edges.close()
        done.set()

    edges.watch(line, tell)
    thread = edges._thread
    assert thread is not None
    chip.press(4)
    assert done.wait(60)
    thread.join(60)
    assert not thread.is_alive()


def test_where_no_line_is_watched_there_is_no_thread() -> None:
    edges = Edges()
    assert edges._thread is None
    edges.close()
