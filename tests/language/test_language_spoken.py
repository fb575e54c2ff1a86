"""What the table says aloud in each language: words alone, short, and as its grammar wants them."""

import re

import pytest

from spytable.game import calls
from spytable.game.base import Facing
from spytable.game.calls import By
from spytable.game.cards import Card, Colour, Kind
from spytable.language.phrases import Phrases, languages

GREEN, RED, BLUE, YELLOW = Colour

GAMES = (((GREEN, RED), 8), ((RED, BLUE, YELLOW), 7), (tuple(Colour), 7))

LETTERS = r"[^\W\d_]"
WORDS = rf"{LETTERS}+('{LETTERS}+)?( {LETTERS}+('{LETTERS}+)?)*"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("seats", "cards"), GAMES)
def test_only_words_reach_the_voice(language: str, seats: tuple[Colour, ...], cards: int) -> None:
    for sentence in Phrases(language, strict=True).everything_said(seats, cards):
        assert re.fullmatch(rf"{WORDS}([,:.] {WORDS})*[.!]", sentence), sentence


@pytest.mark.parametrize("language", languages())
def test_what_is_said_in_every_turn_is_short(language: str) -> None:
    each_turn = [
        calls.Turn(YELLOW),
        calls.Moved(YELLOW, 2, 7, Facing.RIGHT),
        calls.Spies(YELLOW, GREEN, 7),
        calls.Type(GREEN, Kind.TOP_SECRET),
    ]
    # At 170 words a minute 40 letters are some two seconds.
    assert max(map(len, Phrases(language, strict=True).speech(each_turn))) <= 40


@pytest.mark.parametrize("language", languages())
def test_different_calls_never_sound_alike(language: str) -> None:
    phrases = Phrases(language, strict=True)
    news = [
        *(calls.Turn(seat) for seat in Colour),
        *(calls.Moved(seat, spaces, 1, Facing.LEFT) for seat in Colour for spaces in (0, 1, 2)),
        *(calls.Moved(RED, 1, place, facing) for place in range(1, 9) for facing in Facing if place > 1),
        *(calls.Spies(seat, target, 1) for seat in Colour for target in Colour if seat is not target),
        *(calls.Type(RED, kind) for kind in (Kind.SAFE, Kind.TOP_SECRET)),
        *(calls.Exposed(RED, card, None) for card in (Card.S1, Card.S2, Card.T1, Card.T2)),
        *(calls.AlreadyExposed(RED, card) for card in (Card.S1, Card.S2, Card.T1, Card.T2)),
        *(calls.Out(seat, by) for seat in Colour for by in (By.BOMB, By.LEFT)),
        *(calls.Winner(seat) for seat in Colour),
        calls.SpyMeetsSpy(RED),
        calls.Boom(RED, 4),
    ]
    said = [phrases.speech([call]) for call in news]
    assert len(set(said)) == len(news)


LEFT, RIGHT = Facing

SAID = [
    ("fi", calls.Spies(YELLOW, GREEN, 4), "Keltainen vakoilee Vihreää. Paikka neljä."),
    ("fi", calls.Moved(RED, 1, 3, LEFT), "Punainen siirtyy yhden. Paikka kolme, katsoo vasemmalle."),
    ("el", calls.Spies(BLUE, RED, 3), "Το Μπλε κατασκοπεύει το Κόκκινο. Θέση τρία."),
    ("el", calls.Moved(RED, 1, 4, RIGHT), "Το Κόκκινο μετακινείται μία θέση. Θέση τέσσερα, κοιτάζει δεξιά."),
    ("bs", calls.Spies(YELLOW, GREEN, 2), "Žuta špijunira Zelenu. Mjesto dva."),
    ("bs", calls.Moved(RED, 1, 5, LEFT), "Crvena se pomjera za jedno mjesto. Mjesto pet, gleda lijevo."),
    ("sq", calls.Spies(RED, YELLOW, 3), "E kuqja spiunon të verdhën. Vendi tre."),
    ("sq", calls.Moved(GREEN, 2, 8, LEFT), "Jeshilja lëviz dy vende. Vendi tetë, shikon majtas."),
    ("fy", calls.Spies(GREEN, RED, 5), "Grien bespionearret Read. Plak fiif."),
    ("fy", calls.Moved(BLUE, 1, 7, RIGHT), "Blau giet ien plak fierder. Plak sân, sjocht nei rjochts."),
]


@pytest.mark.parametrize(("language", "call", "said"), SAID)
def test_words_take_the_forms_that_a_sentence_needs(language: str, call: calls.Call, said: str) -> None:
    assert " ".join(Phrases(language, strict=True).speech([call])) == said
