"""`spytable status`: what it reads of the machine, what a table tells, and what becomes of who does not answer."""

from __future__ import annotations

import json
import os
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from spytable import status as status_module
from spytable.machine import Machine, look
from spytable.status import (
    Fault,
    Health,
    Report,
    StatusError,
    StatusSocket,
    ask_tables,
    folders,
    listen,
    own_folders,
)

HEALTH = Health(
    os.getpid(),
    kind="pi",
    running=3700.0,
    stage="play",
    journal="/var/lib/spytable/journal.sqlite",
    seats=(1, 2),
    faults=(Fault("panel of seat 2", "does not answer", "check its plug", 61.0, False),),
    past=(Fault("sound", "No sound device.", "", 5.0, True),),
)


@pytest.fixture(autouse=True)
def no_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine an answer takes its time."""
    monkeypatch.setattr(status_module, "ANSWER_WITHIN", 60.0)


def write(root: Path, name: str, content: str) -> None:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content)


@pytest.mark.parametrize(
    ("name", "content", "low", "was_low"),
    [
        ("sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n", True, True),
        ("sys/devices/platform/soc/soc:firmware/get_throttled", "0x50000\n", False, True),
        ("sys/devices/platform/soc/soc:firmware/get_throttled", "0\n", False, False),
        ("sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled", "1\n", True, False),
        ("sys/devices/platform/soc/soc:firmware/get_throttled", "nonsense", None, None),
        ("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n", True, None),
        ("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n", False, None),
        ("elsewhere", "", None, None),
    ],
)
def test_low_power_is_read_wherever_the_kernel_tells_of_it(
    tmp_path: Path, name: str, content: str, low: bool | None, was_low: bool | None
) -> None:
    write(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    write(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    write(tmp_path, "sys/class/thermal/thermal_zone0/temp", "48312\n")
    write(tmp_path, "proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    write(tmp_path, name, content)
    assert look(tmp_path) == Machine("Raspberry Pi 4 Model B Rev 1.4", 48.312, low, was_low)


def test_a_machine_that_tells_nothing_is_no_fault(tmp_path: Path) -> None:
    assert look(tmp_path) == Machine()
    assert Report(Machine()).as_text().splitlines()[0].startswith("spytable ")


def test_a_running_table_answers_and_goes_unseen_when_it_has_ended(tmp_path: Path) -> None:
    answering = StatusSocket(tmp_path / "run", lambda seconds: HEALTH)
    assert ask_tables((tmp_path / "nothing", tmp_path / "run")) == (HEALTH,)
    assert ask_tables((tmp_path / "run",)) == (HEALTH,), "it answers as often as it is asked"
    answering.close()
    assert ask_tables((tmp_path / "run",)) == ()
    assert list((tmp_path / "run").iterdir()) == []


def test_a_table_that_was_killed_is_not_taken_for_one_that_runs(tmp_path: Path) -> None:
    left = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    left.bind(str(tmp_path / "table-77.sock"))
    left.close()
    assert ask_tables((tmp_path,)) == ()
    assert not (tmp_path / "table-77.sock").exists()


def test_a_table_whose_loop_hangs_is_told_of_as_such(tmp_path: Path) -> None:
    answering = StatusSocket(tmp_path, lambda seconds: None)
    (found,) = ask_tables((tmp_path,))
    answering.close()
    assert (found.process, found.answers) == (os.getpid(), False)
    report = Report(Machine(), (found,))
    assert "does not answer" in report.as_text() and report.exit_status == 1


def test_an_asker_that_breaks_off_keeps_no_other_from_an_answer(tmp_path: Path) -> None:
    answering = StatusSocket(tmp_path, lambda seconds: HEALTH)
    for _ in range(8):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as rude:
            rude.connect(str(answering.path))
    assert ask_tables((tmp_path,)) == (HEALTH,)
    answering.close()


def test_where_there_can_be_no_socket_the_error_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "none" / "deep", tmp_path / ("long" * 40)):
        with pytest.raises(StatusError, match="spytable status"):
            StatusSocket(folder, lambda seconds: None)


def test_the_report_names_what_fails_and_what_to_do() -> None:
    text = Report(Machine("Raspberry Pi 5", 51.2, False, True), (HEALTH,)).as_text()
    assert "Raspberry Pi 5, 51 °C" in text
    assert "was too low since the start. Use the supply" in text
    assert "Seat 1:   works" in text
    assert "Seat 2:   panel of seat 2: does not answer; check its plug" in text
    assert "5 s ago: sound: No sound device. (works again)" in text
    assert "1 h 1 min" in text


def test_programs_get_the_same_as_people() -> None:
    said = json.loads(json.dumps(Report(Machine(temperature=40.0), (HEALTH,)).as_json()))
    assert said["machine"]["temperature"] == 40.0
    assert Health.from_json(said["tables"][0]) == HEALTH
    assert Health.from_json(said["tables"][0] | {"new": 1}) == HEALTH, "a newer table may tell more"
    with pytest.raises(StatusError):
        Health.from_json({"faults": [{"part": 1}]})


@pytest.mark.parametrize(
    ("report", "status"),
    [
        (Report(Machine()), 3),
        (Report(Machine(), (HEALTH,)), 1),
        (Report(Machine(), (Health(1),)), 0),
        (Report(Machine(power_low=True), (Health(1),)), 1),
    ],
)
def test_scripts_can_tell_by_the_exit_status(report: Report, status: int) -> None:
    assert report.exit_status == status


def test_the_service_and_a_user_each_have_a_folder_of_their_own() -> None:
    assert own_folders({"RUNTIME_DIRECTORY": "/run/spytable:/run/other"}) == (Path("/run/spytable"),)
    assert own_folders({"XDG_RUNTIME_DIR": "/run/mine"})[0] == Path("/run/mine/spytable")
    for session in ("relative", ""):
        assert own_folders({"XDG_RUNTIME_DIR": session})[0] == Path(f"/run/user/{os.getuid()}/spytable")
        assert own_folders({"XDG_RUNTIME_DIR": session})[-1].name == f"spytable-{os.getuid()}"


def test_a_table_whose_session_has_no_folder_is_seen_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "file").touch()
    for session in (tmp_path / "none", tmp_path / "file"):
        # A user's own folder in /run may be there, or not, on the machine that runs this.
        tried = {"XDG_RUNTIME_DIR": str(session)}
        table = listen(tried, lambda seconds: HEALTH)
        assert table.path.parent in own_folders(tried)[1:]
        assert HEALTH in ask_tables(folders(tried))
        table.close()


def test_a_folder_that_somebody_else_made_tells_of_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    common = tmp_path / f"spytable-{os.getuid()}"
    assert common not in folders({})
    common.symlink_to(tmp_path)
    assert common not in folders({})
    common.unlink()
    common.mkdir()
    assert common in folders({})


def test_no_fault_is_left_out_of_the_report() -> None:
    parts = ("keys", "journal", "sound of the page", "voice cache", "picture of seat 1", "lamp of seat 2")
    faults = tuple(Fault(part, f"fault {i}", "", 1.0, False) for i, part in enumerate(parts))
    text = Report(Machine(), (Health(1, seats=(1, 2), faults=faults),)).as_text()
    for i, part in enumerate(parts):
        assert text.count(f"{part}: fault {i}") == 1
    assert "works" not in text


def test_the_report_tells_how_far_the_voice_is_with_this_game() -> None:
    telling = replace(HEALTH, sentences=(45, 113))
    assert "45 of 113 sounds of this game are ready" in Report(Machine(), (telling,)).as_text()
    assert Health.from_json(json.loads(json.dumps(telling.as_json()))) == telling


def test_before_the_first_sound_the_report_does_not_say_that_there_is_one() -> None:
    silent = replace(HEALTH, faults=(), sounded=False)
    assert "Sound:    nothing was played yet" in Report(Machine(), (silent,)).as_text()
    assert "Sound:    works" in Report(Machine(), (replace(silent, sounded=True),)).as_text()
