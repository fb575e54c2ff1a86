"""A headless Chromium that plays at the virtual table by clicks, and reads back what it shows and plays."""

from __future__ import annotations

import base64
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

CHROMIUM = ("/usr/bin/chromium", "/usr/bin/chromium-browser")
DRIVER = ("/usr/bin/chromedriver", "/usr/lib/chromium-browser/chromedriver")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--mute-audio",
)
AUTOPLAY = "--autoplay-policy=no-user-gesture-required"
SEAT = "const seat = document.querySelector(`.seat[data-seat='${arguments[0]}']`);"


def missing() -> str:
    """Why no browser can be had here, as a reason to skip; empty where one can."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "Selenium is not installed: pip install selenium"
    if _first(CHROMIUM) is None or _first(DRIVER) is None:
        return "Chromium and its driver are not installed: apt-get install chromium chromium-driver"
    return ""


def _first(paths: tuple[str, ...]) -> str | None:
    return next((path for path in paths if Path(path).exists()), None)


class Browser:
    """One browser with one page; `close` ends it."""

    def __init__(self, *, autoplay: bool = True) -> None:
        """*autoplay* False: the page is silent until it is touched, as for a player."""
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        self._profile = tempfile.mkdtemp(prefix="spytable-browser-")
        options = webdriver.ChromeOptions()
        options.binary_location = _first(CHROMIUM) or ""
        for flag in (*FLAGS, *((AUTOPLAY,) if autoplay else ()), f"--user-data-dir={self._profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        # The driver's path is given, so that Selenium looks for none to download.
        self._driver = webdriver.Chrome(options=options, service=Service(executable_path=_first(DRIVER)))

    def close(self) -> None:
        """Ends the browser and forgets its profile."""
        self._driver.quit()
        shutil.rmtree(self._profile, ignore_errors=True)

    def size(self, width: int, height: int, *, dots: float = 1, phone: bool = False) -> None:
        """Sets the page's size in CSS pixels, *dots* device pixels each; *phone*: touch, no mouse."""
        self._driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": dots, "mobile": phone},
        )
        self._driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": phone})

    def open(
        self,
        url: str,
        width: int = 1440,
        height: int = 900,
        *,
        dots: float = 1,
        phone: bool = False,
        held: bool = False,
    ) -> None:
        """Opens *url* and waits until the page has the table's state.

        *held*: keys that stay down are held. Else no press is taken for that, however long the machine takes over it.
        """
        self.size(width, height, dots=dots, phone=phone)
        # The page before may be asking for a table that has closed: nobody shall take that for a complaint of this one.
        self._driver.get("about:blank")
        self.complaints()
        self._driver.get(url)
        self.wait(lambda: self.here, "the page to reach the table")
        if not held:
            self.run("window.spytable.held.after = 3600 * 1000")

    def wait(self, condition: Callable[[], object], what: str = "a condition", seconds: float = 60) -> None:
        """Waits until *condition* holds; AssertionError names *what* did not come."""
        until = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < until, f"waited in vain for {what}; the page says {self.notice!r}"
            time.sleep(0.01)

    def run(self, script: str, *arguments: object) -> Any:
        """Runs JavaScript in the page and gives what it returns."""
        return self._driver.execute_script(script, *arguments)

    def command(self, name: str, arguments: dict[str, Any]) -> Any:
        """A command of the Chrome DevTools protocol."""
        return self._driver.execute_cdp_cmd(name, arguments)

    @property
    def here(self) -> bool:
        """Whether the page is connected to the table."""
        return bool(self.run("return document.body.dataset.link === 'here'"))

    @property
    def notice(self) -> str:
        """What the page says across its top; empty where it says nothing."""
        script = "const n = document.getElementById('notice'); return n && !n.hidden ? n.textContent : ''"
        return str(self.run(script))

    @property
    def seats(self) -> list[int]:
        """The seats that can be seen."""
        script = "return [...document.querySelectorAll('.seat:not([hidden])')].map((one) => one.dataset.seat)"
        return [int(seat) for seat in self.run(script)]

    def press(self, seat: int, key: int) -> None:
        """One real click on a key."""
        self._find(f".seat[data-seat='{seat}'] .key[data-key='{key}']").click()

    def touch(self, seat: int, key: int) -> None:
        """One real tap of a finger on a key."""
        x, y = self.run(
            SEAT + "const key = seat.querySelector(`[data-key='${arguments[1]}']`);"
            "key.scrollIntoView({block: 'center'}); const at = key.getBoundingClientRect();"
            "return [at.x + at.width / 2, at.y + at.height / 2]",
            seat,
            key,
        )
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            self._driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def type(self, code: str, *, repeats: int = 0) -> None:
        """One keyboard key, by its KeyboardEvent.code; *repeats*: what a held key sends besides."""
        key = {"code": code, "key": code[-1].lower()}
        for i in range(1 + repeats):
            event = {"type": "rawKeyDown", "autoRepeat": i > 0, **key}
            self._driver.execute_cdp_cmd("Input.dispatchKeyEvent", event)
        self._driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", **key})

    def click(self, selector: str) -> None:
        """One real click on the first element that fits a CSS selector."""
        self._find(selector).click()

    def panel_pixels(self, seat: int) -> Image.Image:
        """The panel read back from the page's canvas: mode "1", 128 x 64, white is lit."""
        script = (
            "const canvas = seat.querySelector('canvas'); let greens = '';"
            "const data = canvas.getContext('2d').getImageData(0, 0, 128, 64).data;"
            "for (let i = 0; i < 8192; i++) greens += String.fromCharCode(data[i * 4 + 1]);"
            "return btoa(greens)"
        )
        image = Image.frombytes("L", (128, 64), base64.b64decode(self.run(SEAT + script, seat)))
        return image.point(lambda level: 255 if level > 127 else 0).convert("1")

    def lamp(self, seat: int) -> str:
        """The seat's lamp: off, on or blink."""
        return str(self.run(SEAT + "return seat.dataset.lamp", seat))

    def prompt(self, seat: int) -> int | None:
        """The prompt of the screen that the seat shows."""
        prompt = self.run("return window.spytable.prompt(arguments[0])", seat)
        return None if prompt is None else int(prompt)

    def words(self, seat: int) -> list[str]:
        """What a screen reader reads of the seat's panel."""
        script = "return [...seat.querySelectorAll('.spoken p')].map((line) => line.textContent)"
        return [str(line) for line in self.run(SEAT + script, seat)]

    def labels(self, seat: int) -> list[str]:
        """What a screen reader calls the seat's four keys, such as "K1: Move"."""
        script = "return [...seat.querySelectorAll('.key')].map((key) => key.ariaLabel)"
        return [str(label) for label in self.run(SEAT + script, seat)]

    def played(self) -> list[str]:
        """The names of the clips that the page began to play, in order."""
        return [str(name) for name in self.run("return window.spytable.played")]

    def sound(self) -> str:
        """on, off, or locked (the browser waits for a touch)."""
        return str(self.run("return window.spytable.sound"))

    def complaints(self) -> list[str]:
        """What the browser wrote to its console since this was last asked: blocked resources, errors."""
        return [entry["message"] for entry in self._driver.get_log("browser") if entry["level"] != "INFO"]

    def screenshot(self, path: Path | str) -> None:
        """Saves what is in sight as a PNG."""
        shot = self._driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
        Path(path).write_bytes(base64.b64decode(shot["data"]))

    def _find(self, selector: str) -> Any:
        return self._driver.find_element("css selector", selector)
