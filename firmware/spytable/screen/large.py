"""Large print: of a fan, the one thing that matters now, in the largest letters there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from spytable.game.base import Facing
from spytable.game.cards import Card
from spytable.referee.screen import Fan
from spytable.screen import fonts, icons
from spytable.screen.fan import HEIGHT, WIDTH
from spytable.screen.fit import fitting_lines, wrapped
from spytable.screen.fonts import Strike

_GAP = 6
_MARGIN = 3


def draw_large_fan(fan: Fan, signs: Mapping[Card, str]) -> Image.Image:
    """*fan* as an image of mode "1", WIDTH x HEIGHT of a fan.

    The place that is looked at or asked for, and what its holder knows of it; else the Spy's place, dark on white, an
    arrow the way that it faces, and the place that it faces.
    """
    place = fan.looked_at or fan.asked
    if place is None:
        return _in_a_row(_facing(fan))
    cards = {at: signs.get(card, card.value) for at, card in (*fan.known, *fan.exposed)}
    parts = [_huge(str(place))]
    if place == fan.spy:
        parts.append(_twice(icons.spy(fan.facing)))
    elif place in cards:
        parts.append(_huge(cards[place]))
    elif place in fan.lit:
        parts.append(_twice(icons.bomb()))
    return _in_a_row(parts)


def large_lines(texts: Sequence[str], room: int, most: int) -> Sequence[str]:
    """*texts* in lengths that have *most* lines of *room* letters, or as they are where none have."""
    shorter = fitting_lines(texts, room, most)
    lines = [line for text in shorter for line in wrapped(text, room)]
    return shorter if len(lines) <= most and all(len(line) <= room for line in lines) else texts


def _facing(fan: Fan) -> list[Image.Image]:
    spy = _boxed(_huge(str(fan.spy)))
    faced = [] if fan.marked is None else [_huge(str(fan.marked))]
    arrow = _arrow(fan.facing)
    return [*faced, arrow, spy] if fan.facing is Facing.LEFT else [spy, arrow, *faced]


def _huge(text: str) -> Image.Image:
    return fonts.line(text, Strike.HUGE)


def _boxed(letters: Image.Image) -> Image.Image:
    box = Image.new("1", (letters.width + 2 * _MARGIN, HEIGHT), 1)
    box.paste(0, (_MARGIN, 0), letters)
    return box


def _arrow(facing: Facing) -> Image.Image:
    arrow = Image.new("1", (18, HEIGHT))
    tip, tail = (0, 17) if facing is Facing.LEFT else (17, 0)
    middle = HEIGHT // 2
    ImageDraw.Draw(arrow).polygon(((tip, middle), (tail, middle - 9), (tail, middle + 9)), fill=1)
    return arrow


def _twice(drawn: Image.Image) -> Image.Image:
    return drawn.resize((drawn.width * 2, min(HEIGHT, drawn.height * 2)), Image.Resampling.NEAREST)


def _in_a_row(parts: Sequence[Image.Image]) -> Image.Image:
    picture = Image.new("1", (WIDTH, HEIGHT))
    x = (WIDTH - sum(part.width for part in parts) - _GAP * (len(parts) - 1)) // 2
    for part in parts:
        picture.paste(part, (x, (HEIGHT - part.height) // 2))
        x += part.width + _GAP
    return picture
