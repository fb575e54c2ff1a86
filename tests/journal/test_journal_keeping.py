"""What was announced is on the disk when the table answers, and a game goes on where it stood."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from spytable.game.announcements import (
    Announcement,
    Answer,
    Base,
    Done,
    HouseRules,
    Leave,
    Said,
    SetUp,
    Spy,
    Start,
    Undo,
)
from spytable.game.base import Facing
from spytable.journal import journal as journal_module
from spytable.journal import line
from spytable.journal.errors import JournalBusyError, JournalError
from spytable.journal.journal import RULES, Journal

OPENING: tuple[Announcement, ...] = (
    SetUp(("green", "red"), rules=HouseRules(top_secret_out=True)),
    Base("green", 1, Facing.RIGHT),
    Base("red", 8, Facing.LEFT),
    Start("green"),
)
SPYING: tuple[Announcement, ...] = (Spy("green", "red"), Answer("red", Said.BOMB))


def keep(path: Path, *announcements: Announcement) -> None:
    journal = Journal.open(path)
    for announcement in announcements:
        journal.append(announcement)
    journal.close()


def kept(path: Path) -> tuple[Announcement, ...]:
    journal = Journal.open(path)
    try:
        return journal.unfinished()
    finally:
        journal.close()


def counts(path: Path) -> tuple[int, int]:
    """How many games and how many lines the file holds."""
    connection = sqlite3.connect(path)
    games = connection.execute("SELECT count(*) FROM games").fetchone()[0]
    lines = connection.execute("SELECT count(*) FROM lines").fetchone()[0]
    connection.close()
    return games, lines


def written() -> int:
    """Bytes that this process has given the system to write so far."""
    fields = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(fields["wchar"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal.open(path)
    yield journal
    journal.close()


def test_a_new_journal_has_no_game_and_nothing_to_report(journal: Journal) -> None:
    assert journal.unfinished() == ()
    assert journal.settings() == {}
    assert journal.report is None


def test_a_trial_of_the_disk_is_a_write_and_changes_nothing(path: Path) -> None:
    keep(path, *OPENING)
    journal = Journal.open(path)
    log = path.with_name(path.name + "-wal")
    before = log.stat().st_size if log.exists() else 0
    journal.probe()
    assert log.stat().st_size > before
    journal.append(SPYING[0])
    journal.close()
    assert journal.report is None
    assert kept(path) == (*OPENING, SPYING[0])


def test_a_game_goes_on_with_every_announcement_as_it_was_made(path: Path) -> None:
    keep(path, *OPENING, *SPYING)
    assert kept(path) == OPENING + SPYING


def test_a_game_goes_on_over_several_evenings(path: Path) -> None:
    keep(path, *OPENING)
    keep(path, *SPYING)
    keep(path, Done("green"))
    assert kept(path) == (*OPENING, *SPYING, Done("green"))


def test_an_undo_is_kept_beside_what_it_takes_back(path: Path) -> None:
    keep(path, *OPENING, *SPYING, Undo())
    assert kept(path) == (*OPENING, *SPYING, Undo())


def test_a_game_with_a_winner_is_not_gone_on_with(path: Path) -> None:
    keep(path, *OPENING, Leave("red"))
    assert kept(path) == ()


def test_an_undo_over_the_end_revives_the_game(path: Path) -> None:
    keep(path, *OPENING, Leave("red"), Undo())
    assert kept(path) == (*OPENING, Leave("red"), Undo())


def test_a_new_game_takes_the_place_of_one_that_was_broken_off(path: Path) -> None:
    keep(path, *OPENING, *SPYING)
    keep(path, *OPENING)
    assert kept(path) == OPENING


@pytest.mark.parametrize("count", [1, 4, 6])
def test_a_killed_table_has_kept_every_announcement_that_it_answered(path: Path, count: int) -> None:
    code = f"""
        import sys
        sys.path[:0] = {[entry for entry in sys.path if entry]!r}
        sys.path.insert(0, {str(Path(__file__).parent)!r})
        from pathlib import Path
        from spytable.journal.journal import Journal
        from test_journal_keeping import OPENING, SPYING
        journal = Journal.open(Path({str(path)!r}))
        for announcement in (OPENING + SPYING)[:{count}]:
            journal.append(announcement)
            print("answered", flush=True)
        sys.stdin.read()
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None and process.stdin is not None
    for _ in range(count):
        assert process.stdout.readline() == b"answered\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    process.stdout.close()
    assert kept(path) == (OPENING + SPYING)[:count]


def test_an_announcement_is_synced_to_the_disk_before_append_returns(journal: Journal) -> None:
    assert journal._connection.execute("PRAGMA synchronous").fetchone()[0] == 2
    assert journal._connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    journal.append(OPENING[0])
    assert not journal._connection.in_transaction


def test_choices_are_remembered(path: Path) -> None:
    journal = Journal.open(path)
    journal.remember("top_secret_out", True)
    journal.remember("volume", 7)
    journal.remember("language", "fy")
    journal.remember("volume", 8)
    journal.close()
    journal = Journal.open(path)
    assert journal.settings() == {"top_secret_out": True, "volume": 8, "language": "fy"}
    assert type(journal.settings()["top_secret_out"]) is bool
    journal.close()


def test_what_is_no_setting_is_refused(journal: Journal) -> None:
    with pytest.raises(TypeError):
        journal.remember("volume", 0.5)  # type: ignore[arg-type]


def test_an_announcement_is_one_small_write(journal: Journal) -> None:
    for announcement in OPENING:
        journal.append(announcement)
    before = written()
    for _ in range(100):
        journal.append(SPYING[0])
    assert (written() - before) / 100 < 2000


def test_an_idle_table_writes_nothing(journal: Journal) -> None:
    for announcement in OPENING:
        journal.append(announcement)
    journal.remember("top_secret_out", True)
    before = written()
    journal.unfinished()
    journal.settings()
    journal.remember("top_secret_out", True)
    assert written() == before


def test_the_log_stays_small_however_long_the_evening(journal: Journal, path: Path) -> None:
    for _ in range(200):
        for announcement in OPENING:
            journal.append(announcement)
    assert path.with_name(path.name + "-wal").stat().st_size < 400_000


def test_the_oldest_games_are_let_go(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "KEPT", 3)
    for _ in range(5):
        keep(path, *OPENING)
    assert counts(path) == (3, 3 * len(OPENING))
    assert kept(path) == OPENING


def test_a_game_of_other_rules_is_refused_politely_and_stays_in_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(path, *OPENING)
    with monkeypatch.context() as patch:
        patch.setattr(journal_module, "RULES", RULES + 1)
        journal = Journal.open(path)
        assert journal.report is not None and "version 1 of the rules" in journal.report
        assert journal.unfinished() == ()
        journal.close()
    assert counts(path) == (1, len(OPENING))
    assert kept(path) == OPENING


def test_an_announcement_that_this_version_does_not_know_ends_nothing(path: Path) -> None:
    keep(path, *OPENING)
    journal = Journal.open(path)
    text = line.write(line.Line(1, 4, RULES, 0, {"say": "teleport"}))
    journal._connection.execute("INSERT INTO lines VALUES (5, ?)", (text,))
    journal.close()
    journal = Journal.open(path)
    assert journal.unfinished() == ()
    assert journal.report is not None and "cannot go on" in journal.report
    journal.append(OPENING[0])
    journal.close()
    assert kept(path) == OPENING[:1]


def test_a_jumping_clock_changes_no_game(path: Path) -> None:
    times = iter([5e9, -3.0, 1.5, 0.0, 1e9, 2.0])
    journal = Journal.open(path, wall=lambda: next(times))
    for announcement in OPENING + SPYING:
        journal.append(announcement)
    journal.close()
    assert kept(path) == OPENING + SPYING


def test_a_second_table_is_told_who_is_running(journal: Journal, path: Path) -> None:
    with pytest.raises(JournalBusyError) as caught:
        Journal.open(path)
    assert caught.value.process == os.getpid()
    assert f"process {os.getpid()}" in str(caught.value)


def test_a_program_that_the_table_started_does_not_hold_its_place(path: Path) -> None:
    journal = Journal.open(path)
    left_over = subprocess.Popen(["sleep", "60"])
    journal.close()
    try:
        Journal.open(path).close()
    finally:
        left_over.kill()
        left_over.wait()


def test_without_a_game_only_a_set_up_is_taken(journal: Journal) -> None:
    with pytest.raises(JournalError):
        journal.append(Done("green"))
    journal.append(OPENING[0])


def test_a_closed_journal_says_so(path: Path) -> None:
    journal = Journal.open(path)
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.append(OPENING[0])
