"""An ear for what the card played: which of the table's sounds are in it, sample for sample.

A sound is cut into short pieces, which have to be found as they were made. Not each of them: a press clicks over what
sounds, and where the guest is too slow to feed its card, the sound breaks off between two samples and goes on.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable

from spytable.voice.clip import FULL, RATE, peak
from spytable.voice.effects import Effect, synthesise

PIECE = RATE // 20 * 2
"""Bytes of a piece: 50 ms. Two sounds do not have so many samples in common by chance."""

_INSTALLED = """
import json, sys
from spytable.voice import manner
from spytable.voice.cache import Cache, default_folder
from spytable.voice.clips import Clips
from spytable.voice.synthesiser import Synthesiser
clips = Clips(Synthesiser("en", manner.RATE, folder=default_folder()), Cache(default_folder()), lambda *trouble: None)
found = {words: clips.get(words) for words in json.load(sys.stdin)}
json.dump({words: clip.samples.hex() for words, clip in found.items() if clip}, sys.stdout)
"""
"""Runs in the installed table's own environment: what it keeps of a sentence is named by what made it."""


def sentences(words: Iterable[str]) -> dict[str, bytes]:
    """The samples of those sentences that the installed table has made, from its cache."""
    python = ["/opt/spytable/venv/bin/python", "-P", "-c", _INSTALLED]
    done = subprocess.run(
        ["env", "XDG_CACHE_HOME=/var/cache", *python],
        input=json.dumps(list(words)),
        capture_output=True,
        text=True,
        check=True,
    )
    return {words: bytes.fromhex(samples) for words, samples in json.loads(done.stdout).items()}


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
