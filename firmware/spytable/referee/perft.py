"""Perft: counts the ways a game can go on, an oracle for the rules that anyone can recompute."""

from __future__ import annotations

from spytable.game.rules import apply, legal
from spytable.game.state import Game
from spytable.referee.record import accepted


def count(game: Game, depth: int) -> int:
    """The number of sequences of *depth* further announcements that `legal` lists. For open games."""
    if depth == 0:
        return 1
    plays = legal(game).announcements
    if depth == 1:
        return len(plays)
    outcomes = [apply(game, play) for play in plays]
    return sum(count(after, depth - 1) for after, said in outcomes if after is not None and accepted(said))
