"""A sound card through PortAudio: found by its id, kept open, and found again when it comes back."""

import atexit
import ctypes
import math
import os
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from spytable.voice.devices import cards, soundcard
from spytable.voice.devices.outputs import OutputLostError, Take
from spytable.voice.devices.soundcard import SoundDeviceOutput
from spytable.voice.samples.clip import RATE, Clip, numbers, octets

CLIP = Clip(octets([1000] * (RATE // 10)), name="tone")


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
        self.at_first, self.drains = 1323, 661
        """Frames of room that a stream has, in the beginning and then."""
        self.fills = False
        """Whether the next write takes all room."""
        self.full = threading.Event()
        """Somebody waits for room in a write, which on a card that is gone has no end."""
        self.never = threading.Event()
        self.written = threading.Event()
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
                self.open, self.told = True, 0
                self.silences = threading.Semaphore(0)
                self.room = iter([module.at_first])
                module.streams.append(self)

            def start(self) -> None:
                pass

            @property
            def write_available(self) -> int:
                # Empty at first, then half full as long as nobody says otherwise.
                self.told = next(self.room, 1323 if module.dry else module.drains)
                return self.told

            def write(self, data: bytes) -> bool:
                module.hanging.wait()
                if len(data) // 2 // self.settings[1] > self.told:
                    module.full.set()
                    module.never.wait()
                if not module.cards or not self.open:
                    raise module.PortAudioError("Unanticipated host error")
                self.heard += bytes(data)
                if module.fills:
                    module.drains = 0
                module.written.set()
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

    _libname = "libportaudio.so.2"

    def _exit_handler(self) -> None:
        pass

    def _terminate(self) -> None:
        self.listed = []

    def _initialize(self) -> None:
        self.listed = list(self.cards)


@pytest.fixture
def portaudio(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakePortAudio]:
    fake = FakePortAudio()
    monkeypatch.setitem(sys.modules, "sounddevice", fake)
    # On a busy machine the feeding thread takes its time.
    monkeypatch.setattr(SoundDeviceOutput, "_STUCK", 60.0)
    made: list[SoundDeviceOutput] = []
    make = SoundDeviceOutput.__init__

    def noted(output: SoundDeviceOutput, device: str = "") -> None:
        made.append(output)
        make(output, device)

    monkeypatch.setattr(SoundDeviceOutput, "__init__", noted)
    yield fake
    assert not fake.full.is_set(), "a write waits for room"
    fake.hanging.set()
    fake.never.set()
    for output in made:
        output.close()


def test_one_stream_stays_open_from_line_to_line_and_is_let_go_of_at_rest(portaudio: FakePortAudio) -> None:
    output = SoundDeviceOutput()
    output.play(Take(CLIP))
    output.play(Take(CLIP))
    (stream,) = portaudio.streams
    assert stream.heard == 2 * CLIP.samples
    assert stream.settings == (RATE, 1, "int16", None)
    output.rest()
    assert portaudio.closed.acquire(timeout=60)
    assert not stream.open
    output.play(Take(CLIP))
    assert len(portaudio.streams) == 2


def test_a_driver_that_tells_of_no_room_at_first_plays_all_the_same(portaudio: FakePortAudio) -> None:
    portaudio.at_first = 0
    SoundDeviceOutput().play(Take(CLIP))
    assert portaudio.streams[-1].heard == CLIP.samples


def test_a_stream_never_runs_dry_while_nothing_plays(portaudio: FakePortAudio) -> None:
    portaudio.dry = True
    output = SoundDeviceOutput()
    output.play(Take(CLIP))
    (stream,) = portaudio.streams
    while stream.silences.acquire(blocking=False):
        pass
    for _ in range(3):
        assert stream.silences.acquire(timeout=60)
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
    monkeypatch.setattr(SoundDeviceOutput, "_STUCK", 60.0)
    output.play(Take(CLIP))
    assert portaudio.streams[1].heard == CLIP.samples
    output.close()


def test_the_program_ends_in_peace_although_the_device_hangs(
    portaudio: FakePortAudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SoundDeviceOutput, "_STUCK", 0.0)
    monkeypatch.setattr(soundcard, "_LAST_WAIT", 0.0)
    loaded: list[str] = []
    monkeypatch.setattr(ctypes, "CDLL", lambda name: loaded.append(name) or types.SimpleNamespace())
    left_out: list[object] = []
    monkeypatch.setattr(atexit, "unregister", left_out.append)
    portaudio.hanging.clear()
    output = SoundDeviceOutput()
    with pytest.raises(OutputLostError):
        output.play(Take(CLIP))
    output._at_exit()
    assert "libportaudio.so.2" in loaded, "it is never unloaded under the thread that is in it"
    assert left_out == [portaudio._exit_handler], "PortAudio is not ended under it either"
    portaudio.hanging.set()


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


class Card:
    """A sound card's device, open and mapped into memory, as a stream of PortAudio has it until it is pulled out."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "pcmC0D0p"
        self.path.write_bytes(bytes(4096))
        held = os.open(self.path, os.O_RDONLY)
        library = ctypes.CDLL(None, use_errno=True)
        library.mmap.restype = ctypes.c_void_p
        library.mmap.argtypes = (
            ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long,
        )  # fmt: skip
        assert library.mmap(None, 4096, 1, 2, held, 0) not in (None, ctypes.c_void_p(-1).value)
        assert self._is_held()

    def is_let_go_of(self) -> bool:
        """Whether this process comes to have it no more."""
        until = time.monotonic() + 60
        while self._is_held() and time.monotonic() < until:
            time.sleep(0.01)
        return not self._is_held()

    def _is_held(self) -> bool:
        links = [str(self.path), f"{self.path} (deleted)"]
        opened = any(soundcard._now(link) in links for link in Path("/proc/self/fd").iterdir())
        return opened or str(self.path) in Path("/proc/self/maps").read_text()


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Card:
    monkeypatch.setattr(soundcard, "_CARDS", str(tmp_path / "pcm"))
    return Card(tmp_path)


def test_a_card_that_is_pulled_out_while_it_plays_is_let_go_of_and_plays_again_when_it_is_back(
    portaudio: FakePortAudio, card: Card
) -> None:
    # PortAudio tells nothing of it: there is just no more room in the stream, for ever.
    portaudio.fills = True
    output = SoundDeviceOutput()
    lost: list[OutputLostError] = []

    def play() -> None:
        try:
            output.play(Take(CLIP))
        except OutputLostError as error:
            lost.append(error)

    playing = threading.Thread(target=play)
    playing.start()
    assert portaudio.written.wait(60)
    card.path.unlink()
    playing.join(60)
    assert [str(error) for error in lost] == ["The sound device went away."]
    assert portaudio.closed.acquire(timeout=60)
    portaudio.fills, portaudio.drains = False, 661
    output.play(Take(CLIP))
    assert portaudio.streams[-1].heard == CLIP.samples
    assert card.is_let_go_of()


def test_a_card_that_is_pulled_out_while_nothing_sounds_and_comes_back_plays_the_next_sound(
    portaudio: FakePortAudio, card: Card
) -> None:
    output = SoundDeviceOutput()
    output.play(Take(CLIP))
    card.path.unlink()
    assert portaudio.closed.acquire(timeout=60), "nobody holds a card that is gone"
    output.play(Take(CLIP))
    assert portaudio.streams[-1].heard == CLIP.samples
    output.close()
    assert card.is_let_go_of()


def test_no_card_at_start_is_said_in_plain_words(portaudio: FakePortAudio) -> None:
    portaudio.cards = portaudio.listed = []
    with pytest.raises(OutputLostError, match="No sound device") as caught:
        SoundDeviceOutput().play(Take(CLIP))
    assert "words are on the panels" in caught.value.remedy


@pytest.fixture
def card_ids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The kernel's links from ids to numbers, with one card: Amp, which is number 2 at this start."""
    (tmp_path / "Amp").symlink_to("card2")
    monkeypatch.setattr(cards, "_ASOUND", tmp_path)
    monkeypatch.setenv("ALSA_CARD", "")
    return tmp_path


def test_a_card_of_that_id_is_taken_whatever_its_number(portaudio: FakePortAudio, card_ids: Path) -> None:
    for name in ("Amp", "headphones"):
        SoundDeviceOutput(name).play(Take(CLIP))
        assert portaudio.streams[-1].settings[3] == 1


def test_a_card_that_is_not_there_is_named_with_those_that_are(portaudio: FakePortAudio, card_ids: Path) -> None:
    with pytest.raises(OutputLostError, match=r"There is no sound card Other\. There is Amp\."):
        SoundDeviceOutput("Other").play(Take(CLIP))


def test_what_alsa_makes_of_a_card_comes_before_the_bare_card(portaudio: FakePortAudio, card_ids: Path) -> None:
    portaudio.cards.append("sysdefault")
    portaudio.listed.append("sysdefault")
    SoundDeviceOutput("Amp").play(Take(CLIP))
    assert portaudio.streams[-1].settings[3] == 2
    assert os.environ["ALSA_CARD"] == "Amp"


def test_a_card_that_has_another_number_when_it_comes_back_is_found(portaudio: FakePortAudio, card_ids: Path) -> None:
    output = SoundDeviceOutput("Amp")
    output.play(Take(CLIP))
    portaudio.cards = []
    (card_ids / "Amp").unlink()
    with pytest.raises(OutputLostError):
        output.play(Take(CLIP))
    with pytest.raises(OutputLostError, match="no sound card Amp"):
        output.play(Take(CLIP))
    portaudio.cards = ["Amp: - (hw:0,0)", "other: - (hw:2,0)"]
    (card_ids / "Amp").symlink_to("card0")
    output.play(Take(CLIP))
    assert portaudio.streams[-1].settings[3] == 0
    assert portaudio.streams[-1].heard == CLIP.samples


@pytest.mark.parametrize(("rate", "channels"), [(RATE, 2), (44100, 2), (48000, 1), (48000, 2)])
def test_a_card_that_takes_only_its_own_rate_plays_the_same_tone_without_a_click(
    portaudio: FakePortAudio, rate: int, channels: int
) -> None:
    portaudio.accepts = lambda *asked: asked == (rate, channels)
    tone = [round(9000 * math.sin(2 * math.pi * 1000 * i / RATE)) for i in range(RATE // 5)]
    output = SoundDeviceOutput()
    output.play(Take(Clip(octets(tone[:2000]))))
    output.play(Take(Clip(octets(tone[2000:]))))
    (stream,) = portaudio.streams
    heard = numbers(stream.heard)
    assert heard[0::channels] == heard[channels - 1 :: channels], "the same on both channels"
    heard = heard[0::channels]
    assert len(heard) == pytest.approx(rate // 5, abs=rate * 0.007)
    # Of a pure tone each sample follows from the two before it: a click would not.
    turn = 2 * math.cos(2 * math.pi * 1000 / rate)
    middle = heard[20:-20]
    strays = [abs(b * turn - a - c) for a, b, c in zip(middle, middle[1:], middle[2:], strict=False)]
    assert max(strays) < 60
    assert max(middle) == pytest.approx(9000, abs=200)
    output.close()


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
