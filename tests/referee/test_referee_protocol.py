"""Lines to announcements, and back: what is well formed, and what is not."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from someone import announces

from spytable.game import announcements as say
from spytable.game import calls
from spytable.game.announcements import HouseRules, Said, Turning
from spytable.game.base import Facing
from spytable.game.calls import FoulCode
from spytable.game.cards import Card, Colour, Kind
from spytable.referee.protocol import (
    AskLegal,
    AskState,
    BadAnnouncementError,
    announcement_from_json,
    announcement_to_json,
    encode,
    parse,
)
from spytable.referee.record import Record

RED, GREEN = Colour.RED, Colour.GREEN


@pytest.mark.parametrize(
    ("line", "announcement"),
    [
        (b'{"say":"setup","seats":["green","red"]}', say.SetUp(("green", "red"))),
        (b'{"say":"setup","seats":[],"rules":{},"sealed":true}', say.SetUp((), True)),
        (
            b'{"say":"setup","seats":["red"],"rules":{"turn_without_move":true}}',
            say.SetUp(("red",), rules=HouseRules(turn_without_move=True)),
        ),
        (b'{"say":"base","seat":"green","spy":3,"facing":"left"}', say.Base("green", 3, Facing.LEFT)),
        (
            b'{"facing":"left","cards":["S1","?"],"spy":3,"say":"base","seat":"green"}',
            say.Base("green", 3, Facing.LEFT, ("S1", "?")),
        ),
        (b'{"say":"start"}', say.Start()),
        (b'{"say":"start","first":"red"}', say.Start("red")),
        (b'{"say":"move","seat":"red","spaces":2,"turn":"none"}', say.Move("red", 2)),
        (b'{"say":"move","seat":"red","spaces":-0,"turn":"both"}', say.Move("red", 0, Turning.BOTH)),
        (
            b'{"say":"move","seat":"red","spaces":1,"turn":"after","insist":true}',
            say.Move("red", 1, Turning.AFTER, True),
        ),
        (b'{"say":"hop","seat":"red"}', say.Hop("red")),
        (b'{"say":"spy","seat":"red","target":"green"}', say.Spy("red", "green")),
        (b'{"say":"answer","seat":"green","card":"lit"}', say.Answer("green", Said.LIT)),
        (b'{"say":"answer","seat":"green","card":"safe","insist":false}', say.Answer("green", Said.SAFE)),
        (b'{"say":"done","seat":""}', say.Done("")),
        (b'{"say":"leave","seat":"\\ud800"}', say.Leave("\ud800")),
        (b'\t{ "\\u0073ay" : "undo" }\r', say.Undo()),
        (b'{"say":"legal"}', AskLegal()),
        (b'{"say":"state"}', AskState()),
    ],
)
def test_a_line_says_what_the_protocol_says_it_does(line: bytes, announcement: say.Announcement) -> None:
    assert parse(line) == announcement


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b" ",
        b"\r",
        b"\0",
        b"\xff",
        b"\xef\xbb\xbf" + b'{"say":"undo"}',
        '{"say":"undo"}'.encode("utf-16"),
        b'{"say":"leave","seat":"\xed\xa0\x80"}',
        b'{"say":"leave","seat":"\xc3"}',
        b'{"say":"leave","seat":"a\0"}',
        b'{"say":"leave","seat":"a\x1f"}',
        b"null",
        b"[]",
        b'"undo"',
        b"NaN",
        b"{}",
        b'{"say":null}',
        b'{"say":["undo"]}',
        b'{"say":"Undo"}',
        b'{"say":"undo"} {}',
        b'{"say":"undo"},',
        b"{'say':'undo'}",
        b'{"say":"undo",}',
        b'{"say":"undo","say":"undo"}',
        b'{"say":"undo","\\u0073ay":"undo"}',
        b'{"say":"undo","seat":"red"}',
        b'{"say":"done"}',
        b'{"say":"done","seat":"red","seat":"red"}',
        b'{"say":"done","seat":"red","insist":true}',
        b'{"say":"done","seat":7}',
        b'{"say":"done","seat":null}',
        b'{"say":"start","first":null}',
        b'{"say":"move","seat":"red","spaces":1}',
        b'{"say":"move","seat":"red","spaces":1.0,"turn":"none"}',
        b'{"say":"move","seat":"red","spaces":1e0,"turn":"none"}',
        b'{"say":"move","seat":"red","spaces":01,"turn":"none"}',
        b'{"say":"move","seat":"red","spaces":+1,"turn":"none"}',
        b'{"say":"move","seat":"red","spaces":true,"turn":"none"}',
        b'{"say":"move","seat":"red","spaces":"1","turn":"none"}',
        b'{"say":"move","seat":"red","spaces":NaN,"turn":"none"}',
        b'{"say":"move","seat":"red","spaces":-Infinity,"turn":"none"}',
        b'{"say":"move","seat":"red","spaces":1,"turn":"round"}',
        b'{"say":"move","seat":"red","spaces":1,"turn":["none"]}',
        b'{"say":"move","seat":"red","spaces":1,"turn":"none","insist":1}',
        b'{"say":"move","seat":"red","spaces":1,"turn":"none","insist":null}',
        b'{"say":"base","seat":"red","spy":1.5,"facing":"left"}',
        b'{"say":"base","seat":"red","spy":1,"facing":"LEFT"}',
        b'{"say":"base","seat":"red","spy":1,"facing":"left","cards":null}',
        b'{"say":"base","seat":"red","spy":1,"facing":"left","cards":"S1"}',
        b'{"say":"base","seat":"red","spy":1,"facing":"left","cards":["S1",1]}',
        b'{"say":"setup"}',
        b'{"say":"setup","seats":"red"}',
        b'{"say":"setup","seats":{"red":1}}',
        b'{"say":"setup","seats":["green",["red"]]}',
        b'{"say":"setup","seats":["green","red"],"sealed":0}',
        b'{"say":"setup","seats":["green","red"],"sealed":null}',
        b'{"say":"setup","seats":["green","red"],"rules":null}',
        b'{"say":"setup","seats":["green","red"],"rules":[]}',
        b'{"say":"setup","seats":["green","red"],"rules":{"top_secret_out":1}}',
        b'{"say":"setup","seats":["green","red"],"rules":{"other":false}}',
        b'{"say":"setup","seats":["green","red"],"rules":{"top_secret_out":true,"top_secret_out":true}}',
        b"[" * 100_000,
        b'{"say":' * 100_000,
        b'{"say":"undo","x":' + b"[" * 5_000 + b"]" * 5_000 + b"}",
    ],
)
def test_anything_else_is_no_announcement(line: bytes) -> None:
    with pytest.raises(BadAnnouncementError):
        parse(line)


@pytest.mark.parametrize("sign", [b"", b"-"])
def test_a_whole_number_may_have_any_length(sign: bytes) -> None:
    for digits in (b"3", b"9" * 30, b"1" * 1_000_000):
        move = parse(b'{"say":"move","seat":"red","spaces":' + sign + digits + b',"turn":"none"}')
        assert isinstance(move, say.Move) and move.spaces not in (0, 1, 2)


@pytest.mark.parametrize("text", ["[{:" * 40_000, '\\"[' * 40_000, "\\\\" * 70_000, "ä" * 70_000])
def test_a_name_may_have_any_length_and_hold_any_signs(text: str) -> None:
    line = f'{{"say":"spy","seat":"{text}","target":"{text}"}}'
    assert parse(line.encode()) == say.Spy(json.loads(f'"{text}"'), json.loads(f'"{text}"'))


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_what_is_written_down_of_an_announcement_says_the_same_when_it_is_read(seed: int) -> None:
    chance = random.Random(seed)
    record = Record()
    for _ in range(60):
        play = announces(record.game, chance)
        record.announce(play)
        written = json.dumps(announcement_to_json(play))
        assert announcement_from_json(json.loads(written)) == parse(written.encode()) == play
    assert announcement_from_json(announcement_to_json(say.Undo())) == say.Undo()


def test_a_question_is_not_kept() -> None:
    with pytest.raises(BadAnnouncementError):
        announcement_from_json({"say": "state"})


BASE = calls.PublicBase(3, Facing.LEFT, {Card.S1: 5}, Card.S2)
LAST = calls.PublicBase(3, Facing.LEFT, {}, None)


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (calls.SetUp((GREEN, RED), 8), {"call": "set_up", "seats": ["green", "red"], "cards": 8}),
        (calls.Ready(GREEN), {"call": "ready", "seat": "green"}),
        (calls.Turn(RED), {"call": "turn", "seat": "red"}),
        (
            calls.Moved(RED, 2, 5, Facing.LEFT),
            {"call": "moved", "seat": "red", "spaces": 2, "spy": 5, "facing": "left"},
        ),
        (calls.Hopped(RED, 1), {"call": "hopped", "seat": "red", "spy": 1}),
        (calls.Spies(RED, GREEN, 4), {"call": "spies", "seat": "red", "target": "green", "slot": 4}),
        (calls.Type(GREEN, Kind.TOP_SECRET), {"call": "type", "seat": "green", "card": "top_secret"}),
        (
            calls.Exposed(GREEN, Card.S1, Card.S2),
            {"call": "exposed", "seat": "green", "card": "S1", "next": "S2"},
        ),
        (
            calls.Exposed(GREEN, Card.T2, None),
            {"call": "exposed", "seat": "green", "card": "T2", "next": None},
        ),
        (calls.AlreadyExposed(GREEN, Card.S1), {"call": "already_exposed", "seat": "green", "card": "S1"}),
        (calls.SpyMeetsSpy(GREEN), {"call": "spy_meets_spy", "seat": "green"}),
        (calls.Hiss(GREEN), {"call": "hiss", "seat": "green"}),
        (calls.Boom(GREEN, 4), {"call": "boom", "seat": "green", "slot": 4}),
        (calls.Out(RED, calls.By.BOMB), {"call": "out", "seat": "red", "by": "bomb"}),
        (calls.Winner(GREEN), {"call": "winner", "seat": "green"}),
        (calls.Undone("spy"), {"call": "undone", "say": "spy"}),
        (
            calls.State(RED, None, False, True, (GREEN,), None, {GREEN: BASE, RED: LAST}),
            {
                "call": "state",
                "turn": "red",
                "owed": None,
                "moved": False,
                "spied": True,
                "out": ["green"],
                "winner": None,
                "bases": {
                    "green": {"spy": 3, "facing": "left", "exposed": {"S1": 5}, "target": "S2"},
                    "red": {"spy": 3, "facing": "left", "exposed": {}, "target": None},
                },
            },
        ),
        (
            calls.Contradiction(GREEN, calls.About.ANSWER),
            {"call": "contradiction", "seat": "green", "about": "answer"},
        ),
        (calls.Disputed(GREEN), {"call": "disputed", "seat": "green"}),
        (
            calls.Legal((say.Hop("red"), say.Move("red", 0, Turning.AFTER))),
            {
                "call": "legal",
                "announcements": [
                    {"say": "hop", "seat": "red"},
                    {"say": "move", "seat": "red", "spaces": 0, "turn": "after"},
                ],
            },
        ),
        (
            calls.Foul(FoulCode.NOT_SET_UP),
            {"call": "foul", "code": "not_set_up", "message": "No game is set up. Possible now: setup."},
        ),
        (calls.Resumed(RED, GREEN), {"call": "resumed", "seat": "red", "owed": "green"}),
    ],
)
def test_a_call_is_written_as_the_protocol_says(call: calls.Call, line: dict[str, Any]) -> None:
    assert json.loads(json.dumps(encode(call))) == line
