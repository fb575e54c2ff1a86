"""The benchmarks by name, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from spytable.bench import game, panel, sound, start, voice
from spytable.bench.table import Row

BENCHMARKS: dict[str, Callable[[], Iterator[Row]]] = {
    "panel": panel.panel,
    "key_to_sound": sound.key_to_sound,
    "cached_call": voice.cached_call,
    "voice_prepare": voice.prepare,
    "voice_memory": voice.memory,
    "silent_stream": voice.stream,
    "referee": game.referee,
    "start": start.start,
    "import_game": game.import_game,
}
