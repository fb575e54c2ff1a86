"""aplay, ALSA's own player: the fallback where there is no PortAudio."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import time

from spytable.voice.devices.cards import card_number
from spytable.voice.devices.outputs import BLOCK, NO_DEVICE, OutputLostError, Take


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
            command.append(f"--device={self._name()}")
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
        except OSError as error:
            what = "aplay is not installed."
            raise OutputLostError(what, "Install Debian's package alsa-utils.", missing=True) from error
        return self._process

    def _name(self) -> str:
        """The device as ALSA knows it. "sysdefault" is what ALSA's own files make of a card: the direct "hw" of HDMI
        takes no plain samples."""
        return self._device if card_number(self._device) is None else f"sysdefault:CARD={self._device}"

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
