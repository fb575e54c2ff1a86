"""What a job found, by name, for the tests outside the guest. `python -m bench.findings NAME VALUE` from a script."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

FILE = Path("/mnt/job/findings.json")


def note(name: str, value: Any) -> None:
    """Keeps *value* as *name*."""
    found = json.loads(FILE.read_text()) if FILE.exists() else {}
    found[name] = value
    FILE.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    note(sys.argv[1], sys.argv[2])
