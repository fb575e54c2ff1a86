"""Whole games that a person can read, line by line (tests/scenarios)."""

import io
import json
from pathlib import Path

import pytest

from spytable.referee.server import serve

SCENARIOS = Path(__file__).parent.parent / "scenarios"
NAMES = sorted(path.name.removesuffix(".in.jsonl") for path in SCENARIOS.glob("*.in.jsonl"))


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_gives_the_calls_that_stand_beside_it(name: str) -> None:
    out = io.BytesIO()
    serve(io.BytesIO((SCENARIOS / f"{name}.in.jsonl").read_bytes()), out)
    given = [json.loads(line) for line in out.getvalue().splitlines()]
    expected = [json.loads(line) for line in (SCENARIOS / f"{name}.out.jsonl").read_text("utf-8").splitlines()]
    for said, wanted in zip(given, expected, strict=True):
        assert {key: said.get(key) for key in wanted} == wanted


def test_there_are_games_of_each_size_and_of_each_kind() -> None:
    assert {name.split("-")[0] for name in NAMES} >= {"two", "three", "four"}
    assert {kind for name in NAMES for kind in name.split("-")} >= {
        "open",
        "sealed",
        "undo",
        "disputed",
        "leaving",
    }
