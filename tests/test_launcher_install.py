"""./table: one command on a fresh machine, and a start that costs nothing afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from launcher import ROOT, Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def lent(tmp_path: Path) -> Machine:
    """A machine whose person is not root."""
    return Machine(tmp_path, root=False)


def test_alone_it_says_what_it_can_do_and_installs_nothing(machine: Machine) -> None:
    status, out, err = machine.run()
    assert (status, err) == (0, "")
    assert "./table play" in out and "./table test" in out
    assert machine.calls() == []
    assert not (machine.home / ".venv").exists()


def test_the_first_start_installs_and_plays(machine: Machine) -> None:
    status, out, err = machine.run("play", "--port", "0", "a word with spaces")
    assert (status, out) == (0, "runs spytable play --port 0 a word with spaces\n")
    assert machine.installed() == ["build", "run", "voice", "."]
    assert "installing: what the table needs to play" in err


def test_what_it_says_while_it_installs_does_not_mix_with_what_the_table_says(machine: Machine) -> None:
    _, out, _ = machine.run("referee")
    assert out == "runs spytable referee\n"


def test_a_second_start_installs_and_says_nothing(machine: Machine) -> None:
    machine.run("play")
    machine.calls()
    assert machine.run("play") == (0, "runs spytable play\n", "")
    assert machine.calls() == [f"in {machine.folder}"]


def test_a_second_start_needs_neither_python3_nor_pip_nor_apt(machine: Machine) -> None:
    machine.run("play")
    for name in ("python3", "apt-get", "dpkg-query", "sudo", "id", "find", "sed"):
        machine.without(name)
    assert machine.run("play") == (0, "runs spytable play\n", "")


def test_a_table_that_cannot_be_written_any_more_still_plays(machine: Machine) -> None:
    machine.run("play")
    before = {file: file.stat().st_mtime_ns for file in (machine.home / ".venv").rglob("*")}
    assert machine.run("play")[0] == 0
    assert before == {file: file.stat().st_mtime_ns for file in (machine.home / ".venv").rglob("*")}


def test_the_tests_get_what_they_need_beside_what_play_needs(machine: Machine) -> None:
    status, out, _ = machine.run("test", "-k", "undo or hop")
    assert (status, out) == (0, "runs pytest -k undo or hop\n")
    assert machine.installed() == ["build", "run", "voice", ".", "pi", "test"]
    assert machine.run("play") == (0, "runs spytable play\n", "")
    assert machine.installed() == []


def test_the_tests_after_a_game_add_only_what_is_missing(machine: Machine) -> None:
    machine.run("play")
    machine.calls()
    machine.run("test")
    assert machine.installed() == ["pi", "test"]


def test_the_tests_run_in_the_tables_folder(machine: Machine) -> None:
    machine.run("test")
    assert f"in {machine.home}" in machine.calls()


def test_a_raspberry_pi_gets_keys_lamps_and_panels(machine: Machine) -> None:
    machine.is_a_pi()
    machine.run("play")
    assert machine.installed() == ["build", "run", "voice", ".", "pi"]


def test_changed_pins_are_installed_at_the_next_start(machine: Machine) -> None:
    machine.run("play")
    machine.calls()
    with (machine.home / "requirements" / "run.txt").open("a") as pins:
        pins.write("something==1.0\n")
    assert machine.run("play")[0] == 0
    assert "run" in machine.installed()


def test_a_folder_that_was_moved_is_set_up_anew(machine: Machine) -> None:
    machine.run("play")
    machine.calls()
    machine.home = machine.home.rename(machine.home.with_name("moved away"))
    status, out, _ = machine.run("play")
    assert (status, out) == (0, "runs spytable play\n")
    assert f"venv {machine.home}/.venv" in machine.calls()


def test_a_python_that_was_replaced_is_noticed(machine: Machine) -> None:
    machine.run("play")
    machine.calls()
    newer = machine.folder / "python3.99"
    newer.write_text((machine.folder / "python3.11").read_text())
    newer.chmod(0o755)
    python = machine.home / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(newer)
    machine.run("play")
    assert "." in machine.installed()


@pytest.mark.parametrize("way", ["link", "link to a link", "relative", "from elsewhere", "by name", "with sh"])
def test_it_finds_its_folder_however_it_is_called(machine: Machine, tmp_path: Path, way: str) -> None:
    table = machine.home / "table"
    link = tmp_path / "other" / "spy table"
    link.parent.mkdir()
    link.symlink_to(os.path.relpath(table, link.parent))
    second = tmp_path / "second"
    second.symlink_to(link)
    command, folder = {
        "link": ([str(link)], Path("/")),
        "link to a link": (["./second"], tmp_path),
        "relative": (["./table"], machine.home),
        "from elsewhere": ([str(table)], Path("/")),
        "by name": (["env", "second"], Path("/")),
        "with sh": (["sh", "table"], machine.home),
    }[way]
    machine.environment["PATH"] += f":{tmp_path}"
    assert machine.call([*command, "play"], folder) == (0, "runs spytable play\n")
    assert (machine.home / ".venv" / "ready-run").exists()


def test_a_start_that_was_killed_is_repaired_by_the_next(machine: Machine) -> None:
    process = machine.start_until_pip("play")
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    for name in ("pip-waits", "pip-goes-on"):
        machine.unmark(name)
    assert not (machine.home / ".venv" / "ready-run").exists()
    machine.calls()
    status, out, err = machine.run("play")
    assert (status, out) == (0, "runs spytable play\n")
    assert "cut off" in err
    assert machine.installed() == ["build", "run", "voice", "."]
    assert machine.run("play") == (0, "runs spytable play\n", "")


def test_tests_that_were_killed_while_they_installed_leave_the_table_playable(machine: Machine) -> None:
    machine.run("play")
    machine.mark("pip-fails", "killed")
    machine.run("test")
    machine.unmark("pip-fails")
    assert machine.run("play") == (0, "runs spytable play\n", "")
    machine.calls()
    assert machine.run("test")[0] == 0
    calls = [call for call in machine.calls() if call.startswith(("pip", "venv"))]
    assert len(calls) == 2 and all("--ignore-installed" in call for call in calls)


def someone_waits_for(lock: Path) -> bool:
    """Whether the system knows of a process that waits for this lock (proc_locks(5): a line with an arrow)."""
    lines = Path("/proc/locks").read_text().splitlines()
    return any("->" in line and f":{lock.stat().st_ino} " in line for line in lines)


def wait_for(condition: Callable[[], bool]) -> None:
    """Returns when *condition* holds; fails after a minute."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.01)


def test_two_starts_at_once_install_once(machine: Machine) -> None:
    first = machine.start_until_pip("play")
    second = machine.start("play")
    assert second.stderr is not None
    assert second.stderr.readline() == "Another start is installing; waiting for it.\n"
    wait_for(lambda: someone_waits_for(machine.home / ".venv" / "lock"))
    # From here on the first goes through.
    waits = machine.folder / "pip-waits"
    waits.rename(waits.with_name("passed"))
    (machine.folder / "pip-goes-on").write_text("on\n")
    assert first.communicate(timeout=60)[0] == "runs spytable play\n"
    assert second.communicate(timeout=60)[0] == "runs spytable play\n"
    assert (first.returncode, second.returncode) == (0, 0)
    assert machine.installed() == ["build", "run", "voice", "."]


def test_the_lock_is_not_held_by_the_table_that_was_started(machine: Machine) -> None:
    (machine.programs / "ls").symlink_to(shutil.which("ls") or "/bin/ls")
    python = machine.folder / "python3.11"
    python.write_text(python.read_text().replace('echo "runs $*"', 'ls -l /proc/$$/fd; echo "runs $*"'))
    _, out, _ = machine.run("play")
    assert "runs spytable play" in out
    assert ".venv/lock" not in out


def test_without_a_network_it_says_so_and_the_next_start_goes_on(machine: Machine) -> None:
    machine.mark("pip-fails", "ERROR: Failed to establish a new connection: Name or service not known\n")
    status, out, err = machine.run("play")
    assert (status, out) == (1, "")
    assert "Connect this machine, and start again." in err
    machine.unmark("pip-fails")
    assert machine.run("play")[:2] == (0, "runs spytable play\n")


def test_what_pip_says_is_shown_where_it_fails(machine: Machine) -> None:
    machine.mark("pip-fails", "ERROR: No space left on device\n")
    status, _, err = machine.run("play")
    assert status == 1
    assert "No space left on device" in err and "install.log" in err
    assert "The disk is full" in err


def test_an_old_python_is_named_with_its_version(machine: Machine) -> None:
    machine.mark("old", "3.9.2")
    status, out, err = machine.run("play")
    assert (status, out) == (1, "")
    assert err.startswith("table: Python 3.11 or newer is needed: python3 is 3.9.2.")


def test_a_newer_python_beside_an_old_one_is_found(machine: Machine) -> None:
    new = (machine.programs / "python3").read_text()
    machine.program("python3", '#!/bin/sh\ncase $2 in *"3, 11"*) exit 1 ;; *) echo 3.9.2 ;; esac\n')
    machine.program("python3.12", new)
    assert machine.run("play")[:2] == (0, "runs spytable play\n")


def test_a_name_without_a_python_behind_it_is_passed_over(machine: Machine) -> None:
    machine.program("python3.13", (machine.programs / "python3").read_text())
    machine.program("python3", "#!/bin/sh\necho 'pyenv: python3: command not found' >&2\nexit 127\n")
    assert machine.run("play")[:2] == (0, "runs spytable play\n")


def test_without_any_python_it_says_what_to_install(machine: Machine) -> None:
    machine.without("python3")
    status, _, err = machine.run("play")
    assert status == 1
    assert "sudo apt install python3 python3-venv" in err


def test_a_folder_that_cannot_be_written_is_said(machine: Machine) -> None:
    (machine.home / ".venv").write_text("in the way, as a folder of someone else would be")
    status, out, err = machine.run("play")
    assert (status, out) == (1, "")
    assert ".venv cannot be written" in err


def test_the_launcher_itself_is_small_and_says_first_what_it_is_for() -> None:
    lines = (ROOT / "table").read_text().splitlines()
    assert lines[0] == "#!/bin/sh" and lines[1].startswith("# ")
    assert len(lines) < 100
    assert os.access(ROOT / "table", os.X_OK)


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
def test_shellcheck_has_nothing_to_say() -> None:
    files = [ROOT / "table", *sorted((ROOT / "systemd").glob("*.sh")), *sorted((ROOT / "requirements").glob("*.sh"))]
    done = subprocess.run(["shellcheck", *files], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_every_pin_is_exact_and_stands_in_one_file() -> None:
    names = []
    for file in sorted((ROOT / "requirements").glob("*.txt")):
        for line in file.read_text().splitlines():
            if line and not line.startswith("#"):
                requirement = line.split(";")[0].strip()
                assert requirement.count("==") == 1 and "://" not in requirement, line
                names.append(requirement.split("==")[0].lower().replace("_", "-"))
    assert len(names) == len(set(names))
    assert {"aiohttp", "pillow", "pyttsx3", "espeakng-loader", "sounddevice", "gpiozero", "luma.oled"} <= set(names)
