"""The doctor tells what the table that runs says, and why none runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from spytable.doctor import service
from spytable.doctor.finding import Finding, Severity
from spytable.status import Fault, Health

DARK = Fault("panel of seat 2", "does not answer", "check its plug", 3.0, False)


def test_a_table_that_runs_tells_its_troubles() -> None:
    findings = service.look((Health(12, kind="pi", faults=(DARK,)), Health(13, answers=False)), [])
    assert [(each.part, each.severity) for each in findings] == [
        ("table", Severity.WELL),
        ("panel of seat 2", Severity.WARNING),
        ("table", Severity.WARNING),
    ]


def test_what_the_doctor_found_itself_is_not_said_once_more() -> None:
    found = [Finding("panel of seat 2", Severity.WARNING, "does not answer")]
    assert [each.part for each in service.look((Health(12, faults=(DARK,)),), found)] == ["table"]


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
