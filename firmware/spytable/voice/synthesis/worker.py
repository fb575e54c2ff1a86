"""The synthesis worker: a process of its own that turns words, effects and sound files into clips, one at a time.

Requests come in on standard input, one JSON object a line:
    {"id": 1, "words": "Red's turn.", "voice": "en", "rate": 170}
    {"id": 2, "effect": "hiss"}
    {"id": 3, "file": "/home/pi/grandma/greens-turn.wav", "level": -19.0}
    {"id": 3, "voices": true}
An answer is a JSON line on standard output, followed by that many bytes of samples:
    {"id": 1, "rate": 22050, "bytes": 41000}
or {"id": 3, "voices": {"fi": ["urj/fi", "Finnish"], …}}, or says what is wrong, and what to do:
    {"id": 1, "error": "There is no voice xx. …", "remedy": "…"}

pyttsx3 only synthesises here, one utterance a run; it never plays. Its `runAndWait` sleeps 10 ms after each
utterance and no more; its outer loop (`startLoop(False)`, `iterate`) raises TypeError in 2.99, so
`runAndWait` it is. pyttsx3 wants a file name to write to: it gets a file in memory, so that no end of this
process, however sudden, leaves a file behind.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import sys
import time
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from spytable.voice.samples.clip import Clip, levelled, rms, trimmed
from spytable.voice.samples.effects import LOUDNESS, Effect, synthesise
from spytable.voice.samples.wavfile import SoundFileError
from spytable.voice.synthesis import espeak, loading
from spytable.voice.synthesis.espeak_data import VOICE
from spytable.voice.words import only_words

_NICENESS = 10
"""Preparing must not take the processor from the game; one utterance takes milliseconds, so a call in need
waits little."""

_RATE, _CURRENT = 1, 1
"""espeakRATE, and the value that holds now (speak_lib.h)."""

_SHORTEST, _WEAKEST = 0.05, 0.003
"""Seconds and RMS (-50 dB of full scale): anything below is not speech, whatever pyttsx3 says."""


class Speech:
    """pyttsx3's engine, started with the first words."""

    def __init__(self, cache: Path | None = None) -> None:
        """*cache*: see `loading.load`."""
        self._missing = loading.load(cache)
        import pyttsx3

        self._engine = pyttsx3.init("espeak")
        from pyttsx3.drivers import _espeak

        self._voices: dict[str, str] = {}
        self._titles: dict[str, str] = {}
        for voice in self._engine.getProperty("voices"):
            # An id is "gmw/en": family and language. Either the whole or the language alone names a voice.
            self._voices.setdefault(voice.id.rpartition("/")[2], voice.id)
            self._titles.setdefault(voice.id, voice.name)
        self._ids = set(self._voices.values())
        self._now: tuple[str, int] | None = None
        self._errors: list[BaseException] = []
        self._engine.connect("error", lambda name=None, exception=None: self._errors.append(exception))
        self._parameter = _espeak.dll.espeak_GetParameter
        self._is_busy = _espeak.dll.espeak_IsPlaying
        self._file = os.memfd_create("speech")
        # Until its first run an engine only queues what it is told; after a run of nothing it obeys at once.
        self._engine.runAndWait()

    @property
    def voices(self) -> dict[str, tuple[str, str]]:
        """The voices by their languages: whole name, and what each is called."""
        return {language: (voice, self._titles[voice]) for language, voice in self._voices.items()}

    def synthesise(self, words: str, voice: str, rate: int) -> Clip:
        """The words as a clip, silence trimmed. Raises LookupError for a voice that there is not,
        RuntimeError for no speech."""
        words = only_words(words)
        if not words:
            raise RuntimeError("There are no words to say.")
        self._choose(voice, rate)
        # Once in some thousand utterances eSpeak NG gives silence, and the next time speech.
        clip = self._spoken(words) or self._spoken(words)
        if clip is None:
            raise RuntimeError("eSpeak NG gave silence.")
        return clip

    def _spoken(self, words: str) -> Clip | None:
        """The words as a clip, None for silence. Raises RuntimeError."""
        os.ftruncate(self._file, 0)
        self._engine.save_to_file(words, f"/proc/self/fd/{self._file}")
        self._engine.runAndWait()
        if self._errors:
            raise RuntimeError(f"pyttsx3 failed: {self._errors.pop()}")
        with os.fdopen(os.dup(self._file), "rb") as file:
            file.seek(0)
            with wave.open(file) as sound:
                clip = Clip(sound.readframes(sound.getnframes()), sound.getframerate(), words)
        clip = trimmed(clip)
        if clip.seconds < _SHORTEST or rms(clip.samples, every=47) < _WEAKEST:
            return None
        return levelled(clip, LOUDNESS)

    def _choose(self, voice: str, rate: int) -> None:
        """Sets voice and rate, and looks whether they are set: pyttsx3 stays English in silence where it
        cannot."""
        if self._now == (voice, rate):
            return
        identifier = voice if voice in self._ids else self._voices.get(voice)
        if identifier is None:
            known = ", ".join(sorted(self._voices))
            why = f" {self._missing}" if voice == VOICE else ""
            raise LookupError(f"There is no voice {voice!r}. There are: {known}.{why}")
        # A voice is changed here and now, in the middle of whatever eSpeak NG's own thread has still to finish.
        self._wait_until(lambda: not self._is_busy(), "eSpeak NG does not come to rest.")
        self._engine.setProperty("voice", identifier)
        self._engine.setProperty("rate", rate)
        if self._errors:
            raise LookupError(str(self._errors.pop()))
        found = self._engine.getProperty("voice")
        if found != identifier:
            raise LookupError(f"eSpeak NG took the voice {found!r} for {identifier!r}.")
        # A rate is taken in that thread. What is to be said before it is taken is said at the old one (seen in 1.52,
        # every other time that voice and rate change).
        self._wait_until(lambda: self._parameter(_RATE, _CURRENT) == rate, f"eSpeak NG does not take the rate {rate}.")
        self._now = (voice, rate)

    @staticmethod
    def _wait_until(true: Callable[[], bool], otherwise: str) -> None:
        """Returns when it is *true*. Raises RuntimeError, saying *otherwise*, after a second."""
        until = time.monotonic() + 1.0
        while not true():
            if time.monotonic() > until:
                raise RuntimeError(otherwise)
            time.sleep(0.0005)


def answer(
    request: dict[str, Any], speech: list[Speech], cache: Path | None = None
) -> tuple[dict[str, Any], bytes]:
    """The answer's header and its samples. *speech* holds the engine once there is one."""
    head: dict[str, Any] = {"id": request.get("id")}
    try:
        if "effect" in request:
            clip = synthesise(Effect(request["effect"]))
        elif "file" in request:
            # Late: most tables have no voice pack. Here, since a decoder may not survive what a stranger made.
            from spytable.voice.samples.soundfiles import read

            clip = read(Path(request["file"]), request["level"])
        else:
            if not speech:
                speech.append(Speech(cache))
            if "voices" in request:
                return head | {"voices": speech[0].voices}, b""
            clip = speech[0].synthesise(request["words"], request["voice"], request["rate"])
    except SoundFileError as error:
        return head | {"error": str(error)}, b""
    except LookupError as error:
        return head | {
            "error": str(error.args[0] if error.args else error),
            "remedy": "Choose one of them.",
        }, b""
    except (ImportError, OSError) as error:
        return head | {
            "error": f"The speech synthesiser does not start: {error}.",
            "remedy": espeak.REMEDY,
        }, b""
    except Exception as error:
        # pyttsx3 raises RuntimeError without a library; whatever else it raises, the table shall hear of it.
        remedy = espeak.REMEDY if not speech and espeak.find() is None else ""
        return head | {"error": str(error) or repr(error), "remedy": remedy}, b""
    return head | {"rate": clip.rate, "bytes": len(clip.samples)}, clip.samples


def serve(requests: BinaryIO, answers: BinaryIO, cache: Path | None = None) -> None:
    """Answers each line until the end of *requests*. *cache*: see `loading.load`."""
    speech: list[Speech] = []
    for line in requests:
        head, samples = answer(json.loads(line), speech, cache)
        answers.write(json.dumps(head).encode() + b"\n" + samples)
        answers.flush()


def main() -> None:
    """Runs the worker; it ends with its standard input, and with the process that started it."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # pyttsx3 prints "Audio saved to …", and libraries print what they like
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table, which then ends this
    with contextlib.suppress(OSError):
        os.nice(_NICENESS)
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: no orphan, even when synthesis hangs
    with contextlib.suppress(BrokenPipeError):
        serve(sys.stdin.buffer, answers, Path(sys.argv[1]) if len(sys.argv) > 1 else None)


if __name__ == "__main__":
    main()
