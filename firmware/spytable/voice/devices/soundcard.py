"""A sound card through PortAudio: one stream of sounddevice, open while a game is on."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from spytable.voice.devices import portaudio
from spytable.voice.devices.cards import card_number, no_such_card
from spytable.voice.devices.outputs import NO_DEVICE, OutputLostError, Take
from spytable.voice.samples.clip import RATE, numbers, octets, silence
from spytable.voice.samples.resample import Stretch

_FORMATS = tuple((rate, channels) for rate in (RATE, 44100, 48000) for channels in (1, 2))
"""What a card is asked for, in this order: Hz and channels.

ALSA's own devices take anything; a card spoken to directly (HDMI, I2S, many of USB) often takes two channels
only, at 44,100 Hz or 48,000 Hz only.
"""

_LATENCY = 0.06
"""Seconds of sound that a stream holds while something plays: what Python's other threads take must not make
a gap."""

_RESERVE = 0.04
"""Seconds of silence that it holds otherwise: a sound is heard that much later, and finds room at once."""

_STEP = 0.015
"""Seconds after which a silent stream is looked after."""

_AT_ONCE = 0.005
"""Seconds of room that the first part of a sound waits for; from then on it goes by whole blocks."""

_LAST_WAIT = 1.0
"""Seconds that the end of the program waits for a stream to close."""

_OF_A_CARD = "sysdefault"
"""ALSA's name for what plays on a card whatever it takes; the card is the one that ALSA_CARD names."""


class _GoneError(Exception):
    """The card was pulled out."""


class SoundDeviceOutput:
    """One stream of PortAudio, opened with the first take and kept running until `rest`.

    A thread of its own feeds it, silence where nothing plays: a stream that runs dry stops, loses the first
    moments of what comes next, never starts for a sound as short as a tick, and pops on I2S. That thread
    alone touches the stream, for PortAudio's streams are not safe to share.

    It never writes more than there is room for, and looks first whether the card is still there: a write that waits
    for room on a card which was pulled out never comes back, and takes a whole processor (PortAudio 19.6 with ALSA).
    """

    _STUCK = 5.0
    """Seconds beyond a take's length after which the device hangs."""

    def __init__(self, device: str = "") -> None:
        """*device*: the id of a card, or a part of a device's name; "" is the system's own."""
        self._device = device
        self._sounddevice: Any = None
        self._lost = False
        self._changed = threading.Condition()
        self._feed: threading.Thread | None = None
        self._stuck: threading.Thread | None = None
        self._running = False
        self._blocks: Iterator[bytes] | None = None

    def play(self, take: Take) -> None:
        """Gives the take to the stream, and waits until all of it is handed over."""
        if self._feed is not None and not self._running:
            # The card went away while nothing sounded; it may be back.
            self._lost = True
            self._stop(0.0)
        if self._feed is None:
            self._open()
        with self._changed:
            self._blocks = take.blocks()
            self._changed.notify_all()
            limit = take.lead_in + take.clip.seconds + self._STUCK
            on_time = self._changed.wait_for(lambda: self._blocks is None or not self._running, limit)
            played, self._blocks = self._blocks is None, None
        if not played:
            self._lost = True
            self._stop(0.0)
            raise OutputLostError("The sound device went away." if on_time else "The sound device hangs.")

    def overlay(self, clip: object, volume: float) -> bool:
        """The take mixes it: a second stream on one card is refused."""
        return False

    def rest(self) -> None:
        """Closes the stream, after what is on its way has sounded."""
        self._stop(1.0)

    def close(self) -> None:
        """Ends a take that plays, and the stream."""
        self._stop(0.3)

    def _stop(self, seconds: float) -> None:
        """Ends the feeding thread, which closes the stream; waits for that no longer than *seconds*."""
        with self._changed:
            self._running = False
            self._changed.notify_all()
        feed, self._feed = self._feed, None
        if feed is None:
            return
        feed.join(seconds)
        if feed.is_alive():
            self._stuck = feed

    def _at_exit(self) -> None:
        """Ends the stream before sounddevice ends PortAudio, which crashes while a thread is in a stream.

        Where ours is stuck in a driver, PortAudio is left as it is: ending it would wait for that driver for ever.
        """
        self._stop(_LAST_WAIT)
        if self._stuck is not None:
            self._stuck.join(_LAST_WAIT)
            if self._stuck.is_alive():
                atexit.unregister(getattr(self._sounddevice, "_exit_handler", print))

    def _run(self, stream: Any, rate: int, channels: int) -> None:
        me = threading.current_thread()
        failed = self._sounddevice.PortAudioError
        stretch = None if rate == RATE else Stretch(rate)
        frame = 2 * channels
        devices = _opened()

        def samples(block: bytes) -> bytes:
            """What the card takes for *block*, which may be nothing yet."""
            return _on_each(stretch.feed(block) if stretch else block, channels)

        try:
            room = stream.write_available or int(_LATENCY * rate)
            enough = room - min(room // 2, int(_RESERVE * rate))
            left, flows = b"", False
            while self._running and self._feed is me:
                if _are_gone(devices):
                    raise _GoneError
                if not left:
                    if (block := self._next()) is not None:
                        left = samples(block)
                        continue
                    flows = False
                frames, free = len(left) // frame, stream.write_available
                wanted = min(frames, room // 2, room if flows else int(_AT_ONCE * rate))
                if left and free >= wanted:
                    stream.write(left[: free * frame])
                    left, flows = left[free * frame :], True
                elif left:
                    self._wait(max(0.001, (wanted - free) / rate))
                elif free > enough:
                    stream.write(samples(silence(_STEP))[: free * frame])
                else:
                    self._wait(_STEP, unless_wanted=True)
            # Not `stop`, which waits for all that is buffered, with some drivers for seconds.
            stream.abort()
        except (failed, _GoneError):
            with self._changed:
                if self._feed is me:
                    self._running = False
                self._changed.notify_all()
        with contextlib.suppress(failed), portaudio.quiet():
            stream.close()
        _let_go(devices)

    def _wait(self, seconds: float, *, unless_wanted: bool = False) -> None:
        """Sleeps, but for the end. *unless_wanted*: and but for a take that is to be played."""
        with self._changed:
            if self._running and not (unless_wanted and self._blocks is not None):
                self._changed.wait(seconds)

    def _next(self) -> bytes | None:
        """The next block of what plays; None when nothing does."""
        blocks = self._blocks
        if blocks is None:
            return None
        block = next(blocks, None)
        if block is None:
            with self._changed:
                if self._blocks is blocks:
                    self._blocks = None
                self._changed.notify_all()
        return block

    def _open(self) -> None:
        if self._device and card_number(self._device) is not None:
            # ALSA reads it each time that it opens a device, and PortAudio when it lists them.
            os.environ["ALSA_CARD"] = self._device
        sounddevice = self._library()
        if self._stuck is not None:
            self._stuck.join(0.5)
            if self._stuck.is_alive():
                raise OutputLostError("The sound device hangs.")
            self._stuck = None
        if self._lost:
            # PortAudio lists the cards once, when it starts: to see one that came back it has to start anew.
            with contextlib.suppress(AttributeError, sounddevice.PortAudioError), portaudio.quiet():
                sounddevice._terminate()
                sounddevice._initialize()
        self._lost = True
        failure: Exception | None = None
        for device in self._numbers(sounddevice):
            for rate, channels in _FORMATS:
                try:
                    with portaudio.quiet():
                        stream = sounddevice.RawOutputStream(
                            samplerate=rate, channels=channels, dtype="int16", device=device, latency=_LATENCY
                        )
                        stream.start()
                except (sounddevice.PortAudioError, ValueError) as error:
                    failure = failure or error
                    continue
                self._lost, self._running = False, True
                self._feed = threading.Thread(
                    target=self._run, args=(stream, rate, channels), name="voice-stream", daemon=True
                )
                self._feed.start()
                return
        raise OutputLostError from failure

    def _library(self) -> Any:
        if self._sounddevice is None:
            try:
                self._sounddevice = portaudio.load()
            except OSError as error:
                what = "PortAudio is not installed."
                raise OutputLostError(what, portaudio.REMEDY, missing=True) from error
            # Later than sounddevice's own, and so called before it.
            atexit.register(self._at_exit)
        return self._sounddevice

    def _numbers(self, sounddevice: Any) -> list[int | None]:
        """PortAudio's numbers of the device asked for, the best first; None is the system's own.

        Raises OutputLostError if it is not there.
        """
        found: list[int | None] = []
        card = card_number(self._device) if self._device else None
        with contextlib.suppress(sounddevice.PortAudioError):
            devices = [
                (i, one["name"].lower())
                for i, one in enumerate(sounddevice.query_devices())
                if one["max_output_channels"]
            ]
            if not self._device and devices:
                return [*_bare_card(devices), None]
            if card is not None:
                # What ALSA's own files make of the card comes before the bare card: HDMI's takes no plain samples.
                found += [i for i, name in devices if name == _OF_A_CARD]
                found += [i for i, name in devices if f"(hw:{card}," in name]
            if self._device and not found:
                found += [i for i, name in devices if self._device.lower() in name]
        if not found:
            raise OutputLostError(no_such_card(self._device) if self._device and card is None else NO_DEVICE)
        return found


_HELD = Path("/proc/self/fd")
"""What this process has open: a link for each (man 5 proc)."""

_MAPS = Path("/proc/self/maps")
"""What lies in its memory."""

_CARDS = "/dev/snd/pcm"
"""How the kernel names the ways into its sound cards."""


def _opened() -> dict[Path, str]:
    """The sound cards that this process has open, by their links: none where a sound server stands in between."""
    with contextlib.suppress(OSError):
        return {link: to for link in _HELD.iterdir() if (to := _now(link)).startswith(_CARDS)}
    return {}


def _are_gone(devices: dict[Path, str]) -> bool:
    """Whether one of *devices* was pulled out: its link then says that it is deleted. Costs some microseconds."""
    return any(_now(link) != to for link, to in devices.items())


def _let_go(devices: dict[Path, str]) -> None:
    """Closes those of *devices* that were pulled out and are still open: PortAudio closes no stream that it cannot stop
    first, which a card that is gone refuses, and forgets it (19.6). The kernel would keep the card for it for ever.
    """
    gone = {link: now for link, to in devices.items() if (now := _now(link)) == f"{to} (deleted)"}
    if not gone:
        return
    unmap = ctypes.CDLL(None).munmap
    unmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t)
    for line in _MAPS.read_text().splitlines():
        # start-end rights offset device inode path
        where, *_, path = line.split(maxsplit=5)
        if path in gone.values():
            start, end = (int(at, 16) for at in where.split("-"))
            unmap(start, end - start)
    for link in gone:
        os.close(int(link.name))


def _now(link: Path) -> str:
    """What *link* leads to; "" where it is there no more."""
    try:
        return str(link.readlink())
    except OSError:
        return ""


_OWN_SOUND = Path("/etc/asound.conf")
"""What somebody made of ALSA on this machine; it is theirs to say what the system's sound is."""


def _bare_card(devices: Sequence[tuple[int, str]]) -> list[int]:
    """For a system service the first card itself, before what ALSA makes of it: there is no sound server to share with.

    ALSA's plugins would convert, which we do ourselves, and end the whole program where a busy machine lets the stream
    run dry (seen with alsa-lib 1.2.8: the assertion in snd_pcm_plugin_status).
    """
    if "INVOCATION_ID" not in os.environ or "XDG_RUNTIME_DIR" in os.environ or _OWN_SOUND.exists():
        return []
    chosen = os.environ.get("ALSA_CARD", "0")
    card = int(chosen) if chosen.isdecimal() else card_number(chosen)
    return [i for i, name in devices if f"(hw:{card}," in name]


def _on_each(block: bytes, channels: int) -> bytes:
    """The block, the same on each of *channels* (1 or 2)."""
    if channels == 1:
        return block
    both = numbers(bytes(2 * len(block)))
    both[0::2] = both[1::2] = numbers(block)
    return octets(both)
