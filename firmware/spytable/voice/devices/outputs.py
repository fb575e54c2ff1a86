"""Outputs: where sound goes. What an output is, and those without a device."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Protocol

from spytable.errors import SpyTableError
from spytable.voice.samples.clip import FULL, Clip, numbers, octets, scaled, silence, wav

BLOCK = 0.02
"""Seconds that are handed to a device at a time: how soon a cue is heard over a sentence, and a sentence cut
short."""

_FADE = 0.005
"""Seconds in which a sound that is cut falls to silence, so that it does not click."""

NO_DEVICE = "No sound device."
PLUG_IN = "Plug in a speaker; the words are on the panels."


class OutputLostError(SpyTableError, OSError):
    """The device is not there, or went away. *remedy*: what a person can do. *missing*: the software for it
    is not there."""

    def __init__(self, what: str = NO_DEVICE, remedy: str = PLUG_IN, *, missing: bool = False) -> None:
        super().__init__(what)
        self.remedy = remedy
        self.missing = missing


class Take:
    """One clip on its way out: what an output plays. `cut` and `mix` reach it while it plays, from any
    thread."""

    def __init__(self, clip: Clip, volume: float = 1.0, lead_in: float = 0.0) -> None:
        """*volume*: 0 to 1, by scaling samples, since many amplifiers have no mixer. *lead_in*: seconds of
        silence before the clip, in which an amplifier behind HDMI or Bluetooth wakes up."""
        self.clip = clip
        self.volume = volume
        self.lead_in = lead_in
        self._cut = threading.Event()
        self._over: deque[bytes] = deque()
        self._open = True
        self._changing = threading.Lock()

    def cut(self) -> None:
        """Ends it at the next block, with a short fade."""
        self._cut.set()

    @property
    def is_cut(self) -> bool:
        """Whether it is to end."""
        return self._cut.is_set()

    def wait(self, seconds: float) -> bool:
        """Waits *seconds*, or until it is cut; whether it was."""
        return self._cut.wait(max(0.0, seconds))

    def mix(self, clip: Clip) -> bool:
        """Lays *clip* over what is still to come; False where nothing is."""
        with self._changing:
            if self._open:
                self._over.append(scaled(clip.samples, self.volume))
            return self._open

    def blocks(self) -> Iterator[bytes]:
        """The samples, BLOCK seconds at a time; what is laid over may go on after the clip's own end."""
        size = 2 * int(BLOCK * self.clip.rate)
        samples = silence(self.lead_in, self.clip.rate) + self.clip.samples if self.lead_in else self.clip.samples
        at, over = 0, b""
        while self._goes_on(at < len(samples) or bool(over)):
            # Scaled block by block: scaling a whole sentence first would hold back its first sample.
            block = scaled(samples[at : at + size], self.volume)
            at += size
            while self._over:
                over = _mixed(over, self._over.popleft())
            if over:
                block, over = _mixed(block, over[:size]), over[size:]
            if self._cut.is_set():
                with self._changing:
                    self._open = False
                yield _ended(block, self.clip.rate)
                return
            yield block

    def _goes_on(self, more: bool) -> bool:
        """Whether there is *more*, or something was laid over; if not, nothing can be from now on."""
        with self._changing:
            self._open = more or bool(self._over)
            return self._open


def _ended(block: bytes, rate: int) -> bytes:
    """The first samples of *block*, falling to zero within _FADE."""
    n = min(len(block) // 2, max(1, int(_FADE * rate)))
    values = numbers(block[: 2 * n])
    return octets([value * (n - 1 - i) // n for i, value in enumerate(values)])


def _mixed(one: bytes, other: bytes) -> bytes:
    """Both at once, held within 16 bits."""
    if len(one) < len(other):
        one, other = other, one
    if not other:
        return one
    values, added = numbers(one[: len(other)]), numbers(other)
    return octets([max(-FULL, min(FULL, a + b)) for a, b in zip(values, added, strict=True)]) + one[len(other) :]


class Output(Protocol):
    """One place for sound. `play` and `rest` are for one thread; `overlay` and `close` for any."""

    def play(self, take: Take) -> None:
        """Sounds *take*; returns when the next may follow, soon after it is cut. Opens the device if need be.

        Raises OutputLostError. An output that has just raised may be asked again at any time.
        """

    def overlay(self, clip: Clip, volume: float) -> bool:
        """Sounds *clip* at once beside what plays; False where the take itself has to mix it."""

    def rest(self) -> None:
        """Lets go of the device until the next take."""

    def close(self) -> None:
        """Lets go of the device for good, and ends a `play` that hangs as far as can be. Never blocks for
        long."""


class NullOutput:
    """No sound, by choice."""

    def play(self, take: Take) -> None:
        """Nothing is heard, and no time passes."""

    def overlay(self, clip: Clip, volume: float) -> bool:
        """Nothing is heard."""
        return True

    def rest(self) -> None:
        """There is nothing to let go of."""

    def close(self) -> None:
        """There is nothing to let go of."""


class SendOutput:
    """Sound that plays elsewhere, such as in a browser: whole WAV files are sent off. Nobody there is no
    error."""

    def __init__(self, send: Callable[[bytes, str], None], hush: Callable[[], None] | None = None) -> None:
        """*send* takes a WAV file and its name, from any thread, and must not block.

        *hush* silences what plays there. Without it a line is never cut short: two would sound at once.
        """
        self._send = send
        self._hush = hush
        self._closed = threading.Event()

    def play(self, take: Take) -> None:
        """Sends the clip and waits for as long as it lasts. What wakes an amplifier elsewhere is a pause
        here."""
        if take.wait(take.lead_in):
            return
        self._send(wav(_louder(take.clip, take.volume)), take.clip.name)
        if self._hush is None:
            self._closed.wait(take.clip.seconds)
        elif take.wait(take.clip.seconds):
            self._hush()

    def overlay(self, clip: Clip, volume: float) -> bool:
        """The browser sounds it beside what plays."""
        self._send(wav(_louder(clip, volume)), clip.name)
        return True

    def rest(self) -> None:
        """There is no device to let go of."""

    def close(self) -> None:
        """Ends the wait for a clip that is sounding."""
        self._closed.set()


def _louder(clip: Clip, volume: float) -> Clip:
    return clip if volume == 1.0 else Clip(scaled(clip.samples, volume), clip.rate, clip.name)
