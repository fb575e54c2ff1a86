"""What `voice check` tells of a pack: what it lacks, what is wrong in it, how complete it is."""

from pathlib import Path

import pytest
from recordings import put, wav_file

from spytable.cli import main

SENTENCES = ("Green's turn.", "Red's turn.", "Foul.")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack of a language that says three sentences."""
    monkeypatch.setattr("spytable.voice.commands.all_sentences", lambda phrases, players=4: SENTENCES)
    (tmp_path / "pack.toml").write_text('language = "en"\nname = "Grandma"\n')
    return tmp_path


def test_a_pack_that_is_complete_is_said_to_be(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("greens-turn", "reds-turn", "foul", "effect-hiss"):
        put(folder, f"{name}.wav")
    assert main(["voice", "check", str(folder)]) == 0
    told = capsys.readouterr().out
    assert told == "Grandma (en): 3 of 3 sentences (100 %), 3 s of sound, and of the effects hiss.\n"


def test_what_lacks_what_is_wrong_and_what_is_never_heard_are_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(folder, "greens-turn.wav")
    put(folder, "reds-tarn.wav")
    (folder / "foul.wav").write_bytes(wav_file([0.0] * 9000))
    (folder / "voice.m4a").touch()
    assert main(["voice", "check", str(folder)]) == 1
    told = capsys.readouterr().out
    assert "1 of 3 sentences (33 %)" in told
    wrong, never, missing = (part.splitlines() for part in told.split("\n\n")[1:])
    assert [line.split()[0] for line in wrong[1:]] == ["voice.m4a", "foul.wav"]
    assert "It is silent." in wrong[2]
    assert never[1].split() == ["reds-tarn.wav", "Did", "you", "mean", "reds-turn?"]
    assert [line.split()[0] for line in missing[1:]] == ["reds-turn.wav", "foul.wav"]
    assert missing[1].endswith("Red's turn.")


def test_what_is_no_pack_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["voice", "check", str(tmp_path)]) == 2
    assert "is no voice pack, for want of pack.toml" in capsys.readouterr().err
