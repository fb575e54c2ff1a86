"""Calls from JSON: the other way of `protocol.encode`, for whoever writes calls by hand or reads a referee's lines.

Each kind of call is a row of `_FORMS`. Unlike an announcement a call comes from a program or from a person who tries
something out, so a fault is named with its key. Keys beyond those that a call has may be there (PROTOCOL.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar, get_args

from spytable.errors import SpyTableError
from spytable.game import calls
from spytable.game.announcements import Play
from spytable.game.base import Facing
from spytable.game.calls import About, By, Call, FoulCode
from spytable.game.cards import TARGETS, TWO_PLAYERS, Card, Colour, Kind, deck, places
from spytable.referee.protocol import BadAnnouncementError, announcement_from_json, decode


class BadCallError(SpyTableError, ValueError):
    """What is not a call. str(error) says why in a sentence."""


def parse_call(line: str) -> Call:
    """The call that *line* says, one JSON object. Raises BadCallError.

    >>> parse_call('{"call": "turn", "seat": "red"}')
    Turn(seat=<Colour.RED: 'red'>)
    """
    try:
        said = decode(line)
    except BadAnnouncementError as error:
        raise BadCallError(f"The call cannot be read: {error}") from None
    except (ValueError, RecursionError, MemoryError):
        raise BadCallError('The call is not JSON. One looks like {"call":"turn","seat":"red"}.') from None
    return call_from_json(said)


def call_from_json(said: object) -> Call:
    """The call that `protocol.encode` wrote; of a foul, without its message. Raises BadCallError."""
    if not isinstance(said, Mapping):
        raise BadCallError("A call is a JSON object.")
    kind = said.get("call")
    if kind is None:
        raise BadCallError("There is no key call.")
    form = _FORMS.get(kind) if isinstance(kind, str) else None
    if form is None:
        raise BadCallError(f"There is no call {_shown(kind)}. There are: {', '.join(_FORMS)}.")
    make, readers = form
    missing = [key for key in readers if key not in said]
    if missing:
        raise BadCallError(f"The call {kind} lacks {' and '.join(missing)}.")
    values = {key: _read(key, reader, said[key]) for key, reader in readers.items()}
    call: Call = make(**values)
    if isinstance(call, calls.SetUp) and call.cards != places(len(call.seats)):
        raise BadCallError(f"With {len(call.seats)} seats cards is {places(len(call.seats))}, not {call.cards}.")
    if isinstance(call, calls.Spies) and call.seat is call.target:
        raise BadCallError("In the call spies seat and target differ.")
    return call


class _WrongError(Exception):
    """A value is not *allowed*, said in words."""


_Reader = Callable[[object], Any]


def _read(key: str, reader: _Reader, value: object) -> Any:
    try:
        return reader(value)
    except _WrongError as wrong:
        raise BadCallError(f"{key} is {_shown(value)}; allowed is {wrong}.") from None


def _shown(value: object) -> str:
    """*value* on one line, shortened; Python's words where JSON's differ are not worth more."""
    try:
        text = ascii(value)
    except ValueError:
        return "a number of very many digits"
    return text if len(text) <= 40 else f"{text[:37]}..."


_Choice = TypeVar("_Choice", bound=StrEnum)


def _one_of(*choices: _Choice) -> Callable[[object], _Choice]:
    by_name = {choice.value: choice for choice in choices}

    def read(value: object) -> _Choice:
        if not isinstance(value, str) or value not in by_name:
            raise _WrongError(f"one of {', '.join(by_name)}")
        return by_name[value]

    return read


def _or_null(reader: _Reader) -> _Reader:
    def read(value: object) -> Any:
        try:
            return None if value is None else reader(value)
        except _WrongError as wrong:
            raise _WrongError(f"{wrong}, or null") from None

    return read


def _whole(least: int, most: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise _WrongError(f"a whole number from {least} to {most}")
        return value

    return read


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise _WrongError("true or false")
    return value


def _announced(value: object) -> str:
    kinds = [kind.say for kind in get_args(Play)]
    if not isinstance(value, str) or value not in kinds:
        raise _WrongError(f"one of {', '.join(kinds)}")
    return value


def _list_of(reader: _Reader, what: str) -> Callable[[object], tuple[Any, ...]]:
    def read(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _WrongError(f"a list of {what}")
        read_ones = tuple(map(reader, value))
        if len(set(read_ones)) < len(read_ones):
            raise _WrongError(f"a list of {what}, each once")
        return read_ones

    return read


def _object_of(keys: _Reader, values: _Reader, what: str) -> Callable[[object], dict[Any, Any]]:
    def read(value: object) -> dict[Any, Any]:
        if not isinstance(value, Mapping):
            raise _WrongError(f"an object of {what}")
        return {keys(key): values(content) for key, content in value.items()}

    return read


def _seats(value: object) -> tuple[Colour, ...]:
    seats = _list_of(_COLOUR, "seats")(value)
    if not 2 <= len(seats) <= 4 or (len(seats) == 2 and set(seats) != TWO_PLAYERS):
        raise _WrongError("two to four seats; two are green and red")
    return seats


def _public_base(value: object) -> calls.PublicBase:
    if not isinstance(value, Mapping) or not value.keys() >= _BASE.keys():
        raise _WrongError(f"bases, each with {', '.join(_BASE)}")
    return calls.PublicBase(**{key: reader(value[key]) for key, reader in _BASE.items()})


def _play(value: object) -> Play:
    try:
        announcement = announcement_from_json(value if isinstance(value, Mapping) else {})
    except BadAnnouncementError:
        announcement = None
    if not isinstance(announcement, Play):
        raise _WrongError("a list of announcements")
    return announcement


_MOST_PLACES = len(deck(2)) + 1

_COLOUR = _one_of(*Colour)
_NOBODY_OR_COLOUR = _or_null(_COLOUR)
_PLACE = _whole(1, _MOST_PLACES)
_FACING = _one_of(*Facing)
_TARGET = _one_of(*TARGETS)
_BASE: Mapping[str, _Reader] = {
    "spy": _PLACE,
    "facing": _FACING,
    "exposed": _object_of(_one_of(*Card), _PLACE, "cards and their places"),
    "target": _or_null(_TARGET),
}

_FORMS: Mapping[str, tuple[Callable[..., Call], Mapping[str, _Reader]]] = {
    "set_up": (calls.SetUp, {"seats": _seats, "cards": _PLACE}),
    "ready": (calls.Ready, {"seat": _COLOUR}),
    "turn": (calls.Turn, {"seat": _COLOUR}),
    "moved": (calls.Moved, {"seat": _COLOUR, "spaces": _whole(0, 2), "spy": _PLACE, "facing": _FACING}),
    "hopped": (calls.Hopped, {"seat": _COLOUR, "spy": _PLACE}),
    "spies": (calls.Spies, {"seat": _COLOUR, "target": _COLOUR, "slot": _PLACE}),
    "type": (calls.Type, {"seat": _COLOUR, "card": _one_of(Kind.SAFE, Kind.TOP_SECRET)}),
    "exposed": (calls.Exposed, {"seat": _COLOUR, "card": _TARGET, "next": _or_null(_TARGET)}),
    "already_exposed": (calls.AlreadyExposed, {"seat": _COLOUR, "card": _TARGET}),
    "spy_meets_spy": (calls.SpyMeetsSpy, {"seat": _COLOUR}),
    "hiss": (calls.Hiss, {"seat": _COLOUR}),
    "boom": (calls.Boom, {"seat": _COLOUR, "slot": _PLACE}),
    "out": (calls.Out, {"seat": _COLOUR, "by": _one_of(*By)}),
    "winner": (calls.Winner, {"seat": _COLOUR}),
    "undone": (calls.Undone, {"say": _announced}),
    "state": (
        calls.State,
        {
            "turn": _NOBODY_OR_COLOUR,
            "owed": _NOBODY_OR_COLOUR,
            "moved": _truth,
            "spied": _truth,
            "out": _list_of(_COLOUR, "seats"),
            "winner": _NOBODY_OR_COLOUR,
            "bases": _object_of(_COLOUR, _public_base, "seats and their bases"),
        },
    ),
    "contradiction": (calls.Contradiction, {"seat": _COLOUR, "about": _one_of(*About)}),
    "disputed": (calls.Disputed, {"seat": _COLOUR}),
    "legal": (calls.Legal, {"announcements": _list_of(_play, "announcements")}),
    "foul": (calls.Foul, {"code": _one_of(*FoulCode)}),
    "resumed": (calls.Resumed, {"seat": _NOBODY_OR_COLOUR, "owed": _NOBODY_OR_COLOUR}),
}
