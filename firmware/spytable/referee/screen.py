"""Screens: what a panel shows, as data. screen/ draws them; seats/ puts the picture on a device."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from spytable.game.base import Facing
from spytable.game.cards import Card, Colour
from spytable.referee.message import Message


class Lamp(StrEnum):
    """A seat's lamp: ON for the seat on turn, BLINK for a seat that owes an answer or a consent."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"


class Icon(StrEnum):
    """Small signs at the right end of the title line."""

    MUTE = "mute"
    NOT_KEPT = "not_kept"


@dataclass(frozen=True, slots=True)
class Fan:
    """A base as its holder sees it. Places count from the owner's left, from 1; *size* is their number.

    *exposed*: the cards that all can see, by place. *lit*: the holder's own lit Bombs (only on the holder's screen).
    *looked_at*: the place that an opponent looks at. *marked*: the place of the faced card, or None. *known*: hidden
    cards, by place, while their holder enters them, and *asked*: the place that is entered now (only on the holder's
    screen).
    """

    size: int
    spy: int
    facing: Facing
    exposed: tuple[tuple[int, Card], ...] = ()
    lit: frozenset[int] = frozenset()
    looked_at: int | None = None
    marked: int | None = None
    known: tuple[tuple[int, Card], ...] = ()
    asked: int | None = None


Targets = tuple[tuple[Colour, Card | None], ...]
"""The exposure target of each base in the game, clockwise; None where none is left."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One panel, 128 x 64: a title line, a body, and the labels of K1 to K4 right above the keys.

    *body* holds at most three messages of 21 letters, or with a *fan* (drawn above it) at most one.
    *large*: its player reads large print. *resting*: its words come before its fan, where there is not room for both.
    *targets* stand below a fan that has no message: all can see them, and they often stay the same.
    *prompt* numbers what the keys mean: it changes when, and only when, a press would mean something else.
    *name*: what its player has called this seat; the panel shows it where others speak of it.
    *seat* is the colour that plays at this panel, shown as a sign (initials differ from seat to seat).
    """

    title: Message
    body: tuple[Message, ...] = ()
    labels: tuple[Message | None, Message | None, Message | None, Message | None] = (None, None, None, None)
    fan: Fan | None = None
    seat: Colour | None = None
    icons: frozenset[Icon] = frozenset()
    prompt: int = 0
    blank: bool = False
    targets: Targets = ()
    large: bool = False
    resting: bool = False
    name: str = ""
