"""An output that keeps what it is given, with times: for tests and measurements."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spytable.voice.devices.outputs import BLOCK, OutputLostError, Take
from spytable.voice.samples.clip import Clip


@dataclass(frozen=True, slots=True)
class Played:
    """What a RecordingOutput was given: *first_sample* by `time.perf_counter`, in seconds; the samples that
    sounded."""

    name: str
    first_sample: float
    samples: bytes
    whole: bool


class RecordingOutput:
    """Keeps what is played, with times: for tests and measurements. Plays as fast as it is given, unless
    *paced*.

    `vanish` makes it a device that is gone, also in the middle of a line; `come_back` plugs it in again. With
    `hold` a take stays under way after its first block until `release`.
    """

    def __init__(self, *, paced: bool = False) -> None:
        self.played: list[Played] = []
        self.rests = 0
        self.attempts = 0
        self._paced = paced
        self._blocks_left: int | None = None
        self._go = threading.Event()
        self._go.set()
        self._changed = threading.Condition()

    def vanish(self, after_blocks: int = 0) -> None:
        """The device goes away once so many further blocks of BLOCK seconds have sounded."""
        self._blocks_left = after_blocks

    def come_back(self) -> None:
        """The device is there again."""
        self._blocks_left = None

    def hold(self) -> None:
        """From now on a take waits after its first block."""
        self._go.clear()

    def release(self) -> None:
        """Lets takes go on."""
        self._go.set()

    def wait_for(self, done: Callable[[Sequence[Played]], bool], seconds: float = 60.0) -> bool:
        """Whether *done* became true of what was played, within *seconds*."""
        with self._changed:
            return self._changed.wait_for(lambda: done(self.played), seconds)

    def play(self, take: Take) -> None:
        """Keeps the take's blocks as they come."""
        self.attempts += 1
        samples, at = bytearray(), 0.0
        for block in take.blocks():
            if self._blocks_left is not None:
                if self._blocks_left == 0:
                    self._note(Played(take.clip.name, at, bytes(samples), whole=False), new=not samples)
                    raise OutputLostError
                self._blocks_left -= 1
            at = at or time.perf_counter()
            samples += block
            if len(samples) == len(block):
                self._note(Played(take.clip.name, at, bytes(block), whole=False), new=True)
            if self._paced:
                take.wait(BLOCK)
            while not self._go.is_set() and not take.wait(0.002):
                pass
        self._note(Played(take.clip.name, at, bytes(samples), whole=not take.is_cut), new=False)

    def overlay(self, clip: Clip, volume: float) -> bool:
        """A cue is mixed into the take, as a device would have it."""
        return False

    def rest(self) -> None:
        """Counts it."""
        with self._changed:
            self.rests += 1
            self._changed.notify_all()

    def close(self) -> None:
        """Ends a take that is held."""
        self._go.set()

    def _note(self, played: Played, *, new: bool) -> None:
        """The take under way is the last of `played`, and is replaced as it goes on."""
        with self._changed:
            if new:
                self.played.append(played)
            else:
                self.played[-1] = played
            self._changed.notify_all()
