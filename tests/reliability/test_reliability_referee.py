"""`spytable referee --journal` on a disk that gets full: nothing is answered that is not kept."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path

SAID = (
    {"say": "setup", "seats": ["green", "red"]},
    {"say": "base", "seat": "green", "spy": 1, "facing": "right"},
    {"say": "base", "seat": "red", "spy": 8, "facing": "left"},
    {"say": "start", "first": "green"},
    *({"say": "done", "seat": seat} for _ in range(20) for seat in ("green", "red")),
)


def referee(journal: Path, said: list[dict[str, object]], most: int | None = None) -> subprocess.CompletedProcess[str]:
    """*most*: bytes that a file may have, the nearest that a test has to a full disk."""

    def limit() -> None:
        if most is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return subprocess.run(
        [sys.executable, "-m", "spytable", "referee", "--journal", str(journal)],
        input="".join(json.dumps(one) + "\n" for one in said),
        capture_output=True,
        text=True,
        preexec_fn=limit,
        timeout=60,
    )


def calls(done: subprocess.CompletedProcess[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def without_numbers(heard: list[dict[str, object]]) -> list[dict[str, object]]:
    return [{key: value for key, value in call.items() if key != "n"} for call in heard]


def test_a_disk_that_gets_full_ends_it_before_an_answer_and_the_game_goes_on_from_there(tmp_path: Path) -> None:
    whole = without_numbers(calls(referee(tmp_path / "a", list(SAID))))
    cut_short = referee(tmp_path / "b", list(SAID), most=20_000)
    assert cut_short.returncode == 2
    assert cut_short.stderr.startswith("spytable: The journal ") and len(cut_short.stderr.splitlines()) == 1
    heard = calls(cut_short)
    answered = heard[-1]["n"]
    assert isinstance(answered, int) and 4 < answered < len(SAID)
    after = calls(referee(tmp_path / "b", list(SAID[answered:])))
    assert after[0]["call"] == "resumed" and after[0]["seat"] == heard[-1]["seat"]
    assert without_numbers([*heard, *after[1:]]) == whole


def test_a_journal_that_cannot_be_opened_is_said_before_anything_is_answered(tmp_path: Path) -> None:
    (tmp_path / "in the way").write_text("")
    done = referee(tmp_path / "in the way" / "journal", list(SAID))
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
