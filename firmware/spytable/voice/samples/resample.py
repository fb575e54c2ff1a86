"""Resampling: a sound of any rate as the clips' rate, and clips at the rate of a card, block by block."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from operator import mul

from spytable.voice.samples.clip import FULL, RATE, numbers, octets

_CHUNK = 147
"""Samples that are stretched at a time. 22,050 Hz is to 48,000 as 147 to 320, the smallest whole numbers."""

_TAPS = 6
"""Samples that each new one is made of while a sound plays: the images of a voice are then 40 dB below it, for
1.5 % of a core of the build machine."""

_LOBES = 16
"""Zero crossings of the sinc on each side where a file is converted, which is done once and may take its
time."""


class Stretch:
    """A stream of samples at a higher rate. What is fed comes out at most 7 ms of sound later, whatever the
    sizes of the pieces."""

    def __init__(self, rate: int) -> None:
        """*rate*: in Hz, to which RATE is as _CHUNK to a whole number: 44,100, 48,000, 88,200, 96,000."""
        made, left = divmod(_CHUNK * rate, RATE)
        if left or made < _CHUNK:
            raise ValueError(f"Clips cannot be stretched to {rate} Hz.")
        self._rows = tuple(_row(n * _CHUNK / made) for n in range(made))
        self._quiet = bytes(2 * made)
        self._held: array[int] = array("h", bytes(2 * (_TAPS - 1)))

    def feed(self, block: bytes) -> bytes:
        """The samples that *block* completes."""
        self._held.extend(numbers(block))
        result = []
        while len(self._held) >= _CHUNK + _TAPS - 1:
            x = self._held[: _CHUNK + _TAPS - 1]
            del self._held[:_CHUNK]
            result.append(self._made(x) if any(x) else self._quiet)
        return b"".join(result)

    def _made(self, x: array[int]) -> bytes:
        values = [
            int(a * x[i] + b * x[i + 1] + c * x[i + 2] + d * x[i + 3] + e * x[i + 4] + f * x[i + 5])
            for i, a, b, c, d, e, f in self._rows
        ]
        if max(values) > FULL or min(values) < -FULL:
            values = [max(-FULL, min(FULL, value)) for value in values]
        return octets(values)


def _row(position: float) -> tuple[int, float, float, float, float, float, float]:
    """Where the samples begin of which the one at *position* is made, and the share of each."""
    whole = int(position)
    before = _TAPS // 2 - 1
    shares = [_sinc(position - whole + before - n, _TAPS / 2) for n in range(_TAPS)]
    a, b, c, d, e, f = (share / sum(shares) for share in shares)
    return whole, a, b, c, d, e, f


def resampled(samples: Sequence[float], rate: int) -> list[float]:
    """A sound of *rate* Hz at RATE, without what RATE cannot hold (from 11 kHz on)."""
    if rate == RATE:
        return list(samples)
    step = math.gcd(rate, RATE)
    up, down = RATE // step, rate // step
    # Where the rate falls, the filter cuts at the new rate's half: its lobes are that much wider.
    wide = max(1.0, down / up)
    reach = math.ceil(_LOBES * wide)
    padded = [0.0] * reach + list(samples) + [0.0] * (reach + 1)
    filters: dict[int, list[float]] = {}
    result = []
    for n in range(len(samples) * up // down):
        whole, phase = divmod(n * down, up)
        shares = filters.get(phase)
        if shares is None:
            shares = [_sinc((phase / up + reach - k) / wide, _LOBES) for k in range(2 * reach + 1)]
            total = sum(shares)
            shares = filters[phase] = [share / total for share in shares]
        result.append(sum(map(mul, shares, padded[whole : whole + 2 * reach + 1])))
    return result


def _sinc(x: float, lobes: float) -> float:
    """The ideal low pass, its ends drawn to zero at *lobes* crossings by a raised cosine (Hann's window)."""
    if abs(x) >= lobes:
        return 0.0
    return math.cos(math.pi * x / 2 / lobes) ** 2 * (math.sin(math.pi * x) / (math.pi * x) if x else 1.0)
