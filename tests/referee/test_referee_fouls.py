"""Fouls in words: what was wrong and what is possible, and nothing that players must remember."""

import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st
from someone import announces

from spytable.game import announcements as say
from spytable.game import calls
from spytable.game.announcements import HouseRules, Said
from spytable.game.base import Facing
from spytable.game.calls import FoulCode
from spytable.referee.fouls import SENTENCES, explain, kinds
from spytable.referee.record import Record, accepted


def test_every_foul_has_words_of_its_own() -> None:
    assert set(SENTENCES) == set(FoulCode)
    assert len(set(SENTENCES.values())) == len(FoulCode)


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_no_foul_tells_a_number_or_a_card(seed: int) -> None:
    chance = random.Random(seed)
    record = Record()
    for _ in range(80):
        record.announce(announces(record.game, chance))
        for code in FoulCode:
            message = explain(code, record.game)
            assert not re.search(r"[0-9]|\bSafe|\bTop Secret|Bomb|\blit\b", message), message
            assert message.endswith(".") and "Possible now: " in message


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_a_foul_names_the_kinds_of_announcement_that_somebody_can_make_now(seed: int) -> None:
    chance = random.Random(seed)
    record = Record()
    for _ in range(120):
        possible = kinds(record.game)
        assert record.game is None or ("undo" in possible) == (record.last is not None)
        play = announces(record.game, chance)
        if accepted(record.announce(play)):
            assert play.say in possible


def two(*plays: say.Announcement) -> Record:
    return Record.resume(
        [
            say.SetUp(("green", "red"), rules=HouseRules()),
            say.Base("green", 1, Facing.RIGHT),
            say.Base("red", 8, Facing.LEFT),
            say.Start("green"),
            *plays,
        ]
    )


def test_a_foul_on_turn_names_what_the_seat_on_turn_can_do() -> None:
    asked = two(say.Spy("green", "red"))
    assert kinds(two().game) == ("move", "hop", "spy", "done", "leave", "undo", "setup")
    assert kinds(asked.game) == ("answer", "leave", "undo", "setup")
    asked.announce(say.Answer("red", Said.SAFE))
    assert kinds(asked.game) == ("move", "hop", "done", "leave", "undo", "setup")
    asked.announce(say.Leave("red"))
    assert kinds(asked.game) == ("undo", "setup")
    assert explain(FoulCode.NOT_YOUR_TURN, two().game) == (
        "This seat is not on turn. Possible now: move, hop, spy, done, leave, undo, setup."
    )


def test_a_foul_is_worded_alike_whatever_the_hidden_cards_are() -> None:
    cards = ["S1", "S2", "T1", "T2", "B1", "B1", "B2"]
    games = []
    for other in (cards, cards[::-1]):
        record = Record()
        record.announce(say.SetUp(("green", "red"), sealed=True))
        for seat in ("green", "red"):
            record.announce(say.Base(seat, 3, Facing.LEFT, tuple(other)))
        record.announce(say.Start())
        games.append(record.game)
    assert isinstance(Record().announce(say.Start())[0], calls.Foul)
    for code in FoulCode:
        assert explain(code, games[0]) == explain(code, games[1])
