"""Fuzzes one way in with atheris, which looks for inputs that reach new code: see README.md beside this file."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

import atheris

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1] / "firmware"), str(HERE.parent), str(HERE)]
with atheris.instrument_imports(include=["spytable", "tomllib", "json", "gettext"]):
    from fuzz_targets import TARGETS, seeds


def main() -> None:
    """The first word names the target; the rest is for libFuzzer, such as -max_total_time=300."""
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"usage: {sys.argv[0]} {'|'.join(TARGETS)} [-max_total_time=SECONDS ...]")
    name = sys.argv.pop(1)
    with tempfile.TemporaryDirectory() as corpus:
        for i, content in enumerate(seeds(name)):
            Path(corpus, f"seed-{i}").write_bytes(content)
        words = {word for content in seeds(name) for word in re.findall(rb"[A-Za-z_]{3,}", content)}
        dictionary = Path(corpus).with_suffix(".words")
        dictionary.write_text("".join(f'"{word.decode()}"\n' for word in sorted(words)))
        try:
            atheris.Setup([*sys.argv, f"-dict={dictionary}", corpus], TARGETS[name])
            atheris.Fuzz()
        finally:
            dictionary.unlink()


main()
