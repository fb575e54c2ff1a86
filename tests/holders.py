"""People who hold real cards: they move as their cards say, and answer the truth."""

from __future__ import annotations

import random

from keypress import People
from spytable.game.base import index_at
from spytable.game.cards import Card, deck
from spytable.referee.conversation import Stage
from spytable.referee.press import Cue
from spytable.referee.screen import Lamp


class Hand:
    """What a player holds, and can read off the seat's panel: nothing else is known to them."""

    def __init__(self, people: People, seat: int, cards: list[Card], chance: random.Random) -> None:
        self.people = people
        self.seat = seat
        self.cards = cards
        self.chance = chance

    def card_at(self, place: int) -> Card:
        fan = self.people.screen(self.seat).fan
        assert fan is not None
        index = index_at(place, fan.spy)
        assert index is not None
        return self.cards[index]

    def answer(self) -> None:
        """Tells the truth about the place that the panel marks."""
        fan = self.people.screen(self.seat).fan
        assert fan is not None and fan.looked_at is not None
        card = self.card_at(fan.looked_at)
        label = self.people.labels(self.seat)[2]
        target = {"Safe 1": Card.S1, "Safe 2": Card.S2, "Top 1": Card.T1, "Top 2": Card.T2}.get(label)
        said = label if card is target else {"S": "Safe", "T": "Top", "B": "Bomb"}[card.value[0]]
        step = self.people.press(self.seat, said)
        if "Yes" in self.people.labels(self.seat):  # In a first game, and in large print, the panel asks once more.
            step = self.people.press(self.seat, "Yes")
        assert step.cue is Cue.KEY, "the truth is never refused"

    def move(self) -> None:
        """Moves as the faced card says, turning or not."""
        self.people.press(self.seat, "Move")
        if self.chance.random() < 0.5:
            self.people.press(self.seat, "Turn")
        fan = self.people.screen(self.seat).fan
        assert fan is not None and fan.marked is not None
        step = self.people.press(self.seat, str(self.card_at(fan.marked).number), "OK")
        assert step.cue is Cue.KEY, "a true move is never refused"

    def spy(self, hands: dict[int, Hand]) -> None:
        """Spies on somebody, who answers."""
        self.people.press(self.seat, "Spy")
        targets = [label for label in self.people.labels(self.seat) if label not in ("", "Back")]
        self.people.press(self.seat, self.chance.choice(targets))
        for seat in self.people.seats:
            if self.people.talk.lamp(seat) is Lamp.BLINK:
                hands[seat].answer()


def play(people: People, hands: dict[int, Hand], chance: random.Random) -> None:
    """Turn after turn until somebody has won, or all agree that nobody can."""
    while people.talk.stage is Stage.PLAY:
        if asked := [seat for seat in people.seats if "Agree" in people.labels(seat)]:
            for seat in asked:  # Nothing new comes any more: shall it be a draw?
                people.press(seat, "Agree")
            continue
        seat = next(seat for seat in people.seats if people.talk.lamp(seat) is Lamp.ON)
        hand = hands[seat]
        for _ in range(2):
            labels = people.labels(seat)
            if "OK" in labels:
                people.press(seat, "OK")
                labels = people.labels(seat)
            if "Move" in labels and chance.random() < 0.6:
                hand.move()
            elif "Spy" in labels:
                hand.spy(hands)
        if people.talk.stage is Stage.PLAY and "OK" in people.labels(seat):
            people.press(seat, "OK")
        if people.talk.stage is Stage.PLAY and "Done" in people.labels(seat):
            people.press(seat, "Done")


def shuffled(players: int, chance: random.Random) -> list[Card]:
    cards = list(deck(players))
    chance.shuffle(cards)
    return cards
