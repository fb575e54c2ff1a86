"""`WebSeats`: the seats of a virtual table, and its sound. Needs aiohttp only once it starts."""

from __future__ import annotations

import errno
import importlib.util
import logging
import socket
import threading
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING

from spytable.referee.press import SEATS, Cue, Press
from spytable.referee.screen import Lamp, Screen
from spytable.seats.seats import Render, Trouble
from spytable.seats.web import protocol
from spytable.seats.web.board import Board
from spytable.seats.web.clips import Clips
from spytable.seats.web.errors import WebSeatsError
from spytable.seats.web.words import Phrase, page_words, safe, seat_name

if TYPE_CHECKING:
    from spytable.seats.web.server import Server

_log = logging.getLogger(__name__)

_PORTS_TRIED = 10

AT_ONCE = frozenset({"hiss", *Cue})
"""Clips that a page plays as soon as they come, beside what sounds. All others wait for those before them."""


def _own_address() -> str:
    """This machine's address in its network, for a phone to type; the loopback's where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
        try:
            # Nothing is sent: connecting only asks which of our addresses would be used (192.0.2.0/24 is for examples).
            route.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(route.getsockname()[0])


class WebSeats:
    """Seats in a browser. Keeps the contract of `Seats`; no method but `start` takes longer than a lock."""

    def __init__(
        self,
        render: Render,
        *,
        host: str = "127.0.0.1",
        port: int = 8737,
        numbers: tuple[int, ...] = SEATS,
        phrase: Phrase | None = None,
        renders: Mapping[int, Render] | None = None,
        phrases: Mapping[int, Phrase] | None = None,
        names: Collection[str] = (),
        named: Callable[[int, str], None] = lambda seat, name: None,
        opened: Callable[[str], None] | None = None,
    ) -> None:
        """*port* 0 is any free one; where *port* is taken, the next free one of ten is used.

        *phrase* puts the page's words and the words of screens into a language (English without it). Seats with a
        language of their own have theirs in *renders* and *phrases*; a page with one seat alone is all in its words.
        *names*: further names under which browsers may call this machine. *named* is told what a player calls a
        seat. *opened* is told the address as soon as a browser can open it.
        """
        self._host = host
        self._port = port
        self._phrase = safe(phrase)
        self._names = frozenset({socket.gethostname(), *names})
        self._named = named
        self._opened = opened
        self._phrases = {seat: safe(own) for seat, own in (phrases or {}).items()}
        self._board = Board(numbers, render, self._phrase, renders, self._phrases)
        self._clips = Clips()
        self._server: Server | None = None
        self._thread: threading.Thread | None = None
        self._trouble: Callable[[Trouble], None] = lambda trouble: None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The seats that are there, clockwise."""
        return self._board.numbers

    @property
    def address(self) -> str:
        """Where a browser finds the table; after `start` with the port that it really has."""
        host = _own_address() if self._host in ("", "0.0.0.0", "::") else self._host
        return f"http://[{host}]:{self._port}/" if ":" in host else f"http://{host}:{self._port}/"

    @property
    def pages(self) -> int:
        """Pages that are connected."""
        return 0 if self._server is None else self._server.connected

    @property
    def listeners(self) -> int:
        """Pages from which calls can be heard now: connected, unlocked by a touch, and not muted."""
        return 0 if self._server is None else self._server.hearing

    def start(self, press: Callable[[Press], None], trouble: Callable[[Trouble], None]) -> None:
        """Opens the table to browsers; returns when its port is bound. Presses come from the server's thread.

        Raises WebSeatsError where no port is free, the host is not this machine's, or aiohttp is missing.
        """
        if self._thread is not None:
            raise RuntimeError("These seats were started before.")
        if importlib.util.find_spec("aiohttp") is None:
            raise WebSeatsError("The virtual table needs aiohttp. Install it: pip install aiohttp")
        listening = self._bind()
        from spytable.seats.web.server import Server

        self._trouble = self._board.trouble = trouble
        self._server = Server(self._board, self._clips, press, self._hello, self._names, self._named)
        ready: Future[None] = Future()
        self._thread = threading.Thread(
            target=self._server.run, args=(listening, ready), name="web seats", daemon=True
        )
        self._thread.start()
        ready.result()
        if self._opened is not None:
            self._opened(self.address)

    def show(self, seat: int, screen: Screen) -> None:
        """The newest screen wins. A seat that is not there is passed over."""
        self._board.show(seat, screen)
        self._changed()

    def light(self, seat: int, lamp: Lamp) -> None:
        """Sets the seat's lamp."""
        self._board.light(seat, lamp)
        self._changed()

    def play(self, clip: bytes, *, name: str, at_once: bool | None = None) -> None:
        """Plays *clip* (a WAV) on every page that may sound, after those before it; *at_once*: now.

        *name* says what it is, such as the call's name; a hiss and a key's cue play at once unless told otherwise. A
        clip over 4 MB is reported and not played.
        """
        digest = self._clips.keep(clip)
        if digest is None:
            what = f"The clip of {name} is too large: {len(clip)} bytes."
            self._trouble(Trouble("sound of the page", what, "It is not played."))
            return
        now = name in AT_ONCE if at_once is None else at_once
        self._changed(protocol.sound(name, digest, at_once=now))

    def stop_sound(self) -> None:
        """Ends what sounds and forgets what waits."""
        self._changed(protocol.QUIET)

    def close(self) -> None:
        """Darkens the pages, then closes them and the port, within a second. A second call does nothing."""
        server, thread = self._server, self._thread
        self._server = None
        if server is not None and thread is not None:
            server.stop()
            thread.join(timeout=0.95)

    def _changed(self, sound: str | None = None) -> None:
        if self._server is not None:
            self._server.changed(sound)

    def _hello(self, page: str, alone: int | None) -> str:
        phrase = self._phrase if alone is None else self._phrases.get(alone, self._phrase)
        names = {seat: seat_name(seat, phrase) for seat in self.numbers}
        return protocol.hello(page, names, page_words(phrase))

    def _bind(self) -> socket.socket:
        """A socket that listens on the wanted port or on the next free one."""
        try:
            family, kind, number, _, address = socket.getaddrinfo(
                self._host or None, self._port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
        except OSError as error:
            raise WebSeatsError(f"There is no address called {self._host}: {error.strerror}.") from error
        last = min(self._port + _PORTS_TRIED, 65536)
        tries = list(range(self._port, last)) if self._port else [0]
        refused: OSError | None = None
        for port in tries:
            listening = socket.socket(family, kind, number)
            try:
                # A port that the last run just let go of is free; one that another program listens on is not.
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listening.bind((address[0], port, *address[2:]))
                listening.listen(64)
            except OSError as error:
                listening.close()
                refused = error
                continue
            self._port = listening.getsockname()[1]
            if port != tries[0]:
                _log.warning("Port %d is taken; the virtual table is at %s", tries[0], self.address)
            return listening
        assert refused is not None
        raise WebSeatsError(self._why(refused, tries)) from refused

    def _why(self, error: OSError, tries: list[int]) -> str:
        where = f"port {tries[0]}" if len(tries) == 1 else f"ports {tries[0]} to {tries[-1]}"
        if isinstance(error, PermissionError):
            return f"Only root may open {where}. Choose a port from 1024 up with --port."
        if error.errno == errno.EADDRINUSE:
            are = "is" if len(tries) == 1 else "are all"
            return f"On {self._host}, {where} {are} taken. Stop what uses it, or choose another with --port."
        return f"The virtual table cannot open {where} on {self._host}: {error.strerror}."
