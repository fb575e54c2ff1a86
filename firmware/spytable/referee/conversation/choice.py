"""The choice of a page: which of them a seat is shown."""

from __future__ import annotations

from spytable.referee.conversation.answer import ANSWERING, answer
from spytable.referee.conversation.bases import bases
from spytable.referee.conversation.consent import asked, asking, missed
from spytable.referee.conversation.leaving import paused
from spytable.referee.conversation.lobby import claim, lobby
from spytable.referee.conversation.over import over
from spytable.referee.conversation.page import Draft, Page
from spytable.referee.conversation.rest import rest
from spytable.referee.conversation.sight import Sight, Stage
from spytable.referee.conversation.turn import turn


def choose(sight: Sight, draft: Draft | None) -> tuple[Page, Draft | None]:
    """The first page that fits, in this order; and the *draft* that the seat has open, None where it no longer fits."""
    page = _before_all(sight)
    if page is not None:
        return page, draft
    if draft is not None and (not sight.answers or isinstance(draft, ANSWERING)):
        page = draft.page(sight)
        if page is not None:
            return page, draft
    return _resting(sight), None


def _before_all(sight: Sight) -> Page | None:
    """What comes before a seat's own affairs, and leaves them open."""
    request = sight.request
    if sight.stage is not Stage.LOBBY and sight.colour is None and sight.unclaimed:
        return claim(sight)
    if sight.paused:
        return paused(sight)
    if request is not None and sight.number == request.asker:
        return asking(request)
    if request is not None and sight.number in request.voters:
        return asked(request, sight.number)
    if request is not None and sight.colour is not None and sight.colour == request.missed:
        return missed(request)
    return None


def _resting(sight: Sight) -> Page:
    match sight.stage:
        case Stage.LOBBY:
            return lobby(sight)
        case Stage.BASES:
            return bases(sight)
        case Stage.OVER:
            return over(sight)
        case Stage.PLAY if sight.answers:
            return answer(sight)
        case Stage.PLAY if sight.acts:
            return turn(sight)
        case _:
            return rest(sight)
