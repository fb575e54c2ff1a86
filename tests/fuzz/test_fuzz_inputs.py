"""Any bytes at every way in: some hundred with each run, changed from right ones; more with atheris (README.md)."""

from __future__ import annotations

import contextlib
import random
import socket
import time

import pytest
from fuzz_targets import TARGETS, seeds
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from spytable.language.catalogue import compiled, read_po
from spytable.referee.message import message
from spytable.referee.press import Press
from spytable.referee.screen import Screen
from spytable.seats.web import WebSeats

FOUND: dict[str, list[bytes]] = {
    "protocol": [
        b'{"say":"move","seat":"red","spaces":1' + b"0" * 5000 + b"}",
        b'{"say":' * 2000,
        b'{"say":"setup","seats":["green","red"],"seats":["red"]}',
        b'{"say":"base","seat":"\\ud800","spy":1,"facing":"left"}',
        b"\xef\xbb\xbf{}",
    ],
    "settings": [
        b"a." * 3000 + b"a = 1",
        b"a = " + b"[" * 3000,
        b"port = 1" + b"0" * 5000,
        b'"\\uD800" = 1',
        b'"\\n" = 1\n"web\\n".port = 2',
        b"[voice]\nvolume = nan\nlead_in = inf\n",
    ],
    "phrases": [
        b'msgid "a"\nmsgstr "{seat.__class__.__mro__}"',
        b'msgid "a"\nmsgstr "{seat[0]}{0}{}{seat!r:>99999999}"',
        b'msgid "\\"\nmsgstr "b"',
    ],
    "names": ["1²٣½".encode(), b"'\xe2\x80\x99a'", b"[[f'u:]]"],
    "journal": [b"SQLite format 3\x00" + bytes(84)],
    "page": [
        b'{"is":"press","seat":true,"key":1.0,"prompt":1e400}',
        b"http://[::1\n[::1]:99999999",
        b"\nlocalhost:\xc2\xb2",
    ],
}
"""Inputs of the kinds that make parsers fail: too deep, too long, too clever."""


def changed(content: bytes, chance: random.Random) -> bytes:
    """*content* with some bytes changed, lost, doubled or moved."""
    data = bytearray(content)
    for _ in range(chance.randint(1, 6)):
        at, to = sorted(chance.randrange(len(data) + 1) for _ in range(2))
        match chance.randrange(5):
            case 0 if data:
                data[at - 1] = chance.randrange(256)
            case 1:
                del data[at : min(to, at + 40)]
            case 2:
                data[at:at] = data[at : min(to, at + 40)]
            case 3:
                data[at:at] = chance.choice((b"\x00", b"\xff", b'"', b"{", b"[" * 50, b"9" * 30, b"\n", b"\\u0000"))
            case _:
                data[at:to] = data[at:to][::-1] if to - at < 8 else data[at:to]
    return bytes(data)


@pytest.mark.parametrize("target", TARGETS)
def test_what_was_found_or_feared_stays_harmless(target: str) -> None:
    for content in (*seeds(target), *FOUND[target], b""):
        TARGETS[target](content)


@pytest.mark.parametrize("target", TARGETS)
def test_a_right_input_that_was_changed_anywhere_ends_in_an_answer(target: str) -> None:
    right = seeds(target)
    for seed in range(15 if target == "journal" else 150):
        chance = random.Random(seed)
        TARGETS[target](changed(chance.choice(right), chance))


@pytest.mark.parametrize("target", [target for target in TARGETS if target != "journal"])
@given(content=st.binary(max_size=300))
@settings(max_examples=50)
def test_any_bytes_end_in_an_answer(target: str, content: bytes) -> None:
    TARGETS[target](content)


def test_a_phrase_file_of_the_largest_size_is_read_in_one_go() -> None:
    """Each line is looked at once: a file of 4 MB that took a time of its own for each line would hold up the start."""
    lines = 60_000
    text = 'msgid "a"\nmsgstr ""\n' + '"b"\n' * lines
    entries = read_po(text)
    assert entries == {"a": "b" * lines}
    many = {f"{i}": "c" * 40 for i in range(20_000)}
    assert len(compiled(many)) > 40 * 20_000


@pytest.fixture
def table() -> WebSeats:
    seats = WebSeats(lambda screen: Image.new("1", (128, 64)), port=0)
    heard: list[Press] = []
    seats.start(heard.append, lambda trouble: None)
    seats.show(1, Screen(message("Who plays?")))
    yield seats
    seats.close()


def port_of(table: WebSeats) -> int:
    return int(table.address.rsplit(":", 1)[1].strip("/"))


def sent(table: WebSeats, content: bytes, *, ends: bool = True) -> bytes:
    """What the server answers to *content* on a connection of its own. *ends*: which then says no more."""
    with socket.create_connection(("127.0.0.1", port_of(table)), timeout=60) as connection:
        try:
            connection.sendall(content)
            if ends:
                connection.shutdown(socket.SHUT_WR)
            return connection.recv(65536)
        except ConnectionError:
            return b""


REQUESTS = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /table HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    b"\x81\x8a\x00\x00\x00\x00" + b'{"is":"x"}' + b"\x88\x80\x00\x00\x00\x00",
)


def test_no_bytes_on_its_port_keep_the_table_from_the_next_browser(
    table: WebSeats, caplog: pytest.LogCaptureFixture
) -> None:
    for seed in range(60):
        chance = random.Random(seed)
        sent(table, changed(chance.choice(REQUESTS), chance))
    for rude in (
        b"GET " + b"/" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 5000 + b"\r\n",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\n" + b"x" * 100_000,
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(300),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ):
        sent(table, rude)
    assert sent(table, REQUESTS[0], ends=False).startswith(b"HTTP/1.1 200 OK")
    until = time.monotonic() + 60
    while table.pages:
        assert time.monotonic() < until, "a connection of theirs is left"
        time.sleep(0.01)
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")], "and none is logged"


@pytest.mark.parametrize("drip", [b"", b"GET / HTTP/1.1\r\nHost: 127"])
def test_whoever_connects_and_asks_for_nothing_does_not_keep_players_out(
    drip: bytes, table: WebSeats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spytable.seats.web.server.FIRST_REQUEST", 0.05)
    silent = [socket.create_connection(("127.0.0.1", port_of(table)), timeout=60) for _ in range(64)]
    # The first may be closed before the last is made.
    for connection in silent:
        with contextlib.suppress(ConnectionError):
            connection.sendall(drip)
    for connection in silent:
        with connection, contextlib.suppress(ConnectionError):
            assert connection.recv(1) == b"", "it is closed by the table"
    assert sent(table, REQUESTS[0], ends=False).startswith(b"HTTP/1.1 200 OK")
