"""Benchmarks: the table measured beside what one would use instead, as ratios in one run. Never a timed test."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from spytable.bench.rows import BENCHMARKS
from spytable.bench.table import Row, as_text
from spytable.errors import SpyTableError


class NoSuchBenchmarkError(SpyTableError, ValueError):
    """There is no benchmark of that name."""


def run(*, only: str | None = None, json_file: Path | None = None) -> int:
    """Runs all benchmarks, or the one called *only*; prints a table, and writes the rows to *json_file*.

    Returns 0 where every budget is met, else 1. Raises NoSuchBenchmarkError, and SpyTableError where *json_file* cannot
    be written.
    """
    if only is not None and only not in BENCHMARKS:
        raise NoSuchBenchmarkError(f"There is no benchmark {only!r}. There are: {', '.join(BENCHMARKS)}.")
    chosen = [only] if only else list(BENCHMARKS)
    rows: list[Row] = []
    for i, name in enumerate(chosen, 1):
        print(f"[{i}/{len(chosen)}] {name} …", file=sys.stderr, flush=True)
        rows.extend(BENCHMARKS[name]())
    print(as_text(rows))
    if json_file is not None:
        try:
            json_file.write_text(json.dumps({"rows": [row.as_json() for row in rows]}, indent=1) + "\n")
        except OSError as error:
            raise SpyTableError(f"Cannot write {json_file}: {error.strerror}.") from error
    return 0 if all(row.met for row in rows) else 1
