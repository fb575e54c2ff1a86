"""Sound cards: PortAudio through sounddevice, and ALSA's own aplay where there is no PortAudio."""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spytable.voice.clip import RATE, numbers, octets, silence
from spytable.voice.outputs import BLOCK, NO_DEVICE, OutputLostError, Take

_ASOUND = Path("/proc/asound")
"""Where the kernel links a card's id to its number."""

_FORMATS = ((1, 1), (1, 2), (2, 1), (2, 2))
"""What a card is asked for, in this order: how many times RATE, and how many channels.

ALSA's own devices take anything; a card spoken to directly (HDMI, I2S) often takes two channels at 44,100 Hz
only.
"""

_LATENCY = 0.06
"""Seconds of sound that a stream holds while something plays: what Python's other threads take must not make
a gap."""

_RESERVE = 0.04
"""Seconds of silence that it holds otherwise: a sound is heard that much later, and finds room at once."""

_STEP = 0.015
"""Seconds after which a silent stream is looked after."""

_STDERR = threading.Lock()


class SoundDeviceOutput:
    """One stream of PortAudio, opened with the first take and kept running until `rest`.

    A thread of its own feeds it, silence where nothing plays: a stream that runs dry stops, loses the first
    moments of what comes next, never starts for a sound as short as a tick, and pops on I2S. That thread
    alone touches the stream, for PortAudio's streams are not safe to share.
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
            # At the program's end sounddevice ends PortAudio, which crashes while a thread is in it.
            atexit.unregister(getattr(self._sounddevice, "_exit_handler", print))

    def _run(self, stream: Any, times: int, channels: int) -> None:
        me = threading.current_thread()
        failed = self._sounddevice.PortAudioError
        quiet = _widened(silence(_STEP), times, channels)
        try:
            room = stream.write_available
            enough = room - min(room // 2, int(_RESERVE * times * RATE))
            while self._running and self._feed is me:
                if (block := self._next()) is not None:
                    stream.write(_widened(block, times, channels))
                elif stream.write_available > enough:
                    stream.write(quiet)
                else:
                    with self._changed:
                        if self._blocks is None and self._running:
                            self._changed.wait(_STEP)
            # Not `stop`, which waits for all that is buffered, with some drivers for seconds.
            stream.abort()
        except failed:
            with self._changed:
                if self._feed is me:
                    self._running = False
                self._changed.notify_all()
        with contextlib.suppress(failed), _quiet_stderr():
            stream.close()

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
        sounddevice = self._library()
        if self._stuck is not None:
            self._stuck.join(0.5)
            if self._stuck.is_alive():
                raise OutputLostError("The sound device hangs.")
            self._stuck = None
        if self._lost:
            # PortAudio lists the cards once, when it starts: to see one that came back it has to start anew.
            with contextlib.suppress(AttributeError, sounddevice.PortAudioError), _quiet_stderr():
                sounddevice._terminate()
                sounddevice._initialize()
        self._lost = True
        device = self._number(sounddevice)
        failure: Exception | None = None
        for times, channels in _FORMATS:
            try:
                with _quiet_stderr():
                    stream = sounddevice.RawOutputStream(
                        samplerate=times * RATE,
                        channels=channels,
                        dtype="int16",
                        device=device,
                        latency=_LATENCY,
                    )
                    stream.start()
            except (sounddevice.PortAudioError, ValueError) as error:
                failure = failure or error
            else:
                self._lost, self._running = False, True
                self._feed = threading.Thread(
                    target=self._run, args=(stream, times, channels), name="voice-stream", daemon=True
                )
                self._feed.start()
                return
        raise OutputLostError from failure

    def _library(self) -> Any:
        if self._sounddevice is None:
            try:
                import sounddevice
            except (ImportError, OSError) as error:
                # sounddevice raises OSError where PortAudio's library is missing.
                what = "PortAudio is not installed."
                raise OutputLostError(what, "Install Debian's package libportaudio2.", missing=True) from error
            self._sounddevice = sounddevice
            _quiet_alsa()
        return self._sounddevice

    def _number(self, sounddevice: Any) -> int | None:
        """PortAudio's number of the device asked for, None for the system's own. Raises OutputLostError if it
        is not there."""
        with contextlib.suppress(sounddevice.PortAudioError):
            devices = [(i, one) for i, one in enumerate(sounddevice.query_devices()) if one["max_output_channels"]]
            if not self._device and devices:
                return None
            card = card_number(self._device) if self._device else None
            for sign in (None if card is None else f"(hw:{card},", self._device):
                for i, one in devices:
                    if sign and sign.lower() in one["name"].lower():
                        return i
        raise OutputLostError(f"There is no sound device {self._device!r}." if self._device else NO_DEVICE)


class AplayOutput:
    """A process of ALSA's aplay for each take, fed as it plays. Whether it played is what its exit status
    says."""

    _AHEAD = 0.15
    """Seconds that are written ahead of what sounds: what is in aplay's pipe cannot be cut or mixed with."""

    _STUCK = 5.0
    """Seconds without progress after which aplay hangs."""

    def __init__(self, device: str = "", program: str = "aplay") -> None:
        """*device*: the id of a card, or a name that ALSA's configuration has; "" is the system's own."""
        self._device = device
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def play(self, take: Take) -> None:
        """Starts aplay, feeds it, and waits for its end."""
        process = self._start(take.clip.rate)
        try:
            self._feed(process, take)
            status = process.wait(self._AHEAD + self._STUCK)
        except BrokenPipeError:
            # It ended before it had all: its status tells why.
            status = process.wait(self._STUCK)
        except (subprocess.TimeoutExpired, TimeoutError):
            raise OutputLostError(
                "The sound device hangs.", "Turn the speaker off and on, or choose another."
            ) from None
        finally:
            complaint = self._end(process)
        if status != 0 and not self._closed:
            reason = complaint.strip().splitlines()[-1:] or [f"status {status}"]
            raise OutputLostError(f"{NO_DEVICE} aplay says: {reason[0]}.")

    def overlay(self, clip: object, volume: float) -> bool:
        """The take mixes it: a second aplay on one card is refused."""
        return False

    def rest(self) -> None:
        """No process stays between takes."""

    def close(self) -> None:
        """Ends the process that plays."""
        self._closed = True
        process = self._process
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()

    def _start(self, rate: int) -> subprocess.Popen[bytes]:
        command = [self._program, "-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(rate)]
        if self._device:
            name = f"plughw:CARD={self._device}" if card_number(self._device) is not None else self._device
            command.append(f"--device={name}")
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
        except OSError as error:
            what = "aplay is not installed."
            raise OutputLostError(what, "Install Debian's package alsa-utils.", missing=True) from error
        return self._process

    def _feed(self, process: subprocess.Popen[bytes], take: Take) -> None:
        assert process.stdin is not None
        pipe = process.stdin.fileno()
        begun, written = time.monotonic(), 0.0
        for block in take.blocks():
            if not select.select([], [pipe], [], self._STUCK)[1]:
                raise TimeoutError
            # A block is smaller than PIPE_BUF: a pipe that has room takes it whole.
            os.write(pipe, block)
            written += BLOCK
            take.wait(written - self._AHEAD - (time.monotonic() - begun))
        process.stdin.close()

    def _end(self, process: subprocess.Popen[bytes]) -> str:
        """Makes certain that it is over; what it complained of."""
        self._process = None
        if process.poll() is None:
            process.kill()
            process.wait()
        assert process.stdin is not None and process.stderr is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        with process.stderr as stream:
            return stream.read(4096).decode(errors="replace")


def card_number(identifier: str) -> int | None:
    """The number that the kernel gave the card of this id at this start; None if there is no such card."""
    with contextlib.suppress(OSError, ValueError):
        if "/" not in identifier:
            return int((_ASOUND / identifier).readlink().name.removeprefix("card"))
    return None


def _widened(block: bytes, times: int, channels: int) -> bytes:
    """The block at *times* the rate (1 or 2, straight lines between samples) and the same on each of
    *channels*."""
    if times == channels == 1:
        return block
    values = numbers(block)
    if times == 2:
        wide = numbers(bytes(2 * len(block)))
        wide[0::2] = values
        following = values[1:] + values[-1:]
        wide[1::2] = numbers(octets([(a + b) // 2 for a, b in zip(values, following, strict=True)]))
        values = wide
    if channels == 2:
        both = numbers(bytes(4 * len(values)))
        both[0::2] = values
        both[1::2] = values
        values = both
    return octets(values)


def _quiet_alsa() -> None:
    """Gives ALSA's library a handler for its messages that does nothing: it prints each underrun, which a
    pause is.

    The handler is a function of C's library that ignores what it is given, since a function of ours would
    need Python's lock in the middle of the sound, and would be called after Python's end.
    """
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        nothing = ctypes.cast(ctypes.CDLL(None).abs, ctypes.c_void_p)
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(nothing)


@contextlib.contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Keeps PortAudio and ALSA, which print from C where a card is missing, from the log.

    The whole process has one standard error: for the milliseconds in here lines of other threads are lost
    too.
    """
    with _STDERR:
        try:
            kept = os.dup(2)
        except OSError:
            yield
            return
        try:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 2)
            os.close(nothing)
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
