"""A journal line: one announcement as text that is whole by itself.

Each line names its game and its position there and carries a checksum, so it can be trusted by itself, and
found again in a file whose structure is lost: `find` reads any bytes.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

LONGEST = 800
"""Characters in a line at most.

A line fits into one page of the file (1,024 bytes), or `find` could not see it whole.
"""

_LINE = re.compile(rb"spytable ([0-9a-f]{8}) (\{[ -~]{2,%d}\})\n" % LONGEST)


@dataclass(frozen=True, slots=True)
class Line:
    """The announcement *said* (in its JSON form) is number *position*, from 0, of *game*.

    *rules* is the version of the rules that the game is played by. *at* is the wall clock, in seconds since
    1970: a label, right or not; nothing depends on it.
    """

    game: int
    position: int
    rules: int
    at: int
    said: dict[str, Any]


def write(line: Line) -> str:
    """The text of *line*. Raises ValueError where it is too long to be an announcement."""
    fields = {
        "game": line.game,
        "position": line.position,
        "rules": line.rules,
        "at": line.at,
        "said": line.said,
    }
    body = json.dumps(fields, separators=(",", ":"), allow_nan=False)
    if len(body) > LONGEST:
        raise ValueError(f"an announcement of {len(body)} characters is too long to be kept")
    return f"spytable {zlib.crc32(body.encode('ascii')):08x} {body}\n"


def read(text: str) -> Line | None:
    """The line that *text* holds, or None where it is not whole."""
    match = _LINE.fullmatch(text.encode("utf-8", "replace")) if isinstance(text, str) else None
    return _checked(match) if match else None


def find(content: bytes) -> Iterator[Line]:
    """All whole lines in *content*, in the order in which they stand there; a line can stand there more than
    once.
    """
    for match in _LINE.finditer(content):
        line = _checked(match)
        if line is not None:
            yield line


def _checked(match: re.Match[bytes]) -> Line | None:
    checksum, body = match.groups()
    if zlib.crc32(body) != int(checksum, 16):
        return None
    try:
        fields = json.loads(body)
        line = Line(**fields)
    except (ValueError, TypeError, RecursionError):
        return None
    numbers = (line.game, line.position, line.rules, line.at)
    if not all(isinstance(number, int) for number in numbers) or not isinstance(line.said, dict):
        return None
    return line
