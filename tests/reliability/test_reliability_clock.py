"""Wall time jumps when the network comes, for a Pi has no clock: nothing that players see or hear depends on it.

And a machine that was suspended goes on where it was, though its devices may have been without power.
"""

from __future__ import annotations

import ast
import random
import time
from pathlib import Path

import pytest

import spytable
from evening import evening
from keypress import TWO
from spytable.journal.journal import Journal
from spytable.rehearsal import PinHands, Rehearsal
from spytable.seats.gpio.simulated.buses import FakeBuses
from spytable.suspend import Suspends
from spytable.voice.devices.recording import RecordingOutput

ROOT = Path(spytable.__file__).parent

WALL = {"time", "time_ns", "localtime", "gmtime", "strftime", "ctime", "asctime", "mktime"}
"""Of the module time, what speaks of wall time."""

LABELS = {
    "journal/journal.py": {"time"},
    "voice/cache.py": {"time"},
    "doctor/system.py": {"datetime"},
}
"""Where wall time may be read: as the day of a game, or of a clip's last use; the doctor says when it is off."""


def wall_times(path: Path) -> set[str]:
    """What *path* reads of wall time."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "time":
            found |= {node.attr} & WALL
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            found |= {alias.name for alias in node.names} & WALL
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = {getattr(node, "module", None), *(alias.name for alias in node.names)}
            found |= names & {"datetime"}
    return found


def test_wall_time_is_read_for_labels_alone() -> None:
    read = {str(path.relative_to(ROOT)): wall_times(path) for path in sorted(ROOT.rglob("*.py"))}
    assert {name: names for name, names in read.items() if names} == LABELS


def test_a_clock_that_jumps_by_hours_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, chance = time.time, random.Random(5)
    monkeypatch.setattr(time, "time", lambda: real() + chance.choice((-3600.0, 0.0, 3 * 3600.0, 40 * 365 * 86400.0)))
    # A default is bound when its function is made.
    monkeypatch.setitem(Journal.open.__func__.__kwdefaults__, "wall", time.time)  # type: ignore[attr-defined]
    game = evening(TWO, 44)
    hands = PinHands()
    with Rehearsal(tmp_path, hands) as table:
        for seat, label in game.keys:
            table.press(seat, label)
        assert tuple(table.voice.calls) == game.calls
        assert table.table.troubles == ()
        for seat in table.seats.numbers:
            table.wait_until(lambda seat=seat: table.is_shown(seat), f"the last screen of seat {seat}")


class Night:
    """A machine that is suspended now and then: all panels lose their power, the sound card is gone, and time jumps."""

    def __init__(self, hands: PinHands, output: RecordingOutput) -> None:
        self.slept = 0.0
        self._hands = hands
        self._output = output

    def falls(self, table: Rehearsal) -> None:
        """It is suspended for a night and is awake again. Nobody presses a key."""
        for seat in table.seats.numbers:
            self._hands.buses.chip(seat).lose_power()
        self._output.vanish()
        self.slept += 8 * 3600.0
        # As when the watchdog is to be fed, the loop turns once.
        assert table.table.ask(60) is not None

    def ends(self) -> None:
        """The sound card is found again."""
        self._output.come_back()


@pytest.mark.parametrize("tells", [True, False], ids=["panels that tell", "panels that do not tell"])
def test_after_a_suspend_the_panels_show_what_they_showed_though_nobody_presses(tmp_path: Path, tells: bool) -> None:
    hands, output = PinHands(), RecordingOutput()
    hands.buses = FakeBuses(hands.wiring, answers_reads=tells)
    night = Night(hands, output)
    with Rehearsal(tmp_path, hands, output, slept=lambda: night.slept) as table:
        for seat in table.seats.numbers:
            table.wait_until(lambda seat=seat: table.is_shown(seat), f"the first screen of seat {seat}")
        night.falls(table)
        for seat in table.seats.numbers:
            table.wait_until(lambda seat=seat: table.is_shown(seat), f"the screen of seat {seat} after the night")
        assert hands.buses.faults == []


def test_a_game_goes_on_after_each_suspend_as_if_there_had_been_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = evening(TWO, 44)
    hands, output = PinHands(), RecordingOutput()
    night = Night(hands, output)
    real = time.time
    monkeypatch.setitem(
        Journal.open.__func__.__kwdefaults__,  # type: ignore[attr-defined]
        "wall",
        lambda: real() + night.slept,
    )
    with Rehearsal(tmp_path, hands, output, slept=lambda: night.slept) as table:
        for i, (seat, label) in enumerate(game.keys):
            if i % 5 == 3:
                table.wait_for(seat, label)
                night.falls(table)
            table.press(seat, label)
            night.ends()
        assert tuple(table.voice.calls) == game.calls
        for seat in table.seats.numbers:
            table.wait_until(lambda seat=seat: table.is_shown(seat), f"the last screen of seat {seat}")
        assert hands.buses.faults == []


def test_a_machine_that_is_awake_is_not_taken_for_one_that_slept() -> None:
    resumed: list[str] = []
    suspends = Suspends(lambda: resumed.append("resumed"))
    for _ in range(1000):
        suspends.look()
    assert resumed == []
