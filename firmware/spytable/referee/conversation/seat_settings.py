"""Settings at the seat: the size of its text, and how loud and fast it likes speech. They lie over any page."""

from __future__ import annotations

from dataclasses import dataclass

from spytable.referee.comfort import LEVELS
from spytable.referee.conversation.page import Adjust, Cover, Key, Page, Sheet, key
from spytable.referee.conversation.sight import Sight
from spytable.referee.message import message


@dataclass(frozen=True, slots=True)
class SeatSettings:
    """*at*: the key (from 0) that opened it, which leads back to *before*."""

    at: int
    before: Sheet

    def page(self, sight: Sight, below: Page) -> Page | None:
        """The settings as they are; None where the page below has become another."""
        if self.before.page(sight, below) is None:
            return None
        now = sight.comfort
        three = [
            key("Size", Adjust(now.with_large(sight.number), self)),
            key("Loud", Adjust(now.louder(sight.number), self)),
            key("Pace", Adjust(now.with_calm(sight.number), self)),
        ]
        three.insert(self.at, key("Back", Cover(self.before)))
        first, second, third, fourth = three
        body = (
            message("Text: large") if sight.number in now.large else message("Text: normal"),
            message("Loud: {n} of {most}", n=now.at(sight.number).loudness, most=LEVELS),
            message("Speech: calm") if sight.number in now.calm else message("Speech: normal"),
        )
        return Page(message("Settings"), body, (first, second, third, fourth))


@dataclass(frozen=True, slots=True)
class Stopped:
    """Tells, over the help *before*, that it comes unasked no longer. *close*: the key (from 0) that closes it."""

    before: Sheet
    close: int

    def page(self, sight: Sight, below: Page) -> Page | None:
        """Until a key is pressed; None where the page below has become another."""
        if self.before.page(sight, below) is None:
            return None
        keys: list[Key | None] = [None, None, None, None]
        keys[self.close] = key("OK", Cover(None))
        first, second, third, fourth = keys
        body = (message("Keys not explained"), message("Hold a key for help"))
        return Page(message("First game"), body, (first, second, third, fourth))
