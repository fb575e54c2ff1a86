"""One page's connection: what waits to be sent to it, and what it says, held within bounds."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable

from aiohttp import WSMsgType, web

from spytable.referee.names import Named
from spytable.referee.press import Press
from spytable.seats.web import protocol
from spytable.seats.web.board import Board, Slot

_log = logging.getLogger(__name__)

_SEND_SECONDS = 30.0
"""A page that takes nothing for so long is gone, whatever it says."""


class Connection:
    """Lives in the server's loop. A slow page costs no memory: of screens only the seat's number waits."""

    def __init__(
        self,
        page: web.WebSocketResponse,
        request: web.Request,
        board: Board,
        press: Callable[[Press], None],
        *,
        named: Callable[[int, str], None] = lambda seat, name: None,
        seats: tuple[int, ...],
    ) -> None:
        """*seats*: those that the page shows and whose keys it has; it is told nothing of the others."""
        self.hears = False
        self.address = ""
        self._seats = seats
        self._page = page
        self._request = request
        self._board = board
        self._press = press
        self._named = named
        self._slots: dict[Slot, None] = {}
        self._sounds: deque[str] = deque(maxlen=protocol.SOUNDS_WAITING)
        self._wake = asyncio.Event()
        self._meter = protocol.Meter(protocol.PRESSES_A_SECOND)
        self._names_meter = protocol.Meter(protocol.NAMES_A_SECOND)
        self._faults = 0

    def post(self, changes: Iterable[Slot], sounds: Iterable[str]) -> None:
        """Notes what is new for the page."""
        self._slots.update((slot, None) for slot in changes if slot[1] in self._seats)
        for sound in sounds:
            if sound == protocol.QUIET:
                self._sounds.clear()
            self._sounds.append(sound)
        self._wake.set()

    async def serve(self, hello: str) -> None:
        """Sends and receives until either side closes. A broken connection is an ordinary end."""
        # Sounds that came before this page's whole state belong to those who were there.
        self._sounds.clear()
        self.post(self._board.slots(), ())
        sending = asyncio.create_task(self._send_all(hello))
        sending.add_done_callback(self._sending_ended)
        try:
            await self._receive_all()
        finally:
            sending.cancel()

    async def end(self) -> None:
        """Darkens the page and closes it, within half a second."""
        self._slots.clear()
        self._sounds.clear()
        try:
            async with asyncio.timeout(0.5):
                await self._page.send_str(protocol.CLOSING)
                await self._page.close(code=1001, message=b"The table stops.")
        except (OSError, RuntimeError, TimeoutError):
            self._abort()

    async def _send_all(self, hello: str) -> None:
        await self._send(hello)
        while True:
            try:
                async with asyncio.timeout(protocol.HERE_AFTER):
                    await self._wake.wait()
            except TimeoutError:
                await self._send(protocol.HERE)
            self._wake.clear()
            while self._sounds or self._slots:
                if self._sounds:
                    await self._send(self._sounds.popleft())
                else:
                    slot = next(iter(self._slots))
                    del self._slots[slot]
                    await self._send(self._board.message(slot))

    async def _send(self, text: str) -> None:
        async with asyncio.timeout(_SEND_SECONDS):
            await self._page.send_str(text)

    def _sending_ended(self, task: asyncio.Task[None]) -> None:
        """Without a sender the page would stand still: better that it connects anew."""
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, (OSError, RuntimeError)):
            _log.error("A page could not be told what is new.", exc_info=error)
        self._abort()

    async def _receive_all(self) -> None:
        async for said in self._page:
            heard = protocol.read(said.data, self._seats) if said.type is WSMsgType.TEXT else None
            if isinstance(heard, protocol.Hears):
                self.hears = heard.on
            elif isinstance(heard, Press) and self._meter.admits(asyncio.get_running_loop().time()):
                self._hand_over(heard)
            elif isinstance(heard, Named) and self._names_meter.admits(asyncio.get_running_loop().time()):
                self._named(heard.seat, heard.name)
            else:
                self._faults += 1
                if self._faults >= protocol.FAULT_LIMIT:
                    await self._page.close(code=1008, message=b"Too much that no page of this table says.")
                    return

    def _hand_over(self, press: Press) -> None:
        try:
            self._press(press)
        except Exception:
            _log.exception("A press could not be handed over.")

    def _abort(self) -> None:
        transport = self._request.transport
        if transport is not None:
            transport.abort()
