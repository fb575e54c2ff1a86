"""Keeps one panel showing the newest screen, whatever happens to it: a thread that sleeps when nothing is new."""

from __future__ import annotations

import errno
import logging
import threading
import time
from collections.abc import Callable

from spytable.referee.screen import Screen
from spytable.seats.gpio.panels.bus import trouble_of
from spytable.seats.gpio.panels.pages import BLANK, pages_of
from spytable.seats.gpio.panels.panel import Open, Panel
from spytable.seats.gpio.panels.turns import Turns
from spytable.seats.gpio.retry import Retry
from spytable.seats.gpio.wiring import SeatWiring, panel_name
from spytable.seats.seats import Render, Trouble

log = logging.getLogger(__name__)

QUIET = 0.5
"""Seconds since the last press, anywhere, before a try that may hold other panels up: nobody waits for them then."""

OVERDUE = 15.0
"""Seconds after which such a try is made all the same: a key may be pressed without end."""


LOOK = 0.05
"""Seconds from a press to the look at a panel that it brings nothing new for: what it does bring goes first."""


class PanelWorker:
    """One seat's panel and its thread. The newest screen wins; no method but `join` waits for the panel.

    A panel that fails is reported once, tried again later and later, started anew when it answers, and
    reported as well.
    """

    def __init__(
        self,
        wiring: SeatWiring,
        render: Render,
        open_bus: Open,
        trouble: Callable[[Trouble], None],
        retry: Retry,
        clock: Callable[[], float] = time.monotonic,
        turns: Turns | None = None,
    ) -> None:
        """*turns*: those of the controller that the panel is on; None where it has one of its own."""
        self._seat = wiring.seat
        self._wiring = wiring.panel
        self._name = panel_name(wiring.seat)
        self._render = render
        self._open = open_bus
        self._trouble = trouble
        self._retry = retry
        self._clock = clock
        self._turns = turns or Turns(clock)
        self._turns.join(wiring.seat, self._bus_flows)
        self._news = threading.Condition()
        self._newest: Screen | None = None
        self._look_at: float | None = None
        self._doubted = False
        self._flows = False
        self._closing = False
        # Only the thread itself touches these.
        self._panel: Panel | None = None
        self._drawn: Screen | None = None
        self._pages = BLANK
        self._failures = 0
        self._failed_at = 0.0
        self._hung = False
        self._cannot_draw = False
        # Read by key callbacks, written in one step each.
        self._shown_prompt: int | None = None
        self._newest_prompt = 0
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)

    @property
    def prompt(self) -> int:
        """That of the screen that the panel really shows; of the newest one while it shows none."""
        shown = self._shown_prompt
        return self._newest_prompt if shown is None else shown

    def start(self) -> None:
        """Starts the panel, dark, and the thread."""
        self._thread.start()

    def show(self, screen: Screen) -> None:
        """Takes the newest screen. One that was not shown yet is dropped."""
        with self._news:
            self._newest = screen
            self._newest_prompt = screen.prompt
            self._news.notify()

    def look(self, *, after: float = 0.0, doubted: bool = False) -> None:
        """Asks for a look at whether the panel is still on: a player who presses a key at a dark panel gets
        it back, and one that failed is tried again.

        *after*: seconds that it has time; a new screen is a look as well. *doubted*: it may have lost its power;
        where it does not tell, it is started anew.
        """
        with self._news:
            at = self._clock() + after
            self._look_at = at if self._look_at is None else min(at, self._look_at)
            self._doubted |= doubted
            self._news.notify()

    def close(self) -> None:
        """Asks for the panel to be darkened and let go."""
        with self._news:
            self._closing = True
            self._news.notify()

    def join(self, seconds: float) -> bool:
        """Waits at most *seconds* for that. False where the bus hangs; its thread ends with the program."""
        if self._thread.is_alive():
            self._thread.join(max(0.0, seconds))
        return not self._thread.is_alive()

    def _run(self) -> None:
        screen, asked, closing = self._newest, False, False
        while not closing:
            try:
                if self._panel is None:
                    self._flows = False
                    self._begin()
                elif screen is not None:
                    self._update(self._panel, screen, asked=asked)
            except Exception as error:
                # Whatever a driver raises, a panel must not take its thread, and so the seat, with it.
                self._fail(error)
            screen, asked, closing = self._wait()
        self._end()

    def _wait(self) -> tuple[Screen | None, bool, bool]:
        """Sleeps until there is something to do: a new screen, a look, the next try at a dead panel, or the
        end.
        """
        with self._news:
            while not self._closing:
                left = self._left_to_look() if self._panel is not None else self._left()
                if left is not None and left <= 0:
                    break
                self._news.wait(left)
            asked, self._look_at = self._look_at is not None, None
            return self._newest, asked, self._closing

    def _left_to_look(self) -> float | None:
        """Seconds until a panel that works has something to do; None while nothing is asked of it."""
        if self._newest != self._drawn:
            return 0.0
        return None if self._look_at is None else self._look_at - self._clock()

    def _left(self) -> float:
        """Seconds until a panel that failed is tried again."""
        since = self._clock() - self._failed_at
        left = self._retry.after(self._failures) - since
        if self._flows:
            return 0.0
        if self._hung and self._turns.disturbs:
            return max(left, min(QUIET - self._turns.quiet, left + OVERDUE))
        return left if self._look_at is None else min(left, self._retry.first - since)

    def _bus_flows(self) -> None:
        """Another panel of this controller, whose bus hung as well, works again."""
        with self._news:
            self._flows = self._panel is None and self._hung
            self._news.notify()

    def _begin(self) -> None:
        self._doubted = False
        with self._turns.drawing(self._seat, anew=True):
            self._panel = panel = Panel(self._wiring, lambda wiring: self._turns.share(self._seat, self._open(wiring)))
        self._drawn, self._pages = None, BLANK
        screen = self._newest
        if screen is not None:
            self._update(panel, screen, anew=True)
        hung, self._hung = self._hung, False
        self._turns.works(self._seat, hung=hung)
        if self._failures:
            self._failures = 0
            self._tell(Trouble(self._name))

    def _update(self, panel: Panel, screen: Screen, *, asked: bool = False, anew: bool = False) -> None:
        pages = self._picture(screen)
        if pages is None:
            # It stands for what could not be drawn: its prompt must not keep the keys of this seat from
            # counting.
            self._took(screen, self._pages)
            return
        if pages == self._pages and not asked:
            self._took(screen, pages)
            return
        with self._turns.drawing(self._seat, anew=anew):
            on = panel.is_on(doubted=self._doubted)
            if on:
                panel.draw(pages)
        if on:
            self._took(screen, pages)
            return
        log.warning("%s was without power for a moment and is started again", self._name)
        self._drop()
        self._begin()

    def _took(self, screen: Screen, pages: bytes) -> None:
        self._shown_prompt = screen.prompt
        self._drawn, self._pages = screen, pages

    def _picture(self, screen: Screen) -> bytes | None:
        """The screen as display memory; None for one that cannot be drawn, which is a fault of ours, not the
        panel's.
        """
        try:
            pages = BLANK if screen.blank else pages_of(self._render(screen), self._wiring.rotate)
        except Exception as error:
            log.exception("%s: a screen could not be drawn", self._name)
            if not self._cannot_draw:
                self._cannot_draw = True
                self._tell(Trouble(self._name, f"cannot draw a screen: {error}", "please report this"))
            return None
        if self._cannot_draw:
            self._cannot_draw = False
            self._tell(Trouble(self._name))
        return pages

    def _drop(self) -> None:
        self._shown_prompt = None
        if self._panel is not None:
            self._panel.discard()
            self._panel = None

    def _fail(self, error: Exception) -> None:
        self._drop()
        self._failures += 1
        self._failed_at = self._clock()
        self._hung = getattr(error, "errno", None) == errno.ETIMEDOUT
        self._turns.fails(self._seat)
        if self._failures == 1:
            what, remedy = trouble_of(error, self._wiring)
            log.info("%s: %s", self._name, what)
            log.debug("%s", self._name, exc_info=error)
            self._tell(Trouble(self._name, what, remedy))

    def _end(self) -> None:
        panel = self._panel
        if panel is None:
            return
        try:
            with self._turns.drawing(self._seat):
                panel.darken()
        except Exception as error:
            log.warning("%s could not be darkened: %s", self._name, error)
        panel.discard()

    def _tell(self, trouble: Trouble) -> None:
        try:
            self._trouble(trouble)
        except Exception:
            log.exception("a report of %s was not taken", self._name)
