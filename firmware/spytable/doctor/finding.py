"""Findings: one thing that was looked at, how it stands, what is likely behind it and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

NOT_KEPT = "games are not kept"
"""So says a finding of the disk for which no game can be written."""


class Severity(IntEnum):
    """How bad a finding is. The worst one's exit status is that of the doctor: 0, 1 or 2."""

    WELL = -1
    NOTE = 0
    """Worth knowing, and no fault."""
    WARNING = 1
    """The table plays, but something of it is missing or will be."""
    FAULT = 2
    """The table cannot be played as it is set up."""


@dataclass(frozen=True, slots=True)
class Finding:
    """*part*: what was looked at. *says*: what was found. *likely*: why. *remedy*: what to do."""

    part: str
    severity: Severity
    says: str
    likely: str = ""
    remedy: str = ""


def worst(findings: Sequence[Finding]) -> int:
    """The exit status: 0 where nothing is wrong, 1 with a warning, 2 with a fault."""
    return max(0, *(int(finding.severity) for finding in findings), 0)


_MARKS = {Severity.WELL: "  ", Severity.NOTE: "i ", Severity.WARNING: "! ", Severity.FAULT: "X "}


def as_text(findings: Sequence[Finding]) -> str:
    """For a person: a line for each finding, and below what is wrong its cause and remedy."""
    room = max(len(finding.part) for finding in findings)
    lines = []
    for finding in findings:
        lines.append(f"{_MARKS[finding.severity]}{finding.part:<{room}}  {finding.says}")
        if finding.likely:
            lines.append(f"{'':{room + 4}}Likely: {finding.likely}")
        if finding.remedy:
            lines.append(f"{'':{room + 4}}Do: {finding.remedy}")
    faults = sum(finding.severity is Severity.FAULT for finding in findings)
    warnings = sum(finding.severity is Severity.WARNING for finding in findings)
    lines.append("")
    if faults or warnings:
        lines.append(f"{_count(faults, 'fault')} (X), {_count(warnings, 'warning')} (!).")
    else:
        lines.append("Nothing is wrong.")
    return "\n".join(lines)


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
