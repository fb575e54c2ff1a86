"""Pages: what a seat is shown, and what each of its four keys would do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from spytable.game.announcements import Play
from spytable.game.cards import Card, Colour
from spytable.referee.comfort import Comfort
from spytable.referee.message import Message, message
from spytable.referee.screen import Fan

if TYPE_CHECKING:
    from spytable.referee.conversation.sight import Sight

TITLE = 17
"""Letters that a title may have: the sign of the seat and two icons stand in the same line of 21."""

LINE = 21
"""Letters in a line of the body."""

LINES = 3
"""Lines of the body where no fan is drawn; beside a fan there is one."""

LABEL = 6
"""Letters that a key's label may have."""

LABELS = 20
"""Letters of all four labels together: (128 px - 3 gaps of 2 px) / 6 px a letter."""


class Draft(Protocol):
    """A page that a seat has opened, with what was chosen on it so far. Nothing of it is announced yet."""

    def page(self, sight: Sight) -> Page | None:
        """The page as this seat sees it now; None where it no longer fits the game, and is closed."""


class Sheet(Protocol):
    """A page that lies over what the seat is shown: help, settings."""

    def page(self, sight: Sight, below: Page) -> Page | None:
        """The sheet over the page *below*; None where it no longer belongs there, and is taken away."""


@dataclass(frozen=True, slots=True)
class Go:
    """Opens a draft's page, or goes back to where the seat rests."""

    to: Draft | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """Announces *play*; *then* is what the seat sees if it is accepted."""

    play: Play
    then: Draft | None = None


@dataclass(frozen=True, slots=True)
class Lots:
    """Lots decide who of *seats* begins."""

    seats: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Takes the last announcement, numbered *heard*, back, or asks for it."""

    heard: int


@dataclass(frozen=True, slots=True)
class Vote:
    """Answers the request number *request*."""

    request: int
    agree: bool


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Gives the request number *request* up."""

    request: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """Says the last announcement's calls again, nothing older."""


@dataclass(frozen=True, slots=True)
class Miss:
    """Says that the player of a colour has gone, and asks the others."""

    player: Colour


@dataclass(frozen=True, slots=True)
class Correct:
    """Asks all to agree that this seat's base was entered wrongly and has these *cards*, the Spy left out."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Propose:
    """Asks all to end the game without a winner."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Does what the request number *request* asks for, where nobody is left to be asked."""

    request: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing counts from now on."""


@dataclass(frozen=True, slots=True)
class Resume:
    """The game goes on after a pause."""


@dataclass(frozen=True, slots=True)
class Join:
    """Sits down with a colour for the next game, or with None stands up."""

    colour: Colour | None


@dataclass(frozen=True, slots=True)
class Claim:
    """Takes the panel of a colour in a game that goes on, or with None lets it go again."""

    colour: Colour | None


@dataclass(frozen=True, slots=True)
class Gather:
    """Leaves this game: who plays is asked anew."""


@dataclass(frozen=True, slots=True)
class AskStatus:
    """Shows how the table is now."""


@dataclass(frozen=True, slots=True)
class AskScores:
    """Shows what the games came to. The key number *at* (from 0) asked for it, and leads back to *before*."""

    at: int
    before: Draft


@dataclass(frozen=True, slots=True)
class ClearScores:
    """Counts the games anew from now on; then *shows* the page of the scores."""

    shows: Draft


@dataclass(frozen=True, slots=True)
class ShutDown:
    """Switches the machine off."""


@dataclass(frozen=True, slots=True)
class Cover:
    """Lays *sheet* over the page, or takes the one that lies there away."""

    sheet: Sheet | None


@dataclass(frozen=True, slots=True)
class Adjust:
    """Remembers *comfort*; then *sheet* lies over the page."""

    comfort: Comfort
    sheet: Sheet | None = None


@dataclass(frozen=True, slots=True)
class Read:
    """Says aloud how things stand: what all can see, and nothing else."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Does *act* once the key was held for a second; a short press does nothing. For what a slip would spoil."""

    act: Act


Act = (
    Hold
    | Go
    | Say
    | Lots
    | TakeBack
    | Vote
    | Withdraw
    | Miss
    | Correct
    | Propose
    | Confirm
    | Pause
    | Resume
    | Repeat
    | Join
    | Claim
    | Gather
    | AskStatus
    | AskScores
    | ClearScores
    | ShutDown
    | Cover
    | Adjust
    | Read
)
"""All that a key can mean. Two keys mean the same if, and only if, their acts are equal."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key's label and its act."""

    label: Message
    act: Act


Keys = tuple[Key | None, Key | None, Key | None, Key | None]

NO_KEYS: Keys = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Page:
    """A screen before it is numbered. *resting*: there is room for a notice, where a fan makes way for it."""

    title: Message
    body: tuple[Message, ...] = ()
    keys: Keys = NO_KEYS
    fan: Fan | None = None
    resting: bool = False


AGAIN = Key(message("Again"), Repeat())


def key(label: str, act: Act) -> Key:
    """A key with a label that names nothing. Like those of `message`, its text is translated."""
    return Key(message(label), act)


def back(to: Draft | None = None) -> Key:
    """The way back. It stands on the key that opened the page: pressed twice, that key has done nothing."""
    return Key(message("Back"), Go(to))


def colour_key(colour: Colour, act: Act) -> Key:
    """A key with the name of a colour."""
    return Key(message("{seat}", seat=colour), act)


SHORT = {
    Card.S1: message("Safe 1"),
    Card.S2: message("Safe 2"),
    Card.T1: message("Top 1"),
    Card.T2: message("Top 2"),
}
"""Targets as labels."""


def fitting(lines: Iterable[Message]) -> tuple[Message, ...]:
    """The first lines, as many as a body has."""
    return tuple(lines)[:LINES]
