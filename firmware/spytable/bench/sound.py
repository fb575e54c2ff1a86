"""What is measured of sound: from the edge of a key to the first sample of the call that it leads to."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from spytable.bench.table import Row
from spytable.referee.conversation.draw import ROUNDS
from spytable.rehearsal import PinHands, Rehearsal
from spytable.seats.gpio.lines.debounce import Timing
from spytable.voice.devices.recording import Played, RecordingOutput
from spytable.voice.samples.effects import Effect
from spytable.voice.synthesis.measure import say_and_wait_seconds

PRESSES = 200

OPENING = (
    (1, "Green"), (2, "Red"), (1, "Begin"), (1, "OK"), (1, "Next"), (1, "Ready"), (2, "Next"), (2, "Ready"),
)  # fmt: skip
"""Two sit down and make their bases: seats, and the keys that they press."""


def key_to_sound() -> Iterator[Row]:
    """A whole table, its journal on the disk: turns end by a pin, and the recorder notes first samples.

    A press clicks at once; the call that it leads to is kept on the disk before its first sample.
    """
    with tempfile.TemporaryDirectory(prefix="spytable-bench-", dir=Path.cwd()) as folder:
        measured = list(_turn_changes(Path(folder)))
    click, call = (sorted(seconds) for seconds in zip(*measured, strict=True))
    first = click[int(len(click) * 0.99)] * 1000
    median = call[len(call) // 2] * 1000
    peer = say_and_wait_seconds("Red's turn.") * 1000
    player = "pyttsx3 say + runAndWait until it returns, player as long as the sound, median of 20"
    yield Row(
        "key_to_sound", "key edge to first sample, debounce aside, p99", first, "ms",
        player, peer, peer / first, "under 10 ms", first < 10,
    )  # fmt: skip
    yield Row(
        "key_to_call", "key edge to first sample of a cached call, kept on this disk before, median", median, "ms",
        player, peer, peer / median, "20 times", peer / median >= 20,
    )  # fmt: skip


def _turn_changes(folder: Path) -> Iterator[tuple[float, float]]:
    """Seconds from the edge to the first sample of all, and to that of the call."""
    hands, output = PinHands(), RecordingOutput()
    with Rehearsal(folder, hands, output) as table:
        for seat, label in OPENING:
            table.press(seat, label)
        table.voice.prepare(["Green's turn.", "Red's turn."])
        table.voice.wait_until_prepared(60)
        table.press(1, "I do")
        for i in range(PRESSES):
            seat = 1 + i % 2
            if i and i % (2 * ROUNDS) == 0:
                # A game in which nothing happens is offered to end.
                table.press(seat, "No")
            table.voice.wait_until_quiet(10)
            table.wait_for(seat, "Done")
            heard = len(output.played)
            begin = time.perf_counter() + Timing().confirm
            hands.finger.down(hands.gpio(seat, 4))
            output.wait_for(partial(_has_turn, heard))
            played = output.played[heard:]
            call = next(sound for sound in played if sound.name == Effect.TURN.value)
            yield played[0].first_sample - begin, call.first_sample - begin
            hands.finger.up(hands.gpio(seat, 4))
            # No hand presses 25 times a second; the table takes one that does for a loose wire.
            time.sleep(0.05)


def _has_turn(heard: int, played: Sequence[Played]) -> bool:
    return any(sound.name == Effect.TURN.value for sound in played[heard:])
