"""`spytable say` and `spytable voice`: what a person at a terminal gets."""

import io
import json
import wave
from pathlib import Path

import pytest

from spytable.cli import main
from spytable.game.cards import places
from spytable.language.phrases import Phrases
from spytable.voice.commands import GAMES, VoiceCommandError, all_sentences, prepare, say
from spytable.voice.devices.outputs import NullOutput, OutputLostError, Take
from spytable.voice.devices.recording import RecordingOutput
from spytable.voice.samples.effects import Effect, synthesise
from spytable.voice.synthesis import espeak

speaks = pytest.mark.skipif(espeak.find() is None, reason="eSpeak NG is not installed")

TURN = '{"call":"turn","seat":"red"}'
HISS = '{"call":"hiss","seat":"red"}'


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(autouse=True)
def _apart(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def sound(path: Path) -> tuple[int, int, int, float]:
    """Channels, bytes a sample, rate and seconds of a WAV file."""
    with wave.open(str(path)) as file:
        return file.getnchannels(), file.getsampwidth(), file.getframerate(), file.getnframes() / file.getframerate()


@speaks
@pytest.mark.parametrize("language", ["en", "fi"])
def test_a_call_becomes_a_file_with_effect_and_words(language: str, tmp_path: Path) -> None:
    out = tmp_path / "call.wav"
    assert main(["say", TURN, "--language", language, "--out", str(out)]) == 0
    channels, width, rate, seconds = sound(out)
    assert (channels, width, rate) == (1, 2, 22050)
    assert synthesise(Effect.TURN).seconds + 0.5 < seconds < 3


def test_the_words_can_be_left_out(tmp_path: Path) -> None:
    out = tmp_path / "hiss.wav"
    assert main(["say", HISS, "--effect-only", "--out", str(out)]) == 0
    assert sound(out)[3] == pytest.approx(synthesise(Effect.HISS).seconds, abs=0.001)


@speaks
def test_without_a_file_it_is_played() -> None:
    output = RecordingOutput()
    assert say(TURN, Phrases(), output=output) == 0
    assert [played.name for played in output.played] == ["turn", "Red's turn."]


class Gone(NullOutput):
    """No device."""

    def play(self, take: Take) -> None:
        """Is not there."""
        raise OutputLostError


@speaks
def test_without_a_device_it_says_how_to_hear_it_all_the_same() -> None:
    with pytest.raises(VoiceCommandError, match=r"No sound device.*--out"):
        say(TURN, Phrases(), output=Gone())


@speaks
def test_words_and_phonemes_are_printed_and_nothing_is_played(tmp_path: Path) -> None:
    # A process of its own: eSpeak NG starts but once in a process.
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "spytable", "say", TURN, "--print"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "effect    turn\nwords     Red's turn.\nphonemes  ɹˈɛdz tˈɜːn\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nonsense"], "The call is not JSON."),
        (['{"call":"dance"}'], "There is no call 'dance'."),
        (['{"call":"turn"}'], "The call turn lacks seat."),
        ([TURN, "--language", "xx"], "There are: en,"),
        (['{"call":"contradiction","seat":"red","about":"move"}'], "is silent"),
        (['{"call":"ready","seat":"red"}', "--effect-only"], "has no effect"),
        ([HISS, "--effect-only", "--out", "/nowhere/x.wav"], "Cannot write /nowhere/x.wav"),
    ],
)
def test_what_cannot_be_said_is_told_in_one_line(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["say", *arguments]) == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1


def test_where_the_settings_choose_silence_that_is_told_and_not_played() -> None:
    with pytest.raises(VoiceCommandError, match=r"no sound.*--out"):
        say(HISS, Phrases(), output=NullOutput())


class Terminal(io.StringIO):
    """A screen with somebody in front of it."""

    def isatty(self) -> bool:
        """It is one."""
        return True


class Few:
    """A language of two sentences."""

    language = "en"

    def speech(self, calls: object) -> tuple[str, ...]:
        """Never asked."""
        return ()

    def everything_said(self, seats: object, cards: int) -> tuple[str, ...]:
        """The same for every game."""
        return ("One.", "Two.")


@speaks
def test_what_is_prepared_need_not_be_made_at_the_table(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bar = Terminal()
    assert prepare(Few(), bar=bar) == 0
    assert "] 100 %" in bar.getvalue()
    assert "2 sentences" in capsys.readouterr().out
    files = set(kept.rglob("*.wav"))
    quiet = io.StringIO()
    assert prepare(Few(), bar=quiet) == 0
    assert quiet.getvalue() == "", "a bar is for terminals"
    assert set(kept.rglob("*.wav")) == files


@speaks
def test_a_cache_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "spytable").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(VoiceCommandError, match="cannot be kept"):
        prepare(Few())


def test_preparing_misses_no_sentence_of_any_game() -> None:
    phrases = Phrases()
    said = {sentence for seats in GAMES for sentence in phrases.everything_said(seats, places(len(seats)))}
    assert {len(seats) for seats in GAMES} == {2, 3, 4}
    assert {"A new game for two.", "A new game for three.", "Place eight.", "Yellow spies on Blue."} <= said


def test_what_begins_a_game_comes_before_what_is_seldom_said() -> None:
    ahead = all_sentences(Phrases())
    assert set(ahead[:3]) == {"A new game for two.", "A new game for three.", "A new game for four."}
    assert ahead.index("Place eight.") < ahead.index("Games drawn.")
    assert len(set(ahead)) == len(ahead) > len(all_sentences(Phrases(), 2))


@speaks
def test_the_list_names_each_language_s_voice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["voice", "list"]) == 0
    printed = capsys.readouterr().out
    assert "en  gmw/en" in printed
    assert " nl " in printed


def test_a_wrong_settings_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    file.write_text(json.dumps("x"))
    assert main(["say", TURN, "--config", str(file)]) == 2
    assert "not TOML" in capsys.readouterr().err
