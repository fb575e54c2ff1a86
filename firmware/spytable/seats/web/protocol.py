"""What the server and a page say to each other over the WebSocket /table, as JSON text, one object a message.

To the page; `is` says what a message is:

    {"is":"hello","page":"…","seats":[{"seat":1,"name":"Seat 1"},…],"words":{…}}
        First of all: the seats that are there, clockwise, and the page's own words. *page* is a digest of
        the page's files: a page that was told another one before loads itself anew.
    {"is":"screen","seat":1,"prompt":7,"picture":"…","colour":"red","colour_word":"red","language":"en",
     "words":["…"],"labels":["…",null,null,"…"],"blank":false,"aside":false,
     "name":"Anna"}
        The newest screen. *picture*: 1024 bytes in base64, 128 x 64 pixels of one bit, row by row from the
        top, the leftmost pixel in the highest bit, 1 is lit. *words* and *labels*: what stands there, for a
        reader who does not see it. *language*: of these words. *colour* and *colour_word* are null where nobody plays;
        *aside*: nobody plays there and it asks for nothing, so that it may fold away. *name*: what the seat's player
        is called, "" without a name. It is data, with any letter.
    {"is":"lamp","seat":1,"lamp":"blink"}
        off, on or blink.
    {"is":"sound","name":"hiss","clip":"…","at_once":true}
        Play the WAV at /sound/*clip*.wav; with *at_once* now, otherwise after what came before.
    {"is":"quiet"}
        Stop all sound, forget what waits.
    {"is":"here"}
        Nothing new for 25 s, but the table is there.
    {"is":"closing"}
        The table stops: panels and lamps go dark.

A page gets the whole state when it connects. A page of /table?seat=2 is told of seat 2 alone and has the
keys of seat 2 alone: what another seat reads is not on its phone at all. Screens and lamps that a slow
page has not taken yet are replaced by newer ones; of sounds that wait for it the oldest are dropped
beyond 32.

From the page:

    {"is":"press","seat":1,"key":2,"prompt":7}
        K2 was pressed while the page showed the screen with this prompt. The same with "held":true: it is
        still down a second later.
    {"is":"hears","on":true}
        Whether calls can be heard from this page now.

    {"is":"name","seat":1,"name":"Anna"}
        The seat's player is called so; "" takes the name away. At most 24 letters; control characters are left out.

Anything else is dropped and counted, and so is a press beyond 50 and a name beyond 2 a second; after 20 of these
the server closes the connection (code 1008). A message over 1 KiB closes it at once (1009). A page too many is
closed with 1013.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spytable.game.cards import Colour
from spytable.referee.names import LONGEST, Named, clean
from spytable.referee.press import KEYS, Press
from spytable.referee.screen import Lamp

PICTURE_BYTES = 128 * 64 // 8
MESSAGE_LIMIT = 1024
"""Bytes of the longest message that a page may send; a press takes about 50."""

FAULT_LIMIT = 20
PRESSES_A_SECOND = 50
NAMES_A_SECOND = 2
PAGE_LIMIT = 16
SOUNDS_WAITING = 32
HERE_AFTER = 25.0
"""Seconds without news after which a page is told that the table is still there."""

_PROMPT_LIMIT = 2**53
"""JavaScript knows no whole numbers beyond."""

HERE = '{"is":"here"}'
QUIET = '{"is":"quiet"}'
CLOSING = '{"is":"closing"}'


@dataclass(frozen=True, slots=True)
class Hears:
    """Whether calls can be heard from a page now."""

    on: bool


def read(text: str, seats: Sequence[int]) -> Press | Hears | Named | None:
    """What a page said, or None where it is nothing that a page of ours says. Never raises.

    >>> read('{"is":"press","seat":1,"key":2,"prompt":7}', (1, 2))
    Press(seat=1, key=2, prompt=7, held=False)
    >>> read('{"is":"press","seat":3,"key":2,"prompt":7}', (1, 2))
    """
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    # A bool is an int to Python and 1.0 equals 1: neither is a seat, so types are compared, not values alone.
    match said:
        case {"is": "press", "seat": seat, "key": key, "prompt": prompt}:
            held = said.get("held", False)
            if type(held) is not bool:
                return None
            if not all(type(number) is int for number in (seat, key, prompt)):
                return None
            if seat not in seats or key not in KEYS or not -_PROMPT_LIMIT < prompt < _PROMPT_LIMIT:
                return None
            return Press(seat, key, prompt, held)
        case {"is": "hears", "on": bool(on)}:
            return Hears(on)
        case {"is": "name", "seat": seat, "name": str(name)}:
            return Named(seat, clean(name)) if type(seat) is int and seat in seats and len(name) <= LONGEST else None
    return None


class Meter:
    """Lets *rate* events a second through, and *burst* at once (else as many). Times are seconds of any one clock."""

    def __init__(self, rate: float, burst: float | None = None) -> None:
        self._rate = rate
        self._burst = self._left = rate if burst is None else burst
        self._last: float | None = None

    def admits(self, now: float) -> bool:
        """Whether one more event at *now* stays within the rate; if so it is counted."""
        if self._last is not None:
            self._left = min(self._burst, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def hello(page: str, seats: Mapping[int, str], words: Mapping[str, str]) -> str:
    """The first message to a page; *seats*: each seat's name."""
    named = [{"seat": seat, "name": name} for seat, name in seats.items()]
    return _json({"is": "hello", "page": page, "seats": named, "words": dict(words)})


def screen(
    seat: int,
    prompt: int,
    picture: bytes,
    *,
    colour: Colour | None,
    colour_word: str | None,
    language: str,
    words: Sequence[str],
    labels: Sequence[str | None],
    blank: bool,
    aside: bool,
    name: str,
) -> str:
    """One seat's screen; *picture*: 1024 packed bytes."""
    return _json(
        {
            "is": "screen",
            "seat": seat,
            "prompt": prompt,
            "picture": base64.b64encode(picture).decode("ascii"),
            "colour": colour,
            "colour_word": colour_word,
            "language": language,
            "words": list(words),
            "labels": list(labels),
            "blank": blank,
            "aside": aside,
            "name": name,
        }
    )


def lamp(seat: int, lamp: Lamp) -> str:
    """One seat's lamp."""
    return _json({"is": "lamp", "seat": seat, "lamp": lamp})


def sound(name: str, clip: str, *, at_once: bool) -> str:
    """A clip to play; *clip*: the digest that its address is made of."""
    return _json({"is": "sound", "name": name, "clip": clip, "at_once": at_once})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
