"""The record of a game: what was accepted since its set-up, with undo. The game is the fold of it."""

from __future__ import annotations

from collections.abc import Iterable

from spytable.errors import SpyTableError
from spytable.game import calls
from spytable.game.announcements import Announcement, Play, SetUp, Undo
from spytable.game.calls import Call, Foul, FoulCode
from spytable.game.rules import apply
from spytable.game.state import Game
from spytable.game.views import public_view

EVERY = 16
"""How many announcements lie between two games that are kept: undo plays at most so many again."""


class BrokenRecordError(SpyTableError, ValueError):
    """What was kept of a game does not fit the rules: it was changed, or written under other rules."""


def accepted(said: Iterable[Call]) -> bool:
    """Whether an announcement that gave these calls was taken: no foul and no contradiction is among them."""
    return not any(isinstance(call, Foul | calls.Contradiction) for call in said)


class Record:
    """One game after the other, each from its set-up on.

    >>> from spytable.game.announcements import SetUp
    >>> Record().announce(SetUp(("green", "red")))[0].cards
    8
    """

    __slots__ = ("_kept", "_plays", "game")

    def __init__(self) -> None:
        self.game: Game | None = None
        self._plays: list[Play] = []
        self._kept: list[Game] = []  # the game after the plays 1, 1 + EVERY, 1 + 2 * EVERY, …

    @classmethod
    def resume(cls, announcements: Iterable[Announcement]) -> Record:
        """The record that *announcements*, undo among them, lead to.

        Raises BrokenRecordError if one of them is refused.
        """
        record = cls()
        for n, announcement in enumerate(announcements, 1):
            if not accepted(record.announce(announcement)):
                raise BrokenRecordError(f"announcement {n} of the kept game ({announcement.say}) is refused")
        return record

    @property
    def history(self) -> tuple[Play, ...]:
        """What was accepted and not undone, from the set-up on."""
        return tuple(self._plays)

    @property
    def last(self) -> Play | None:
        """What undo would take back; None with nothing after the set-up."""
        return self._plays[-1] if len(self._plays) > 1 else None

    def announce(self, announcement: Announcement) -> tuple[Call, ...]:
        """Takes an announcement and gives its calls; see `accepted`. A refused one changes nothing."""
        if isinstance(announcement, Undo):
            return self._undo()
        game, said = apply(self.game, announcement)
        if game is None or not accepted(said):
            return said
        if isinstance(announcement, SetUp):
            self._plays.clear()
            self._kept.clear()
        if len(self._plays) % EVERY == 0:
            self._kept.append(game)
        self._plays.append(announcement)
        self.game = game
        return said

    def resumed(self) -> calls.Resumed:
        """Where the game stands, to be said when it goes on after a power cut."""
        return calls.Resumed(self.game.turn if self.game else None, self.game.owed if self.game else None)

    def _undo(self) -> tuple[Call, ...]:
        if self.game is None:
            return (Foul(FoulCode.NOT_SET_UP),)
        undone = self.last
        if undone is None:
            return (Foul(FoulCode.NOTHING_TO_UNDO),)
        self._plays.pop()
        del self._kept[(len(self._plays) - 1) // EVERY + 1 :]
        game: Game | None = self._kept[-1]
        for play in self._plays[(len(self._kept) - 1) * EVERY + 1 :]:
            game = apply(game, play).game
        assert game is not None
        self.game = game
        return (calls.Undone(undone.say), public_view(game))
