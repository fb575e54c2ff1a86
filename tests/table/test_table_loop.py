"""The loop by itself, on scripted seats: who feeds the watchdog, what is told of troubles, and how it ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence

import pytest

from mute import Mute
from spytable.game.calls import Call
from spytable.machine import Machine
from spytable.referee.conversation import Conversation
from spytable.referee.message import message
from spytable.referee.press import Cue, Press, Step
from spytable.referee.screen import Icon
from spytable.seats.scripted import ScriptedSeats, plain
from spytable.seats.seats import Trouble
from spytable.table import Table
from spytable.troubles import status_lines
from spytable.watchdog import Watchdog


class Silent(Mute):
    """A voice that says nothing; `hangs` makes it never come back."""

    def __init__(self) -> None:
        self.hangs: Callable[[], None] = lambda: None

    def speak(self, calls: Sequence[Call]) -> None:
        self.hangs()

    repeat = speak

    def cue(self, cue: Cue) -> None:
        self.hangs()


class Watcher(Watchdog):
    """systemd's end: notes what it is told."""

    def __init__(self, patience: float | None = 0.005) -> None:
        super().__init__()
        self.patience = patience
        self.heard: list[str] = []
        self.news = threading.Condition()

    def _note(self, word: str) -> None:
        with self.news:
            self.heard.append(word)
            self.news.notify_all()

    def ready(self) -> None:
        self._note("ready")

    def feed(self) -> None:
        self._note("fed")

    def stopping(self) -> None:
        self._note("stopping")

    def wait_for_more(self, meals: int) -> bool:
        with self.news:
            wanted = self.heard.count("fed") + meals
            return self.news.wait_for(lambda: self.heard.count("fed") >= wanted, 60)


class Talk(Conversation):
    """A conversation that can be made to hang."""

    hangs: Callable[[], None] = staticmethod(lambda: None)

    def press(self, press: Press) -> Step:
        self.hangs()
        return super().press(press)


class Running:
    """A table that runs in a thread of its own."""

    def __init__(self, patience: float | None = 0.005) -> None:
        self.seats, self.voice, self.watchdog = ScriptedSeats(), Silent(), Watcher(patience)
        self.talk = Talk(draw=lambda n: 0, status=lambda: self.table.status(), may_shut_down=True)
        self.log: list[str] = []
        self.table = Table(
            self.talk, self.seats, self.voice, None, report=self.log.append, watchdog=self.watchdog
        )
        self.thread = threading.Thread(target=self.table.run, daemon=True)
        self.thread.start()
        self.seats.wait_for(4, lambda screen: True)

    def health(self):
        health = self.table.ask(60)
        assert health is not None
        return health

    def body(self, seat: int) -> list[str]:
        self.health()  # what was reported before has been taken by then
        screen = self.seats.screen(seat)
        assert screen is not None
        return [plain(line) for line in screen.body]

    def icons(self) -> frozenset[Icon]:
        self.health()
        screen = self.seats.screen(1)
        assert screen is not None
        return screen.icons

    def report(self, part: str, what: str = "", remedy: str = "") -> None:
        self.table.report_trouble(Trouble(part, what, remedy))


@pytest.fixture
def running() -> Iterator[Running]:
    running = Running()
    yield running
    running.table.stop()
    running.thread.join(60)


def test_systemd_hears_ready_after_the_first_screens_and_then_that_the_loop_turns(running: Running) -> None:
    assert running.watchdog.wait_for_more(3), "an idle table feeds its watchdog"
    assert running.watchdog.heard[:2] == ["ready", "fed"]
    running.table.stop()
    running.thread.join(60)
    assert running.watchdog.heard[-1] == "stopping"


def test_an_idle_table_that_nobody_watches_never_wakes() -> None:
    running = Running(patience=None)
    running.health()
    meals = running.watchdog.heard.count("fed")
    for _ in range(5):
        running.health()
    assert running.watchdog.heard.count("fed") <= meals + 6, "the loop turned for the questions alone"
    running.table.stop()
    running.thread.join(60)


def test_a_loop_that_hangs_is_not_fed_and_goes_on_when_it_is_free(running: Running) -> None:
    inside, free = threading.Event(), threading.Event()

    def hang() -> None:
        inside.set()
        free.wait(60)

    running.talk.hangs = hang  # type: ignore[method-assign]
    running.seats.press(1, 1)
    assert inside.wait(60)
    meals = running.watchdog.heard.count("fed")
    assert running.table.ask(0.1) is None, "whoever asks for the status is not kept waiting"
    assert running.watchdog.heard.count("fed") == meals
    free.set()
    assert running.watchdog.wait_for_more(2)


@pytest.mark.parametrize(
    ("part", "notice", "icons"),
    [
        ("panel of seat 2", "Seat 2: no panel", frozenset()),
        ("lamp of seat 3", "Seat 3: no lamp", frozenset()),
        ("key 4 of seat 2", "Seat 2: key fails", frozenset()),
        ("keys", "Keys do not work", frozenset()),
        ("sound", "No sound: read panels", {Icon.MUTE}),
        ("voice", "No voice: read panels", {Icon.MUTE}),
        ("journal", "Game is not kept", {Icon.NOT_KEPT}),
    ],
)
def test_what_fails_is_named_on_all_panels_and_in_the_status_until_it_works(
    running: Running, part: str, notice: str, icons: frozenset[Icon]
) -> None:
    running.report(part, "does not answer", "check its plug")
    assert all(notice in running.body(seat) for seat in (1, 4))
    assert running.icons() == icons
    (fault,) = running.health().faults
    assert (fault.part, fault.what, fault.remedy, fault.over) == (part, "does not answer", "check its plug", False)
    assert running.log == [f"{part}: does not answer; check its plug"]
    running.report(part)
    assert notice not in running.body(1) and running.icons() == frozenset()
    health = running.health()
    assert health.faults == () and [(past.part, past.over) for past in health.past] == [(part, True)]
    assert running.log[1:] == [f"{part}: works again."]


def test_a_fault_that_came_before_is_told_again_when_a_later_one_is_over(running: Running) -> None:
    running.report("panel of seat 3", "does not answer")
    running.report("sound", "No sound device.")
    assert "No sound: read panels" in running.body(1)
    running.report("sound")
    assert "Seat 3: no panel" in running.body(1)


def test_a_fault_nobody_at_the_table_needs_to_know_is_in_the_status_alone(running: Running) -> None:
    before = running.body(1)
    running.report("voice cache", "The disk is full.")
    assert running.body(1) == before
    assert [fault.part for fault in running.health().faults] == ["voice cache"]


def test_what_failed_last_is_remembered_within_bounds(running: Running) -> None:
    for seat in range(1, 40):
        running.report(f"part {seat}", "fails")
        running.report(f"part {seat}")
    past = running.health().past
    assert [fault.part for fault in past[:2]] == ["part 39", "part 38"] and len(past) == 10


def test_the_status_page_names_what_fails(running: Running) -> None:
    running.report("panel of seat 2", "does not answer")
    for label in ("Green", "More", "Status"):
        running.seats.press_label(1, label)
    screen = running.seats.wait_for(1, lambda screen: plain(screen.title) == "Status")
    assert plain(screen.body[0]) == "Seat 2: no panel"


@pytest.mark.parametrize(
    ("failing", "machine", "lines"),
    [
        ((), Machine(), ["All works", "Version"]),
        ((), Machine(temperature=47.6), ["All works", "Version", "48 °C"]),
        ((), Machine(power_was_low=True, temperature=47.6), ["Power is too low", "Version", "48 °C"]),
        (("a", "b", "c", "d"), Machine(power_low=True), ["Power is too low", "a", "b"]),
    ],
)
def test_the_status_page_has_room_for_what_matters_most(
    failing: tuple[str, ...], machine: Machine, lines: list[str]
) -> None:
    shown = [plain(line) for line in status_lines(tuple(message(text) for text in failing), machine)]
    assert [line.partition(" ")[0] if "Version" in line else line for line in shown] == lines
    assert len(shown) <= 3 and all(len(line) <= 21 for line in shown)


def test_a_hold_in_the_lobby_ends_the_table_and_asks_for_the_machine_to_be_shut_down(running: Running) -> None:
    for label in ("Green", "More", "Off"):
        running.seats.press_label(1, label)
    screen = running.seats.wait_for(1, lambda screen: plain(screen.title) == "Shut down?")
    running.seats.press(1, 1, prompt=screen.prompt)
    assert running.health() is not None and not running.table.shuts_down
    running.seats.press(1, 1, prompt=screen.prompt, held=True)
    running.thread.join(60)
    assert running.table.shuts_down and running.seats.closed
