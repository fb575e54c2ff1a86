"""Announcements: what players say to the table (PROTOCOL.md, *Announcements*), as plain frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from spytable.game.base import Facing


class Turning(StrEnum):
    """When the Spy turns round in a move."""

    NONE = "none"
    BEFORE = "before"
    AFTER = "after"
    BOTH = "both"


class Said(StrEnum):
    """What the holder of a base answers. LIT only after a dispute, where the table cannot know."""

    SAFE = "safe"
    TOP_SECRET = "top_secret"
    TARGET = "target"
    BOMB = "bomb"
    LIT = "lit"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house rules of a game; both are off unless chosen."""

    top_secret_out: bool = False
    turn_without_move: bool = False


@dataclass(frozen=True, slots=True)
class SetUp:
    """A new game. *seats* are colour names, clockwise; they are checked by the rules, not here."""

    say: ClassVar[str] = "setup"
    seats: tuple[str, ...]
    sealed: bool = False
    rules: HouseRules = HouseRules()


@dataclass(frozen=True, slots=True)
class Base:
    """Where this base's Spy is and how it faces; in sealed games the other cards too, from the owner's left.

    *spy* is a place from the owner's left, from 1.
    """

    say: ClassVar[str] = "base"
    seat: str
    spy: int
    facing: Facing
    cards: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """All bases are announced; *first* begins, or the first seat of the set-up."""

    say: ClassVar[str] = "start"
    first: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """The Spy moves *spaces* in the direction it faces, turning round as *turn* says."""

    say: ClassVar[str] = "move"
    seat: str
    spaces: int
    turn: Turning = Turning.NONE
    insist: bool = False


@dataclass(frozen=True, slots=True)
class Hop:
    """The Spy at an edge changes to the opposite edge. No move."""

    say: ClassVar[str] = "hop"
    seat: str


@dataclass(frozen=True, slots=True)
class Spy:
    """*seat* spies on *target*."""

    say: ClassVar[str] = "spy"
    seat: str
    target: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The holder of the base that is spied on tells what the mirror shows. Open games only."""

    say: ClassVar[str] = "answer"
    seat: str
    card: Said
    insist: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """The turn ends."""

    say: ClassVar[str] = "done"
    seat: str


@dataclass(frozen=True, slots=True)
class Leave:
    """This player leaves the game."""

    say: ClassVar[str] = "leave"
    seat: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes the last accepted announcement back."""

    say: ClassVar[str] = "undo"


Play = SetUp | Base | Start | Move | Hop | Spy | Answer | Done | Leave
"""What the rules take: everything that changes a game by itself."""

Announcement = Play | Undo
"""What a journal keeps: undo is a record too."""
