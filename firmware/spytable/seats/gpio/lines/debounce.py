"""Debounce of one key, as pure code: edges and times in, presses and troubles out.

Times are seconds of any steady clock.

A press is known by its leading edge and confirmed by one look `confirm` later:

- After quiet, the first edge down opens a *candidate*. If the key is down 1 ms later, it was a press, and the
  press counts from that first edge. Edges at 0, 0.3 and 0.6 ms are one press, reported at 1 ms.
- If it is up again by then, it was a disturbance: no finger lets go within a millisecond, cross-talk does. A
  contact that still bounces after 1 ms opens the next candidate with its next edge, so no press is lost, only
  a little later.
- A key that is down stays pressed until it was up for `quiet` without a break: the bouncing of a release is
  no new press. A finger cannot be as fast; ten fast presses are ten.

There is no waiting window after a press: one that was let go after 1.1 ms counts as one that was held. The
price is a delay of `confirm` for each press.

A press that lasts is HELD once, a second after its first edge: besides the press, never instead of it, and letting
go is nothing. A key that was down when listening began was not pressed, and is not HELD.

Three things more are reported: a key that is down when listening begins, or for very long (STUCK: its release
is no press), one that moves more often than a hand could (NOISY: it is not listened to for a while), and the end
of either (WELL).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum, auto


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds, and counts in a second."""

    confirm: float = 0.001
    """From the leading edge to the look that makes it a press."""
    late: float = 0.05
    """How long a look that contradicts the edges waits for an edge that is still on its way."""
    quiet: float = 0.005
    """Up for so long, a key is let go. Key makers promise less than 5 ms of bouncing."""
    settle: float = 0.05
    """A pull-up that was just switched on may take so long to charge what hangs on the line."""
    hold: float = 1.0
    """Down for so long, a key is held on purpose: a slow press takes a third of it."""
    held: float = 20.0
    """Down for so long, a key is stuck: nothing asks for such a press."""
    edges: int = 600
    """More edges in a second are noise. Ten presses in a second with twenty bounces each make 400."""
    presses: int = 40
    """More presses in a second come from no finger: a loose wire that picks up the mains makes 50."""
    pause: float = 5.0
    """How long a noisy key is not listened to at first; twice as long each time."""
    longest_pause: float = 60.0


class Report(Enum):
    """What came of an edge or of the passing of time."""

    PRESSED = auto()
    HELD = auto()
    STUCK = auto()
    NOISY = auto()
    WELL = auto()


class State(Enum):
    """Where a key is between two edges."""

    SETTLING = auto()
    UP = auto()
    CANDIDATE = auto()
    DOWN = auto()
    STUCK = auto()
    MUTED = auto()
    """Noisy: edges are not wanted."""
    ON_TRIAL = auto()
    """Was noisy, and is listened to for a second: WELL follows, or silence and another pause."""


class Debounce:
    """One key. Feed it `begin` once, `edge` for each edge in order of time, `check` when `deadline` is over."""

    def __init__(self, timing: Timing | None = None) -> None:
        self.timing = timing or Timing()
        self.state = State.UP
        self.down = False
        """The level by the edges."""
        self.since = 0.0
        """When this state began; for a candidate, its first edge."""
        self._moved = 0.0
        """The last edge."""
        self._held = False
        """This press was reported as held."""
        self._again = 0.0
        """Not to look at a candidate before then."""
        self._doubted: float | None = None
        """The first edge of a candidate that was given up: the edge that ends it may yet come and tell otherwise."""
        self._edges: deque[float] = deque(maxlen=self.timing.edges + 1)
        self._presses: deque[float] = deque(maxlen=self.timing.presses + 1)
        self._pause = self.timing.pause

    @property
    def deadline(self) -> float | None:
        """When `check` has to be called, unless an edge comes first. None: time changes nothing."""
        timing = self.timing
        match self.state:
            case State.SETTLING:
                return self.since + timing.settle
            case State.CANDIDATE:
                return max(self.since + timing.confirm, self._again)
            case State.DOWN:
                return self.since + (timing.held if self._held else timing.hold) if self.down else None
            case State.STUCK:
                return None if self.down else self._moved + timing.settle
            case State.MUTED:
                return self.since + self._pause
            case State.ON_TRIAL:
                return self.since + 1.0
        return None

    def begin(self, at: float, down: bool) -> None:
        """Listening begins. One that is down gets time to settle before it is called stuck."""
        self.down = down
        self._moved = at
        self._enter(State.SETTLING if down else State.UP, at)

    def edge(self, at: float, down: bool) -> list[Report]:
        """An edge to *down* (or up) at the time *at*."""
        doubted, self._doubted = self._doubted, None
        if doubted is not None and not down and self.state is State.UP and at - doubted >= self.timing.confirm:
            # A machine that is very busy brought the end of a press after the look that missed it.
            self.since, self._moved = doubted, at
            return self._press()
        at = max(at, self._moved)
        if self.state is State.MUTED:
            return []
        reports = self.until(at)
        # Down after down: the edge up between them was lost, and a press must not be lost with it.
        lost_release = self.down and self.state is State.DOWN and at - self._moved >= self.timing.quiet
        self.down, self._moved = down, at
        self._edges.append(at)
        most = 2 * self.timing.presses if self.state is State.ON_TRIAL else self.timing.edges
        if len(self._edges) > most and at - self._edges[0] <= 1.0:
            return reports + self._mute(at)
        if down and (self.state is State.UP or lost_release):
            self._enter(State.CANDIDATE, at)
        return reports

    def check(self, now: float, down: bool) -> list[Report]:
        """Time has passed, no edge came. *down* is the level as it is read now."""
        due = self.deadline
        if due is None or now < due:
            return []
        timing = self.timing
        match self.state:
            case State.CANDIDATE if self.down and not down:
                if not self._again:
                    # Let go a moment ago; the edge that tells when is on its way.
                    self._again = now + timing.late
                else:
                    self._doubted = self.since
                    self.down, self._moved = False, now
                    self._enter(State.UP, now)
                return []
            case State.SETTLING | State.STUCK | State.DOWN | State.ON_TRIAL:
                self._moved = now if down != self.down else self._moved
                self.down = down
        return self.until(now)

    def until(self, now: float) -> list[Report]:
        """What time leads to when it is known that no further edge came until *now*."""
        timing = self.timing
        match self.state:
            case State.SETTLING if now >= self.since + timing.settle:
                self._enter(State.STUCK if self.down else State.UP, now)
                return [Report.STUCK] if self.down else []
            case State.CANDIDATE if now >= self.since + timing.confirm:
                if self.down:
                    return self._press()
                self._enter(State.UP, now)
            case State.DOWN if self.down and now >= self.since + timing.held:
                self._enter(State.STUCK, now)
                return [Report.STUCK]
            case State.DOWN if self.down and not self._held and now >= self.since + timing.hold:
                self._held = True
                return [Report.HELD]
            case State.DOWN if not self.down and now >= self._moved + timing.quiet:
                self._enter(State.UP, now)
            case State.STUCK if not self.down and now >= self._moved + timing.settle:
                self._enter(State.UP, now)
                return [Report.WELL]
            case State.MUTED if now >= self.since + self._pause:
                self._enter(State.ON_TRIAL, now)
            case State.ON_TRIAL if now >= self.since + 1.0:
                self._pause = timing.pause
                self._enter(State.STUCK if self.down else State.UP, now)
                return [Report.STUCK] if self.down else [Report.WELL]
        return []

    def _press(self) -> list[Report]:
        at = self.since
        self._presses.append(at)
        if len(self._presses) > self.timing.presses and at - self._presses[0] <= 1.0:
            return self._mute(at)
        self._enter(State.DOWN, at)
        self._held = False
        return [Report.PRESSED]

    def _mute(self, at: float) -> list[Report]:
        on_trial = self.state is State.ON_TRIAL
        if on_trial:
            self._pause = min(self._pause * 2, self.timing.longest_pause)
        self._edges.clear()
        self._presses.clear()
        self._enter(State.MUTED, at)
        # It was reported when it began.
        return [] if on_trial else [Report.NOISY]

    def _enter(self, state: State, at: float) -> None:
        self.state, self.since, self._again = state, at, 0.0
