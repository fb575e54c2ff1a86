"""The clerk: an announcement is on the disk before it is answered, and no disk holds the game up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from spytable.game.announcements import Announcement, Answer, Base, Done, Said, SetUp, Spy, Start
from spytable.game.base import Facing
from spytable.journal import clerk as clerk_module
from spytable.journal.clerk import Clerk, Keeper, Kind
from spytable.journal.errors import JournalError
from spytable.journal.journal import Journal

GAME: tuple[Announcement, ...] = (
    SetUp(("green", "red")),
    Base("green", 1, Facing.RIGHT),
    Base("red", 8, Facing.LEFT),
    Start("green"),
    Spy("green", "red"),
    Answer("red", Said.BOMB),
    Done("green"),
)
FOREVER = 60.0
"""Seconds of patience where a test means none to run out."""


class Disk:
    """A journal whose disk does what a test says. *writes*: what was kept, a write each."""

    def __init__(self) -> None:
        self.report: str | None = None
        self.replaced = False
        self.fault = ""
        self.free = threading.Event()
        self.free.set()
        self.writes: list[tuple[Announcement, ...]] = []
        self.choices: dict[str, object] = {}
        self.probes = 0
        self.closed = False

    def keep(self, announcements: Sequence[Announcement], choices: Mapping[str, object], /) -> None:
        assert self.free.wait(FOREVER)
        if self.fault:
            raise JournalError(self.fault)
        self.writes.append(tuple(announcements))
        self.choices |= choices

    def probe(self) -> None:
        self.probes += 1

    def close(self) -> None:
        self.closed = True

    @property
    def kept(self) -> tuple[Announcement, ...]:
        return tuple(announcement for write in self.writes for announcement in write)


class Desk:
    """A clerk at work. *changes* counts how often it had something to tell."""

    def __init__(self, disk: Keeper | None, patience: float = FOREVER, **options: object) -> None:
        self.clerk = Clerk(disk, patience=patience, **options)  # type: ignore[arg-type]
        self.told = threading.Semaphore(0)
        self.clerk.start(self.told.release)

    def until(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + FOREVER
        while not condition():
            assert self.told.acquire(timeout=end - time.monotonic()), "the clerk told nothing"


@pytest.fixture
def disk() -> Iterator[Disk]:
    disk = Disk()
    yield disk
    disk.free.set()


def test_what_is_handed_over_is_on_the_disk_when_the_table_goes_on(disk: Disk) -> None:
    desk = Desk(disk)
    for i, announcement in enumerate(GAME, 1):
        desk.clerk.keep((announcement,), {"chairs": "1 green"})
        assert disk.writes == [(one,) for one in GAME[:i]], "each is a write of its own"
    assert disk.choices == {"chairs": "1 green"}
    assert desk.clerk.fault == ""
    assert desk.clerk.close(FOREVER) and disk.closed
    assert not disk.probes, "nothing is written that nobody announced"


def test_a_slow_disk_is_said_once_and_waited_for_once(disk: Disk) -> None:
    desk = Desk(disk, patience=0.01)
    disk.free.clear()
    desk.clerk.keep(GAME[:1], {})
    assert "too slow" in desk.clerk.fault
    for announcement in GAME[1:]:
        desk.clerk.keep((announcement,), {})
    assert not disk.writes, "the table went on before the disk had answered"
    disk.free.set()
    assert desk.clerk.close(FOREVER)
    assert disk.kept == GAME


def test_a_disk_that_is_always_slow_is_not_said_to_be_well_between_two_announcements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for pause in ("FIRST_PAUSE", "LONGEST_PAUSE"):  # No trial comes in between, however busy the machine is.
        monkeypatch.setattr(clerk_module, pause, FOREVER)

    class Slow(Disk):
        done = threading.Semaphore(0)

        def keep(self, *what: object) -> None:
            seconds.append(FOREVER)
            super().keep(*what)  # type: ignore[arg-type]
            self.done.release()

    seconds = [0.0]
    disk = Slow()
    desk = Desk(disk, patience=0.001, clock=lambda: sum(seconds))
    faults = []
    disk.free.clear()
    for announcement in GAME:
        desk.clerk.keep((announcement,), {})
        disk.free.set()  # The first was waited for in vain, however busy the machine is.
        assert disk.done.acquire(timeout=FOREVER)
        faults.append(bool(desk.clerk.fault))
    assert all(faults)
    assert desk.clerk.close(FOREVER)
    assert not desk.told.acquire(blocking=False)
    assert disk.kept == GAME


def test_a_disk_that_was_slow_once_is_found_well_without_an_announcement(monkeypatch: pytest.MonkeyPatch) -> None:
    for pause in ("FIRST_PAUSE", "LONGEST_PAUSE"):
        monkeypatch.setattr(clerk_module, pause, 0.01)

    class Slow(Disk):
        def keep(self, *what: object) -> None:
            seconds.append(FOREVER)
            super().keep(*what)  # type: ignore[arg-type]

    seconds = [0.0]
    disk = Slow()
    desk = Desk(disk, patience=0.001, clock=lambda: sum(seconds))
    disk.free.clear()
    desk.clerk.keep((), {"chairs": 1})
    assert desk.clerk.fault, "it was waited for in vain"
    disk.free.set()
    desk.until(lambda: not desk.clerk.fault)
    assert disk.choices == {"chairs": 1}, "all is kept"
    assert disk.probes, "it was not taken for well because it took long"
    assert desk.clerk.close(FOREVER)


def test_what_a_full_disk_did_not_take_is_written_in_order_when_it_does(disk: Disk) -> None:
    desk = Desk(disk)
    desk.clerk.keep(GAME[:1], {})
    disk.fault = "The disk is full."
    for announcement in GAME[1:4]:
        desk.clerk.keep((announcement,), {"chairs": announcement.say})
    desk.until(lambda: desk.clerk.fault == "The disk is full.")
    disk.fault = ""
    for announcement in GAME[4:]:
        desk.clerk.keep((announcement,), {})
    desk.until(lambda: not desk.clerk.fault)
    assert disk.kept == GAME
    assert disk.choices == {"chairs": "start"}
    desk.clerk.close()


def test_a_disk_that_is_well_again_is_noticed_without_a_press(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clerk_module, "FIRST_PAUSE", 0.01)
    disk.fault = "The disk is full."
    desk = Desk(disk)
    desk.clerk.keep(GAME[:1], {})
    assert desk.clerk.fault
    disk.fault = ""
    desk.until(lambda: not desk.clerk.fault)
    assert disk.kept == GAME[:1]
    desk.clerk.close()


def test_a_journal_that_could_not_be_opened_is_opened_when_it_can_be(tmp_path: Path) -> None:
    in_the_way = tmp_path / "state"
    in_the_way.write_text("")
    path = in_the_way / "journal.sqlite"
    desk = Desk(None, reopen=lambda: Journal.open(path), fault="No folder.")
    desk.clerk.keep(GAME[:2], {})
    assert desk.clerk.fault
    in_the_way.unlink()
    desk.clerk.keep(GAME[2:], {})
    desk.until(lambda: not desk.clerk.fault)
    assert desk.clerk.close(FOREVER)
    assert kept(path) == GAME


def test_what_waits_when_the_table_stops_is_tried_once_more(disk: Disk) -> None:
    disk.fault = "The disk is full."
    desk = Desk(disk)
    desk.clerk.keep(GAME, {})
    desk.until(lambda: bool(desk.clerk.fault))
    disk.fault = ""
    assert desk.clerk.close(FOREVER)
    assert disk.kept == GAME and disk.closed


def test_a_disk_that_hangs_does_not_hold_up_the_stop(disk: Disk) -> None:
    desk = Desk(disk, patience=0.001)
    disk.free.clear()
    desk.clerk.keep(GAME, {})
    assert not desk.clerk.close(0.01)
    disk.free.set()
    assert desk.clerk.close(FOREVER)


def test_a_fault_of_our_own_is_told_and_ends_nothing(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(disk)
    with monkeypatch.context() as patch:
        patch.setattr(disk, "keep", lambda *what: 1 / 0)
        desk.clerk.keep(GAME[:1], {})
        assert "ZeroDivisionError" in desk.clerk.fault
    desk.clerk.keep(GAME[1:], {})
    desk.until(lambda: not desk.clerk.fault)
    assert disk.kept == GAME
    desk.clerk.close()


def test_an_evening_without_a_disk_fills_no_memory(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clerk_module, "MOST", 20)
    disk.fault = "The disk is full."
    desk = Desk(disk)
    for _ in range(10):
        for announcement in GAME:
            desk.clerk.keep((announcement,), {})
        # What the clerk has in hand to try again comes on top of what waits.
        assert len(desk.clerk._waiting) <= 2 * (20 + len(GAME))
    disk.fault = ""
    assert desk.clerk.close(FOREVER)
    assert disk.kept[-len(GAME) :] == GAME
    assert isinstance(disk.kept[0], SetUp)


def test_what_the_journal_tells_is_told_once(disk: Disk) -> None:
    disk.report = "An old game cannot go on."
    desk = Desk(disk)
    assert [news.kind for news in desk.clerk.news()] == [Kind.REFUSED]
    desk.clerk.keep(GAME[:1], {})
    assert desk.clerk.news() == []
    disk.report, disk.replaced = "It was damaged.", True
    desk.clerk.keep(GAME[1:2], {})
    assert [news.words for news in desk.clerk.news()] == ["It was damaged."]
    desk.clerk.close()


def kept(path: Path) -> tuple[Announcement, ...]:
    journal = Journal.open(path)
    try:
        return journal.unfinished()
    finally:
        journal.close()
