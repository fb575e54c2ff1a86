"""Service: what the lobby offers beside the game: how the table is, and to switch it off."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spytable.referee.conversation.joining import COLOURS
from spytable.referee.conversation.page import (
    LINES,
    AskScores,
    AskStatus,
    ClearScores,
    Draft,
    Go,
    Hold,
    Key,
    Page,
    Read,
    ShutDown,
    back,
    key,
)
from spytable.referee.conversation.sight import Sight, Stage
from spytable.referee.message import Message, message
from spytable.referee.remarks import Tally


@dataclass(frozen=True, slots=True)
class LobbyMore:
    """What a seat that has joined may look at or do before the game."""

    def page(self, sight: Sight) -> Page | None:
        if not _in_lobby(sight):
            return None
        off = key("Off", Go(ShuttingDown())) if sight.may_shut_down else None
        # As at every page, the way back is on the key that led here.
        if sight.colour is COLOURS[2]:
            second, third = back(), key("Scores", AskScores(2, LobbyMore()))
        else:
            second, third = key("Scores", AskScores(1, LobbyMore())), back()
        return Page(message("More"), (), (key("Status", AskStatus()), second, third, off))


@dataclass(frozen=True, slots=True)
class Status:
    """How the table was when it was asked: three *lines* of 21 letters."""

    lines: tuple[Message, ...]

    def page(self, sight: Sight) -> Page | None:
        if not _in_lobby(sight):
            return None
        return Page(message("Status"), self.lines, (back(LobbyMore()), None, None, None))


@dataclass(frozen=True, slots=True)
class ScoreBoard:
    """What the games came to when it was asked, three lines a page. *at*: the key (from 0) back to *before*."""

    tally: Tally
    at: int
    before: Draft
    first: int = 0

    def page(self, sight: Sight) -> Page | None:
        if not (_in_lobby(sight) or (sight.stage is Stage.OVER and sight.colour is not None)):
            return None
        lines = _scores(self.tally)
        keys: list[Key | None] = [None, None, None, None]
        keys[self.at] = back(self.before)
        keys[2 if self.at == 3 else 3] = key("Read", Read())
        if self.tally.games:
            keys[2 if self.at == 1 else 1] = key("Clear", Go(Clearing(self)))
        if len(lines) > LINES:
            after = self.first + LINES
            keys[0] = key("Next", Go(replace(self, first=after if after < len(lines) else 0)))
        first, second, third, fourth = keys
        return Page(message("Scores"), lines[self.first : self.first + LINES], (first, second, third, fourth))


@dataclass(frozen=True, slots=True)
class Clearing:
    """Asks whether the games are to be counted anew, as a new evening begins: with a hold, since all would be lost."""

    board: ScoreBoard

    def page(self, sight: Sight) -> Page | None:
        if self.board.page(sight) is None:
            return None
        zero = ClearScores(replace(self.board, tally=Tally(), first=0))
        keys: list[Key | None] = [key("Hold", Hold(zero)), None, None, None]
        keys[2 if self.board.at == 1 else 1] = back(self.board)
        first, second, third, fourth = keys
        body = (message("The scores go to zero"), message("Hold for a second"))
        return Page(message("Count anew?"), body, (first, second, third, fourth))


def _scores(tally: Tally) -> tuple[Message, ...]:
    """The scores as lines of a panel: who won most comes first."""
    if not tally.games:
        return (message("No game is over yet"),)
    return (
        *(message("{seat}, won: {n}", seat=player, n=n) for player, n in tally.won),
        *(message("{seat}, Bombs: {n}", seat=player, n=n) for player, n in tally.bombs),
        message("Games: {n}", n=tally.games),
        *((message("Draws: {n}", n=tally.draws),) if tally.draws else ()),
        message("Longest: {n} turns", n=tally.longest),
    )


@dataclass(frozen=True, slots=True)
class ShuttingDown:
    """Asks whether the machine is really to be shut down: a tap never does it, and nothing in a game leads here."""

    def page(self, sight: Sight) -> Page | None:
        if not (_in_lobby(sight) and sight.may_shut_down):
            return None
        off = key("Hold", Hold(ShutDown()))
        return Page(message("Shut down?"), (message("Hold for a second"),), (off, None, None, back(LobbyMore())))


def _in_lobby(sight: Sight) -> bool:
    return sight.stage is Stage.LOBBY and sight.number in sight.joined
