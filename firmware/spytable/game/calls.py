"""Calls: what a referee says (PROTOCOL.md, *Calls*), as plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from spytable.game.announcements import Play
from spytable.game.base import Facing
from spytable.game.cards import Card, Colour, Kind


class By(StrEnum):
    """Why a player is out."""

    BOMB = "bomb"
    EXPOSED = "exposed"
    LEFT = "left"


class About(StrEnum):
    """What cannot be true beside all that was heard."""

    ANSWER = "answer"
    MOVE = "move"


class FoulCode(StrEnum):
    """Why an announcement is not accepted, in the order in which one is named where several fit."""

    BAD_ANNOUNCEMENT = "bad_announcement"
    WRONG_PLAYERS = "wrong_players"
    NOT_SET_UP = "not_set_up"
    NO_SUCH_SEAT = "no_such_seat"
    ALREADY_STARTED = "already_started"
    WRONG_DECK = "wrong_deck"
    BASES_MISSING = "bases_missing"
    NOT_STARTED = "not_started"
    GAME_OVER = "game_over"
    ANSWER_OWED = "answer_owed"
    NO_ANSWER_OWED = "no_answer_owed"
    WRONG_SEAT_ANSWERS = "wrong_seat_answers"
    NOT_YOUR_TURN = "not_your_turn"
    TARGET_SELF = "target_self"
    TARGET_OUT = "target_out"
    ALREADY_MOVED = "already_moved"
    ALREADY_SPIED = "already_spied"
    NOT_AT_EDGE = "not_at_edge"
    TURN_NEEDS_MOVE = "turn_needs_move"
    WRONG_SPACES = "wrong_spaces"
    NOTHING_TO_UNDO = "nothing_to_undo"


@dataclass(frozen=True, slots=True)
class SetUp:
    """A game is set up. *cards*: in each base, the Spy counted."""

    call: ClassVar[str] = "set_up"
    seats: tuple[Colour, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class Ready:
    """A base is announced."""

    call: ClassVar[str] = "ready"
    seat: Colour


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn begins."""

    call: ClassVar[str] = "turn"
    seat: Colour


@dataclass(frozen=True, slots=True)
class Moved:
    """The Spy's new place and facing."""

    call: ClassVar[str] = "moved"
    seat: Colour
    spaces: int
    spy: int
    facing: Facing


@dataclass(frozen=True, slots=True)
class Hopped:
    """The Spy has changed to the other edge."""

    call: ClassVar[str] = "hopped"
    seat: Colour
    spy: int


@dataclass(frozen=True, slots=True)
class Spies:
    """*slot*: the place looked at, from the target's own left."""

    call: ClassVar[str] = "spies"
    seat: Colour
    target: Colour
    slot: int


@dataclass(frozen=True, slots=True)
class Type:
    """The card's type is told: Safe or Top Secret. *seat* is the base's holder."""

    call: ClassVar[str] = "type"
    seat: Colour
    card: Kind


@dataclass(frozen=True, slots=True)
class Exposed:
    """The target is turned for all to see; *next* is the new target, None after Top Secret 2."""

    call: ClassVar[str] = "exposed"
    seat: Colour
    card: Card
    next: Card | None


@dataclass(frozen=True, slots=True)
class AlreadyExposed:
    """The card looked at is exposed: nothing new."""

    call: ClassVar[str] = "already_exposed"
    seat: Colour
    card: Card


@dataclass(frozen=True, slots=True)
class SpyMeetsSpy:
    """The card looked at is the Spy: nothing new."""

    call: ClassVar[str] = "spy_meets_spy"
    seat: Colour


@dataclass(frozen=True, slots=True)
class Hiss:
    """A Bomb found for the first time: it is lit now."""

    call: ClassVar[str] = "hiss"
    seat: Colour


@dataclass(frozen=True, slots=True)
class Boom:
    """A lit Bomb found again, at place *slot* from its holder's left."""

    call: ClassVar[str] = "boom"
    seat: Colour
    slot: int


@dataclass(frozen=True, slots=True)
class Out:
    """A player is out."""

    call: ClassVar[str] = "out"
    seat: Colour
    by: By


@dataclass(frozen=True, slots=True)
class Winner:
    """The game is over."""

    call: ClassVar[str] = "winner"
    seat: Colour


@dataclass(frozen=True, slots=True)
class Undone:
    """The announcement *say* was taken back; a State follows."""

    call: ClassVar[str] = "undone"
    say: str


@dataclass(frozen=True, slots=True)
class PublicBase:
    """What all can see of a base.

    *exposed* maps cards to their places now; *target* is None after Top Secret 2.
    """

    spy: int
    facing: Facing
    exposed: Mapping[Card, int]
    target: Card | None


@dataclass(frozen=True, slots=True)
class State:
    """What all can see of a game: nothing that players must remember. The public view."""

    call: ClassVar[str] = "state"
    turn: Colour | None
    owed: Colour | None
    moved: bool
    spied: bool
    out: tuple[Colour, ...]
    winner: Colour | None
    bases: Mapping[Colour, PublicBase]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """What was said cannot be true beside all that was heard of this base; nothing is changed."""

    call: ClassVar[str] = "contradiction"
    seat: Colour
    about: About


@dataclass(frozen=True, slots=True)
class Disputed:
    """An insisted answer or move is taken, and what was heard of this base before is dropped."""

    call: ClassVar[str] = "disputed"
    seat: Colour


@dataclass(frozen=True, slots=True)
class Legal:
    """What would be accepted now, of move, hop, spy, done and answer."""

    call: ClassVar[str] = "legal"
    announcements: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Foul:
    """Not accepted; nothing is changed. Its words are the referee's affair, not the rules'."""

    call: ClassVar[str] = "foul"
    code: FoulCode


@dataclass(frozen=True, slots=True)
class Resumed:
    """An unfinished game goes on. *seat* is on turn (None before the start); *owed* owes an answer."""

    call: ClassVar[str] = "resumed"
    seat: Colour | None
    owed: Colour | None


Refusal = Foul | Contradiction
"""Calls that say that nothing was changed."""

Call = (
    SetUp | Ready | Turn | Moved | Hopped | Spies | Type | Exposed | AlreadyExposed | SpyMeetsSpy | Hiss
    | Boom | Out | Winner | Undone | State | Contradiction | Disputed | Legal | Foul | Resumed
)
