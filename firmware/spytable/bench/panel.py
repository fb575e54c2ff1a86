"""What is measured of panels: bytes on the bus for a change of turn, beside stock luma."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL.Image import Image

from spytable.bench.sound import OPENING
from spytable.bench.table import Row
from spytable.language.phrases import Phrases
from spytable.referee.conversation import Conversation
from spytable.referee.press import Press
from spytable.screen.draw import render
from spytable.seats.gpio.simulated.buses import BYTE
from spytable.seats.gpio.simulated.measure import stock_bytes, turn_change_bytes

OPENING_OF_FOUR = (
    (1, "Green"), (2, "Red"), (3, "Blue"), (4, "Yellow"), (1, "Begin"), (1, "OK"),
    *((seat, label) for seat in (1, 2, 3, 4) for label in ("Next", "Ready")),
)  # fmt: skip
"""Four sit down and make their bases."""


class _Players:
    """A game as its players see it, without devices."""

    def __init__(self, seats: tuple[int, ...], opening: Sequence[tuple[int, str]]) -> None:
        self._seats = seats
        self._talk = Conversation(seats, draw=lambda n: 0)
        self._phrases = Phrases()
        for seat, label in (*opening, (1, "I do")):
            self.press(seat, label)

    def press(self, seat: int, label: str) -> None:
        shown = self._talk.screen(seat)
        labels = [None if given is None else str(self._phrases.text(given)) for given in shown.labels]
        self._talk.press(Press(seat, labels.index(label) + 1, shown.prompt))

    def pictures(self) -> list[Image]:
        return [render(self._talk.screen(seat), self._phrases.text) for seat in self._seats]

    def turn_passes(self, seat: int, *, shared: bool) -> tuple[int, int]:
        """Bytes for all panels when *seat* is done: ours, and stock luma's."""
        before = self.pictures()
        self.press(seat, "Done")
        both = [turn_change_bytes(old, new, shared=shared) for old, new in zip(before, self.pictures(), strict=True)]
        return sum(ours for ours, _ in both), sum(stock for _, stock in both)


def panel() -> Iterator[Row]:
    """The panels when a turn passes round a table of two, and of four on one controller, and a screen that stays."""
    two = _Players((1, 2), OPENING)
    passed = [two.turn_passes(seat, shared=False) for seat in (1, 2, 1, 2)]
    ours, peer = sum(sent for sent, _ in passed), sum(stock for _, stock in passed)
    yield Row(
        "panel_turn_change", "a turn change, both panels, on the bus", ours / 4, "bytes",
        "stock luma", peer / 4, peer / ours, "at most a fifth", ours * 5 <= peer,
    )  # fmt: skip
    four = _Players((1, 2, 3, 4), OPENING_OF_FOUR)
    slowest, stock = max(four.turn_passes(seat, shared=True) for seat in (1, 2, 3, 4))
    yield Row(
        "panel_bus_time", "a turn change, all four panels on one controller at 400 kHz, the slowest of four",
        1000 * BYTE * slowest, "ms", "stock luma", 1000 * BYTE * stock, stock / slowest,
        "at most 25 ms", 1000 * BYTE * slowest <= 25,
    )  # fmt: skip
    same, _ = two.pictures()
    sent, stock = turn_change_bytes(same, same)[0], stock_bytes(same)
    yield Row(
        "panel_unchanged", "a screen that stays as it is, on the bus", sent, "bytes",
        "stock luma", stock, None, "none", sent == 0,
    )  # fmt: skip
