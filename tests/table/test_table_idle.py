"""A table that nobody touches: its panels go dark, and the press that wakes them does nothing else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mute import Mute
from spytable.idle import Idle
from spytable.referee.conversation import Conversation
from spytable.referee.press import Cue
from spytable.seats.scripted import ScriptedSeats
from spytable.table import Table


class Quiet(Mute):
    """A voice that keeps the cues."""

    def __init__(self) -> None:
        self.cues: list[Cue] = []

    def cue(self, cue: Cue) -> None:
        self.cues.append(cue)


class Hand:
    """A clock that is set by hand, and a table that goes dark by it after fifteen minutes."""

    def __init__(self) -> None:
        self.now = 0.0
        self.seats = ScriptedSeats((1, 2))
        self.voice = Quiet()
        self.talk = Conversation((1, 2), draw=lambda n: 0)
        idle = Idle(lambda: self.now, minutes=15)
        self.table = Table(self.talk, self.seats, self.voice, None, idle=idle)  # type: ignore[arg-type]

    def later(self, seconds: float) -> None:
        """Time goes on, and the loop turns once for another reason."""
        self.now += seconds
        assert self.table.ask(60) is not None


@contextmanager
def running() -> Iterator[Hand]:
    hand = Hand()
    thread = threading.Thread(target=hand.table.run, daemon=True)
    thread.start()
    try:
        assert hand.table.ask(60) is not None
        yield hand
    finally:
        hand.table.stop()
        thread.join(60)


def test_panels_go_dark_after_a_quarter_of_an_hour_and_the_waking_press_does_nothing_else() -> None:
    with running() as hand:
        hand.later(899)
        assert not any(hand.seats.screen(seat).blank for seat in (1, 2))
        hand.later(1)
        assert all(hand.seats.screen(seat).blank for seat in (1, 2))
        hand.seats.press(1, 1)
        assert hand.table.ask(60) is not None
        assert not any(hand.seats.screen(seat).blank for seat in (1, 2))
        assert hand.voice.cues == [Cue.WAKE]
        assert hand.talk.screen(1).seat is None, "the waking press joined the game"
        hand.seats.press(1, 1)
        assert hand.table.ask(60) is not None
        assert hand.talk.screen(1).seat is not None


def test_a_press_keeps_the_panels_lit() -> None:
    with running() as hand:
        for _ in range(4):
            hand.later(600)
            hand.seats.press(2, 4)
            assert hand.table.ask(60) is not None
        assert not hand.seats.screen(1).blank
        assert Cue.WAKE not in hand.voice.cues


def test_the_loop_wakes_by_itself_to_darken_the_panels() -> None:
    now = [0.0]
    clock: Callable[[], float] = lambda: now[0]  # noqa: E731
    idle = Idle(clock, minutes=1)
    assert idle.left == 60
    now[0] = 59.5
    assert idle.left == 0.5
    now[0] = 61
    assert idle.dark and idle.left is None
    assert Idle(clock, minutes=None).left is None
