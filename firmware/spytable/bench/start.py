"""What is measured of a start: processor time of `spytable play` until a browser is shown the first screen."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from spytable.bench.table import Row
from spytable.errors import SpyTableError

PEER = "import aiohttp.web, asyncio, gpiozero, luma.oled.device, PIL.ImageDraw, PIL.ImageFont, pyttsx3, sqlite3"


def start() -> Iterator[Row]:
    """A new process each: the table until its first screen; the libraries that a table is made of, only imported."""
    ours = min(_first_screen() for _ in range(3))
    peer = min(_cpu(PEER) for _ in range(3))
    yield Row(
        "start", "spytable play until its first screen", ours, "s of CPU",
        "import of the same libraries", peer, peer / ours, "under 1.5 s", ours < 1.5,
    )  # fmt: skip


def _first_screen() -> float:
    with tempfile.TemporaryDirectory(prefix="spytable-bench-") as folder:
        command = [sys.executable, "-m", "spytable", "play", "--table", "virtual", "--port", "0", "--no-browser"]
        environment = os.environ | {"XDG_CACHE_HOME": folder, "XDG_CONFIG_HOME": folder}
        with subprocess.Popen(
            [*command, "--journal", str(Path(folder) / "journal.sqlite")],
            stdout=subprocess.PIPE, text=True, env=environment,
        ) as process:  # fmt: skip
            assert process.stdout is not None
            try:
                found = re.search(r"http://\S+", process.stdout.readline())
                if found is None:
                    raise SpyTableError("The virtual table did not say where it is.")
                asyncio.run(_see_a_screen(found[0]))
                return _seconds(process.pid)
            finally:
                process.terminate()


async def _see_a_screen(address: str) -> None:
    import aiohttp

    async with aiohttp.ClientSession() as session, session.ws_connect(address + "table") as socket:
        async for sent in socket:
            if json.loads(sent.data)["is"] == "screen":
                return


def _seconds(process: int) -> float:
    """User and system time of *process* (proc(5), stat, fields 14 and 15)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _cpu(code: str) -> float:
    measured = f"{code}\nimport time; print(time.process_time())"
    return float(subprocess.run([sys.executable, "-c", measured], capture_output=True, text=True, check=True).stdout)
