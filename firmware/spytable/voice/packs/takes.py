"""Takes: one sentence as a microphone hears it; when it begins and ends, how loud it is, and what is wrong with it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from spytable.voice.samples.clip import RATE, Clip, loudness, rms
from spytable.voice.samples.soundfiles import clipped_share, without_silence
from spytable.voice.samples.wavfile import LONGEST

DEAF = 0.3
"""Seconds at the beginning that do not count: the key that began it is heard too."""

PATIENCE = 6.0
"""Seconds in which somebody must begin to speak."""

PAUSE = 0.8
"""Seconds of quiet after which a sentence is over: longer than a pause at a full stop within."""

_OVER_THE_ROOM = 4.0
"""Times (12 dB) that a voice is stronger than the room."""

_LEAST = 0.006
"""RMS (-44 dB of full scale) below which nothing counts as a voice, in however quiet a room."""

_SOFT, _NOISY = -40.0, 18.0
"""dB of full scale below which a take is too soft; dB over the room below which the room is heard in it."""


class Level(Enum):
    """How a moment counts on the meter."""

    QUIET = "quiet"
    GOOD = "good"
    LOUD = "too loud"


@dataclass(frozen=True, slots=True)
class Moment:
    """*decibels* of full scale (RMS), and whether the sentence has begun."""

    decibels: float
    begun: bool

    @property
    def level(self) -> Level:
        """Near full scale the peaks are cut off."""
        return Level.LOUD if self.decibels > -7 else Level.GOOD if self.decibels > -36 else Level.QUIET


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of a take. *good*: nothing is wrong. *usable*: it can be kept all the same."""

    text: str
    good: bool
    usable: bool


class Listening:
    """Follows a microphone's blocks until the sentence is over: iterate over it, then take `clip`."""

    def __init__(self, blocks: Iterable[tuple[bytes, int]], room: float) -> None:
        """*room*: RMS of the room when nobody speaks, as a share of full scale."""
        self._blocks = blocks
        self._threshold = max(_LEAST, _OVER_THE_ROOM * room)
        self._heard = bytearray()
        self._rate = RATE
        self._begun = False

    def __iter__(self) -> Iterator[Moment]:
        at = quiet = 0.0
        for block, rate in self._blocks:
            seconds = len(block) / 2 / rate
            at += seconds
            if at <= DEAF:
                continue
            self._rate = rate
            self._heard += block
            power = rms(block)
            loud = power >= self._threshold
            self._begun = self._begun or loud
            quiet = 0.0 if loud else quiet + seconds
            yield Moment(20 * math.log10(max(power, 1e-5)), self._begun)
            if (self._begun and quiet >= PAUSE) or (not self._begun and at >= PATIENCE) or at >= LONGEST:
                return

    @property
    def clip(self) -> Clip | None:
        """What was said; None if nobody spoke."""
        return Clip(bytes(self._heard), self._rate) if self._begun else None


def room_of(blocks: Iterable[tuple[bytes, int]], seconds: float = 2.0) -> float:
    """How strong the room is when nobody speaks: RMS as a share of full scale, of the quieter half of *seconds*."""
    powers, at = [], 0.0
    for block, rate in blocks:
        at += len(block) / 2 / rate
        if at > DEAF:
            powers.append(rms(block))
        if at >= seconds + DEAF:
            break
    quieter = sorted(powers)[: max(1, len(powers) // 2)]
    return sum(quieter) / len(quieter) if quieter else 0.0


def judge(clip: Clip | None, room: float) -> Verdict:
    """What to say of a take, in the words of a friend beside the microphone."""
    if clip is None:
        return Verdict("Nothing was heard.", good=False, usable=False)
    if clipped_share(clip) > 0.0005:
        return Verdict("Too loud, it sounds broken: a hand farther from the microphone.", good=False, usable=False)
    level = loudness(clip)
    if level < _SOFT:
        return Verdict("Too soft: closer to the microphone.", good=False, usable=True)
    seconds = without_silence(clip).seconds
    if room and level - 20 * math.log10(room) < _NOISY:
        return Verdict(f"{seconds:.1f} s. The room is heard in it.", good=False, usable=True)
    return Verdict(f"{seconds:.1f} s, good.", good=True, usable=True)
