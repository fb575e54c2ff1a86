"""Outputs: what reaches a device, a browser or nobody."""

import io
import threading
import wave
from pathlib import Path

import pytest

from spytable.language.phrases import Phrases
from spytable.referee.press import Cue
from spytable.voice.devices.aplay import AplayOutput
from spytable.voice.devices.choice import FirstThatWorks, choose_output
from spytable.voice.devices.outputs import NullOutput, OutputLostError, SendOutput, Take
from spytable.voice.devices.recording import RecordingOutput
from spytable.voice.devices.soundcard import SoundDeviceOutput
from spytable.voice.samples.clip import RATE, Clip, numbers, octets
from spytable.voice.voice import Voice

CLIP = Clip(octets([1000] * (RATE // 10)), name="tone")


def sounded(take: Take) -> list[int]:
    return numbers(b"".join(take.blocks())).tolist()


def test_a_clip_comes_out_as_it_is() -> None:
    assert b"".join(Take(CLIP).blocks()) == CLIP.samples


def test_two_loud_sounds_together_stay_within_bounds() -> None:
    take = Take(Clip(octets([30000, -30000] * 500)))
    take.mix(Clip(octets([30000, -30000] * 200)))
    values = sounded(take)
    assert max(values) == 32767
    assert min(values) == -32767
    assert values[400:] == [30000, -30000] * 300


def test_a_cue_laid_over_the_end_of_a_sentence_sounds_on() -> None:
    take = Take(Clip(octets([1] * 100)))
    take.mix(Clip(octets([2] * 3000)))
    assert sounded(take) == [3] * 100 + [2] * 2900


def test_a_sound_that_is_cut_falls_to_silence_within_a_block() -> None:
    take = Take(CLIP)
    blocks = take.blocks()
    next(blocks)
    take.cut()
    rest = numbers(b"".join(blocks)).tolist()
    assert 0 < len(rest) < RATE // 50
    assert rest[-1] == 0
    assert rest == sorted(rest, reverse=True)


def test_a_browser_gets_whole_wav_files_and_their_names() -> None:
    sent: list[tuple[bytes, str]] = []
    SendOutput(lambda data, name: sent.append((data, name))).play(Take(Clip(octets([800] * 100), name="hiss"), 0.5))
    ((data, name),) = sent
    assert name == "hiss"
    with wave.open(io.BytesIO(data)) as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 2, RATE)
        assert numbers(sound.readframes(100)).tolist() == [400] * 100


def test_a_browser_is_told_to_hush_when_a_line_is_cut() -> None:
    hushed = threading.Event()
    take = Take(Clip(bytes(2 * RATE * 600)))
    playing = threading.Thread(target=SendOutput(lambda data, name: take.cut(), hushed.set).play, args=(take,))
    playing.start()
    assert hushed.wait(60)
    playing.join(60)


def test_closing_ends_the_wait_for_a_browser() -> None:
    begun = threading.Event()
    output = SendOutput(lambda data, name: begun.set())
    playing = threading.Thread(target=output.play, args=(Take(Clip(bytes(2 * RATE * 600))),))
    playing.start()
    assert begun.wait(60)
    output.close()
    playing.join(60)
    assert not playing.is_alive()


# --- The choice ------------------------------------------------------------------------------------------


def test_what_the_settings_name_is_what_plays() -> None:
    assert isinstance(choose_output("sounddevice"), SoundDeviceOutput)
    assert isinstance(choose_output("aplay"), AplayOutput)
    assert isinstance(choose_output("none"), NullOutput)
    assert isinstance(choose_output("auto"), FirstThatWorks)
    with pytest.raises(ValueError, match=r"'loud'.*auto, sounddevice, aplay, none"):
        choose_output("loud")


def test_silence_by_choice_is_no_trouble(tmp_path: Path) -> None:
    told: list[tuple[str, str, str]] = []
    voice = Voice(Phrases(), output=NullOutput(), cache=tmp_path, trouble=lambda *what: told.append(what))
    try:
        voice.cue(Cue.KEY)
        assert voice.wait_until_quiet(60)
        assert told == []
    finally:
        voice.close()


def test_the_second_output_plays_where_the_first_cannot_and_the_first_again_when_the_second_is_lost() -> None:
    first, second = RecordingOutput(), RecordingOutput()
    first.vanish()
    output = FirstThatWorks((first, second))
    output.play(Take(CLIP))
    output.play(Take(CLIP))
    assert (first.attempts, len(second.played)) == (1, 2)
    second.vanish()
    first.come_back()
    with pytest.raises(OutputLostError):
        output.play(Take(CLIP))
    output.play(Take(CLIP))
    assert len(first.played) == 1 + 1


def test_a_missing_speaker_is_told_rather_than_a_missing_program() -> None:
    class Lost(RecordingOutput):
        def __init__(self, error: OutputLostError) -> None:
            super().__init__()
            self.error = error

        def play(self, take: Take) -> None:
            raise self.error

    no_program = Lost(OutputLostError("PortAudio is not installed.", "Install it.", missing=True))
    with pytest.raises(OutputLostError, match="No sound device"):
        FirstThatWorks((no_program, Lost(OutputLostError()))).play(Take(CLIP))
    with pytest.raises(OutputLostError, match="PortAudio"):
        FirstThatWorks((no_program, no_program)).play(Take(CLIP))


def test_what_comes_too_late_to_be_laid_over_is_not_lost_in_silence() -> None:
    take = Take(Clip(octets([1] * 10)))
    blocks = take.blocks()
    next(blocks)
    assert take.mix(Clip(octets([2] * 10)))
    assert len(list(blocks)) == 1
    assert not take.mix(Clip(octets([2] * 10)))
    cut = Take(Clip(octets([1] * 10_000)))
    cut.cut()
    list(cut.blocks())
    assert not cut.mix(Clip(octets([2] * 10)))
