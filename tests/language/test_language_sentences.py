"""What the table says aloud."""

import random
import re
from typing import get_args

import pytest

from spytable.game import announcements as say
from spytable.game import calls
from spytable.game.announcements import HouseRules, SetUp, Undo
from spytable.game.base import Facing
from spytable.game.calls import About, By, Call, FoulCode
from spytable.game.cards import Card, Colour, Kind
from spytable.game.rules import legal
from spytable.language.phrases import Phrases
from spytable.language.sentences import all_remarks
from spytable.referee.record import Record

GREEN, RED, BLUE, YELLOW = Colour
ENGLISH = Phrases(strict=True)

STATE = calls.State(turn=RED, owed=GREEN, moved=False, spied=True, out=(), winner=None, bases={})

SAID = [
    (
        calls.SetUp((GREEN, RED), 8),
        ("A new game for two.", "Eight cards each.", "Fan them, fuses down, the Spy in sight."),
    ),
    (calls.Ready(BLUE), ("Blue is ready.",)),
    (calls.Turn(RED), ("Red's turn.",)),
    (calls.Moved(RED, 2, 5, Facing.LEFT), ("Red moves two.", "Place five, facing left.")),
    (calls.Moved(RED, 0, 5, Facing.RIGHT), ("Red turns round.", "Place five, facing right.")),
    (calls.Hopped(GREEN, 1), ("Green changes to the other edge.", "Place one.")),
    (calls.Spies(RED, GREEN, 4), ("Red spies on Green.", "Place four.")),
    (calls.Type(GREEN, Kind.SAFE), ("Safe.",)),
    (calls.Type(GREEN, Kind.TOP_SECRET), ("Top Secret.",)),
    (calls.Exposed(GREEN, Card.S1, Card.S2), ("Safe one is exposed.", "The target is Safe two.")),
    (calls.Exposed(GREEN, Card.T2, None), ("Top Secret two is exposed.", "No target is left.")),
    (calls.AlreadyExposed(GREEN, Card.T1), ("Top Secret one, already exposed.",)),
    (calls.SpyMeetsSpy(GREEN), ("A Spy. Nothing happens.",)),
    (calls.Boom(GREEN, 4), ("A lit Bomb!",)),
    (calls.Out(RED, By.BOMB), ("Red is out.",)),
    (calls.Out(RED, By.EXPOSED), ("Red is out.",)),
    (calls.Out(RED, By.LEFT), ("Red leaves the game.",)),
    (calls.Winner(GREEN), ("Green wins!",)),
    (calls.Undone("move"), ("The move is taken back.",)),
    (calls.Disputed(GREEN), ("What was heard of Green no longer counts.",)),
    (calls.Foul(FoulCode.WRONG_SPACES), ("Foul.",)),
    (calls.Resumed(RED, None), ("The game goes on.", "Red's turn.")),
    (calls.Resumed(RED, GREEN), ("The game goes on.", "Red's turn.", "Green answers.")),
    (calls.Resumed(None, None), ("The game goes on.",)),
]

SILENT = [
    calls.Hiss(GREEN),
    calls.Contradiction(GREEN, About.ANSWER),
    calls.Legal((say.Done("red"),)),
    STATE,
]


@pytest.mark.parametrize(("call", "sentences"), SAID, ids=lambda value: getattr(value, "call", None))
def test_each_call_is_said_in_its_words(call: Call, sentences: tuple[str, ...]) -> None:
    assert ENGLISH.speech([call]) == sentences


@pytest.mark.parametrize("call", SILENT, ids=lambda call: call.call)
def test_what_is_for_one_panel_or_for_programs_is_not_said(call: Call) -> None:
    assert ENGLISH.speech([call]) == ()


def test_no_call_was_forgotten() -> None:
    assert {type(call) for call, _ in SAID} | {type(call) for call in SILENT} == set(get_args(Call))


def test_a_foul_never_tells_aloud_what_was_wrong() -> None:
    assert {ENGLISH.speech([calls.Foul(code)]) for code in FoulCode} == {("Foul.",)}


def test_a_hiss_leaves_the_same_silence_whoever_holds_the_bomb() -> None:
    assert {ENGLISH.speech([calls.Spies(RED, seat, 4), calls.Hiss(seat)])[2:] for seat in (GREEN, BLUE)} == {
        ()
    }


@pytest.mark.parametrize("taken_back", ["start", "spy", "answer", "done", "leave"])
def test_an_undo_that_may_change_the_turn_tells_whose_turn_it_is(taken_back: str) -> None:
    assert ENGLISH.speech([calls.Undone(taken_back), STATE])[1:] == ("Red's turn.", "Green answers.")


@pytest.mark.parametrize("taken_back", ["base", "move", "hop"])
def test_an_undo_within_a_turn_stays_short(taken_back: str) -> None:
    assert len(ENGLISH.speech([calls.Undone(taken_back), STATE])) == 1


@pytest.mark.parametrize("announcement", get_args(say.Play))
def test_each_kind_of_announcement_is_named_when_it_is_taken_back(announcement: type) -> None:
    assert ENGLISH.speech([calls.Undone(announcement.say)]) != ENGLISH.speech([calls.Undone("unheard of")])


@pytest.mark.parametrize(
    ("seats", "cards"), [((GREEN, RED), 8), ((RED, BLUE, YELLOW), 7), (tuple(Colour), 7)]
)
def test_only_words_are_ever_said(seats: tuple[Colour, ...], cards: int) -> None:
    for sentence in ENGLISH.everything_said(seats, cards):
        assert re.fullmatch(r"[A-Za-z' ]+([,:.] [A-Za-z' ]+)*[.!]", sentence), sentence


@pytest.mark.parametrize(
    ("seats", "cards"), [((GREEN, RED), 8), ((RED, BLUE, YELLOW), 7), (tuple(Colour), 7)]
)
def test_a_game_is_made_of_few_short_sentences(seats: tuple[Colour, ...], cards: int) -> None:
    everything = ENGLISH.everything_said(seats, cards)
    between_games = {sentence for remark in all_remarks(seats) for sentence in ENGLISH._spoken(remark, None)}
    assert len(everything) == len(set(everything)) < 120 + len(between_games)
    assert len(between_games) < 140
    # At 170 words a minute 45 letters are some 2.3 s, and 26 are 1.7 s.
    assert max(map(len, everything)) <= 50


def test_what_is_said_in_every_turn_takes_less_than_two_seconds_a_sentence() -> None:
    each_turn = [
        calls.Turn(YELLOW),
        calls.Moved(YELLOW, 2, 7, Facing.RIGHT),
        calls.Spies(YELLOW, GREEN, 7),
        calls.Type(GREEN, Kind.TOP_SECRET),
    ]
    assert max(map(len, ENGLISH.speech(each_turn))) <= 26


@pytest.mark.parametrize("seed", range(6))
def test_whatever_a_game_brings_could_be_prepared(seed: int) -> None:
    chance = random.Random(seed)
    colours = [list(Colour)[:2], [YELLOW, RED, GREEN], list(Colour)][seed % 3]
    record = Record()
    heard: list[Call] = list(
        record.announce(SetUp(tuple(colours), rules=HouseRules(top_secret_out=True, turn_without_move=True)))
    )
    prepared = set(
        ENGLISH.everything_said(
            *next((call.seats, call.cards) for call in heard if isinstance(call, calls.SetUp))
        )
    )
    for colour in colours:
        heard += record.announce(say.Base(colour, chance.randint(1, 7), chance.choice(list(Facing))))
    heard += record.announce(say.Start())
    for n in range(300):
        assert record.game is not None
        choices = legal(record.game).announcements
        if n % 12 == 11 or not choices:
            played = record.announce(Undo())
        elif n % 67 == 66 and record.game.turn is not None:
            played = record.announce(say.Leave(record.game.turn))
        elif n % 9 == 8:
            played = record.announce(say.Move(str(record.game.turn), 0, say.Turning.AFTER))
        else:
            played = record.announce(chance.choice(choices))
        said = ENGLISH.speech(played)
        assert set(said) <= prepared, said
        heard += played
    assert len({type(call) for call in heard}) >= 12


def test_players_who_gave_names_are_called_by_them() -> None:
    names = {RED: "Anna", GREEN: "D'Arcy"}
    assert ENGLISH.speech([calls.Spies(RED, GREEN, 1), calls.Turn(BLUE)], names) == (
        "Anna spies on D'Arcy.",
        "Place one.",
        "Blue's turn.",
    )
    assert "Anna spies on D'Arcy." in ENGLISH.everything_said((RED, GREEN), 8, names)


@pytest.mark.parametrize(
    ("name", "heard"),
    [
        ("-Bob", "Bob"),
        ("[[f'u:]]", "f'u"),
        ("{seat}", "seat"),
        ("{0.__class__}", "zero class"),
        ("<b>Ö</b>", "b Ö b"),
        ("R2D2", "R two D two"),
        ("٣", "three"),
        ("Anna\n\x00\u202eNas", "Anna Nas"),
        ("😀", "Red"),
        ("", "Red"),
    ],
)
def test_a_name_is_data_and_never_a_command(name: str, heard: str) -> None:
    assert ENGLISH.speech([calls.Turn(RED)], {RED: name}) == (f"{heard}'s turn.",)
