"""Scores: what an evening's games came to, whatever was undone, drawn or switched off meanwhile."""

from keypress import People
from spytable.game.announcements import Base, Done, Leave, Play, SetUp, Start
from spytable.game.base import Facing
from spytable.game.cards import Colour
from spytable.referee.conversation import Conversation
from spytable.referee.conversation.sight import Stage
from spytable.referee.message import Player, message
from spytable.referee.scores import SETTING, Result, Scores, result

BEGUN: tuple[Play, ...] = (
    SetUp(("green", "red")),
    Base("green", 1, Facing.RIGHT),
    Base("red", 8, Facing.LEFT),
    Start("green"),
)
WON: tuple[Play, ...] = (*BEGUN, Done("green"), Leave("red"))


def texts(scores: Scores) -> list[str]:
    return [line.text.format(**dict(line.values)) for line in scores.lines()]


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


def test_the_scores_stand_under_more_in_the_lobby_and_after_the_end() -> None:
    lines = tuple(message("Games: {n}", n=n) for n in range(5))
    people = People()
    people.talk = Conversation(people.seats, draw=lambda n: 0, scores=lambda: lines)
    people.press(1, people.labels(1)[0])
    people.press(1, "More")
    people.press(1, "Scores")
    assert people.screen(1).title.text == "Scores"
    assert people.screen(1).body == lines[:3]
    people.press(1, "Next")
    assert people.screen(1).body == lines[3:]
    people.press(1, "Back")
    assert people.screen(1).title.text == "More"
