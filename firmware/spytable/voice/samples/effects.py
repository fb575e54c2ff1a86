"""Effects: the fuse, the bang and the short signs, synthesised from noise and tones by plain Python.

All that sounds by chance comes from seeded generators: an effect is the same on every table. Levels are
matched by gated RMS (`clip.loudness`) to that of the synthesised speech; only the sounds that answer each
press are softer.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from spytable.voice.samples.clip import CEILING, FULL, RATE, Clip, levelled, octets, ramped

VERSION = 1
"""Counts changes of the effects' sound: what the cache holds of another version is made anew."""

LOUDNESS = -19.0
"""dB of full scale: what eSpeak NG's English sentences have by `clip.loudness` (-18 to -21), at pyttsx3's
full volume."""


class Effect(Enum):
    """A sound without words, in the order in which they are made: first what is needed first."""

    KEY = "key"
    STALE = "stale"
    FOUL = "foul"
    TURN = "turn"
    HISS = "hiss"
    BANG = "bang"
    WIN = "win"
    WAKE = "wake"


SOFTER = {Effect.KEY: 10.0, Effect.STALE: 6.0, Effect.WAKE: 6.0}
"""dB below LOUDNESS, for what is heard at every press."""


def synthesise(effect: Effect) -> Clip:
    """The effect's sound, levelled, without clipping, and zero at both ends."""
    wave = _MAKERS[effect]()
    top = max(map(abs, wave))
    samples = ramped(octets([int(value / top * CEILING * FULL) for value in wave]), 0.002)
    return levelled(Clip(samples, RATE, effect.value), LOUDNESS - SOFTER.get(effect, 0.0))


@dataclass(frozen=True, slots=True)
class Biquad:
    """A filter of second order: five coefficients (R. Bristow-Johnson, Audio EQ Cookbook)."""

    b0: float
    b1: float
    b2: float
    a1: float
    a2: float

    def __call__(self, wave: list[float]) -> list[float]:
        """The wave, filtered."""
        b0, b1, b2, a1, a2 = self.b0, self.b1, self.b2, self.a1, self.a2
        x1 = x2 = y1 = y2 = 0.0
        result = []
        for x in wave:
            y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
            x2, x1, y2, y1 = x1, x, y1, y
            result.append(y)
        return result


def high_pass(hertz: float, q: float = 0.707) -> Biquad:
    """Lets through what is above *hertz*."""
    w = 2 * math.pi * hertz / RATE
    cosine, alpha = math.cos(w), math.sin(w) / (2 * q)
    b, a = (1 + cosine) / 2, 1 + alpha
    return Biquad(b / a, -2 * b / a, b / a, -2 * cosine / a, (1 - alpha) / a)


def low_pass(hertz: float, q: float = 0.707) -> Biquad:
    """Lets through what is below *hertz*."""
    w = 2 * math.pi * hertz / RATE
    cosine, alpha = math.cos(w), math.sin(w) / (2 * q)
    b, a = (1 - cosine) / 2, 1 + alpha
    return Biquad(b / a, 2 * b / a, b / a, -2 * cosine / a, (1 - alpha) / a)


def _times(seconds: float) -> list[float]:
    return [i / RATE for i in range(int(seconds * RATE))]


def _noise(seconds: float, seed: int) -> list[float]:
    chance = random.Random(seed)
    return [chance.random() * 2 - 1 for _ in range(int(seconds * RATE))]


def _tone(seconds: float, hertz: float, decay: float, overtones: tuple[float, ...] = (1.0, 0.3, 0.1)) -> list[float]:
    """A struck tone: it begins within 4 ms, falls to a third in *decay* seconds, and ends softly."""
    times = _times(seconds)
    wave = [0.0] * len(times)
    for n, level in enumerate(overtones, 1):
        step = 2 * math.pi * hertz * n
        wave = [value + level * math.sin(step * t) for value, t in zip(wave, times, strict=True)]
    wave = [value * math.exp(-t / decay) for value, t in zip(wave, times, strict=True)]
    for i in range(int(0.004 * RATE)):
        wave[i] *= times[i] / 0.004
    for i in range(-int(0.012 * RATE), 0):
        wave[i] *= (seconds - times[i]) / 0.012
    return wave


def _laid(parts: list[tuple[float, list[float]]]) -> list[float]:
    """Waves laid over each other, each begun at its second."""
    length = max(int(start * RATE) + len(wave) for start, wave in parts)
    result = [0.0] * length
    for start, wave in parts:
        for i, value in enumerate(wave, int(start * RATE)):
            result[i] += value
    return result


def _hiss() -> list[float]:
    """A fuse, 1.2 s: a short "t", then a rush of 3 to 9 kHz that rises slowly and crackles more and more."""
    seconds = 1.2
    chance = random.Random(7)
    wave = _noise(seconds, seed=1)
    for i, t in enumerate(_times(seconds)):
        wave[i] *= 1.3 * math.exp(-t / 0.012) + 0.3 + 0.45 * (t / seconds) ** 1.5
    # Crackle: sparks come at random, 25 a second at first and 90 at the end, each a burst of 2 to 5 ms.
    t = 0.06
    while t < seconds - 0.08:
        size, fade = chance.uniform(1.2, 3.5), chance.uniform(0.0007, 0.0016)
        for i in range(int(0.005 * RATE)):
            wave[int(t * RATE) + i] += (chance.random() * 2 - 1) * size * math.exp(-i / RATE / fade)
        t += chance.expovariate(25 + 65 * t / seconds)
    for filtering in (high_pass(3600), high_pass(3600), low_pass(8200)):
        wave = filtering(wave)
    for i, t in enumerate(_times(seconds)):
        wave[i] = math.tanh(2.2 * wave[i]) * min(1.0, (seconds - t) / 0.07)
    return wave


def _bang() -> list[float]:
    """An explosion, 1.1 s: a crack, a falling thump that a small speaker can give, and debris that rolls
    away."""
    seconds = 1.1
    crack = [value * math.exp(-t / 0.012) for value, t in zip(_noise(0.08, seed=2), _times(0.08), strict=True)]
    thump, phase = [], 0.0
    for t in _times(0.6):
        phase += 2 * math.pi * (70 + 190 * math.exp(-t / 0.05)) / RATE
        thump.append(math.sin(phase) * min(1.0, t / 0.002) * math.exp(-t / 0.16))
    dust = low_pass(420)(low_pass(900)(_noise(seconds, seed=3)))
    dust = [
        6 * value * min(1.0, t / 0.003) * math.exp(-t / 0.26) for value, t in zip(dust, _times(seconds), strict=True)
    ]
    wave = _laid([(0.0, crack), (0.0, thump), (0.0, dust)])
    return [math.tanh(2.5 * value) * min(1.0, (seconds - i / RATE) / 0.1) for i, value in enumerate(wave)]


def _turn() -> list[float]:
    """Two soft notes that rise: attention, then words."""
    return _laid([(0.0, _tone(0.2, 880.0, 0.09)), (0.11, _tone(0.26, 1318.5, 0.11))])


def _key() -> list[float]:
    """A tick."""
    return _tone(0.035, 1900.0, 0.009, (1.0, 0.5))


def _stale() -> list[float]:
    """A dull double knock: this press did nothing."""
    knock = _tone(0.06, 240.0, 0.022, (1.0, 0.6, 0.3))
    return _laid([(0.0, knock), (0.09, knock)])


def _foul() -> list[float]:
    """Two low buzzing notes that fall."""
    reeds = (1.0, 0.8, 0.6, 0.45, 0.3, 0.2)
    wave = _laid([(0.0, _tone(0.17, 233.1, 0.3, reeds)), (0.18, _tone(0.3, 174.6, 0.3, reeds))])
    return [math.tanh(value) for value in wave]


def _win() -> list[float]:
    """A rising chord, note by note, and its last note held."""
    notes = [(0.0, 523.3), (0.13, 659.3), (0.26, 784.0)]
    parts = [(start, _tone(0.5, hertz, 0.2)) for start, hertz in notes]
    return _laid([*parts, (0.39, _tone(0.9, 1046.5, 0.35, (1.0, 0.4, 0.2, 0.1)))])


def _wake() -> list[float]:
    """Two low, round notes, a fourth apart: good morning."""
    return _laid([(0.0, _tone(0.35, 293.7, 0.18, (1.0, 0.15))), (0.16, _tone(0.45, 392.0, 0.22, (1.0, 0.15)))])


_MAKERS: dict[Effect, Callable[[], list[float]]] = {
    Effect.KEY: _key,
    Effect.STALE: _stale,
    Effect.FOUL: _foul,
    Effect.TURN: _turn,
    Effect.HISS: _hiss,
    Effect.BANG: _bang,
    Effect.WIN: _win,
    Effect.WAKE: _wake,
}
