"""From the edge of a key to the first changed byte at the panel and the first sample at the card: the table, and beside
it the script in stock.py, in one run."""

from __future__ import annotations

import contextlib
import subprocess
import threading
import time
from pathlib import Path
from statistics import median

from bench import ear, service
from bench.findings import note
from bench.hardware import PRESSED, QUIET, SEATS, Glass, bus, pull
from bench.patience import TooSlowError, run, wait
from bench.players import Players

from keypress import TWO, People
from spytable.voice.samples.clip import RATE, numbers
from spytable.voice.samples.effects import Effect

TURNS = 16
"""Presses of each that count: in twice ten turns without news the table would offer to end the game."""

UNCOUNTED = 2
"""Presses before these: the first time that a sentence is said, it has to be made."""

PLAYS = Path("/proc/asound/Loopback/pcm0p/sub0/status")
"""Whether somebody has the card's way in, and what for (Documentation/sound/designs/procfile.rst)."""

REST = 40.0
"""Seconds of rest: in them the watchdog is fed twice."""

LOUD = 30
"""A sample, of 32,767, that is no dither."""


class TimedGlass(Glass):
    """A panel that notes when a message changed its memory."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.changed: list[float] = []
        self.sent = 0
        """Bytes of all messages."""
        self.messages = 0

    def look(self) -> None:
        """Takes what was written since the last look."""
        self.changed, self.sent, self.messages = [], 0, 0
        *lines, self._rest = (self._rest + self._file.read()).split("\n")
        for line in lines:
            at, words = line.split()
            before = bytes(self.chip.memory)
            self._take(words)
            self.sent += len(words) // 2
            self.messages += 1
            if bytes(self.chip.memory) != before:
                self.changed.append(float(at))


class TimedEar:
    """Listens at the card, and knows when each sample was there."""

    def __init__(self) -> None:
        command = ["arecord", "-q", "-t", "raw", "-D", "hw:Loopback,1,0", "-f", "S16_LE", "-c", "1", "-r", str(RATE)]
        command += ["--period-time=5000", "--buffer-time=500000"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
        self._heard: list[tuple[float, bytes]] = []
        self._loud = 0.0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while samples := self._process.stdout.read(2048):
            now = time.monotonic()
            self._heard.append((now, samples))
            if any(abs(value) > LOUD for value in numbers(samples[: len(samples) // 2 * 2])):
                self._loud = now

    def wait_until_quiet(self, *, keep: bool = False) -> None:
        """Returns when nothing has sounded for a while, and forgets what was heard unless it is to *keep* it."""
        begun = time.monotonic()
        wait(lambda: time.monotonic() - max(begun, self._loud) > 2 * QUIET, "silence")
        if not keep:
            self._heard = []

    def wait_until_loud(self, since: float) -> None:
        """Returns when something sounds."""
        wait(lambda: self._loud > since, "a sound")

    def first(self, since: float) -> float:
        """Seconds from *since* to the first sample of any sound."""
        for at, samples in self._heard:
            values = numbers(samples[: len(samples) // 2 * 2])
            for i, value in enumerate(values):
                if at >= since and abs(value) > LOUD:
                    return at - (len(values) - i) / RATE - since
        raise LookupError("nothing was heard")

    def first_of(self, sound: bytes, since: float) -> float:
        """Seconds from *since* to where *sound* begins; the click of the key may lie over some of it."""
        heard = b"".join(samples for _, samples in self._heard)
        for offset, piece in ear.pieces(sound).items():
            at = heard.find(piece)
            if at >= 0:
                return self._when(at - offset) - since
        raise LookupError("the sound was not heard")

    def _when(self, offset: int) -> float:
        """When the sample at byte *offset* of all that was heard was there."""
        end = 0
        for at, samples in self._heard:
            end += len(samples)
            if end > offset:
                return at - (end - offset) / 2 / RATE
        raise LookupError(offset)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


class Watch:
    """Presses keys, and notes how long it takes until that is seen and heard."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ear = TimedEar()
        self.glass = {seat: TimedGlass(seat) for seat in SEATS}
        self.took: dict[str, list[float]] = {}

    def press(self, seat: int, key: int, call: bytes | None = None) -> None:
        """One press when all is quiet. *call*: its sound, told apart from a click."""
        self.ear.wait_until_quiet()
        self.glass[seat].look()
        begun = time.monotonic()
        touch(seat, key)
        self.ear.wait_until_loud(begun)
        self.ear.wait_until_quiet(keep=True)
        self.glass[seat].look()
        changed = self.glass[seat].changed
        self._note("first byte", changed[0] - begun)
        self._note("picture", changed[-1] - begun)
        self._note("bytes", self.glass[seat].sent)
        self._note("messages", self.glass[seat].messages)
        self._note("first sample", self.ear.first(begun))
        # Where the guest was too slow to feed its card, no piece of the call may be whole.
        with contextlib.suppress(LookupError):
            self._note("call", self.ear.first(begun) if call is None else self.ear.first_of(call, begun))

    def _note(self, what: str, value: float) -> None:
        self.took.setdefault(what, []).append(round(value, 4))

    def stop(self, uncounted: int) -> None:
        """Keeps what was noted, but for the first presses."""
        self.ear.stop()
        self.took = {what: values[uncounted:] for what, values in self.took.items()}
        note(self.name, self.took)
        print(self.name, {what: median(values) for what, values in self.took.items()}, flush=True)


def touch(seat: int, key: int) -> None:
    """A press, however long this guest takes to let go: nothing here asks for a key to be held."""
    pull(seat, key, down=True)
    time.sleep(PRESSED)
    pull(seat, key, down=False)


def table() -> None:
    """The installed table: turns end, with a click at once, and a call when it is kept on the disk."""
    watch = Watch("table")
    players = Players()
    players.begin(TWO)
    wait(lambda: service.gentlest() > 0, "the voice, which prepares with a low priority")
    wait(lambda: service.sounds_ready(len(Effect)), "the effects", seconds=900.0)
    for turn in range(UNCOUNTED + TURNS):
        seat = tuple(TWO)[turn % 2]
        players.wait_for()
        watch.press(seat, players.labels(seat).index("Done") + 1, ear.effect(Effect.TURN))
        # Only now: the guest has one processor, and nobody sits beside the script.
        People.press(players, seat, "Done")
    watch.stop(UNCOUNTED)


def rest() -> None:
    """The installed table while nobody does anything: how often its threads wake, and how much they compute."""
    wait(service.sounds_ready, "all sounds", seconds=900.0)
    # A minute after the last sound it lets go of the card.
    wait(lambda: PLAYS.read_text().strip() == "closed", "the card to be let go")
    threads = list(Path(f"/proc/{service.shown('MainPID')}/task").iterdir())

    def so_far() -> tuple[int, int]:
        """Nanoseconds computed, and times that a thread began to (Documentation/scheduler/sched-stats.rst)."""
        told = [(thread / "schedstat").read_text().split() for thread in threads]
        return sum(int(ran) for ran, _, _ in told), sum(int(times) for _, _, times in told)

    computed, woke = so_far()
    time.sleep(REST)
    then_computed, then_woke = so_far()
    note("rest", {"wakes a second": (then_woke - woke) / REST, "of a core": (then_computed - computed) / REST / 1e9})


def stock() -> None:
    """The script."""
    service.systemctl("stop", service.NAME)
    wiring = SEATS[1]
    command = ["/opt/spytable/venv/bin/python", "stock.py", str(wiring.keys[0]), str(bus(1))]
    script = subprocess.Popen(command, stdout=subprocess.PIPE, env=service.OWN | {"LG_WD": "/run"})
    assert script.stdout is not None
    assert script.stdout.readline() == b"ready\n"
    watch = Watch("stock")
    for _ in range(UNCOUNTED + TURNS):
        watch.press(1, 1)
    watch.stop(UNCOUNTED)
    script.terminate()
    script.wait()


def latency() -> None:
    try:
        wait(service.is_up, "the table")
        table()
        rest()
        stock()
    except (TimeoutError, LookupError) as error:
        # Whether the table is right is asked elsewhere. Here its panels were not served, or its card not fed, in time.
        raise TooSlowError(str(error)) from error


if __name__ == "__main__":
    run(latency)
