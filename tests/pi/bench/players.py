"""Players who press real lines, and wait until their panels show, pixel for pixel, what the game asks.

Beside the installed table the same conversation runs here: each press is made at a line and told to it, and what it
would show then is what the panels must come to show.
"""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial

from bench import service
from bench.hardware import LONG, SEATS, Glass, lamp, press
from bench.patience import TooSlowError, wait
from bench.told import Told

from holders import Hand, play, shuffled
from keypress import People
from spytable.game.calls import Call
from spytable.game.cards import Colour
from spytable.language.phrases import Phrases
from spytable.referee.comfort import FIRST_GAME
from spytable.referee.conversation import Conversation
from spytable.referee.press import Press, Step
from spytable.referee.record import Record
from spytable.referee.screen import Lamp, Screen
from spytable.screen.draw import render

GLANCE = 0.4
"""Seconds from what a panel shows to a finger on a key. Nobody needs less than half of that; but a press counts for
what the table knows that its panel shows, and a slow guest comes to know that a while after the last byte."""


SOON = 15.0
"""Seconds after which the table is asked whether something is wrong with it that its log does not tell."""


class Players(People):
    """The players of a new table, which explains its keys to them; they do not want that."""

    def __init__(self, glass: Mapping[int, Glass] | None = None) -> None:
        """*glass*: the panels, where they were looked at before."""
        super().__init__(draw=lambda n: 0, settings={FIRST_GAME: True})
        self.settings = {FIRST_GAME: True}
        self.glass = glass or {seat: Glass(seat) for seat in SEATS}
        self.finger = press
        """How a key is pressed."""
        self.said: list[tuple[Call, ...]] = []
        """What was called after each announcement."""
        self.phrases = Phrases()
        self.pressed = 0
        self.waits: list[float] = []
        self.before: dict[int, Callable[[], None]] = {}
        """What happens before the press that comes after so many."""
        self.ready: Callable[[], None] = lambda: None
        """What a player waits for, besides the panel, before each press."""
        self.announced: Callable[[], None] = lambda: None
        """What happens after each announcement."""
        self._last: dict[int, Press] = {}
        self._pressed_at: tuple[int, bytes] | None = None
        """The seat of the last press, and what its panel showed then."""
        self._told = Told()
        self._drawn: dict[Screen, bytes] = {}

    def press(self, seat: int, *labels: str) -> Step:
        """Presses the keys with these labels one after the other, each when the panel shows it."""
        step = Step()
        for label in labels:
            if happening := self.before.pop(self.pressed, None):
                happening()
            self.wait_for(seat)
            self.ready()
            time.sleep(GLANCE)
            pressed = Press(seat, self.labels(seat).index(label) + 1, self.screen(seat).prompt, held=True)
            self._pressed_at = seat, self.glass[seat].picture().tobytes()
            lasted = self.finger(seat, pressed.key)
            self.pressed += 1
            self._last[seat] = pressed
            step = super().press(seat, label)
            if lasted > LONG:
                self._perhaps_held(pressed)
            if step.accepted:
                self.said.append(step.calls)
                self.announced()
            self._know_the_keys()
        return step

    def _perhaps_held(self, pressed: Press) -> None:
        """A slow guest has let go so late that the table may have taken the key for one that is held, which helps."""
        held = self._held(pressed)
        helps, goes_on = (partial(self._shows, talk, pressed.seat) for talk in (held, self.talk))
        for pause in (3 * LONG, 0.0):
            try:
                wait(lambda: helps() or goes_on(), f"seat {pressed.seat}: {self.shows(pressed.seat)}, or help")
            except TimeoutError as error:
                self._tell_of(pressed.seat)
                raise TooSlowError(f"a press lasted longer than {LONG} s, and what came of it is not known") from error
            time.sleep(pause)
        if not goes_on():
            self.talk = held
            self.press(pressed.seat, "OK")

    def _held(self, pressed: Press) -> Conversation:
        """The talk as it would be if the key, which was pressed last, were still down after a second."""
        talk = copy.deepcopy(self.talk)
        talk.press(pressed)
        return talk

    def _know_the_keys(self) -> None:
        """A new table explains its keys where they are met first; these players know them."""
        for seat in self.seats:
            if "Stop" in self.labels(seat):
                self.press(seat, "Stop", "OK")

    def wait_for(self, *seats: int) -> None:
        """Waits until the panels of these seats, or of all, show what they should."""
        for seat in seats or self.seats:
            shown, what = partial(self.is_shown, seat), f"seat {seat}: {self.shows(seat)}"
            with suppress(TimeoutError):
                self.waits.append(wait(shown, what, SOON))
                continue
            try:
                self._told.ask(self.talk)
                self.waits.append(SOON + wait(shown, what))
            except TimeoutError:
                self._tell_of(seat)
                if seat in self._last and self._shows(self._held(self._last[seat]), seat):
                    raise TooSlowError(f"a short press at seat {seat} has counted as held") from None
                if self._is_unheeded():
                    raise TooSlowError("a key was pressed before the table knew what its panel shows") from None
                raise

    def _is_unheeded(self) -> bool:
        """Whether the last press changed nothing where it should: it was rightly taken as meant for a screen that has
        gone. At a table one presses again; here it says that the guest is too slow."""
        if self._pressed_at is None:
            return False
        seat, before = self._pressed_at
        return self.glass[seat].picture().tobytes() == before and not self.is_shown(seat)

    def _tell_of(self, seat: int) -> None:
        """Leaves the picture of a panel that does not show what it should beside what it should show, and the log."""
        self.glass[seat].picture().save(f"/mnt/job/seat-{seat}-shows.png")
        render(self.screen(seat), self.phrases.text).save(f"/mnt/job/seat-{seat}-should.png")
        print("\n".join(service.log()), flush=True)

    def is_shown(self, seat: int) -> bool:
        """Whether the panel shows what it should, pixel for pixel."""
        self._told.listen(self.talk)
        return self._shows(self.talk, seat)

    def _shows(self, talk: Conversation, seat: int) -> bool:
        picture = self.glass[seat].picture().tobytes()
        return any(picture == self.drawn(screen) for screen in self._screens(talk, seat))

    def _screens(self, talk: Conversation, seat: int) -> Iterator[Screen]:
        """What the panel may show: one thing, but what was told just before or after a press is read by it or not."""
        yield talk.screen(seat)
        for notice in self._told.notices:
            other = copy.deepcopy(talk)
            other.notice(notice)
            yield other.screen(seat)

    def drawn(self, screen: Screen) -> bytes:
        """The pixels of *screen*, as the table draws it."""
        if screen not in self._drawn:
            self._drawn[screen] = render(screen, self.phrases.text).tobytes()
        return self._drawn[screen]

    def look(self) -> None:
        """Waits until all panels and lamps are as they should be."""
        self.wait_for()
        for seat in self.seats:
            for is_on in {Lamp.ON: (True,), Lamp.OFF: (False,), Lamp.BLINK: (True, False, True)}[self.talk.lamp(seat)]:
                wait(lambda seat=seat, is_on=is_on: lamp(seat) == is_on, f"the lamp of seat {seat}: {is_on}")

    def play(self, colours: Mapping[int, Colour], seed: int, begun: Callable[[], None] = lambda: None) -> None:
        """A whole game among people who tell the truth, from the lobby to the winner; *begun* before its first turn."""
        self.begin(colours, "Top 2", first=min(colours))
        begun()
        self.play_on(colours, seed)

    def play_on(self, colours: Mapping[int, Colour], seed: int) -> None:
        """The rest of the game, with the cards that *seed* deals."""
        chance = random.Random(seed)
        hands = {seat: Hand(self, seat, shuffled(len(colours), chance), chance) for seat in colours}
        play(self, hands, chance)
        self.look()

    def leave(self) -> None:
        """Nobody looks at this table any more."""
        self._told.stop()

    def go_on(self) -> None:
        """The table was ended and has begun again: what was announced counts, half a menu does not."""
        self.leave()
        record = Record.resume(tuple(self.accepted))
        self.talk = Conversation(self.seats, settings=self.settings, draw=lambda n: 0, record=record)
        self._told = Told()
