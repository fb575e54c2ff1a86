"""Perft: counts the ways a game can go on, an oracle for the rules that anyone can recompute."""

from __future__ import annotations

from typing import BinaryIO

from spytable.errors import SpyTableError
from spytable.game.rules import apply, legal
from spytable.game.state import Game
from spytable.referee.protocol import AskLegal, AskState, BadAnnouncementError, parse
from spytable.referee.record import Record, accepted
from spytable.referee.stream import NobodyReadsError, lines, write


class SealedGameError(SpyTableError, ValueError):
    """What may follow in a sealed game cannot be counted."""


def count(game: Game, depth: int) -> int:
    """The number of sequences of *depth* further announcements that `legal` lists. For open games."""
    if depth == 0:
        return 1
    plays = legal(game).announcements
    if depth == 1:
        return len(plays)
    outcomes = [apply(game, play) for play in plays]
    return sum(count(after, depth - 1) for after, said in outcomes if after is not None and accepted(said))


def run(lines_in: BinaryIO, out: BinaryIO, depth: int) -> int:
    """Reads a game from *lines_in*, passing over what is refused, and writes the counts for 1 to *depth*.

    Returns the exit status, 0. Without a game nothing can follow: every count is 0. Raises SealedGameError,
    InputError and OutputError.
    """
    record = Record()
    for line in lines(lines_in):
        try:
            said = parse(line) if line is not None else AskState()
        except BadAnnouncementError:
            continue
        if not isinstance(said, AskLegal | AskState):
            record.announce(said)
    if record.game is not None and record.game.sealed:
        raise SealedGameError("Perft counts open games; in a sealed one not all that is listed can be announced.")
    try:
        for level in range(1, depth + 1):
            write(out, f"{count(record.game, level) if record.game else 0}\n")
    except NobodyReadsError:
        pass
    return 0
