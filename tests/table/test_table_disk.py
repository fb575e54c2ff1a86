"""A table whose disk fails in the middle of an evening: the game goes on, and the panels say once what is wrong."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from mute import Mute
from spytable.game.announcements import Announcement, SetUp
from spytable.game.calls import Call
from spytable.journal.clerk import Clerk
from spytable.journal.errors import JournalError
from spytable.journal.journal import Journal
from spytable.referee.conversation import Conversation
from spytable.referee.screen import Icon, Screen
from spytable.seats.scripted import ScriptedSeats, plain
from spytable.table import Table

OPENING = ((1, "Green"), (2, "Red"), (1, "Begin"), (1, "OK"), (1, "Next"), (1, "Ready"), (2, "Next"), (2, "Ready"))


class Disk:
    """A journal that fails, or hangs, when a test says so."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.report: str | None = None
        self.replaced = False
        self.fault = ""
        self.asked = threading.Event()
        self.free = threading.Event()
        self.free.set()

    def keep(self, announcements: Sequence[Announcement], choices: Mapping[str, bool | int | str], /) -> None:
        self.asked.set()
        assert self.free.wait(60)
        if self.fault:
            raise JournalError(self.fault)
        self.journal.keep(announcements, choices)
        self.report, self.replaced = self.journal.report, self.journal.replaced

    def probe(self) -> None:
        self.journal.probe()

    def unfinished(self) -> tuple[Announcement, ...]:
        return self.journal.unfinished()

    def close(self) -> None:
        self.journal.close()


class Silent(Mute):
    """A voice that keeps what it was asked for."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def speak(self, calls: Sequence[Call], /) -> None:
        self.calls += calls

    def repeat(self, calls: Sequence[Call], /) -> None:
        self.calls += calls


class Evening:
    def __init__(self, path: Path, patience: float = 60.0) -> None:
        self.disk = Disk(Journal.open(path))
        self.clerk = Clerk(self.disk, patience=patience)
        self.seats = ScriptedSeats((1, 2))
        self.voice = Silent()
        self.log: list[str] = []
        talk = Conversation((1, 2), draw=lambda n: 0)
        self.table = Table(talk, self.seats, self.voice, self.clerk, report=self.log.append)
        self.thread = threading.Thread(target=self.table.run, daemon=True)
        self.thread.start()

    def press(self, *keys: tuple[int, str]) -> None:
        for seat, label in keys:
            self.press_one(seat, label)

    def press_one(self, seat: int, label: str) -> None:
        before = self.seats.wait_for(seat, lambda screen: label in labels(screen))
        self.seats.press(seat, labels(before).index(label) + 1, prompt=before.prompt)
        self.seats.wait_for(seat, lambda screen: screen != before)
        # The loop has done with the press, not only with something else that the panel tells.
        assert self.table.ask(60) is not None

    def stop(self) -> None:
        self.disk.free.set()
        self.table.stop()
        self.thread.join(60)
        assert self.clerk.close(60)


def labels(screen: Screen) -> list[str]:
    return ["" if label is None else plain(label) for label in screen.labels]


def warned(screen: Screen) -> bool:
    return Icon.NOT_KEPT in screen.icons


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path / "journal.sqlite")
    yield evening
    evening.stop()


def test_a_full_disk_is_said_once_ends_no_game_and_is_caught_up_with(evening: Evening, tmp_path: Path) -> None:
    evening.press(*OPENING[:4])
    evening.disk.fault = "The disk is full."
    evening.press(*OPENING[4:])
    for seat in (1, 2):
        evening.seats.wait_for(seat, warned)
    # The panel says it in words until its next press, and goes on showing the sign.
    assert [plain(line) for line in evening.seats.wait_for(2, warned).body][-1] != ""
    assert evening.log == [
        "journal: The disk is full. The game goes on, but a power cut would lose it.",
    ]
    evening.disk.fault = ""
    evening.press((1, "I do"))
    for seat in (1, 2):
        evening.seats.wait_for(seat, lambda screen: not warned(screen))
    evening.stop()
    assert evening.log[1:] == ["journal: works again."]
    journal = Journal.open(tmp_path / "journal.sqlite")
    assert [announcement.say for announcement in journal.unfinished()] == ["setup", "base", "base", "start"]
    journal.close()


def test_keys_and_calls_go_on_while_a_disk_hangs(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "journal.sqlite")
    evening.press(*OPENING[:2])
    evening.disk.free.clear()
    evening.clerk._patience = 0.01  # from here on: a machine that is busy is not what is tried
    evening.press(*OPENING[2:], (1, "I do"), (1, "Done"), (2, "Done"))
    assert [type(call).__name__ for call in evening.voice.calls] == ["SetUp", "Ready", "Ready", "Turn", "Turn", "Turn"]
    assert len(evening.log) == 1 and "too slow" in evening.log[0]
    evening.stop()


def test_no_call_is_given_out_before_its_announcement_is_kept(evening: Evening) -> None:
    """While the disk has not answered, nobody hears or sees what follows."""
    evening.press(*OPENING[:3])
    screens = [evening.seats.screen(seat) for seat in (1, 2)]
    evening.disk.free.clear()
    shown = evening.seats.wait_for(1, lambda screen: "OK" in labels(screen))
    evening.disk.asked.clear()
    evening.seats.press(1, labels(shown).index("OK") + 1)
    assert evening.disk.asked.wait(60)
    assert not evening.voice.calls
    assert [evening.seats.screen(seat) for seat in (1, 2)] == screens
    evening.disk.free.set()
    evening.seats.wait_for(1, lambda screen: "Next" in labels(screen))
    assert evening.voice.calls


def test_a_file_that_was_removed_is_told_on_the_panels_once_they_rest(evening: Evening, tmp_path: Path) -> None:
    evening.press(*OPENING[:4])
    (tmp_path / "journal.sqlite").unlink()
    evening.press(*OPENING[4:])
    for seat in (1, 2):
        evening.seats.wait_for(seat, lambda screen: "Journal was damaged" in map(plain, screen.body))
        assert not warned(evening.seats.wait_for(seat, bool)), "the running game is kept again"
    evening.press((1, "I do"))
    evening.seats.wait_for(1, lambda screen: "Journal was damaged" not in map(plain, screen.body))
    evening.stop()
    assert len(evening.log) == 1 and "removed" in evening.log[0]
    journal = Journal.open(tmp_path / "journal.sqlite")
    assert [announcement.say for announcement in journal.unfinished()] == ["setup", "base", "base", "start"]
    journal.close()


def test_a_journal_that_was_damaged_while_the_table_was_off_is_told_on_the_panels(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"no journal at all" * 100)
    assert told_at_the_start(path) == "Journal was damaged"
    assert path.with_name(path.name + ".damaged-1").exists()


def test_an_old_game_of_other_rules_is_refused_on_the_panels_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.sqlite"
    with monkeypatch.context() as patch:
        patch.setattr("spytable.journal.journal.RULES", 0)
        journal = Journal.open(path)
        journal.append(SetUp(("green", "red")))
        journal.close()
    assert told_at_the_start(path) == "Old game cannot go on"
    with monkeypatch.context() as patch:
        patch.setattr("spytable.journal.journal.RULES", 0)
        journal = Journal.open(path)
        assert journal.unfinished() == (SetUp(("green", "red")),)
        journal.close()


def told_at_the_start(path: Path) -> str:
    """The notice on the panels of a table that starts on the journal at *path*."""
    journal = Journal.open(path)
    assert journal.unfinished() == ()
    clerk, seats, log = Clerk(journal), ScriptedSeats((1, 2)), list[str]()
    table = Table(Conversation((1, 2), draw=lambda n: 0), seats, Silent(), clerk, report=log.append)
    thread = threading.Thread(target=table.run, daemon=True)
    thread.start()
    screen = seats.wait_for(2, lambda screen: bool(screen.body))
    table.stop()
    thread.join(60)
    assert clerk.close(60)
    assert log == [f"journal: {journal.report}"]
    return plain(screen.body[-1])
