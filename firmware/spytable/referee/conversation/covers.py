"""Covers: what lies over the pages of seats, help and settings, and which keys were explained to each already."""

from __future__ import annotations

from collections.abc import Iterable

from spytable.referee.conversation.choice import choose
from spytable.referee.conversation.help import Help, first_met, helping
from spytable.referee.conversation.page import Page, Sheet
from spytable.referee.conversation.sight import Sight, Stage
from spytable.referee.conversation.talk import Talk


def cover(talk: Talk, seat: int, sheet: Sheet | None) -> None:
    """Lays *sheet* over the page of *seat*; what the help that lay there told of is known from now on."""
    before = talk.covers.pop(seat, None)
    if isinstance(before, Help):
        talk.known[seat] = talk.known.get(seat, frozenset()) | before.labels
    if sheet is not None:
        talk.covers[seat] = sheet


def lay_help(talk: Talk, seat: int) -> bool:
    """Lays the help over the page of *seat*. Whether there is any: a page without keys has none."""
    page, _ = choose(talk.sight(seat), talk.drafts.get(seat))
    sheet = helping(page)
    if sheet is not None:
        talk.covers[seat] = sheet
    return sheet is not None


def uncover(talk: Talk, seats: Iterable[int]) -> bool:
    """Takes away what lies over the pages of *seats*. Whether anything did; what it told of is not known for that."""
    return bool([seat for seat in seats if talk.covers.pop(seat, None)])


def covered(talk: Talk, sight: Sight, page: Page) -> Page:
    """*page*, or what lies over it: what was laid there, or in a first game the help for keys not met before.

    What no longer belongs there is taken away.
    """
    sheet = talk.covers.get(sight.number)
    over = None if sheet is None else sheet.page(sight, page)
    # Where nobody plays there is nobody to be told: what all can see stays in sight there.
    first = sight.comfort.first_game and sight.stage is not Stage.LOBBY and sight.colour is not None
    if over is None and first:
        sheet = first_met(page, talk.known.get(sight.number, ()))
        over = None if sheet is None else sheet.page(sight, page)
    if over is None or sheet is None:
        talk.covers.pop(sight.number, None)
        return page
    talk.covers[sight.number] = sheet
    return over
