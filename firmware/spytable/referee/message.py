"""Messages: sentences as data. The referee chooses them; language/ puts them into a seat's words."""

from __future__ import annotations

from dataclasses import dataclass

from spytable.game.cards import Card, Colour, Kind

Value = Colour | Card | Kind | int | str
"""What a message can speak of. A str is a name that a player gave: data, shown as it is."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence in English with named places, `{seat} spies on {target}`, and what fills them.

    The English text is the key under which a language finds its own sentence. Make one with `message`.
    """

    text: str
    values: tuple[tuple[str, Value], ...] = ()


def message(text: str, /, **values: Value) -> Message:
    """A Message of *text*, its places filled from *values*.

    >>> message("{seat}'s turn", seat=Colour.RED).text
    "{seat}'s turn"
    """
    return Message(text, tuple(sorted(values.items())))
