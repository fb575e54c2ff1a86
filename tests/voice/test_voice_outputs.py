"""Outputs: what reaches a device, a browser or nobody."""

import io
import os
import stat
import sys
import threading
import types
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spytable.voice import soundcard
from spytable.voice.clip import RATE, Clip, numbers, octets
from spytable.voice.outputs import (
    FirstThatWorks,
    NullOutput,
    OutputLostError,
    SendOutput,
    Take,
    choose_output,
)
from spytable.voice.recording import RecordingOutput
from spytable.voice.soundcard import AplayOutput, SoundDeviceOutput, card_number

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
    assert hushed.wait(10)
    playing.join(10)


def test_closing_ends_the_wait_for_a_browser() -> None:
    begun = threading.Event()
    output = SendOutput(lambda data, name: begun.set())
    playing = threading.Thread(target=output.play, args=(Take(Clip(bytes(2 * RATE * 600))),))
    playing.start()
    assert begun.wait(10)
    output.close()
    playing.join(10)
    assert not playing.is_alive()


# --- The choice ------------------------------------------------------------------------------------------


def test_what_the_settings_name_is_what_plays() -> None:
    assert isinstance(choose_output("sounddevice"), SoundDeviceOutput)
    assert isinstance(choose_output("aplay"), AplayOutput)
    assert isinstance(choose_output("none"), NullOutput)
    assert isinstance(choose_output("auto"), FirstThatWorks)
    with pytest.raises(ValueError, match=r"'loud'.*auto, sounddevice, aplay, none"):
        choose_output("loud")


def test_silence_by_choice_is_no_trouble() -> None:
    NullOutput().play(Take(CLIP))


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


# --- aplay -----------------------------------------------------------------------------------------------


def program(folder: Path, body: str) -> str:
    path = folder / "aplay"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_aplay_gets_every_sample_and_is_told_what_they_are(tmp_path: Path) -> None:
    output = AplayOutput(program=program(tmp_path, f'echo "$@" > {tmp_path}/told; cat > {tmp_path}/heard'))
    output.play(Take(CLIP))
    assert (tmp_path / "heard").read_bytes() == CLIP.samples
    assert (tmp_path / "told").read_text() == "-q -t raw -f S16_LE -c 1 -r 22050\n"


def test_a_card_is_named_by_its_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "asound").mkdir()
    (tmp_path / "asound" / "Headphones").symlink_to("card3")
    monkeypatch.setattr(soundcard, "_ASOUND", tmp_path / "asound")
    assert card_number("Headphones") == 3
    assert card_number("../../etc") is None
    AplayOutput("Headphones", program(tmp_path, f'echo "$@" > {tmp_path}/told; cat > /dev/null')).play(Take(CLIP))
    assert "--device=plughw:CARD=Headphones" in (tmp_path / "told").read_text()


@pytest.mark.parametrize(
    "body",
    [
        "cat > /dev/null; echo 'ALSA lib noise' >&2; echo 'audio open error: No such device' >&2; exit 1",
        "echo 'audio open error: No such device' >&2; exit 1",
    ],
)
def test_aplay_is_judged_by_whether_it_played(tmp_path: Path, body: str) -> None:
    long = Clip(bytes(2 * RATE // 4))
    with pytest.raises(OutputLostError, match="No such device"):
        AplayOutput(program=program(tmp_path, body)).play(Take(long))


def test_aplay_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AplayOutput, "_STUCK", 0.05)
    output = AplayOutput(program=program(tmp_path, f"echo $$ > {tmp_path}/id; exec sleep 600"))
    with pytest.raises(OutputLostError, match="hangs"):
        output.play(Take(CLIP))
    process = tmp_path / "id"
    assert not process.exists() or not Path(f"/proc/{process.read_text().strip()}").exists()


def test_without_aplay_the_remedy_is_said() -> None:
    with pytest.raises(OutputLostError, match="aplay is not installed") as caught:
        AplayOutput(program="/no/such/aplay").play(Take(CLIP))
    assert caught.value.missing
    assert "alsa-utils" in caught.value.remedy


# --- sounddevice -----------------------------------------------------------------------------------------


class FakePortAudio(types.ModuleType):
    """sounddevice's module as far as it is used, with cards that come and go."""

    class PortAudioError(Exception):
        pass

    def __init__(self) -> None:
        super().__init__("sounddevice")
        self.cards = ["HDMI: - (hw:0,0)", "bcm2835 Headphones: - (hw:2,0)"]
        self.listed = list(self.cards)
        self.accepts: Callable[[int, int], bool] = lambda rate, channels: True
        self.streams: list[Any] = []
        self.dry = False
        self.hanging = threading.Event()
        self.hanging.set()
        self.closed = threading.Semaphore(0)
        module = self

        class RawOutputStream:
            def __init__(self, samplerate: int, channels: int, dtype: str, device: int | None, latency: float) -> None:
                os.write(2, b"ALSA lib pcm.c: noise from C\n")
                if not module.accepts(samplerate, channels) or not module.cards:
                    raise module.PortAudioError("Invalid sample rate")
                self.settings = (samplerate, channels, dtype, device)
                self.heard = b""
                self.open = True
                self.silences = threading.Semaphore(0)
                self.room = iter([1323])
                module.streams.append(self)

            def start(self) -> None:
                pass

            @property
            def write_available(self) -> int:
                # Empty at first, then full as long as nobody says otherwise.
                return next(self.room, 1323 if module.dry else 0)

            def write(self, data: bytes) -> bool:
                module.hanging.wait()
                if not module.cards or not self.open:
                    raise module.PortAudioError("Unanticipated host error")
                self.heard += bytes(data)
                if not any(data):
                    self.silences.release()
                return False

            def close(self) -> None:
                self.open = False
                module.closed.release()

            abort = stop = lambda self: None

        self.RawOutputStream = RawOutputStream

    def query_devices(self) -> list[dict[str, Any]]:
        return [{"name": name, "max_output_channels": 2} for name in self.listed]

    def _terminate(self) -> None:
        self.listed = []

    def _initialize(self) -> None:
        self.listed = list(self.cards)


@pytest.fixture
def portaudio(monkeypatch: pytest.MonkeyPatch) -> FakePortAudio:
    fake = FakePortAudio()
    monkeypatch.setitem(sys.modules, "sounddevice", fake)
    return fake


def test_one_stream_stays_open_from_line_to_line_and_is_let_go_of_at_rest(portaudio: FakePortAudio) -> None:
    output = SoundDeviceOutput()
    output.play(Take(CLIP))
    output.play(Take(CLIP))
    (stream,) = portaudio.streams
    assert stream.heard == 2 * CLIP.samples
    assert stream.settings == (RATE, 1, "int16", None)
    output.rest()
    assert portaudio.closed.acquire(timeout=10)
    assert not stream.open
    output.play(Take(CLIP))
    assert len(portaudio.streams) == 2


def test_a_stream_never_runs_dry_while_nothing_plays(portaudio: FakePortAudio) -> None:
    portaudio.dry = True
    output = SoundDeviceOutput()
    output.play(Take(CLIP))
    (stream,) = portaudio.streams
    while stream.silences.acquire(blocking=False):
        pass
    for _ in range(3):
        assert stream.silences.acquire(timeout=10)
    output.close()


def test_a_stream_that_hangs_is_given_up_and_never_closed_under_the_thread_that_is_stuck_in_it(
    portaudio: FakePortAudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SoundDeviceOutput, "_STUCK", 0.0)
    portaudio.hanging.clear()
    output = SoundDeviceOutput()
    for _ in range(2):
        with pytest.raises(OutputLostError, match="hangs"):
            output.play(Take(CLIP))
    assert len(portaudio.streams) == 1
    assert portaudio.streams[0].open
    portaudio.hanging.set()
    monkeypatch.setattr(SoundDeviceOutput, "_STUCK", 10.0)
    output.play(Take(CLIP))
    assert portaudio.streams[1].heard == CLIP.samples
    output.close()


def test_a_card_that_went_away_is_found_again_when_it_is_back(portaudio: FakePortAudio) -> None:
    output = SoundDeviceOutput()
    output.play(Take(CLIP))
    cards, portaudio.cards = portaudio.cards, []
    for _ in range(2):
        with pytest.raises(OutputLostError):
            output.play(Take(CLIP))
    portaudio.cards = cards
    output.play(Take(CLIP))
    assert portaudio.streams[-1].heard == CLIP.samples


def test_no_card_at_start_is_said_in_plain_words(portaudio: FakePortAudio) -> None:
    portaudio.cards = portaudio.listed = []
    with pytest.raises(OutputLostError, match="No sound device") as caught:
        SoundDeviceOutput().play(Take(CLIP))
    assert "words are on the panels" in caught.value.remedy


def test_a_card_of_that_id_is_taken_whatever_its_number(
    portaudio: FakePortAudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Amp").symlink_to("card2")
    monkeypatch.setattr(soundcard, "_ASOUND", tmp_path)
    for name in ("Amp", "headphones"):
        SoundDeviceOutput(name).play(Take(CLIP))
        assert portaudio.streams[-1].settings[3] == 1
    with pytest.raises(OutputLostError, match="'Other'"):
        SoundDeviceOutput("Other").play(Take(CLIP))


def test_a_card_that_takes_only_two_channels_at_twice_the_rate_plays_the_same_sound(
    portaudio: FakePortAudio,
) -> None:
    portaudio.accepts = lambda rate, channels: (rate, channels) == (2 * RATE, 2)
    SoundDeviceOutput().play(Take(Clip(octets([0, 100, 200]))))
    assert numbers(portaudio.streams[0].heard).tolist() == [
        0,
        0,
        50,
        50,
        100,
        100,
        150,
        150,
        200,
        200,
        200,
        200,
    ]


def test_noise_from_the_sound_libraries_stays_out_of_the_log(
    portaudio: FakePortAudio, capfd: pytest.CaptureFixture[str]
) -> None:
    SoundDeviceOutput().play(Take(CLIP))
    print("our own words", file=sys.stderr)
    assert capfd.readouterr().err == "our own words\n"


def test_without_portaudio_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    class Missing:
        """What importing sounddevice does where PortAudio's library is missing."""

        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            if name == "sounddevice":
                raise OSError("PortAudio library not found")

    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    with pytest.raises(OutputLostError, match="PortAudio is not installed") as caught:
        SoundDeviceOutput().play(Take(CLIP))
    assert "libportaudio2" in caught.value.remedy
