"""The past: what the games that are over were, from the lines that the journal still has of them."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from itertools import groupby

from spytable.game.announcements import Play
from spytable.game.rules import VERSION as RULES
from spytable.journal import line as lines
from spytable.referee.protocol import announcement_from_json
from spytable.referee.record import Record

MOST = 20
"""Games that are looked at, the newest: more would hold up the start of a small machine."""


def finished(connection: sqlite3.Connection) -> tuple[tuple[Play, ...], ...]:
    """What was announced, and not undone, in each game that has a winner, the oldest first.

    Left out are games of other rules, and those of which a line is not whole. Raises sqlite3.Error.
    """
    firsts = connection.execute("SELECT first FROM games ORDER BY game DESC LIMIT ?", (MOST,)).fetchall()
    if not firsts:
        return ()
    rows = connection.execute("SELECT line FROM lines WHERE number >= ? ORDER BY number", firsts[-1]).fetchall()
    whole = [line for (text,) in rows if (line := lines.read(text)) is not None and line.rules == RULES]
    found = []
    for _, game in groupby(whole, key=lambda line: line.game):
        with suppress(ValueError):
            record = Record.resume(announcement_from_json(line.said) for line in game)
            if record.game is not None and record.game.winner is not None:
                found.append(record.history)
    return tuple(found)
