"""Devices fail by schedule while whole games are played: what is called is what the faultless run calls."""

from __future__ import annotations

from pathlib import Path

import pytest
from faults import ANSWER, Kind, run, trials

CHOSEN = (375, 658, 206)
"""Schedules that have every kind of fault among them, and a game of two, of three and of four."""

HANGS = 206
"""One of them, in which a panel's bus hangs for some keys of other seats."""

NAMED = {
    Kind.UNPLUGGED: "panel of seat",
    Kind.ALL_HANG: "panel of seat",
    Kind.NOISE: "key",
    Kind.SOUND_GONE: "sound",
}


def test_the_chosen_schedules_have_every_kind_of_fault() -> None:
    games = [next(trials(range(seed, seed + 1))) for seed in CHOSEN]
    assert {fault.kind for _, _, faults in games for fault in faults} == set(Kind)
    assert len({len({seat for seat, _ in game.keys}) for _, game, _ in games}) == 3


@pytest.mark.parametrize(("seed", "apart"), [*((seed, False) for seed in CHOSEN), (HANGS, True)])
def test_a_game_is_called_as_if_nothing_had_failed(seed: int, apart: bool, tmp_path: Path) -> None:
    _, game, faults = next(trials(range(seed, seed + 1)))
    outcome = run(tmp_path, game, faults, apart=apart)
    assert outcome.calls == game.calls
    assert outcome.worst <= ANSWER, "a seat that is well waits for no other, or hardly"
    assert not outcome.left, "what came back is not told of as failing"
    if seed == HANGS:
        assert outcome.past_a_hang > 1, "the others play on while a bus hangs"
    for fault in faults:
        if fault.kind in NAMED:
            assert any(part.startswith(NAMED[fault.kind]) for part in outcome.named), fault
