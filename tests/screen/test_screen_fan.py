"""What the holder of a base can read from the fan."""

from itertools import combinations

import pytest
from PIL import Image

from spytable.game.base import Facing
from spytable.game.cards import Card, Colour
from spytable.referee.message import Message, message
from spytable.referee.screen import Fan, Screen
from spytable.screen.draw import render
from spytable.screen.fan import HEIGHT, WIDTH, draw_fan


def places_that_differ(one: Fan, other: Fan) -> set[int]:
    """The places whose columns differ in the pictures of two fans of one size."""
    pictures = draw_fan(one), draw_fan(other)
    left = (WIDTH - 16 * one.size) // 2
    return {
        place
        for place in range(1, one.size + 1)
        if len({column(picture, left + 16 * (place - 1)) for picture in pictures}) > 1
    }


def column(picture: Image.Image, left: int) -> bytes:
    return picture.crop((left, 0, left + 16, HEIGHT)).tobytes()


@pytest.mark.parametrize("size", [7, 8])
def test_every_place_is_there_and_the_fan_is_in_the_middle(size: int) -> None:
    box = draw_fan(Fan(size, 1, Facing.LEFT, looked_at=size)).getbbox()
    assert box is not None
    left, _, right, _ = draw_fan(Fan(size, 2, Facing.LEFT)).getbbox() or (0, 0, 0, 0)
    assert left == WIDTH - right
    assert right - left == 16 * size - 2


@pytest.mark.parametrize("size", [7, 8])
def test_the_place_looked_at_stands_out_alone(size: int) -> None:
    for place in range(2, size + 1):
        plain, looked = Fan(size, 1, Facing.RIGHT), Fan(size, 1, Facing.RIGHT, looked_at=place)
        assert places_that_differ(plain, looked) == {place}
        left = (WIDTH - 16 * size) // 2 + 16 * (place - 1)
        lit = sum(draw_fan(looked).crop((left, 0, left + 16, HEIGHT)).convert("L").tobytes()) / 255
        assert lit > 14 * 25 / 2, "a card that is looked at is mostly white"


@pytest.mark.parametrize("size", [7, 8])
def test_the_spy_shows_which_way_it_faces(size: int) -> None:
    for place in range(1, size + 1):
        assert places_that_differ(Fan(size, place, Facing.LEFT), Fan(size, place, Facing.RIGHT)) == {place}


def test_a_spy_that_moves_changes_the_two_places_alone() -> None:
    assert places_that_differ(Fan(8, 3, Facing.LEFT), Fan(8, 5, Facing.LEFT)) == {3, 5}


@pytest.mark.parametrize("looked_at", [None, 4], ids=["as it lies", "looked at"])
def test_what_a_card_is_can_be_told_from_all_else(looked_at: int | None) -> None:
    shown: dict[str, Fan] = {"plain": Fan(8, 1, Facing.LEFT, looked_at=looked_at)}
    for card in (Card.S1, Card.S2, Card.T1, Card.T2):
        shown[card] = Fan(8, 1, Facing.LEFT, exposed=((4, card),), looked_at=looked_at)
    shown["lit"] = Fan(8, 1, Facing.LEFT, lit=frozenset({4}), looked_at=looked_at)
    if looked_at is None:
        shown["faced"] = Fan(8, 1, Facing.LEFT, marked=4)
    for one, other in combinations(shown.values(), 2):
        assert places_that_differ(one, other) == {4}


def test_cards_that_are_entered_can_be_told_from_each_other_and_from_exposed_ones() -> None:
    shown = [Fan(8, 1, Facing.LEFT, known=((4, card),)) for card in Card]
    shown += [Fan(8, 1, Facing.LEFT), Fan(8, 1, Facing.LEFT, exposed=((4, Card.S1),)), Fan(8, 1, Facing.LEFT, asked=4)]
    for one, other in combinations(shown, 2):
        assert places_that_differ(one, other) == {4}


def test_an_exposed_card_is_shown_even_where_a_lit_bomb_is_claimed() -> None:
    both = Fan(8, 1, Facing.LEFT, exposed=((4, Card.S1),), lit=frozenset({4}))
    assert places_that_differ(both, Fan(8, 1, Facing.LEFT, exposed=((4, Card.S1),))) == set()


def test_cards_bear_the_signs_of_the_panels_language() -> None:
    base = Fan(7, 2, Facing.RIGHT, exposed=((1, Card.S1),), known=((4, Card.T2),))
    targets = ((Colour.GREEN, Card.T1), (Colour.RED, None))
    greek = {Card.S1: "Χ1", Card.T2: "Α2", Card.T1: "Α1"}

    def words(told: Message) -> str:
        signs = {card: sign for card, sign in greek.items() if dict(told.values).get("card") is card}
        return signs.get(next(iter(signs), Card.B1), "long text")

    shown = Screen(message("x"), fan=base, targets=targets)
    english = render(shown, lambda told: "long text")
    drawn = render(shown, words)
    fan = english.crop((0, 14, 128, 14 + HEIGHT))
    assert fan.tobytes() == draw_fan(base).tobytes(), "a sign that has no room is the English one"
    assert drawn.crop((0, 14, 128, 14 + HEIGHT)).tobytes() == draw_fan(base, greek).tobytes() != fan.tobytes()
    assert drawn.crop((0, 39, 128, 50)).tobytes() != english.crop((0, 39, 128, 50)).tobytes()
