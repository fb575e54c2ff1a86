"""The core: all that changes what the table and its seats are in the middle of.

Theory. What a seat is shown follows from three things alone: the record of the game; the *draft* that the
seat has open, a page with what was chosen on it so far; and the *request* that all agree to something, if one
is made. A page is a function of what this seat may see of them (sight.py), and gives each key an *act*. A press
looks its act up and performs it. Nothing is kept of the way that led to a page.

Five rules hold everywhere:

1. All that changes is changed in this file; the pages only read. Which of them a seat is shown, choice.py says.
2. A seat's prompt number rises when, and only when, the acts of its keys change. A press with another number
   was meant for a screen that has gone: it is dropped.
3. The key that opened a page leads back from it or only opens another, and the key that announced something
   announces nothing on the page that comes then: a double press never does two things that hurt.
4. What keys are offered follows from what all can see, never from what would be accepted.
5. A foul and a contradiction change nothing, and are told at the seat that announced alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from spytable.game import calls
from spytable.game.announcements import Answer, Done, HouseRules, Leave, Move, Play, SetUp, Start, Undo
from spytable.game.calls import Call, Foul, FoulCode
from spytable.game.cards import Card, Colour
from spytable.referee.comfort import FIRST_GAME, Manner, comfort
from spytable.referee.conversation.answer import Careful, Refused
from spytable.referee.conversation.chairs import SETTING, players, written
from spytable.referee.conversation.choice import choose
from spytable.referee.conversation.consent import asks, is_free
from spytable.referee.conversation.correcting import Correction, Told, Unfit, correction
from spytable.referee.conversation.draw import SETTING as DRAWN
from spytable.referee.conversation.draw import brings_news, is_due, mark, quiet_turns
from spytable.referee.conversation.entering import Entering
from spytable.referee.conversation.help import Help, first_met, helping
from spytable.referee.conversation.key_words import spoken_keys
from spytable.referee.conversation.lobby import Choosing, Seated
from spytable.referee.conversation.page import (
    Act,
    Adjust,
    AskScores,
    AskStatus,
    Claim,
    ClearScores,
    Confirm,
    Correct,
    Cover,
    Draft,
    Gather,
    Go,
    Hold,
    Join,
    Lots,
    Miss,
    Page,
    Pause,
    Propose,
    Read,
    Repeat,
    Resume,
    Say,
    Sheet,
    ShutDown,
    TakeBack,
    Vote,
    Withdraw,
)
from spytable.referee.conversation.panels import Panels, Shown, lamp
from spytable.referee.conversation.service import ScoreBoard, Status
from spytable.referee.conversation.sight import Absence, Draw, Matter, Mistake, Request, Sight, Stage, may_begin
from spytable.referee.conversation.talk import Talk
from spytable.referee.conversation.turn import WrongNumber
from spytable.referee.message import Message, message
from spytable.referee.press import SEATS, Cue, Press, Step
from spytable.referee.record import Record, accepted
from spytable.referee.remarks import Company, Drawn, Paused, Reading, Refuses, Standing, Tally
from spytable.referee.screen import Icon, Lamp, Screen


class Conversation:
    """The talk at one table, without devices, clock or sound: give it presses, take screens.

    >>> from spytable.referee.press import Press
    >>> talk = Conversation((1, 2), draw=lambda n: 0)
    >>> talk.press(Press(seat=1, key=1, prompt=talk.screen(1).prompt)).cue
    <Cue.KEY: 'key'>
    """

    def __init__(
        self,
        seats: Sequence[int] = SEATS,
        *,
        settings: Mapping[str, bool | int | str] | None = None,
        draw: Callable[[int], int],
        record: Record | None = None,
        status: Callable[[], Sequence[Message]] = lambda: (),
        scores: Callable[[], Tally] = Tally,
        may_shut_down: bool = False,
    ) -> None:
        """*seats*: the numbers of the seats that are there. *settings*: what earlier steps told to remember.

        *draw* gives a number from 0 to n - 1 for the lots. *record*: a game that goes on, if there is one.
        *status* tells how the table is, in lines of at most 21 letters; *scores* what the games came to.
        *may_shut_down*: from a seat in the lobby.
        """
        kept = settings or {}
        rules = HouseRules(
            top_secret_out=kept.get("top_secret_out") is True,
            turn_without_move=kept.get("turn_without_move") is True,
        )
        sealed = kept.get("sealed") is True
        talk = self._talk = Talk(tuple(sorted(seats)), record or Record(), rules, sealed)
        talk.may_shut_down = may_shut_down
        talk.comfort = comfort(kept)
        self._pressed: dict[int, Press] = {}
        self._draw = draw
        self._status = status
        self._scores = scores
        self._panels = Panels(talk.seats)
        self._requests = 0
        game = talk.record.game
        if game is not None:
            talk.players = players(game.seats, talk.seats, kept.get(SETTING))
            talk.would_be_in = talk.in_before_last()
            talk.quiet = quiet_turns(talk.record.history)
            talk.drawn = kept.get(DRAWN) == mark(talk.record.history)
            talk.heard = () if talk.drawn else (talk.record.resumed(),)
        self._correction: Correction | None = None
        self._shown = {seat: self._show(seat) for seat in self._talk.seats}

    @property
    def stage(self) -> Stage:
        """How far the game is."""
        return self._talk.stage

    @property
    def record(self) -> Record:
        """The game that is talked about."""
        return self._talk.record

    @property
    def opening(self) -> tuple[Call, ...]:
        """What the table says before any key is pressed: that a game goes on, if one does."""
        return self._talk.heard

    def press(self, press: Press) -> Step:
        """What *press* leads to: nothing, for a screen that has gone or on a key without a label."""
        shown = self._shown.get(press.seat)
        if shown is None or not 1 <= press.key <= len(shown.page.keys):
            return Step()
        if press.held:
            return self._held(press)
        self._pressed.pop(press.seat, None)
        if press.seat not in self._talk.covers:  # A key that closes the help does not open it again.
            self._pressed[press.seat] = press
        if press.prompt != shown.prompt:
            return Step(cue=Cue.STALE)
        key = shown.page.keys[press.key - 1]
        if key is None:
            return Step()
        return self._do(press.seat, key.act)

    def _held(self, press: Press) -> Step:
        """A key that is still down a second after its press does what it holds for; all others open the help."""
        shown = self._shown[press.seat]
        key = shown.page.keys[press.key - 1]
        if press.prompt == shown.prompt and key is not None and isinstance(key.act, Hold):
            return self._do(press.seat, key.act.act)
        if self._pressed.get(press.seat) == replace(press, held=False) and press.seat not in self._talk.covers:
            self._help(press.seat)
        # In silence: of a hold that enters a hidden card others need not know.
        return Step()

    def _help(self, seat: int) -> None:
        """Lays the help over the page of *seat* that its press led to."""
        self._answer_with_care(seat)
        page, _ = choose(self._talk.sight(seat), self._talk.drafts.get(seat))
        if sheet := helping(page):
            self._talk.covers[seat] = sheet
            self._refresh()

    def _do(self, seat: int, act: Act) -> Step:
        self._panels.pressed(seat, self._shown[seat].page)
        stage, before = self.stage, self._talk.request
        step = self._perform(seat, act)
        asked = self._talk.request
        if asked is not None and (before is None or asked.number != before.number):
            step = replace(step, remark=asks(asked))
        if self.stage is not stage:
            for other, draft in list(self._talk.drafts.items()):
                if not isinstance(draft, Careful):
                    del self._talk.drafts[other]
        self._answer_with_care(seat)
        self._refresh()
        return step

    def _answer_with_care(self, seat: int) -> None:
        """All four keys answer, and whoever comes here by a press of their own may press twice."""
        if seat not in self._talk.drafts and self._talk.sight(seat).answers:
            self._talk.drafts[seat] = Careful()

    def screen(self, seat: int) -> Screen:
        """What the panel of *seat* shows. Raises KeyError if there is no such seat."""
        screen = self._panels.screen(seat, self._shown[seat])
        return replace(screen, large=seat in self._talk.comfort.large)

    def lamp(self, seat: int) -> Lamp:
        """BLINK where an answer or a consent is owed, ON where the game waits otherwise and at the winner."""
        return lamp(self._talk.sight(seat))

    @property
    def manner(self) -> Manner:
        """How the table speaks to all who play, or have sat down."""
        return self._talk.comfort.for_all({*self._talk.players, *self._talk.joined})

    def manner_at(self, seat: int) -> Manner:
        """How it speaks to *seat* alone, which asked."""
        return self._talk.comfort.at(seat)

    def set_icons(self, icons: frozenset[Icon]) -> None:
        """The signs on all panels."""
        self._panels.icons = icons

    def notice(self, notice: Message | None) -> None:
        """A line of at most 21 letters for all panels, at each until its next press; None takes it away."""
        self._panels.notice(notice)

    def stuck(self, keys: Iterable[tuple[int, int]]) -> None:
        """Which keys do not work now, as seat and key: each is named at its own seat as long as it does not."""
        failing = frozenset(keys)
        self._panels.failing(failing)
        # A key that is stuck was held, too: the help that it opened hides what is told of it.
        if [seat for seat, _ in failing if self._talk.covers.pop(seat, None)]:
            self._refresh()

    def _perform(self, seat: int, act: Act) -> Step:
        """The transitions: what each kind of act does."""
        step = Step(cue=Cue.KEY)
        match act:
            case Go(to):
                self._open(seat, to)
                if isinstance(to, Entering):
                    step = Step()
            case Say(play, then):
                step = self._announce(seat, play, then)
            case Lots(colours):
                step = self._announce(seat, Start(colours[self._draw(len(colours))].value), None)
            case TakeBack():
                step = self._ask(seat)
            case Vote(agree=False):
                request, colour = self._talk.request, self._talk.players[seat]
                self._refuse(seat)
                step = replace(step, remark=Refuses(colour, request is not None and request.missed == colour))
            case Vote():
                step = self._agree(seat)
            case Withdraw():
                self._talk.request = None
            case Miss(player):
                self._request(seat, self._talk.players.get(seat, ""), Absence(player), self._asked(seat, player))
            case Propose():
                self._request(seat, self._talk.players[seat], Draw(), self._asked(seat))
                if self._talk.request and not self._talk.request.waiting:
                    step = self._grant()
            case Correct(cards):
                step = self._correct(seat, cards)
            case Confirm():
                step = self._grant()
            case Pause():
                self._talk.paused, self._talk.paused_by = True, self._talk.players.get(seat)
                self._open(seat, None)
                step = replace(step, remark=Paused())
            case Resume():
                self._talk.paused, self._talk.paused_by = False, None
                self._open(seat, None)
                step = replace(step, calls=(self._talk.record.resumed(),))
            case AskStatus():
                self._open(seat, Status(tuple(self._status())))
            case AskScores(at, before):
                self._open(seat, ScoreBoard(self._scores(), at, before))
            case ClearScores(shows):
                self._open(seat, shows)
                step = replace(step, clear_scores=True)
            case Cover(sheet):
                self._cover(seat, sheet)
                step = Step()
            case Adjust(adjusted, sheet):
                self._talk.comfort = adjusted
                self._cover(seat, sheet)
                step = replace(step, settings=adjusted.kept())
            case Read():
                step = replace(step, read=self._reading(seat))
            case ShutDown():
                step = replace(step, shut_down=True)
            case Hold():
                pass
            case Repeat():
                step = replace(step, again=self._talk.heard, remark=Drawn() if self._talk.drawn else None)
            case Join(None):
                del self._talk.joined[seat]
            case Join(colour):
                assert colour is not None
                self._talk.joined[seat] = colour
            case Claim(None):
                del self._talk.players[seat]
                step = replace(step, settings={SETTING: written(self._talk.players)})
            case Claim(colour):
                assert colour is not None
                self._talk.players[seat] = colour
                self._open(seat, Seated())
                step = replace(step, settings={SETTING: written(self._talk.players)})
            case Gather():
                self._talk.gathering = True
                self._talk.joined = {**self._talk.players, **self._talk.joined}
                self._talk.heard = ()
            case _:
                assert_never(act)
        return step

    def _reading(self, seat: int) -> Reading:
        """What is read aloud to *seat*: what its page is about, and all can see."""
        sight, draft = self._talk.sight(seat), self._talk.drafts.get(seat)
        if isinstance(draft, ScoreBoard):
            return draft.tally
        if sight.stage is Stage.LOBBY:
            joined = tuple(colour for _, colour in sorted(sight.joined.items()))
            chosen = (draft.sealed, draft.rules) if isinstance(draft, Choosing) else (None, None)
            return Company(joined, may_begin(sight.joined), sight.joined.get(seat), *chosen)
        return Standing(
            sight.now,
            len(sight.seats),
            sight.colour,
            sight.looked_at,
            self._talk.paused,
            self._talk.drawn,
            None if sight.request is None else asks(sight.request),
            spoken_keys(*choose(sight, draft)),
        )

    def _cover(self, seat: int, sheet: Sheet | None) -> None:
        """Lays *sheet* over the page of *seat*; what the help that lay there told of is known from now on."""
        before = self._talk.covers.pop(seat, None)
        if isinstance(before, Help):
            self._talk.known[seat] = self._talk.known.get(seat, frozenset()) | before.labels
        if sheet is not None:
            self._talk.covers[seat] = sheet

    def _open(self, seat: int, draft: Draft | None) -> None:
        if draft is None:
            self._talk.drafts.pop(seat, None)
        else:
            self._talk.drafts[seat] = draft

    def _announce(self, seat: int, play: Play, then: Draft | None) -> Step:
        before = self._talk.record.game
        said = self._talk.record.announce(play)
        if not accepted(said):
            if isinstance(play, Answer | Move) and isinstance(said[-1], calls.Contradiction):
                self._open(seat, Refused(play))
                return Step(cue=Cue.FOUL)
            wrong_number = said == (Foul(FoulCode.WRONG_SPACES),)
            self._open(seat, WrongNumber() if wrong_number else None)
            if not wrong_number:
                self._panels.tell([seat], message("That cannot be done"))
            if seat in self._talk.players:
                others = [other for other in self._talk.seats if other != seat]
                self._panels.tell(others, message("Foul: {seat}", seat=self._talk.players[seat]))
            # Aloud a foul has no reason: it can give a card away.
            return Step(calls=said, cue=Cue.FOUL)
        settings: dict[str, bool | int | str] = {}
        if isinstance(play, SetUp):
            settings = self._begin(play)
        self._talk.would_be_in = frozenset(before.still_in if before else ())
        self._open(seat, then)
        settings |= self._hear(said)
        self._talk.quiet = 0 if brings_news(said) else self._talk.quiet + isinstance(play, Done)
        if isinstance(play, Done):
            self._offer_draw()
        return Step((play,), said, cue=Cue.KEY, settings=settings)

    def _begin(self, play: SetUp) -> dict[str, bool | int | str]:
        """A game is set up: who sits where, and what is remembered of it."""
        if self._talk.gathering or not self._talk.players:
            self._talk.players = {}
        # Whoever has sat down while the last game was on plays too.
        self._talk.players = {**self._talk.players, **self._talk.joined}
        self._talk.gathering = False
        self._talk.joined = {}
        self._talk.drafts = {}
        self._talk.remembered, self._talk.remembered_sealed = play.rules, play.sealed
        return {
            "top_secret_out": play.rules.top_secret_out,
            "turn_without_move": play.rules.turn_without_move,
            "sealed": play.sealed,
            SETTING: written(self._talk.players),
            FIRST_GAME: self._talk.comfort.first_game,
        }

    def _hear(self, said: tuple[Call, ...]) -> dict[str, bool | int | str]:
        """Something was announced. Gives what is to be remembered."""
        drawn, self._talk.drawn = self._talk.drawn, False
        self._talk.heard = said
        self._talk.announcements += 1
        self._talk.request = None
        self._panels.announced()
        settings: dict[str, bool | int | str] = {DRAWN: ""} if drawn else {}
        if self._talk.comfort.first_game and any(isinstance(call, calls.Winner) for call in said):
            self._talk.comfort = replace(self._talk.comfort, first_game=False)
            settings[FIRST_GAME] = False
        return settings

    def _ask(self, seat: int) -> Step:
        """Takes the last announcement back if that is free, else asks all whom it concerns."""
        last, asked_for, state = self._talk.record.last, self._talk.last(), self._talk.sight(seat).now
        asker, returning = self._talk.players[seat], self._talk.would_be_in
        assert last is not None and asked_for is not None
        voters = {
            number: colour
            for number, colour in sorted(self._talk.players.items())
            if number != seat and (state.winner or colour not in state.out or colour in returning)
        }
        # With the last turn a draw falls, to which all have agreed.
        if (is_free(last, asker, state) and not self._talk.drawn) or not voters:
            return self._take_back()
        self._request(seat, asker, asked_for, voters)
        return Step(cue=Cue.KEY)

    def _request(self, seat: int, asker: Colour | str, matter: Matter, voters: Mapping[int, Colour]) -> None:
        self._requests += 1
        self._talk.request = Request(self._requests, seat, asker, matter, voters)
        for number in (seat, *voters):
            self._talk.drafts.pop(number, None)

    def _asked(self, *but: int | Colour) -> dict[int, Colour]:
        """Who is asked besides those named, by seat or by colour: all that are in the game and have a seat."""
        game = self._talk.record.game
        assert game is not None
        seats = sorted(self._talk.players.items())
        return {n: colour for n, colour in seats if colour in game.still_in and n not in but and colour not in but}

    def _offer_draw(self) -> None:
        game = self._talk.record.game
        if game is not None and game.turn is not None and is_due(self._talk.quiet, len(game.still_in)):
            self._request(0, "", Draw(), self._asked())

    def _agree(self, seat: int) -> Step:
        assert self._talk.request is not None
        self._talk.request = replace(self._talk.request, agreed=self._talk.request.agreed | {seat})
        return Step(cue=Cue.KEY) if self._talk.request.waiting else self._grant()

    def _grant(self) -> Step:
        """All have agreed."""
        assert self._talk.request is not None
        match self._talk.request.matter:
            case Absence(player):
                seat, self._talk.request = self._talk.request.asker, None
                return self._announce(seat, Leave(player.value), None)
            case Draw():
                self._talk.request, self._talk.drawn, self._talk.heard = None, True, ()
                return Step(cue=Cue.KEY, settings={DRAWN: mark(self._talk.record.history)}, remark=Drawn())
            case Mistake():
                return self._set_right()
            case _:
                return self._take_back()

    def _correct(self, seat: int, cards: tuple[Card, ...]) -> Step:
        """Asks all whether the base of *seat* may have these cards, where they fit the game."""
        self._open(seat, None)
        colour = self._talk.players[seat]
        if cards == self._talk.sight(seat).own_cards:
            self._open(seat, Told(message("It is as it was")))
            return Step(cue=Cue.KEY)
        self._correction = correction(self._talk.record.history, colour, cards)
        if self._correction is None:
            self._open(seat, Unfit())
            return Step(cue=Cue.KEY)
        self._request(seat, colour, Mistake(), self._asked(seat))
        if self._talk.request and self._talk.request.waiting:
            return Step(cue=Cue.KEY)
        self._open(seat, Told(message("It is changed")))
        return self._set_right()

    def _set_right(self) -> Step:
        assert self._talk.request is not None and self._correction is not None
        correction, name = self._correction, self._talk.players[self._talk.request.asker]
        self._talk.record, self._correction = Record.resume(correction.history), None
        self._talk.request = None
        # Nothing else was said anew: what was heard last, and whose turn it is, stay.
        self._panels.tell(self._talk.seats, message("{seat}: base changed", seat=name))
        return Step(correction.announcements, (calls.Ready(name),), cue=Cue.KEY)

    def _refuse(self, seat: int) -> None:
        assert self._talk.request is not None
        name, request = self._talk.players[seat], self._talk.request
        here = message("{seat} is here", seat=name) if request.missed == name else message("{seat} says no", seat=name)
        self._panels.tell([number for number in self._talk.seats if number != seat], here)
        self._open(seat, None)
        self._talk.request = None

    def _take_back(self) -> Step:
        said = self._talk.record.announce(Undo())
        assert accepted(said), "only what is there is asked back"
        self._talk.would_be_in = self._talk.in_before_last()
        self._talk.drafts = {}
        settings = self._hear(said)
        self._talk.quiet = quiet_turns(self._talk.record.history)
        for seat in self._talk.seats:
            if self._talk.sight(seat).answers:
                self._talk.drafts[seat] = Careful()
        return Step((Undo(),), said, cue=Cue.KEY, settings=settings)

    def _show(self, seat: int) -> Shown:
        """What *seat* is shown; a draft that no longer fits the game is closed."""
        if seat in self._talk.comfort.large or self._talk.comfort.first_game:
            # Who does not see the keys' labels well, or does not know them yet, looks twice, and can hold a key for
            # help without answering.
            self._answer_with_care(seat)
        sight = self._talk.sight(seat)
        page, draft = choose(sight, self._talk.drafts.get(seat))
        self._open(seat, draft)
        return Shown(self._covered(sight, page), sight.colour, sight.targets)

    def _covered(self, sight: Sight, page: Page) -> Page:
        """*page*, or what lies over it: what was laid there, or in a first game the help for keys not met before."""
        sheet = self._talk.covers.get(sight.number)
        over = None if sheet is None else sheet.page(sight, page)
        # Where nobody plays there is nobody to be told: what all can see stays in sight there.
        first = sight.comfort.first_game and sight.stage is not Stage.LOBBY and sight.colour is not None
        if over is None and first:
            sheet = first_met(page, self._talk.known.get(sight.number, ()))
            over = None if sheet is None else sheet.page(sight, page)
        if over is None or sheet is None:
            self._talk.covers.pop(sight.number, None)
            return page
        self._talk.covers[sight.number] = sheet
        return over

    def _refresh(self) -> None:
        """Draws all pages anew; twice, since a draft that no longer fits is closed, which others may see."""
        for seat in self._talk.seats:
            self._show(seat)
        self._shown = {seat: self._show(seat).after(self._shown[seat]) for seat in self._talk.seats}
