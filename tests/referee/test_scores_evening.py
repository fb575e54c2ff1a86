"""Scores: what an evening's games came to, whatever was undone, drawn or switched off meanwhile."""

import random
from collections import Counter

import pytest
from someone import announces, set_up

from keypress import TWO, People
from spytable.game.announcements import Base, Done, Leave, Play, SetUp, Start, Undo
from spytable.game.base import Facing
from spytable.game.calls import By, Call, Out, Turn, Winner
from spytable.game.cards import Colour
from spytable.language.phrases import Phrases, languages
from spytable.referee.conversation import Conversation
from spytable.referee.conversation.sight import Stage
from spytable.referee.message import Player
from spytable.referee.record import Record, accepted
from spytable.referee.remarks import Tally, Wins
from spytable.referee.scores import SETTING, Result, Scores, result

BEGUN: tuple[Play, ...] = (
    SetUp(("green", "red")),
    Base("green", 1, Facing.RIGHT),
    Base("red", 8, Facing.LEFT),
    Start("green"),
)
WON: tuple[Play, ...] = (*BEGUN, Done("green"), Leave("red"))


def texts(scores: Scores) -> list[str]:
    """All that the page of the scores shows."""
    people = at_the_scores(scores)
    shown = list(people.screen(1).body)
    while "Next" in people.labels(1):
        people.press(1, "Next")
        if people.screen(1).body[0] == shown[0]:
            break
        shown += people.screen(1).body
    return [line.text.format(**dict(line.values)) for line in shown]


def at_the_scores(scores: Scores) -> People:
    """Seat 1 has the page of the scores open, in the lobby."""
    people = People()
    people.talk = Conversation(people.seats, draw=lambda n: 0, scores=scores.tally)
    people.press(1, "Green", "More", "Scores")
    assert people.title(1) == "Scores"
    return people


def test_a_game_is_counted_from_its_record() -> None:
    found = result(WON, {Colour.GREEN: "Anna"})
    assert (found.winner, found.bombed, found.turns) == (Player(Colour.GREEN, "Anna"), (), 2)


def test_an_end_that_is_taken_back_does_not_count_and_counts_once_when_it_comes_again() -> None:
    scores = Scores()
    assert scores.update(Stage.PLAY, BEGUN, {}) == {}
    for _ in range(2):
        assert SETTING in scores.update(Stage.OVER, WON, {})
        assert scores.update(Stage.OVER, WON, {}) == {}
        assert len(scores.results) == 1
        assert SETTING in scores.update(Stage.PLAY, WON[:-1], {})
        assert scores.results == []
    scores.update(Stage.OVER, WON, {})
    scores.update(Stage.BASES, BEGUN[:1], {})
    scores.update(Stage.PLAY, BEGUN, {})
    scores.update(Stage.OVER, WON, {})
    assert len(scores.results) == 2


def test_a_draw_is_a_game_that_nobody_won() -> None:
    scores = Scores()
    scores.update(Stage.OVER, WON[:-1], {})
    assert texts(scores) == ["Games: 1", "Draws: 1", "Longest: 2 turns"]


def test_scores_outlive_the_table_and_a_draw_is_not_counted_twice() -> None:
    scores = Scores()
    kept = scores.update(Stage.OVER, WON[:-1], {Colour.RED: "Zoë"})
    again = Scores(kept[SETTING])
    again.resume(WON[:-1])
    assert again.results == scores.results
    assert again.update(Stage.OVER, WON[:-1], {}) == {}
    assert again.update(Stage.PLAY, WON[:-1], {}) == {SETTING: "[]"}


def test_what_makes_no_sense_begins_anew() -> None:
    for kept in (None, 7, "", "{", "[[]]", '[["m",["pink","",false],[],1]]', "[" * 5000):
        assert Scores(kept).results == []
    # A game without a turn could not be read aloud.
    for turns in ("0", "-1", "Infinity", "NaN", "1e999"):
        assert Scores(f'[["m",["red","",false],[],{turns}]]').results == []


def test_players_are_counted_by_name_and_two_of_one_name_apart() -> None:
    scores = Scores()
    anna = {Colour.GREEN: "Anna"}
    scores.results = [result(WON, anna), result(WON, {}), result(WON, {Colour.GREEN: "anna"})]
    scores.results += [result(WON, {Colour.GREEN: "Bob", Colour.RED: "-bob"})]
    lost = Result("m", None, (Player(Colour.RED, "{x}"),), 9)
    scores.results.append(lost)
    assert texts(scores) == [
        "anna, won: 2",
        "green, won: 1",
        "Bob green, won: 1",
        "{x}, Bombs: 1",
        "Games: 5",
        "Draws: 1",
        "Longest: 9 turns",
    ]


def test_the_scores_lead_back_and_are_read_aloud_on_request() -> None:
    scores = Scores()
    scores.results = [result(WON, {Colour.GREEN: "Anna"})] * 3
    people = at_the_scores(scores)
    for _ in range(2):
        assert people.press(1, "Read").read == Tally(((Player(Colour.GREEN, "Anna"), 3),), (), 3, 0, 2)
    people.press(1, "Back")
    assert people.title(1) == "More"


def test_a_new_evening_counts_anew_after_a_hold_and_not_after_a_slip() -> None:
    scores = Scores()
    scores.results = [result(WON, {})] * 3
    people = at_the_scores(scores)
    people.press(1, "Clear")
    assert not people.press(1, "Hold").clear_scores
    people.press(1, "Back", "Clear")
    assert people.hold(1, "Hold").clear_scores
    assert people.body(1) == ["No game is over yet"]
    assert scores.clear() == {SETTING: "[]"}
    people.press(1, "Back")
    assert people.title(1) == "More"


def test_a_game_that_was_over_when_the_scores_were_cleared_is_not_counted_again() -> None:
    scores = Scores()
    scores.update(Stage.OVER, WON, {})
    scores.clear()
    assert scores.update(Stage.OVER, WON, {}) == {}
    scores.update(Stage.PLAY, WON[:-1], {})
    assert SETTING in scores.update(Stage.OVER, WON, {})
    assert len(scores.results) == 1


def test_after_the_end_the_scores_stand_under_more() -> None:
    people = People()
    people.begin(TWO)
    people.press(3, "More", "Next", "Leave", "Leave")
    people.press(1, "More", "Scores")
    assert people.title(1) == "Scores"
    assert people.press(1, "Read").read == Tally()
    people.press(1, "Back")
    assert people.title(1) == "More"


def test_whoever_wins_is_told_how_often_from_the_second_game_on() -> None:
    scores = Scores()
    scores.update(Stage.OVER, WON, {Colour.GREEN: "Bob"})
    assert scores.winner() is None
    for games in (2, 3):
        scores.update(Stage.BASES, BEGUN[:1], {})
        scores.update(Stage.OVER, WON, {Colour.GREEN: "bob"})
        assert scores.winner() == Wins(Player(Colour.GREEN, "bob"), games)
    scores.update(Stage.BASES, BEGUN[:1], {})
    scores.update(Stage.OVER, WON, {Colour.GREEN: "Bob", Colour.RED: "bob"})
    assert scores.winner() == Wins(Player(Colour.GREEN, "Bob", twin=True), 1)
    scores.update(Stage.BASES, BEGUN[:1], {})
    scores.update(Stage.OVER, BEGUN, {})
    assert scores.winner() is None


@pytest.mark.parametrize("language", languages())
def test_two_of_one_name_are_told_apart_in_the_scores_too(language: str) -> None:
    phrases = Phrases(language, strict=True)
    green, red = (Player(colour, "Bob", twin=True) for colour in (Colour.GREEN, Colour.RED))
    told = phrases.read(Tally(((green, 2), (red, 1)), ((red, 1),), 3, 1, 57))
    assert told[0][0] != told[1][0]
    assert "Bob" in told[0][0] and "Bob" in told[1][0]


def test_a_number_that_has_no_word_is_told_from_below() -> None:
    words = Phrases(strict=True)
    for n, said in ((1, "one."), (12, "twelve."), (19, "Over twelve."), (20, "twenty."), (457, "Over one hundred.")):
        assert words.remark(Wins(Player(Colour.RED, ""), n)) == ("Red's wins.", said)


@pytest.mark.parametrize("seed", range(4))
def test_an_evening_comes_to_what_was_called_and_not_taken_back(seed: int) -> None:
    chance, record, scores = random.Random(seed), Record(), Scores()
    heard: list[tuple[Call, ...]] = []
    won: Counter[Colour] = Counter()
    bombs: Counter[Colour] = Counter()
    longest = games = 0
    for _ in range(6):
        record.announce(set_up(chance))
        heard.clear()
        backs = 0
        while record.game is not None and (record.game.winner is None or chance.random() < 0.3):
            back = backs < 20 and (record.game.winner is not None or chance.random() < 0.1)
            play = Undo() if back and heard else announces(record.game, chance)
            if isinstance(play, SetUp):
                continue
            said = record.announce(play)
            if accepted(said):
                backs += isinstance(play, Undo)
                heard[-1:] = () if isinstance(play, Undo) else (*heard[-1:], said)
            stage = Stage.PLAY if record.game.winner is None else Stage.OVER
            scores.update(stage if record.game.started else Stage.BASES, record.history, {})
        calls = [call for said in heard for call in said]
        won.update(call.seat for call in calls if isinstance(call, Winner))
        bombs.update(call.seat for call in calls if isinstance(call, Out) and call.by is By.BOMB)
        longest = max(longest, sum(isinstance(call, Turn) for call in calls))
        games += 1
    tally = scores.tally()
    assert {player.colour: n for player, n in tally.won} == won
    assert {player.colour: n for player, n in tally.bombs} == bombs
    assert (tally.games, tally.draws, tally.longest) == (games, 0, longest)
