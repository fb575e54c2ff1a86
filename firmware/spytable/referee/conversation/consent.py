"""Consent: what was heard by all is taken back, and who is away leaves, only if all agree."""

from __future__ import annotations

from spytable.game.announcements import Done, Hop, Move, Play, Spy
from spytable.game.calls import State
from spytable.game.cards import Colour
from spytable.referee.conversation.page import Confirm, Hold, Page, Vote, Withdraw, fitting, key
from spytable.referee.conversation.sight import Absence, Draw, Last, Mistake, Request
from spytable.referee.message import Message, message
from spytable.referee.remarks import Asks, Wish


def is_free(last: Play, seat: Colour, now: State) -> bool:
    """Whether *seat* may take *last* back without asking: it is their own, and told nobody anything."""
    if isinstance(last, Move | Hop | Done):
        return last.seat == seat
    return isinstance(last, Spy) and last.seat == seat and now.owed == last.target


def asking(request: Request) -> Page:
    """At the seat that asks.

    Of those who are asked whether somebody has gone, others may have gone too. So where one agrees, or nobody is there
    to be asked, silence is enough, and a hold says that there is no answer. Whoever is there can still say no.
    """
    cancel = key("Cancel", Withdraw(request.number))
    if isinstance(request.matter, Absence) and (request.agreed or not request.voters):
        out = message("No answer? Then hold:"), message("{seat} is out", seat=request.matter.player)
        body = fitting((*_waiting(request)[:1], *out))
        return Page(_title(request), body, (cancel, None, key("Hold", Hold(Confirm(request.number))), None))
    return Page(_title(request, asks=True), _waiting(request), (cancel, None, None, None))


def asked(request: Request, number: int) -> Page:
    """At a seat that is asked. Whatever page comes then, K1 and K3 do nothing there that hurts."""
    refuse = key("No", Vote(request.number, agree=False))
    if number in request.agreed:
        return Page(_title(request), fitting((message("You agree"), *_waiting(request))), (refuse, None, None, None))
    match request.matter:
        case Absence(player):
            body = (_says_so(request), message("Then {seat} is out", seat=player))
        case Draw():
            why = message("{seat} asks for it", seat=request.name) if request.name else message("Long nothing new.")
            body = (why, message("End without winner?"))
        case Mistake():
            body = (message("Entered wrongly."), message("May it be corrected?"))
        case last:
            body = (what(last), message("Do you agree?"))
    return Page(_title(request), body, (refuse, None, key("Agree", Vote(request.number, agree=True)), None))


def missed(request: Request) -> Page:
    """At the seat of the player who is said to be away."""
    here = key("Here", Vote(request.number, agree=False))
    body = message("{seat} says: away", seat=request.name) if request.name else _says_so(request)
    return Page(message("Are you there?"), (body,), (here, None, None, None))


def _says_so(request: Request) -> Message:
    """Who asks: nobody that could be named, where it is a seat at which nobody plays."""
    return message("{seat} says so", seat=request.name) if request.name else message("Somebody says so")


def _title(request: Request, *, asks: bool = False) -> Message:
    match request.matter:
        case Absence(player):
            return message("Is {seat} away?", seat=player)
        case Draw():
            return message("A draw?")
        case Mistake():
            return message("{seat}'s base", seat=request.name)
        case last:
            return what(last) if asks else message("{seat} takes back", seat=request.name)


def _waiting(request: Request) -> tuple[Message, ...]:
    return fitting(message("Waiting for {seat}", seat=seat) for seat in request.waiting)


def asks(request: Request) -> Asks:
    """What is said aloud of *request*."""
    match request.matter:
        case Absence(player):
            return Asks(Wish.AWAY, player)
        case Draw():
            wish = Wish.DRAW
        case Mistake():
            wish = Wish.BASE
        case _:
            wish = Wish.BACK
    return Asks(wish, request.name if isinstance(request.name, Colour) else None)


WHAT = {
    "move": message("{seat}'s move"),
    "hop": message("{seat}'s hop"),
    "spy": message("{seat}'s spying"),
    "answer": message("{seat}'s answer"),
    "done": message("{seat}'s turn end"),
    "leave": message("{seat}'s leaving"),
}


def what(last: Last) -> Message:
    """What would be taken back, never a number or a card."""
    if last.seat is None:
        return message("The start")
    return message(WHAT[last.say].text, seat=last.seat)
