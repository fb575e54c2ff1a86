"""Whatever the table complains of, the page of troubles knows it."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from spytable.seats.gpio import header
from spytable.seats.gpio.lines import factory, keys
from spytable.seats.gpio.panels import bus
from spytable.seats.gpio.wiring import PanelWiring
from spytable.troubles import _SIGNS

PAGE = " ".join((Path(__file__).parents[2] / "docs/troubles.md").read_text(encoding="utf-8").split())

PANEL = PanelWiring(channel=0)


def complaints() -> Iterator[str]:
    """What keys, panels and pins say of a fault, without the place."""
    yield from (what for what, _ in keys.TROUBLES.values() if what)
    yield "GPIO 17 is busy: another program, or a second copy of the table, has it"
    for error in (OSError("GPIO busy"), RuntimeError("Failed to add edge detection")):
        yield from factory.trouble_of_line(error, 17)
    for panel in (PANEL, PanelWiring()):
        for error in (
            FileNotFoundError(errno.ENOENT, "no bus"),
            PermissionError(errno.EACCES, "no"),
            OSError(errno.EBUSY, "busy"),
            OSError(errno.ETIMEDOUT, "late"),
            OSError(errno.EREMOTEIO, "gone"),
        ):
            yield from bus.trouble_of(error, panel)
    yield from header.TURN_OFF.values()


@pytest.mark.parametrize("words", sorted(set(complaints())))
def test_what_pins_and_panels_complain_of_is_on_the_page(words: str) -> None:
    known = re.sub(r" \(I2C bus [^)]*\)", "", words)
    assert known.lower() in PAGE.lower()


def test_every_notice_that_the_panels_show_is_on_the_page() -> None:
    for sign in _SIGNS:
        notice = sign.notice(2)
        assert notice.text.format(number=2) in PAGE
