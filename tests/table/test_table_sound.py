"""What a table says of its sound: where it is silent by choice, and where a voice pack cannot be used."""

from pathlib import Path

from daemon import Daemon


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
