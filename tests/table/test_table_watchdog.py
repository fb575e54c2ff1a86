"""What systemd hears of the table, by a socket of our own in its place."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator

import pytest

from spytable.watchdog import Watchdog

NAME = f"spytable-watchdog-test-{os.getpid()}"


@pytest.fixture(params=["abstract", "path"])
def heard(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[socket.socket]:
    """systemd's end; its address for NOTIFY_SOCKET is `address_of`."""
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    path = tmp_path_factory.mktemp("notify") / "socket"
    listening.bind(f"\0{NAME}" if request.param == "abstract" else str(path))
    listening.setblocking(False)
    with listening:
        yield listening


def address_of(listening: socket.socket) -> str:
    name = listening.getsockname()
    return f"@{NAME}" if isinstance(name, bytes) else name


def messages(listening: socket.socket) -> list[bytes]:
    found = []
    try:
        while True:
            found.append(listening.recv(100))
    except BlockingIOError:
        return found


def test_ready_alive_and_stopping_are_told(heard: socket.socket) -> None:
    watchdog = Watchdog.from_environment({"NOTIFY_SOCKET": address_of(heard), "WATCHDOG_USEC": "30000000"})
    assert watchdog.patience == 15.0
    watchdog.ready()
    watchdog.feed()
    watchdog.stopping()
    assert messages(heard) == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]
    watchdog.close()


def test_a_storm_of_events_does_not_become_a_storm_of_messages(heard: socket.socket) -> None:
    watchdog = Watchdog.from_environment({"NOTIFY_SOCKET": address_of(heard), "WATCHDOG_USEC": "600000000"})
    for _ in range(1000):
        watchdog.feed()
    assert messages(heard) == [b"WATCHDOG=1"]
    watchdog.close()


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"WATCHDOG_USEC": "30000000"},
        {"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "soon"},
        {"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"},
        {"NOTIFY_SOCKET": "@x"},
        {"NOTIFY_SOCKET": "vsock:2:1", "WATCHDOG_USEC": "30000000"},
    ],
)
def test_where_nobody_watches_the_loop_may_wait_as_long_as_it_likes(environment: dict[str, str]) -> None:
    watchdog = Watchdog.from_environment(environment)
    assert watchdog.patience is None
    watchdog.ready()
    watchdog.feed()
    watchdog.stopping()
    watchdog.close()


def test_a_socket_that_is_full_or_gone_stops_nothing(heard: socket.socket) -> None:
    watchdog = Watchdog(address_of(heard), 30.0)
    for _ in range(5000):
        watchdog.ready()
    heard.close()
    watchdog.ready()
    watchdog.close()
    watchdog.ready()
