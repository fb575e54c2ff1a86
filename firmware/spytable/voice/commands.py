"""What `spytable say` and `spytable voice` do: the voice without a table around it."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Protocol, TextIO

from spytable.errors import SpyTableError
from spytable.game.calls import Call
from spytable.game.cards import Colour, places
from spytable.referee.call_lines import parse_call
from spytable.voice.cache import default_folder
from spytable.voice.clips import Recordings
from spytable.voice.devices.outputs import NullOutput, Output
from spytable.voice.manner import RATE, set_apart
from spytable.voice.samples.clip import wav
from spytable.voice.script import Line, Naming, Sayings, lines
from spytable.voice.synthesis.synthesiser import Synthesiser, words_of
from spytable.voice.voice import Voice

GAMES: tuple[tuple[Colour, ...], ...] = (
    (Colour.GREEN, Colour.RED, Colour.BLUE, Colour.YELLOW),
    (Colour.GREEN, Colour.RED),
    (Colour.GREEN, Colour.RED, Colour.BLUE),
)
"""Games that together bring every sentence: what one of another size says is said in these too."""

_STEP = 0.1
"""Seconds between two looks at how far the preparing is."""

_PATIENCE = 60.0
_WIDTH = 40


class VoiceCommandError(SpyTableError, RuntimeError):
    """A command of the voice cannot do what it should; the message says why and what to do."""


class Language(Sayings, Protocol):
    """What the commands ask of a language: `spytable.language.phrases.Phrases` has it."""

    language: str

    def everything_said(self, seats: Sequence[Colour], cards: int, /) -> tuple[str, ...]:
        """Every sentence of a game, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the voice speaks, as the settings have it. *rate*: words a minute. *volume*: 0 to 1. *lead_in*: seconds.
    *pack*: recordings that come before what is synthesised."""

    rate: int = RATE
    volume: float = 1.0
    lead_in: float = 0.0
    pack: Recordings | None = None


def say(
    call: str,
    language: Language,
    *,
    output: Output,
    out: Path | None = None,
    effect_only: bool = False,
    show: bool = False,
    manner: Manner | None = None,
) -> int:
    """Sounds *call*, a call of the table protocol as JSON, as the table would; returns the exit status.

    *out*: the WAV file to write instead (16-bit mono). *show*: prints words and phonemes instead, or as well as *out*.
    Raises BadCallError; VoiceCommandError where there is nothing to hear, or no way to hear it.
    """
    said = parse_call(call)
    sayings = _Wordless() if effect_only else language
    line = _line(said, sayings)
    if show:
        _show(line, language)
    if out is None and show:
        return 0
    if out is None and type(output) is NullOutput:
        raise VoiceCommandError("The settings choose no sound (voice.output). Write a file: --out FILE.")
    voice, troubles = _voice(sayings, language.language, manner or Manner(), NullOutput() if out else output)
    try:
        if out is None:
            voice.speak([said])
            voice.wait_until_quiet(2 * _PATIENCE)
            troubles.check("voice")
            troubles.check("sound", otherwise="Plug in a speaker, or write a file: --out FILE.")
            return 0
        clip = voice.render([said], _PATIENCE)
        troubles.check("voice")
        try:
            out.write_bytes(wav(clip))
        except OSError as error:
            raise VoiceCommandError(f"Cannot write {out}: {error.strerror or error}.") from error
    finally:
        voice.close()
    return 0


class _Wordless:
    """The language of effects."""

    def speech(self, calls: Sequence[Call], /) -> tuple[str, ...]:
        """No words."""
        return ()


def _line(call: Call, sayings: Sayings) -> Line:
    """The one line of *call*. Raises VoiceCommandError for a silent one."""
    found = lines([call], sayings.speech)
    if not found:
        what = "has no effect" if isinstance(sayings, _Wordless) else "is silent: it has neither effect nor words"
        raise VoiceCommandError(f"The call {call.call} {what}.")
    return found[0]


def _show(line: Line, language: Language) -> None:
    if line.effect:
        print(f"effect    {line.effect.value}")
    if line.words:
        # Late: it loads eSpeak NG into this process.
        from spytable.voice.synthesis.phonemes import Reader

        names, voice = language.names_aloud() if isinstance(language, Naming) else (), language.language
        spoken = " ".join(set_apart(words_of(words), names, voice) for words in line.words)
        print(f"words     {' '.join(map(words_of, line.words))}")
        print(f"phonemes  {Reader(default_folder()).phonemes(spoken, voice)}")


class _Troubles:
    """Keeps what does not work, of the parts that matter to a command."""

    def __init__(self) -> None:
        self._now: dict[str, tuple[str, str]] = {}

    def __call__(self, part: str, what: str, remedy: str) -> None:
        self._now[part] = (what, remedy)

    def check(self, part: str, *, otherwise: str = "") -> None:
        """Raises VoiceCommandError where *part* does not work, with its remedy or with *otherwise*."""
        what, remedy = self._now.get(part, ("", ""))
        if what:
            raise VoiceCommandError(f"{what} {otherwise or remedy}".rstrip())


def _voice(sayings: Sayings, voice: str, manner: Manner, output: Output) -> tuple[Voice, _Troubles]:
    troubles = _Troubles()
    made = Voice(
        sayings,
        output=output,
        voice=voice,
        rate=manner.rate,
        volume=manner.volume,
        lead_in=manner.lead_in,
        pack=manner.pack,
        patience=_PATIENCE,
        trouble=troubles,
    )
    return made, troubles


def all_sentences(language: Language, players: int = 4) -> tuple[str, ...]:
    """Every sentence of games of up to so many *players*, the likeliest first."""
    games = [language.everything_said(seats, places(len(seats))) for seats in GAMES if len(seats) <= players]
    likely: dict[str, int] = {}
    for game in games:
        for at, words in enumerate(game):
            # How a game for two begins comes before what is seldom said in one for four.
            likely[words] = min(at, likely.get(words, at))
    return tuple(sorted(likely, key=likely.__getitem__))


def prepare(language: Language, *, manner: Manner | None = None, bar: TextIO = sys.stderr) -> int:
    """Synthesises all that games of two to four say, and keeps it; returns the exit status.

    A bar on *bar* shows how far it is, where that is a terminal. Raises VoiceCommandError.
    """
    sentences = all_sentences(language)
    begun = time.monotonic()
    voice, troubles = _voice(language, language.language, manner or Manner(), NullOutput())
    try:
        voice.prepare(sentences)
        with _Bar(bar, language.language) as progress:
            while not voice.wait_until_prepared(_STEP):
                progress.show(*voice.progress)
            progress.show(*voice.progress)
        troubles.check("voice")
        troubles.check("voice cache", otherwise="Nothing was prepared.")
    finally:
        voice.close()
    took = time.monotonic() - begun
    print(f"{language.language}: {len(sentences)} sentences are ready ({took:.1f} s), in {default_folder()}")
    return 0


class _Bar:
    """A bar that grows on a terminal; nothing anywhere else."""

    def __init__(self, out: TextIO, name: str) -> None:
        self._out = out if out.isatty() else None
        self._name = name

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *of_error: object) -> None:
        if self._out:
            # The line is cleared: what comes next stands in its place.
            self._out.write("\r\x1b[K")
            self._out.flush()

    def show(self, done: int, of: int) -> None:
        """*done* parts out of *of* are ready."""
        if self._out and of:
            full = _WIDTH * done // of
            self._out.write(f"\r{self._name} [{'#' * full}{'.' * (_WIDTH - full)}] {100 * done // of:3d} %")
            self._out.flush()


def list_voices(languages: Sequence[str]) -> int:
    """Prints the *languages* that there are phrases for with the voice that says each, then the other voices.

    Returns the exit status. Raises SynthesisError.
    """
    synthesiser = Synthesiser(folder=default_folder())
    try:
        voices = synthesiser.voices()
    finally:
        synthesiser.close()
        synthesiser.rest()
    print("Languages of the table, and the voices that say them:")
    for language in languages:
        voice = voices.get(language)
        print(f"  {language:4}{voice.identifier:10}{voice.title}" if voice else f"  {language:4}has no voice")
    others = " ".join(language for language in sorted(voices) if language not in languages)
    print(
        fill(
            f"Other voices, for phrase files of your own: {others}", 100, subsequent_indent="  ", break_on_hyphens=False
        )
    )
    return 0
