"""What the tests of the virtual table share: small screens, a plain drawing, and a page without a browser."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import queue
import random
import socket
import wave
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import aiohttp
from PIL import Image, ImageDraw, ImageFont

from spytable.game.cards import Colour
from spytable.referee.message import message
from spytable.referee.press import Press
from spytable.referee.screen import Screen
from spytable.seats.seats import Trouble
from spytable.seats.web import WebSeats
from spytable.seats.web.words import plain


def draw(screen: Screen) -> Image.Image:
    """A screen drawn plainly, each a different picture; the product's own drawing is tested elsewhere."""
    image = Image.new("1", (128, 64))
    pen, font = ImageDraw.Draw(image), ImageFont.load_default_imagefont()
    pen.text((0, 0), plain(screen.title), 1, font)
    for i, told in enumerate(screen.body):
        pen.text((0, 13 + 12 * i), plain(told), 1, font)
    for i, label in enumerate(screen.labels):
        if label is not None:
            pen.text((2 + 32 * i, 53), plain(label), 1, font)
    pen.point([(0, 0), (127, 0), (0, 63), (127, 63)], 1)
    return image


def screen(
    title: str, *, prompt: int = 1, seat: Colour | None = None, labels: str = "", blank: bool = False
) -> Screen:
    """A screen with a title and *labels* such as "Move - Spy Done", where "-" is none."""
    words = [None if word == "-" else message(word) for word in labels.split()]
    one, two, three, four = (words + [None] * 4)[:4]
    return Screen(message(title), labels=(one, two, three, four), prompt=prompt, seat=seat, blank=blank)


def clip(seconds: float = 0.05, level: int = 0) -> bytes:
    """A WAV; *level* tells one from another."""
    file = io.BytesIO()
    with wave.open(file, "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(22050)
        wav.writeframes(level.to_bytes(2, "little") * int(22050 * seconds))
    return file.getvalue()


class Table:
    """Seats that run, and what they reported."""

    def __init__(self, seats: WebSeats) -> None:
        self.seats = seats
        self.presses: queue.Queue[Press] = queue.Queue()
        self.troubles: queue.Queue[Trouble] = queue.Queue()

    def press(self) -> Press:
        """The next press."""
        return self.presses.get(timeout=60)

    def trouble(self) -> Trouble:
        """The next trouble."""
        return self.troubles.get(timeout=60)


@contextmanager
def table(render: Any = draw, **options: Any) -> Iterator[Table]:
    """Seats on a free port of this machine."""
    running = Table(WebSeats(render, **{"port": 0, **options}))
    running.seats.start(running.presses.put, running.troubles.put)
    try:
        yield running
    finally:
        running.seats.close()


def lasting_port() -> int:
    """A port that stays free between one table and the next: the system gives it to no other program's connection."""
    low, high = map(int, Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split())
    ports = [*range(10_000, low), *range(high + 1, 65_536)] or [*range(10_000, 65_536)]
    while True:
        port = random.choice(ports)
        with socket.socket() as trial, suppress(OSError):
            trial.bind(("127.0.0.1", port))
            return port


class Page:
    """A page without a browser: an async context that speaks the protocol."""

    def __init__(self, seats: WebSeats, *, query: str = "", **headers: str) -> None:
        self._query = query
        self._address = seats.address
        self._headers = headers
        self.heard: list[dict[str, Any]] = []

    async def __aenter__(self) -> Page:
        self.session = aiohttp.ClientSession(headers=self._headers)
        try:
            self.socket = await self.session.ws_connect(self._address + "table" + self._query)
        except BaseException:
            await self.session.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.session.close()

    async def hear(self, kind: str, **also: object) -> dict[str, Any]:
        """The next message of this kind with these values, whatever comes before it."""
        async with asyncio.timeout(60):
            while True:
                said: dict[str, Any] = json.loads(await self.socket.receive_str())
                self.heard.append(said)
                if said["is"] == kind and also.items() <= said.items():
                    return said

    async def say(self, **said: object) -> None:
        """Sends one message."""
        await self.socket.send_str(json.dumps({"is": said.pop("is_", "press"), **said}))

    async def closed(self) -> int | None:
        """The code with which the table closed the connection; waits for it."""
        async with asyncio.timeout(60):
            while not self.socket.closed:
                await self.socket.receive()
        return self.socket.close_code

    async def get(self, path: str, **headers: str) -> aiohttp.ClientResponse:
        """A file of the table's."""
        return await self.session.get(self._address + path, headers=headers)


def picture(said: dict[str, Any]) -> Image.Image:
    """The picture in a screen message."""
    return Image.frombytes("1", (128, 64), base64.b64decode(said["picture"]))
