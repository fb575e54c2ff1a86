"""The doctor: says what is wired, what answers, what is wrong, what is likely behind it and what to do."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

from spytable import __version__, config
from spytable.config import ConfigError, Settings
from spytable.doctor import boot, header, panels, parts, service, system
from spytable.doctor.finding import Finding, Severity, as_text, worst
from spytable.seats.gpio.probe import is_pi
from spytable.status import Health, StatusError, ask_tables, folders


def examine(file: Path | None = None, *, as_json: bool = False, ask: bool = True) -> int:
    """Examines this machine and prints what it found. Returns the exit status: see Severity.

    *file*: the settings file. *ask*: then tests keys, lamps, panels and sound with the person at the terminal, if there
    is one. It may run beside a table: what it asks of the panels changes nothing on them.
    """
    settings, findings = _settings(file)
    can_be_used = all(finding.severity is Severity.WELL for finding in findings)
    tables, unseen = _tables()
    findings += unseen
    wired = settings.table == "pi" or (settings.table == "auto" and is_pi())
    games = parts.games(settings, tables)
    findings += system.look(games, wired=wired)
    # What is wired where is not known without the settings.
    if wired and can_be_used:
        findings += [*header.look(settings.seats), *boot.look(settings.seats), *panels.look(settings.seats)]
    findings += parts.look(settings, games, tables, wired=wired)
    findings += service.look(tables, findings)
    if as_json:
        told = {"version": __version__, "status": worst(findings), "findings": [asdict(each) for each in findings]}
        print(json.dumps(told, ensure_ascii=False, indent=1))
        return worst(findings)
    print(as_text(findings))
    if ask and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        findings += _with_person(settings, wired, tables)
    return worst(findings)


def _settings(file: Path | None) -> tuple[Settings, list[Finding]]:
    try:
        settings = config.load(file)
    except ConfigError as error:
        source = file or config.find()
        likely = f"it was mistyped in {source}"
        remedy = "Correct it; docs/settings.md names what is allowed. Until then pins and panels are not looked at."
        return Settings(source=source), [
            Finding("settings", Severity.FAULT, fault, likely, remedy) for fault in error.faults
        ]
    where = str(settings.source) if settings.source else "none; all is as the table has it by itself"
    return settings, [Finding("settings", Severity.WELL, where)]


def _tables() -> tuple[tuple[Health, ...], list[Finding]]:
    try:
        return ask_tables(folders(os.environ)), []
    except StatusError as error:
        return (), [Finding("table", Severity.NOTE, str(error))]


def _with_person(settings: Settings, wired: bool, tables: tuple[Health, ...]) -> list[Finding]:
    # Late: a person and a terminal are rare.
    from spytable.doctor.person import Person, test_parts

    if any(table.kind == "pi" for table in tables):
        # Many a sound card has room for one.
        print("\nA table runs, and has keys and sound: to test them, end it first (sudo systemctl stop spytable).")
        return []
    return test_parts(Person(), settings, settings.seats if wired else None)
