"""A journal whose file somebody removes or damages while the table runs: the running game is kept all the same."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from spytable.game.announcements import Announcement, Answer, Base, Done, HouseRules, Said, SetUp, Spy, Start, Undo
from spytable.game.base import Facing
from spytable.journal.errors import JournalError
from spytable.journal.journal import Journal

GAME: tuple[Announcement, ...] = (
    SetUp(("green", "red"), rules=HouseRules(turn_without_move=True)),
    Base("green", 1, Facing.RIGHT),
    Base("red", 8, Facing.LEFT),
    Start("green"),
    Spy("green", "red"),
    Undo(),
    Spy("green", "red"),
    Answer("red", Said.BOMB),
    Done("green"),
)


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def remove(path: Path) -> None:
    path.unlink()


def remove_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def remove_log(path: Path) -> None:
    log_of(path).unlink()


def remove_both(path: Path) -> None:
    path.unlink()
    log_of(path).unlink()


def put_another_there(path: Path) -> None:
    remove_both(path)
    other = Journal.open(path.with_name("other"))
    for announcement in GAME[:4]:
        other.append(announcement)
    other.close()
    path.with_name("other").rename(path)


def fill_with_zeros(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def cut_to_a_half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def empty(path: Path) -> None:
    os.truncate(path, 0)


def empty_the_log(path: Path) -> None:
    os.truncate(log_of(path), 0)


def garble_the_log(path: Path) -> None:
    with log_of(path).open("r+b") as file:
        file.seek(200)
        file.write(b"?" * 3000)


DAMAGES = [
    remove, remove_folder, remove_log, remove_both, put_another_there,
    fill_with_zeros, cut_to_a_half, empty, empty_the_log, garble_the_log,
]  # fmt: skip
LOSSES = [remove, remove_folder, remove_both, put_another_there]


@pytest.mark.parametrize("before", [1, 5, 8])
@pytest.mark.parametrize("damage", DAMAGES)
def test_the_whole_running_game_is_kept_again_with_the_next_announcement(
    damage: Callable[[Path], None], before: int, tmp_path: Path
) -> None:
    path = tmp_path / "state" / "journal.sqlite"
    journal = Journal.open(path)
    journal.remember("chairs", "1 green 3 red")
    for announcement in GAME:  # an earlier game, broken off
        journal.append(announcement)
    for announcement in GAME[:before]:
        journal.append(announcement)
    damage(path)
    for announcement in GAME[before:]:
        journal.append(announcement)
    told = journal.report
    if damage in LOSSES:  # The log may hold all that another damage took: then nothing was lost, and nothing is said.
        assert told is not None and journal.replaced
    journal.close()
    journal = Journal.open(path)
    assert journal.unfinished() == GAME
    assert journal.settings() == {"chairs": "1 green 3 red"}
    assert journal.report is None
    journal.close()


def test_it_is_said_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    journal = Journal.open(path)
    journal.append(GAME[0])
    remove(path)
    journal.append(GAME[1])
    told = journal.report
    assert told is not None and "removed or damaged" in told
    for announcement in GAME[2:]:
        journal.append(announcement)
    assert journal.report == told
    journal.close()


@pytest.mark.parametrize("change", [os.utime, lambda path: os.utime(log_of(path)), lambda path: path.chmod(0o600)])
def test_a_file_that_was_only_touched_is_not_said_to_be_damaged(
    change: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "journal.sqlite"
    journal = Journal.open(path)
    for announcement in GAME[:5]:
        journal.append(announcement)
    change(path)
    for announcement in GAME[5:]:
        journal.append(announcement)
    assert journal.report is None
    journal.close()
    journal = Journal.open(path)
    assert journal.unfinished() == GAME
    journal.close()


def test_while_no_new_file_can_be_made_it_is_tried_again_at_each_announcement(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    path = folder / "journal.sqlite"
    journal = Journal.open(path)
    for announcement in GAME[:5]:
        journal.append(announcement)
    shutil.rmtree(folder)
    folder.write_text("in the way")
    for _ in range(3):
        with pytest.raises(JournalError):
            journal.append(GAME[5])
    folder.unlink()
    for announcement in GAME[5:]:
        journal.append(announcement)
    journal.close()
    journal = Journal.open(path)
    assert journal.unfinished() == GAME
    journal.close()


def test_a_game_and_who_sits_where_are_kept_together_or_not_at_all(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "journal.sqlite")
    with pytest.raises(JournalError):
        journal.keep((Done("green"),), {"chairs": "1 green 3 red"})
    assert journal.settings() == {}
    journal.keep(GAME, {"chairs": "1 green 3 red"})
    journal.close()
    journal = Journal.open(tmp_path / "journal.sqlite")
    assert (journal.unfinished(), journal.settings()) == (GAME, {"chairs": "1 green 3 red"})
    journal.close()
