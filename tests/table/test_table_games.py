"""Whole games at a whole table: by keys on pins, and by clicks in a browser, with the same calls spoken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest
from PIL.Image import Image

from browser import Browser, missing
from evening import Evening, evening
from keypress import FOUR, THREE, TWO
from spytable.game.calls import Boom, Hiss
from spytable.game.cards import Colour
from spytable.referee.screen import Lamp
from spytable.rehearsal import PinHands, Rehearsal
from spytable.seats.seats import Render
from spytable.seats.web import WebSeats
from spytable.voice.devices.outputs import SendOutput

GAMES = pytest.mark.parametrize(
    ("colours", "seed"), [(TWO, 44), (THREE, 9), (FOUR, 79)], ids=["two", "three", "four"]
)


class ClickHands:
    """Seats on a page, clicked with a mouse and looked at by their pixels."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.web: WebSeats | None = None

    def seats(self, picture: Render) -> WebSeats:
        self.web = WebSeats(picture, port=0)
        return self.web

    def press(self, seat: int, key: int) -> None:
        self.browser.press(seat, key)

    def sees(self, seat: int, picture: Image) -> bool:
        return self.browser.panel_pixels(seat).tobytes() == picture.tobytes()

    def prompt(self, seat: int) -> int | None:
        return self.browser.prompt(seat)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if reason := missing():
        pytest.skip(reason)
    with closing(Browser()) as opened:
        yield opened


@GAMES
def test_a_game_by_keys_on_pins_is_called_as_the_rules_say(
    colours: Mapping[int, Colour], seed: int, tmp_path: Path
) -> None:
    play_on_pins(evening(colours, seed), tmp_path)


def test_a_sealed_game_by_keys_on_pins_is_called_as_the_rules_say(tmp_path: Path) -> None:
    play_on_pins(evening(THREE, 1, sealed=True), tmp_path)


def play_on_pins(game: Evening, tmp_path: Path) -> None:
    hands = PinHands()
    with Rehearsal(tmp_path, hands) as table:
        for seat, label in game.keys:
            table.press(seat, label)
        assert tuple(table.voice.calls) == game.calls
        for seat in table.seats.numbers:
            table.wait_until(lambda seat=seat: table.is_shown(seat), f"the last screen of seat {seat}")
            lit = table.lamp(seat) is Lamp.ON
            lamp = next(wired.lamp for wired in hands.wiring.seats if wired.seat == seat)
            assert hands.factory.pin(lamp).state == lit
    assert not hands.buses.faults
    for seat in (1, 2, 3, 4):
        chip = hands.buses.chip(seat)
        # On a busy machine a moment after the stop, which does not wait for long.
        dark = hands.buses.wire(seat).wait_until(lambda chip=chip: chip.picture().getbbox() is None)
        assert dark, "a panel stayed lit after the stop"


@GAMES
def test_a_game_by_clicks_in_a_browser_is_called_as_the_rules_say(
    colours: Mapping[int, Colour], seed: int, tmp_path: Path, browser: Browser
) -> None:
    game = evening(colours, seed)
    hands = ClickHands(browser)
    output = SendOutput(lambda wav, name: web.play(wav, name=name), lambda: web.stop_sound())
    with Rehearsal(tmp_path, hands, output) as table:
        web = hands.web
        assert web is not None
        table.wait_until(lambda: not web.address.endswith(":0/"), "an open port")
        browser.open(web.address)
        # As before the first game of an evening; else the first hiss comes when it is made.
        table.voice.prepare()
        assert table.voice.wait_until_prepared(120)
        for seat, label in game.keys:
            table.press(seat, label)
        assert tuple(table.voice.calls) == game.calls
        assert browser.seats == sorted(colours), "the seats that do not play are folded away"
        table.voice.wait_until_quiet(60)
        expected = Counter(type(call) for call in game.calls)
        browser.wait(lambda: "win" in browser.played(), "the sound of the win")
        heard = Counter(browser.played())
        assert (heard["hiss"], heard["bang"]) == (expected[Hiss], expected[Boom])
        # While the table is there: later the page asks for it in vain.
        assert not browser.complaints()
