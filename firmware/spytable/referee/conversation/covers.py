"""Covers: what lies over the pages of seats, help and settings, and which keys were explained to each already."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from spytable.referee.comfort import Choice, Comfort
from spytable.referee.conversation.choice import choose
from spytable.referee.conversation.help import Help, first_met, helping
from spytable.referee.conversation.page import Page, Sheet
from spytable.referee.conversation.sight import Sight, Stage
from spytable.referee.conversation.talk import Talk

KNOWN = "known"
"""The name under which the table remembers, in a first game, which keys it has explained at each seat."""


def cover(talk: Talk, seat: int, sheet: Sheet | None) -> dict[str, Choice]:
    """Lays *sheet* over the page of *seat*, or takes what lies there away: what a help told of is known then.

    Gives what is to be remembered.
    """
    before = talk.covers.pop(seat, None)
    if sheet is not None:
        talk.covers[seat] = sheet
    elif isinstance(before, Help):
        talk.known[seat] = talk.known.get(seat, frozenset()) | before.labels
        if talk.comfort.first_game:
            return {KNOWN: written(talk.known)}
    return {}


def adjust(talk: Talk, seat: int, adjusted: Comfort, sheet: Sheet | None) -> dict[str, Choice]:
    """From now on *adjusted* holds; *sheet* lies over the page of *seat*. Gives what is to be remembered."""
    anew = adjusted.first_game and not talk.comfort.first_game
    talk.comfort = adjusted
    settings = adjusted.kept() | cover(talk, seat, sheet)
    if anew:  # Others play perhaps, who know no key.
        talk.known.clear()
        settings[KNOWN] = ""
    return settings


def written(known: Mapping[int, frozenset[str]]) -> str:
    """*known* as a setting; `known` reads it."""
    return json.dumps({seat: sorted(labels) for seat, labels in sorted(known.items())}, separators=(",", ":"))


def known(kept: object) -> dict[int, frozenset[str]]:
    """What was *kept* of the keys that were explained at each seat; nothing where that makes no sense.

    >>> known(written({2: frozenset({"Move", "Spy"})})) == {2: frozenset({"Move", "Spy"})}
    True
    >>> known('{"2": 7}'), known("[]"), known(True)
    ({}, {}, {})
    """
    try:
        return {int(seat): frozenset(map(str, labels)) for seat, labels in json.loads(str(kept)).items()}
    except (ValueError, TypeError, AttributeError, RecursionError):
        return {}


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
    if over is None and _explains(sight, page):
        sheet = first_met(page, talk.known.get(sight.number, ()))
        over = None if sheet is None else sheet.page(sight, page)
    if over is None or sheet is None:
        talk.covers.pop(sight.number, None)
        return page
    talk.covers[sight.number] = sheet
    return over


def _explains(sight: Sight, page: Page) -> bool:
    """Whether keys that the seat has not met explain themselves on *page*.

    Where nobody plays there is nobody to be told; and where the seat only waits, what all can see stays in sight.
    """
    if not sight.comfort.first_game or sight.stage is Stage.LOBBY or sight.colour is None:
        return False
    return not page.resting or sight.acts or (sight.stage is Stage.BASES and not sight.busy)
