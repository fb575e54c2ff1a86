"""Whole random games beside a row of real cards: the referee says what people at a table would see."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from physical_row import Table

from spytable.game import announcements as say
from spytable.game.announcements import HouseRules, Play, Said, Turning
from spytable.game.base import Facing
from spytable.game.rules import legal
from spytable.referee.protocol import encode
from spytable.referee.record import Record

SEATS = {2: ["green", "red"], 3: ["yellow", "red", "blue"], 4: ["red", "blue", "green", "yellow"]}

games = given(
    seed=st.integers(0, 2**32),
    players=st.integers(2, 4),
    top_secret_out=st.booleans(),
    turn_without_move=st.booleans(),
)


def set_up(table: Table, sealed: bool) -> Record:
    record = Record()
    rules = HouseRules(table.top_secret_out, table.turn_without_move)
    record.announce(say.SetUp(tuple(table.seats), sealed, rules))
    for seat, row in table.rows.items():
        cards = tuple(table.cards[seat]) if sealed else None
        record.announce(say.Base(seat, row.spy, Facing(row.facing), cards))
    assert said(record, say.Start(table.turn)) == [{"call": "turn", "seat": table.turn}]
    return record


def said(record: Record, play: Play) -> list[dict[str, Any]]:
    return [encode(call, record.game) for call in record.announce(play)]


def play_on(table: Table, chance: random.Random) -> tuple[Play, list[dict[str, Any]], str | None]:
    """One more announcement that players may make, what they see, and what a holder answers."""
    seat, row = table.turn, table.rows[table.turn]
    kinds = ["done"] + ["move"] * (4 * (not table.moved)) + ["spy"] * (4 * (not table.spied)) + ["hop"] * row.at_edge()
    kind = chance.choice(kinds) if chance.random() > 0.01 else "leave"
    if kind == "move":
        turn = chance.choice(["none", "before", "after", "both"])
        spaces = table.spaces(turn, chance)
        if table.turn_without_move and turn in ("before", "after") and chance.random() < 0.2:
            spaces = 0
        return say.Move(seat, spaces, Turning(turn)), table.move(spaces, turn), None
    if kind == "spy":
        target = chance.choice([other for other in table.in_game if other != seat])
        calls, answer = table.spy(target)
        return say.Spy(seat, target), calls, answer
    if kind == "hop":
        return say.Hop(seat), table.hop(), None
    if kind == "leave":
        seat = chance.choice(table.in_game)
        return say.Leave(seat), table.goes_out(seat, "left"), None
    return say.Done(seat), table.done(), None


@settings(max_examples=150)
@games
def test_a_game_with_real_cards_gives_the_calls_that_players_see(
    seed: int, players: int, top_secret_out: bool, turn_without_move: bool
) -> None:
    chance = random.Random(seed)
    table = Table(SEATS[players], chance, top_secret_out, turn_without_move)
    sealed, open_ = set_up(table, sealed=True), set_up(table, sealed=False)
    for _ in range(150):
        play, seen, answer = play_on(table, chance)
        for record in (sealed, open_):
            assert record.game is not None
            assert isinstance(play, say.Leave) or play in legal(record.game).announcements
        target = play.target if isinstance(play, say.Spy) else ""
        assert said(sealed, play) == seen
        heard = said(open_, play)
        if answer:
            assert open_.game is not None and open_.game.owed == target
            heard += said(open_, say.Answer(target, Said(answer)))
        assert heard == seen
        assert sealed.game is not None and open_.game is not None
        assert legal(sealed.game) == legal(open_.game), "both games have heard the same"
        if sealed.game.winner:
            assert not open_.game.turn
            break
        assert sealed.game.turn == open_.game.turn == table.turn


@settings(max_examples=80)
@games
def test_the_table_shows_where_the_real_cards_lie(
    seed: int, players: int, top_secret_out: bool, turn_without_move: bool
) -> None:
    chance = random.Random(seed)
    table = Table(SEATS[players], chance, top_secret_out, turn_without_move)
    record = set_up(table, sealed=True)
    for _ in range(100):
        record.announce(play_on(table, chance)[0])
        assert record.game is not None
        if record.game.winner:
            break
        for seat in table.in_game:
            base, row = record.game.base(seat), table.rows[seat]
            assert (base.spy, base.facing) == (row.spy, row.facing)
            assert base.cards is not None
            real = [thing[0] for thing in row.row if thing != "SPY"]
            assert list(base.cards) == real == table.cards[seat]
            assert {base.place_at(i) for i in base.lit} == {
                row.place_of(bomb) for other, bomb in table.lit if other == seat
            }
