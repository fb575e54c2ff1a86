"""Calls to sound, end to end: real phrases, real synthesis, an output that keeps what it is given."""

import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import spytable
from spytable.game.base import Facing
from spytable.game.calls import (
    Boom,
    By,
    Call,
    Exposed,
    Hiss,
    Moved,
    Out,
    PublicBase,
    Ready,
    Spies,
    State,
    Turn,
    Undone,
    Winner,
)
from spytable.game.cards import Card, Colour
from spytable.language.phrases import Phrases
from spytable.referee.comfort import Manner
from spytable.referee.message import Player
from spytable.referee.press import Cue
from spytable.referee.remarks import Paused, Reading, Remark, Standing, Tally, Wins
from spytable.voice.devices.recording import RecordingOutput
from spytable.voice.samples.clip import loudness, peak
from spytable.voice.samples.effects import Effect
from spytable.voice.script import Rank, lines
from spytable.voice.synthesis import espeak
from spytable.voice.synthesis.measure import say_and_wait_seconds
from spytable.voice.synthesis.synthesiser import Synthesiser
from spytable.voice.voice import Voice
from spytable.voice.words import only_words

speaks = pytest.mark.skipif(espeak.find() is None, reason="eSpeak NG is not installed")

RED, GREEN = Colour.RED, Colour.GREEN


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def output() -> RecordingOutput:
    return RecordingOutput()


@pytest.fixture
def troubles() -> list[tuple[str, str, str]]:
    return []


@pytest.fixture
def voice(cache: Path, output: RecordingOutput, troubles: list[tuple[str, str, str]]) -> Iterator[Voice]:
    voice = Voice(
        Phrases(),
        output=output,
        cache=cache,
        patience=120,
        trouble=lambda *trouble: troubles.append(trouble),
        synthesiser=Synthesiser(deadline=120),
    )
    yield voice
    voice.close()


def heard(output: RecordingOutput) -> list[str]:
    return [played.name for played in output.played]


@speaks
def test_a_turn_is_heard_as_a_referee_would_say_it(
    voice: Voice, output: RecordingOutput, troubles: list[tuple[str, str, str]]
) -> None:
    calls: list[Call] = [
        Turn(GREEN),
        Moved(GREEN, 2, 5, Facing.LEFT),
        Spies(GREEN, RED, 4),
        Boom(RED, 4),
        Out(GREEN, By.BOMB),
        Winner(RED),
    ]
    voice.speak(calls)
    assert voice.wait_until_quiet(60)
    said = heard(output)
    assert [name for name in said if name in {effect.value for effect in Effect}] == ["turn", "bang", "win"]
    words = " ".join(said)
    for part in ("turn Green's turn", "five", "spies", "bang", "lit Bomb", "out", "win Red wins"):
        assert part in words
        words = words[words.index(part) + len(part) :]
    assert all(played.whole for played in output.played)
    assert troubles == []


@speaks
def test_all_that_a_game_can_bring_is_words_only_and_can_be_prepared(voice: Voice, output: RecordingOutput) -> None:
    said = Phrases().everything_said((GREEN, RED), 8)
    assert [only_words(sentence) for sentence in said] == list(said)
    voice.prepare(said)
    assert voice.wait_until_prepared(120)
    assert voice.progress == (len(said) + len(Effect), len(said) + len(Effect))


@speaks
def test_no_sentence_keeps_a_table_waiting_and_all_are_equally_loud(voice: Voice) -> None:
    for sentence in Phrases().everything_said((GREEN, RED), 8):
        clip = voice._clips.wait(sentence, 120)
        assert clip is not None
        assert 0.25 < clip.seconds < 3.0, sentence
        assert -25 < loudness(clip) < -14, sentence


def test_a_hiss_is_a_sound_and_no_word(voice: Voice, output: RecordingOutput) -> None:
    voice.speak([Hiss(RED)])
    assert voice.wait_until_quiet(60)
    assert heard(output) == ["hiss"]


@pytest.mark.parametrize("cue", Cue)
def test_a_press_is_answered_by_a_sound(voice: Voice, output: RecordingOutput, cue: Cue) -> None:
    voice.cue(cue)
    assert output.wait_for(lambda played: [one.name for one in played] == [cue.value], 60)


@speaks
def test_say_again_says_it_again(voice: Voice, output: RecordingOutput) -> None:
    voice.repeat([Turn(RED)])
    assert voice.wait_until_quiet(60)
    assert heard(output) == ["turn", "Red's turn."]


@speaks
def test_a_call_can_be_had_as_one_sound(voice: Voice) -> None:
    whole = voice.render([Boom(RED, 4), Out(GREEN, By.BOMB)])
    assert whole.name == "bang A lit Bomb! Green is out."
    assert whole.seconds > 2.0


def test_what_was_taken_back_and_how_things_stand_then_are_said_together() -> None:
    state = State(RED, None, False, False, (), None, {})
    (line,) = lines([Undone("done"), state], Phrases().speech)
    assert line.words == ("The end of the turn is taken back.", "Red's turn.")
    assert line.rank is Rank.STATE
    assert lines([state], Phrases().speech) == ()


def test_what_must_be_remembered_is_dropped_later_than_what_lies_on_the_table() -> None:
    ranks = [
        line.rank
        for line in lines(
            [Hiss(RED), Exposed(RED, Card.S1, Card.S2), Moved(RED, 1, 3, Facing.LEFT), Ready(RED)], Phrases().speech
        )
    ]
    assert ranks == [Rank.KEY, Rank.ANSWER, Rank.NEWS, Rank.STATE]


class BrokenPhrases:
    """A phrase file with a fault."""

    def speech(self, calls: Sequence[Call], /) -> tuple[str, ...]:
        raise KeyError("seat")

    def remark(self, remark: Remark, /) -> tuple[str, ...]:
        raise KeyError("remark")

    def read(self, reading: Reading, /) -> tuple[tuple[str, ...], ...]:
        raise KeyError("read")


def test_a_phrase_with_a_fault_leaves_the_effects_and_is_reported(cache: Path, output: RecordingOutput) -> None:
    troubles: list[str] = []
    voice = Voice(
        BrokenPhrases(), output=output, cache=cache, patience=120, trouble=lambda *trouble: troubles.append(trouble[1])
    )
    voice.speak([Boom(RED, 4)])
    assert voice.wait_until_quiet(60)
    assert heard(output) == ["bang"]
    assert "'seat'" in troubles[0]
    voice.close()


def test_a_phrase_with_a_fault_ends_no_game_that_asks_for_it(cache: Path, output: RecordingOutput) -> None:
    troubles: list[str] = []
    voice = Voice(BrokenPhrases(), output=output, cache=cache, trouble=lambda *trouble: troubles.append(trouble[1]))
    voice.remark(Paused())
    voice.read(Tally())
    assert ["'remark'" in troubles[0], "'read'" in troubles[1]] == [True, True]
    voice.close()


def test_without_words_the_effect_sounds_and_the_trouble_is_told(tmp_path: Path, output: RecordingOutput) -> None:
    troubles: list[tuple[str, str]] = []
    reported = threading.Event()

    def trouble(part: str, what: str, remedy: str) -> None:
        troubles.append((part, what))
        reported.set()

    real = Synthesiser(deadline=120)
    mute = Voice(Phrases(), output=output, cache=tmp_path, trouble=trouble, patience=120, synthesiser=real)
    mute.prepare()
    assert mute.wait_until_prepared(60)
    real._command = ("/no/such/worker",)
    real.rest()
    mute.speak([Boom(RED, 4)])
    assert mute.wait_until_quiet(60)
    assert heard(output) == ["bang"]
    assert reported.wait(60)
    assert troubles[0][0] == "voice"
    mute.close()


def test_a_voice_that_was_never_used_starts_nothing(tmp_path: Path, output: RecordingOutput) -> None:
    before = set(threading.enumerate())
    voice = Voice(Phrases(), output=output, cache=tmp_path / "cache")
    assert set(threading.enumerate()) <= before
    voice.close()
    assert not (tmp_path / "cache").exists()


def test_closing_leaves_no_thread_behind(cache: Path, output: RecordingOutput) -> None:
    before = set(threading.enumerate())
    voice = Voice(Phrases(), output=output, cache=cache)
    voice.prepare()
    voice.cue(Cue.KEY)
    voice.close()
    # It waits for its threads no longer than a table may take to end; on a busy machine they end a moment later.
    for thread in set(threading.enumerate()) - before:
        thread.join(60)
        assert not thread.is_alive(), thread.name
    voice.speak([Turn(RED)])
    voice.cue(Cue.KEY)
    voice.close()
    assert set(threading.enumerate()) <= before


def test_the_voice_brings_nothing_heavy_into_the_table() -> None:
    code = "import sys, spytable.voice.voice; print(*sys.modules)"
    home = str(Path(spytable.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONPATH": home}, check=True
    )
    brought = set(done.stdout.split())
    assert brought.isdisjoint(
        {"pyttsx3", "espeakng_loader", "sounddevice", "wave", "ctypes", "numpy", "asyncio", "importlib.metadata"}
    )


@speaks
def test_the_peer_can_be_measured_without_a_sound_card() -> None:
    assert say_and_wait_seconds("Red's turn.", times=1) > 0.001


READ = Standing(
    State(
        turn=RED,
        owed=GREEN,
        moved=False,
        spied=True,
        out=(),
        winner=None,
        bases={
            GREEN: PublicBase(3, Facing.LEFT, {Card.S1: 5}, Card.S2),
            RED: PublicBase(8, Facing.RIGHT, {}, Card.S1),
        },
    ),
    seats=2,
    reader=RED,
    place=4,
)


@speaks
def test_the_table_reads_itself_aloud_to_who_asks_their_own_base_first(voice: Voice, output: RecordingOutput) -> None:
    voice.read(READ)
    assert voice.wait_until_quiet(60)
    assert heard(output) == [
        *("Red's turn.", "Green answers.", "Place four."),
        *("Red's Spy.", "Place eight, facing right.", "The target is Safe one."),
        *("Green's Spy.", "Place three, facing left.", "Safe one, already exposed.", "Place five."),
        "The target is Safe two.",
    ]


@speaks
def test_what_is_no_call_is_said_after_what_is_being_said(voice: Voice, output: RecordingOutput) -> None:
    voice.speak([Turn(RED)])
    voice.remark(Paused())
    voice.remark(Wins(Player(RED, "Anna"), 13))
    assert voice.wait_until_quiet(60)
    assert heard(output)[-3:] == ["The game is paused.", "Anna's wins.", "Over twelve."]


def test_loudness_is_that_of_the_next_sound() -> None:
    output = RecordingOutput()
    voice = Voice(Phrases(), output=output, volume=0.8)
    try:
        voice.cue(Cue.KEY)
        assert output.wait_for(lambda played: len(played) == 1, 60)
        voice.manner(Manner(loudness=1))
        voice.cue(Cue.KEY)
        assert output.wait_for(lambda played: len(played) == 2, 60)
        voice.manner(Manner())
        voice.cue(Cue.KEY)
        assert output.wait_for(lambda played: len(played) == 3, 60)
    finally:
        voice.close()
    loud, soft, again = (peak(one.samples) for one in output.played)
    assert loud == again > soft > 0, "the loudest is what the settings file says; the softest is heard"
