"""A second language: each call is repeated in it, by its own voice, and it is the first to give way."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from spytable import play
from spytable.cli import main
from spytable.game.announcements import SetUp
from spytable.game.calls import Call, Hiss, Out, Turn
from spytable.game.cards import Colour
from spytable.table import Table
from spytable.voice.devices.recording import RecordingOutput
from spytable.voice.samples.clip import RATE, Clip
from spytable.voice.synthesis.synthesiser import Item, Synthesiser, name_of
from spytable.voice.voice import Voice
from spytable.voice.words import Foreign


class Sayings:
    """A language of one word a call, in front of the colour."""

    def __init__(self, turn: str, out: str) -> None:
        self._words = {Turn: turn, Out: out}

    def speech(self, calls: Sequence[Call], /) -> tuple[str, ...]:
        """A word for each call that has one."""
        return tuple(f"{self._words[type(call)]} {call.seat}." for call in calls if isinstance(call, Turn | Out))


class Maker(Synthesiser):
    """A synthesiser without a process; remembers which voice said what."""

    def __init__(self) -> None:
        super().__init__("en")
        self.made: list[tuple[str, str]] = []
        self.go = threading.Event()
        self.go.set()

    @property
    def running(self) -> bool:
        return False

    def make(self, item: Item) -> Clip:
        self.go.wait(60)
        if isinstance(item, str | Foreign):
            self.made.append((self.voice_of(item), name_of(item)))
        return Clip(bytes([0, 16]) * (RATE // 20), name=name_of(item))

    def rest(self) -> None:
        pass

    def close(self) -> None:
        self.go.set()


@pytest.fixture
def maker() -> Maker:
    return Maker()


@pytest.fixture
def output() -> RecordingOutput:
    return RecordingOutput()


@pytest.fixture
def voice(maker: Maker, output: RecordingOutput, tmp_path: Path) -> Iterator[Voice]:
    english, frisian = Sayings("Turn", "Out"), Sayings("Bar", "Fuort")
    voice = Voice(english, output=output, cache=tmp_path, synthesiser=maker, second=(frisian, "fy"), patience=120)
    yield voice
    voice.close()


def heard(output: RecordingOutput) -> list[str]:
    return [played.name for played in output.played]


def test_each_call_is_repeated_in_the_second_language(voice: Voice, output: RecordingOutput, maker: Maker) -> None:
    voice.speak([Hiss(Colour.RED), Out(Colour.RED, "bomb"), Turn(Colour.GREEN)])
    assert voice.wait_until_quiet(60)
    assert heard(output) == ["hiss", "Out red.", "Fuort red.", "turn", "Turn green.", "Bar green."]
    assert set(maker.made) == {
        ("en", "Out red."), ("fy", "Fuort red."), ("en", "Turn green."), ("fy", "Bar green."),
    }  # fmt: skip


def test_both_languages_are_prepared_in_turns(voice: Voice, maker: Maker) -> None:
    voice.prepare(["One.", "Two."], ["Ien.", "Twa.", "Trije."])
    assert voice.wait_until_prepared(60)
    assert maker.made == [("en", "One."), ("fy", "Ien."), ("en", "Two."), ("fy", "Twa."), ("fy", "Trije.")]


def test_words_that_are_spelled_alike_are_kept_apart(voice: Voice, maker: Maker, output: RecordingOutput) -> None:
    voice.prepare(["Bom."], ["Bom."])
    assert voice.wait_until_prepared(60)
    assert maker.made == [("en", "Bom."), ("fy", "Bom.")]


def test_where_the_game_is_faster_the_second_language_gives_way_first(voice: Voice, output: RecordingOutput) -> None:
    output.hold()
    voice.speak([Turn(Colour.RED)])
    assert output.wait_for(lambda played: len(played) == 1)
    for _ in range(12):
        voice.speak([Out(Colour.BLUE, "left")])
    output.release()
    assert voice.wait_until_quiet(60)
    said = heard(output)
    assert said.count("Out blue.") == 12
    assert 0 < said.count("Fuort blue.") < 9
    assert said[-1] == "Fuort blue."


def test_the_settings_second_language_is_spoken_and_prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Voice] = []

    class Built(Voice):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options, synthesiser=maker)
            built.append(self)

    class Started(Table):
        def run(self, opening: Sequence[Call] = ()) -> None:
            self._set_up(SetUp(("green", "red")))
            built[0].speak([Turn(Colour.RED)])
            assert built[0].wait_until_quiet(60)
            assert built[0].wait_until_prepared(60)

    maker = Maker()
    for variable in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))
    monkeypatch.setattr(play, "Voice", Built)
    monkeypatch.setattr(play, "Table", Started)
    settings = tmp_path / "table.toml"
    settings.write_text('[voice]\nsecond = "fi"\noutput = "none"\n[web]\nport = 0\nopen_browser = false\n')
    assert play.play(play.Choices(config=settings, table="virtual")) == 0
    assert {("en", "Red's turn."), ("fi", "Vuorossa Punainen."), ("fi", "Vihreä voittaa!")} <= set(maker.made)


def test_a_second_language_that_there_is_not_ends_the_start_and_names_those_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings = tmp_path / "table.toml"
    settings.write_text('[voice]\nsecond = "xx"\n')
    assert main(["play", "--table", "virtual", "--config", str(settings)]) == 2
    told = capsys.readouterr().err
    assert '"xx"' in told and "en" in told and "fi" in told
