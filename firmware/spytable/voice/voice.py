"""The voice: what the table asks to have said, and the rooms behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from pathlib import Path

from spytable.game.calls import Call
from spytable.referee.comfort import LEVELS, Manner
from spytable.referee.press import Cue
from spytable.referee.remarks import Reading, Remark, Wins
from spytable.voice.cache import Cache, default_folder
from spytable.voice.clips import Clips, Recordings, Trouble
from spytable.voice.devices.outputs import Output
from spytable.voice.manner import RATE
from spytable.voice.samples.clip import Clip, joined
from spytable.voice.samples.effects import Effect
from spytable.voice.script import CUES, Line, Naming, Rank, Sayings, Telling, lines
from spytable.voice.speaker import PATIENCE, Speaker
from spytable.voice.synthesis.synthesiser import Item, Synthesiser
from spytable.voice.words import Calm, Foreign, Words


def _no_one(part: str, what: str, remedy: str) -> None:
    """For whoever does not want to hear of troubles."""


class Voice:
    """Speaks calls. Only `close`, `render` and the waits block; nothing raises on account of sound.

    Troubles come as (part, what, remedy) from any thread; the parts are "sound" (the device), "voice" (the
    words), "voice cache" and "voice pack FILE". what "" says that the part works again.
    """

    def __init__(
        self,
        phrases: Sayings,
        *,
        output: Output,
        cache: Path | None = None,
        voice: str = "en",
        second: tuple[Sayings, str] | None = None,
        pack: Recordings | None = None,
        rate: int = RATE,
        volume: float = 1.0,
        lead_in: float = 0.0,
        patience: float = PATIENCE,
        trouble: Trouble = _no_one,
        synthesiser: Synthesiser | None = None,
    ) -> None:
        """Nothing is started before the first request.

        *cache*: the folder for synthesised sound, by default XDG's. *voice*: one of eSpeak NG's, by language
        ("en") or whole name ("gmw/en"). *second*: the words of another language, which repeats each line, and its
        voice. *pack*: recordings that come before what is synthesised (`spytable.voice.packs.pack.load`). *rate*:
        words a minute. *volume*: 0 to 1. *lead_in*: seconds of silence before a line that follows on silence.
        *patience*: seconds that a line waits for words which are not ready.
        """
        self._phrases = phrases
        self._trouble = trouble
        self._phrases_fail = False
        self._second = second
        self._volume = max(0.0, min(1.0, volume))
        self._manner = Manner()
        self._wanted: tuple[Words, ...] = ()
        folder = cache or default_folder()
        made_by = synthesiser or Synthesiser(voice, rate, folder=folder)
        self._made_by = made_by
        self.call_anew()
        self._clips = Clips(made_by, Cache(folder), trouble, pack=pack)
        self._speaker = Speaker(
            self._clips,
            output,
            trouble,
            volume=self._volume,
            lead_in=lead_in,
            patience=patience,
        )

    def call_anew(self) -> None:
        """Takes note of how the languages call the players now."""
        for sayings, name in ((self._phrases, self._made_by.voice), *([self._second] if self._second else ())):
            if isinstance(sayings, Naming):
                self._made_by.names[name] = sayings.names_aloud()

    def prepare(self, utterances: Iterable[str] = (), second: Iterable[str] = ()) -> None:
        """Makes the effects and *utterances* in the background at low priority, in this order: give the
        likeliest first. *second*: those of the second language, which take their turns.

        What an earlier `prepare` has not come to yet is given up.
        """
        both = zip_longest(utterances, self._foreign(second))
        self._wanted = tuple(words for pair in both for words in pair if words)
        self._prepare()

    def _prepare(self) -> None:
        """Begins anew with what is wanted, at the pace that holds now; what is there already is soon gone through."""
        items: list[Item] = [*Effect]
        items += (Calm(words) for words in self._wanted) if self._manner.calm else self._wanted
        self._clips.prepare(items)

    @property
    def progress(self) -> tuple[int, int]:
        """Of what is being prepared: how many are ready, and how many there are."""
        return self._clips.progress

    @property
    def has_sounded(self) -> bool:
        """Whether the output has played anything so far."""
        return self._speaker.has_sounded

    def wait_until_prepared(self, seconds: float) -> bool:
        """Whether all of it is ready, or given up with a trouble, after at most *seconds*."""
        return self._clips.wait_until_prepared(seconds)

    def wait_until_quiet(self, seconds: float) -> bool:
        """Whether all that was asked for has sounded, after at most *seconds*."""
        return self._speaker.wait_until_quiet(seconds)

    def speak(self, calls: Sequence[Call]) -> None:
        """Says *calls*, in order, after what is being said; stale lines that have not begun are left out."""
        self._speaker.add(self._lines(calls))

    def repeat(self, calls: Sequence[Call]) -> None:
        """Says *calls* again because a player asked: in its turn, cutting nothing, and once however often
        asked."""
        self._speaker.add(self._lines(calls, again=True))

    def remark(self, remark: Remark) -> None:
        """Says *remark*, after what is being said. A pause and a draw are always heard."""
        words = tuple(word for part in self._told(lambda sayings: (sayings.remark(remark),)) for word in part)
        rank = Rank.STATE if isinstance(remark, Wins) else Rank.KEY
        self._speaker.add([Line(rank, words=words)] if words else [])

    def read(self, reading: Reading) -> None:
        """Says *reading* because a player asked; what is left of it gives way to the next turn."""
        told = self._told(lambda sayings: sayings.read(reading))
        self._speaker.add([Line(Rank.STATE, words=part, again=True) for part in told])

    def _told(self, telling: Callable[[Telling], Sequence[tuple[str, ...]]]) -> list[tuple[Words, ...]]:
        """The parts of what *telling* has each language say."""
        parts: list[tuple[Words, ...]] = []
        try:
            for sayings, name in (self._phrases, ""), *([self._second] if self._second else []):
                if isinstance(sayings, Telling):
                    parts += (
                        tuple(Foreign(said, name) for said in part) if name else tuple(part)
                        for part in telling(sayings)
                    )
        except Exception as error:
            self._no_words(error)
        return parts

    def manner(self, manner: Manner, *, of_all: bool = True) -> None:
        """How loud and fast what is asked for from now on is said; the settings file's volume and rate are the most.

        *of_all*: what is prepared follows.
        """
        self._speaker.manner(self._volume * (manner.loudness / LEVELS) ** 2, calm=manner.calm)
        if of_all and manner != self._manner:
            anew = manner.calm != self._manner.calm and bool(self._wanted)
            self._manner = manner
            if anew:
                self._prepare()

    def cue(self, cue: Cue) -> None:
        """Answers a press with a short sound, at once."""
        self._speaker.cue(CUES[cue])

    def render(self, calls: Sequence[Call], seconds: float = 10.0) -> Clip:
        """*calls* as one clip, as they would sound, made now within *seconds* each. What cannot be made is
        left out."""
        clips = [
            clip
            for line in self._lines(calls)
            for item in ((line.effect,) if line.effect else ()) + line.words
            if (clip := self._clips.wait(item, seconds))
        ]
        return joined(clips, " ".join(clip.name for clip in clips))

    def stop(self) -> None:
        """Silence at once; nothing of what waits is said."""
        self._speaker.stop()

    def close(self) -> None:
        """Ends all threads and the worker, within a second, also while synthesis or a device hangs."""
        # The clips first: the speaker may be waiting for words.
        self._clips.close()
        self._speaker.close()

    def _words(self, calls: Sequence[Call]) -> tuple[Words, ...]:
        own = self._phrases.speech(calls)
        return (*own, *self._foreign(self._second[0].speech(calls))) if self._second else own

    def _foreign(self, sentences: Iterable[str]) -> tuple[Foreign, ...]:
        return tuple(Foreign(words, self._second[1]) for words in sentences) if self._second else ()

    def _lines(self, calls: Sequence[Call], *, again: bool = False) -> tuple[Line, ...]:
        try:
            result = lines(calls, self._words, again=again)
        except Exception as error:
            self._no_words(error)
            # The effects need no words.
            return lines(calls, lambda calls: (), again=again)
        if self._phrases_fail:
            self._phrases_fail = False
            self._trouble("voice", "", "")
        return result

    def _no_words(self, error: Exception) -> None:
        """A phrase file with a fault must not end a game."""
        self._phrases_fail = True
        self._trouble("voice", f"A phrase cannot be put together: {error!r}.", "The words stand on the panels.")
