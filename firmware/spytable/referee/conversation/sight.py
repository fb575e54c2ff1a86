"""Sight: all that one seat may see. Pages are drawn from it alone, so that none can show what is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from spytable.game.announcements import HouseRules
from spytable.game.base import faced_place, mirrored
from spytable.game.calls import State
from spytable.game.cards import TWO_PLAYERS, Card, Colour
from spytable.game.views import HolderView
from spytable.referee.comfort import PLAIN, Comfort
from spytable.referee.message import Message
from spytable.referee.screen import Targets


class Stage(StrEnum):
    """How far a game is."""

    LOBBY = "lobby"
    BASES = "bases"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Last:
    """What undo would take back: its kind and whose it was, never what was said."""

    heard: int
    say: str
    seat: Colour | None


@dataclass(frozen=True, slots=True)
class Absence:
    """The player of a colour is said to have gone."""

    player: Colour


@dataclass(frozen=True, slots=True)
class Draw:
    """The game can no longer end, and the table offers to end it."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A base was entered wrongly. Which cards are meant now is not for those who are asked."""


Matter = Last | Absence | Draw | Mistake
"""What all are asked to agree to."""


@dataclass(frozen=True, slots=True)
class Request:
    """The seat *asker* asks for *matter*; 0 is the table. *name*: what it plays, or "". *voters* by seat number."""

    number: int
    asker: int
    name: Colour | str
    matter: Matter
    voters: Mapping[int, Colour]
    agreed: frozenset[int] = frozenset()

    @property
    def missed(self) -> Colour | None:
        """Who is said to have gone."""
        return self.matter.player if isinstance(self.matter, Absence) else None

    @property
    def waiting(self) -> tuple[Colour, ...]:
        """Who has not agreed yet."""
        return tuple(colour for seat, colour in self.voters.items() if seat not in self.agreed)


@dataclass(frozen=True, slots=True)
class Sight:
    """What one seat may see.

    *colour*: what the seat plays, or None. *state*: what all can see. *own*: what the holder of the seat's
    own base sees. *own_cards*: what was entered of it, in a sealed game. *lines*: what was called
    last. *busy*: who changes their base, or has none yet.
    *unclaimed*: colours of this game without a seat. *joined*: who has sat down for the next game, by seat
    number. *chooser*: who else chooses its house rules. *remembered*: the house rules chosen last, and
    *remembered_sealed* whether the table answered.
    *chairs*: who plays where in this game. *paused*: nothing counts; *paused_by*: who asked for that.
    *may_undo*: whether this seat may ask to take the last announcement back.
    """

    number: int
    colour: Colour | None
    stage: Stage
    seats: tuple[Colour, ...]
    size: int
    rules: HouseRules
    sealed: bool
    state: State | None
    own: HolderView | None
    own_cards: tuple[Card, ...]
    lines: tuple[Message, ...]
    last: Last | None
    may_undo: bool
    request: Request | None
    busy: tuple[Colour, ...]
    unclaimed: tuple[Colour, ...]
    joined: Mapping[int, Colour]
    chairs: Mapping[int, Colour]
    paused: bool
    paused_by: Colour | None
    chooser: Colour | None
    remembered: HouseRules
    remembered_sealed: bool
    may_shut_down: bool = False
    comfort: Comfort = PLAIN

    @property
    def now(self) -> State:
        """What all can see of the game that is on. Raises LookupError if there is none."""
        if self.state is None:
            raise LookupError("no game is set up")
        return self.state

    @property
    def reads_large(self) -> bool:
        """This seat reads large print."""
        return self.number in self.comfort.large

    @property
    def is_in(self) -> bool:
        """This seat plays and is not out."""
        return self.colour is not None and self.state is not None and self.colour not in self.state.out

    @property
    def acts(self) -> bool:
        """It is this seat's turn and no answer is waited for."""
        return (
            self.stage is Stage.PLAY
            and self.colour is not None
            and self.now.turn == self.colour
            and self.now.owed is None
        )

    @property
    def answers(self) -> bool:
        """This seat owes an answer."""
        return self.stage is Stage.PLAY and self.colour is not None and self.now.owed == self.colour

    @property
    def opponents(self) -> tuple[Colour, ...]:
        """Those still in besides this seat, clockwise from it."""
        if self.colour is None:
            return ()
        at = self.seats.index(self.colour)
        around = self.seats[at + 1 :] + self.seats[:at]
        return tuple(seat for seat in around if seat not in self.now.out)

    @property
    def others_in(self) -> tuple[Colour, ...]:
        """Those still in, without this seat."""
        return tuple(seat for seat in self.seats if seat != self.colour and seat not in self.now.out)

    @property
    def targets(self) -> Targets:
        """The exposure target of each base that is in play."""
        if self.state is None or self.stage is not Stage.PLAY:
            return ()
        return tuple((seat, base.target) for seat, base in self.state.bases.items())

    @property
    def looked_at(self) -> int | None:
        """The place that an answer is owed for, from its holder's left; all can count it."""
        if self.state is None or self.state.turn is None or self.state.owed is None:
            return None
        base = self.state.bases[self.state.turn]
        return mirrored(faced_place(base.spy, base.facing, self.size), self.size)


def may_begin(joined: Mapping[int, Colour]) -> bool:
    """Whether those who sit down can play: two play green and red."""
    return len(joined) > 2 or frozenset(joined.values()) == TWO_PLAYERS
