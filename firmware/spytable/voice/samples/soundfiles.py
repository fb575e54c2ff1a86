"""Sound files of a voice pack as clips: read with care, made mono, trimmed, and as loud as the synthesised voice."""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from spytable.voice.samples.clip import FULL, RATE, Clip, levelled, numbers, octets, peak, ramped, rms
from spytable.voice.samples.effects import LOUDNESS
from spytable.voice.samples.resample import resampled
from spytable.voice.samples.wavfile import Sound, SoundFileError, parse

VERSION = 2
"""Counts changes of what is done to a file: what the cache holds of another version is made anew."""

LARGEST = 12 * 1024 * 1024
"""Bytes. LONGEST seconds at 192,000 Hz on two channels of 24 bits; a file as it should be takes a hundredth."""

_SHORTEST = 0.05
_SILENT = 0.003
"""Largest sample (-50 dB of full scale) of a file that holds no more than noise."""

_CLIPPED = 0.002
"""Share of the samples in flat tops from which on a voice sounds broken."""

_GATE = 32.0
"""dB below the strongest moment down to which it is still speech: an "s" at the end is 25 dB below a vowel."""

_BEFORE, _AFTER = 0.03, 0.09
"""Seconds that are kept before and after speech: a breath, and the last sound's fading."""


def read(path: Path, level: float = LOUDNESS) -> Clip:
    """The file as a clip of *level* (dB of full scale, see `clip.loudness`). Raises SoundFileError.

    The file comes from a stranger: it is never followed through a link, nor read where it is no plain file.
    """
    sound = _read(path)
    return finished(Clip(octets(mono(sound)), sound.rate, path.stem), level)


def finished(clip: Clip, level: float = LOUDNESS) -> Clip:
    """A recording of any rate as it goes into a pack: at RATE, trimmed, at *level*. Raises SoundFileError for
    what is silent, clipped or too short."""
    if peak(clip.samples) < _SILENT:
        raise SoundFileError("It is silent.")
    if clipped_share(clip) > _CLIPPED:
        raise SoundFileError("It is clipped: recorded too loud, so that it sounds broken.")
    values = resampled(numbers(clip.samples), clip.rate)
    clip = Clip(octets([max(-FULL, min(FULL, round(value))) for value in values]), RATE, clip.name)
    clip = without_silence(clip)
    if clip.seconds < _SHORTEST:
        raise SoundFileError("It is too short to be heard.")
    return levelled(clip, level)


def mono(sound: Sound) -> list[int]:
    """Both channels as one."""
    if sound.channels == 1:
        return sound.values.tolist()
    return [(a + b) // 2 for a, b in zip(sound.values[0::2], sound.values[1::2], strict=True)]


def clipped_share(clip: Clip) -> float:
    """The share of the samples that are in flat tops: three or more in a row at the largest value."""
    values = numbers(clip.samples)
    top = max(max(values, default=0), -min(values, default=0))
    if top < 0.95 * FULL:
        return 0.0
    runs = (len(list(run)) for full, run in groupby(abs(value) >= top - 1 for value in values) if full)
    return sum(run for run in runs if run >= 3) / len(values)


def without_silence(clip: Clip) -> Clip:
    """What is within _GATE of the strongest moment, with a little before and after, the ends ramped."""
    size = clip.rate // 100
    powers = [rms(clip.samples[i : i + 2 * size]) for i in range(0, len(clip.samples), 2 * size)]
    least = max(powers, default=0.0) * 10 ** (-_GATE / 20)
    loud = [i for i, power in enumerate(powers) if power >= least]
    if not loud or not least:
        return replace(clip, samples=b"")
    first = max(0, loud[0] * size - int(_BEFORE * clip.rate))
    last = (loud[-1] + 1) * size + int(_AFTER * clip.rate)
    return replace(clip, samples=ramped(clip.samples[2 * first : 2 * last], 0.008, clip.rate))


def opened(path: Path) -> int:
    """A descriptor of the file at *path*, which is no link and no device. Raises SoundFileError."""
    try:
        # Without waiting: opening a named pipe would wait for a writer for ever.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        if getattr(error, "errno", 0) == errno.ELOOP:
            raise SoundFileError("It is a link. Put the file itself here.") from None
        raise SoundFileError(f"It cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise SoundFileError("It is no file.")
    return descriptor


def _read(path: Path) -> Sound:
    descriptor = opened(path)
    try:
        if os.fstat(descriptor).st_size > LARGEST:
            raise SoundFileError(f"It is larger than {LARGEST // 1024 // 1024} MB.")
        with os.fdopen(os.dup(descriptor), "rb") as file:
            data = file.read(LARGEST)
        if data[:4] == b"RIFF":
            return parse(data)
        if data[:4] not in (b"fLaC", b"OggS"):
            raise SoundFileError("It is neither WAV, FLAC nor Ogg." if data else "It is empty.")
        os.lseek(descriptor, 0, os.SEEK_SET)
        # Late: only what is neither of the standard library's needs it.
        from spytable.voice.samples.sndfile import decode

        return decode(descriptor)
    except OSError as error:
        raise SoundFileError(f"It cannot be read: {error.strerror or error}.") from None
    finally:
        os.close(descriptor)
