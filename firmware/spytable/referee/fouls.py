"""Fouls in words: what was wrong, and which kinds of announcement are possible now.

The words are made of what all can see, so they tell no card and no number that players must remember.
"""

from __future__ import annotations

from spytable.game.announcements import Answer, Base, Done, Hop, Leave, Move, SetUp, Spy, Start, Undo
from spytable.game.base import hopped
from spytable.game.calls import FoulCode
from spytable.game.state import Game

SENTENCES = {
    FoulCode.BAD_ANNOUNCEMENT: "This is not an announcement that fits the bases of this game.",
    FoulCode.WRONG_PLAYERS: "Two to four play, each with a colour of their own: green, red, blue or yellow;"
    " two play with green and red.",
    FoulCode.NOT_SET_UP: "No game is set up.",
    FoulCode.NO_SUCH_SEAT: "There is no such seat in this game.",
    FoulCode.ALREADY_STARTED: "The game has started already.",
    FoulCode.WRONG_DECK: "These are not the cards of a base.",
    FoulCode.BASES_MISSING: "Not every base is announced.",
    FoulCode.NOT_STARTED: "The game has not started.",
    FoulCode.GAME_OVER: "The game is over.",
    FoulCode.ANSWER_OWED: "An answer is owed first.",
    FoulCode.NO_ANSWER_OWED: "No answer is owed.",
    FoulCode.WRONG_SEAT_ANSWERS: "The answer is owed by another seat.",
    FoulCode.NOT_YOUR_TURN: "This seat is not on turn.",
    FoulCode.TARGET_SELF: "Nobody spies on their own base.",
    FoulCode.TARGET_OUT: "That player is out of the game.",
    FoulCode.ALREADY_MOVED: "The Spy has moved in this turn.",
    FoulCode.ALREADY_SPIED: "The Spy has spied in this turn.",
    FoulCode.NOT_AT_EDGE: "The Spy is not at an edge of its base.",
    FoulCode.TURN_NEEDS_MOVE: "The Spy turns round only as a part of a move.",
    FoulCode.WRONG_SPACES: "The Spy moves just as far as the card that it faces tells.",
    FoulCode.NOTHING_TO_UNDO: "There is nothing to take back after the set-up.",
}


def explain(code: FoulCode, game: Game | None) -> str:
    """What was wrong with a foul of *code*, and what is possible in *game* (None: nothing is set up yet)."""
    return with_kinds(SENTENCES[code], game)


def with_kinds(sentence: str, game: Game | None) -> str:
    """*sentence*, and after it which kinds of announcement are possible now.

    >>> with_kinds("No game is set up.", None)
    'No game is set up. Possible now: setup.'
    """
    return f"{sentence} Possible now: {', '.join(kinds(game))}."


def kinds(game: Game | None) -> tuple[str, ...]:
    """The kinds of announcement that somebody can make now, by what all can see."""
    if game is None:
        return (SetUp.say,)
    announced = [base is not None for base in game.bases]
    if not game.started:
        start = (Start.say,) if all(announced) else ()
        undo = (Undo.say,) if any(announced) else ()
        return (Base.say, *start, *undo, SetUp.say)
    return (*_of_players(game), Undo.say, SetUp.say)


def _of_players(game: Game) -> tuple[str, ...]:
    if game.turn is None:
        return ()
    if game.owed:
        return (Answer.say, Leave.say)
    move = () if game.moved else (Move.say,)
    hop = (Hop.say,) if hopped(game.base(game.turn).spy, game.places) else ()
    spy = () if game.spied else (Spy.say,)
    return (*move, *hop, *spy, Done.say, Leave.say)
