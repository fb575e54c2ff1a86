"""A voice that says nothing, for tables whose voice is not what is tried: with all that a table asks of one."""

from __future__ import annotations


class Mute:
    """Says nothing and keeps nothing. Whoever wants to know of something overrides what tells of it."""

    def speak(self, calls: object, /) -> None:
        """A call is not said."""

    def repeat(self, calls: object, /) -> None:
        """Nor again."""

    def remark(self, remark: object, /) -> None:
        """Nor what is no call."""

    def read(self, reading: object, /) -> None:
        """Nor how things stand."""

    def manner(self, manner: object, /, *, of_all: bool = True) -> None:
        """Nor louder."""

    def cue(self, cue: object, /) -> None:
        """Nor is a press answered."""
