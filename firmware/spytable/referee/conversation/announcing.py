"""Announcing: what a player says is given to the record; what is accepted is heard by all.

A foul and a contradiction change nothing. All are told that there was a foul; why, the seat that announced alone.
"""

from __future__ import annotations

from dataclasses import replace

from spytable.game import calls
from spytable.game.announcements import Answer, Done, Move, Play, SetUp, Undo
from spytable.game.calls import Call, Foul, FoulCode
from spytable.referee.comfort import FIRST_GAME, Choice
from spytable.referee.conversation.answer import Refused
from spytable.referee.conversation.chairs import take
from spytable.referee.conversation.draw import SETTING as DRAWN
from spytable.referee.conversation.draw import brings_news, quiet_turns
from spytable.referee.conversation.page import Draft
from spytable.referee.conversation.talk import Talk
from spytable.referee.conversation.turn import WrongNumber
from spytable.referee.message import message
from spytable.referee.press import Cue, Step
from spytable.referee.record import accepted


def announce(talk: Talk, seat: int, play: Play, then: Draft | None = None) -> Step:
    """*seat* says *play*; *then* is what it sees if that is accepted."""
    before = talk.record.game
    said = talk.record.announce(play)
    if not accepted(said):
        return _refused(talk, seat, play, said)
    settings = _set_up(talk, play) if isinstance(play, SetUp) else {}
    talk.would_be_in = frozenset(before.still_in if before else ())
    talk.open(seat, then)
    settings |= _heard(talk, said)
    talk.quiet = 0 if brings_news(said) else talk.quiet + isinstance(play, Done)
    return Step((play,), said, cue=Cue.KEY, settings=settings)


def take_back(talk: Talk) -> Step:
    """Takes back what was announced last. Only where there is anything."""
    said = talk.record.announce(Undo())
    assert accepted(said), "only what is there is asked back"
    talk.would_be_in = talk.in_before_last()
    talk.drafts = {}
    settings = _heard(talk, said)
    talk.quiet = quiet_turns(talk.record.history)
    for seat in talk.seats:
        talk.answer_with_care(seat)
    return Step((Undo(),), said, cue=Cue.KEY, settings=settings)


def _refused(talk: Talk, seat: int, play: Play, said: tuple[Call, ...]) -> Step:
    if isinstance(play, Answer | Move) and isinstance(said[-1], calls.Contradiction):
        talk.open(seat, Refused(play))
        return Step(cue=Cue.FOUL)
    wrong_number = said == (Foul(FoulCode.WRONG_SPACES),)
    talk.open(seat, WrongNumber() if wrong_number else None)
    if not wrong_number:
        talk.panels.tell([seat], message("That cannot be done"))
    if seat in talk.players:
        others = [other for other in talk.seats if other != seat]
        talk.panels.tell(others, message("Foul: {seat}", seat=talk.players[seat]))
    # Aloud a foul has no reason: it can give a card away.
    return Step(calls=said, cue=Cue.FOUL)


def _set_up(talk: Talk, play: SetUp) -> dict[str, Choice]:
    """A game begins. Gives what is to be remembered of it."""
    chairs = take(talk)
    talk.drafts = {}
    talk.remembered, talk.remembered_sealed = play.rules, play.sealed
    return {
        "top_secret_out": play.rules.top_secret_out,
        "turn_without_move": play.rules.turn_without_move,
        "sealed": play.sealed,
        **chairs,
        FIRST_GAME: talk.comfort.first_game,
    }


def _heard(talk: Talk, said: tuple[Call, ...]) -> dict[str, Choice]:
    """All hear *said*. Gives what is to be remembered."""
    drawn, talk.drawn = talk.drawn, False
    talk.heard = said
    talk.announcements += 1
    talk.request = None
    talk.panels.announced()
    settings: dict[str, Choice] = {DRAWN: ""} if drawn else {}
    if talk.comfort.first_game and any(isinstance(call, calls.Winner) for call in said):
        talk.comfort = replace(talk.comfort, first_game=False)
        settings[FIRST_GAME] = False
    return settings
