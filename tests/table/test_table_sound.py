"""What a table says of its sound: where it is silent by choice, and where a voice pack cannot be used."""

from pathlib import Path

import pytest

from daemon import Daemon
from spytable.bench.sound import OPENING
from spytable.referee.screen import Icon
from spytable.rehearsal import PinHands, Rehearsal
from spytable.voice import speaker
from spytable.voice.devices.recording import RecordingOutput


def said(folder: Path, settings: str) -> tuple[str, str]:
    """The words on the panels, and what is on standard error, of a table with these settings."""
    (folder / "table.toml").write_text(settings)
    with Daemon(folder, "--config", str(folder / "table.toml")) as daemon:
        panels = " ".join(word for screen in daemon.shown().values() for word in screen["words"])
        status, errors = daemon.stop()
    assert status == 0
    return panels, errors


def test_silence_by_choice_is_said_at_the_start_and_on_the_panels(tmp_path: Path) -> None:
    panels, errors = said(tmp_path, '[voice]\noutput = "none"\n')
    assert "No sound" in panels
    assert 'off by choice: voice.output is "none"' in errors


def test_a_volume_of_nothing_is_said_too_and_a_pack_that_cannot_be_used_ends_no_table(tmp_path: Path) -> None:
    (tmp_path / "grandma").mkdir()
    (tmp_path / "grandma" / "pack.toml").write_text('language = "fi"\n')
    panels, errors = said(tmp_path, '[voice]\nvolume = 0\npack = "grandma"\n')
    assert "No sound" in panels
    assert "voice.volume is 0" in errors
    assert "voice pack: The voice pack grandma speaks 'fi', the table 'en'. The synthesised voice speaks." in errors


def test_each_file_of_a_pack_that_cannot_be_heard_is_named_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "grandma").mkdir()
    (tmp_path / "grandma" / "pack.toml").write_text('language = "en"\n')
    (tmp_path / "grandma" / "greens-turn.wav").symlink_to("/etc/hostname")
    (tmp_path / "grandma" / "reds-turn.mp3").touch()
    _, errors = said(tmp_path, '[voice]\npack = "grandma"\n')
    assert "voice pack greens-turn.wav: It is a link." in errors
    assert "voice pack reds-turn.mp3: It is neither WAV, FLAC nor Ogg" in errors


def test_a_card_that_is_absent_at_the_start_comes_and_goes_again_in_a_line_ends_no_game_and_the_panels_say_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speaker, "RETRY", (0.0,))
    output = RecordingOutput()
    with Rehearsal(tmp_path, PinHands(), output) as table:

        def is_mute(mute: bool) -> bool:
            screens = [table.screen(seat) for seat in (1, 2)]
            return [Icon.MUTE in screen.icons for screen in screens] == [mute, mute]

        output.vanish()
        for seat, label in OPENING:
            table.press(seat, label)
        table.wait_until(lambda: is_mute(True), "the sign for no sound")
        assert "No sound: read panels" in [table.phrases.text(line) for line in table.screen(1).body]
        output.come_back()
        table.press(1, "I do")
        table.wait_until(lambda: is_mute(False), "the end of the sign")
        table.voice.wait_until_quiet(60)
        for seat in (1, 2, 1):
            output.vanish(after_blocks=3)
            table.press(seat, "Done")
            table.wait_until(lambda: is_mute(True), "the sign for no sound")
            output.come_back()
            table.press(3 - seat, "Done")
            table.wait_until(lambda: is_mute(False), "the end of the sign")
            table.press(seat, "Done")
            table.voice.wait_until_quiet(60)
    assert output.played[-1].whole and output.played[-1].name == "Red's turn."
