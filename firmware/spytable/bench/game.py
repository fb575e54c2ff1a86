"""What is measured of the rules: announcements a second with deduction, and how long the rules take to load."""

from __future__ import annotations

import io
import itertools
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator

from spytable.bench.table import Row
from spytable.game.announcements import Announcement, Answer, Base, Move, Said, SetUp, Spy, Start
from spytable.game.base import Facing, faced_place
from spytable.game.cards import Card, Kind, deck
from spytable.game.rules import legal
from spytable.referee.protocol import announcement_to_json
from spytable.referee.record import Record, accepted
from spytable.referee.server import serve

ANNOUNCEMENTS = 20_000


def referee() -> Iterator[Row]:
    """`spytable referee` on long open games of two, against deduction alone by filtering a list of arrangements."""
    lines = list(itertools.islice(_open_game(random.Random(1)), ANNOUNCEMENTS))
    text = "".join(json.dumps(announcement_to_json(line)) + "\n" for line in lines).encode()
    begin = time.process_time()
    serve(io.BytesIO(text), io.BytesIO())
    ours = len(lines) / (time.process_time() - begin)
    peer = len(lines) / _by_going_through(lines)
    yield Row(
        "referee", "announcements of an open game with deduction", ours, "1/s of CPU",
        "deduction alone, filtering a list", peer, ours / peer, "at least 5,000", ours >= 5_000,
    )  # fmt: skip


def _by_going_through(lines: list[Announcement]) -> float:
    """Seconds of CPU of a plain deduction alone: keep a list of arrangements, and filter it at each fact."""
    everything = sorted(set(itertools.permutations(deck(2))))
    begin = time.process_time()
    possible: dict[str, list[tuple[Card, ...]]] = {}
    for i, line in enumerate(lines):
        if isinstance(line, Base):
            possible[line.seat] = everything
        elif isinstance(line, Answer):
            left = [cards for cards in possible[line.seat] if cards[i % 7].kind is not Kind.BOMB]
            possible[line.seat] = left or everything
        elif isinstance(line, Move):
            left = [cards for cards in possible[line.seat] if cards[i % 7].number == line.spaces]
            possible[line.seat] = left or everything
    return time.process_time() - begin


def _open_game(rng: random.Random) -> Iterator[Announcement]:
    """Announcements of games between players who tell the truth, without end."""
    while True:
        record = Record()
        hands = {seat: rng.sample(deck(2), 7) for seat in ("green", "red")}
        opening: list[Announcement] = [SetUp(("green", "red"))]
        opening += [Base(seat, rng.randint(1, 8), rng.choice(list(Facing))) for seat in hands]
        for announcement in (*opening, Start()):
            record.announce(announcement)
            yield announcement
        while (game := record.game) is not None and game.winner is None and len(record.history) < 400:
            choice: Announcement
            if game.question:
                base = game.base(game.question.target)
                index = base.index_at(game.question.slot)
                assert index is not None
                choice = Answer(game.question.target, _truth(hands[game.question.target][index], base.target))
            else:
                choice = rng.choice(legal(game).announcements)
                if isinstance(choice, Spy) and rng.random() < 0.5:
                    continue
                if isinstance(choice, Move) and not _is_true(choice, record, hands):
                    continue
            if accepted(record.announce(choice)):
                yield choice


def _truth(card: Card, target: Card | None) -> Said:
    return Said.TARGET if card is target else Said(card.kind.value)


def _is_true(move: Move, record: Record, hands: dict[str, list[Card]]) -> bool:
    assert record.game is not None
    base = record.game.base(move.seat)
    facing = base.facing.turned if move.turn in ("before", "both") else base.facing
    index = base.index_at(faced_place(base.spy, facing, record.game.places))
    return index is not None and hands[move.seat][index].number == move.spaces


def import_game() -> Iterator[Row]:
    """How long the rules take to load, against the standard library's own argparse."""
    ours, peer = (_import_ms(module) for module in ("spytable.game.rules", "argparse"))
    yield Row(
        "import_game", "import spytable.game with the rules", ours, "ms of CPU",
        "import argparse", peer, peer / ours, "under 50 ms", ours < 50,
    )  # fmt: skip


def _import_ms(module: str) -> float:
    code = f"import time; t = time.process_time(); import {module}; print((time.process_time() - t) * 1000)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(7)]
    return min(float(run.stdout) for run in runs)
