"""Remarks: what the table says aloud that is no call of a game: a pause, a draw, the scores, who has sat down."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from spytable.game.announcements import HouseRules
from spytable.game.calls import State
from spytable.game.cards import Colour
from spytable.referee.message import Message, Player


@dataclass(frozen=True, slots=True)
class Paused:
    """Nothing counts until somebody goes on."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The game has ended without a winner."""


@dataclass(frozen=True, slots=True)
class Wins:
    """*player* has won just now, and *games* in all."""

    player: Player
    games: int


class Wish(StrEnum):
    """What all are asked to agree to."""

    BACK = "back"
    AWAY = "away"
    DRAW = "draw"
    BASE = "base"


@dataclass(frozen=True, slots=True)
class Asks:
    """All are asked for *wish*. *seat*: who asks for it, or who has gone; None where that is nobody."""

    wish: Wish
    seat: Colour | None


@dataclass(frozen=True, slots=True)
class Refuses:
    """*seat* does not agree; or, *here*, has not gone at all."""

    seat: Colour
    here: bool = False


Remark = Paused | Drawn | Wins | Asks | Refuses
"""What is said unasked."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand, as all can see it: to be read aloud at the seat of *reader*, or at one where nobody plays.

    *seats*: how many play. *place*: what an answer is owed for, from its holder's left. *paused*: nothing counts now.
    *drawn*: the game has ended without a winner. *asks*: what all are asked. *keys*: what the keys of the reader's page
    do, where that tells nothing of what only the reader knows.
    """

    state: State
    seats: int
    reader: Colour | None
    place: int | None
    paused: bool = False
    drawn: bool = False
    asks: Asks | None = None
    keys: tuple[tuple[int, Message], ...] = ()


@dataclass(frozen=True, slots=True)
class Company:
    """Who has sat down for a game, clockwise, and whether they *can_begin*; *reader*: who asks, None if not joined.

    *sealed* and *rules*: how they will play, where the reader is choosing it.
    """

    joined: tuple[Colour, ...]
    can_begin: bool
    reader: Colour | None
    sealed: bool | None = None
    rules: HouseRules | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """What the games came to: how many each player *won*, the most first, and by how many Bombs each was put out.

    *longest*: turns of the longest game.
    """

    won: tuple[tuple[Player, int], ...] = ()
    bombs: tuple[tuple[Player, int], ...] = ()
    games: int = 0
    draws: int = 0
    longest: int = 0


Reading = Standing | Company | Tally
"""What is read aloud because a player asked: nothing but what all can see."""
