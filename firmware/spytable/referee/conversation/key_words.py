"""The keys of a page in words, for who does not see their labels: only where they tell nothing but what all can see."""

from __future__ import annotations

from spytable.referee.conversation.answer import Careful
from spytable.referee.conversation.bases import BasesMore
from spytable.referee.conversation.entering import Placing
from spytable.referee.conversation.help import EXPLAINED, explanation
from spytable.referee.conversation.joining import Joining
from spytable.referee.conversation.leaving import Away, Leaving, Missing, Rarely
from spytable.referee.conversation.lobby import Seated
from spytable.referee.conversation.over import NewGame
from spytable.referee.conversation.page import Draft, Page
from spytable.referee.conversation.rest import More
from spytable.referee.conversation.turn import Aiming, Found, Landing, Moving, TurningRound, TurnMore
from spytable.referee.message import Message, message

_OPEN = (
    *(Careful, BasesMore, Placing, Joining, Away, Leaving, Missing, Rarely, Seated, NewGame, More),
    *(Aiming, Found, Landing, Moving, TurningRound, TurnMore),
)
"""Drafts whose keys follow from what all can see. What a player said or entered is not here, nor what cannot be."""


def spoken_keys(page: Page, draft: Draft | None) -> tuple[tuple[int, Message], ...]:
    """Each key of *page* that has a label, from 1, and what it does; none where *draft* is for one player's eyes."""
    if draft is not None and not isinstance(draft, _OPEN):
        return ()
    told = ((at, shown) for at, shown in enumerate(page.keys, 1) if shown is not None and shown.label.text in EXPLAINED)
    return tuple((at, _does(explanation(shown, page), shown.label)) for at, shown in told)


def _does(explained: Message, label: Message) -> Message:
    if label.text.isdigit():
        return message("Number {n}.", n=int(label.text))
    return label if label.text == "{seat}" else explained
