"""Drawing: a screen as data becomes the picture that a panel shows, 128 x 64, every pixel lit or dark."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from PIL import Image

from spytable.game.cards import Card, Colour
from spytable.referee.message import Message, Wording, message
from spytable.referee.screen import Fan, Icon, Screen, Targets
from spytable.screen import fan, fonts, icons
from spytable.screen.fit import Fitter, fitting, fitting_lines, wrapped
from spytable.screen.fonts import Strike
from spytable.screen.labels import capitals
from spytable.screen.large import draw_large

WIDTH, HEIGHT = 128, 64

_Signs = tuple[tuple[Card, str], ...]
_SIGN = 2  # letters that a card has room for

Phrase = Callable[[Message], str]
"""Puts a message into the words of the panel's language."""

TITLE_HEIGHT = 13
LABELS_TOP = 52
_RULE_TOP = 51

_TITLE_TEXT_TOP = 1
_SIGN_TOP = 2
_FAN_TOP = 14
# Tops of the body's lines, by their number. Panels get pictures in pages of 8 rows: what is lit of a small or
# large line, accents aside, touches two of them, so that a changed line costs as few bytes as it can.
_SMALL_TOPS = {0: (), 1: (28,), 2: (20, 34), 3: (15, 27, 39)}
_LARGE_TOPS = {0: (), 1: (24,), 2: (15, 33)}
_HUGE_TOPS = {0: (), 1: (20,)}
_TOPS = {Strike.HUGE: _HUGE_TOPS, Strike.LARGE: _LARGE_TOPS, Strike.SMALL: _SMALL_TOPS}
_TOP_BELOW_FAN = 39


def render(screen: Screen, phrase: Phrase, *, strict: bool = False) -> Image.Image:
    """The picture of *screen*: mode "1", 128 x 64, white is lit. It may be drawn on: it is nobody else's.

    A text that is too long is cut with an ellipsis and logged, once; *strict* raises TooLong instead, and
    NoSuchLetter for a letter that the font lacks.
    """
    picture = Image.new("1", (WIDTH, HEIGHT))
    if screen.blank:
        return picture
    fitter = Fitter(strict)
    if screen.large:
        draw_large(picture, screen, phrase, lambda card: sign_of(card, phrase), fitter)
        return picture
    _draw_title(picture, phrase(screen.title), screen.seat, screen.icons, fitter)
    if screen.fan is not None:
        picture.paste(_fan(screen.fan, _signs(screen, phrase)), (0, _FAN_TOP))
    texts = [phrase(message) for message in screen.body]
    _draw_body(picture, texts, screen.fan is not None, fitter)
    if screen.fan is not None and not screen.body:
        _draw_targets(picture, screen.targets, dict(_signs(screen, phrase)))
    _draw_labels(picture, [None if label is None else phrase(label) for label in screen.labels], fitter)
    return picture


@lru_cache(maxsize=64)
def _fan(shown: Fan, signs: _Signs) -> Image.Image:
    return fan.draw_fan(shown, dict(signs))


def _signs(screen: Screen, phrase: Phrase) -> _Signs:
    """What stands on the cards that *screen* shows."""
    shown = screen.fan
    cards = {card for _, card in screen.targets if card is not None}
    if shown is not None:
        cards |= {card for _, card in (*shown.exposed, *shown.known)}
    return tuple((card, sign_of(card, phrase)) for card in sorted(cards))


def sign_of(card: Card, phrase: Phrase) -> str:
    """What stands on *card* in a fan: the sign that the language has for it, or S1 and the like."""
    sign = str(phrase(message("{card.sign}", card=card)))
    return sign if len(sign) == _SIGN else card.value


def _draw_title(picture: Image.Image, text: str, seat: Colour | None, shown: frozenset[Icon], fitter: Fitter) -> None:
    picture.paste(1, (0, 0, WIDTH, TITLE_HEIGHT))
    left = 1
    if seat is not None:
        sign = icons.sign(seat)
        picture.paste(0, (left, _SIGN_TOP), sign)
        left += sign.width + 2
    icons_shown = [which for which in Icon if which in shown]
    text = fitting(text, (_end_of_title(icons_shown) - left) // Strike.SMALL.value.width)
    placed, end = _placed_icons(icons_shown, left + fonts.width(text))
    for edge, icon in placed:
        picture.paste(0, (edge, _SIGN_TOP), icon)
    room = (end - left) // Strike.SMALL.value.width
    picture.paste(0, (left, _TITLE_TEXT_TOP), fonts.line(fitter.one_line(text, room, "The title")))


def _end_of_title(shown: list[Icon]) -> int:
    """Where a title must end to leave room for all icons that are *shown*."""
    return WIDTH - sum(icons.icon(which).width + 1 for which in shown)


def _placed_icons(shown: list[Icon], needed: int) -> tuple[list[tuple[int, Image.Image]], int]:
    """The icons with their left edges, and where the title must end, which would like to end at *needed*.

    A whole title is worth more than air between icons, and than the second of two icons.
    """
    placed: list[tuple[int, Image.Image]] = []
    end = WIDTH
    for which, margin, gap in ((shown, 2, 4), (shown, 0, 1), (shown[:1], 2, 4), (shown[:1], 0, 1)):
        placed, end = [], WIDTH - margin
        for icon in map(icons.icon, which):
            edge = end - icon.width
            placed.append((edge, icon))
            end = edge - gap
        end += gap if placed else margin
        if needed <= end:
            break
    return placed, end


def _draw_body(picture: Image.Image, texts: list[str], below_fan: bool, fitter: Fitter) -> None:
    if below_fan:
        for line in fitter.lines(texts, _room(Strike.SMALL), 1, "The body below a fan"):
            _draw_line(picture, line, Strike.SMALL, _TOP_BELOW_FAN)
        return
    texts = fitting_lines(texts, _room(Strike.SMALL), max(_SMALL_TOPS))
    strike = _largest(texts)
    tops = _TOPS[strike]
    lines = fitter.lines(texts, _room(strike), max(tops), "The body")
    for line, top in zip(lines, tops[len(lines)], strict=True):
        _draw_line(picture, line, strike, top)


def _largest(texts: list[str]) -> Strike:
    """The largest strike that *texts* fit in: a panel is read at arm's length."""
    for strike in (Strike.HUGE, Strike.LARGE):
        room = _room(strike)
        lines = [line for text in texts for line in wrapped(text, room)]
        if len(lines) <= max(_TOPS[strike]) and all(len(line) <= room for line in lines):
            return strike
    return Strike.SMALL


def _room(strike: Strike) -> int:
    return WIDTH // strike.value.width


def _draw_line(picture: Image.Image, text: str, strike: Strike, top: int) -> None:
    drawn = fonts.line(text, strike)
    picture.paste(drawn, ((WIDTH - drawn.width) // 2, top))


def _draw_targets(picture: Image.Image, targets: Targets, signs: Mapping[Card, str]) -> None:
    """The exposure target of each base, named by its seat's sign and the card's own."""
    width = WIDTH // 4
    left = (WIDTH - width * len(targets)) // 2
    for i, (seat, card) in enumerate(targets):
        sign, name = icons.sign(seat), fonts.line(signs.get(card, card.value) if card else "-")
        edge = left + i * width + (width - sign.width - 2 - name.width) // 2
        picture.paste(1, (edge, _TOP_BELOW_FAN + 1), sign)
        picture.paste(name, (edge + sign.width + 2, _TOP_BELOW_FAN))


def _draw_labels(picture: Image.Image, texts: list[str | None], fitter: Fitter) -> None:
    """The words for the keys, in capitals without a ground: a new word then changes one page of the panel, not two."""
    picture.paste(1, (0, _RULE_TOP, WIDTH, _RULE_TOP + 1))
    for label in fitter.labels([text and Wording.of(text, capitals) for text in texts]):
        if label is not None:
            letters = fonts.line(label.text)
            picture.paste(letters, (label.edge, LABELS_TOP if _hangs(letters) else LABELS_TOP + 2))


def _hangs(letters: Image.Image) -> bool:
    """Whether something hangs below the line on which letters stand: the tail of a Q or a Ç."""
    return letters.crop((0, 10, letters.width, letters.height)).getbbox() is not None
