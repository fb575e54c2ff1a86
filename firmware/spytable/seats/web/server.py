"""The web server: one asyncio loop in a thread of its own. `start` loads it, and with it aiohttp."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import socket
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from importlib.resources import files

from aiohttp import web
from aiohttp.http import HttpProcessingError
from aiohttp.web_protocol import RequestHandler

from spytable.referee.press import Press
from spytable.seats.web import protocol
from spytable.seats.web.board import Board
from spytable.seats.web.clips import Clips
from spytable.seats.web.connection import Connection
from spytable.seats.web.guard import host_is_ours, origin_is_ours
from spytable.seats.web.visitors import CONNECTIONS, PAGES, Visitors, address_of

_log = logging.getLogger(__name__)

_TYPES = {
    "table.css": "text/css",
    "table.js": "text/javascript",
    "seat.js": "text/javascript",
    "link.js": "text/javascript",
    "sound.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_FOR_EVER = "public, max-age=31536000, immutable"
_TRANSPORTS = 64
"""Open TCP connections at most: a client that opens a thousand must not take the daemon's last file."""
FIRST_REQUEST = 10.0
"""Seconds within which a connection has to ask for something: silent ones must not keep the players out."""
TOO_MANY = "Too many requests come from your address. Wait a moment, then try again.\n"
NEXT_REQUEST = 15.0
"""Seconds after which one that has asked before, and does so no more, is closed."""


def _worth_a_line(record: logging.LogRecord) -> bool:
    """False where a stranger spoke no HTTP, or broke off: anyone could fill the card with such lines."""
    return not (record.exc_info and isinstance(record.exc_info[1], (HttpProcessingError, ConnectionError)))


def _address(transport: asyncio.BaseTransport | None) -> str:
    return address_of(transport.get_extra_info("peername") if transport is not None else None)


_http_log = logging.getLogger("spytable.seats.web.http")
_http_log.addFilter(_worth_a_line)


class _Door(asyncio.Protocol):
    """Hands a connection, once it is made, to whoever serves it; where there are too many it is closed at once."""

    def __init__(self, admit: Callable[[str], RequestHandler | None]) -> None:
        self._admit = admit

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        handler = self._admit(address_of(transport.get_extra_info("peername")))
        if handler is None:
            transport.close()
        else:
            transport.set_protocol(handler)
            handler.connection_made(transport)


class Server:
    """Serves page, clips and WebSocket. `run` is the thread's; the rest may be called from anywhere."""

    def __init__(
        self,
        board: Board,
        clips: Clips,
        press: Callable[[Press], None],
        hello: Callable[[str, int | None], str],
        names: frozenset[str],
        named: Callable[[int, str], None] = lambda seat, name: None,
    ) -> None:
        """*hello* makes the first message to a page: from the digest of the page's files, and the one seat it shows."""
        self._board = board
        self._clips = clips
        self._press = press
        self._names = names
        self._named = named
        self._loopback = True
        page = files(__package__) / "page"
        self._files = {name: (page / name).read_bytes() for name in ("index.html", *_TYPES)}
        digest = hashlib.sha256(b"\0".join(self._files.values())).hexdigest()[:16]
        self._hellos = {alone: hello(digest, alone) for alone in (None, *board.numbers)}
        self._connections: set[Connection] = set()
        self._silent: set[RequestHandler] = set()
        self._visitors = Visitors()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._lock = threading.Lock()
        self._woken = False
        self._outbox: list[str] = []

    @property
    def connected(self) -> int:
        """Pages that are connected."""
        return len(self._connections)

    @property
    def hearing(self) -> int:
        """Pages from which calls can be heard."""
        return sum(connection.hears for connection in tuple(self._connections))

    def run(self, listening: socket.socket, ready: Future[None]) -> None:
        """Serves on *listening* until `stop`. *ready* is done when a page can connect, or tells why not."""
        try:
            asyncio.run(self._main(listening, ready))
        except BaseException as error:
            if not ready.done():
                ready.set_exception(error)
            else:
                _log.exception("The virtual table's server ended.")
        finally:
            listening.close()

    def changed(self, sound: str | None = None) -> None:
        """Tells the pages what the board has new, and plays *sound* (a message). Returns at once."""
        with self._lock:
            if sound is not None:
                self._outbox = [*self._outbox, sound][-protocol.SOUNDS_WAITING :]
            if self._woken or self._loop is None:
                return
            self._woken = True
            try:
                self._loop.call_soon_threadsafe(self._hand_out)
            except RuntimeError:  # the loop is closed: there is nobody left to tell
                self._woken = False

    def stop(self) -> None:
        """Darkens the pages and ends `run`, within a second. Returns at once."""
        with self._lock:
            if self._loop is not None and self._stop is not None:
                with contextlib.suppress(RuntimeError):  # the loop is closed: it has ended
                    self._loop.call_soon_threadsafe(self._stop.set)

    def _hand_out(self) -> None:
        with self._lock:
            self._woken = False
            sounds, self._outbox = self._outbox, []
        changes = self._board.take_changes()
        for connection in self._connections:
            connection.post(changes, sounds)

    async def _main(self, listening: socket.socket, ready: Future[None]) -> None:
        self._loopback = listening.getsockname()[0] in ("127.0.0.1", "::1")
        application = web.Application(middlewares=[self._guard])
        application.on_response_prepare.append(self._add_headers)
        application.router.add_get("/", self._index)
        application.router.add_get("/seat/{seat:[1-4]}", self._index)
        application.router.add_get("/table", self._table)
        application.router.add_get("/sound/{clip:[0-9a-f]{64}}.wav", self._sound)
        for name in _TYPES:
            application.router.add_get(f"/{name}", self._file)
        # No access log: a page's every fetch would be a write to the Pi's card.
        runner = web.AppRunner(
            application,
            access_log=None,
            logger=_http_log,
            handle_signals=False,
            shutdown_timeout=0.2,
            keepalive_timeout=NEXT_REQUEST,
        )
        await runner.setup()
        served = runner.server
        assert served is not None

        loop = asyncio.get_running_loop()

        def admit(address: str) -> RequestHandler | None:
            there = [_address(handler.transport) for handler in served.connections]
            if len(there) >= _TRANSPORTS or (address and there.count(address) >= CONNECTIONS):
                return None
            visitor = served()
            self._silent.add(visitor)
            loop.call_later(FIRST_REQUEST, end_silent, visitor)
            return visitor

        def end_silent(visitor: RequestHandler) -> None:
            if visitor in self._silent:
                self._silent.discard(visitor)
                visitor.force_close()

        listener = await loop.create_server(lambda: _Door(admit), sock=listening)
        stop = asyncio.Event()
        with self._lock:
            self._loop, self._stop = loop, stop
        ready.set_result(None)
        try:
            await stop.wait()
        finally:
            listener.close()
            ends = [connection.end() for connection in self._connections]
            await asyncio.gather(*ends, return_exceptions=True)
            await runner.cleanup()
            with self._lock:
                self._loop = None

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        self._silent.discard(request.protocol)
        if not self._visitors.admits(_address(request.transport), asyncio.get_running_loop().time()):
            # It pays with a connection for each further try.
            much = web.HTTPTooManyRequests(text=TOO_MANY, headers={"Retry-After": "1"})
            much.force_close()
            raise much
        if not host_is_ours(request.headers.get("Host", ""), loopback=self._loopback, names=self._names):
            raise web.HTTPForbidden(text="This table does not go by that name: use its own address.\n")
        return await handler(request)

    async def _add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(_HEADERS)

    async def _index(self, request: web.Request) -> web.Response:
        return self._page("index.html", "text/html")

    async def _file(self, request: web.Request) -> web.Response:
        name = request.path.removeprefix("/")
        return self._page(name, _TYPES[name])

    def _page(self, name: str, content_type: str) -> web.Response:
        body, headers = self._files[name], {"Cache-Control": "no-cache"}
        return web.Response(body=body, content_type=content_type, charset="utf-8", headers=headers)

    async def _sound(self, request: web.Request) -> web.Response:
        clip = self._clips.get(request.match_info["clip"])
        if clip is None:
            raise web.HTTPNotFound(text="This clip is no longer kept.\n")
        return web.Response(body=clip, content_type="audio/wav", headers={"Cache-Control": _FOR_EVER})

    async def _table(self, request: web.Request) -> web.StreamResponse:
        if not origin_is_ours(request.headers.get("Origin"), request.headers.get("Host", "")):
            raise web.HTTPForbidden(text="Another site's page may not play at this table.\n")
        wanted = request.query.get("seat")
        seats = tuple(seat for seat in self._board.numbers if wanted is None or str(seat) == wanted)
        address = _address(request.transport)
        same = sum(connection.address == address for connection in self._connections)
        full = len(self._connections) >= protocol.PAGE_LIMIT or bool(address and same >= PAGES)
        # No compression: it costs the Pi more than it saves, and a small message could unpack to a large one.
        page = web.WebSocketResponse(
            heartbeat=30, max_msg_size=protocol.MESSAGE_LIMIT, compress=False, timeout=0.5
        )
        connection = Connection(page, request, self._board, self._press, named=self._named, seats=seats)
        connection.address = address
        if not full:
            self._connections.add(connection)
        try:
            await page.prepare(request)
            if full:
                await page.close(code=1013, message=b"Too many pages are open.")
            else:
                await connection.serve(self._hellos[seats[0] if wanted is not None and seats else None])
        finally:
            self._connections.discard(connection)
        return page
