"""The studio: leads a person through recording a voice pack in a terminal, sentence by sentence."""

from __future__ import annotations

import contextlib
import math
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TextIO

from spytable.errors import SpyTableError
from spytable.voice.devices.microphone import Microphone
from spytable.voice.packs.pack import MANIFEST, Pack, PackError, file_name, letters, load
from spytable.voice.packs.takes import Level, Listening, judge, room_of
from spytable.voice.samples.clip import Clip, wav
from spytable.voice.samples.effects import Effect
from spytable.voice.samples.soundfiles import finished
from spytable.voice.samples.wavfile import SoundFileError

SOUNDS = {
    Effect.HISS: "tsssssssss!   (the fuse of a Bomb: hiss for a second or two)",
    Effect.BANG: "BOOM!   (a Bomb goes off)",
    Effect.WIN: "Ta-daa!   (somebody has won)",
}
"""Effects that a person can make, and how they are asked for. The others are the table's own."""

_PACE = 5.0
"""Seconds that a sentence takes, with reading and one key."""

_WIDTH = 30
_MARKS = {Level.QUIET: ".", Level.GOOD: "#", Level.LOUD: "!"}


class StudioError(SpyTableError, OSError):
    """The folder cannot be written."""


class Listener(Protocol):
    """Plays a take back."""

    def __call__(self, clip: Clip, /) -> None:
        """Sounds *clip* and waits for its end. Raises SpyTableError."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing to say: *item* as the table asks for it, *prompt* as the person reads it."""

    item: str | Effect
    prompt: str


def pieces(sentences: Iterable[str]) -> tuple[Piece, ...]:
    """What there is to record: *sentences*, then the effects that a person can make."""
    return (*(Piece(words, words) for words in sentences), *(Piece(*sound) for sound in SOUNDS.items()))


class _StopError(Exception):
    """The person has had enough."""


class Studio:
    """One sitting. What is kept is on the disk at once, so that stopping at any moment loses nothing."""

    def __init__(
        self,
        folder: Path,
        language: str,
        microphone: Microphone,
        play: Listener,
        *,
        ask: Callable[[str], str] = input,
        out: TextIO | None = None,
    ) -> None:
        """*folder*: of the pack, made if need be. *ask*: shows a question and gives the line that is typed."""
        self._folder = folder
        self._language = language
        self._microphone = microphone
        self._play = play
        self._ask = ask
        self._out = out or sys.stdout
        self._room = 0.0

    def record(self, wanted: Sequence[Piece], *, only: str = "") -> int:
        """Records those of *wanted* that the folder lacks, or those that have the text *only* in them once more.

        Returns the exit status: 0 also where the person stops before the end. Raises MicrophoneError, StudioError,
        and PackError where the folder is a pack of another language.
        """
        pack = self._pack()
        if only:
            left = [piece for piece in wanted if letters(only) in letters(piece.item)]
            if not left:
                raise PackError(f"No sentence has {only!r} in it.")
        else:
            left = [piece for piece in wanted if pack.find(piece.item) is None]
        kept = 0
        with contextlib.suppress(_StopError, KeyboardInterrupt):
            self._welcome(len(wanted), len(left))
            for n, piece in enumerate(left):
                kept += self._one(piece, f"{n + 1} of {len(left)}")
        self._goodbye(wanted, kept)
        return 0

    def _welcome(self, of: int, left: int) -> None:
        if not left:
            return
        with contextlib.closing(self._microphone.listen()) as blocks:
            # A microphone that is not there is said before anything is asked.
            next(blocks)
        done = f"{of - left} of {of} are recorded. " if left < of else ""
        self._say(
            f"{done}{left} to record, about {math.ceil(left * _PACE / 60)} minutes. Stop whenever you like (q):\n"
            "what is kept stays, and the same command goes on from there.\n\n"
            "Sit a hand's length from the microphone, and speak as you would at the table. Each sentence is recorded\n"
            "as soon as it stands here, and ends by itself when you are silent."
        )
        self._question("First the room: be silent for two seconds. Enter to begin > ")
        with contextlib.closing(self._microphone.listen()) as blocks:
            self._room = room_of(blocks)
        if self._room > 0.02:
            self._say("It is loud in here. A quieter room makes a better pack.")

    def _one(self, piece: Piece, place: str) -> bool:
        """Whether *piece* was recorded and kept."""
        while True:
            self._say(f"\n{place}    Say:  {piece.prompt}")
            take = self._take()
            verdict = judge(take, self._room)
            clip: Clip | None = None
            if take is not None and verdict.usable:
                try:
                    clip = finished(take)
                except SoundFileError as error:
                    self._say(str(error))
            if verdict.good and clip:
                question = f"{verdict.text}  Enter: keep   a: again   l: listen   s: skip   q: stop > "
            elif clip:
                question = f"{verdict.text}  Enter: again   k: keep   l: listen   s: skip   q: stop > "
            else:
                question = f"{verdict.text}  Enter: again   s: skip   q: stop > "
            while (answer := self._question(question)) == "l" and clip:
                self._listen_to(clip)
            if answer == "s":
                return False
            if clip and (answer == "k" or (answer == "" and verdict.good)):
                self._keep(piece, clip)
                return True

    def _take(self) -> Clip | None:
        with contextlib.closing(self._microphone.listen()) as blocks:
            listening = Listening(blocks, self._room)
            for moment in listening:
                filled = max(0, min(_WIDTH, round(_WIDTH * (moment.decibels + 54) / 54)))
                bar = (_MARKS[moment.level] * filled).ljust(_WIDTH)
                self._meter(f"[{bar}] {moment.level.value if moment.begun else 'speak now'}")
        self._meter("")
        return listening.clip

    def _listen_to(self, clip: Clip) -> None:
        try:
            self._play(clip)
        except SpyTableError as error:
            self._say(f"It cannot be played: {error}")

    def _keep(self, piece: Piece, clip: Clip) -> None:
        self._write(f"{file_name(piece.item)}.wav", wav(clip))

    def _pack(self) -> Pack:
        """What the folder holds; the manifest is made where there is none."""
        if not (self._folder / MANIFEST).exists():
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StudioError(f"{self._folder} cannot be made: {error.strerror or error}.") from error
            self._write(MANIFEST, f'language = "{self._language}"\n'.encode())
        return load(self._folder, self._language)

    def _write(self, name: str, data: bytes) -> None:
        """Beside its place and then renamed: after a power cut a file is whole or not there."""
        path = self._folder / name
        part = path.with_name(f".{name}.part")
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except OSError as error:
            raise StudioError(f"{path} cannot be written: {error.strerror or error}.") from error

    def _goodbye(self, wanted: Sequence[Piece], kept: int) -> None:
        pack = load(self._folder)
        there = sum(pack.find(piece.item) is not None for piece in wanted)
        self._say(f"\n{kept} recorded; {there} of {len(wanted)} are there.")
        if there < len(wanted):
            self._say("The same command goes on later. What is missing, the synthesised voice says.")
        self._say(f'To hear it at the table, set in table.toml:  [voice]  pack = "{self._folder.absolute()}"')

    def _question(self, question: str) -> str:
        """The first letter of the answer, "" for none. Raises _StopError."""
        try:
            answer = self._ask(question).strip().lower()[:1]
        except EOFError:
            raise _StopError from None
        if answer == "q":
            raise _StopError
        return answer

    def _say(self, text: str) -> None:
        self._out.write(f"{text}\n")
        self._out.flush()

    def _meter(self, text: str) -> None:
        """Shows the meter in place; "" takes it away. Nothing where the output is no terminal."""
        if self._out.isatty():
            self._out.write(f"\r{text}\x1b[K")
            self._out.flush()
