"""The loop behind `spytable referee`: lines of announcements in, lines of calls out."""

from __future__ import annotations

import json
from typing import Any, BinaryIO, Protocol

from spytable.game.announcements import Announcement
from spytable.game.calls import Call, Foul, FoulCode
from spytable.game.rules import legal
from spytable.game.views import public_view
from spytable.referee import fouls
from spytable.referee.protocol import AskLegal, AskState, BadAnnouncementError, encode, parse
from spytable.referee.record import Record, accepted
from spytable.referee.stream import NobodyReadsError, lines, write


class Keeper(Protocol):
    """What the loop needs of a journal."""

    def unfinished(self) -> tuple[Announcement, ...]:
        """The announcements, undo among them, of a game that has no winner yet; () for none."""

    def append(self, announcement: Announcement, /) -> None:
        """Returns when *announcement* is on the disk."""


def serve(lines_in: BinaryIO, out: BinaryIO, journal: Keeper | None = None) -> int:
    """Holds games with whoever writes *lines_in*, until it ends or *out* is closed. Returns the status, 0.

    Each answer is written before the next line is read, and after *journal* has kept what it answers. Raises
    BrokenRecordError where the kept game does not fit the rules, InputError, OutputError, and what the
    journal raises.
    """
    record = Record.resume(journal.unfinished()) if journal is not None else Record()
    try:
        if record.game and record.game.winner is None:
            write(out, _written([{"n": 0} | encode(record.resumed())]))
        for n, line in enumerate(lines(lines_in), 1):
            write(out, _written([{"n": n} | said for said in answer(record, line, journal)]))
    except NobodyReadsError:
        pass
    return 0


def answer(record: Record, line: bytes | None, journal: Keeper | None = None) -> list[dict[str, Any]]:
    """The calls that *line* (None: one that was too long to keep) gives, as JSON objects without numbers."""
    try:
        if line is None:
            raise BadAnnouncementError("The line is too long.")
        said = parse(line)
    except BadAnnouncementError as error:
        foul = encode(Foul(FoulCode.BAD_ANNOUNCEMENT), record.game)
        return [foul | {"message": fouls.with_kinds(str(error), record.game)}]
    given: tuple[Call, ...]
    if not isinstance(said, AskLegal | AskState):
        given = record.announce(said)
        if journal is not None and accepted(given):
            journal.append(said)
    elif record.game is None:
        given = (Foul(FoulCode.NOT_SET_UP),)
    else:
        given = (legal(record.game) if isinstance(said, AskLegal) else public_view(record.game),)
    return [encode(call, record.game) for call in given]


_to_json = json.JSONEncoder(separators=(",", ":")).encode


def _written(answers: list[dict[str, Any]]) -> str:
    return "".join(f"{_to_json(said)}\n" for said in answers)
