"""West Frisian, which eSpeak NG has no voice for: ours is there, reads Frisian as Frisian, and harms no other."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import spytable
from spytable.voice.synthesis import espeak, espeak_data
from spytable.voice.synthesis.synthesiser import Synthesiser, SynthesisError

speaks = pytest.mark.skipif(espeak.find() is None, reason="eSpeak NG is not installed")

SOUNDS = {
    # The colours and the numbers, by Wiktionary's pronunciations.
    "grien": "ɡrˈiən",
    "read": "rˈɪət",
    "blau": "blˈʌʊ",
    "giel": "ɡˈiəl",
    "ien": "ˈiən",
    "twa": "twˈaː",
    "trije": "trˈɛɪə",
    "fjouwer": "fjˈʌʊər",
    "fiif": "fˈiːf",
    "seis": "sˈɛɪs",
    "sân": "sˈɔːn",
    "acht": "ˈaxt",
    # Letters that Dutch has not, or reads otherwise.
    "út": "ˈyt",
    "skûl": "skˈuːl",
    "brânkast": "brˈɔːŋkɔst",
    "tsjinstanner": "tʃˈɪnstˌɔnər",
    "hjir": "jˈɪr",
    "kaart": "kˈaːt",
    "winner": "ʋˈɪnər",
    "spion": "spiˈoːn",
    "bom": "bˈom",
    "topgeheim": "tˈopɡəhˌɛɪm",
    "bespionearret": "bəspˌioːnˈɪərət",
    "is oan bar": "ɪs ˈoən bˈar",
    # Not on the first syllable, and weak endings.
    "tebek": "təbˈɛk",
    "derút": "dərˈyt",
    "weromnimme": "ʋərˈomnɪmə",
    "elkenien": "ˌɛlkənˈiən",
    "tweintich": "twˈɛɪntəx",
    "hûndert": "hˈundət",
    "ferbetterje": "fərbˈɛtərjə",
    "dizze": "dˈɪzə",
    "knoppen": "knˈopən",
    "bliuwt": "bljˈoːut",
}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("frisian")


@pytest.fixture(scope="module")
def frisian(cache: Path) -> Iterator[Synthesiser]:
    synthesiser = Synthesiser("fy", deadline=120, folder=cache)
    yield synthesiser
    synthesiser.close()
    synthesiser.rest()


@speaks
def test_frisian_is_spoken(frisian: Synthesiser) -> None:
    assert 0.8 < frisian.make("Grien bespionearret Read.").seconds < 2.0


@speaks
def test_frisian_is_read_as_frisian_and_not_as_dutch(cache: Path) -> None:
    home = str(Path(spytable.__file__).parents[1])
    code = (
        "import json, sys\nfrom pathlib import Path\nfrom spytable.voice.synthesis.phonemes import Reader\n"
        "reader = Reader(Path(sys.argv[1]))\n"
        "print(json.dumps([reader.phonemes(words, 'fy') for words in sys.argv[2:]]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(cache), *SOUNDS],
        env={"PYTHONPATH": home}, capture_output=True, check=True, text=True,
    )  # fmt: skip
    assert dict(zip(SOUNDS, json.loads(done.stdout), strict=True)) == SOUNDS


@speaks
def test_the_other_languages_sound_as_they_do_without_our_folder(frisian: Synthesiser) -> None:
    plain = Synthesiser("fi", deadline=120)
    frisian.voice = "fi"
    try:
        with_ours, without = frisian.make("Punainen vakoilee."), plain.make("Punainen vakoilee.")
        assert with_ours.seconds == pytest.approx(without.seconds, abs=0.04)
    finally:
        frisian.voice = "fy"
        plain.close()
        plain.rest()


@speaks
@pytest.mark.parametrize("depth", [1, 30], ids=["short path", "path longer than eSpeak has room for"])
def test_the_folder_is_made_once_whole_and_without_leavings(tmp_path: Path, depth: int) -> None:
    library = espeak.find()
    assert library is not None
    cache = tmp_path.joinpath(*["deep and far"] * depth)
    (cache / "espeak" / "of an older library").mkdir(parents=True)
    home = espeak_data.folder(library, cache)
    made = home / "espeak-ng-data" / "fy_dict"
    assert len(str(home)) < 160
    assert [path.name for path in (cache / "espeak").iterdir() if path.name.startswith(".")] == []
    assert len(list((cache / "espeak").iterdir())) == 1
    before = made.stat().st_mtime_ns
    assert (espeak_data.folder(library, cache) / "espeak-ng-data" / "fy_dict").stat().st_mtime_ns == before


@speaks
def test_where_the_folder_cannot_be_made_only_frisian_is_missing_and_it_says_why(tmp_path: Path) -> None:
    (tmp_path / "espeak").write_text("a file where a folder should be")
    synthesiser = Synthesiser("fy", deadline=120, folder=tmp_path)
    try:
        with pytest.raises(SynthesisError, match=r"no voice 'fy'.*\bnl\b.*cannot be made: "):
            synthesiser.make("Grien.")
        synthesiser.voice = "en"
        assert synthesiser.make("Green.").seconds > 0.2
    finally:
        synthesiser.close()
        synthesiser.rest()


def test_sound_of_other_rules_is_not_taken_for_today_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = espeak_data.version()
    (tmp_path / "fy_list.txt").write_text("read rI@t\n")
    monkeypatch.setattr(espeak_data, "SOURCES", tmp_path)
    assert espeak_data.version() != before
