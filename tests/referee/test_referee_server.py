"""The loop behind `spytable referee`, as a program at the other end of it sees it."""

import io
import json
import os
import random
import subprocess
import sys
import threading
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from someone import announces

from spytable.game import announcements as say
from spytable.game.announcements import Announcement
from spytable.referee import server, stream
from spytable.referee.protocol import announcement_to_json
from spytable.referee.record import BrokenRecordError, Record
from spytable.referee.server import answer, serve

FIRMWARE = Path(server.__file__).parents[2]
BEGUN = b"""{"say":"setup","seats":["green","red"]}
{"say":"base","seat":"green","spy":1,"facing":"right"}
{"say":"base","seat":"red","spy":8,"facing":"left"}
{"say":"start","first":"green"}
"""


def served(lines: bytes, journal: server.Keeper | None = None) -> list[dict[str, Any]]:
    out = io.BytesIO()
    assert serve(io.BytesIO(lines), out, journal) == 0
    assert out.getvalue().isascii() and (not out.getvalue() or out.getvalue().endswith(b"\n"))
    return [json.loads(line) for line in out.getvalue().splitlines()]


class Memory:
    """A journal that keeps announcements in a list, and what was written out when each of them came."""

    def __init__(self, *kept: Announcement, out: io.BytesIO | None = None) -> None:
        self.kept = list(kept)
        self.out = out
        self.written: list[int] = []

    def unfinished(self) -> tuple[Announcement, ...]:
        return tuple(self.kept)

    def append(self, announcement: Announcement, /) -> None:
        self.kept.append(announcement)
        if self.out:
            self.written.append(self.out.getvalue().count(b"\n"))


def test_each_call_bears_the_number_of_the_line_that_it_answers() -> None:
    lines = b'nonsense\n\n{"say":"setup","seats":["green","red"]}\n{"say":"undo"}\n{"say":"state"}'
    given = served(lines)
    assert [(said["n"], said["call"]) for said in given] == [
        (1, "foul"),
        (2, "foul"),
        (3, "set_up"),
        (4, "foul"),
        (5, "state"),
    ]


def test_nothing_is_said_where_nothing_is_asked() -> None:
    assert served(b"") == []


def test_before_a_set_up_every_well_formed_line_is_told_that_no_game_is_set_up() -> None:
    lines = [b'{"say":"legal"}', b'{"say":"state"}', b'{"say":"undo"}', b'{"say":"done","seat":"pink"}']
    lines += [b'{"say":"base","seat":"red","spy":' + b"9" * 50 + b',"facing":"left"}']
    assert [said["code"] for said in served(b"\n".join(lines))] == ["not_set_up"] * len(lines)


def test_a_bad_line_is_told_what_is_wrong_with_it_and_repeats_nothing_of_it() -> None:
    (said,) = served(b'{"say":"done","secret":"S1"}')
    assert said["message"] == "There is a key that does not belong here. Possible now: setup."


def test_an_accepted_announcement_is_kept_before_its_calls_are_written() -> None:
    out = io.BytesIO()
    journal = Memory(out=out)
    serve(io.BytesIO(BEGUN + b'{"say":"hop","seat":"red"}\n{"say":"state"}\n{"say":"undo"}\n'), out, journal)
    assert [said.say for said in journal.kept] == ["setup", "base", "base", "start", "undo"]
    assert journal.written == [0, 1, 2, 3, 6], "the lines that were out when each was kept"


def test_an_unfinished_game_goes_on_where_it_stood() -> None:
    journal = Memory()
    served(BEGUN + b'{"say":"spy","seat":"green","target":"red"}\n', journal)
    resumed, hiss = served(b'{"say":"answer","seat":"red","card":"bomb"}\n', journal)
    assert resumed == {"n": 0, "call": "resumed", "seat": "green", "owed": "red"}
    assert hiss == {"n": 1, "call": "hiss", "seat": "red"}


def test_a_game_that_was_not_started_goes_on_too() -> None:
    resumed, _ = served(b'{"say":"start"}\n', Memory(say.SetUp(("green", "red"))))
    assert resumed == {"n": 0, "call": "resumed", "seat": None, "owed": None}


def test_without_a_kept_game_nothing_is_resumed() -> None:
    assert served(b"", Memory()) == []


def test_a_kept_game_that_does_not_fit_the_rules_is_not_gone_on_with_in_silence() -> None:
    with pytest.raises(BrokenRecordError):
        serve(io.BytesIO(BEGUN), io.BytesIO(), Memory(say.Start()))


class ClosedPipe(io.BytesIO):
    def flush(self) -> None:
        raise BrokenPipeError


def test_the_program_ends_quietly_when_nobody_reads_what_it_says() -> None:
    assert serve(io.BytesIO(BEGUN), ClosedPipe()) == 0


class FullDisk(io.BytesIO):
    def flush(self) -> None:
        raise OSError(28, "No space left on device")


def test_answers_that_can_not_be_written_are_a_fault_in_words() -> None:
    with pytest.raises(stream.OutputError, match=r"^The answers cannot be written: No space left on device\.$"):
        serve(io.BytesIO(BEGUN), FullDisk())


class Unreadable(io.BytesIO):
    def readline(self, size: int | None = -1, /) -> bytes:
        raise IsADirectoryError(21, "Is a directory")


def test_announcements_that_can_not_be_read_are_a_fault_in_words() -> None:
    with pytest.raises(stream.InputError, match=r"^The announcements cannot be read: Is a directory\.$"):
        serve(Unreadable(), io.BytesIO())


def test_a_line_without_end_is_not_kept_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "LONGEST", 100)
    monkeypatch.setattr(stream, "STEP", 7)
    long = b'{"say":"done","seat":"' + b"x" * 1000 + b'"}'
    given = served(b"\n".join([b'{"say":"setup","seats":["green","red"]}', long, b'{"say":"state"}', long]))
    assert [(said["n"], said["call"]) for said in given] == [
        (1, "set_up"),
        (2, "foul"),
        (3, "state"),
        (4, "foul"),
    ]
    assert given[1]["code"] == "bad_announcement"


@pytest.mark.parametrize(
    "line",
    [
        b'{"say":[' + b"[]," * 500_000 + b"[]]}",
        b'{"say":[' + b'"",[],' * 250_000 + b"[]]}",
        b"{" + b'"a":1,' * 250_000 + b'"say":"undo"}',
    ],
    ids=["lists", "texts and lists", "keys"],
)
def test_nonsense_takes_no_more_memory_than_a_few_times_its_length(line: bytes) -> None:
    record = Record()
    tracemalloc.start()
    try:
        (foul,) = answer(record, line)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert foul["code"] == "bad_announcement"
    assert peak < 2 * len(line)


def test_a_line_of_ten_million_bytes_is_one_foul_and_the_game_goes_on() -> None:
    nonsense = [
        b"[" * 10**7,
        b"[" + b"[]," * 3 * 10**6 + b"[]]",
        b'"' + b'\\"' * 5 * 10**6,
        b'{"say":"move","seat":"green","spaces":' + b"9" * 10**7 + b',"turn":"none"}',
        b"\0" * 10**7,
    ]
    for line in nonsense:
        given = served(BEGUN + line + b'\n{"say":"hop","seat":"green"}\n')[4:]
        assert [said["call"] for said in given] == ["foul", "hopped"]


LINES = [json.dumps(json.loads(line)).encode() for line in BEGUN.splitlines()] + [
    b'{"say":"move","seat":"green","spaces":1,"turn":"none","insist":true}',
    b'{"say":"spy","seat":"green","target":"red"}',
    b'{"say":"answer","seat":"red","card":"bomb"}',
    b'{"say":"legal"}',
]


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A well-formed line, in which a piece is replaced by something else."""
    line = draw(st.sampled_from(LINES))
    start = draw(st.integers(0, len(line)))
    end = draw(st.integers(start, min(len(line), start + 12)))
    return line[:start] + draw(st.one_of(st.binary(max_size=6), st.sampled_from(PIECES))) + line[end:]


PIECES = [
    b"null",
    b"true",
    b"NaN",
    b"1e9",
    b"-1",
    b"{}",
    b"[]",
    b'"',
    b"\\",
    b"\n",
    b"\r\n",
    b"\xef\xbb\xbf",
    b'"":0,',
]


@settings(max_examples=300)
@given(line=st.one_of(st.binary(max_size=40), mutated(), st.text(max_size=30).map(lambda text: text.encode())))
@example(line=b'{"say":{"say":"undo"}}')
def test_no_nonsense_ends_the_table_or_changes_a_game_that_it_does_not_fit(line: bytes) -> None:
    record = Record()
    for begun in BEGUN.splitlines():
        answer(record, begun)
    before = record.game
    given = answer(record, line)
    assert given and json.dumps(given)
    if given[0]["call"] in ("foul", "contradiction", "legal", "state"):
        assert record.game is before and len(given) == 1
    else:
        assert record.game != before


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32))
def test_a_program_gets_the_same_calls_as_the_rules_give(seed: int) -> None:
    chance = random.Random(seed)
    record = Record()
    plays = []
    for _ in range(60):
        plays.append(announces(record.game, chance))
        record.announce(plays[-1])
    again = Record()
    given = served(b"\n".join(json.dumps(announcement_to_json(play)).encode() for play in plays))
    for n, play in enumerate(plays, 1):
        said = again.announce(play)
        assert [line["call"] for line in given if line["n"] == n] == [call.call for call in said]


def command(*words: str, **options: Any) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "PYTHONPATH": str(FIRMWARE)}
    environment.pop("PYTHONUNBUFFERED", None)
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-m", "spytable", *words],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env=environment,
        **options,
    )


def test_the_command_answers_each_line_before_it_reads_the_next() -> None:
    with command("referee") as process:
        assert process.stdin and process.stdout and process.stderr
        watchdog = threading.Timer(120, process.kill)
        watchdog.start()
        for line in BEGUN.splitlines(keepends=True):
            process.stdin.write(line)
            process.stdin.flush()
            assert process.stdout.readline().startswith(b'{"n":')
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.stderr.read() == b""
        assert process.wait() == 0
        watchdog.cancel()


def test_the_command_ends_quietly_when_nobody_reads_it_any_more() -> None:
    with command("referee") as process:
        assert process.stdin and process.stdout and process.stderr
        watchdog = threading.Timer(120, process.kill)
        watchdog.start()
        process.stdout.close()
        try:
            process.stdin.write(BEGUN)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait() == 0
        watchdog.cancel()
