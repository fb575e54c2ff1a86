"""A draw: offered where a game can no longer end, and how the table remembers one."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

from spytable.game import calls
from spytable.game.announcements import Done, Play
from spytable.game.calls import Call
from spytable.game.rules import apply
from spytable.game.state import Game

SETTING = "drawn"
"""The name under which the table remembers which game ended in a draw."""

ROUNDS = 10
"""Turns of everybody without anything new, after which a draw is offered, and then again after as many."""


def brings_news(said: Iterable[Call]) -> bool:
    """Whether something that brings the end nearer is among these calls: a card exposed, a Bomb lit, a player out."""
    return any(isinstance(call, calls.Exposed | calls.Hiss | calls.Out) for call in said)


def quiet_turns(history: Sequence[Play]) -> int:
    """How many turns have ended since something new was last heard in the game of *history*."""
    quiet = 0
    game: Game | None = None
    for play in history:
        game, said = apply(game, play)
        quiet = 0 if brings_news(said) else quiet + isinstance(play, Done)
    return quiet


def is_due(quiet: int, players: int) -> bool:
    """Whether a draw is offered after *quiet* turns among *players* who are still in."""
    return quiet > 0 and quiet % (ROUNDS * players) == 0


def mark(history: Sequence[Play]) -> str:
    """What tells this game, as it stands, from every other: a draw is no announcement, and names no winner.

    The journal keeps the game without an end, and beside it this mark as a setting: another game, or this one with
    anything more or less announced, does not bear it.
    """
    return f"{len(history)} {zlib.crc32(repr(tuple(history)).encode()):08x}"
