"""The studio: a person is led through a voice pack, and whatever they do, what was kept is heard at the table."""

import io
import math
import random
import sys
import types
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from spytable.cli import main
from spytable.errors import SpyTableError
from spytable.voice.devices.microphone import MicrophoneError, SoundDeviceMicrophone
from spytable.voice.packs.pack import PackError, load
from spytable.voice.packs.studio import Piece, Studio, StudioError, pieces
from spytable.voice.packs.takes import PATIENCE, Listening
from spytable.voice.samples.clip import Clip, loudness, octets
from spytable.voice.samples.effects import LOUDNESS, Effect
from spytable.voice.samples.soundfiles import read

RATE = 16000


def sound(level: float, seconds: float = 0.7, before: float = 0.5, room: float = 0.001, after: float = 1.5) -> bytes:
    """What a microphone hears of a person who speaks at *level*."""
    chance = random.Random(2)

    def noise(n: float) -> list[float]:
        return [room * chance.uniform(-1.7, 1.7) for _ in range(int(n * RATE))]

    voice = [level * math.sin(2 * math.pi * 300 * i / RATE) for i in range(int(seconds * RATE))]
    values = [*noise(before), *(a + b for a, b in zip(voice, noise(seconds), strict=True)), *noise(after)]
    return octets([max(-32767, min(32767, int(32767 * value))) for value in values])


GOOD, SOFT, BROKEN = sound(0.3), sound(0.012), sound(3.0)
NOTHING = sound(0.0, after=PATIENCE)


class Person:
    """Sits at the microphone and at the keys: says *takes* one after the other, and answers with *answers*."""

    def __init__(self, takes: list[bytes], answers: list[str], room: float = 0.001) -> None:
        self.takes = takes
        self.answers = answers
        self.room = room
        self.questions: list[str] = []
        self.listened: list[Clip] = []
        self.opened = 0

    def listen(self) -> Generator[tuple[bytes, int], None, None]:
        # First it is looked whether there is a microphone, then how loud the room is.
        self.opened += 1
        samples = sound(0.0, after=3, room=self.room) if self.opened <= 2 else self.takes.pop(0)
        for at in range(0, len(samples), RATE // 10):
            yield samples[at : at + RATE // 10], RATE

    def answer(self, question: str) -> str:
        self.questions.append(question)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    def sit(self, folder: Path, wanted: list[str] | None = None, *, only: str = "", language: str = "en") -> str:
        """Records a pack; what is said meanwhile."""
        out = io.StringIO()
        studio = Studio(folder, language, self, self.listened.append, ask=self.answer, out=out)
        told = ["Green's turn.", "Red's turn."] if wanted is None else wanted
        assert studio.record([Piece(words, words) for words in told], only=only) == 0
        return out.getvalue()


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_pack_is_recorded_with_one_key_for_each_sentence(tmp_path: Path) -> None:
    person = Person([GOOD, GOOD], ["", "", ""])
    told = person.sit(tmp_path / "new" / "grandma")
    assert files(tmp_path / "new" / "grandma") == ["greens-turn.wav", "pack.toml", "reds-turn.wav"]
    pack = load(tmp_path / "new" / "grandma", "en")
    recorded = pack.find("Green's turn.")
    assert recorded
    clip = read(recorded.path)
    assert 0.65 < clip.seconds < 0.9, "the quiet is gone"
    assert loudness(clip) == pytest.approx(LOUDNESS, abs=0.5)
    assert "1 of 2    Say:  Green's turn." in told
    assert "2 recorded; 2 of 2 are there." in told


def test_a_person_who_stops_goes_on_later_where_they_stopped(tmp_path: Path) -> None:
    assert "1 of 2 are there" in Person([GOOD, GOOD], ["", "", "q"]).sit(tmp_path)
    told = Person([GOOD], ["", ""]).sit(tmp_path)
    assert "1 of 2 are recorded. 1 to record" in told
    assert "Say:  Red's turn." in told and "Say:  Green's turn." not in told
    assert "2 of 2 are there" in told
    assert "Say:" not in Person([], []).sit(tmp_path)


@pytest.mark.parametrize(
    ("take", "said"),
    [
        (NOTHING, "Nothing was heard"),
        (BROKEN, "Too loud"),
        (SOFT, "Too soft"),
        (sound(0.3, room=0.03), "room is heard"),
    ],
    ids=["nothing", "broken", "soft", "noisy"],
)
def test_a_take_with_a_fault_is_said_and_taken_again(tmp_path: Path, take: bytes, said: str) -> None:
    person = Person([take, GOOD], ["", "", ""], room=0.03 if said.startswith("room") else 0.001)
    if person.room > 0.01:
        person.takes[1] = sound(0.9, room=0.01)
    person.sit(tmp_path, ["Foul."])
    assert said in person.questions[1] and "Enter: again" in person.questions[1]
    assert ("k: keep" in person.questions[1]) is (said in ("Too soft", "room is heard"))
    assert "Enter: keep" in person.questions[2]
    assert files(tmp_path) == ["foul.wav", "pack.toml"]


def test_again_listen_and_skip(tmp_path: Path) -> None:
    person = Person([GOOD, GOOD, GOOD], ["", "a", "l", "l", "", "s"])
    told = person.sit(tmp_path)
    assert told.count("Say:  Green's turn.") == 2
    assert [round(loudness(clip)) for clip in person.listened] == [LOUDNESS, LOUDNESS], "as it will be heard"
    assert files(tmp_path) == ["greens-turn.wav", "pack.toml"]


def test_a_take_that_is_soft_can_be_kept_all_the_same(tmp_path: Path) -> None:
    Person([SOFT], ["", "k"]).sit(tmp_path, ["Foul."])
    assert loudness(read(tmp_path / "foul.wav")) == pytest.approx(LOUDNESS, abs=1)


def test_one_sentence_is_recorded_once_more(tmp_path: Path) -> None:
    Person([GOOD, GOOD], ["", "", ""]).sit(tmp_path)
    before = (tmp_path / "reds-turn.wav").read_bytes()
    told = Person([sound(0.3, 1.2)], ["", ""]).sit(tmp_path, only="RED")
    assert told.count("Say:") == 1
    assert len((tmp_path / "reds-turn.wav").read_bytes()) > len(before)
    with pytest.raises(PackError, match="No sentence has 'blue' in it"):
        Person([], []).sit(tmp_path, only="blue")


def test_a_fuse_and_a_bang_can_be_recorded_too() -> None:
    assert {piece.item for piece in pieces(["Foul."])} == {"Foul.", Effect.HISS, Effect.BANG, Effect.WIN}


def test_a_pack_of_another_language_is_left_alone(tmp_path: Path) -> None:
    Person([GOOD], ["", ""]).sit(tmp_path, ["Foul."])
    with pytest.raises(PackError, match="speaks 'en', the table 'fi'"):
        Person([], []).sit(tmp_path, language="fi")


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StudioError, match="cannot be made"):
        Person([], []).sit(tmp_path / "file" / "pack")


def test_the_key_that_begins_a_recording_is_no_voice() -> None:
    click = bytearray(sound(0.0, after=PATIENCE))
    click[3200:3400] = octets([20000, -20000] * 50)
    listening = Listening(((bytes(click[at : at + 1600]), RATE) for at in range(0, len(click), 1600)), 0.001)
    assert not any(moment.begun for moment in listening)
    assert listening.clip is None


def test_the_meter_shows_how_loud_it_is_and_is_gone_afterwards(tmp_path: Path) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out, person = Terminal(), Person([BROKEN, GOOD], ["", "", ""])
    Studio(tmp_path, "en", person, person.listened.append, ask=person.answer, out=out).record([Piece("Foul.", "Foul.")])
    shown = out.getvalue().split("\r")
    assert any("!!!" in line and "too loud" in line for line in shown)
    assert any("###" in line and "good" in line for line in shown)
    assert any("speak now" in line for line in shown)
    assert shown[-1].startswith("\x1b[K")


def test_a_speaker_that_is_not_there_does_not_end_the_sitting(tmp_path: Path) -> None:
    def lost(clip: Clip) -> None:
        raise SpyTableError("No sound device.")

    out, person = io.StringIO(), Person([GOOD], ["", "l", ""])
    Studio(tmp_path, "en", person, lost, ask=person.answer, out=out).record([Piece("Foul.", "Foul.")])
    assert "No sound device." in out.getvalue()
    assert files(tmp_path) == ["foul.wav", "pack.toml"]


# --- The microphone ----------------------------------------------------------------------------------------


class FakePortAudio(types.ModuleType):
    """sounddevice's module as far as a microphone uses it."""

    class PortAudioError(Exception):
        pass

    def __init__(self) -> None:
        super().__init__("sounddevice")
        self.devices = [("Speakers (hw:0,0)", 0), ("Headset: - (hw:1,0)", 2)]
        self.accepts: Callable[[int, int], bool] = lambda rate, channels: True
        self.blocks = 3
        self.open: list[tuple[int, int, int | None]] = []
        module = self

        class RawInputStream:
            def __init__(self, samplerate: int, channels: int, dtype: str, device: int | None) -> None:
                if not module.accepts(samplerate, channels):
                    raise module.PortAudioError
                module.open.append((samplerate, channels, device))
                self.channels = channels

            def start(self) -> None:
                pass

            def read(self, frames: int) -> tuple[bytes, bool]:
                if module.blocks == 0:
                    raise module.PortAudioError
                module.blocks -= 1
                return octets([7, -1][: self.channels] * frames), False

            def abort(self) -> None:
                module.open.clear()

            close = abort

        self.RawInputStream = RawInputStream

    def query_devices(self) -> list[dict[str, Any]]:
        return [{"name": name, "max_input_channels": channels} for name, channels in self.devices]


@pytest.fixture
def portaudio(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakePortAudio]:
    fake = FakePortAudio()
    monkeypatch.setitem(sys.modules, "sounddevice", fake)
    yield fake
    assert not fake.open, "nothing listens on"


def test_a_microphone_that_takes_only_its_own_rate_is_heard(portaudio: FakePortAudio) -> None:
    portaudio.accepts = lambda *form: form == (48000, 2)
    heard = SoundDeviceMicrophone("headset").listen()
    block, rate = next(heard)
    assert portaudio.open == [(48000, 2, 1)]
    assert (block, rate) == (octets([7] * 2400), 48000)
    heard.close()


def test_a_microphone_that_goes_away_is_said(portaudio: FakePortAudio) -> None:
    with pytest.raises(MicrophoneError, match="went away"):
        list(SoundDeviceMicrophone().listen())


def test_no_microphone_is_said_before_anything_is_asked(
    portaudio: FakePortAudio, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    portaudio.devices = portaudio.devices[:1]
    assert main(["voice", "record", str(tmp_path / "pack"), "--language", "en"]) == 2
    out, err = capsys.readouterr()
    assert "There is no microphone. Plug one in" in err
    assert "Enter" not in out


def test_a_card_without_a_microphone_is_named(portaudio: FakePortAudio) -> None:
    with pytest.raises(MicrophoneError, match="no sound card Other"):
        next(SoundDeviceMicrophone("Other").listen())
