"""Whole games as keys to press: played once by the conversation alone, to be played again on devices."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from holders import Hand, play, shuffled
from keypress import People
from spytable.game.calls import Call
from spytable.game.cards import Colour
from spytable.referee.press import Step


class Noted(People):
    """People whose presses are noted."""

    def __init__(self) -> None:
        super().__init__(draw=lambda n: 0)
        self.keys: list[tuple[int, str]] = []
        self.announced: list[int] = []

    def press(self, seat: int, *labels: str) -> Step:
        step = Step()
        for label in labels:
            self.keys.append((seat, label))
            step = super().press(seat, label)
            if step.accepted:
                self.announced.append(len(self.keys))
        return step


@dataclass(frozen=True)
class Evening:
    """The *keys* of a game, by seat and label, and the *calls* that they lead to.

    *announced*: after how many keys something was announced.
    """

    keys: tuple[tuple[int, str], ...]
    calls: tuple[Call, ...]
    announced: tuple[int, ...]


def evening(colours: Mapping[int, Colour], seed: int, *, sealed: bool = False) -> Evening:
    """A game from the lobby to the winner, among people who tell the truth; *sealed*: the table answers for them."""
    chance = random.Random(seed)
    people = Noted()
    cards = {seat: shuffled(len(colours), chance) for seat in colours}
    people.sit_down(colours, "Top 2", *(["Sealed"] if sealed else []))
    people.make_bases(min(colours), cards=cards)
    play(people, {seat: Hand(people, seat, cards[seat], chance) for seat in colours}, chance)
    return Evening(tuple(people.keys), tuple(people.called), tuple(people.announced))
