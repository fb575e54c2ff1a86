"""Calls from JSON: what the referee writes is read back whole, and what is no call is refused by name."""

import io
import json
from dataclasses import fields
from pathlib import Path

import pytest

from spytable.game import calls
from spytable.game.announcements import Done, Move
from spytable.game.base import Facing
from spytable.game.calls import About, By, Call, FoulCode
from spytable.game.cards import Card, Colour, Kind
from spytable.referee.call_lines import BadCallError, call_from_json, parse_call
from spytable.referee.protocol import encode
from spytable.referee.server import serve

RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE

EACH: list[Call] = [
    calls.SetUp((GREEN, RED), 8),
    calls.SetUp((RED, BLUE, GREEN), 7),
    calls.Ready(RED),
    calls.Turn(RED),
    calls.Moved(RED, 0, 8, Facing.LEFT),
    calls.Hopped(RED, 1),
    calls.Spies(RED, GREEN, 4),
    calls.Type(RED, Kind.TOP_SECRET),
    calls.Exposed(RED, Card.T2, None),
    calls.Exposed(RED, Card.S1, Card.S2),
    calls.AlreadyExposed(RED, Card.S1),
    calls.SpyMeetsSpy(RED),
    calls.Hiss(RED),
    calls.Boom(RED, 3),
    calls.Out(RED, By.EXPOSED),
    calls.Winner(RED),
    calls.Undone("spy"),
    calls.State(RED, None, True, False, (BLUE,), None, {GREEN: calls.PublicBase(3, Facing.LEFT, {Card.S1: 5}, None)}),
    calls.Contradiction(RED, About.MOVE),
    calls.Disputed(RED),
    calls.Legal((Move("red", 2), Done("red"))),
    calls.Foul(FoulCode.GAME_OVER),
    calls.Resumed(None, None),
]


@pytest.mark.parametrize("call", EACH, ids=lambda call: call.call)
def test_what_the_referee_writes_is_read_back(call: Call) -> None:
    assert parse_call(json.dumps(encode(call))) == call
    assert parse_call(json.dumps(encode(call) | {"n": 7, "later": "a key that a newer referee adds"})) == call


def test_every_kind_of_call_can_be_read() -> None:
    assert {type(call) for call in EACH} == set(calls.Call.__args__)


@pytest.mark.parametrize("call", EACH, ids=lambda call: call.call)
def test_no_key_may_be_left_out(call: Call) -> None:
    for field in fields(call):
        said = encode(call)
        del said[field.name]
        with pytest.raises(BadCallError, match=rf"lacks {field.name}\b"):
            call_from_json(said)


def test_a_referee_s_whole_games_can_be_read() -> None:
    out = io.BytesIO()
    for game in (Path(__file__).parents[1] / "scenarios").glob("*.in.jsonl"):
        serve(io.BytesIO(game.read_bytes()), out)
    lines = out.getvalue().decode().splitlines()
    assert len(lines) > 100
    for line in lines:
        parse_call(line)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"call":"turn","seat":NaN}', "cannot be read"),
        ('{"call":"turn","call":"turn","seat":"red"}', "cannot be read"),
        ("[]", "JSON object"),
        ("7", "JSON object"),
        ("{}", "no key call"),
        ('{"call":"speech"}', "no call 'speech'.*turn"),
        ('{"call":["turn"]}', "no call"),
        ('{"call":"turn"}', "turn lacks seat"),
        ('{"call":"moved","seat":"red"}', "lacks spaces and spy and facing"),
        ('{"call":"turn","seat":"purple"}', "seat is 'purple'; allowed is one of green, red, blue, yellow"),
        ('{"call":"turn","seat":"\\ud800\\u001b[2J"}', r"seat is '\\ud800\\x1b\[2J'"),
        ('{"call":"turn","seat":null}', "seat is None"),
        ('{"call":"boom","seat":"red","slot":9}', "slot is 9; allowed is a whole number from 1 to 8"),
        ('{"call":"boom","seat":"red","slot":true}', "slot is True"),
        ('{"call":"boom","seat":"red","slot":' + "9" * 10_000 + "}", "slot is 1000"),
        ('{"call":"exposed","seat":"red","card":"B1","next":null}', "card is 'B1'"),
        ('{"call":"exposed","seat":"red","card":"S1","next":"X"}', "next is 'X'.*or null"),
        ('{"call":"set_up","seats":["red","blue"],"cards":8}', "two are green and red"),
        ('{"call":"set_up","seats":["red","red"],"cards":8}', "each once"),
        ('{"call":"set_up","seats":["red","green"],"cards":7}', "cards is 8, not 7"),
        ('{"call":"spies","seat":"red","target":"red","slot":1}', "differ"),
        ('{"call":"undone","say":"legal"}', "say is 'legal'"),
        ('{"call":"legal","announcements":[{"say":"legal"}]}', "list of announcements"),
    ],
)
def test_what_is_no_call_is_refused_in_one_line_that_names_the_fault(line: str, says: str) -> None:
    with pytest.raises(BadCallError, match=says) as refused:
        parse_call(line)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400
