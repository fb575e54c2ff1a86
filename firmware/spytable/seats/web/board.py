"""What the pages show now, as messages that are made only when a page needs them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from spytable.referee.conversation.page import AGAIN
from spytable.referee.message import message
from spytable.referee.screen import Lamp, Screen
from spytable.seats.seats import Render, Trouble
from spytable.seats.web import protocol
from spytable.seats.web.words import LANGUAGE, Phrase, colour_word, label_words, screen_words

_ALWAYS = (AGAIN.label, message("New"), message("Join"), message("More"))
"""What even a seat where nobody plays may do while a game is on, or over."""

Slot = tuple[str, int]
"""What can change on a page: ("screen", seat) or ("lamp", seat)."""


class Board:
    """Screens and lamps. Set from any thread; messages are made in one thread, the server's."""

    def __init__(
        self,
        numbers: tuple[int, ...],
        render: Render,
        phrase: Phrase,
        renders: Mapping[int, Render] | None = None,
        phrases: Mapping[int, Phrase] | None = None,
    ) -> None:
        """*render* draws screens and *phrase* puts them into words, but for seats that have their own."""
        self.numbers = numbers
        self._renders = dict.fromkeys(numbers, render) | dict(renders or {})
        self._phrases = dict.fromkeys(numbers, phrase) | dict(phrases or {})
        self._screens: dict[int, Screen] = {}
        self._lamps = dict.fromkeys(numbers, Lamp.OFF)
        self._made: dict[int, tuple[Screen, str]] = {}
        self._undrawn: set[int] = set()
        self._changed: dict[Slot, None] = {}
        self._lock = threading.Lock()
        self.trouble: Callable[[Trouble], None] = lambda trouble: None

    def show(self, seat: int, screen: Screen) -> None:
        """Sets the seat's screen; what it shows already is no change."""
        with self._lock:
            if seat in self.numbers and self._screens.get(seat) != screen:
                self._screens[seat] = screen
                self._changed[("screen", seat)] = None

    def light(self, seat: int, lamp: Lamp) -> None:
        """Sets the seat's lamp."""
        with self._lock:
            if seat in self.numbers and self._lamps[seat] != lamp:
                self._lamps[seat] = lamp
                self._changed[("lamp", seat)] = None

    def take_changes(self) -> list[Slot]:
        """What changed since this was last asked, in order."""
        with self._lock:
            changed = list(self._changed)
            self._changed.clear()
            return changed

    def slots(self) -> list[Slot]:
        """All that there is to show."""
        with self._lock:
            return [("screen", seat) for seat in self._screens] + [("lamp", seat) for seat in self.numbers]

    def message(self, slot: Slot) -> str:
        """The newest message for *slot*."""
        kind, seat = slot
        with self._lock:
            lamp, screen = self._lamps[seat], self._screens.get(seat)
        if kind == "lamp" or screen is None:
            return protocol.lamp(seat, lamp)
        made = self._made.get(seat)
        # One drawing serves all pages: sixteen of them cost no more than one.
        if made is None or made[0] is not screen:
            made = (screen, self._screen_message(seat, screen))
            self._made[seat] = made
        return made[1]

    def _screen_message(self, seat: int, screen: Screen) -> str:
        phrase = self._phrases[seat]
        return protocol.screen(
            seat,
            screen.prompt,
            self._picture(seat, screen),
            colour=screen.seat,
            colour_word=colour_word(screen.seat, phrase),
            language=phrase(LANGUAGE),
            words=screen_words(screen, phrase),
            labels=label_words(screen, phrase),
            blank=screen.blank,
            aside=screen.seat is None and all(label is None or label in _ALWAYS for label in screen.labels),
            name=screen.name,
        )

    def _picture(self, seat: int, screen: Screen) -> bytes:
        """The screen's pixels; dark, and a trouble, where it cannot be drawn: words and keys still serve."""
        dark = bytes(protocol.PICTURE_BYTES)
        if screen.blank:
            return dark
        part = f"picture of seat {seat}"
        try:
            image = self._renders[seat](screen)
            if image.size != (128, 64):
                raise ValueError(f"it is {image.width} x {image.height} pixels, not 128 x 64")
            packed = (image if image.mode == "1" else image.convert("1")).tobytes()
        except Exception as error:  # whatever a drawing does wrong, the game goes on
            if seat not in self._undrawn:
                self._undrawn.add(seat)
                what = f"It cannot be drawn: {error}."
                self.trouble(Trouble(part, what, "The page reads its words instead."))
            return dark
        if seat in self._undrawn:
            self._undrawn.discard(seat)
            self.trouble(Trouble(part))
        return packed
