"""A journal on a disk that cannot be written is read all the same, and kept again when that can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from spytable.game.announcements import Announcement, Base, Leave, SetUp, Start
from spytable.game.base import Facing
from spytable.journal.clerk import Clerk
from spytable.journal.glance import Glance, glance
from spytable.journal.journal import Journal

GAME: tuple[Announcement, ...] = (
    SetUp(("green", "red")),
    Base("green", 1, Facing.RIGHT),
    Base("red", 8, Facing.LEFT),
    Start("green"),
)


def killed(folder: Path, *announcements: Announcement) -> Path:
    """A journal as a killed table leaves it: the newest is in the log alone."""
    path = folder / "journal.sqlite"
    journal = Journal.open(path)
    journal.remember("chairs", "1 green 3 red")
    journal.close()
    journal = Journal.open(path)
    for announcement in announcements:
        journal.append(announcement)
    files = {file: file.read_bytes() for file in folder.iterdir()}
    journal.close()
    for file, content in files.items():
        file.write_bytes(content)
    return path


def test_the_game_that_was_not_finished_is_read_and_nothing_is_written(tmp_path: Path) -> None:
    path = killed(tmp_path, *GAME, *GAME)
    before = {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in tmp_path.iterdir()}
    assert glance(path) == Glance(GAME, {"chairs": "1 green 3 red"})
    assert {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in tmp_path.iterdir()} == before


def test_a_game_that_is_over_or_of_other_rules_does_not_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = killed(tmp_path, *GAME, Leave("red"))
    assert glance(path).unfinished == ()
    monkeypatch.setattr("spytable.journal.glance.RULES", 2)
    assert glance(killed(tmp_path, *GAME)).unfinished == ()


@pytest.mark.parametrize("content", [None, b"", b"no journal" * 200])
def test_what_cannot_be_read_is_nothing(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    if content is not None:
        path.write_bytes(content)
    assert glance(path) == Glance()


@pytest.mark.parametrize("lost", [False, True])
def test_the_game_is_kept_again_from_its_beginning_where_the_journal_lacks_it(lost: bool, tmp_path: Path) -> None:
    path = killed(tmp_path, *GAME[:-1])
    seen = glance(path)
    if lost:
        for file in tmp_path.iterdir():
            file.unlink()
    clerk = Clerk(None, reopen=lambda: Journal.open(path), fault="No disk.", running=seen.unfinished)
    clerk.start(lambda: None)
    clerk.keep(GAME[-1:], {})
    assert clerk.close(60)
    journal = Journal.open(path)
    (games,) = journal._connection.execute("SELECT count(*) FROM games").fetchone()
    assert (journal.unfinished(), games) == (GAME, 1)
    journal.close()
