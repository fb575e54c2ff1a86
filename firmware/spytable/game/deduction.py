"""Deduction: which arrangements of a base fit all that was heard of it, exactly.

A base has few arrangements (2520 with two players, 360 with more), so knowledge is the set of all that are
still possible: one whole number, a bit for each arrangement. Hearing a fact is an AND with the arrangements
in which it is true, and a fact contradicts what was heard before if, and only if, nothing is left. Cards
are told apart by their index: from 0, from the owner's left, the Spy left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from spytable.game.announcements import Said
from spytable.game.cards import TARGETS, Card, Kind, deck

Arrangements = int
"""A set of arrangements: the bit i is set if the arrangement i of the deck belongs to it."""


class Space:
    """Every arrangement of the deck for a game of *players*, and in which of them a fact is true."""

    __slots__ = ("_card", "_kind", "_number", "everything")

    def __init__(self, players: int) -> None:
        cards = deck(players)
        arrangements = list(_distinct(cards))
        self.everything: Arrangements = (1 << len(arrangements)) - 1
        indexes = range(len(cards))
        self._card = [{card: _where(arrangements, i, card) for card in Card} for i in indexes]
        self._kind = [
            {kind: _union(masks, [card for card in Card if card.kind is kind]) for kind in Kind}
            for masks in self._card
        ]
        self._number = [
            {number: _union(masks, [card for card in Card if card.number == number]) for number in (1, 2)}
            for masks in self._card
        ]

    def number(self, index: int, number: int) -> Arrangements:
        """Those in which the card *index* carries *number*, 1 or 2: heard when a Spy that faces it moves."""
        return self._number[index][number]

    def answer(self, index: int, said: Said, target: Card | None) -> Arrangements:
        """Those in which *said* is a true answer at the card *index*, in a base with the exposure *target*.

        Who names the type of a card says that it is not the target. Where no target is left, none is found.
        """
        if said is Said.TARGET:
            return self._card[index][target] if target else 0
        kinds = self._kind[index]
        if said is Said.SAFE or said is Said.TOP_SECRET:
            told = kinds[Kind.SAFE if said is Said.SAFE else Kind.TOP_SECRET]
            return told & ~self._card[index][target] if target else told
        return kinds[Kind.BOMB]

    def exposed(self, indexes: tuple[int, ...]) -> Arrangements:
        """Those in which the targets lie at *indexes*, in the order in which targets are exposed."""
        fits = self.everything
        for card, index in zip(TARGETS, indexes, strict=False):
            fits &= self._card[index][card]
        return fits


@cache
def space(players: int) -> Space:
    """The arrangements of a base in a game of *players*, made when first asked for: it takes milliseconds."""
    return Space(players)


def _distinct(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Each different order of *cards* once: two cards that are alike are not told apart."""
    if not cards:
        yield ()
    for card in dict.fromkeys(cards):
        i = cards.index(card)
        for rest in _distinct(cards[:i] + cards[i + 1 :]):
            yield (card, *rest)


def _where(arrangements: list[tuple[Card, ...]], index: int, card: Card) -> Arrangements:
    """The arrangements with *card* at *index*. Made from digits, lowest bit last: faster than bit by bit."""
    return int("".join("01"[order[index] is card] for order in reversed(arrangements)), 2)


def _union(masks: dict[Card, Arrangements], cards: list[Card]) -> Arrangements:
    fits = 0
    for card in cards:
        fits |= masks[card]
    return fits
