"""Consent: what was heard by all is taken back only if all agree."""

from __future__ import annotations

from spytable.game.announcements import Done, Hop, Move, Play, Spy
from spytable.game.calls import State
from spytable.game.cards import Colour
from spytable.referee.conversation.page import Page, Vote, Withdraw, fitting, key
from spytable.referee.conversation.sight import Last, Request
from spytable.referee.message import Message, message


def is_free(last: Play, seat: Colour, now: State) -> bool:
    """Whether *seat* may take *last* back without asking: it is their own, and told nobody anything."""
    if isinstance(last, Move | Hop | Done):
        return last.seat == seat
    return isinstance(last, Spy) and last.seat == seat and now.owed == last.target


def asking(request: Request) -> Page:
    """At the seat that asks."""
    waiting = (message("Waiting for {seat}", seat=seat) for seat in request.waiting)
    keys = (key("Cancel", Withdraw(request.number)), None, None, None)
    return Page(what(request.last), fitting(waiting), keys)


def asked(request: Request, number: int) -> Page:
    """At a seat that is asked. Whatever page comes then, K1 and K3 do nothing there that hurts."""
    title = message("{seat} takes back", seat=request.name)
    refuse = key("No", Vote(request.number, agree=False))
    if number in request.agreed:
        waiting = (message("Waiting for {seat}", seat=seat) for seat in request.waiting)
        return Page(title, fitting((message("You agree"), *waiting)), (refuse, None, None, None))
    agree = key("Agree", Vote(request.number, agree=True))
    return Page(title, (what(request.last), message("Do you agree?")), (refuse, None, agree, None))


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
