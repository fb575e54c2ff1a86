"""Messages: sentences as data. The referee chooses them; language/ puts them into a seat's words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spytable.game.cards import Card, Colour, Kind


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays *colour*, called by *name*. *twin*: another has the same name, so that the colour stands with it."""

    colour: Colour
    name: str
    twin: bool = False

    def __str__(self) -> str:
        return f"{self.name} {self.colour}" if self.twin else self.name or str(self.colour)


Value = Colour | Card | Kind | int | str | Player
"""What a message can speak of. A str is a name that a player gave: data, shown as it is."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence in English with named places, `{seat} spies on {target}`, and what fills them.

    The English text is the key under which a language finds its own sentence. Make one with `message`.
    """

    text: str
    values: tuple[tuple[str, Value], ...] = ()


class Wording(str):
    """A message in a language's words. *shorter*: the same in fewer letters, for where it has no room.

    *large*: still shorter ones, which only large print uses.

    The text itself is the longest; the shorter ones follow, the longest first.
    """

    __slots__ = ("large", "shorter")
    shorter: tuple[str, ...]
    large: tuple[str, ...]

    def __new__(cls, text: str, shorter: Sequence[str] = (), large: Sequence[str] = ()) -> Wording:
        wording = super().__new__(cls, text)
        wording.shorter = tuple(shorter)
        wording.large = tuple(large)
        return wording

    @classmethod
    def of(cls, text: str, change: Callable[[str], str] = str) -> Wording:
        """*text*, a Wording or not, with *change* made to each of its lengths.

        >>> Wording.of(Wording("Your turn", ["You"]), str.upper).shorter
        ('YOU',)
        """
        if not isinstance(text, Wording):
            return cls(change(text))
        return cls(change(text), [change(other) for other in text.shorter], [change(other) for other in text.large])

    @property
    def next(self) -> Wording | None:
        """The next shorter length, or None where there is none."""
        return Wording(self.shorter[0], self.shorter[1:], self.large) if self.shorter else None

    @property
    def enlarged(self) -> Wording:
        """The same for large print: all lengths, those for it last."""
        return Wording(self, (*self.shorter, *self.large))


def message(text: str, /, **values: Value) -> Message:
    """A Message of *text*, its places filled from *values*.

    >>> message("{seat}'s turn", seat=Colour.RED).text
    "{seat}'s turn"
    """
    return Message(text, tuple(sorted(values.items())))
