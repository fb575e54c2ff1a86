"""Sound on disk: whole, or made again."""

import os
from pathlib import Path

import pytest

from spytable.voice.cache import Cache, default_folder, key
from spytable.voice.samples.clip import Clip

CLIP = Clip(bytes(range(256)) * 40)


def stored(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_a_clip_that_was_kept_is_there_after_a_restart(tmp_path: Path) -> None:
    Cache(tmp_path).keep(key("a"), CLIP)
    assert Cache(tmp_path).load(key("a")) == CLIP


def test_what_was_never_kept_is_not_there(tmp_path: Path) -> None:
    assert Cache(tmp_path / "nowhere").load(key("a")) is None


def test_another_voice_language_rate_word_or_synthesiser_has_another_name() -> None:
    names = {
        key("words", synthesiser, voice, rate, words)
        for synthesiser in ("1.51", "1.52")
        for voice in ("en", "fi")
        for rate in (160, 170)
        for words in ("a", "b")
    }
    assert len(names) == 16
    assert key("ab", "c") != key("a", "bc")


@pytest.mark.parametrize("left", [0, 1, 44, 60, 5000, -1])
def test_a_file_torn_by_a_power_cut_counts_as_not_there(tmp_path: Path, left: int) -> None:
    cache = Cache(tmp_path)
    cache.keep(key("a"), CLIP)
    (path,) = stored(tmp_path)
    path.write_bytes(path.read_bytes()[:left])
    assert cache.load(key("a")) is None
    cache.keep(key("a"), CLIP)
    assert cache.load(key("a")) == CLIP


@pytest.mark.parametrize("at", [4, 24, 40, 100, 5000, -14, -1])
def test_a_file_padded_with_other_bytes_counts_as_not_there(tmp_path: Path, at: int) -> None:
    cache = Cache(tmp_path)
    cache.keep(key("a"), CLIP)
    (path,) = stored(tmp_path)
    data = bytearray(path.read_bytes())
    data[at] ^= 0xFF
    path.write_bytes(data)
    assert cache.load(key("a")) is None


def test_the_files_can_be_listened_to(tmp_path: Path) -> None:
    import wave

    Cache(tmp_path).keep(key("a"), CLIP)
    with wave.open(str(stored(tmp_path)[0])) as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 2, 22050)
        assert sound.readframes(sound.getnframes()) == CLIP.samples


def test_what_was_not_used_for_longest_goes_when_room_is_short(tmp_path: Path) -> None:
    cache = Cache(tmp_path, limit=55_000)
    for i in range(5):
        cache.keep(key(i), CLIP)
        path = next(path for path in stored(tmp_path) if path.stem == key(i))
        os.utime(path, (1_000_000 + i, 1_000_000 + i))
    assert cache.load(key(0)) == CLIP  # used: no longer the oldest
    cache.keep(key(5), CLIP)
    assert sum(path.stat().st_size for path in stored(tmp_path)) <= 55_000
    assert cache.load(key(0)) == CLIP
    assert cache.load(key(5)) == CLIP
    assert cache.load(key(1)) is None


def test_playing_a_game_does_not_write_to_the_card(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.keep(key("a"), CLIP)
    before = stored(tmp_path)[0].stat()
    for _ in range(3):
        cache.load(key("a"))
    after = stored(tmp_path)[0].stat()
    assert (before.st_mtime_ns, before.st_ctime_ns) == (after.st_mtime_ns, after.st_ctime_ns)


def test_pieces_left_by_a_power_cut_are_cleared_away(tmp_path: Path) -> None:
    piece = tmp_path / "ab" / ".abc.1.part"
    piece.parent.mkdir()
    piece.write_bytes(b"x")
    os.utime(piece, (1_000_000, 1_000_000))
    Cache(tmp_path).keep(key("a"), CLIP)
    assert not piece.exists()


def test_a_full_disk_leaves_no_piece_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        Cache(tmp_path).keep(key("a"), CLIP)
    assert stored(tmp_path) == []


def test_the_cache_lies_where_the_desktop_keeps_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/some/where")
    assert default_folder() == Path("/some/where/spytable/voice")
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", "/home/someone")
    assert default_folder() == Path("/home/someone/.cache/spytable/voice")
