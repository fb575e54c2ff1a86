"""Games that are well begun, for tests to go on from."""

from spytable.game import announcements as say
from spytable.game import calls
from spytable.game.announcements import HouseRules, Play, Said
from spytable.game.base import Facing
from spytable.game.rules import apply
from spytable.game.state import Game

DECK = ("S1", "S2", "T1", "T2", "B1", "B1")
"""In this order from the owner's left."""


def played(*plays: Play) -> Game:
    game: Game | None = None
    for play in plays:
        game, said = apply(game, play)
        assert not isinstance(said[0], calls.Refusal), (play, said)
    assert game is not None
    return game


def bases(sealed: bool) -> tuple[Play, ...]:
    """Red stands at an edge, blue and green do not."""
    cards = DECK if sealed else None
    return tuple(say.Base(seat, spy, Facing.RIGHT, cards) for seat, spy in (("red", 1), ("blue", 3), ("green", 4)))


OPEN = say.SetUp(("red", "blue", "green"))
SEALED = say.SetUp(("red", "blue", "green"), sealed=True)
BEGUN = (OPEN, *bases(False), say.Start())
ASKED = (*BEGUN, say.Spy("red", "blue"))
SPIED = (*ASKED, say.Answer("blue", Said.BOMB))
LEFT = (*BEGUN, say.Leave("blue"))
OVER = (*LEFT, say.Leave("green"))
SEALED_BEGUN = (SEALED, *bases(True), say.Start())
MOVED = (*BEGUN, say.Move("red", 1))
TURNING = (say.SetUp(OPEN.seats, rules=HouseRules(turn_without_move=True)), *BEGUN[1:])
