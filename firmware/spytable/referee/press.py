"""What comes in from the seats and what goes out to them, besides calls and screens."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from spytable.game.announcements import Announcement
from spytable.game.calls import Call
from spytable.referee.remarks import Reading, Remark

SEATS = (1, 2, 3, 4)
"""Seat numbers at the table, clockwise. A seat becomes a colour when its player joins."""

KEYS = (1, 2, 3, 4)
"""K1 to K4, left to right."""


@dataclass(frozen=True, slots=True)
class Press:
    """One debounced press of *key* at *seat*, stamped with the *prompt* of the screen that the seat was shown.

    A key that stays down for a second is told twice: the press as it goes down, and then the same with *held*. It
    bears the same prompt, so that the two are known to be one; letting go tells nothing.
    """

    seat: int
    key: int
    prompt: int
    held: bool = False


class Cue(StrEnum):
    """Short sounds that answer a press; the voice plays them, the words stand on the seat's own panel."""

    KEY = "key"
    STALE = "stale"
    FOUL = "foul"
    WAKE = "wake"
    """The panels were dark, and this press lit them."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one press led to.

    *accepted*: announcements to journal, in order, before anything else is given out. *calls*: to be spoken; a Foul
    is, without its reason, after the sound of *cue*.
    *again*: calls to be repeated because a player asked. *cue*: the sound for the press itself.
    *settings*: choices that the table remembers for the next game. *shut_down*: the machine is to be switched off.
    *clear_scores*: games are counted anew.
    *remark*: to be said after the calls. *read*: to be read aloud because a player asked.
    """

    accepted: tuple[Announcement, ...] = ()
    calls: tuple[Call, ...] = ()
    again: tuple[Call, ...] = ()
    cue: Cue | None = None
    settings: dict[str, bool | int | str] = field(default_factory=dict)
    shut_down: bool = False
    clear_scores: bool = False
    remark: Remark | None = None
    read: Reading | None = None
