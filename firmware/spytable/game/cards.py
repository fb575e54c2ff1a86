"""Colours and cards: what a deck is made of (RULES.md, *Deck*)."""

from __future__ import annotations

from enum import StrEnum


class Colour(StrEnum):
    """A player's colour; a seat in the game is named by it."""

    GREEN = "green"
    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"


class Kind(StrEnum):
    """What is told of a card that is spied on: the type, never the number."""

    SAFE = "safe"
    TOP_SECRET = "top_secret"
    BOMB = "bomb"


class Card(StrEnum):
    """A card of a base, the Spy left out. The second letter is the number of spaces it makes a Spy move."""

    S1 = "S1"
    S2 = "S2"
    T1 = "T1"
    T2 = "T2"
    B1 = "B1"
    B2 = "B2"

    @property
    def kind(self) -> Kind:
        """Safe, Top Secret or Bomb."""
        return _KINDS[self.value[0]]

    @property
    def number(self) -> int:
        """Spaces that a Spy facing this card moves: 1 or 2."""
        return int(self.value[1])


_KINDS = {"S": Kind.SAFE, "T": Kind.TOP_SECRET, "B": Kind.BOMB}

TARGETS = (Card.S1, Card.S2, Card.T1, Card.T2)
"""The exposure targets of a base, in the order in which they are exposed."""

TWO_PLAYERS = frozenset({Colour.GREEN, Colour.RED})
"""The only colours that two players may use."""


def deck(players: int) -> tuple[Card, ...]:
    """The cards of one base without its Spy, for a game of 2, 3 or 4 *players*.

    >>> len(deck(2)), len(deck(4))
    (7, 6)
    """
    cards = (Card.S1, Card.S2, Card.T1, Card.T2, Card.B1, Card.B1)
    return (*cards, Card.B2) if players == 2 else cards


def places(players: int) -> int:
    """Places in a base, the Spy's counted: 8 with two players, 7 with three or four."""
    return len(deck(players)) + 1
