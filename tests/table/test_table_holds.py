"""Keys that stay down at a whole table: held on purpose, and stuck."""

from __future__ import annotations

from pathlib import Path

from spytable.game.calls import Out, Winner
from spytable.rehearsal import PinHands, Rehearsal
from spytable.seats.scripted import plain
from spytable.seats.seats import Trouble


def begin(table: Rehearsal) -> None:
    """Green at seat 1 and red at seat 3; green begins."""
    table.press(1, "Green")
    table.press(3, "Red")
    for label in ("Begin", "OK"):
        table.press(1, label)
    for seat in (1, 3):
        table.press(seat, "Next")
        table.press(seat, "Ready")
    table.press(1, "I do")


def hold(table: Rehearsal, hands: PinHands, label: str, until: str) -> None:
    """Keeps the key of seat 1 with *label* down until the title of seat 3 is *until*."""
    table.wait_for(1, label)
    gpio = hands.gpio(1, table.labels(1).index(label) + 1)
    hands.finger.down(gpio)
    table.wait_until(lambda: plain(table.screen(3).title) == until, f"{until!r} after a hold")
    hands.finger.up(gpio)
    hands.finger.rest()


def test_a_key_held_for_a_second_says_that_somebody_has_gone(tmp_path: Path) -> None:
    hands = PinHands()
    with Rehearsal(tmp_path, hands) as table:
        begin(table)
        for label in ("More", "Next", "Away", "Red"):
            table.press(1, label)
        table.press(1, "Hold")
        assert plain(table.screen(3).title) == "Turn: Green", "a short press says nothing"
        hold(table, hands, "Hold", "Are you there?")
        hold(table, hands, "Hold", "Green wins")
        assert table.voice.calls[-2:] == [Out("red", "left"), Winner("green")]


def test_a_key_that_is_stuck_is_named_at_its_seat_and_told_to_all(tmp_path: Path) -> None:
    hands = PinHands()
    with Rehearsal(tmp_path, hands) as table:
        begin(table)
        table.table.report_trouble(Trouble("key 2 of seat 3", "is held or stuck", "let go of it"))

        def body(seat: int) -> list[str]:
            return [plain(line) for line in table.screen(seat).body]

        table.wait_until(lambda: "Key 2 fails" in body(3), "the key's name")
        table.wait_until(lambda: "Seat 3: key fails" in body(1), "the notice")
        table.press(1, "Done")
        assert "Key 2 fails" in body(3) and "Seat 3: key fails" not in body(1)
        table.table.report_trouble(Trouble("key 2 of seat 3"))
        table.wait_until(lambda: "Key 2 fails" not in body(3), "the end of it")
