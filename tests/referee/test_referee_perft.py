"""Counting all ways on: figures that anyone can recompute (PROTOCOL.md, *Counting*)."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from spytable.referee import perft

TWO = b"""{"say":"setup","seats":["green","red"]}
{"say":"base","seat":"green","spy":1,"facing":"right"}
{"say":"base","seat":"red","spy":8,"facing":"left"}
{"say":"start"}
"""
THREE = b"""{"say":"setup","seats":["red","blue","green"]}
{"say":"base","seat":"red","spy":7,"facing":"right"}
{"say":"base","seat":"blue","spy":1,"facing":"left"}
{"say":"base","seat":"green","spy":3,"facing":"right"}
{"say":"start"}
"""


def counts(lines: bytes, depth: int) -> list[int]:
    out = io.BytesIO()
    assert perft.run(io.BytesIO(lines), out, depth) == 0
    return [int(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("start", "expected"),
    [(TWO, [11, 42, 247, 962, 4606, 19584]), (THREE, [12, 56, 345, 1428, 7419])],
    ids=["two players", "three players"],
)
def test_there_are_just_as_many_ways_on_as_the_rules_allow(start: bytes, expected: list[int]) -> None:
    assert counts(start, len(expected)) == expected


def test_fouls_and_nonsense_are_passed_over_while_a_game_is_read() -> None:
    lines = TWO.replace(b"\n", b'\nnonsense\n{"say":"done","seat":"red"}\n{"say":"legal"}\n', 3)
    assert counts(lines, 2) == [11, 42]


def test_nothing_can_follow_where_no_game_is_set_up() -> None:
    assert counts(b"", 2) == [0, 0]


def test_a_count_that_nobody_reads_any_more_ends_quietly(tmp_path: Path) -> None:
    script = "cat game | python -m spytable perft 9 | head -n 1"
    (tmp_path / "game").write_bytes(TWO)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    environment["PYTHONPATH"] = str(Path(perft.__file__).parents[2])
    environment["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), environment["PATH"]))
    done = subprocess.run(script, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "11\n", "")


def test_sealed_games_are_not_counted() -> None:
    with pytest.raises(perft.SealedGameError):
        perft.run(io.BytesIO(b'{"say":"setup","seats":["green","red"],"sealed":true}\n'), io.BytesIO(), 1)
