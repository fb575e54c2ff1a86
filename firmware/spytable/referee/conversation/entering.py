"""Entering a base: where its Spy is; and in a sealed game each card, secretly, at its holder's own panel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from spytable.game.announcements import Base
from spytable.game.base import Facing, place_at
from spytable.game.cards import Card, Kind, deck
from spytable.referee.conversation.page import Correct, Go, Key, Keys, Page, Say, back, key
from spytable.referee.conversation.sight import Sight, Stage
from spytable.referee.message import message
from spytable.referee.screen import Fan

NAMES = {
    Card.S1: message("Safe1"),
    Card.T1: message("Top1"),
    Card.B1: message("Bomb1"),
    Card.S2: message("Safe2"),
    Card.T2: message("Top2"),
    Card.B2: message("Bomb2"),
}
"""Cards as labels; beside three of them there is room for a fourth label."""

_KINDS = (Kind.SAFE, Kind.TOP_SECRET, Kind.BOMB)
"""The kinds of K1 to K3: a card lies on the same key all the time."""


@dataclass(frozen=True, slots=True)
class Placing:
    """Where the Spy of this base is and how it faces; nothing is announced yet.

    In a sealed game the cards follow; *cards*: those entered already, from the holder's left, the Spy left out.
    """

    spy: int
    facing: Facing
    cards: tuple[Card, ...] = ()

    def page(self, sight: Sight) -> Page | None:
        colour = sight.colour
        if colour is None or sight.stage is not Stage.BASES:
            return None
        ring = sight.size
        if sight.sealed:
            # Of a base that is whole the last choice is asked again: Ready must not lie under the key of Next.
            entered = shorter(self.cards, deck(len(sight.seats))) if self.cards else ()
            follows = key("Next", Go(Entering(self.spy, self.facing, entered)))
        else:
            follows = key("Ready", Say(Base(colour.value, self.spy, self.facing)))
        keys = (
            key("Left", Go(replace(self, spy=(self.spy - 2) % ring + 1))),
            key("Right", Go(replace(self, spy=self.spy % ring + 1))),
            key("Turn", Go(replace(self, facing=self.facing.turned))),
            follows,
        )
        return Page(message("Your Spy"), (message("As you see it"),), keys, Fan(ring, self.spy, self.facing))


@dataclass(frozen=True, slots=True)
class Entering:
    """The *cards* entered so far, from the holder's left. *at*: which page of cards is shown. *later*: after the start.

    Only cards that are left of the deck are offered, so that every base that is whole is the colour's deck; the last
    of them enter themselves. Nothing that leads here is heard: how many keys a card takes, others could count.
    """

    spy: int
    facing: Facing
    cards: tuple[Card, ...] = ()
    at: int = 0
    later: bool = False

    def page(self, sight: Sight) -> Page | None:
        stage = Stage.PLAY if self.later else Stage.BASES
        if sight.colour is None or sight.stage is not stage or not sight.sealed or not sight.is_in:
            return None
        cards = deck(len(sight.seats))
        if len(self.cards) == len(cards):
            # A card's key opened this page, so the fourth key announces nothing by a double press.
            values = tuple(card.value for card in self.cards)
            ready = Correct(self.cards) if self.later else Say(Base(sight.colour.value, self.spy, self.facing, values))
            keys = (None, self._undo(cards), None, key("Ready", ready))
            return Page(message("Your base"), (message("Is this right?"),), keys, self._fan(sight.size, None))
        place = place_at(len(self.cards), self.spy)
        return Page(message("Place {place}: card?", place=place), (), self._keys(cards), self._fan(sight.size, place))

    def _keys(self, cards: tuple[Card, ...]) -> Keys:
        """The kinds on K1 to K3, the number 1 first, then 2; together where there is no choice between them."""
        still, undo = left(self.cards, cards), self._undo(cards)
        if len({card.kind for card in still}) == len(still):
            first, second, third = self._offered(still, cards)
            return first, second, third, undo
        ones, twos = ([card for card in still if card.number == number] for number in (1, 2))
        pages = [self._offered(page, cards) for page in (ones, twos) if page]
        if pages[-1][2] is None:
            pages[-1][2] = undo
        else:
            pages.append([None, None, undo])
        first, second, third = pages[self.at]
        return first, second, third, key("More", Go(replace(self, at=(self.at + 1) % len(pages))))

    def _offered(self, page: Iterable[Card], cards: tuple[Card, ...]) -> list[Key | None]:
        offered = {card.kind: Key(NAMES[card], Go(self._with(card, cards))) for card in page}
        return [offered.get(kind) for kind in _KINDS]

    def _with(self, card: Card, cards: tuple[Card, ...]) -> Entering:
        entered = (*self.cards, card)
        still = left(entered, cards)
        if len(still) == 1:
            entered += still * (len(cards) - len(entered))
        return replace(self, cards=entered, at=0)

    def _undo(self, cards: tuple[Card, ...]) -> Key:
        if not self.cards:
            return back(None if self.later else Placing(self.spy, self.facing))
        return key("Undo", Go(replace(self, cards=shorter(self.cards, cards), at=0)))

    def _fan(self, size: int, place: int | None) -> Fan:
        known = tuple((place_at(i, self.spy), card) for i, card in enumerate(self.cards))
        return Fan(size, self.spy, self.facing, known=known, asked=place)


def left(entered: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The different cards of the deck *cards* that are not *entered* yet.

    >>> left((Card.S1, Card.B1), deck(3))
    (<Card.T1: 'T1'>, <Card.B1: 'B1'>, <Card.S2: 'S2'>, <Card.T2: 'T2'>)
    """
    remaining = Counter(cards) - Counter(entered)
    return tuple(card for card in NAMES if card in remaining)


def shorter(entered: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """*entered* without the last card that was chosen, and without those that entered themselves after it."""
    kept = entered[:-1]
    while kept and len(left(kept, cards)) < 2:
        kept = kept[:-1]
    return kept
