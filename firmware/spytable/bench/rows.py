"""The benchmarks by name, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from spytable.bench import game
from spytable.bench.table import Row

BENCHMARKS: dict[str, Callable[[], Iterator[Row]]] = {
    "referee": game.referee,
    "import_game": game.import_game,
}
