"""Devices fail by schedule while whole games are played: what is called is what the faultless run calls."""

from __future__ import annotations

from pathlib import Path

import pytest
from faults import ANSWER, Kind, run, trials

CHOSEN = (108, 23, 208)
"""Schedules that have every kind of fault among them, and a game of two, of three and of four."""


def test_the_chosen_schedules_have_every_kind_of_fault() -> None:
    games = [next(trials(range(seed, seed + 1))) for seed in CHOSEN]
    assert {fault.kind for _, _, faults in games for fault in faults} == set(Kind)
    assert len({len({seat for seat, _ in game.keys}) for _, game, _ in games}) == 3


@pytest.mark.parametrize("seed", CHOSEN)
def test_a_game_is_called_as_if_nothing_had_failed(seed: int, tmp_path: Path) -> None:
    _, game, faults = next(trials(range(seed, seed + 1)))
    outcome = run(tmp_path, game, faults)
    assert outcome.calls == game.calls
    assert outcome.slowest <= ANSWER, "a seat that is well waits for no other"
    assert not outcome.left, "what came back is not told of as failing"
    if seed == 108:
        assert outcome.past_a_hang > 3, "the others play on while a bus hangs"
    named = {Kind.UNPLUGGED: "panel of seat", Kind.NOISE: "key", Kind.SOUND_GONE: "sound"}
    for fault in faults:
        if fault.kind in named:
            assert any(part.startswith(named[fault.kind]) for part in outcome.named), fault
