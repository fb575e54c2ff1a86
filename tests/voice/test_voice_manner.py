"""The manner of speaking: the pace of each language, and the pause after a name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from spytable.game.base import Facing
from spytable.game.calls import Call, Moved, Out, Spies, Turn, Type
from spytable.game.cards import Colour, Kind
from spytable.language.phrases import Phrases, languages
from spytable.voice import manner
from spytable.voice.devices.recording import RecordingOutput
from spytable.voice.synthesis import espeak
from spytable.voice.synthesis.synthesiser import Synthesiser
from spytable.voice.voice import Voice
from spytable.voice.words import Calm, only_words

speaks = pytest.mark.skipif(espeak.find() is None, reason="eSpeak NG is not installed")

LANGUAGES = languages()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("manner")


def frequent() -> Iterator[Call]:
    """What is called in every turn."""
    for seat in Colour:
        yield Turn(seat)
        for place in range(1, 9):
            for facing in Facing:
                yield from (Moved(seat, spaces, place, facing) for spaces in (1, 2))
            yield from (Spies(seat, target, place) for target in Colour if target is not seat)
    yield Type(Colour.GREEN, Kind.SAFE)
    yield Type(Colour.GREEN, Kind.TOP_SECRET)


@speaks
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_called_in_every_turn_takes_at_most_two_seconds_a_sentence(language: str, folder: Path) -> None:
    phrases = Phrases(language)
    synthesiser = Synthesiser(language, deadline=120, folder=folder)
    synthesiser.names[language] = phrases.names_aloud()
    sentences = {sentence for call in frequent() for sentence in phrases.speech([call])}
    try:
        for sentence in sorted(sentences, key=len)[-8:]:
            assert synthesiser.make(sentence).seconds < 2.05, sentence
    finally:
        synthesiser.close()
        synthesiser.rest()


@speaks
@pytest.mark.parametrize("language", LANGUAGES)
def test_calm_words_are_spoken_slower_in_each_language(language: str, folder: Path) -> None:
    sentence = Phrases(language).speech([Spies(Colour.GREEN, Colour.RED, 4)])[0]
    synthesiser = Synthesiser(language, deadline=30, folder=folder)
    try:
        assert synthesiser.make(Calm(sentence)).seconds > 1.12 * synthesiser.make(sentence).seconds
    finally:
        synthesiser.close()
        synthesiser.rest()


@pytest.mark.parametrize(
    ("language", "call", "text"),
    [
        ("en", Spies(Colour.GREEN, Colour.RED, 1), "Green, spies on Red."),
        ("en", Turn(Colour.GREEN), "Green's turn."),
        ("fi", Spies(Colour.GREEN, Colour.RED, 1), "Vihreä, vakoilee Punaista."),
        ("fi", Turn(Colour.GREEN), "Vuorossa Vihreä."),
        ("el", Spies(Colour.GREEN, Colour.RED, 1), "Το Πράσινο, κατασκοπεύει το Κόκκινο."),
        ("bs", Spies(Colour.GREEN, Colour.RED, 1), "Zelena, špijunira Crvenu."),
        ("bs", Out(Colour.GREEN, "bomb"), "Zelena je van igre."),
    ],
)
def test_a_pause_follows_a_name_that_does_something_unless_the_next_word_leans_on_it(
    language: str, call: Call, text: str
) -> None:
    phrases = Phrases(language)
    assert manner.set_apart(phrases.speech([call])[0], phrases.names_aloud(), language) == text


@speaks
def test_the_pause_is_heard_at_the_table(folder: Path) -> None:
    output = RecordingOutput()
    voice = Voice(Phrases(), output=output, cache=folder, patience=120)
    plain = Synthesiser(deadline=120)
    try:
        voice.speak([Out(Colour.GREEN, "bomb")])
        assert voice.wait_until_quiet(60)
        (played,) = output.played
        assert played.name == "Green is out.", "the words themselves stay as they are: a voice pack is named by them"
        assert len(played.samples) / 2 / 22050 > plain.make("Green is out.").seconds + 0.15
    finally:
        voice.close()
        plain.close()
        plain.rest()


def test_no_language_is_spoken_faster_than_espeak_can() -> None:
    assert all(manner.pace(400, voice) <= 450 for voice in manner.TEMPO)
    assert manner.pace(170, "gmw/en") == 170


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["", "-Bob", "[[f'u:]] <b>7</b>", "Ann-Marie 2", "\u202eלוי\U0001f4a3", "x" * 200])
def test_nothing_but_words_reaches_the_synthesiser(language: str, name: str) -> None:
    phrases = Phrases(language)
    names = {Colour.GREEN: name} if name else {}
    for seats, cards in (((Colour.GREEN, Colour.RED), 8), (tuple(Colour), 7)):
        for sentence in phrases.everything_said(seats, cards, names):
            text = manner.set_apart(sentence, phrases.names_aloud(names), language)
            assert only_words(text).replace("'", "") == text.replace("'", ""), "nothing had to be taken out"
            assert not any(letter.isdigit() or letter in "[]<>|{}-_/" for letter in text)
            assert len(text) < 400
