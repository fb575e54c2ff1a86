"""Troubles: what does not work now and what failed last, and how players are told on the panels."""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from spytable import __version__
from spytable.journal.clerk import Kind
from spytable.machine import Machine
from spytable.referee.message import Message, message
from spytable.referee.screen import Icon
from spytable.seats.seats import Trouble
from spytable.status import Fault, in_words

REMEMBERED = 10
"""Faults that are told of after they are over."""


class _Sign(NamedTuple):
    """How a part that fails is told on the panels: by a line, and by a sign where all players would miss it."""

    part: re.Pattern[str]
    notice: Callable[[int], Message]
    icon: Icon | None = None


_SIGNS = (
    _Sign(re.compile("journal"), lambda number: message("Game is not kept"), Icon.NOT_KEPT),
    _Sign(re.compile("sound"), lambda number: message("No sound: read panels"), Icon.MUTE),
    _Sign(re.compile("voice"), lambda number: message("No voice: read panels"), Icon.MUTE),
    _Sign(re.compile("keys"), lambda number: message("Keys do not work")),
    _Sign(re.compile(r"key \d+ of seat (\d+)"), lambda number: message("Seat {number}: key fails", number=number)),
    _Sign(re.compile(r"panel of seat (\d+)"), lambda number: message("Seat {number}: no panel", number=number)),
    _Sign(re.compile(r"lamp of seat (\d+)"), lambda number: message("Seat {number}: no lamp", number=number)),
)
"""What matters most comes first."""

NEWS = {
    Kind.REPLACED: message("Journal was damaged"),
    Kind.REFUSED: message("Old game cannot go on"),
}
"""What the journal has to tell."""


_KEY = re.compile(r"key (\d+) of seat (\d+)")


class Troubles:
    """The troubles of one table. Used by its loop alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._now: dict[str, tuple[Trouble, float]] = {}
        self._past: deque[tuple[Trouble, float]] = deque(maxlen=REMEMBERED)
        self._noticed = ""

    @property
    def now(self) -> tuple[Trouble, ...]:
        """What does not work now, in the order in which it failed."""
        # The dictionary is replaced, never changed: any thread may look.
        return tuple(trouble for trouble, _ in self._now.values())

    @property
    def icons(self) -> frozenset[Icon]:
        """The signs for all panels."""
        return frozenset(sign.icon for trouble in self.now if (sign := _sign(trouble)[0]) and sign.icon)

    @property
    def keys(self) -> frozenset[tuple[int, int]]:
        """The keys that fail now, as seat and key: each is named at its own seat as long as it does."""
        matches = (_KEY.fullmatch(trouble.part) for trouble in self.now)
        return frozenset((int(match[2]), int(match[1])) for match in matches if match)

    def take(self, trouble: Trouble) -> str:
        """Takes a report; what the log should say of it, or "" for nothing new."""
        before = self._now.get(trouble.part)
        if trouble.what:
            since = before[1] if before else self._clock()
            self._now = {**self._now, trouble.part: (trouble, since)}
            return in_words(trouble.part, trouble.what, trouble.remedy)
        if before is None:
            return ""
        self._now = {part: known for part, known in self._now.items() if part != trouble.part}
        self._past.appendleft(before)
        return f"{trouble.part}: works again."

    def notice(self, trouble: Trouble) -> tuple[Message | None] | None:
        """What a report changes of the notice on all panels: the new one (None: takes it away), or None for nothing."""
        if trouble.what:
            sign, number = _sign(trouble)
            if sign is None:
                return None
            self._noticed = trouble.part
            return (sign.notice(number),)
        if trouble.part != self._noticed:
            return None
        # What failed before it may not have been read yet.
        self._noticed, line = next(self._told(), ("", None))
        return (line,)

    def lines(self) -> tuple[Message, ...]:
        """What does not work now, as lines of 21 letters, the worst first."""
        return tuple(line for _, line in self._told())

    def faults(self) -> tuple[Fault, ...]:
        """What does not work now, for `spytable status`."""
        return tuple(self._fault(trouble, since, over=False) for trouble, since in self._now.values())

    def past(self) -> tuple[Fault, ...]:
        """What failed last and works again, the newest first."""
        return tuple(self._fault(trouble, since, over=True) for trouble, since in self._past)

    def _fault(self, trouble: Trouble, since: float, *, over: bool) -> Fault:
        return Fault(trouble.part, trouble.what, trouble.remedy, self._clock() - since, over)

    def _told(self) -> Iterator[tuple[str, Message]]:
        for sign in _SIGNS:
            for trouble in self.now:
                found, number = _sign(trouble)
                if found is sign:
                    yield trouble.part, sign.notice(number)


def _sign(trouble: Trouble) -> tuple[_Sign | None, int]:
    for sign in _SIGNS:
        if match := sign.part.fullmatch(trouble.part):
            return sign, int(match[1]) if match.groups() else 0
    return None, 0


def status_lines(failing: tuple[Message, ...], machine: Machine) -> tuple[Message, ...]:
    """The page "Status" of a panel: three lines of at most 21 letters; what fails comes before what is good to know."""
    lines = list(failing)
    if machine.power_low or machine.power_was_low:
        lines.insert(0, message("Power is too low"))
    if not lines:
        lines.append(message("All works"))
    lines.append(message("Version {version}", version=__version__))
    if machine.temperature is not None:
        lines.append(message("{degrees} °C", degrees=round(machine.temperature)))
    return tuple(lines[:3])


def all_notices() -> tuple[Message, ...]:
    """Each notice that there is, to look at."""
    return (*(sign.notice(2) for sign in _SIGNS), *NEWS.values())


def all_status() -> tuple[tuple[Message, ...], ...]:
    """Pages "Status" on which each line that there is stands, to look at: where all works, and where much fails."""
    return status_lines((), Machine(temperature=48.2)), status_lines(all_notices()[:1], Machine(power_low=True))
