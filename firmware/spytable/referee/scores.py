"""Scores: what the games of an evening came to. Each is a fold of its record: what was undone counts nowhere."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from spytable.game import calls
from spytable.game.announcements import Play
from spytable.game.calls import By
from spytable.game.cards import Colour
from spytable.game.rules import apply
from spytable.game.state import Game
from spytable.referee.conversation.draw import mark
from spytable.referee.conversation.sight import Stage
from spytable.referee.message import Player
from spytable.referee.names import alike
from spytable.referee.remarks import Tally, Wins

SETTING = "scores"
"""The name under which the table remembers the games' results."""

GAMES = 100
"""Games that count, the newest."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game that is over: who won (None: a draw), who was put out by a Bomb, how many turns it took.

    *mark* tells it from every other game.
    """

    mark: str
    winner: Player | None
    bombed: tuple[Player, ...]
    turns: int


def result(history: Sequence[Play], called: Mapping[Colour, str]) -> Result:
    """What the game of *history*, which is over, came to. *called*: the players' names."""
    game: Game | None = None
    said: list[calls.Call] = []
    for play in history:
        game, told = apply(game, play)
        said += told
    assert game is not None
    same = [alike(name) for name in called.values()]

    def player(colour: Colour) -> Player:
        name = called.get(colour, "")
        return Player(colour, name, twin=bool(name) and same.count(alike(name)) > 1)

    bombed = tuple(player(call.seat) for call in said if isinstance(call, calls.Out) and call.by is By.BOMB)
    turns = sum(isinstance(call, calls.Turn) for call in said)
    return Result(mark(history), None if game.winner is None else player(game.winner), bombed, turns)


class Scores:
    """The results of the games at this table, the newest last."""

    def __init__(self, kept: object = None) -> None:
        """*kept*: what was remembered under SETTING; what makes no sense begins anew."""
        self.results = _read(kept)
        self._newest = ""  # the mark of the game that is over and may still be taken up again

    @classmethod
    def of(cls, games: Iterable[Sequence[Play]]) -> Scores:
        """The scores of *games* that were over before anything was remembered: who was called how is not known."""
        scores = cls()
        scores.results = [result(history, {}) for history in games]
        return scores

    def update(self, stage: Stage, history: Sequence[Play], called: Mapping[Colour, str]) -> dict[str, str]:
        """Takes note of how far the game of *history* is now. Gives what is to be remembered, if that has changed.

        A game that is over counts until its end is taken back.
        """
        before = list(self.results)
        if stage is Stage.OVER:
            now = mark(history)
            if self._newest != now:
                self.results = [*self.results, result(history, called)][-GAMES:]
            self._newest = now
        elif stage is Stage.PLAY and self._newest:
            if self.results and self.results[-1].mark == self._newest:
                self.results = self.results[:-1]
            self._newest = ""
        else:
            self._newest = ""
        return {} if self.results == before else {SETTING: _written(self.results)}

    def resume(self, history: Sequence[Play]) -> None:
        """A game of *history* is there from before: its end, if it has one, counts already."""
        if self.results and self.results[-1].mark == mark(history):
            self._newest = self.results[-1].mark

    def clear(self) -> dict[str, str]:
        """Counts anew. Gives what is to be remembered. A game that is over just now may still be taken up again."""
        self.results = []
        return {SETTING: _written(self.results)}

    def tally(self) -> Tally:
        """What the games came to."""
        won = _counted(found.winner for found in self.results if found.winner is not None)
        return Tally(
            won=won,
            bombs=_counted(player for found in self.results for player in found.bombed),
            games=len(self.results),
            draws=sum(found.winner is None for found in self.results),
            longest=max((found.turns for found in self.results), default=0),
        )

    def winner(self) -> Wins | None:
        """How often whoever has won the newest game has won; None after a draw and after a first game."""
        newest = self.results[-1].winner if len(self.results) > 1 else None
        return None if newest is None else next(
            (Wins(newest, n) for player, n in self.tally().won if _who(player) == _who(newest)), None
        )


def _counted(players: Iterable[Player]) -> tuple[tuple[Player, int], ...]:
    count: Counter[object] = Counter()
    newest: dict[object, Player] = {}
    for player in players:
        count[_who(player)] += 1
        newest[_who(player)] = player
    return tuple((newest[who], n) for who, n in count.most_common())


def _who(player: Player) -> object:
    """What is the same of one player in all games."""
    return (alike(player.name), player.colour if player.twin else None) if player.name else player.colour


def _written(results: Sequence[Result]) -> str:
    def who(player: Player | None) -> list[object] | None:
        return None if player is None else [player.colour.value, player.name, player.twin]

    rows = [[found.mark, who(found.winner), [who(player) for player in found.bombed], found.turns] for found in results]
    return json.dumps(rows, ensure_ascii=True, separators=(",", ":"))


def _read(kept: object) -> list[Result]:
    def player(row: list[object]) -> Player:
        colour, name, twin = row
        return Player(Colour(str(colour)), str(name), twin is True)

    try:
        rows = json.loads(kept) if isinstance(kept, str) else []
        results = [
            Result(str(mark), None if winner is None else player(winner), tuple(map(player, bombed)), int(turns))
            for mark, winner, bombed, turns in rows
        ]
    except (ValueError, TypeError, OverflowError, RecursionError):
        return []
    # No game ends before its first turn.
    return results if all(found.turns >= 1 for found in results) else []
