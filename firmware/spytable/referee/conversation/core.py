"""The core: it takes each press, lets what the pressed key means be done, and draws all pages anew.

Theory. What a seat is shown follows from three things alone: the record of the game; the *draft* that the
seat has open, a page with what was chosen on it so far; and the *request* that all agree to something, if one
is made. A page is a function of what this seat may see of them (sight.py), and gives each key an *act*. A press
looks its act up and performs it. Nothing is kept of the way that led to a page.

Five rules hold everywhere:

1. All that the table is in the middle of stands in the `Talk` (talk.py). Only this file and the four that it calls to
   perform an act change it: announcing.py (the record, and what is heard), requests.py (what all are asked), chairs.py
   (who sits where) and covers.py (what lies over pages). Pages only read, and only a `Sight`, which cannot be changed.
   Which of them a seat is shown, choice.py says.
2. A seat's prompt number rises when, and only when, the acts of its keys change. A press with another number
   was meant for a screen that has gone: it is dropped.
3. The key that opened a page leads back from it or only opens another, and the key that announced something
   announces nothing on the page that comes then: a double press never does two things that hurt.
4. What keys are offered follows from what all can see, never from what would be accepted.
5. A foul and a contradiction change nothing. All are told that there was a foul; why, and that there was a
   contradiction, the seat that announced alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from spytable.game.announcements import Done, HouseRules, Start
from spytable.game.calls import Call
from spytable.referee.comfort import Manner, comfort
from spytable.referee.conversation import chairs, requests
from spytable.referee.conversation.announcing import announce
from spytable.referee.conversation.answer import Careful
from spytable.referee.conversation.choice import choose
from spytable.referee.conversation.consent import asks
from spytable.referee.conversation.covers import KNOWN, adjust, cover, covered, known, lay_help, uncover
from spytable.referee.conversation.draw import SETTING as DRAWN
from spytable.referee.conversation.draw import mark, quiet_turns
from spytable.referee.conversation.entering import Entering
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
    Gather,
    Go,
    Hold,
    Join,
    Lots,
    Miss,
    Pause,
    Propose,
    Read,
    Repeat,
    Resume,
    Say,
    ShutDown,
    TakeBack,
    Vote,
    Withdraw,
)
from spytable.referee.conversation.panels import Shown, lamp
from spytable.referee.conversation.reading import reading
from spytable.referee.conversation.service import ScoreBoard, Status
from spytable.referee.conversation.sight import Stage
from spytable.referee.conversation.talk import Talk
from spytable.referee.message import Message
from spytable.referee.press import SEATS, Cue, Press, Step
from spytable.referee.record import Record
from spytable.referee.remarks import Drawn, Paused, Reading, Tally
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
        talk.known = known(kept.get(KNOWN))
        self._pressed: dict[int, Press] = {}
        self._draw = draw
        self._status = status
        self._scores = scores
        game = talk.record.game
        if game is not None:
            talk.players = chairs.players(game.seats, talk.seats, kept.get(chairs.SETTING))
            talk.would_be_in = talk.in_before_last()
            talk.quiet = quiet_turns(talk.record.history)
            talk.drawn = kept.get(DRAWN) == mark(talk.record.history)
            talk.heard = () if talk.drawn else (talk.record.resumed(),)
        self._shown = {seat: self._show(seat) for seat in talk.seats}

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
        self._talk.answer_with_care(seat)
        if lay_help(self._talk, seat):
            self._refresh()

    def _do(self, seat: int, act: Act) -> Step:
        self._talk.panels.pressed(seat, self._shown[seat].page)
        stage, before = self.stage, self._talk.request
        step = self._perform(seat, act)
        asked = self._talk.request
        if asked is not None and (before is None or asked.number != before.number):
            step = replace(step, remark=asks(asked))
        if self.stage is not stage:
            for other, draft in list(self._talk.drafts.items()):
                if not isinstance(draft, Careful):
                    del self._talk.drafts[other]
        self._talk.answer_with_care(seat)
        self._refresh()
        return step

    def screen(self, seat: int) -> Screen:
        """What the panel of *seat* shows. Raises KeyError if there is no such seat."""
        screen = self._talk.panels.screen(seat, self._shown[seat])
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
        self._talk.panels.icons = icons

    def notice(self, notice: Message | None) -> None:
        """A line of at most 21 letters for all panels, at each until its next press; None takes it away."""
        self._talk.panels.notice(notice)

    def stuck(self, keys: Iterable[tuple[int, int]]) -> None:
        """Which keys do not work now, as seat and key: each is named at its own seat as long as it does not."""
        failing = frozenset(keys)
        self._talk.panels.failing(failing)
        # A key that is stuck was held, too: the help that it opened hides what is told of it.
        if uncover(self._talk, [seat for seat, _ in failing]):
            self._refresh()

    def reading(self, seat: int) -> Reading:
        """What is read aloud at *seat* if it asks now."""
        return reading(self._talk.sight(seat), self._talk.drafts.get(seat))

    def _perform(self, seat: int, act: Act) -> Step:
        """The transitions: what each kind of act does."""
        talk, step = self._talk, Step(cue=Cue.KEY)
        match act:
            case Go(to):
                talk.open(seat, to)
                if isinstance(to, Entering):
                    step = Step()
            case Say(play, then):
                step = announce(talk, seat, play, then)
                if step.accepted and isinstance(play, Done):
                    requests.offer_draw(talk)
            case Lots(colours):
                step = announce(talk, seat, Start(colours[self._draw(len(colours))].value))
            case TakeBack():
                step = requests.ask_back(talk, seat)
            case Miss(player):
                step = requests.ask_whether_away(talk, seat, player)
            case Propose():
                step = requests.ask_for_draw(talk, seat)
            case Correct(cards):
                step = requests.ask_to_correct(talk, seat, cards)
            case Vote(agree=agree):
                step = requests.vote(talk, seat, agree=agree)
            case Withdraw():
                step = requests.withdraw(talk)
            case Confirm():
                step = requests.grant(talk)
            case Pause():
                talk.paused, talk.paused_by = True, talk.players.get(seat)
                talk.open(seat, None)
                step = replace(step, remark=Paused())
            case Resume():
                talk.paused, talk.paused_by = False, None
                talk.open(seat, None)
                step = replace(step, calls=(talk.record.resumed(),))
            case Join(colour):
                chairs.join(talk, seat, colour)
            case Claim(colour):
                step = replace(step, settings=chairs.claim(talk, seat, colour))
            case Gather():
                chairs.gather(talk)
            case AskStatus():
                talk.open(seat, Status(tuple(self._status())))
            case AskScores(at, before):
                talk.open(seat, ScoreBoard(self._scores(), at, before))
            case ClearScores(shows):
                talk.open(seat, shows)
                step = replace(step, clear_scores=True)
            case Cover(sheet):
                step = Step(settings=cover(talk, seat, sheet))
            case Adjust(adjusted, sheet):
                step = replace(step, settings=adjust(talk, seat, adjusted, sheet))
            case Repeat():
                step = replace(step, again=talk.heard, remark=Drawn() if talk.drawn else None)
            case Read():
                step = replace(step, read=self.reading(seat))
            case ShutDown():
                step = replace(step, shut_down=True)
            case Hold():
                pass
            case _:
                assert_never(act)
        return step

    def _show(self, seat: int) -> Shown:
        """What *seat* is shown; a draft that no longer fits the game is closed."""
        if seat in self._talk.comfort.large or self._talk.comfort.first_game:
            # Who does not see the keys' labels well, or does not know them yet, looks twice, and can hold a key for
            # help without answering.
            self._talk.answer_with_care(seat)
        sight = self._talk.sight(seat)
        page, draft = choose(sight, self._talk.drafts.get(seat))
        self._talk.open(seat, draft)
        return Shown(covered(self._talk, sight, page), sight.colour, sight.targets)

    def _refresh(self) -> None:
        """Draws all pages anew; twice, since a draft that no longer fits is closed, which others may see."""
        for seat in self._talk.seats:
            self._show(seat)
        self._shown = {seat: self._show(seat).after(self._shown[seat]) for seat in self._talk.seats}
