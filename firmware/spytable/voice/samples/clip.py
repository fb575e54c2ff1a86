"""Clips: short sounds as plain samples, and what is done to samples: trim, level, scale, join, WAV."""

from __future__ import annotations

import math
import struct
import sys
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import compress

RATE = 22050
"""Hz. What eSpeak NG synthesises at, and wide enough (11 kHz) for the hiss."""

FULL = 32767
"""The largest sample of 16 bits."""

CEILING = 0.89
"""Largest sample (-1 dB of full scale): what a converter makes between two samples may be larger than both."""

_KNEE = 0.7
"""Share of full scale from which on peaks are bent that would come above CEILING: what that adds to speech stays 30 dB
below it, and even in the few sentences with the highest peaks 22 dB."""

_QUIET = 100
"""Samples up to this size (-50 dB of full scale) at either end of speech are silence: eSpeak's pauses are
exact zeros."""

_FLIPPED = bytes(octet ^ 0x80 for octet in range(256))
"""Each upper byte of a sample with its sign turned: -32768 to 32767 becomes 0 to 65535, and back."""

_SIZES = bytes(octet if octet < 0x80 else 0xFF - octet for octet in range(256))
"""By its upper byte, how large a sample is in 128ths of full scale, rounded down."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A short sound: *samples* are 16-bit mono, little-endian; *rate* in Hz; *name* says what is heard."""

    samples: bytes
    rate: int = RATE
    name: str = ""

    @property
    def seconds(self) -> float:
        """Length in seconds."""
        return len(self.samples) / 2 / self.rate

    def __repr__(self) -> str:
        return f"Clip({self.name!r}, {self.seconds:.2f} s)"


def numbers(samples: bytes) -> array[int]:
    """The samples as numbers, -32768 to 32767.

    >>> numbers(b"\\x01\\x00\\xff\\xff").tolist()
    [1, -1]
    """
    result = array("h", samples)
    if sys.byteorder == "big":
        result.byteswap()
    return result


def octets(values: Iterable[int]) -> bytes:
    """The other way: numbers from -32768 to 32767 as samples."""
    result = array("h", values)
    if sys.byteorder == "big":
        result.byteswap()
    return result.tobytes()


def silence(seconds: float, rate: int = RATE) -> bytes:
    """Samples that are not heard."""
    return bytes(2 * int(seconds * rate))


def peak(samples: bytes) -> float:
    """The largest sample as a share of full scale, 0 to 1."""
    values = numbers(samples)
    return max(max(values), -min(values)) / (FULL + 1) if values else 0.0


def rms(samples: bytes, every: int = 1) -> float:
    """The root of the mean square as a share of full scale, 0 to 1: how strong the sound is, start to end.

    *every*: looks at each so-manieth sample only, for a figure that need not be exact.
    """
    values = numbers(samples)[::every]
    return math.hypot(*values) / math.sqrt(len(values)) / (FULL + 1) if values else 0.0


def loudness(clip: Clip, window: float = 0.05) -> float:
    """RMS in dB of full scale over the parts that sound: windows (in seconds) within 20 dB of the strongest.

    The gate keeps pauses and fading ends from making a sound count as quiet, as broadcasters' loudness (EBU R
    128) does in two steps and with a filter for the ear.
    """
    size = 2 * max(1, int(window * clip.rate))
    powers = [rms(clip.samples[i : i + size]) ** 2 for i in range(0, len(clip.samples), size)]
    strongest = max(powers, default=0.0)
    if strongest == 0.0:
        return -math.inf
    sounding = [power for power in powers if power >= strongest / 100]
    return 10 * math.log10(sum(sounding) / len(sounding))


def scaled(samples: bytes, factor: float) -> bytes:
    """Each sample times *factor*, or all times less where the largest would not fit into 16 bits.

    The samples are multiplied all at once, as the digits of one whole number, in an eighth of the time that one after
    the other takes: a digit is a sample, made positive, with 16 bits below it for what is behind the point.
    """
    if factor > 1.0:
        factor = min(factor, 1.0 / _bound(samples))
    share = round(factor * 65536)
    if share == 65536:
        return samples
    n = len(samples) // 2
    wide = bytearray(4 * n)
    wide[0::4], wide[1::4] = samples[0::2], samples[1::2].translate(_FLIPPED)
    # What makes a sample positive is not to grow with it; and a half more makes what is cut off below rounded.
    evened = int.from_bytes(b"\1\0\0\0" * n, "little") * (0x8000 * (65536 - share) + 0x8000)
    product = (int.from_bytes(wide, "little") * share + evened).to_bytes(4 * n, "little")
    result = bytearray(2 * n)
    result[0::2], result[1::2] = product[2::4], product[3::4].translate(_FLIPPED)
    return bytes(result)


def _bound(samples: bytes) -> float:
    """What no sample exceeds, as a share of full scale: `peak`, rounded up to a 128th, in a thirtieth of its time."""
    sizes = samples[1::2].translate(_SIZES)
    return next((size + 1 for size in range(127, -1, -1) if size in sizes), 1) / 128


def levelled(clip: Clip, level: float) -> Clip:
    """The clip at a loudness of *level* dB of full scale, its peaks bent where they would come above CEILING, so that a
    lively voice is as loud as an even one."""
    now = loudness(clip)
    if now == -math.inf:
        return clip
    factor = 10 ** ((level - now) / 20)
    samples = clip.samples
    if factor * _bound(samples) > CEILING:
        samples = _bent(samples, _KNEE / factor, CEILING / factor)
    return replace(clip, samples=scaled(samples, factor))


def _bent(samples: bytes, knee: float, most: float) -> bytes:
    """What is above *knee* drawn below *most*, the more the higher it is. Both are shares of full scale."""
    values = numbers(samples)
    # Their upper bytes tell which samples can be above it.
    high = samples[1::2].translate(bytes(size >= int(knee * 128) for size in _SIZES))
    knee, room = knee * FULL, (most - knee) * FULL
    for i in compress(range(len(high)), high):
        over = abs(values[i]) - knee
        if over > 0:
            values[i] = int(math.copysign(knee + room * math.tanh(over / room), values[i]))
    return octets(values)


def ramped(samples: bytes, seconds: float, rate: int = RATE) -> bytes:
    """Both ends drawn to zero over *seconds*, so that neither clicks."""
    values = numbers(samples)
    n = min(int(seconds * rate), len(values) // 2)
    for i in range(n):
        values[i] = values[i] * i // n
        values[-1 - i] = values[-1 - i] * i // n
    return octets(values)


def trimmed(clip: Clip, before: float = 0.01, after: float = 0.03) -> Clip:
    """Without the silence at both ends but for *before* and *after* seconds, the ends ramped over 4 ms."""
    values = numbers(clip.samples)
    block = max(1, clip.rate // 200)

    def loud(i: int) -> bool:
        part = values[i : i + block]
        return max(part) > _QUIET or min(part) < -_QUIET

    # Only the silence itself is looked through, and of that not eSpeak's exact zeros: this runs for each utterance that
    # is prepared.
    starts = range(0, (len(clip.samples.rstrip(b"\0")) + 1) // 2, block)
    first = next((i for i in starts if loud(i)), None)
    if first is None:
        return replace(clip, samples=b"")
    last = next(i for i in reversed(starts) if loud(i)) + block
    kept = clip.samples[2 * max(0, first - int(before * clip.rate)) : 2 * (last + int(after * clip.rate))]
    return replace(clip, samples=ramped(kept, 0.004, clip.rate))


def joined(clips: Iterable[Clip], name: str = "", pause: float = 0.12) -> Clip:
    """One clip after the other with *pause* seconds between. They share one rate."""
    parts = list(clips)
    rate = parts[0].rate if parts else RATE
    return Clip(silence(pause, rate).join(part.samples for part in parts), rate, name)


def wav(clip: Clip) -> bytes:
    """The clip as a WAV file: 16-bit mono."""
    return wav_head(clip) + clip.samples


def wav_head(clip: Clip, after: int = 0) -> bytes:
    """What stands before its samples in a WAV file, which goes on for *after* bytes behind them."""
    n = len(clip.samples)
    return (
        struct.pack("<4sI4s", b"RIFF", 36 + n + after, b"WAVE")
        + struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, clip.rate, 2 * clip.rate, 2, 16)
        + struct.pack("<4sI", b"data", n)
    )
