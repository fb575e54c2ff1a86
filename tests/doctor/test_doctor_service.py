"""The doctor tells what the table that runs says, and why none runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from spytable.doctor import service
from spytable.doctor.finding import NOT_KEPT, Finding, Severity
from spytable.seats.gpio.lines.debounce import Report
from spytable.seats.gpio.lines.keys import TROUBLES
from spytable.status import Fault, Health

DARK = Fault("panel of seat 2", "does not answer", "check its plug", 3.0, False)
UNKEPT = Fault("journal", "The journal /games cannot be used: the disk is full.", "The game goes on.", 3.0, False)


def test_a_table_that_runs_tells_its_troubles() -> None:
    findings = service.look((Health(12, kind="pi", faults=(DARK,)), Health(13, answers=False)), [])
    assert [(each.part, each.severity) for each in findings] == [
        ("table", Severity.WELL),
        ("panel of seat 2", Severity.WARNING),
        ("table", Severity.WARNING),
    ]


@pytest.mark.parametrize(
    ("fault", "finding"),
    [
        (DARK, Finding("panel of seat 2", Severity.WARNING, "does not answer")),
        (DARK, Finding("panels", Severity.FAULT, "none answers")),
        (UNKEPT, Finding("disk", Severity.WARNING, "0 MB free", f"it is full: {NOT_KEPT}")),
    ],
)
def test_what_the_doctor_found_itself_is_not_said_once_more(fault: Fault, finding: Finding) -> None:
    assert [each.part for each in service.look((Health(12, faults=(fault,)),), [finding])] == ["table"]


def test_a_journal_that_fails_is_told_where_the_disk_is_not_why() -> None:
    soon = Finding("disk", Severity.WARNING, "90 MB free", "it is full soon")
    assert [each.part for each in service.look((Health(12, faults=(UNKEPT,)),), [soon])] == ["table", "journal"]


@pytest.mark.parametrize("report", [Report.STUCK, Report.NOISY])
def test_what_a_table_says_of_a_key_comes_with_its_cause(report: Report) -> None:
    fault = Fault("key 2 of seat 3", *TROUBLES[report], 3.0, False)
    _, found = service.look((Health(12, faults=(fault,)),), [])
    assert "ground" in found.likely and found.remedy


def test_a_service_that_the_settings_ended_points_to_their_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = {"LoadState": "loaded", "ActiveState": "failed", "ExecMainStatus": "2"}
    monkeypatch.setattr(service, "shown", lambda *names: ended)
    (found,) = service.look((), [Finding("settings", Severity.FAULT, '"vioce" is no setting')])
    assert "the settings" in found.likely and "restart" in found.remedy and "journalctl" not in found.remedy


@pytest.mark.parametrize(
    ("shown", "severity", "says"),
    [
        ("LoadState=not-found\nActiveState=inactive", Severity.NOTE, "none runs now"),
        ("LoadState=loaded\nActiveState=inactive", Severity.NOTE, "none runs now"),
        ("LoadState=loaded\nActiveState=failed\nExecMainStatus=2", Severity.FAULT, "has ended with status 2"),
        ("LoadState=loaded\nActiveState=activating\nNRestarts=7", Severity.FAULT, "started again 7 times"),
    ],
)
def test_a_service_that_does_not_run_is_told_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shown: str, severity: Severity, says: str
) -> None:
    program = tmp_path / "systemctl"
    program.write_text(f"#!/bin/sh\ncat <<END\n{shown}\nEND\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    (found,) = service.look((), [])
    assert (found.part, found.severity) == ("table", severity) and says in found.says
    assert found.remedy


def test_a_system_without_systemd_has_no_service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (found,) = service.look((), [])
    assert found.severity is Severity.NOTE and "./table play" in found.remedy
