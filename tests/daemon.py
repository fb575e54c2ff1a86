"""`spytable play` as a process of its own, played at its virtual table over the WebSocket."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import aiohttp

from spytable.status import ask_tables

PATIENT = Path(__file__).with_name("patient.py")
"""`spytable`, for a machine on which much else is done."""

MINUTE = 60.0
"""Seconds after which what should come is taken to be missing."""

Shown = dict[int, dict[str, Any]]
"""The newest screen message of each seat."""


def surroundings(folder: Path) -> dict[str, str]:
    """An environment in which the table keeps everything in *folder*."""
    kept = {f"XDG_{kind}_HOME": str(folder) for kind in ("STATE", "CONFIG", "CACHE")}
    return os.environ | kept | {"XDG_RUNTIME_DIR": str(folder), "TMPDIR": str(folder)}


class Daemon:
    """A daemon whose journal, settings and cache are in *folder*. Use it as a context.

    Whatever is done to it, it has done with when the method returns: what it shows then is what came of it.
    """

    def __init__(self, folder: Path, *options: str, programs: Path | None = None) -> None:
        """*programs*: a folder with programs that come before the system's."""
        environment = surroundings(folder)
        if programs is not None:
            environment["PATH"] = f"{programs}{os.pathsep}{environment['PATH']}"
        environment.pop("PYTHONUNBUFFERED", None)
        command = [sys.executable, str(PATIENT), "play", "--table", "virtual", "--port", "0", "--no-browser"]
        self.process = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None, self.process.communicate(timeout=MINUTE)[1]
        self.address = found[0]
        self._sockets = folder / "spytable"
        self._settle()

    def __enter__(self) -> Daemon:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate(timeout=MINUTE)

    def kill(self) -> None:
        """Ends it as a power cut would, with nothing said."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=MINUTE)

    def stop(self) -> tuple[int, str]:
        """Asks it to stop. Its exit status, and what it said on standard error."""
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=MINUTE)
        return self.process.returncode, errors

    def shown(self) -> Shown:
        """What all panels show."""
        return asyncio.run(self._talk(None))

    def press(self, seat: int, label: str) -> None:
        """Presses the key with *label*."""
        asyncio.run(self._talk((seat, label)))
        self._settle()

    def hold(self, seat: int, label: str) -> None:
        """Presses the key with *label*, keeps it down for a second, and waits for the table to end."""
        asyncio.run(self._talk((seat, label), held=True))

    def _settle(self) -> None:
        """Waits until the loop has done with all that it was told before: it answers in order."""
        until = time.monotonic() + MINUTE
        while not any(health.process == self.process.pid and health.answers for health in ask_tables((self._sockets,))):
            assert self.process.poll() is None, self.process.communicate(timeout=MINUTE)[1]
            assert time.monotonic() < until, "the loop does not answer"
            time.sleep(0.01)

    async def _talk(self, wanted: tuple[int, str] | None, *, held: bool = False) -> Shown:
        shown: Shown = {}
        async with (
            asyncio.timeout(2 * MINUTE),
            aiohttp.ClientSession() as session,
            session.ws_connect(self.address + "table") as page,
        ):
            seats = json.loads((await page.receive()).data)["seats"]
            while len(shown) < len(seats):
                self._take(json.loads((await page.receive()).data), shown)
            if wanted is None:
                return shown
            seat, label = wanted
            # A new table explains its keys; these players know them.
            for knows in ("Stop", "OK") if "Stop" in shown[seat]["labels"] else ():
                explains = shown.pop(seat)
                key = explains["labels"].index(knows) + 1
                await page.send_json({"is": "press", "seat": seat, "key": key, "prompt": explains["prompt"]})
                while seat not in shown:
                    self._take(json.loads((await page.receive()).data), shown)
            assert label in shown[seat]["labels"], f"seat {seat} has no {label}: {shown[seat]['words']}"
            before = shown.pop(seat)
            key = before["labels"].index(label) + 1
            press = {"is": "press", "seat": seat, "key": key, "prompt": before["prompt"]}
            await page.send_json(press)
            if held:
                await page.send_json(press | {"held": True})
                while (await page.receive()).type is aiohttp.WSMsgType.TEXT:
                    pass
                return shown
            while seat not in shown:
                self._take(json.loads((await page.receive()).data), shown)
            return shown

    @staticmethod
    def _take(message: dict[str, Any], shown: Shown) -> None:
        if message["is"] == "screen":
            shown[message["seat"]] = message
