"""A game of two that has begun and is not over, with a house rule, for the tests of what keeps and reads games."""

from __future__ import annotations

from spytable.game.announcements import Announcement, Answer, Base, HouseRules, Said, SetUp, Spy, Start
from spytable.game.base import Facing

GAME: tuple[Announcement, ...] = (
    SetUp(("green", "red"), rules=HouseRules(top_secret_out=True)),
    Base("green", 1, Facing.RIGHT),
    Base("red", 8, Facing.LEFT),
    Start("green"),
    Spy("green", "red"),
    Answer("red", Said.BOMB),
)
