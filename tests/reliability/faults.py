"""Device faults by schedule: while a game is played at a whole table, its buses, pins and sound fail and come back.

A schedule is made from a seed. Each fault begins before some key of the game and ends some keys later; between the two
the other seats play on. What is measured of an answer is simulated time: the debounce, and what the seat's panel was
sent from the key's edge until it showed the answer, at 400 kHz, with all that it had to wait for meanwhile.

The four panels are on the four sides of a multiplexer, as in the default wiring, so they share a controller: bytes take
their time there, and a transfer that hangs holds up all until the kernel ends it. With `--apart` each has its own.

As a program it plays many: see docs/reliability.md.
"""

from __future__ import annotations

import argparse
import errno
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "firmware")]

from evening import Evening, evening
from keypress import FOUR, THREE, TWO
from spytable.game.cards import Colour
from spytable.rehearsal import PinHands, Rehearsal
from spytable.seats.gpio import GpioSeats
from spytable.seats.gpio.lines.debounce import Timing
from spytable.seats.gpio.panels import worker
from spytable.seats.gpio.panels.bus import CUT_AFTER
from spytable.seats.gpio.panels.turns import Turns
from spytable.seats.gpio.retry import Retry
from spytable.seats.gpio.simulated.buses import BYTE, FakeBuses, FakeController
from spytable.seats.gpio.wiring import Wiring
from spytable.seats.seats import Render
from spytable.voice.devices.outputs import OutputLostError, Take
from spytable.voice.devices.recording import RecordingOutput

CONFIRM = Timing().confirm
"""Seconds from a key's edge until it counts."""

QUIET = 2.0
"""Seconds since a press before a panel is tried that hangs the bus. Longer than in the product: a busy machine takes
longer from a press to its answer than a table does, and that is not what is measured.
"""

ANSWER = 0.1
"""Seconds of simulated time within which a key is answered at a seat whose devices are well."""


class Kind(Enum):
    """What can happen to a device."""

    BUS_ERROR = "an error on the Nth byte"
    UNPLUGGED = "a panel is pulled out, and comes back uninitialised"
    POWER_LOST = "a panel loses its power for a moment"
    HANGS = "a panel's bus hangs"
    ALL_HANG = "the controller of all panels hangs"
    BOUNCES = "keys bounce at 0.3 ms"
    STICKS = "a key sticks after its press"
    NOISE = "a key fires 1,000 times a second"
    SOUND_GONE = "the sound card disappears in the middle of a line"
    SOUND_HANGS = "the sound card hangs in the middle of a line"


@dataclass(frozen=True)
class Fault:
    """*kind* at *seat* (where the kind has one) before the key number *at*, for *keys* keys.

    *count*: the byte or block at which it happens. *code*: the error number of a bus.
    """

    kind: Kind
    at: int
    keys: int
    seat: int
    count: int
    code: int


def schedule(seed: int, game: Evening) -> tuple[Fault, ...]:
    """Faults for one game: each device has one at a time."""
    chance = random.Random(seed)
    seats = sorted({seat for seat, _ in game.keys})
    faults: list[Fault] = []
    for _ in range(chance.randint(3, 7)):
        fault = Fault(
            chance.choice(list(Kind)),
            chance.randrange(2, len(game.keys) - 1),
            chance.randint(1, 12),
            chance.choice(seats),
            chance.choice((0, 1, 2, 9, 40, chance.randrange(1200))),
            chance.choice((errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT)),
        )
        if not any(_same_device(fault, other) for other in faults if _overlap(fault, other)):
            faults.append(fault)
    return tuple(sorted(faults, key=lambda fault: fault.at))


def _device(fault: Fault) -> tuple[str, int]:
    if fault.kind in (Kind.SOUND_GONE, Kind.SOUND_HANGS):
        return ("sound", 0)
    return ("keys" if fault.kind in (Kind.BOUNCES, Kind.STICKS, Kind.NOISE) else "panel", fault.seat)


def _same_device(one: Fault, other: Fault) -> bool:
    mine, theirs = _device(one), _device(other)
    all_panels = Kind.ALL_HANG in (one.kind, other.kind) and mine[0] == theirs[0]
    return mine == theirs or all_panels


def _overlap(one: Fault, other: Fault) -> bool:
    return one.at <= other.at + other.keys and other.at <= one.at + one.keys


class Hands(PinHands):
    """Mock pins and panels; retries and what counts as long are short, so that a game need not wait for them.

    *apart*: each panel has a controller of its own. `spent`: seconds of each seat's panel on a shared one, with those
    that it waited for others.
    """

    def __init__(self, *, apart: bool = False) -> None:
        # A stuck key is told of, but opens no help first: that would come at any moment of the game.
        timing = Timing(hold=0.6, held=0.6, pause=0.1, longest_pause=0.2)
        super().__init__(retry=Retry(0.02, 0.1), timing=timing)
        self.apart = apart
        self.spent: Counter[int] = Counter()
        if apart:
            seats = self.wiring.seats
            own = [replace(seat, panel=replace(seat.panel, bus=bus, channel=None)) for bus, seat in enumerate(seats, 3)]
            self.wiring = Wiring(tuple(own), uses=self.wiring.uses)
        self.buses = FakeBuses(self.wiring, real=not apart)

    def seats(self, picture: Render) -> GpioSeats:
        seats = super().seats(picture)
        self._workers = seats._panels
        for turns in {id(one._turns): one._turns for one in seats._panels.values()}.values():
            self._watch(turns, self.buses.wire(1).controller)
        return seats

    def _watch(self, turns: Turns, controller: FakeController) -> None:
        """Takes the time of each piece, from when a panel asks for its turn until it is sent."""
        plain = turns.piece

        @contextmanager
        def piece(seat: int) -> Iterator[None]:
            asked = controller.seconds
            with plain(seat):
                try:
                    yield
                finally:
                    self.spent[seat] += controller.seconds - asked  # type: ignore[assignment]

        turns.piece = piece  # type: ignore[method-assign, assignment]

    def loses_power(self, seat: int) -> bool:
        """The panel of *seat* is without power for a moment, perhaps in the middle of a picture. False while it is
        started: of a chip that is reset in the middle of that nobody can know what it shows.
        """
        with self.buses.wire(seat).controller.transfer():
            started = self._workers[seat]._panel is not None
            if started:
                self.buses.chip(seat).lose_power()
            return started

    def busy(self, seat: int) -> float:
        """Seconds that the panel of *seat* has taken so far to be sent what it was sent."""
        return self.buses.wire(seat).count * BYTE if self.apart else self.spent[seat]

    def bounce(self, gpio: int) -> None:
        """A press whose contact opens and closes at 0.3 ms steps, both ways."""
        self.finger.edges(gpio, 0.0003, (True, False, True))
        self.finger.rest()
        self.finger.edges(gpio, 0.0003, (False, True, False))
        self.finger.rest()

    def fire(self, gpio: int) -> None:
        """A loose wire: 1,000 edges a second, for 0.8 s."""
        self.finger.edges(gpio, 0.001, (i % 2 == 0 for i in range(800)))
        self.finger.up(gpio)


class Card(RecordingOutput):
    """A sound card that counts how often it was not there."""

    losses = 0

    def play(self, take: Take) -> None:
        try:
            super().play(take)
        except OutputLostError:
            self.losses += 1
            raise


@dataclass
class Outcome:
    """What came of one schedule. *slowest*: seconds of simulated time of the slowest answer at a seat that was well.

    *past_a_hang*: keys that were answered while another seat's bus hung, and *slowest_past_a_hang* of these. *named*:
    faults that were told, by part. *left*: what still fails.
    """

    calls: tuple[object, ...] = ()
    answers: int = 0
    slowest: float = 0.0
    slowest_past_a_hang: float = 0.0
    past_a_hang: int = 0
    named: Counter[str] = field(default_factory=Counter)
    left: tuple[str, ...] = ()

    @property
    def worst(self) -> float:
        """The slowest answer of all."""
        return max(self.slowest, self.slowest_past_a_hang)


class Trial:
    """One game under one schedule."""

    def __init__(self, table: Rehearsal, hands: Hands, output: Card) -> None:
        self.table = table
        self.hands = hands
        self.output = output
        self.outcome = Outcome()
        self.on: list[Fault] = []
        self.stuck: dict[int, int] = {}
        self.before: dict[Fault, object] = {}

    def play(self, game: Evening, faults: tuple[Fault, ...]) -> Outcome:
        """Plays *game* to its end, with *faults*. Raises RehearsalError where an answer does not come."""
        for i, (seat, label) in enumerate(game.keys):
            for fault in [fault for fault in self.on if fault.at + fault.keys <= i and not self.is_to_come(fault)]:
                self.end(fault)
            for fault in faults:
                if fault.at == i:
                    self.begin(fault)
            self.press(seat, label)
        for fault in list(self.on):
            self.end(fault)
        self.recovers()
        self.outcome.calls = tuple(self.table.voice.calls)
        self.outcome.named = Counter(
            line.partition(":")[0] for line in self.table.log if not line.endswith("works again.")
        )
        # A disk that was slow for once, on a busy machine, is well again with the next announcement: not ours to tell.
        self.outcome.left = tuple(trouble.part for trouble in self.table.table.troubles if trouble.part != "journal")
        return self.outcome

    def is_to_come(self, fault: Fault) -> bool:
        """Whether it is an error on a byte that was not sent yet."""
        return fault.kind is Kind.BUS_ERROR and self.hands.buses.wire(fault.seat).will_fail

    def begin(self, fault: Fault) -> None:
        """Makes the fault happen."""
        wire = self.hands.buses.wire(fault.seat)
        match fault.kind:
            case Kind.BUS_ERROR:
                wire.fail_in(fault.count, fault.code)
            case Kind.UNPLUGGED:
                self.hands.buses.unplug(fault.seat)
            case Kind.POWER_LOST:
                self.table.wait_until(lambda: self.hands.loses_power(fault.seat), f"the start of panel {fault.seat}")
            case Kind.HANGS:
                wire.hang(None if self.hands.apart else CUT_AFTER)
            case Kind.ALL_HANG:
                for seat in self.table.seats.numbers:
                    self.hands.buses.wire(seat).hang(CUT_AFTER)
            case Kind.NOISE:
                self.fire(fault.seat)
            case Kind.SOUND_GONE:
                self.output.vanish(fault.count % 8)
            case Kind.SOUND_HANGS:
                self.output.hold()
        self.before[fault] = self.table.screen(fault.seat)
        self.on.append(fault)

    def end(self, fault: Fault) -> None:
        """Makes the device well again. Whoever looked at it in the meantime was told that it was not."""
        self.on.remove(fault)
        match fault.kind:
            case Kind.UNPLUGGED:
                if self.table.screen(fault.seat) != self.before[fault]:
                    self.told(f"panel of seat {fault.seat}")
                self.hands.buses.plug(fault.seat)
            case Kind.HANGS:
                self.hands.buses.wire(fault.seat).flow()
            case Kind.ALL_HANG:
                for seat in self.table.seats.numbers:
                    self.hands.buses.wire(seat).flow()
            case Kind.STICKS:
                self.release(fault.seat)
            case Kind.SOUND_GONE:
                self.table.voice.wait_until_quiet(60)
                if self.output.losses:
                    self.told("sound")
                self.output.come_back()
            case Kind.SOUND_HANGS:
                self.output.release()

    def told(self, part: str) -> None:
        """Waits until the log names *part*."""
        self.table.wait_until(lambda: any(line.startswith(f"{part}:") for line in self.table.log), f"a word on {part}")

    def press(self, seat: int, label: str) -> None:
        """Presses *label* as soon as a player at this seat can, and takes the time of the answer."""
        if self.has(seat, Kind.HANGS) and not self.up_to_date(seat):
            # The panel still shows what was before: whoever sits there has to wait until the bus flows again.
            for fault in [fault for fault in self.on if fault.seat == seat and fault.kind is Kind.HANGS]:
                self.end(fault)
        table = self.table
        table.wait_until(lambda: label in table.labels(seat) and self.up_to_date(seat), f"{label!r} at seat {seat}")
        key = table.labels(seat).index(label) + 1
        gpio = self.hands.gpio(seat, key)
        if self.stuck.get(seat) == gpio:
            self.release(seat)
        name = f"key {key} of seat {seat}"
        table.wait_until(lambda: all(fault.part != name for fault in table.table.troubles), f"{name} to be well")
        well = not self.has(seat, Kind.HANGS, Kind.ALL_HANG, Kind.UNPLUGGED, Kind.POWER_LOST, Kind.BUS_ERROR)
        if well:
            self.wake(seat)
            table.wait_until(lambda: table.is_shown(seat), f"the picture at seat {seat}")
        before, busy = table.voice.answers, self.hands.busy(seat)
        if self.has(seat, Kind.STICKS) and seat not in self.stuck:
            self.hands.finger.down(gpio)
            self.stuck[seat] = gpio
        elif self.has(seat, Kind.BOUNCES):
            self.hands.bounce(gpio)
        else:
            self.hands.press(seat, key)
        table.wait_until(lambda: table.voice.answers > before, f"an answer to {label!r} at seat {seat}")
        table.settle()
        self.outcome.answers += 1
        if well:
            table.wait_until(lambda: table.is_shown(seat), f"the answer at seat {seat}")
            took = CONFIRM + self.hands.busy(seat) - busy
            if any(fault.kind is Kind.HANGS for fault in self.on):
                self.outcome.past_a_hang += 1
                self.outcome.slowest_past_a_hang = max(self.outcome.slowest_past_a_hang, took)
            else:
                self.outcome.slowest = max(self.outcome.slowest, took)

    def wake(self, seat: int) -> None:
        """At a panel that came back dark, and has had nothing new to show, a player presses any key."""
        chip, labels = self.hands.buses.chip(seat), self.table.labels(seat)
        if not chip.registers.display_on and "" in labels:
            self.hands.press(seat, labels.index("") + 1)

    def has(self, seat: int, *kinds: Kind) -> bool:
        """Whether a fault of these *kinds* is on at *seat*: a controller that hangs is one at every seat."""
        return any(fault.kind in kinds and (fault.seat == seat or fault.kind is Kind.ALL_HANG) for fault in self.on)

    def up_to_date(self, seat: int) -> bool:
        """Whether a key of *seat* would be taken for what the table asks now."""
        return self.hands.prompt(seat) == self.table.screen(seat).prompt

    def fire(self, seat: int) -> None:
        """Noise on a key of *seat* that means nothing now: on another it would be a press like any."""
        labels = self.table.labels(seat)
        for key in (4, 3, 2, 1):
            gpio = self.hands.gpio(seat, key)
            if not labels[key - 1] and self.stuck.get(seat) != gpio:
                self.hands.fire(gpio)
                self.told(f"key {key} of seat {seat}")
                return

    def release(self, seat: int) -> None:
        """Lets go of the key that sticks."""
        if seat in self.stuck:
            self.hands.finger.up(self.stuck.pop(seat))
            self.hands.finger.rest()

    def recovers(self) -> None:
        """All is well again by itself; of the sound the table only knows once it plays the next time."""
        table = self.table
        for seat in table.seats.numbers:
            table.wait_until(lambda seat=seat: self.up_to_date(seat), f"the last screen of seat {seat}")
        # An error on a byte that has not come yet would fall on the end.
        for seat in table.seats.numbers:
            self.hands.buses.wire(seat).fail_in(10**9)
        seat, key = next(
            (seat, table.labels(seat).index("Again") + 1)
            for seat in table.seats.numbers
            if "Again" in table.labels(seat)
        )
        table.wait_until(lambda: all("key" not in fault.part for fault in table.table.troubles), "the keys to be well")

        def all_well() -> bool:
            if all(trouble.part == "journal" for trouble in table.table.troubles):
                return True
            if any(trouble.part == "sound" for trouble in table.table.troubles):
                self.hands.press(seat, key)
                table.voice.wait_until_quiet(1.0)
                # No hand presses without end; the table takes one that does for a loose wire.
                time.sleep(0.05)
            return False

        table.wait_until(all_well, "the end of all troubles")
        for seat in table.seats.numbers:
            table.wait_until(lambda seat=seat: table.is_shown(seat), f"the last picture of seat {seat}")


GAMES: tuple[tuple[Mapping[int, Colour], int], ...] = ((TWO, 44), (THREE, 9), (FOUR, 79))


def run(folder: Path, game: Evening, faults: tuple[Fault, ...], *, apart: bool = False) -> Outcome:
    """Plays *game* under *faults*, in *folder*, where words that were made once stay. *apart*: see `Hands`."""
    for file in folder.glob("journal.sqlite*"):
        file.unlink()
    hands, output = Hands(apart=apart), Card()
    before, worker.QUIET = worker.QUIET, QUIET
    with Rehearsal(folder, hands, output) as table:
        try:
            outcome = Trial(table, hands, output).play(game, faults)
        finally:
            output.release()
            worker.QUIET = before
            for seat in table.seats.numbers:
                hands.buses.wire(seat).flow()
    assert not hands.buses.faults, hands.buses.faults
    return outcome


def trials(seeds: range) -> Iterator[tuple[int, Evening, tuple[Fault, ...]]]:
    """A game and its faults for each seed."""
    games = [evening(colours, seed) for colours, seed in GAMES]
    for seed in seeds:
        game = games[seed % len(games)]
        yield seed, game, schedule(seed, game)


def main() -> int:
    """Plays many schedules and prints what came of them. Exit status 1 where one is not as the faultless run."""
    parser = argparse.ArgumentParser(description="Play games while devices fail by schedule.")
    parser.add_argument("schedules", type=int, nargs="?", default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--apart", action="store_true", help="give each panel a controller of its own")
    options = parser.parse_args()
    kinds: Counter[Kind] = Counter()
    failed: list[int] = []
    slowest, slowest_past_a_hang, answers, past_a_hang = 0.0, 0.0, 0, 0
    folder = Path(tempfile.mkdtemp())
    try:
        for seed, game, faults in trials(range(options.first, options.first + options.schedules)):
            kinds.update(fault.kind for fault in faults)
            try:
                outcome = run(folder, game, faults, apart=options.apart)
                well = outcome.calls == game.calls and not outcome.left and outcome.worst <= ANSWER
            except Exception as error:
                print(f"schedule {seed}: {error}", file=sys.stderr)
                outcome, well = Outcome(), False
            slowest = max(slowest, outcome.slowest)
            slowest_past_a_hang = max(slowest_past_a_hang, outcome.slowest_past_a_hang)
            answers += outcome.answers
            past_a_hang += outcome.past_a_hang
            if not well:
                failed.append(seed)
                print(f"schedule {seed}: left {outcome.left}, slowest {outcome.worst:.3f}", *faults, sep="\n  ")
    finally:
        shutil.rmtree(folder)
    faults_made = kinds.total()
    print(f"{options.schedules} schedules, {faults_made} faults, {len(failed)} not as the faultless run: {failed}")
    for kind, n in kinds.most_common():
        print(f"  {n:5} {kind.value}")
    print(f"{answers} keys answered, {past_a_hang} of them while another seat's bus hung")
    print(f"slowest answer at a seat that was well: {1000 * slowest:.1f} ms of simulated time")
    print(f"  and {1000 * slowest_past_a_hang:.1f} ms while another seat's bus hung")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
