"""The fan: a base as its holder sees it, as cards side by side with their places."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PIL import Image, ImageDraw

from spytable.game.base import Facing
from spytable.game.cards import Card
from spytable.referee.screen import Fan
from spytable.screen import fonts, icons
from spytable.screen.fonts import Strike

WIDTH, HEIGHT = 128, 25
"""Pixels that a fan takes, whatever its size."""

# All in pixels. A card is upright: what it is stands above, its place below; what points at it is over it.
_PITCH = 16
_CARD = 14
_TOP = 4
_TOP_LOOKED_AT = 6
_LETTER_INK = 2  # the first row of a small letter's cell that is lit
_NUMBER = 15
_NUMBER_LOOKED_AT = 16
_LARGE_NUMBER_CELL = 9


def draw_fan(fan: Fan, signs: Mapping[Card, str] = MappingProxyType({})) -> Image.Image:
    """*fan* as an image of mode "1", WIDTH x HEIGHT: place 1 on the left, as the holder counts.

    *signs*: the two letters by which a language knows a card; S1 and the like for a card without.
    """
    picture = Image.new("1", (WIDTH, HEIGHT))
    exposed, known = (
        {place: signs.get(card, card.value) for place, card in cards} for cards in (fan.exposed, fan.known)
    )
    left = (WIDTH - (fan.size - 1) * _PITCH - _CARD) // 2
    for place in range(1, fan.size + 1):
        x = left + (place - 1) * _PITCH
        facing = fan.facing if place == fan.spy else None
        lit = place in fan.lit
        if place in (fan.looked_at, fan.asked):
            _draw_looked_at(picture, x, place, facing, exposed.get(place), lit)
        else:
            _draw_card(picture, x, place, facing, exposed.get(place), lit)
            if place in known:
                # Dark, as a card that only its holder sees; an exposed one is white.
                _stamp(picture, fonts.line(known[place]), x + 1, _TOP + 2 - _LETTER_INK)
            if place == fan.marked:
                # A thick edge, too: at arm's length a point over a card could be over the next one.
                ImageDraw.Draw(picture).rounded_rectangle(
                    (x, _TOP, x + _CARD - 1, HEIGHT - 1), radius=2, outline=1, width=2
                )
                _stamp(picture, icons.pointer(), x, 0)
    return picture


def _draw_card(picture: Image.Image, x: int, place: int, facing: Facing | None, card: str | None, lit: bool) -> None:
    draw = ImageDraw.Draw(picture)
    if facing is not None:
        # No edge around the Spy: among cards, the one place without one is found at once.
        _stamp(picture, icons.spy(facing), x, _TOP - 1)
        _draw_step(picture, x, _NUMBER, facing, 1)
    else:
        draw.rounded_rectangle((x, _TOP, x + _CARD - 1, HEIGHT - 1), radius=2, outline=1)
    if card is not None:
        draw.rectangle((x + 1, _TOP + 1, x + _CARD - 2, _NUMBER - 2), fill=1)
        _stamp(picture, fonts.line(card), x + 1, _TOP + 2 - _LETTER_INK, 0)
    elif lit:
        _stamp(picture, icons.bomb(), x, _TOP + 2)
    _draw_number(picture, x, place, _NUMBER, facing, 1)


def _draw_looked_at(
    picture: Image.Image, x: int, place: int, facing: Facing | None, card: str | None, lit: bool
) -> None:
    """A card turned to white under an arrow: the one thing on the panel that nobody may take for another."""
    edges = (x, _TOP_LOOKED_AT, x + _CARD - 1, HEIGHT - 1)
    ImageDraw.Draw(picture).rounded_rectangle(edges, radius=2, fill=1)
    _stamp(picture, icons.look(), x, 0)
    if facing is None and card is None and not lit:
        _stamp(picture, fonts.line(str(place), Strike.LARGE), x + 1, _LARGE_NUMBER_CELL, 0)
        return
    if facing is not None:
        _stamp(picture, icons.head(facing), x, _TOP_LOOKED_AT + 1, 0)
        _draw_step(picture, x, _NUMBER_LOOKED_AT, facing, 0)
    elif card is not None:
        _stamp(picture, fonts.line(card), x + 1, _TOP_LOOKED_AT + 1 - _LETTER_INK, 0)
    else:
        _stamp(picture, icons.bomb(), x, _TOP_LOOKED_AT + 1, 0)
    _draw_number(picture, x, place, _NUMBER_LOOKED_AT, facing, 0)


def _draw_number(picture: Image.Image, x: int, place: int, top: int, facing: Facing | None, ink: int) -> None:
    # Beside the Spy's number stands the arrow of its facing: the two together are in the middle.
    aside = 0 if facing is None else -3 * facing.step
    _stamp(picture, fonts.line(str(place)), x + 1 + aside, top - _LETTER_INK, ink)


def _draw_step(picture: Image.Image, x: int, top: int, facing: Facing, ink: int) -> None:
    _stamp(picture, icons.step(facing), x + 4 * facing.step, top, ink)


def _stamp(picture: Image.Image, mask: Image.Image, x: int, top: int, ink: int = 1) -> None:
    """Puts *mask* in the middle of the card that begins at *x*: lit with *ink* 1, dark with 0."""
    picture.paste(ink, (x + (_CARD - mask.width) // 2, top), mask)
