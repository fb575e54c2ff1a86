"""The daemon as a process: killed in the middle of games, stopped, started twice, started wrongly."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from daemon import PATIENT, Daemon, surroundings
from evening import evening
from keypress import TWO

GAME = evening(TWO, 44)


def test_a_game_goes_on_where_it_was_however_often_the_daemon_is_killed(tmp_path: Path) -> None:
    began = next(n for n, (_, label) in enumerate(GAME.keys, 1) if label == "I do")
    begin = 0
    for end in GAME.announced[:-1:4]:  # kills.py does it after each one
        with Daemon(tmp_path) as daemon:
            shown = daemon.shown()
            if begin >= began:
                assert any("The game goes on" in screen["words"] for screen in shown.values())
            for seat, label in GAME.keys[begin:end]:
                daemon.press(seat, label)
            daemon.kill()
        begin = end
    with Daemon(tmp_path) as daemon:
        for seat, label in GAME.keys[begin:]:
            daemon.press(seat, label)
        shown = daemon.shown()
        assert "You win" in shown[seat]["words"] or any("win" in screen["words"][0] for screen in shown.values())
        assert daemon.stop() == (0, "spytable: The game that was not finished goes on.\n")


def test_an_answer_that_was_owed_is_still_owed_after_a_kill(tmp_path: Path) -> None:
    spied = next(i for i, (_, label) in enumerate(GAME.keys) if label in ("Safe", "Bomb", "Safe 1"))
    seat = GAME.keys[spied][0]
    with Daemon(tmp_path) as daemon:
        for key in GAME.keys[:spied]:
            daemon.press(*key)
        before = daemon.shown()
        daemon.kill()
    with Daemon(tmp_path) as daemon:
        after = daemon.shown()
    assert after[seat]["labels"] == before[seat]["labels"]
    assert after[seat]["words"][0] == before[seat]["words"][0]


def test_a_stop_darkens_the_panels_and_ends_in_good_order(tmp_path: Path) -> None:
    with Daemon(tmp_path) as daemon:
        daemon.press(1, "Green")
        assert daemon.stop() == (0, "")


def test_a_second_table_on_the_same_journal_says_who_keeps_it(tmp_path: Path) -> None:
    with Daemon(tmp_path) as daemon:
        second = spytable("play", "--table", "virtual", "--port", "0", "--no-browser", folder=tmp_path)
        assert second.returncode == 2
        assert str(daemon.process.pid) in second.stderr
        assert len(second.stderr.splitlines()) == 1


def test_whoever_asks_is_told_the_status_of_a_running_table_and_not_of_a_killed_one(tmp_path: Path) -> None:
    with Daemon(tmp_path) as daemon:
        told = spytable("status", folder=tmp_path)
        mine = f"process {daemon.process.pid}"
        assert told.stderr == "" and daemon.address in told.stdout and mine in told.stdout
        # Another table may run on this machine, as a service.
        tables = json.loads(spytable("status", "--json", folder=tmp_path).stdout)["tables"]
        (table,) = [each for each in tables if each["process"] == daemon.process.pid]
        assert table["stage"] == "lobby" and table["kept"] is True and table["faults"] == []
        daemon.kill()
        told = spytable("status", folder=tmp_path)
    assert mine not in told.stdout and (told.returncode == 3) == ("none runs" in told.stdout)


def test_whoever_reads_only_the_beginning_of_the_status_is_told_nothing_else(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "spytable", "status"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings(tmp_path)
    ) as asking:
        assert asking.stdout is not None and asking.stderr is not None
        asking.stdout.close()
        assert asking.stderr.read() == ""
    assert asking.returncode == 1


def test_a_journal_that_cannot_be_kept_is_told_on_the_panels_and_ends_no_game(tmp_path: Path) -> None:
    (tmp_path / "in-the-way").write_text("")
    with Daemon(tmp_path, "--journal", str(tmp_path / "in-the-way" / "journal.sqlite")) as daemon:
        assert all("Game is not kept" in screen["words"] for screen in daemon.shown().values())
        for key in GAME.keys:
            daemon.press(*key)
        status, errors = daemon.stop()
    assert status == 0
    assert errors.startswith("spytable: journal: ") and len(errors.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[web]\nport = 99999\n", ("web.port", "99999", "65535")),
        ("[voice]\nvolme = 1\n", ("volme", "volume")),
        ("table = [", ("table.toml", "TOML")),
        (
            '[voice]\nlanguage = "xx"\nvolume = 9\n[languages]\nseat_2 = "yy"\n',
            ('voice.language is "xx"', "bs, el, fi, fy, sq", "voice.volume is 9", 'languages.seat_2 is "yy"'),
        ),
    ],
)
def test_wrong_settings_end_the_start_once_and_clearly(text: str, named: tuple[str, ...], tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text(text)
    done = spytable("play", "--config", str(settings), folder=tmp_path)
    assert done.returncode == 2
    assert all(word in done.stderr for word in named), done.stderr
    assert "Traceback" not in done.stderr


def test_a_table_on_pins_that_are_not_there_says_so(tmp_path: Path) -> None:
    done = spytable("play", "--table", "pi", folder=tmp_path)
    assert done.returncode == 1
    # A service is started again: the pins may be there later.
    assert done.stderr.startswith("spytable: ") and "Traceback" not in done.stderr


def spytable(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(PATIENT), *words],
        capture_output=True,
        text=True,
        env=surroundings(folder),
        timeout=120,
    )


def test_a_game_on_a_disk_that_cannot_be_written_goes_on_and_is_kept_again(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    lock = tmp_path / "journal.sqlite.lock"
    spied = next(i for i, (_, label) in enumerate(GAME.keys) if label == "Spy")
    with Daemon(tmp_path, "--journal", str(path)) as daemon:
        for key in GAME.keys[:spied]:
            daemon.press(*key)
        daemon.kill()
    # A folder in its place keeps the table from its journal, whatever the rights of whoever runs the tests.
    lock.unlink()
    lock.mkdir()
    with Daemon(tmp_path, "--journal", str(path)) as daemon:
        for screen in daemon.shown().values():
            assert {"The game goes on", "Game is not kept"} <= set(screen["words"])
        lock.rmdir()
        until = time.monotonic() + 60
        while any("Game is not kept" in screen["words"] for screen in daemon.shown().values()):
            assert time.monotonic() < until, "the journal is not tried again"
            time.sleep(0.1)
        for key in GAME.keys[spied : GAME.announced[-2]]:
            daemon.press(*key)
        daemon.kill()
    with Daemon(tmp_path, "--journal", str(path)) as daemon:
        for key in GAME.keys[GAME.announced[-2] :]:
            daemon.press(*key)
        assert any("win" in screen["words"][0] for screen in daemon.shown().values())
        assert daemon.stop() == (0, "spytable: The game that was not finished goes on.\n")


@pytest.mark.parametrize(("status", "said"), [(0, ""), (1, "The machine is not shut down: Access denied")])
def test_holding_the_key_switches_the_machine_off_or_brings_the_table_back(
    status: int, said: str, tmp_path: Path
) -> None:
    (tmp_path / "spytable").mkdir()
    (tmp_path / "spytable/table.toml").write_text("shutdown = true\n")
    system = tmp_path / "bin/systemctl"
    system.parent.mkdir()
    system.write_text(f'#!/bin/sh\necho "$@" >"{tmp_path}/asked"\necho "Access denied" >&2\nexit {status}\n')
    system.chmod(0o755)
    with Daemon(tmp_path, programs=system.parent) as daemon:
        for label in ("Green", "More", "Off"):
            daemon.press(1, label)
        daemon.hold(1, "Hold")
        _, errors = daemon.process.communicate(timeout=60)
    assert (tmp_path / "asked").read_text() == "poweroff\n"
    assert daemon.process.returncode == status
    assert said in errors and bool(said) == bool(errors)
