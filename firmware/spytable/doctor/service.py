"""The table that runs, and the service that should run it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence

from spytable.doctor import header
from spytable.doctor.finding import NOT_KEPT, Finding, Severity
from spytable.status import Fault, Health

REASON = "journalctl -u spytable -n 30 has the reason in its last lines; then sudo systemctl restart spytable."


def look(running: Sequence[Health], found: Sequence[Finding]) -> list[Finding]:
    """All findings of this room; what was *found* before is not said once more."""
    return [*(_tables(running, found) if running else _service(found))]


def _tables(running: Sequence[Health], found: Sequence[Finding]) -> Iterator[Finding]:
    for table in running:
        name = f"process {table.process}"
        if not table.answers:
            says = f"{name} does not answer"
            yield Finding("table", Severity.WARNING, says, "a disk that hangs", "sudo systemctl restart spytable")
            continue
        yield Finding("table", Severity.WELL, f"{name}, version {table.version}")
        for fault in table.faults:
            if not any(each.severity > Severity.NOTE and _names(each, fault) for each in found):
                likely, remedy = header.WHY.get(fault.what, ("", fault.remedy))
                yield Finding(fault.part, Severity.WARNING, f"the table says: {fault.what}", likely, remedy)


def _names(finding: Finding, fault: Fault) -> bool:
    """Whether *finding* names what is behind *fault* of a table."""
    if finding.part == "panels":
        return fault.part.startswith("panel of ")
    if finding.part == "disk":
        return fault.part == "journal" and NOT_KEPT in f"{finding.says} {finding.likely}"
    return finding.part == fault.part


def _service(found: Sequence[Finding]) -> Iterator[Finding]:
    """Why none runs: whether the service is there, and how it ended."""
    state = shown("LoadState", "ActiveState", "ExecMainStatus", "NRestarts")
    if state.get("LoadState") != "loaded":
        yield Finding("table", Severity.NOTE, "none runs now", remedy="./table play, or sudo ./table install")
    elif state.get("ActiveState") == "failed":
        status = state.get("ExecMainStatus", "?")
        likely, remedy = "what is said above, if anything", REASON
        if status == "2" and any(each.part == "settings" and each.severity is Severity.FAULT for each in found):
            likely, remedy = "the settings, as is said above", "Correct them; then sudo systemctl restart spytable."
        elif status == "2":
            likely = "a mistake in the settings, or in the wiring; it may have been corrected since"
        yield Finding("table", Severity.FAULT, f"the service has ended with status {status}", likely, remedy)
    elif state.get("ActiveState") == "activating":
        says = f"the service does not come up; it was started again {state.get('NRestarts', '?')} times"
        yield Finding("table", Severity.FAULT, says, "what is said above, if anything", REASON)
    else:
        yield Finding("table", Severity.NOTE, "none runs now", remedy="sudo systemctl start spytable")


def shown(*properties: str) -> dict[str, str]:
    """Properties of the service, from systemd; nothing where there is none."""
    command = ["systemctl", "show", f"--property={','.join(properties)}", "spytable.service"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError, ValueError):
        return {}
    return dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
