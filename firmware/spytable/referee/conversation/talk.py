"""The talk: all that a table and its seats are in the middle of. Who may change it, core.py says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from spytable.game.announcements import HouseRules, Play
from spytable.game.calls import Call
from spytable.game.cards import Card, Colour, places
from spytable.game.state import Game
from spytable.game.views import holder_view, public_view
from spytable.referee.comfort import PLAIN, Comfort
from spytable.referee.conversation.answer import Careful
from spytable.referee.conversation.correcting import Correction
from spytable.referee.conversation.entering import Entering, Placing
from spytable.referee.conversation.lines import lines
from spytable.referee.conversation.lobby import Choosing
from spytable.referee.conversation.page import Draft, Sheet
from spytable.referee.conversation.panels import Panels
from spytable.referee.conversation.sight import Last, Request, Sight, Stage
from spytable.referee.record import Record

_TELLS_NOTHING = Game((), sealed=False, rules=HouseRules(), bases=())
"""What a seat sees of the game while it is asked who plays."""


@dataclass(slots=True)
class Talk:
    """What is going on at the table.

    *seats*: the numbers of the seats that are there. *remembered*: the house rules chosen last, and
    *remembered_sealed* whether the table answered. *gathering*: who plays is asked anew, whatever the record holds.
    *joined*: who has sat down for the next game. *players*: who plays where in this one. *drafts*: the pages that
    seats have opened. *request*: what all are asked to agree to. *requests*: its number. *correction*: of the base
    that it is about. *heard*: the calls of the last announcement. *announcements*: its number. *would_be_in*: who
    is in the game if it is taken back. *paused*: nothing counts until a seat goes on; *paused_by*: who asked for
    that. *quiet*: how many turns ended since anything brought the end nearer. *drawn*: the game ended in a draw, as
    it stands. *may_shut_down*: the machine, from a seat in the lobby. *covers*: what lies over the pages of seats.
    *known*: the labels that were explained to each. *panels*: what the table has to say beside the pages.
    """

    seats: Sequence[int]
    record: Record
    remembered: HouseRules
    remembered_sealed: bool = False
    gathering: bool = False
    joined: dict[int, Colour] = field(default_factory=dict)
    players: dict[int, Colour] = field(default_factory=dict)
    drafts: dict[int, Draft] = field(default_factory=dict)
    request: Request | None = None
    requests: int = 0
    correction: Correction | None = None
    heard: tuple[Call, ...] = ()
    announcements: int = 0
    would_be_in: frozenset[Colour] = frozenset()
    paused: bool = False
    paused_by: Colour | None = None
    quiet: int = 0
    drawn: bool = False
    may_shut_down: bool = False
    comfort: Comfort = PLAIN
    covers: dict[int, Sheet] = field(default_factory=dict)
    known: dict[int, frozenset[str]] = field(default_factory=dict)
    panels: Panels = field(init=False)

    def __post_init__(self) -> None:
        self.panels = Panels(self.seats)

    @property
    def stage(self) -> Stage:
        """How far the game is."""
        game = self.record.game
        if game is None or self.gathering:
            return Stage.LOBBY
        if game.winner is not None or self.drawn:
            return Stage.OVER
        return Stage.PLAY if game.started else Stage.BASES

    def in_before_last(self) -> frozenset[Colour]:
        """Who was in the game before the last announcement; found by going through the record."""
        game, history = self.record.game, self.record.history
        if game is None or not game.out or len(history) < 2:
            return frozenset(game.still_in if game else ())
        before = Record.resume(history[:-1]).game
        return frozenset(before.still_in if before else ())

    def last(self) -> Last | None:
        """What undo would take back, as far as all may know."""
        play = self.record.last
        return None if play is None else Last(self.announcements, play.say, _seat_of(play))

    def sight(self, seat: int) -> Sight:
        """What *seat* may see."""
        game, stage, last = self.record.game, self.stage, self.last()
        colour = self.players.get(seat)
        if stage is Stage.LOBBY or game is None:
            game, colour, last = _TELLS_NOTHING, self.joined.get(seat), None
        state = public_view(game)
        concerned = colour in game.still_in or colour in self.would_be_in
        may_ask = stage is Stage.OVER or (stage is Stage.PLAY and concerned)
        return Sight(
            number=seat,
            colour=colour,
            stage=stage,
            seats=game.seats,
            size=places(len(game.seats)),
            rules=game.rules,
            sealed=game.sealed,
            state=None if game is _TELLS_NOTHING else state,
            own=holder_view(game, colour) if colour is not None and colour in state.bases else None,
            own_cards=_cards(game, colour),
            lines=lines(self.heard, colour),
            last=last,
            may_undo=last is not None and colour is not None and may_ask,
            request=self.request,
            busy=self._busy(game) if stage is Stage.BASES else (),
            unclaimed=tuple(c for c in game.seats if c not in self.players.values()),
            joined=self.joined,
            chairs=self.players,
            paused=self.paused,
            paused_by=self.paused_by,
            chooser=self._chooser(seat),
            remembered=self.remembered,
            remembered_sealed=self.remembered_sealed,
            may_shut_down=self.may_shut_down,
            comfort=self.comfort,
        )

    def open(self, seat: int, draft: Draft | None) -> None:
        """*seat* opens *draft*, or with None goes back to where it rests."""
        if draft is None:
            self.drafts.pop(seat, None)
        else:
            self.drafts[seat] = draft

    def answer_with_care(self, seat: int) -> None:
        """Where *seat* owes an answer, and nothing else is open there, each key asks once more before it answers.

        All four keys answer, and whoever comes to them by a press of their own may press twice.
        """
        if seat not in self.drafts and self.sight(seat).answers:
            self.drafts[seat] = Careful()

    def _busy(self, game: Game) -> tuple[Colour, ...]:
        placing = {self.players[seat] for seat, draft in self.drafts.items() if isinstance(draft, Placing | Entering)}
        bases = zip(game.seats, game.bases, strict=True)
        return tuple(seat for seat, base in bases if base is None or seat in placing)

    def _chooser(self, seat: int) -> Colour | None:
        choosers = (number for number, draft in self.drafts.items() if isinstance(draft, Choosing))
        return next((self.joined[number] for number in choosers if number != seat), None)


def _cards(game: Game, colour: Colour | None) -> tuple[Card, ...]:
    base = game.bases[game.seats.index(colour)] if colour in game.seats else None
    return (base.cards or ()) if base is not None else ()


def _seat_of(play: Play) -> Colour | None:
    seat = getattr(play, "seat", None)
    return None if seat is None else Colour(seat)
