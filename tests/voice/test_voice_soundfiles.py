"""Sound files: of any kind, they come out as one sound of one loudness; what is wrong with one is said."""

import ctypes
import importlib.util
import os
import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recordings import put, spoken, wav_file

from spytable.voice.samples import sndfile
from spytable.voice.samples.clip import RATE, Clip, loudness, numbers, octets, peak
from spytable.voice.samples.effects import LOUDNESS
from spytable.voice.samples.soundfiles import LARGEST, read
from spytable.voice.samples.wavfile import SoundFileError, parse

KINDS = [(1, 8), (1, 16), (1, 24), (1, 32), (3, 32), (3, 64)]


@pytest.mark.parametrize(("kind", "bits"), KINDS)
@pytest.mark.parametrize("extensible", [False, True])
def test_a_recorder_may_write_wav_of_any_width(kind: int, bits: int, extensible: bool) -> None:
    values = spoken(level=0.5)
    sound = parse(wav_file(values, 48000, 2, kind, bits, extensible))
    assert (sound.rate, sound.channels, len(sound.values)) == (48000, 2, 2 * len(values))
    assert sound.values[0::2] == sound.values[1::2]
    least = 400 if bits == 8 else 2
    assert all(abs(a - b * 32767) <= least for a, b in zip(sound.values[0::2], values, strict=True))


@pytest.mark.parametrize(("rate", "channels", "bits"), [(48000, 2, 24), (44100, 1, 16), (8000, 1, 8), (RATE, 1, 16)])
def test_every_file_comes_out_mono_trimmed_and_as_loud_as_the_synthesised_voice(
    tmp_path: Path, rate: int, channels: int, bits: int
) -> None:
    path = tmp_path / "x.wav"
    for level in (0.02, 0.7):
        path.write_bytes(wav_file(spoken(rate, level=max(level, 0.1) if bits == 8 else level), rate, channels, 1, bits))
        clip = read(path)
        assert clip.rate == RATE
        assert 0.55 < clip.seconds < 0.8, "the quiet before and after is gone"
        assert loudness(clip) == pytest.approx(LOUDNESS, abs=0.7)
        assert abs(numbers(clip.samples)[0]) < 30 and abs(numbers(clip.samples)[-1]) < 30


def test_a_lively_voice_is_loud_enough_and_is_not_clipped(tmp_path: Path) -> None:
    values = [0.4 * value for value in spoken()]
    for i in range(11000, 24000, 1500):
        values[i] = 0.9
    (tmp_path / "x.wav").write_bytes(wav_file(values))
    clip = read(tmp_path / "x.wav")
    assert peak(clip.samples) < 0.9
    assert loudness(clip) == pytest.approx(LOUDNESS, abs=1)


def test_a_file_of_flac_or_ogg_sounds_as_it_does_in_wav(tmp_path: Path) -> None:
    values = spoken(48000)
    (tmp_path / "x.wav").write_bytes(wav_file(values, 48000))
    expected = read(tmp_path / "x.wav")
    for name, form in (("x.flac", 0x170002), ("x.ogg", 0x200060), ("x.opus", 0x200064)):
        encoded(tmp_path / name, values, form)
        clip = read(tmp_path / name)
        assert clip.seconds == pytest.approx(expected.seconds, abs=0.05)
        assert loudness(clip) == pytest.approx(LOUDNESS, abs=0.5)


def encoded(path: Path, values: list[float], form: int) -> None:
    """Writes FLAC or Ogg by the library itself; the test is left out where it is not installed."""
    try:
        library = sndfile.load()
    except SoundFileError as missing:
        pytest.skip(str(missing))
    library.sf_open.restype = ctypes.c_void_p
    library.sf_writef_short.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    info = sndfile._Info(0, 48000, 1, form, 0, 0)
    handle = library.sf_open(os.fsencode(path), 0x20, ctypes.byref(info))
    samples = octets([round(32767 * value) for value in values])
    library.sf_writef_short(handle, samples, len(values))
    library.sf_close(handle)


def test_a_damaged_flac_file_is_named_so(tmp_path: Path) -> None:
    encoded(tmp_path / "x.flac", spoken(44100), 0x170002)
    data = bytearray((tmp_path / "x.flac").read_bytes())
    data[200:] = bytes(reversed(data[200:]))
    (tmp_path / "x.flac").write_bytes(data)
    with pytest.raises(SoundFileError):
        read(tmp_path / "x.flac")


def test_without_libsndfile_the_remedy_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr(ctypes, "CDLL", missing)
    (tmp_path / "x.flac").write_bytes(b"fLaC")
    with pytest.raises(SoundFileError, match="libsndfile1, or save as WAV"):
        read(tmp_path / "x.flac")


def test_the_library_in_the_wheel_is_found_without_numpy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "_soundfile_data").mkdir()
    (tmp_path / "_soundfile_data" / "__init__.py").touch()
    (tmp_path / "_soundfile_data" / "libsndfile_arm64.so").touch()
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    assert sndfile._bundled() == [str(tmp_path / "_soundfile_data" / "libsndfile_arm64.so")]


LOUD = [max(-1.0, min(1.0, 3 * value)) for value in spoken(level=0.9)]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"ID3 some song", "neither WAV, FLAC nor Ogg"),
        (b"OggS and nothing more", "cannot be decoded|not installed"),
        (wav_file(spoken())[:9000], "end is missing"),
        (wav_file(spoken())[:30], "no samples|does not say"),
        (wav_file([0.0] * 9000), "silent"),
        (wav_file([0.001] * 9000), "silent"),
        (wav_file(LOUD), "clipped"),
        (wav_file([0.0] * 9000 + [0.4] * 20), "too short"),
        (wav_file([0.5] * 100), "too short"),
        (wav_file([0.1] * 11 * 8000, 8000, bits=8), "longer than 10 seconds"),
        (wav_file([0.1] * 100, 300), "rate is 300 Hz"),
        (wav_file([0.1] * 100, 22050, 6), "6 channels"),
        (wav_file([float("nan")] * 9000, kind=3, bits=32), "no sound"),
        (wav_file(spoken(), kind=85), "of a kind that is not read"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "x.wav").write_bytes(data)
    with pytest.raises(SoundFileError, match=said):
        read(tmp_path / "x.wav")


def test_a_file_is_read_only_where_it_stands(tmp_path: Path) -> None:
    put(tmp_path, "real.wav")
    (tmp_path / "link.wav").symlink_to("real.wav")
    os.mkfifo(tmp_path / "pipe.wav")
    (tmp_path / "folder.wav").mkdir()
    with (tmp_path / "huge.wav").open("wb") as file:
        file.truncate(LARGEST + 1)
    for name, said in (
        ("link", "a link"),
        ("pipe", "no file"),
        ("folder", "no file"),
        ("huge", "larger"),
        ("missing", "cannot be read"),
        ("nul\0", "cannot be read"),
    ):
        with pytest.raises(SoundFileError, match=said):
            read(tmp_path / f"{name}.wav")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_file_whatever_breaks_the_reader(data: st.DataObject) -> None:
    whole = bytearray(wav_file([0.1, -0.2, 0.3] * 20, bits=data.draw(st.sampled_from([8, 16, 24, 32]))))
    for _ in range(data.draw(st.integers(0, 6))):
        at = data.draw(st.integers(0, 75))
        whole[at : at + 4] = data.draw(
            st.one_of(st.binary(max_size=8), st.integers(0, 2**32 - 1).map(struct.Struct("<I").pack))
        )
    try:
        sound = parse(bytes(whole))
    except SoundFileError as error:
        assert str(error).endswith(".")
    else:
        assert len(sound.values) <= len(whole)
        assert all(-32768 <= value <= 32767 for value in sound.values)


def test_a_clip_is_named_by_its_file(tmp_path: Path) -> None:
    assert isinstance(clip := read(put(tmp_path, "greens-turn.wav")), Clip)
    assert clip.name == "greens-turn"
