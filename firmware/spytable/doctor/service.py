"""The table that runs, and the service that should run it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence

from spytable.doctor.finding import Finding, Severity
from spytable.status import Health

REASON = "journalctl -u spytable -n 30 has the reason in its last lines; then sudo systemctl restart spytable."


def look(running: Sequence[Health], found: Sequence[Finding]) -> list[Finding]:
    """All findings of this room; what was *found* before is not said once more."""
    return [*(_tables(running, found) if running else _service())]


def _tables(running: Sequence[Health], found: Sequence[Finding]) -> Iterator[Finding]:
    for table in running:
        name = f"process {table.process}"
        if not table.answers:
            says = f"{name} does not answer"
            yield Finding("table", Severity.WARNING, says, "a disk that hangs", "sudo systemctl restart spytable")
            continue
        yield Finding("table", Severity.WELL, f"{name}, version {table.version}")
        for fault in table.faults:
            if not any(each.severity > Severity.NOTE and fault.what == each.says for each in found):
                yield Finding(fault.part, Severity.WARNING, f"the table says: {fault.what}", remedy=fault.remedy)


def _service() -> Iterator[Finding]:
    """Why none runs: whether the service is there, and how it ended."""
    state = shown("LoadState", "ActiveState", "ExecMainStatus", "NRestarts")
    if state.get("LoadState") != "loaded":
        yield Finding("table", Severity.NOTE, "none runs now", remedy="./table play, or sudo ./table install")
    elif state.get("ActiveState") == "failed":
        status = state.get("ExecMainStatus", "?")
        likely = "a mistake in the settings, or in the wiring" if status == "2" else "what is said above, if anything"
        yield Finding("table", Severity.FAULT, f"the service has ended with status {status}", likely, REASON)
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
