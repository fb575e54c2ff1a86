"""An ear for what the card played: which of the table's sounds are in it, sample for sample.

A sound is cut into short pieces, which have to be found as they were made. Not each of them: a press clicks over what
sounds, and where the guest is too slow to feed its card, the sound breaks off between two samples and goes on.
"""

from __future__ import annotations

from collections.abc import Iterator

from spytable.voice.samples.clip import FULL, RATE, peak
from spytable.voice.samples.effects import Effect, synthesise

PIECE = RATE // 20 * 2
"""Bytes of a piece: 50 ms. Two sounds do not have so many samples in common by chance."""


def effect(name: Effect) -> bytes:
    """The samples of an effect."""
    return synthesise(name).samples


def pieces(sound: bytes) -> dict[int, bytes]:
    """The pieces of *sound* that are not silent, by where they begin in it."""
    cut = {at: sound[at : at + PIECE] for at in range(0, len(sound) - PIECE, PIECE)}
    return {at: piece for at, piece in cut.items() if peak(piece) * FULL > 500}


def times(sound: bytes, heard: bytes) -> int:
    """How often *sound* is in what was *heard*: as often as half of its pieces are about where they should be."""
    parts = pieces(sound)
    begins = sorted(found - at for at, piece in parts.items() for found in _places(piece, heard))
    count = 0
    while begins:
        together = [begin for begin in begins if begin < begins[0] + len(sound) // 2]
        count += len(together) >= max(1, len(parts) // 2)
        begins = begins[len(together) :]
    return count


def _places(piece: bytes, heard: bytes) -> Iterator[int]:
    at = heard.find(piece)
    while at >= 0:
        yield at
        at = heard.find(piece, at + 1)
