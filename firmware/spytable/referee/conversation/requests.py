"""Requests: what is done only if all agree. One is made, those asked vote, and what all have agreed to is done.

Where what is asked concerns nobody else, it is done at once. What seats are shown of a request, consent.py says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from spytable.game import calls
from spytable.game.announcements import Leave
from spytable.game.cards import Card, Colour
from spytable.referee.conversation.announcing import announce, take_back
from spytable.referee.conversation.consent import is_free
from spytable.referee.conversation.correcting import Told, Unfit, correction
from spytable.referee.conversation.draw import SETTING as DRAWN
from spytable.referee.conversation.draw import is_due, mark
from spytable.referee.conversation.sight import Absence, Draw, Matter, Mistake, Request
from spytable.referee.conversation.talk import Talk
from spytable.referee.message import message
from spytable.referee.press import Cue, Step
from spytable.referee.record import Record
from spytable.referee.remarks import Drawn, Refuses


def ask_back(talk: Talk, seat: int) -> Step:
    """Takes the last announcement back if that is free, else asks all whom it concerns."""
    last, asked_for, state = talk.record.last, talk.last(), talk.sight(seat).now
    asker, returning = talk.players[seat], talk.would_be_in
    assert last is not None and asked_for is not None
    voters = {
        number: colour
        for number, colour in sorted(talk.players.items())
        if number != seat and (state.winner or colour not in state.out or colour in returning)
    }
    # With the last turn a draw falls, to which all have agreed.
    if (is_free(last, asker, state) and not talk.drawn) or not voters:
        return take_back(talk)
    _ask(talk, seat, asker, asked_for, voters)
    return Step(cue=Cue.KEY)


def ask_whether_away(talk: Talk, seat: int, player: Colour) -> Step:
    """Asks the others whether *player* has gone. At *seat* somebody plays, or nobody."""
    _ask(talk, seat, talk.players.get(seat, ""), Absence(player), _others(talk, seat, player))
    return Step(cue=Cue.KEY)


def ask_for_draw(talk: Talk, seat: int) -> Step:
    """Asks the others whether the game shall end without a winner."""
    return _ask_or_grant(talk, seat, Draw())


def offer_draw(talk: Talk) -> None:
    """A turn has ended: the table itself asks all whether the game shall end, where it seems to have none."""
    game = talk.record.game
    if game is not None and game.turn is not None and is_due(talk.quiet, len(game.still_in)):
        _ask(talk, 0, "", Draw(), _others(talk))


def ask_to_correct(talk: Talk, seat: int, cards: tuple[Card, ...]) -> Step:
    """Asks the others whether the base of *seat* may have these cards, where they fit the game."""
    talk.open(seat, None)
    if cards == talk.sight(seat).own_cards:
        talk.open(seat, Told(message("It is as it was")))
        return Step(cue=Cue.KEY)
    talk.correction = correction(talk.record.history, talk.players[seat], cards)
    if talk.correction is None:
        talk.open(seat, Unfit())
        return Step(cue=Cue.KEY)
    step = _ask_or_grant(talk, seat, Mistake())
    if step.accepted:
        talk.open(seat, Told(message("It is changed")))
    return step


def vote(talk: Talk, seat: int, *, agree: bool) -> Step:
    """*seat* agrees, or does not: one who does not is enough to end the request."""
    request = talk.request
    assert request is not None
    if not agree:
        return _refuse(talk, seat, request)
    talk.request = replace(request, agreed=request.agreed | {seat})
    return Step(cue=Cue.KEY) if talk.request.waiting else grant(talk)


def withdraw(talk: Talk) -> Step:
    """Who asked gives it up."""
    talk.request = None
    return Step(cue=Cue.KEY)


def grant(talk: Talk) -> Step:
    """All have agreed: does what was asked for."""
    request = talk.request
    assert request is not None
    match request.matter:
        case Absence(player):
            talk.request = None
            return announce(talk, request.asker, Leave(player.value))
        case Draw():
            talk.request, talk.drawn, talk.heard = None, True, ()
            return Step(cue=Cue.KEY, settings={DRAWN: mark(talk.record.history)}, remark=Drawn())
        case Mistake():
            return _set_right(talk, request)
        case _:
            return take_back(talk)


def _ask(talk: Talk, seat: int, name: Colour | str, matter: Matter, voters: Mapping[int, Colour]) -> None:
    """*seat* asks for *matter*, and is named so; 0 is the table."""
    talk.requests += 1
    talk.request = Request(talk.requests, seat, name, matter, voters)
    for number in (seat, *voters):
        talk.open(number, None)


def _ask_or_grant(talk: Talk, seat: int, matter: Matter) -> Step:
    """Asks all others, and where there are none does it."""
    voters = _others(talk, seat)
    _ask(talk, seat, talk.players[seat], matter, voters)
    return Step(cue=Cue.KEY) if voters else grant(talk)


def _others(talk: Talk, *but: int | Colour) -> dict[int, Colour]:
    """Who is asked besides those named, by seat or by colour: all that are in the game and have a seat."""
    game = talk.record.game
    assert game is not None
    seats = sorted(talk.players.items())
    return {n: colour for n, colour in seats if colour in game.still_in and n not in but and colour not in but}


def _refuse(talk: Talk, seat: int, request: Request) -> Step:
    name = talk.players[seat]
    is_here = request.missed == name
    here = message("{seat} is here", seat=name) if is_here else message("{seat} says no", seat=name)
    talk.panels.tell([number for number in talk.seats if number != seat], here)
    talk.open(seat, None)
    talk.request = None
    return Step(cue=Cue.KEY, remark=Refuses(name, is_here))


def _set_right(talk: Talk, request: Request) -> Step:
    assert talk.correction is not None
    corrected, name = talk.correction, talk.players[request.asker]
    talk.record, talk.correction, talk.request = Record.resume(corrected.history), None, None
    # Nothing else was said anew: what was heard last, and whose turn it is, stay.
    talk.panels.tell(talk.seats, message("{seat}: base changed", seat=name))
    return Step(corrected.announcements, (calls.Ready(name),), cue=Cue.KEY)
