"""The speaker: one thread that sounds lines in order, leaves out what is stale, and never holds up a game."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from spytable.voice.backlog import shortened, without_stale
from spytable.voice.clips import Clips, Trouble
from spytable.voice.devices.outputs import Output, OutputLostError, Take
from spytable.voice.samples.clip import Clip
from spytable.voice.samples.effects import Effect
from spytable.voice.script import Line, Rank
from spytable.voice.synthesis.synthesiser import Item
from spytable.voice.words import Calm

PATIENCE = 1.5
"""Seconds that a line waits for words that are not ready; past them its effect has sounded and the panels
have the words."""

RETRY = (1.0, 2.0, 5.0)
"""Seconds for which a lost device is left alone, after the first, second and each further failure."""

IDLE = 60.0
"""Seconds without a sound after which the device is let go of; a longer thought opens it anew."""

_ASLEEP = 1.0
"""Seconds of silence after which an amplifier may have fallen asleep: the next line gets the lead-in."""

_PAUSE = 0.12
"""Seconds between two sentences, or an effect and a sentence: what a person leaves, beside the clips' own
quiet ends."""

_CALM = 0.7
"""Seconds of it where players want more time between sentences."""

_TURN = 0.0002
"""Seconds that the caller gives way: the first samples are on their way after a tenth of a millisecond."""

_HANGS = 8.0
"""Seconds beyond its length after which a take must have ended."""


class Speaker:
    """Plays lines through one output. No method but `close` waits for anything, and none raises."""

    def __init__(
        self,
        clips: Clips,
        output: Output,
        trouble: Trouble,
        *,
        volume: float = 1.0,
        lead_in: float = 0.0,
        patience: float = PATIENCE,
        idle: float = IDLE,
    ) -> None:
        """*volume* 0 to 1; *lead_in*, *patience* and *idle* in seconds."""
        self._clips = clips
        self._output = output
        self._trouble = trouble
        self._volume = volume
        self._calm = False
        self._lead_in = lead_in
        self._patience = patience
        self._idle = idle
        self._changed = threading.Condition()
        self._waiting: deque[Line] = deque()
        self._cues: deque[Effect] = deque()
        self._line: Line | None = None
        self._take: Take | None = None
        self._cut_line = False
        self._due = 0.0
        self._open = False
        self._last_sound = 0.0
        self._failures = 0
        self.has_sounded = False
        """Whether anything was played to its end so far: before that nobody knows whether there is sound."""
        self._retry_at = 0.0
        self._what = ""
        self._closing = False
        self._thread: threading.Thread | None = None

    def add(self, lines: Sequence[Line]) -> None:
        """Queues *lines*. Newer states replace older ones that have not begun; the fuse and the bang wait for
        nothing."""
        if not lines:
            return
        lines = [replace(line, volume=self._volume, calm=self._calm) for line in lines]
        with self._changed:
            self._waiting = deque(without_stale(self._waiting, lines))
            over = self._burst_in(lines[0])
            if over:
                # Its effect sounds by itself; what is left of it waits as any other line does.
                rest = replace(lines[0], effect=None)
                lines = [rest, *lines[1:]] if rest.words else lines[1:]
            self._waiting = deque(shortened((*self._waiting, *lines), len(lines)))
            self._wake()
        if over:
            self._sound_over(over)
        self._yield()
        for line in lines:
            for item in _items(line):
                # Asked for now, so that words are made while what comes before them sounds.
                self._clips.want(item)
        self._watch()

    def manner(self, volume: float, *, calm: bool) -> None:
        """How loud (0 to 1) what is added from now on is said, and whether calmly: slower, with longer pauses."""
        self._volume, self._calm = volume, calm

    def cue(self, effect: Effect) -> None:
        """Sounds a short effect at once, over what sounds now if anything does."""
        with self._changed:
            take = self._take
            if take is None:
                # More than two would only be a rattle after the fact.
                if len(self._cues) < 2:
                    self._cues.append(effect)
                self._wake()
        if take is None:
            self._yield()
            return
        clip = self._clips.get(effect)
        if clip is not None and not self._output.overlay(clip, self._volume):
            take.mix(clip)

    def _sound_over(self, effect: Effect) -> None:
        """Sounds *effect* at once: over what sounds now, else before all that waits."""
        with self._changed:
            take = self._take
        clip = self._clips.get(effect)
        if take is None or clip is None or not (self._output.overlay(clip, self._volume) or take.mix(clip)):
            with self._changed:
                self._cues.appendleft(effect)
                self._wake()

    def stop(self) -> None:
        """Silence: ends what sounds and forgets what waits."""
        with self._changed:
            self._waiting.clear()
            self._cues.clear()
            self._cut()

    def close(self) -> None:
        """Ends the thread within a second, whatever the device does."""
        with self._changed:
            self._closing = True
            self._waiting.clear()
            self._cues.clear()
            self._cut()
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(0.2)
        self._output.close()
        if self._thread is not None:
            # A thread that hangs in a driver is left behind; it is a daemon, and ends with the program.
            self._thread.join(0.3)

    def wait_until_quiet(self, seconds: float) -> bool:
        """Whether all has sounded, after at most *seconds*."""
        with self._changed:
            return self._changed.wait_for(lambda: not (self._waiting or self._cues or self._line), seconds)

    def _burst_in(self, line: Line) -> Effect | None:
        """Ends what sounds where *line* waits for nothing. Gives its effect where it has to sound over the rest."""
        if not line.bursts_in:
            return None
        if self._waiting or (self._line is not None and self._line.rank in (Rank.KEY, Rank.ANSWER)):
            return line.effect
        if self._line is not None:
            self._cut()
        return None

    def _cut(self) -> None:
        self._cut_line = True
        if self._take is not None:
            self._take.cut()

    def _wake(self) -> None:
        if self._thread is None and not self._closing:
            self._thread = threading.Thread(target=self._run, name="voice-speaker", daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def _yield(self) -> None:
        """Lets the speaker's thread go first: the caller draws screens next, and Python would not ask it for
        5 ms."""
        time.sleep(_TURN)

    def _watch(self) -> None:
        """Says so when a driver does not come back: the thread that is stuck in it cannot."""
        with self._changed:
            hangs = self._take is not None and time.monotonic() > self._due
        if hangs:
            self._tell("The sound device hangs.", "Turn the speaker off and on. The words are on the panels.")

    def _run(self) -> None:
        while self._next():
            line = self._line
            assert line is not None
            try:
                self._say(line)
            except Exception as error:
                # A fault of ours must not silence the rest of the game.
                self._lose(f"The voice fails: {error!r}.", "The words are on the panels.")
        self._output.rest()

    def _say(self, line: Line) -> None:
        for item in _items(line):
            if self._cut_line:
                return
            clip = self._clips.wait(item, self._patience)
            if clip is not None:
                self._play(clip, line, always=line.rank is Rank.KEY, at_once=isinstance(item, Effect))

    def _next(self) -> bool:
        """Waits for the next line, which is then `_line`; False when the speaker is closed."""
        with self._changed:
            self._line = None
            self._changed.notify_all()
            while not self._closing:
                if self._cues or self._waiting:
                    # A cue that found nothing to sound over goes first; it is over in a moment.
                    self._line = self._cue_line() if self._cues else self._waiting.popleft()
                    self._cut_line = False
                    return True
                if not self._changed.wait(self._idle if self._open else None) and not (self._cues or self._waiting):
                    self._open = False
                    self._output.rest()
            return False

    def _cue_line(self) -> Line:
        return Line(Rank.NEWS, self._cues.popleft(), volume=self._volume, calm=self._calm)

    def _play(self, clip: Clip, line: Line, *, always: bool, at_once: bool) -> None:
        """Plays the clip. A lost device is tried again after a while, and for a line that counts (*always*)
        at once."""
        now = time.monotonic()
        if self._failures and now < self._retry_at and not always:
            return
        silent = now - self._last_sound
        pause = 0.0 if at_once else max(0.0, (_CALM if line.calm else _PAUSE) - silent)
        take = Take(clip, line.volume, self._lead_in if silent > _ASLEEP else pause)
        with self._changed:
            if self._cut_line:
                return
            self._take = take
            self._due = now + take.lead_in + clip.seconds + _HANGS
        try:
            self._output.play(take)
        except OutputLostError as lost:
            self._lose(str(lost), lost.remedy)
        except Exception as error:
            # Whatever a driver raises, the voice must come back when the device does.
            self._lose(f"The sound device fails: {error or type(error).__name__}.", "The words are on the panels.")
        else:
            self._failures, self._open, self.has_sounded = 0, True, True
            self._tell("", "")
        finally:
            self._last_sound = time.monotonic()
            with self._changed:
                self._take = None

    def _lose(self, what: str, remedy: str) -> None:
        if self._closing:
            return
        self._open = False
        self._retry_at = time.monotonic() + RETRY[min(self._failures, len(RETRY) - 1)]
        self._failures += 1
        self._tell(what, remedy)

    def _tell(self, what: str, remedy: str) -> None:
        if what != self._what:
            self._what = what
            self._trouble("sound", what, remedy)


def _items(line: Line) -> tuple[Item, ...]:
    words = (Calm(words) for words in line.words) if line.calm else line.words
    return (*((line.effect,) if line.effect else ()), *words)
