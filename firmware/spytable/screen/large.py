"""Large print: a screen in bold letters, and the place that matters in the largest that there is room for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from spytable.game.base import Facing
from spytable.game.cards import Card, Colour, Kind
from spytable.referee.message import Message, Wording
from spytable.referee.screen import Fan, Icon, Screen, Targets
from spytable.screen import fonts, icons
from spytable.screen.fit import Fitter, lengths, shorter
from spytable.screen.fonts import Strike
from spytable.screen.labels import PANEL, Label, capitals, placed_labels

# All in pixels. Letters stand closer than their cells, each as wide as it is: a sixth more of them have room.
_TITLE = 14
_TOPS = {1: (25,), 2: (17, 33), 3: (13, 25, 37)}
_HUGE_TOP = 21
_RULE = 51
_LABELS = 52
_GAP = 5
"""Dark between two labels; between the letters of one there is a single pixel."""

_FAN_TOP, _FAN_HEIGHT = 15, 21
_LINE_BELOW_FAN = 35
_PLACE_TOP, _PLACE_HEIGHT = 15, 36
_MARGIN = 3
_AIR = 6

Phrase = Callable[[Message], str]

Sign = Callable[[Card], str]
"""What stands on a card in a fan."""

_ARROW = re.compile(" ([◀▶])")
_ARROWS = {"Back": "«", "Next": "»", "More": "…", "Left": "◀", "Right": "▶"}
_COLOURS = {Colour.GREEN: "○", Colour.RED: "■", Colour.BLUE: "◊", Colour.YELLOW: "▲"}
_KIND = {Kind.SAFE: "Safe", Kind.TOP_SECRET: "Top", Kind.BOMB: "Bomb"}
_CARDS = {name: card for card in Card for name in (f"{_KIND[card.kind]}{space}{card.number}" for space in ("", " "))}
"""Signs for labels that have no room in words."""


def draw_large(picture: Image.Image, screen: Screen, phrase: Phrase, sign: Sign, fitter: Fitter) -> None:
    """Draws *screen* on the dark *picture*, 128 x 64.

    What has no room in large letters, in no length of its text, is drawn in small ones.
    """
    _draw_title(picture, phrase(screen.title), screen, fitter)
    texts, fan = _texts(screen, phrase), _fan(screen)
    lines = 0
    if fan is None:
        lines = _draw_text(picture, texts, fitter)
    elif (place := fan.looked_at or fan.asked) is not None:
        _draw_place(picture, fan, place, texts, sign, fitter)
    else:
        row = _spy(fan)
        picture.paste(row, ((PANEL - row.width) // 2, _FAN_TOP))
        if texts:
            _draw_line_below(picture, texts, fitter)
        else:
            _draw_targets(picture, screen.targets, sign)
    if lines < max(_TOPS):
        picture.paste(1, (0, _RULE, PANEL, _RULE + 1))
    _draw_labels(picture, screen, phrase, sign, fitter)


def small_texts(screen: Screen, phrase: Phrase, sign: Sign) -> Iterator[str]:
    """What of *screen* is drawn in small letters, since no length of it has room in large ones."""
    title = phrase(screen.title)
    if not _fits(title, PANEL - 2):
        yield title
    texts, fan = _texts(screen, phrase), _fan(screen)
    if fan is None:
        if texts and not _broken(texts, PANEL, max(_TOPS)):
            yield from texts
    elif fan.looked_at or fan.asked:
        if texts and not _broken(texts, PANEL - _numeral(8).width - _AIR, 2):
            yield from texts
    elif texts and not _broken(texts, PANEL, 1):
        yield from texts
    if _large_labels(screen.labels, phrase, sign) is None:
        yield from (phrase(label) for label in screen.labels if label is not None)


def _fan(screen: Screen) -> Fan | None:
    """The fan, where it is not only beside what a seat has to hear: a player holds it, and has READ."""
    return None if screen.resting and screen.body else screen.fan


def _texts(screen: Screen, phrase: Phrase) -> list[str]:
    """The lines. Beside a place its number need not be said again: the shortest length is the best."""
    texts = [phrase(message) for message in screen.body]
    fan = _fan(screen)
    if fan is not None and (fan.looked_at or fan.asked):
        texts = [text.large[-1] if isinstance(text, Wording) and text.large else text for text in texts]
    return texts


def _draw_title(picture: Image.Image, title: str, screen: Screen, fitter: Fitter) -> None:
    picture.paste(1, (0, 0, PANEL, _TITLE))
    sign = None if screen.seat is None else icons.sign(screen.seat)
    shown = [icons.icon(which) for which in Icon if which in screen.icons]
    # A whole title is worth more than the signs beside it, a sign of trouble more than that of the seat.
    for text in lengths(title):
        for left, right in ((sign, shown), (None, shown), (None, shown[:1]), (None, [])):
            room = PANEL - 2 - (left.width + 3 if left else 0) - sum(icon.width + 2 for icon in right)
            if fonts.packed_width(text) <= room:
                _place_title(picture, fonts.packed(fitter.letters(text)), left, right)
                return
    letters = fonts.line(fitter.one_line(title, PANEL // Strike.SMALL.value.width, "The title"))
    picture.paste(0, (1, 1), letters)


def _place_title(
    picture: Image.Image, letters: Image.Image, sign: Image.Image | None, shown: Sequence[Image.Image]
) -> None:
    x = 1
    if sign is not None:
        picture.paste(0, (x, 2), sign)
        x += sign.width + 3
    box = letters.getbbox()
    # An accent above a capital needs the first row.
    picture.paste(0, (x, 0 if box and box[1] < 2 else -1), letters)
    x = PANEL - 1
    for icon in shown:
        x -= icon.width
        picture.paste(0, (x, 2), icon)
        x -= 2


def _draw_text(picture: Image.Image, texts: Sequence[str], fitter: Fitter) -> int:
    """Draws *texts*; returns how many large lines they took."""
    if len(texts) == 1:
        for text in lengths(texts[0]):
            if fonts.packed_width(text, Strike.HUGE) <= PANEL:
                _centre(picture, fonts.packed(fitter.letters(text), Strike.HUGE), 0, _HUGE_TOP)
                return 1
    if lines := _broken(texts, PANEL, max(_TOPS)):
        for line, top in zip(lines, _TOPS[len(lines)], strict=True):
            _centre(picture, fonts.packed(fitter.letters(line)), 0, top)
        return len(lines)
    if texts:
        small = fitter.lines(texts, PANEL // Strike.SMALL.value.width, 3, "The body")
        for line, top in zip(small, (_TITLE + 1, _TITLE + 13, _TITLE + 25), strict=False):
            _centre(picture, fonts.line(line), 0, top)
    return 0


def _draw_place(picture: Image.Image, fan: Fan, place: int, texts: Sequence[str], sign: Sign, fitter: Fitter) -> None:
    """The place that is looked at or asked for, and beside it what is said of it, else what its holder knows of it."""
    numeral = _numeral(place)
    if not texts:
        parts = [numeral, *_known(fan, place, sign)]
        x = (PANEL - sum(part.width for part in parts) - _AIR * (len(parts) - 1)) // 2
        for part in parts:
            picture.paste(part, (x, _PLACE_TOP + (_PLACE_HEIGHT - part.height) // 2))
            x += part.width + _AIR
        return
    picture.paste(numeral, (0, _PLACE_TOP + (_PLACE_HEIGHT - numeral.height) // 2))
    left = numeral.width + _AIR
    if lines := _broken(texts, PANEL - left, 2):
        for line, top in zip(lines, _TOPS[len(lines)], strict=True):
            _centre(picture, fonts.packed(fitter.letters(line)), left, top)
        return
    small = fitter.lines(texts, (PANEL - left) // Strike.SMALL.value.width, 3, "The body beside a place")
    for line, top in zip(small, (_TITLE + 1, _TITLE + 13, _TITLE + 25), strict=False):
        _centre(picture, fonts.line(line), left, top)


def _draw_line_below(picture: Image.Image, texts: Sequence[str], fitter: Fitter) -> None:
    if lines := _broken(texts, PANEL, 1):
        _centre(picture, fonts.packed(fitter.letters(lines[0])), 0, _LINE_BELOW_FAN)
        return
    for line in fitter.lines(texts, PANEL // Strike.SMALL.value.width, 1, "The body below a fan"):
        _centre(picture, fonts.line(line), 0, _LINE_BELOW_FAN + 3)


def _draw_targets(picture: Image.Image, targets: Targets, sign: Sign) -> None:
    width = PANEL // 4
    left = (PANEL - width * len(targets)) // 2
    for i, (seat, card) in enumerate(targets):
        shape, name = icons.sign(seat), fonts.packed(sign(card) if card else "-")
        edge = left + i * width + (width - shape.width - 3 - name.width) // 2
        picture.paste(1, (edge, _LINE_BELOW_FAN + 2), shape)
        picture.paste(name, (edge + shape.width + 3, _LINE_BELOW_FAN))


def _draw_labels(picture: Image.Image, screen: Screen, phrase: Phrase, sign: Sign, fitter: Fitter) -> None:
    large = _large_labels(screen.labels, phrase, sign)
    if large is not None:
        for label in large:
            if label is not None:
                picture.paste(fonts.packed(fitter.letters(label.text)), (label.edge, _LABELS))
        return
    texts = [None if label is None else Wording.of(phrase(label), capitals) for label in screen.labels]
    for label in fitter.labels(texts):
        if label is not None:
            picture.paste(fonts.line(label.text), (label.edge, _LABELS))


def _large_labels(labels: Sequence[Message | None], phrase: Phrase, sign: Sign) -> tuple[Label | None, ...] | None:
    """The labels in large letters; None where they have no room.

    Where they have none in words, even shortened, each that has a sign is that sign: a row is one or the other.
    """
    words = [None if label is None else Wording.of(phrase(label), capitals).enlarged for label in labels]
    signs = [_sign(label, sign) or word for label, word in zip(labels, words, strict=True)]
    for row in (words, signs):
        worded: list[Wording | None] = list(row)
        while True:
            placed = placed_labels(tuple(text and str(text) for text in worded), (_GAP,), fonts.packed_width)
            if placed is not None:
                return placed
            if not shorter(worded):
                break
    return None


def _sign(label: Message | None, sign: Sign) -> Wording | None:
    """The sign of *label*, if it has one: an arrow, a card's, or a colour's."""
    if label is None:
        return None
    if label.text in _ARROWS:
        return Wording(_ARROWS[label.text])
    if label.text in _CARDS:
        return Wording(sign(_CARDS[label.text]))
    colours = [value for _, value in label.values if isinstance(value, Colour)]
    return Wording(_COLOURS[colours[0]]) if colours else None


def _fits(text: str, room: int) -> bool:
    return any(fonts.packed_width(length) <= room for length in lengths(text))


def _broken(texts: Sequence[str], room: int, most: int) -> list[str]:
    """*texts* on at most *most* large lines of *room* pixels, the longest shortened until they fit; else []."""
    worded: list[Wording | None] = [Wording.of(text).enlarged for text in texts]
    while True:
        lines = [line for text in worded if text is not None for line in _wrapped(text, room)]
        if len(lines) <= most and all(fonts.packed_width(line) <= room for line in lines):
            return lines
        if not shorter(worded):
            return []


def _wrapped(text: str, room: int) -> list[str]:
    lines: list[str] = []
    # What a Spy faces stands with its place.
    for word in filter(None, _ARROW.sub("\u00a0\\1", text).split(" ")):
        if lines and fonts.packed_width(f"{lines[-1]} {word}") <= room:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=64)
def _spy(fan: Fan) -> Image.Image:
    """The Spy's place, dark on white, an arrow the way that it faces, and the place that it faces."""
    digit = _ink(fonts.packed(str(fan.spy), Strike.HUGE))
    spy = Image.new("1", (digit.width + 2 * _MARGIN, _FAN_HEIGHT), 1)
    spy.paste(0, (_MARGIN, _MARGIN), digit)
    faced = [] if fan.marked is None else [_ink(fonts.packed(str(fan.marked), Strike.HUGE))]
    arrow = Image.new("1", (18, _FAN_HEIGHT))
    tip, tail = (0, 17) if fan.facing is Facing.LEFT else (17, 0)
    middle = _FAN_HEIGHT // 2
    ImageDraw.Draw(arrow).polygon(((tip, middle), (tail, middle - 9), (tail, middle + 9)), fill=1)
    parts = [*faced, arrow, spy] if fan.facing is Facing.LEFT else [spy, arrow, *faced]
    row = Image.new("1", (sum(part.width for part in parts) + _AIR * (len(parts) - 1), _FAN_HEIGHT))
    x = 0
    for part in parts:
        row.paste(part, (x, (_FAN_HEIGHT - part.height) // 2))
        x += part.width + _AIR
    return row


def _known(fan: Fan, place: int, sign: Sign) -> list[Image.Image]:
    cards = {at: sign(card) for at, card in (*fan.known, *fan.exposed)}
    if place == fan.spy:
        return [_twice(icons.spy(fan.facing))]
    if place in cards:
        return [fonts.packed(cards[place], Strike.HUGE)]
    return [_twice(icons.bomb())] if place in fan.lit else []


def _numeral(place: int) -> Image.Image:
    """A place's number, 30 high, without margins."""
    return _twice(_ink(fonts.packed(str(place), Strike.HUGE)))


def _ink(drawn: Image.Image) -> Image.Image:
    return drawn.crop(drawn.getbbox())


def _twice(drawn: Image.Image) -> Image.Image:
    return drawn.resize((drawn.width * 2, drawn.height * 2), Image.Resampling.NEAREST)


def _centre(picture: Image.Image, drawn: Image.Image, left: int, top: int) -> None:
    # Lines stand close: a letter's dark cell must not cut another's tail.
    picture.paste(1, (left + (PANEL - left - drawn.width) // 2, top), drawn)
