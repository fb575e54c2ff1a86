"""Names: what players call their seats. Data, whatever stands in them: shown and said as it is, and nothing more."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from spytable.game.cards import Colour
from spytable.referee.message import Message, Player, Value
from spytable.referee.screen import Screen

LONGEST = 24
"""Letters of a name; what is longer is cut."""

_SETTING = "name_{seat}"
"""What the table remembers the name of a seat under."""


@dataclass(frozen=True, slots=True)
class Named:
    """A player gives *seat* a *name*; "" takes it away."""

    seat: int
    name: str

    def kept(self) -> dict[str, str]:
        """What is to be remembered; `names` reads it."""
        return {_SETTING.format(seat=self.seat): self.name}


def clean(name: str) -> str:
    """*name* on one line, without control characters and marks of direction.

    >>> clean(" An\\u202ena\\n{seat} ")
    'Anna {seat}'
    """
    spaced = "".join(" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", name))
    kept = "".join(letter for letter in spaced if unicodedata.category(letter)[0] != "C")
    return " ".join(kept.split())[:LONGEST].rstrip()


def names(seats: Iterable[int], kept: Mapping[str, object], given: Mapping[int, str]) -> dict[int, str]:
    """The names of *seats*: what was *kept* since a player gave it at the table, before what the settings have *given*.

    >>> names([1, 2, 3], {"name_1": "Bob"}, {1: "Anna", 2: "Eve"})
    {1: 'Bob', 2: 'Eve'}
    """
    found = {seat: kept.get(_SETTING.format(seat=seat)) or given.get(seat, "") for seat in seats}
    return {seat: clean(name) for seat, name in found.items() if isinstance(name, str) and clean(name)}


def called(names: Mapping[int, str], screens: Mapping[int, Screen]) -> dict[Colour, str]:
    """The names by the colours that play at the seats now."""
    playing = {seat: screen.seat for seat, screen in screens.items()}
    return {colour: names[seat] for seat, colour in playing.items() if colour is not None and seat in names}


def alike(name: str) -> str:
    """What is equal in two names that sound or look the same.

    >>> alike("-Bob") == alike("bob!")
    True
    """
    return "".join(letter for letter in name.casefold() if letter.isalnum()) or name


def with_names(screen: Screen, called: Mapping[Colour, str], drawable: Callable[[str], bool]) -> Screen:
    """*screen* with names in place of colours where the panel's letters have them. Labels keep the colours.

    They have no room for more; and whoever looks for a colour there finds it in its place. A seat's own colour stays,
    too: its player knows the name, and must know the colour.
    """
    shown = {colour: name for colour, name in called.items() if colour != screen.seat and drawable(name)}
    if not shown:
        return screen
    same = [alike(name) for name in called.values()]

    def value(found: Value) -> Value:
        if isinstance(found, Colour) and found in shown:
            return Player(found, shown[found], twin=same.count(alike(shown[found])) > 1)
        return found

    def told(message: Message) -> Message:
        return Message(message.text, tuple((place, value(found)) for place, found in message.values))

    return replace(screen, title=told(screen.title), body=tuple(map(told, screen.body)))
