"""Whoever comes over the network may ask for much, but keeps no other out: tried at the real server.

Devices of the network are played by addresses of this machine's own loopback, which the table would else let have all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import aiohttp
import pytest
from webpage import Page, table

from spytable.seats.web import WebSeats, server, visitors
from spytable.seats.web.visitors import Visitors, address_of


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(120):
            await test()

    asyncio.run(bounded())


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """127.0.0.2 and its neighbours count as devices of the network."""
    monkeypatch.setattr(server, "address_of", lambda peer: "" if not peer or peer[0] == "127.0.0.1" else peer[0])


class Device:
    """A device of the network with requests of its own; an async context."""

    def __init__(self, seats: WebSeats, number: int) -> None:
        self.seats = seats
        self.address = f"127.0.0.{number}"

    async def __aenter__(self) -> Device:
        # A connection for each request where the table closes the one before.
        self.session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(local_addr=(self.address, 0)))
        return self

    async def __aexit__(self, *ended: object) -> None:
        await self.session.close()

    async def get(self, path: str = "") -> tuple[int, str, str]:
        """Status, words and Retry-After."""
        async with self.session.get(self.seats.address + path) as answer:
            return answer.status, await answer.text(), answer.headers.get("Retry-After", "")


@pytest.mark.parametrize("path", ["table.js", "sound/" + 64 * "0" + ".wav", "nothing"])
def test_a_stranger_who_asks_without_end_is_told_to_wait_and_keeps_nobody_out(
    network: None, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A busy machine must not be slower than what a stranger is let have.
    monkeypatch.setattr(visitors, "REQUESTS_A_SECOND", 0.01)

    async def test() -> None:
        with table() as there:
            async with Device(there.seats, 2) as stranger, Device(there.seats, 3) as player, Page(there.seats) as page:
                asked = 0
                while (answer := await stranger.get(path))[0] != 429:
                    asked += 1
                assert asked >= visitors.REQUESTS_AT_ONCE, "sixteen pages may open at once"
                assert answer == (429, server.TOO_MANY, "1")
                assert (await player.get("table.js"))[0] == 200
                await page.say(seat=1, key=2, prompt=1)
                assert there.press().key == 2

    run(test)


def test_an_address_that_was_quiet_may_ask_again() -> None:
    all_of_them = Visitors()
    assert sum(all_of_them.admits("a", 100.0) for _ in range(1000)) == visitors.REQUESTS_AT_ONCE
    assert sum(all_of_them.admits("a", 101.0) for _ in range(1000)) == visitors.REQUESTS_A_SECOND
    assert sum(all_of_them.admits("b", 101.0) for _ in range(1000)) == visitors.REQUESTS_AT_ONCE
    for i in range(10_000):
        all_of_them.admits(str(i), 101.0)
    assert len(all_of_them._meters) <= 256, "strangers fill no memory"


def test_silent_connections_of_one_device_leave_room_for_the_others(
    network: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "FIRST_REQUEST", 3600.0)

    async def test() -> None:
        with table() as there:
            port = int(there.seats.address.split(":")[-1].strip("/"))
            opened = [
                await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
                for _ in range(2 * visitors.CONNECTIONS)
            ]
            while sum(reader.at_eof() for reader, _ in opened) < visitors.CONNECTIONS:
                await asyncio.sleep(0)
            async with Device(there.seats, 3) as player:
                assert (await player.get())[0] == 200
            for _, writer in opened:
                writer.transport.abort()

    run(test)


def test_pages_of_one_device_leave_room_for_the_others(network: None) -> None:
    async def test() -> None:
        with table() as there:
            where = there.seats.address + "table"
            async with Device(there.seats, 2) as one, Device(there.seats, 3) as other:
                pages = [await one.session.ws_connect(where) for _ in range(visitors.PAGES)]
                late = await one.session.ws_connect(where)
                assert (await late.receive()).type is aiohttp.WSMsgType.CLOSE and late.close_code == 1013
                pages.append(await other.session.ws_connect(where))
                for page in pages:
                    assert (await page.receive()).type is aiohttp.WSMsgType.TEXT

    run(test)


def test_a_connection_that_asked_once_is_closed_when_it_asks_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "NEXT_REQUEST", 0.05)

    async def test() -> None:
        with table() as there:
            port = int(there.seats.address.split(":")[-1].strip("/"))
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\nGET /icon.svg HTTP/1.1\r\nHost: loc")
            assert (await reader.read()).startswith(b"HTTP/1.1 200 OK\r\n")
            writer.close()

    run(test)


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        (("192.168.1.7", 50_000), "192.168.1.7"),
        (("127.0.0.1", 50_000), ""),
        (("::1", 50_000, 0, 0), ""),
        (("::ffff:127.0.0.1", 50_000, 0, 0), ""),
        (("::ffff:192.168.1.7", 50_000, 0, 0), "192.168.1.7"),
        (("2001:db8::7", 50_000, 0, 0), "2001:db8::/64"),
        (("2001:db8::8:9", 50_000, 0, 0), "2001:db8::/64"),
        (("fe80::7%eth0", 50_000, 0, 2), "fe80::/64"),
        ("", ""),
        (None, ""),
    ],
)
def test_a_device_is_known_by_its_address_and_not_by_one_of_many(peer: object, address: str) -> None:
    assert address_of(peer) == address
