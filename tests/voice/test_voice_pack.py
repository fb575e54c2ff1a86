"""Voice packs: what a folder holds is heard in place of the synthesised voice; what is wrong in it is named."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recordings import put, wav_file

from spytable.cli import main
from spytable.language.phrases import Phrases, languages
from spytable.voice.cache import Cache
from spytable.voice.clips import Clips
from spytable.voice.commands import GAMES
from spytable.voice.packs import pack as packs
from spytable.voice.packs.pack import PackError, file_name, letters, load
from spytable.voice.samples.clip import RATE, Clip, loudness, octets
from spytable.voice.samples.effects import LOUDNESS, Effect
from spytable.voice.samples.soundfiles import read
from spytable.voice.samples.wavfile import SoundFileError
from spytable.voice.synthesis.synthesiser import Item, Recorded, Synthesiser, SynthesisError
from spytable.voice.words import Foreign


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A pack of one sentence."""
    (tmp_path / "grandma").mkdir()
    (tmp_path / "grandma" / "pack.toml").write_text('language = "en"\nname = "Grandma"\n')
    put(tmp_path / "grandma", "greens-turn.wav")
    return tmp_path / "grandma"


class Robot(Synthesiser):
    """Synthesises a low sound, and reads recordings as the worker would."""

    def make(self, item: Item | Recorded) -> Clip:
        if isinstance(item, Recorded):
            try:
                return read(item.path, item.level)
            except SoundFileError as error:
                raise SynthesisError(str(error)) from None
        return Clip(octets([50] * 4000), RATE, "robot")


@pytest.fixture
def troubles() -> list[tuple[str, str]]:
    return []


def clips(folder: Path, troubles: list[tuple[str, str]]) -> Clips:
    return Clips(
        Robot(),
        Cache(folder.parent / "cache"),
        lambda part, what, remedy: troubles.append((part, what)),
        pack=load(folder),
    )


def is_recorded(clip: Clip | None) -> bool:
    assert clip is not None
    return max(clip.samples) > 50


def test_what_is_recorded_is_heard_and_the_rest_is_synthesised(folder: Path, troubles: list[tuple[str, str]]) -> None:
    put(folder, "Effect hiss.WAV")
    shelf = clips(folder, troubles)
    for item, recorded in (("Green's turn.", True), (Effect.HISS, True), ("Red's turn.", False), (Effect.BANG, False)):
        clip = shelf.wait(item, 60)
        assert is_recorded(clip) is recorded
        if recorded:
            assert loudness(clip) == pytest.approx(LOUDNESS, abs=1)
            assert clip.name in ("Green's turn.", "hiss")
    shelf.close()
    assert not troubles


def test_a_second_language_is_not_said_by_the_pack(folder: Path, troubles: list[tuple[str, str]]) -> None:
    shelf = clips(folder, troubles)
    assert not is_recorded(shelf.wait(Foreign("Green's turn.", "fi"), 60))
    shelf.close()


def test_a_recording_is_converted_once(folder: Path, troubles: list[tuple[str, str]]) -> None:
    shelf = clips(folder, troubles)
    assert is_recorded(shelf.wait("Green's turn.", 60))
    shelf.close()
    (folder.parent / "elsewhere").mkdir()
    again = clips(folder, troubles)
    again._synthesiser = None  # type: ignore[assignment] # nothing is made anew
    assert is_recorded(again.get("Green's turn."))


def test_a_sentence_that_is_recorded_again_is_heard_anew(folder: Path, troubles: list[tuple[str, str]]) -> None:
    shelf = clips(folder, troubles)
    first = shelf.wait("Green's turn.", 60)
    shelf.close()
    put(folder, "greens-turn.wav", rate=16000)
    shelf = clips(folder, troubles)
    second = shelf.wait("Green's turn.", 60)
    shelf.close()
    assert first is not None and second is not None
    assert second.seconds > first.seconds


def test_a_file_that_cannot_be_used_is_named_once_and_the_synthesised_voice_speaks(
    folder: Path, troubles: list[tuple[str, str]]
) -> None:
    (folder / "greens-turn.wav").write_bytes(wav_file([0.0] * 9000))
    shelf = clips(folder, troubles)
    for _ in range(2):
        assert not is_recorded(shelf.wait("Green's turn.", 60))
    assert troubles == [("voice pack greens-turn.wav", "It is silent.")]
    shelf.close()


def test_the_real_worker_reads_a_recording_and_says_what_is_wrong_with_another(folder: Path) -> None:
    put(folder, "broken.wav")
    (folder / "broken.wav").write_bytes(b"RIFF")
    pack = load(folder)
    synthesiser = Synthesiser()
    good, broken = pack.find("Green's turn."), pack.find("broken")
    assert good and broken
    assert loudness(synthesiser.make(good)) == pytest.approx(LOUDNESS, abs=1)
    with pytest.raises(SynthesisError, match="no WAV file"):
        synthesiser.make(broken)
    synthesiser.rest()


def test_a_call_is_heard_in_the_recorded_voice_from_the_command_line_too(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder.parent / "cache"))
    (folder.parent / "table.toml").write_text('voice.pack = "grandma"\n')
    out, call = folder.parent / "said.wav", '{"call":"turn","seat":"green"}'
    command = ["say", call, "--out", str(out), "--config", str(folder.parent / "table.toml")]
    found = load(folder).find("Green's turn.")
    assert found
    assert main([*command, "--language", "en"]) == 0
    assert read(found.path).samples[1000:2000] in out.read_bytes()
    assert main([*command, "--language", "fi"]) == 0
    assert read(found.path).samples[1000:2000] not in out.read_bytes()


# --- Names -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_each_sentence_of_a_language_has_a_file_name_of_its_own(language: str) -> None:
    phrases = Phrases(language)
    said = {words for seats in GAMES for words in phrases.everything_said(seats, 8 if len(seats) == 2 else 7)}
    everything = [*said, *Effect]
    assert len({letters(item) for item in everything}) == len(everything)
    for item in everything:
        name = file_name(item)
        assert letters(name) == letters(item)
        assert len(name.encode()) < 200 and "/" not in name and not name.startswith((".", "-"))


def test_only_letters_of_a_file_name_count(folder: Path) -> None:
    # The second is how macOS writes it: marks after their letters.
    for name in ("GREEN'S Turn!.wav", "pa\u0308iva\u0308.wav"):
        put(folder, name)
    (folder / "greens-turn.wav").unlink()
    pack = load(folder)
    assert pack.find("Green's turn.")
    assert pack.find("Päivä.")
    assert not pack.find("Paiva.")


def test_a_file_of_any_name_is_heard_where_the_manifest_says_for_what(folder: Path) -> None:
    put(folder, "take 12.wav")
    (folder / "pack.toml").write_text('language = "en"\n[files]\n"Red wins!" = "take 12.wav"\n"Foul." = "gone.wav"\n')
    pack = load(folder)
    found = pack.find("Red wins!")
    assert found and found.path == folder / "take 12.wav"
    assert pack.faults == {"gone.wav": "It is not in the folder, but pack.toml names it."}


def test_a_file_that_is_not_heard_is_named(folder: Path) -> None:
    for name in ("greens turn.flac", "reds-turn.m4a", "notes.txt", ".hidden.wav"):
        put(folder, name)
    (folder / "link.wav").symlink_to("/etc/passwd")
    (folder / "folder.wav").mkdir()
    os.mkfifo(folder / "pipe.wav")
    assert sorted(load(folder).faults) == ["folder.wav", "greens-turn.wav", "link.wav", "pipe.wav", "reds-turn.m4a"]


# --- Packs from strangers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["../secret.wav", "/etc/passwd", "a/b.wav", "..", "", "nul\\u0000"])
def test_no_name_leads_out_of_the_folder(folder: Path, name: str) -> None:
    (folder / "pack.toml").write_text(f'language = "en"\n[files]\n"Foul." = "{name}"\n')
    with pytest.raises(PackError, match="name of a file in this folder"):
        load(folder)


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ("", "language must be"),
        ("language = 3", "language must be"),
        ('language = "en"\nvolume = 3', "'volume' is unknown"),
        ('language = "en"\nname = "a\\u001b[2J"', "name must be"),
        ('language = "en"\nfiles = 3', "files must be a section"),
        ('language = "en"\n[files]\n"123" = "x.wav"', "write the sentence"),
        ("language = ", "not TOML"),
        ("x = " + "[" * 10000, "not TOML"),
        ("#" * 70000, "larger than 64 KB"),
    ],
)
def test_a_manifest_that_cannot_be_used_is_refused_in_plain_words(folder: Path, manifest: str, said: str) -> None:
    (folder / "pack.toml").write_text(manifest)
    with pytest.raises(PackError, match=said) as caught:
        load(folder)
    assert len(str(caught.value)) < 400


def test_a_folder_that_is_no_pack_is_said(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(PackError, match=r"is no voice pack, for want of pack.toml: It cannot be read: No such file"):
        load(tmp_path / "missing")
    with pytest.raises(PackError, match="speaks 'en', the table 'fi'"):
        load(folder, "fi")
    (folder / "pack.toml").unlink()
    os.mkfifo(folder / "pack.toml")
    with pytest.raises(PackError, match="no file"):
        load(folder)


def test_a_folder_without_end_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "MOST_FILES", 5)
    for i in range(5):
        (folder / f"{i}.txt").touch()
    with pytest.raises(PackError, match="more than 5 files"):
        load(folder)


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["language", "name", "files", "x"]),
        st.one_of(
            st.sampled_from(["'en'", "'../x'", "3", "[]", "nan", "{'' = 'x.wav'}", "{a = '../x'}", "{a = {b = 1}}"]),
            st.text(max_size=8),
        ),
    )
)
def test_no_manifest_whatever_breaks_the_table(tmp_path_factory: pytest.TempPathFactory, lines: dict[str, str]) -> None:
    folder = tmp_path_factory.getbasetemp() / "fuzzed"
    folder.mkdir(exist_ok=True)
    text = "\n".join(f"{name} = {value}" for name, value in lines.items())
    (folder / "pack.toml").write_bytes(text.encode(errors="surrogatepass"))
    try:
        pack = load(folder)
    except PackError:
        return
    assert all(recorded.path.parent == folder for recorded in pack.files.values())
