"""The synthesiser: asks the worker process for clips, and replaces it when it hangs or dies."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import spytable
from spytable.errors import SpyTableError
from spytable.voice import manner
from spytable.voice.samples.clip import RATE, Clip
from spytable.voice.samples.effects import Effect
from spytable.voice.words import Calm, Foreign, Words

Item = Words | Calm | Effect
"""What can be made: words to be spoken, or an effect."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A file of a voice pack. *level*: dB of full scale that it is brought to. *key*: its name in the cache."""

    path: Path
    level: float
    key: str


_STEP = 0.1
"""Seconds after which a waiting request looks whether the voice was closed. Only while a request is under
way."""

_LONGEST_LINE = 64 * 1024
_LONGEST_CLIP = 60 * 2 * RATE


def words_of(words: Words | Calm) -> str:
    """The words without their voice and pace."""
    words = words.words if isinstance(words, Calm) else words
    return words.words if isinstance(words, Foreign) else words


def name_of(item: Item | Recorded) -> str:
    """What a clip of *item* is called."""
    if isinstance(item, Recorded):
        return item.path.stem
    return item.value if isinstance(item, Effect) else words_of(item)


class VoiceName(NamedTuple):
    """A voice's whole name, "gmw/fy", and what it is called, "West Frisian"."""

    identifier: str
    title: str


class SynthesisError(SpyTableError, RuntimeError):
    """A clip could not be made. *remedy*: what a person can do, in a sentence, or ""."""

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what)
        self.remedy = remedy


def worker_command(folder: Path | None = None) -> tuple[str, ...]:
    """The command of the real worker. -P: no file in the working folder may pass for a module."""
    command = (sys.executable, "-P", "-m", "spytable.voice.synthesis.worker")
    return command if folder is None else (*command, str(folder.absolute()))


class Synthesiser:
    """One worker process, started when it is needed. `make` is for one thread at a time; `close` for any."""

    def __init__(
        self,
        voice: str = "en",
        rate: int = 170,
        command: Sequence[str] | None = None,
        deadline: float = 20.0,
        folder: Path | None = None,
    ) -> None:
        """*rate*: words a minute. *deadline*: seconds for one answer; a worker that takes longer hangs.

        A worker that has not answered yet gets three times that: on the smallest Pi Python and pyttsx3 start
        in seconds. *folder*: where our own voices' data may be kept; without it there are only eSpeak NG's.
        """
        self.voice = voice
        self.rate = rate
        self.names: dict[str, tuple[str, ...]] = {}
        """The players' names that a pause follows, by voice."""
        self._command = tuple(command or worker_command(folder))
        self.deadline = deadline
        self._process: subprocess.Popen[bytes] | None = None
        self._answered = False
        self._number = 0
        self._pending = b""
        self._lock = threading.Lock()
        self._closed = False

    @property
    def running(self) -> bool:
        """Whether there is a worker process now."""
        return self._process is not None

    @property
    def process_id(self) -> int | None:
        """Of the worker, for measuring; None when there is none."""
        process = self._process
        return process.pid if process else None

    def make(self, item: Item | Recorded) -> Clip:
        """The item's clip. Raises SynthesisError; the next request then meets a new worker if this one was at
        fault.

        A worker that died since its last answer is replaced at once and asked again, once.
        """
        try:
            return self._ask(item)
        except _WorkerLostError as lost:
            self.rest()
            if lost.hangs or self._closed:
                raise SynthesisError(str(lost)) from None
        try:
            return self._ask(item)
        except _WorkerLostError as lost:
            self.rest()
            raise SynthesisError(str(lost)) from None

    def voice_of(self, words: Words | Calm) -> str:
        """The voice that says *words*."""
        words = words.words if isinstance(words, Calm) else words
        return words.voice if isinstance(words, Foreign) else self.voice

    def pace_of(self, words: Words | Calm) -> int:
        """How fast it says *words*, in words a minute."""
        rate = round(self.rate * manner.CALM) if isinstance(words, Calm) else self.rate
        return manner.pace(rate, self.voice_of(words))

    def text_of(self, words: Words | Calm) -> str:
        """What the voice is given to say *words*: the names in `names` set apart."""
        voice = self.voice_of(words)
        return manner.set_apart(words_of(words), self.names.get(voice, ()), voice)

    def voices(self) -> dict[str, VoiceName]:
        """The voices that there are, by language. Raises SynthesisError."""
        try:
            self._number += 1
            self._send(json.dumps({"id": self._number, "voices": True}).encode() + b"\n")
            head, _ = self._answer()
            return {language: VoiceName(*name) for language, name in head["voices"].items()}
        except (_WorkerLostError, KeyError, TypeError) as error:
            self.rest()
            raise SynthesisError(str(error)) from None

    def rest(self) -> None:
        """Ends the worker, which takes 17 MB, until it is needed again."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        # The worker leads a session of its own: whatever it may have started ends with it.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
        process.wait()

    def close(self) -> None:
        """Ends the worker for good, also in the middle of a request, which then raises SynthesisError."""
        self._closed = True
        with self._lock:
            process = self._process
        if process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)

    def _ask(self, item: Item | Recorded) -> Clip:
        self._number += 1
        request: dict[str, Any] = {"id": self._number}
        if isinstance(item, Effect):
            request["effect"] = item.value
        elif isinstance(item, Recorded):
            request |= {"file": str(item.path), "level": item.level}
        else:
            voice = self.voice_of(item)
            request |= {"words": self.text_of(item), "voice": voice, "rate": self.pace_of(item)}
        self._send(json.dumps(request).encode() + b"\n")
        head, until = self._answer()
        size, rate = head.get("bytes"), head.get("rate")
        if not isinstance(size, int) or not 0 < size <= _LONGEST_CLIP or size % 2:
            raise _WorkerLostError("The speech synthesiser answers nonsense.")
        clip = Clip(self._take(size, until), RATE, name_of(item))
        if rate != RATE or not any(clip.samples):
            raise SynthesisError("The speech synthesiser gave no sound that can be played.")
        return clip

    def _answer(self) -> tuple[dict[str, Any], float]:
        """What the worker answers, and until when the rest of it must be there."""
        until = time.monotonic() + (self.deadline if self._answered else 3 * self.deadline)
        head = self._head(until)
        self._answered = True
        if "error" in head:
            raise SynthesisError(str(head["error"]), str(head.get("remedy", "")))
        if head.get("id") != self._number:
            raise _WorkerLostError("The speech synthesiser answers nonsense.")
        return head, until

    def _send(self, line: bytes) -> None:
        process = self._process or self._start()
        assert process.stdin is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
        except OSError:
            raise _WorkerLostError("The speech synthesiser ended.") from None

    def _start(self) -> subprocess.Popen[bytes]:
        environment = dict(os.environ)
        home = str(Path(spytable.__file__).resolve().parent.parent)
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (home, environment.get("PYTHONPATH"))))
        self._pending = b""
        self._answered = False
        with self._lock:
            if self._closed:
                raise SynthesisError("The voice is closed.")
            try:
                self._process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env=environment,
                    start_new_session=True,
                )
            except OSError as error:
                raise SynthesisError(f"The speech synthesiser cannot be started: {error}.") from None
            return self._process

    def _head(self, until: float) -> dict[str, Any]:
        while b"\n" not in self._pending:
            if len(self._pending) > _LONGEST_LINE:
                raise _WorkerLostError("The speech synthesiser answers nonsense.")
            self._read(until)
        line, _, self._pending = self._pending.partition(b"\n")
        try:
            head = json.loads(line)
        except ValueError:
            head = None
        if not isinstance(head, dict):
            raise _WorkerLostError("The speech synthesiser answers nonsense.")
        return head

    def _take(self, size: int, until: float) -> bytes:
        while len(self._pending) < size:
            self._read(until)
        taken, self._pending = self._pending[:size], self._pending[size:]
        return taken

    def _read(self, until: float) -> None:
        process = self._process
        assert process is not None and process.stdout is not None
        while True:
            if self._closed:
                raise _WorkerLostError("The voice is closed.")
            left = until - time.monotonic()
            if left <= 0:
                raise _WorkerLostError("The speech synthesiser hangs.", hangs=True)
            ready, _, _ = select.select([process.stdout], [], [], min(left, _STEP))
            if ready:
                break
        data = os.read(process.stdout.fileno(), 1 << 16)
        if not data:
            raise _WorkerLostError("The speech synthesiser ended.")
        self._pending += data


class _WorkerLostError(Exception):
    """The worker is of no more use. *hangs*: it took its time, so that asking a new one would take as long
    again."""

    def __init__(self, what: str, *, hangs: bool = False) -> None:
        super().__init__(what)
        self.hangs = hangs
