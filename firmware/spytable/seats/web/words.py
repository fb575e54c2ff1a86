"""The words beside the pictures: the page's own, and each screen for a reader who does not see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from spytable.game.base import Facing
from spytable.game.cards import Colour
from spytable.referee.message import Message, message
from spytable.referee.screen import Fan, Screen, Targets

Phrase = Callable[[Message], str]
"""Puts a message into the words of a language."""

LANGUAGE = message("en")
"""The code of the language that these words are in, for screen readers: fi in Finnish."""

PAGE: dict[str, Message] = {
    "language": LANGUAGE,
    "title": message("Spy table"),
    "away": message("The table is away. Trying again…"),
    "full": message("Too many pages are open at this table. Close one of them."),
    "no_seat": message("This table has no such seat."),
    "sound_locked": message("Sound on"),
    "sound_locked_why": message("The browser keeps this page silent until you press here."),
    "sound_on": message("Sound is on"),
    "sound_off": message("Sound is off"),
    "volume": message("Volume"),
    "panel": message("Panel"),
    "keys": message("Keys"),
    "unused": message("nothing now"),
    "lamp_off": message("Lamp off"),
    "lamp_on": message("Lamp on"),
    "lamp_blink": message("Please answer"),
    "alone": message("This seat alone"),
    "all": message("Whole table"),
    "name": message("Your name"),
    "clockwise": message("The seats, clockwise"),
}
"""Whatever the page says itself."""


def plain(told: Message) -> str:
    """*told* in English, where no language is given. Never raises: a place not filled stays as it is."""
    try:
        return told.text.format(**dict(told.values))
    except (LookupError, ValueError, AttributeError):
        return told.text


def safe(phrase: Phrase | None) -> Phrase:
    """*phrase*, or plain English where there is none or where it fails: a slip must not darken a panel."""
    if phrase is None:
        return plain

    def phrased(told: Message) -> str:
        try:
            return phrase(told)
        except Exception:
            return plain(told)

    return phrased


def page_words(phrase: Phrase) -> dict[str, str]:
    """The page's own words."""
    return {name: phrase(told) for name, told in PAGE.items()}


def seat_name(seat: int, phrase: Phrase) -> str:
    """What a seat is called while nobody plays there."""
    return phrase(message("Seat {number}", number=seat))


def colour_word(colour: Colour | None, phrase: Phrase) -> str | None:
    """The colour's name."""
    return None if colour is None else phrase(message("{seat}", seat=colour))


def screen_words(screen: Screen, phrase: Phrase) -> list[str]:
    """Title, fan, body and targets of *screen* as lines to be read aloud; none of a blank one."""
    if screen.blank:
        return []
    fan = [] if screen.fan is None else list(_fan(screen.fan))
    # As on the panel, targets stand below a fan that has no message.
    targets = _targets(screen.targets) if fan and not screen.body else ()
    lines = [phrase(told) for told in (screen.title, *fan, *screen.body, *targets)]
    return [line for line in lines if line.strip()]


def label_words(screen: Screen, phrase: Phrase) -> list[str | None]:
    """The labels of K1 to K4."""
    if screen.blank:
        return [None] * 4
    return [None if told is None else phrase(told) for told in screen.labels]


def _fan(fan: Fan) -> Iterator[Message]:
    """What a fan's drawing says, place by place from the owner's left."""
    if fan.facing is Facing.LEFT:
        yield message("The Spy is at place {place} of {size} and faces left.", place=fan.spy, size=fan.size)
    else:
        yield message("The Spy is at place {place} of {size} and faces right.", place=fan.spy, size=fan.size)
    if fan.marked is not None:
        yield message("The card it faces is at place {place}.", place=fan.marked)
    for place, card in sorted(fan.exposed):
        yield message("Exposed at place {place}: {card}.", place=place, card=card)
    for place, card in sorted(fan.known):
        yield message("Place {place}: {card}.", place=place, card=card)
    for place in sorted(fan.lit):
        yield message("A lit Bomb at place {place}.", place=place)
    if fan.looked_at is not None:
        yield message("An opponent looks at place {place}.", place=fan.looked_at)


def _targets(targets: Targets) -> Iterator[Message]:
    """The exposure target of each base."""
    for seat, card in targets:
        if card is None:
            yield message("{seat}: no target is left.", seat=seat)
        else:
            yield message("{seat}: the target is {card}.", seat=seat, card=card)
