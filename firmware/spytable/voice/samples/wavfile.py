"""WAV files of any kind that a recorder writes, as 16-bit samples: by the standard library alone.

The standard library's `wave` would do for most; of Python 3.11 it refuses what many recorders write (24 bits
with WAVE_FORMAT_EXTENSIBLE, and floating point).
"""

from __future__ import annotations

import math
import struct
import sys
from array import array
from dataclasses import dataclass

from spytable.errors import SpyTableError
from spytable.voice.samples.clip import FULL, numbers, octets

RATES = range(8000, 192001)
"""Hz that a sound file may have."""

CHANNELS = (1, 2)

LONGEST = 10.0
"""Seconds that a sound file may last. The longest sentence takes three."""

_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_UNKNOWN_LENGTH = 0xFFFFFFFF
"""What a program writes that could not go back to the beginning, such as one that writes into a pipe."""


class SoundFileError(SpyTableError, ValueError):
    """A sound file that cannot be used. The message is a sentence that says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Sound:
    """What a file holds: *values* from -32768 to 32767, the channels in turns; *rate* in Hz."""

    values: array[int]
    rate: int
    channels: int = 1


def check_form(rate: int, channels: int, frames: int) -> None:
    """Raises SoundFileError for what no voice pack needs: it would only take time and memory."""
    if rate not in RATES:
        raise SoundFileError(f"Its rate is {rate} Hz; allowed are {RATES[0]} to {RATES[-1]}.")
    if channels not in CHANNELS:
        raise SoundFileError(f"It has {channels} channels; allowed are 1 and 2.")
    if frames > LONGEST * rate:
        raise SoundFileError(f"It is longer than {LONGEST:.0f} seconds.")


def parse(data: bytes) -> Sound:
    """The sound in the bytes of a WAV file. Raises SoundFileError."""
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise SoundFileError("It is no WAV file.")
    form: tuple[int, int, int, int] | None = None
    at = 12
    while at + 8 <= len(data):
        name, size = struct.unpack_from("<4sI", data, at)
        body = data[at + 8 : at + 8 + size]
        if name == b"fmt ":
            form = _form(body)
        elif name == b"data":
            if form is None:
                raise SoundFileError("Its head does not say what its samples are.")
            if len(body) < size and size != _UNKNOWN_LENGTH:
                raise SoundFileError("Its end is missing.")
            return _sound(body, *form)
        # A part of odd length is followed by a byte that does not count.
        at += 8 + size + size % 2
    raise SoundFileError("There are no samples in it.")


def _form(body: bytes) -> tuple[int, int, int, int]:
    """The kind of samples (_PCM or _FLOAT), channels, Hz, and bytes of a sample."""
    if len(body) < 16:
        raise SoundFileError("Its head does not say what its samples are.")
    kind, channels, rate, _, block, bits = struct.unpack_from("<HHIIHH", body)
    if kind == _EXTENSIBLE and len(body) >= 40:
        # The kind is the beginning of a GUID then.
        (kind,) = struct.unpack_from("<H", body, 24)
    width = -(-bits // 8)
    if (kind, width) not in ((_PCM, 1), (_PCM, 2), (_PCM, 3), (_PCM, 4), (_FLOAT, 4), (_FLOAT, 8)):
        raise SoundFileError(
            f"It is a WAV file of a kind that is not read ({kind}, {bits} bits). Save it as 16-bit PCM."
        )
    check_form(rate, channels, 0)
    if block != channels * width:
        raise SoundFileError("Its head contradicts itself.")
    return kind, channels, rate, width


def _sound(body: bytes, kind: int, channels: int, rate: int, width: int) -> Sound:
    frames = len(body) // (channels * width)
    check_form(rate, channels, frames)
    body = body[: frames * channels * width]
    if kind == _FLOAT:
        values = _rounded(body, "f" if width == 4 else "d")
    elif width == 1:
        # Alone in WAV, samples of 8 bits have no sign.
        values = array("h", [(value - 128) * 256 for value in body])
    elif width == 2:
        values = numbers(body)
    else:
        # 16 of the 24 or 32 bits are more than a voice needs.
        upper = bytearray(2 * frames * channels)
        upper[0::2], upper[1::2] = body[width - 2 :: width], body[width - 1 :: width]
        values = numbers(bytes(upper))
    return Sound(values, rate, channels)


def _rounded(body: bytes, kind: str) -> array[int]:
    values = array(kind, body)
    if sys.byteorder == "big":
        values.byteswap()
    if not all(map(math.isfinite, values)):
        raise SoundFileError("It holds numbers that are no sound.")
    return numbers(octets([max(-FULL, min(FULL, round(value * FULL))) for value in values]))
