"""The script: calls as lines, each an effect and words, with what may happen to a line that has to wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Protocol, runtime_checkable

from spytable.game.calls import (
    AlreadyExposed,
    Boom,
    Call,
    Exposed,
    Hiss,
    Out,
    Ready,
    Resumed,
    SetUp,
    SpyMeetsSpy,
    State,
    Turn,
    Type,
    Undone,
    Winner,
)
from spytable.referee.press import Cue
from spytable.referee.remarks import Reading, Remark
from spytable.voice.samples.effects import Effect
from spytable.voice.words import Foreign, Words


class Sayings(Protocol):
    """What the voice asks of a language: `spytable.language.phrases.Phrases` has it."""

    def speech(self, calls: Sequence[Call], /) -> tuple[str, ...]:
        """The sentences that say *calls*, in words only."""


@runtime_checkable
class Telling(Protocol):
    """A language that can tell more than calls."""

    def remark(self, remark: Remark, /) -> tuple[str, ...]:
        """The sentences that say *remark*, in words only."""

    def read(self, reading: Reading, /) -> tuple[tuple[str, ...], ...]:
        """The sentences that say *reading*, in parts that can be left out one by one."""


@runtime_checkable
class Naming(Protocol):
    """A language that can tell how it calls the players, so that the voice can set their names apart."""

    def names_aloud(self) -> tuple[str, ...]:
        """The players, as they are called where they begin a sentence and do something."""


class Rank(IntEnum):
    """What becomes of a line that has not begun while others wait: the higher, the sooner it is left out.

    KEY is always heard. ANSWER is heard once in a game and has to be remembered: only a long backlog leaves
    it out. NEWS can be seen on the table. STATE is left out as soon as a newer state is known.
    """

    KEY = 0
    ANSWER = 1
    NEWS = 2
    STATE = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One call as it sounds: the *effect* first, then the *words*. *again*: it repeats what was said
    before. *volume*: 0 to 1. *calm*: slowly."""

    rank: Rank
    effect: Effect | None = None
    words: tuple[Words, ...] = ()
    again: bool = False
    volume: float = 1.0
    calm: bool = False

    @property
    def bursts_in(self) -> bool:
        """Whether it begins at once: the fuse and the bang wait for no sentence."""
        return self.effect in (Effect.HISS, Effect.BANG) and not self.again

    @property
    def once(self) -> Line:
        """The line in the table's first language alone."""
        return replace(self, words=tuple(words for words in self.words if not isinstance(words, Foreign)))


EFFECTS: dict[type[Call], Effect] = {
    Turn: Effect.TURN,
    Hiss: Effect.HISS,
    Boom: Effect.BANG,
    Winner: Effect.WIN,
}

CUES = {Cue.KEY: Effect.KEY, Cue.STALE: Effect.STALE, Cue.FOUL: Effect.FOUL, Cue.WAKE: Effect.WAKE}

_RANKS: dict[type[Call], Rank] = {
    Hiss: Rank.KEY,
    Boom: Rank.KEY,
    Out: Rank.KEY,
    Winner: Rank.KEY,
    Type: Rank.ANSWER,
    Exposed: Rank.ANSWER,
    AlreadyExposed: Rank.ANSWER,
    SpyMeetsSpy: Rank.ANSWER,
    SetUp: Rank.STATE,
    Ready: Rank.STATE,
    Turn: Rank.STATE,
    Undone: Rank.STATE,
    State: Rank.STATE,
    Resumed: Rank.STATE,
}


def lines(
    calls: Sequence[Call], speech: Callable[[Sequence[Call]], tuple[Words, ...]], *, again: bool = False
) -> tuple[Line, ...]:
    """The lines of *calls*, in their order. A call that has neither effect nor words gives none.

    Each call is put into words by itself, so that any line can be left out without tearing another; only what
    was taken back and the state that it leads to belong together.
    """
    result = []
    rest = list(calls)
    while rest:
        told = rest[:2] if [type(call) for call in rest[:2]] == [Undone, State] else rest[:1]
        del rest[: len(told)]
        words = tuple(speech(told))
        effect = EFFECTS.get(type(told[0]))
        if words or effect:
            result.append(Line(_RANKS.get(type(told[0]), Rank.NEWS), effect, words, again))
    return tuple(result)
