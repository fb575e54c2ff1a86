"""An ear for what the card played: which of the table's sounds are in it, sample for sample.

A sound is cut into short pieces, which have to be found as they were made. Not each of them: a press clicks over what
sounds, and where the guest is too slow to feed its card, the sound breaks off between two samples and goes on.
"""

from __future__ import annotations

from spytable.voice.clip import FULL, RATE, peak
from spytable.voice.effects import Effect, synthesise

PIECE = RATE // 20 * 2
"""Bytes of a piece: 50 ms. Two sounds do not have so many samples in common by chance."""


def effect(name: Effect) -> bytes:
    """The samples of an effect."""
    return synthesise(name).samples


def pieces(sound: bytes) -> list[bytes]:
    """The pieces of *sound* that are not silent."""
    cut = (sound[at : at + PIECE] for at in range(0, len(sound) - PIECE, PIECE))
    return [piece for piece in cut if peak(piece) * FULL > 500]


def times(sound: bytes, heard: bytes) -> int:
    """How often *sound* is in what was *heard*: the median of its pieces, some of which others may share."""
    counts = sorted(heard.count(piece) for piece in pieces(sound))
    return counts[len(counts) // 2] if counts else 0
