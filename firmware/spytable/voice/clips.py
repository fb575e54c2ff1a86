"""Clips at hand: from memory, from the cache, or made in the background, most wanted first."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Protocol

from spytable.voice import manner
from spytable.voice.cache import Cache, key
from spytable.voice.samples import effects
from spytable.voice.samples.clip import Clip
from spytable.voice.samples.effects import Effect
from spytable.voice.synthesis import loading
from spytable.voice.synthesis.synthesiser import Item, Recorded, Synthesiser, SynthesisError, name_of
from spytable.voice.words import Calm, Foreign, only_words

Trouble = Callable[[str, str, str], None]
"""Told what does not work: part, what, remedy, all in plain words. what "" says that the part works again."""

MEMORY = 5 * 1024 * 1024 // 2
"""Bytes of samples held in memory: a minute, the effects and what each turn of four players brings. The rest is read
from the cache within milliseconds."""

IDLE = 20.0
"""Seconds after which a worker without work ends."""

_GIVE_UP = 3
"""Failures in a row after which nothing more is prepared ahead until something succeeds again."""

_REST = 10.0
"""Seconds for which, after that, a call in need does not wait for words that will not come."""


class Recordings(Protocol):
    """What the clips ask of a voice pack: `spytable.voice.packs.pack.Pack` has it."""

    def find(self, item: str | Effect, /) -> Recorded | None:
        """The file that says *item*; None where it is synthesised."""


class Clips:
    """All clips of one voice. One thread in the background makes what is asked for; `get` is for any thread.

    The thread sleeps while nothing is asked for. Trouble is reported once for each change.
    """

    def __init__(
        self,
        synthesiser: Synthesiser,
        cache: Cache,
        trouble: Trouble,
        *,
        pack: Recordings | None = None,
        memory: int = MEMORY,
        idle: float = IDLE,
    ) -> None:
        """*pack*: recordings that come before what is synthesised. *memory* in bytes, *idle* in seconds."""
        self._synthesiser = synthesiser
        self._cache = cache
        self._trouble = trouble
        self._pack = pack
        self._refused: set[str] = set()
        self._memory = memory
        self._idle = idle
        self._held: OrderedDict[Item, Clip] = OrderedDict()
        self._size = 0
        self._changed = threading.Condition()
        self._urgent: deque[Item] = deque()
        self._ahead: deque[Item] = deque()
        self._done = 0
        self._making: Item | None = None
        self._awaited: Item | None = None
        self._failures = 0
        self._failed_at = 0.0
        self._closing = False
        self._identities: dict[str, str] = {}
        self._troubles: dict[str, str] = {}
        self._thread: threading.Thread | None = None

    def get(self, item: Item) -> Clip | None:
        """The clip, if it is in memory or in the cache: within about a millisecond."""
        item = _clean(item)
        with self._changed:
            if clip := self._held.get(item):
                self._held.move_to_end(item)
                return clip
        if item and (clip := self._cache.load(self._key(item))):
            clip = Clip(clip.samples, clip.rate, name_of(item))
            self._hold(item, clip, newest=True)
            return clip
        return None

    def want(self, item: Item) -> None:
        """Asks for the clip before all that is only prepared."""
        item = _clean(item)
        with self._changed:
            if not item or item in self._held or item in self._urgent or item == self._making:
                return
            self._urgent.append(item)
            self._wake()

    def wait(self, item: Item, seconds: float) -> Clip | None:
        """The clip, made now if need be; None if that takes more than *seconds* or fails."""
        item = _clean(item)
        if not item:
            return None
        if clip := self.get(item):
            return clip
        until = time.monotonic() + seconds
        self.want(item)
        with self._changed:
            self._awaited = item
            while not self._closing:
                if clip := self._held.get(item):
                    return clip
                pending = item in self._urgent or item == self._making
                hopeless = self._failures >= _GIVE_UP and time.monotonic() - self._failed_at < _REST
                left = until - time.monotonic()
                if not pending or hopeless or left <= 0:
                    return None
                self._changed.wait(left)
        return None

    def prepare(self, items: Iterable[Item]) -> None:
        """Makes *items* in the background, in this order, in place of what was being prepared before."""
        wanted: dict[Item, None] = {item: None for item in map(_clean, items) if item}
        with self._changed:
            self._ahead = deque(wanted)
            self._done = 0
            self._wake()

    @property
    def progress(self) -> tuple[int, int]:
        """How many of the clips being prepared are ready, and of how many."""
        with self._changed:
            return self._done, self._done + len(self._ahead)

    def wait_until_prepared(self, seconds: float) -> bool:
        """Whether all that was asked for is made, or given up, after at most *seconds*."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._closing or not (self._ahead or self._urgent or self._making), seconds
            )

    def close(self) -> None:
        """Ends the thread and the worker, at once."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._synthesiser.close()
        if self._thread is not None:
            self._thread.join(0.3)

    def _wake(self) -> None:
        if self._thread is None and not self._closing:
            self._thread = threading.Thread(target=self._run, name="voice-clips", daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def _run(self) -> None:
        try:
            while (item := self._next()) is not None:
                self._provide(item)
        finally:
            self._synthesiser.rest()

    def _next(self) -> Item | None:
        """The next item to make; None when the voice is closed."""
        with self._changed:
            self._making = None
            self._changed.notify_all()
            while not self._closing:
                if self._urgent or self._ahead:
                    self._making = self._urgent.popleft() if self._urgent else self._ahead[0]
                    return self._making
                # Without a worker there is nothing to end, and no reason to wake up.
                if not self._changed.wait(self._idle if self._synthesiser.running else None):
                    self._synthesiser.rest()
            return None

    def _provide(self, item: Item) -> None:
        try:
            clip = self._cache.load(self._key(item))
            if clip is None:
                clip = self._make(item)
                self._keep(item, clip)
            else:
                clip = Clip(clip.samples, clip.rate, name_of(item))
            ahead_only = bool(self._ahead) and self._ahead[0] == item and self._awaited != item
            self._hold(item, clip, newest=not ahead_only)
        except SynthesisError as error:
            self._fail(error)
        except Exception as error:
            # A fault of ours here must not end the thread: a voice that falls silent would be worse.
            self._fail(SynthesisError(f"{type(error).__name__}: {error}"))
        else:
            self._failures = 0
            if not isinstance(item, Effect):
                self._tell("voice")
        with self._changed:
            if self._ahead and self._ahead[0] == item:
                self._ahead.popleft()
                self._done += 1

    def _make(self, item: Item) -> Clip:
        """The recording of *item*, else its synthesis. A recording that cannot be used is named, and left out from
        then on."""
        recorded = self._recorded(item)
        if recorded is not None:
            try:
                return replace(self._synthesiser.make(recorded), name=name_of(item))
            except SynthesisError as error:
                if self._closing:
                    raise
                self._refused.add(recorded.key)
                remedy = "Record it again; until then the synthesised voice says it."
                self._tell(f"voice pack {recorded.path.name}", str(error), remedy)
        return self._synthesiser.make(item)

    def _recorded(self, item: Item) -> Recorded | None:
        # A recording has the pace at which it was spoken.
        item = item.words if isinstance(item, Calm) else item
        if self._pack is None or isinstance(item, Foreign):
            return None
        recorded = self._pack.find(item)
        return None if recorded is None or recorded.key in self._refused else recorded

    def _fail(self, error: SynthesisError) -> None:
        if self._closing:
            return
        with self._changed:
            self._failures += 1
            self._failed_at = time.monotonic()
            if self._failures >= _GIVE_UP:
                self._ahead.clear()
        self._tell("voice", str(error), error.remedy or "The words stand on the panels.")

    def _hold(self, item: Item, clip: Clip, *, newest: bool) -> None:
        """Puts the clip into memory. What is only prepared (not *newest*) takes room that is free, and no
        other's."""
        size = len(clip.samples)
        with self._changed:
            if item in self._held or (not newest and self._size + size > self._memory):
                self._changed.notify_all()
                return
            self._held[item] = clip
            self._size += size
            while self._size > self._memory:
                oldest = next((other for other in self._held if other != item and not isinstance(other, Effect)), None)
                if oldest is None:
                    break
                self._size -= len(self._held.pop(oldest).samples)
            self._changed.notify_all()

    def _keep(self, item: Item, clip: Clip) -> None:
        try:
            self._cache.keep(self._key(item), clip)
        except OSError as error:
            what = f"Sound cannot be kept on the disk: {error.strerror or error}."
            self._tell("voice cache", what, "The voice goes on, and makes its sound anew each time.")
        else:
            self._tell("voice cache")

    def _key(self, item: Item) -> str:
        if recorded := self._recorded(item):
            return recorded.key
        if isinstance(item, Effect):
            return key("effect", effects.VERSION, item.value)
        voice = self._synthesiser.voice_of(item)
        if voice not in self._identities:
            self._identities[voice] = loading.identity(voice)
        pace, text = self._synthesiser.pace_of(item), self._synthesiser.text_of(item)
        return key("words", self._identities[voice], manner.VERSION, voice, pace, text)

    def _tell(self, part: str, what: str = "", remedy: str = "") -> None:
        if self._troubles.get(part, "") != what:
            self._troubles[part] = what
            self._trouble(part, what, remedy)


def _clean(item: Item) -> Item:
    """The item with nothing but words in it; "" where none are left."""
    if isinstance(item, Calm):
        words = _clean(item.words)
        return Calm(words) if words and not isinstance(words, Effect | Calm) else ""
    if isinstance(item, Foreign):
        words = only_words(item.words)
        return Foreign(words, item.voice) if words else ""
    return item if isinstance(item, Effect) else only_words(item)
