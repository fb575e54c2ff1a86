"""What is measured of panels: bytes on the bus for a change of turn, beside stock luma."""

from __future__ import annotations

from collections.abc import Iterator

from PIL.Image import Image

from spytable.bench.sound import OPENING
from spytable.bench.table import Row
from spytable.language.phrases import Phrases
from spytable.referee.conversation import Conversation
from spytable.referee.press import Press
from spytable.screen.draw import render
from spytable.seats.gpio.measure import stock_bytes, turn_change_bytes


def panel() -> Iterator[Row]:
    """The panels of both seats when a turn passes from one to the other and back, and a screen that stays."""
    talk = Conversation((1, 2), draw=lambda n: 0)
    phrases = Phrases()

    def press(seat: int, label: str) -> None:
        shown = talk.screen(seat)
        labels = [None if given is None else str(phrases.text(given)) for given in shown.labels]
        talk.press(Press(seat, labels.index(label) + 1, shown.prompt))

    def pictures() -> list[Image]:
        return [render(talk.screen(seat), phrases.text) for seat in (1, 2)]

    for seat, label in (*OPENING, (1, "I do")):
        press(seat, label)
    ours = peer = 0
    for seat in (1, 2, 1, 2):
        before = pictures()
        press(seat, "Done")
        for old, new in zip(before, pictures(), strict=True):
            sent, stock = turn_change_bytes(old, new)
            ours += sent
            peer += stock
    yield Row(
        "panel_turn_change", "a turn change, both panels, on the bus", ours / 4, "bytes",
        "stock luma", peer / 4, peer / ours, "at most a fifth", ours * 5 <= peer,
    )  # fmt: skip
    (same, _) = pictures()
    sent, stock = turn_change_bytes(same, same)[0], stock_bytes(same)
    yield Row(
        "panel_unchanged", "a screen that stays as it is, on the bus", sent, "bytes",
        "stock luma", stock, None, "none", sent == 0,
    )  # fmt: skip
