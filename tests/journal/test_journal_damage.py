"""A journal that is damaged, foreign or out of reach: nothing is thrown away, and all is said."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spytable.errors import SpyTableError
from spytable.game.announcements import Announcement, Base, Done
from spytable.game.base import Facing
from spytable.journal import line, salvage, store
from spytable.journal.errors import JournalError, JournalTooNewError
from spytable.journal.journal import Journal
from unfinished import GAME


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def aside(path: Path, number: int = 1) -> Path:
    return path.with_name(f"{path.name}.damaged-{number}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed journal with one whole game and one setting."""
    path = tmp_path / "journal.sqlite"
    journal = Journal.open(path)
    for announcement in GAME:
        journal.append(announcement)
    journal.remember("volume", 7)
    journal.close()
    return path


@pytest.fixture
def cut_off(tmp_path: Path, path: Path) -> Path:
    """A journal as a power cut leaves it: the newest game is in the log alone."""
    journal = Journal.open(path)
    copies = {}
    for announcement in GAME:
        journal.append(announcement)
    for file in (path, log_of(path)):
        copies[file] = file.read_bytes()
    journal.close()
    for file, content in copies.items():
        file.write_bytes(content)
    return path


def with_no_frames_header(before: bytes, after: bytes) -> bytes:
    """What a power cut may leave of a log that was begun anew: its header, and pages, but of no frame the header."""
    left = bytearray(after)
    for at in range(store.LOG_HEADER, len(after), store.FRAME):
        left[at : at + 24] = before[at : at + 24]
    return bytes(left)


def test_a_cut_right_after_the_log_was_begun_anew_is_no_damage(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "CHECKPOINT", 8)
    turns: tuple[Announcement, ...] = (Done("green"), Done("red")) * 3
    journal = Journal.open(path)
    tried = 0
    while not tried:
        file, log = path.read_bytes(), log_of(path).read_bytes() if log_of(path).exists() else b""
        journal.keep(turns, {})
        now = log_of(path).read_bytes()
        if log and now[:32] != log[:32]:
            tried += 1
            before = journal.unfinished()
            journal.close()
            path.write_bytes(file)
            log_of(path).write_bytes(with_no_frames_header(log, now))
            found, report = reopened(path)
            assert report is None
            assert found == before, "it was not answered, and stands all the same"


def reopened(path: Path) -> tuple[tuple[Announcement, ...], str | None]:
    journal = Journal.open(path)
    unfinished = journal.unfinished()
    report = journal.report
    # Whatever was found, the table can go on with a new game, and finds that one again.
    for announcement in GAME:
        journal.append(announcement)
    journal.close()
    journal = Journal.open(path)
    assert journal.unfinished() == GAME
    assert journal.report is None
    journal.close()
    return unfinished, report


def test_after_a_power_cut_nothing_is_missing(cut_off: Path) -> None:
    assert reopened(cut_off) == (GAME, None)


@pytest.mark.parametrize("torn", [1, 100, 500, 700, 900, 1047])
def test_a_torn_end_of_the_log_costs_only_what_was_never_answered(cut_off: Path, torn: int) -> None:
    log = log_of(cut_off)
    log.write_bytes(log.read_bytes()[:-torn])
    unfinished, report = reopened(cut_off)
    assert unfinished in (GAME[:-1], GAME)
    assert report is None


def test_a_damaged_place_in_the_log_costs_nothing(cut_off: Path) -> None:
    log = log_of(cut_off)
    frame = 24 + 1024
    overwrite(log, log.stat().st_size - 3 * frame + 30, b"?")
    unfinished, report = reopened(cut_off)
    assert unfinished == GAME
    assert report is not None and "log is damaged" in report


def test_a_log_whose_file_is_damaged_is_kept_and_read(cut_off: Path) -> None:
    content = log_of(cut_off).read_bytes()
    overwrite(cut_off, 0, bytes(100))
    overwrite(log_of(cut_off), 0, bytes(32))
    assert reopened(cut_off)[0] == GAME
    assert log_of(aside(cut_off)).read_bytes() == bytes(32) + content[32:]


def test_zeros_after_the_end_of_the_log_cost_nothing(cut_off: Path) -> None:
    log = log_of(cut_off)
    log.write_bytes(log.read_bytes() + bytes(8192))
    assert reopened(cut_off) == (GAME, None)


def overwrite(path: Path, start: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(start)
        file.write(content)


def cut(path: Path, size: int) -> None:
    os.truncate(path, size)


DAMAGES: dict[str, Callable[[Path], None]] = {
    "no header": lambda path: overwrite(path, 0, bytes(100)),
    "first page lost": lambda path: overwrite(path, 0, bytes(1024)),
    "tables' root lost": lambda path: overwrite(path, 1024, bytes(1024)),
    "truncated": lambda path: cut(path, path.stat().st_size - 1024),
    "truncated within a page": lambda path: cut(path, path.stat().st_size - 100),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_kept_beside_and_the_table_starts_and_says_so(path: Path, name: str) -> None:
    DAMAGES[name](path)
    content = path.read_bytes()
    _, report = reopened(path)
    assert report is not None and "damaged" in report and str(aside(path)) in report
    assert aside(path).read_bytes() == content


@pytest.mark.parametrize("name", ["no header", "first page lost", "tables' root lost"])
def test_announcements_are_found_in_a_file_that_sqlite_cannot_read(path: Path, name: str) -> None:
    DAMAGES[name](path)
    unfinished, report = reopened(path)
    assert unfinished == GAME
    assert report is not None and "6 announcements" in report


def test_announcements_are_found_in_the_log_of_a_lost_file(cut_off: Path) -> None:
    cut_off.unlink()
    unfinished, report = reopened(cut_off)
    assert unfinished == GAME
    assert report is not None
    assert aside(cut_off).with_name(aside(cut_off).name + "-wal").exists()


def test_a_file_of_zeros_ends_nothing(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))
    unfinished, report = reopened(path)
    assert unfinished == ()
    assert report is not None


def test_an_empty_file_is_a_new_journal(path: Path) -> None:
    path.write_bytes(b"")
    assert reopened(path) == ((), None)


def test_a_changed_letter_in_the_newest_game_is_noticed(path: Path) -> None:
    content = path.read_bytes()
    assert content.count(b'"card":"bomb"') == 1
    path.write_bytes(content.replace(b'"card":"bomb"', b'"card":"safe"'))
    unfinished, report = reopened(path)
    assert unfinished == GAME[:-1]
    assert report is not None


def test_choices_survive_damage_to_the_games(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"card":"bomb"', b'"card":"safe"'))
    journal = Journal.open(path)
    assert journal.settings() == {"volume": 7}
    journal.close()


@pytest.mark.parametrize(
    "content", [b"Dear diary\n" * 500, b"SQLite format 3\0", os.urandom(5000), b"\x1f\x8b"]
)
def test_a_file_that_is_no_journal_is_kept_beside(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    unfinished, report = reopened(path)
    assert unfinished == ()
    assert report is not None
    assert aside(path).read_bytes() == content


def test_another_programs_database_is_kept_beside_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "recipes.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE lines (number INTEGER, line TEXT)")
    connection.close()
    content = path.read_bytes()
    _, report = reopened(path)
    assert report is not None and "another program" in report
    assert aside(path).read_bytes() == content


def test_every_damaged_file_keeps_a_name_of_its_own(path: Path) -> None:
    for number in (1, 2, 3):
        path.write_bytes(b"damage %d" % number)
        reopened(path)
    assert [aside(path, number).read_bytes() for number in (1, 2, 3)] == [
        b"damage 1",
        b"damage 2",
        b"damage 3",
    ]


@settings(max_examples=40)
@given(seed=st.integers(0, 10_000))
def test_no_damage_of_any_kind_keeps_the_table_from_starting(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    folder = tmp_path_factory.mktemp("damage")
    path = folder / "journal.sqlite"
    journal = Journal.open(path)
    for announcement in GAME:
        journal.append(announcement)
    content = {file: bytearray(file.read_bytes()) for file in (path, log_of(path))}
    journal.close()
    rng = random.Random(seed)
    for file, data in content.items():
        for _ in range(rng.randrange(3)):
            at = rng.randrange(len(data) + 1)
            kind = rng.randrange(4)
            if kind == 0:
                del data[at:]
            elif kind == 1:
                data[at : at + 512] = bytes(len(data[at : at + 512]))
            elif kind == 2:
                data[at : at + 16] = rng.randbytes(len(data[at : at + 16]))
            else:
                data += bytes(rng.randrange(5000))
        file.write_bytes(data)
    unfinished, _ = reopened(path)
    assert unfinished == GAME[: len(unfinished)], "what is read is what was announced, from the beginning"


@pytest.mark.parametrize("step", range(6))
def test_a_power_cut_while_a_damaged_file_is_replaced_loses_nothing(
    path: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    overwrite(path, 0, bytes(1024))
    log_of(path).write_bytes(b"some log")
    real = Path.rename
    done: list[Path] = []

    def rename(self: Path, target: Path) -> Path:
        if len(done) == step:
            raise KeyboardInterrupt
        done.append(target)
        return real(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", rename)
        with contextlib.suppress(KeyboardInterrupt):
            Journal.open(path).close()
    unfinished, _ = reopened(path)
    assert unfinished == GAME
    damaged = [aside(path), aside(path).with_name(aside(path).name + "-wal")]
    assert [file.read_bytes()[:8] for file in damaged] == [bytes(8), b"some log"]


def test_a_newer_journal_is_refused_and_left_as_it_is(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version={store.SCHEMA + 1}")
    connection.close()
    content = path.read_bytes()
    with pytest.raises(JournalTooNewError, match="newer version"):
        Journal.open(path)
    assert path.read_bytes() == content
    assert not aside(path).exists()


def test_a_folder_of_the_journals_name_is_said(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="is a folder"):
        Journal.open(tmp_path)


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="folder"):
        Journal.open(tmp_path / "file" / "journal.sqlite")


def test_a_name_that_no_file_can_have_is_said(tmp_path: Path) -> None:
    for name in ("x" * 300, "nul\0"):
        with pytest.raises(JournalError):
            Journal.open(tmp_path / name)


def test_a_journals_error_is_the_tables_and_the_systems(tmp_path: Path) -> None:
    assert issubclass(JournalError, SpyTableError) and issubclass(JournalError, OSError)


@pytest.mark.parametrize("mode", [0o555, 0o000])
def test_a_folder_without_rights_is_said(mode: int) -> None:
    root = os.getuid() == 0
    with tempfile.TemporaryDirectory() as outer:
        folder = Path(outer, "locked")
        folder.mkdir(mode)
        Path(outer).chmod(0o755)
        if root:
            os.seteuid(65534)  # Rights do not bind root.
        try:
            with pytest.raises(JournalError, match=r"cannot be|Permission denied"):
                Journal.open(folder / "journal.sqlite")
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o700)


def test_a_full_disk_is_said_and_the_game_is_kept_once_there_is_room(path: Path) -> None:
    journal = Journal.open(path)
    journal.append(GAME[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    # A limit on the size of files is the nearest that a test has to a full disk.
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
    try:
        with pytest.raises(JournalError, match="cannot be written"):
            journal.append(GAME[1])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, ignored)
    for announcement in GAME[1:]:
        journal.append(announcement)
    journal.close()
    journal = Journal.open(path)
    assert journal.unfinished() == GAME
    journal.close()


def test_a_full_disk_at_the_start_is_said(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        with pytest.raises(JournalError):
            Journal.open(tmp_path / "journal.sqlite")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, ignored)
    Journal.open(tmp_path / "journal.sqlite").close()


@given(st.binary(max_size=300))
def test_no_bytes_make_the_search_for_lines_fail(content: bytes) -> None:
    whole = line.Line(1, 0, 1, 0, {"say": "undo"})
    text = line.write(whole).encode()
    assert whole in list(line.find(content + text + content))


def test_a_line_that_is_not_whole_is_no_line() -> None:
    text = line.write(line.Line(1, 0, 1, 0, {"say": "undo"}))
    assert line.read(text) is not None
    for i in range(len(text)):
        assert line.read(text[:i] + text[i + 1 :]) is None
    assert line.read(text.replace('"position":0', '"position":1')) is None


def test_of_a_game_with_a_gap_what_stands_before_it_is_kept(tmp_path: Path) -> None:
    lines = [line.Line(game, position, 1, 0, {"say": "undo"}) for game in (1, 2) for position in range(4)]
    damaged = tmp_path / "journal.sqlite"
    damaged.write_bytes(
        b"".join(line.write(one).encode() for one in lines if (one.game, one.position) != (2, 2))
    )
    assert salvage.read(damaged).lines == tuple(lines[:6])


def test_a_new_game_that_was_cut_off_is_no_game_without_who_sits_where(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "journal.sqlite")
    journal.keep(GAME[:1], {"chairs": "1 green 3 red"})
    path = journal.path
    copies = {file: file.read_bytes() for file in (path, log_of(path))}
    journal.close()
    path.write_bytes(copies[path])
    log_of(path).write_bytes(copies[log_of(path)][: -store.FRAME])
    journal = Journal.open(path)
    assert (journal.unfinished(), journal.settings(), journal.report) == ((), {}, None)
    journal.close()


def test_several_announcements_that_were_cut_off_together_are_no_damage(path: Path) -> None:
    journal = Journal.open(path)
    journal.keep(GAME * 3, {})  # more than a page of the log
    journal.append(GAME[0])
    more = tuple(Base("green", 1 + n % 8, Facing.RIGHT) for n in range(40))
    journal.keep(more, {})
    copies = {file: file.read_bytes() for file in (path, log_of(path))}
    journal.close()
    for end in range(1, 8):
        for file, content in copies.items():
            file.write_bytes(content[: -end * store.FRAME] if file == log_of(path) else content)
        journal = Journal.open(path)
        unfinished = journal.unfinished()
        assert journal.report is None
        assert unfinished == (GAME[0], *more)[: len(unfinished)] and unfinished
        journal.close()


def test_of_many_damaged_files_the_newest_are_kept(path: Path) -> None:
    for number in range(1, salvage.KEPT + 4):
        path.write_bytes(b"damage %d" % number)
        Journal.open(path).close()
    kept = sorted(path.parent.glob("*.damaged-*"), key=lambda file: int(file.name.rpartition("-")[2]))
    assert [file.read_bytes() for file in kept] == [b"damage %d" % n for n in range(4, salvage.KEPT + 4)]
    assert kept[-1] == aside(path, salvage.KEPT + 3)
