"""Reading: what is read aloud to a seat that asks. Like a page it is made of what this seat may see alone."""

from __future__ import annotations

from spytable.referee.conversation.choice import choose
from spytable.referee.conversation.consent import asks
from spytable.referee.conversation.key_words import spoken_keys
from spytable.referee.conversation.lobby import Choosing
from spytable.referee.conversation.page import Draft
from spytable.referee.conversation.service import ScoreBoard
from spytable.referee.conversation.sight import Sight, Stage, may_begin
from spytable.referee.remarks import Company, Reading, Standing


def reading(sight: Sight, draft: Draft | None) -> Reading:
    """What the page is about that the seat is shown, as far as all can see it."""
    if isinstance(draft, ScoreBoard):
        return draft.tally
    if sight.stage is Stage.LOBBY:
        joined = tuple(colour for _, colour in sorted(sight.joined.items()))
        chosen = (draft.sealed, draft.rules) if isinstance(draft, Choosing) else (None, None)
        return Company(joined, may_begin(sight.joined), sight.joined.get(sight.number), *chosen)
    return Standing(
        sight.now,
        len(sight.seats),
        sight.colour,
        sight.looked_at,
        sight.paused,
        sight.stage is Stage.OVER and sight.now.winner is None,
        None if sight.request is None else asks(sight.request),
        spoken_keys(*choose(sight, draft)),
    )
