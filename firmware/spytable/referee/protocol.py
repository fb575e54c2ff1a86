"""The words of the table protocol: a line to an announcement or a question, a call to a JSON object.

Each kind of announcement is a row of `_FORMS`. A line is checked here for its form alone; whether it fits the
game, its bases' places too, is for the rules to say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple, NoReturn, TypeVar

from spytable.errors import SpyTableError
from spytable.game import announcements as say
from spytable.game import calls
from spytable.game.announcements import Announcement, HouseRules, Said, Turning
from spytable.game.base import Facing
from spytable.game.calls import Call
from spytable.game.state import Game
from spytable.referee import fouls

Json = dict[str, Any]


class BadAnnouncementError(SpyTableError, ValueError):
    """A line that is not an announcement. str(error) says why in a sentence, and repeats nothing of it."""


@dataclass(frozen=True, slots=True)
class AskLegal:
    """A question: what would be accepted now."""

    say: ClassVar[str] = "legal"


@dataclass(frozen=True, slots=True)
class AskState:
    """A question: how things stand, as all can see."""

    say: ClassVar[str] = "state"


Question = AskLegal | AskState


def parse(line: bytes) -> Announcement | Question:
    """What *line* says, one JSON object in UTF-8. Raises BadAnnouncementError.

    >>> parse(b'{"say":"done","seat":"red"}')
    Done(seat='red')
    """
    try:
        if len(line) > LONG and not _is_plain(line):
            raise BadAnnouncementError("The line is not one of the announcements.")
        said = decode(line.decode("utf-8"))
    except BadAnnouncementError:
        raise
    except (ValueError, RecursionError, MemoryError):
        raise BadAnnouncementError("The line is not a JSON object.") from None
    return _read(said)


def announcement_from_json(said: Mapping[str, Any]) -> Announcement:
    """The announcement that `announcement_to_json` wrote. Raises BadAnnouncementError."""
    announcement = _read(said)
    if isinstance(announcement, Question):
        raise BadAnnouncementError("A question is no announcement.")
    return announcement


def announcement_to_json(announcement: Announcement) -> Json:
    """*announcement* as the protocol writes it, without the keys that may be left out where they say nothing.

    >>> announcement_to_json(say.Done("red"))
    {'say': 'done', 'seat': 'red'}
    """
    said: Json = {"say": announcement.say}
    if isinstance(announcement, say.SetUp):
        rules = announcement.rules
        return said | {
            "seats": list(announcement.seats),
            "sealed": announcement.sealed,
            "rules": {"top_secret_out": rules.top_secret_out, "turn_without_move": rules.turn_without_move},
        }
    for name in type(announcement).__slots__:
        value = getattr(announcement, name)
        if value is not None and value is not False:
            said[name] = list(value) if isinstance(value, tuple) else value
    return said


def encode(call: Call, game: Game | None = None) -> Json:
    """*call* as the protocol writes it, its line number left out. *game* is what the words of a foul go by.

    >>> encode(calls.Hiss(calls.Colour.RED))
    {'call': 'hiss', 'seat': <Colour.RED: 'red'>}
    """
    if isinstance(call, calls.Foul):
        return {"call": call.call, "code": call.code, "message": fouls.explain(call.code, game)}
    if isinstance(call, calls.Legal):
        plays = [announcement_to_json(play) for play in call.announcements]
        return {"call": call.call, "announcements": plays}
    said = {name: getattr(call, name) for name in type(call).__slots__}
    if isinstance(call, calls.State):
        said["out"] = list(call.out)
        said["bases"] = {
            seat: {
                "spy": base.spy,
                "facing": base.facing,
                "exposed": dict(base.exposed),
                "target": base.target,
            }
            for seat, base in call.bases.items()
        }
    elif isinstance(call, calls.SetUp):
        said["seats"] = list(call.seats)
    return {"call": call.call, **said}


# From text to values

LONG = 65_536
"""Bytes from which a line is looked over before its JSON is read, which takes many times the memory."""

_BEYOND = 10**18
"""Stands for every whole number that is longer: none of them is a place or a number of spaces."""


def _whole(digits: str) -> int:
    """Python's own reading takes time with the square of the length, or refuses."""
    return int(digits) if len(digits) <= 18 else _BEYOND


def _no_such_value(text: str) -> NoReturn:
    raise BadAnnouncementError("Numbers are whole, written without point or exponent.")


def _object(pairs: list[tuple[str, Any]]) -> Json:
    said = dict(pairs)
    if len(said) != len(pairs):
        raise BadAnnouncementError("A key is there twice.")
    return said


decode: Callable[[str], Any] = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_whole,
    parse_float=_no_such_value,
    parse_constant=_no_such_value,
).decode
"""The values of a text in JSON. Raises ValueError, and BadAnnouncementError for what the protocol does not allow."""

_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)


def _is_plain(line: bytes) -> bool:
    """Whether *line* has no more lists, objects and keys than the largest announcement, `setup`, can have."""
    most = {b"[": 1, b"{": 2, b":": 6}
    if all(line.count(sign) <= n for sign, n in most.items()):
        return True
    end = 0
    for text in _STRING.finditer(line):
        for sign in most:
            most[sign] -= line.count(sign, end, text.start())
        if min(most.values()) < 0:
            return False
        end = text.end()
    return all(line.count(sign, end) <= n for sign, n in most.items())


# From values to announcements


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise BadAnnouncementError("A name is not a text.")
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise BadAnnouncementError("What should be a list is none.")
    return tuple(_text(item) for item in value)


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadAnnouncementError("What should be a whole number is none.")
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise BadAnnouncementError("What should be true or false is neither.")
    return value


_Choice = TypeVar("_Choice", bound=StrEnum)


def _one_of(kind: type[_Choice]) -> Callable[[object], _Choice]:
    choices = {choice.value: choice for choice in kind}
    words = ", ".join(choices)

    def choose(value: object) -> _Choice:
        choice = choices.get(value) if isinstance(value, str) else None
        if choice is None:
            raise BadAnnouncementError(f"A value is none of {words}.")
        return choice

    return choose


def _rules(value: object) -> HouseRules:
    if not isinstance(value, dict):
        raise BadAnnouncementError("The house rules are not an object.")
    return HouseRules(**_values(value, _HOUSE_RULES, frozenset(_HOUSE_RULES)))


_Readers = Mapping[str, Callable[[object], Any]]

_HOUSE_RULES: _Readers = {"top_secret_out": _truth, "turn_without_move": _truth}


class _Form(NamedTuple):
    """The keys of an announcement beside `say`, how each value is read, and which keys may be left out."""

    make: Callable[..., Announcement | Question]
    readers: _Readers
    may_lack: frozenset[str]


def _form(
    make: Callable[..., Announcement | Question], *may_lack: str, **readers: Callable[[object], Any]
) -> _Form:
    return _Form(make, readers, frozenset(may_lack))


_FORMS: Mapping[str, _Form] = {
    "setup": _form(say.SetUp, "sealed", "rules", seats=_texts, sealed=_truth, rules=_rules),
    "base": _form(say.Base, "cards", seat=_text, spy=_number, facing=_one_of(Facing), cards=_texts),
    "start": _form(say.Start, "first", first=_text),
    "move": _form(say.Move, "insist", seat=_text, spaces=_number, turn=_one_of(Turning), insist=_truth),
    "hop": _form(say.Hop, seat=_text),
    "spy": _form(say.Spy, seat=_text, target=_text),
    "answer": _form(say.Answer, "insist", seat=_text, card=_one_of(Said), insist=_truth),
    "done": _form(say.Done, seat=_text),
    "leave": _form(say.Leave, seat=_text),
    "undo": _form(say.Undo),
    "legal": _form(AskLegal),
    "state": _form(AskState),
}


def _read(said: object) -> Announcement | Question:
    if not isinstance(said, Mapping):
        raise BadAnnouncementError("The line is not a JSON object.")
    kind = said.get("say")
    form = _FORMS.get(kind) if isinstance(kind, str) else None
    if form is None:
        raise BadAnnouncementError(f"The value of say is none of {', '.join(_FORMS)}.")
    keys = {key: value for key, value in said.items() if key != "say"}
    return form.make(**_values(keys, form.readers, form.may_lack))


def _values(said: Mapping[str, Any], readers: _Readers, may_lack: frozenset[str]) -> dict[str, Any]:
    if not said.keys() <= readers.keys():
        raise BadAnnouncementError("There is a key that does not belong here.")
    missing = [key for key in readers if key not in said and key not in may_lack]
    if missing:
        raise BadAnnouncementError(f"There is no {' and no '.join(missing)}.")
    return {key: readers[key](value) for key, value in said.items()}
