"""The keys of all seats: gpiozero reports edges, one thread makes presses of them.

A pin library calls back for all keys from a single thread, some without any protection: an exception there, or a slow
handler, silences every key. So a callback does one thing, put the edge on a queue, and lets nothing out.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from spytable.referee.press import KEYS, Press
from spytable.seats.gpio.lines.debounce import Debounce, Report, State, Timing
from spytable.seats.gpio.lines.factory import trouble_of_line
from spytable.seats.gpio.retry import Retry
from spytable.seats.gpio.wiring import Wiring, key_name
from spytable.seats.seats import Trouble

log = logging.getLogger(__name__)

MUTED_BOUNCE = 0.05
"""Seconds of debounce in the kernel on a noisy line: nobody is woken by it then. Pins that lack it ignore it."""

TROUBLES = {
    Report.STUCK: ("is held or stuck", "let go of it, or check its wiring"),
    Report.NOISY: (
        "fires without end and is not listened to for now",
        "check its wiring and its connection to ground",
    ),
    Report.WELL: ("", ""),
}


@dataclass(frozen=True, slots=True)
class Edge:
    """A change of a line's level, as it came from the callback. *stamp*: the library's own time; *prompt*:
    then on the panel.
    """

    line: Line
    stamp: float | None
    arrived: float
    down: bool
    prompt: int


class Line:
    """One key and its pin."""

    def __init__(
        self,
        seat: int,
        key: int,
        gpio: int,
        timing: Timing,
        put: Callable[[Edge], None],
        prompt: Callable[[], int],
        clock: Callable[[], float],
    ) -> None:
        self.seat, self.key, self.gpio = seat, key, gpio
        self.name = key_name(seat, key)
        self.debounce = Debounce(timing)
        self.prompt = 0
        """What the panel asked when the candidate's first edge came."""
        self.pin: Any = None
        self.trouble: Trouble | None = None
        self.failures = 0
        self.try_at = 0.0
        self.muted = False
        self._put, self._asked, self._clock = put, prompt, clock

    def open(self, factory: Any) -> None:
        """Takes the pin and listens. Raises whatever the pin library raises."""
        pin = factory.pin(self.gpio)
        try:
            if pin.function != "input":
                pin.function = "input"
            if pin.pull != "up":
                pin.pull = "up"
            pin.edges = "both"
            pin.bounce = None
            pin.when_changed = self.changed
        except Exception:
            # gpiozero believes a watch that failed to be on, and would not try again.
            release(pin)
            raise
        self.debounce.begin(self._clock(), not pin.state)
        self.pin = pin

    def changed(self, ticks: float | None, state: Any) -> None:
        """The callback of the pin library."""
        try:
            if not self.muted:
                self._put(Edge(self, ticks, self._clock(), not state, self._asked()))
        except Exception:
            # Nothing may leave: see above. There is nobody to tell in this thread either.
            return

    def mute(self, muted: bool) -> None:
        """Whether edges are wanted. The watch itself stays: taking it away while edges come in breaks
        gpiozero's callback.
        """
        if muted == self.muted:
            return
        self.muted = muted
        try:
            self.pin.bounce = MUTED_BOUNCE if muted else None
        except Exception as error:
            log.info("%s: no kernel debounce: %s", self.name, error)


def release(pin: Any) -> None:
    """Stops watching a pin. Raises nothing."""
    try:
        pin.when_changed = None
    except Exception as error:
        log.info("%r was not released: %s", pin, error)


class Keys:
    """All keys and the thread that turns their edges into presses, stamped with what the panel asked at the
    first edge.
    """

    def __init__(
        self,
        wiring: Wiring,
        factory: Any,
        prompt: Callable[[int], Callable[[], int]],
        press: Callable[[Press], None],
        trouble: Callable[[Trouble], None],
        retry: Retry,
        timing: Timing | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._factory = factory
        self._press, self._trouble = press, trouble
        self._retry, self._clock = retry, clock
        self._queue: SimpleQueue[Edge | None] = SimpleQueue()
        self._lines = [
            Line(seat.seat, key, gpio, timing or Timing(), self._queue.put, prompt(seat.seat), clock)
            for seat in wiring.seats
            for key, gpio in zip(KEYS, seat.keys, strict=True)
        ]
        self._thread = Thread(target=self._run, name="keys", daemon=True)

    def start(self) -> None:
        """Takes the pins; those that cannot be had are reported and tried again later."""
        for line in self._lines:
            self._open(line)
        self._thread.start()

    def stop(self) -> None:
        """Asks for the end of listening. Returns at once."""
        self._queue.put(None)

    def join(self, seconds: float) -> None:
        """Waits at most *seconds* for that."""
        if self._thread.is_alive():
            self._thread.join(max(0.0, seconds))

    def release(self) -> None:
        """Lets go of the pins, for a factory that others go on using."""
        for line in self._lines:
            if line.pin is not None:
                release(line.pin)

    def _open(self, line: Line) -> None:
        try:
            line.open(self._factory)
        except Exception as error:
            self._fail(line, error)
            return
        trouble, line.trouble, line.failures = line.trouble, None, 0
        if trouble is not None and all(
            not other.trouble or other.trouble.part != trouble.part for other in self._lines
        ):
            self._trouble(Trouble(trouble.part))

    def _fail(self, line: Line, error: Exception) -> None:
        line.pin = None
        line.failures += 1
        line.try_at = self._clock() + self._retry.after(line.failures)
        what, remedy = trouble_of_line(error, line.gpio)
        # What is wrong with the library itself is wrong for all keys, and said once.
        trouble = Trouble(line.name if f"GPIO {line.gpio} " in what else "keys", what, remedy)
        known = any(other.trouble == trouble for other in self._lines)
        line.trouble = trouble
        if not known:
            self._trouble(trouble)

    def _run(self) -> None:
        while True:
            try:
                edge = self._queue.get(timeout=self._patience())
                if edge is None:
                    return
                self._take(edge)
            except Empty:
                pass
            except Exception:
                log.exception("an edge was lost")
            if not self._queue.empty():
                # Time is judged when all edges are known: those that wait say more than a look now.
                continue
            for line in self._due():
                try:
                    self._look(line)
                except Exception as error:
                    self._fail(line, error)

    def _patience(self) -> float | None:
        """Seconds until the next thing that time brings; None: nothing."""
        moments = [moment for line in self._lines if (moment := self._moment(line)) is not None]
        return max(0.0, min(moments) - self._clock()) if moments else None

    def _due(self) -> Iterator[Line]:
        now = self._clock()
        return (line for line in self._lines if (moment := self._moment(line)) is not None and moment <= now)

    @staticmethod
    def _moment(line: Line) -> float | None:
        return line.try_at if line.pin is None else line.debounce.deadline

    def _take(self, edge: Edge) -> None:
        line = edge.line
        debounce = line.debounce
        # Old kernels stamp edges with wall time. A stamp that is not from just now is no use; the arrival
        # will do.
        at = edge.stamp if edge.stamp is not None and abs(edge.arrived - edge.stamp) < 1.0 else edge.arrived
        for other in self._lines:
            # Edges come in order of time, so no other key moved until now: what is due there was first.
            if other is not line and other.debounce.state is State.CANDIDATE:
                self._give(other, other.debounce.until(at))
        before = (debounce.state, debounce.since)
        self._give(line, debounce.edge(at, edge.down))
        if debounce.state is State.CANDIDATE and (debounce.state, debounce.since) != before:
            line.prompt = edge.prompt

    def _look(self, line: Line) -> None:
        if line.pin is None:
            self._open(line)
            return
        self._give(line, line.debounce.check(self._clock(), not line.pin.state))

    def _give(self, line: Line, reports: list[Report]) -> None:
        line.mute(line.debounce.state is State.MUTED)
        for report in reports:
            if report in (Report.PRESSED, Report.HELD):
                self._press(Press(line.seat, line.key, line.prompt, held=report is Report.HELD))
            else:
                self._trouble(Trouble(line.name, *TROUBLES[report]))
