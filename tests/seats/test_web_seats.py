"""The virtual table's server, as pages and strangers meet it over real sockets of this machine."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import json
import logging
import queue
import re
import socket
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from importlib.resources import files
from typing import Any

import aiohttp
import pytest
from PIL import Image
from webpage import Page, clip, draw, lasting_port, picture, screen, table

from spytable.game.base import Facing
from spytable.game.cards import Card, Colour
from spytable.language.phrases import Phrases
from spytable.referee.message import Message, message
from spytable.referee.press import Press
from spytable.referee.screen import Fan, Lamp, Screen
from spytable.seats.seats import Seats, Trouble
from spytable.seats.web import WebSeats, WebSeatsError, protocol
from spytable.seats.web import seats as module
from spytable.seats.web.board import Board
from spytable.seats.web.clips import Clips
from spytable.seats.web.connection import Connection
from spytable.seats.web.guard import host_is_ours, origin_is_ours
from spytable.seats.web.words import plain, safe, screen_words


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(120):
            await test()

    asyncio.run(bounded())


# --- What players see ----------------------------------------------------------------------------


def test_a_page_that_comes_late_sees_all_that_is_there() -> None:
    async def test() -> None:
        with table() as there:
            seats: Seats = there.seats
            seats.show(1, screen("Green's turn", prompt=7, seat=Colour.GREEN, labels="Move - - Done"))
            seats.show(2, screen("Wait"))
            seats.light(1, Lamp.ON)
            async with Page(there.seats) as page:
                hello = await page.hear("hello")
                assert [one["seat"] for one in hello["seats"]] == [1, 2, 3, 4]
                first = await page.hear("screen", seat=1)
                assert (first["prompt"], first["colour"]) == (7, "green")
                assert first["labels"] == ["Move", None, None, "Done"]
                await page.hear("screen", seat=2)
                assert (await page.hear("lamp", seat=1))["lamp"] == "on"
                assert (await page.hear("lamp", seat=4))["lamp"] == "off"

    run(test)


def test_a_panel_shows_the_screen_pixel_for_pixel() -> None:
    async def test() -> None:
        shown = screen("Red's turn", labels="Move Spy Hop Done")
        with table() as there:
            async with Page(there.seats) as page:
                there.seats.show(3, shown)
                assert picture(await page.hear("screen", seat=3)).tobytes() == draw(shown).tobytes()

    run(test)


def test_a_grey_drawing_is_shown_in_black_and_white() -> None:
    async def test() -> None:
        with table(lambda shown: draw(shown).convert("L")) as there:
            there.seats.show(1, screen("Hello"))
            async with Page(there.seats) as page:
                assert picture(await page.hear("screen")).tobytes() == draw(screen("Hello")).tobytes()

    run(test)


def test_a_blank_screen_is_dark_and_says_nothing() -> None:
    async def test() -> None:
        with table() as there:
            there.seats.show(1, screen("Secret", labels="Move", blank=True))
            async with Page(there.seats) as page:
                said = await page.hear("screen")
                assert picture(said).getbbox() is None
                assert "Secret" not in json.dumps(said) and "Move" not in json.dumps(said)

    run(test)


def test_what_did_not_change_is_not_sent_again() -> None:
    async def test() -> None:
        with table() as there:
            there.seats.show(1, screen("Wait"))
            there.seats.light(1, Lamp.ON)
            async with Page(there.seats) as page:
                await page.hear("lamp", seat=4)
                already = len(page.heard)
                there.seats.show(1, screen("Wait"))
                there.seats.light(1, Lamp.ON)
                there.seats.light(2, Lamp.BLINK)
                await page.hear("lamp", seat=2)
                assert len(page.heard) == already + 1

    run(test)


def test_two_browsers_show_the_same_table_and_both_have_keys() -> None:
    async def test() -> None:
        with table() as there:
            async with Page(there.seats) as one, Page(there.seats) as other:
                there.seats.show(2, screen("Your answer", prompt=3))
                assert await one.hear("screen") == await other.hear("screen")
                await one.say(seat=2, key=1, prompt=3)
                assert there.press() == Press(2, 1, 3)
                await other.say(seat=1, key=4, prompt=9)
                assert there.press() == Press(1, 4, 9)

    run(test)


def test_a_key_that_is_still_down_is_told_with_the_prompt_of_its_press() -> None:
    async def test() -> None:
        with table() as there:
            async with Page(there.seats) as page:
                await page.say(seat=1, key=2, prompt=4)
                await page.say(seat=1, key=2, prompt=4, held=True)
                await page.say(seat=1, key=2, prompt=4, held=1)
                await page.say(seat=1, key=3, prompt=4, held=False)
                assert [there.press() for _ in range(3)] == [
                    Press(1, 2, 4),
                    Press(1, 2, 4, held=True),
                    Press(1, 3, 4),
                ]

    run(test)


def test_a_press_carries_the_prompt_that_its_page_showed_not_the_newest() -> None:
    async def test() -> None:
        with table() as there:
            there.seats.show(1, screen("Old", prompt=5))
            async with Page(there.seats) as page:
                shown = (await page.hear("screen"))["prompt"]
                there.seats.show(1, screen("New", prompt=6))
                await page.say(seat=1, key=1, prompt=shown)
                assert there.press() == Press(1, 1, 5)

    run(test)


def test_nothing_is_drawn_for_nobody_and_once_for_many() -> None:
    drawn: list[Screen] = []

    def counting(shown: Screen) -> Any:
        drawn.append(shown)
        return draw(shown)

    async def test() -> None:
        with table(counting) as there:
            for prompt in range(50):
                there.seats.show(1, screen("Nobody looks", prompt=prompt))
            async with Page(there.seats) as one, Page(there.seats) as two, Page(there.seats) as three:
                for page in (one, two, three):
                    await page.hear("lamp", seat=4)
                assert [shown.prompt for shown in drawn] == [49]

    run(test)


class SlowSocket:
    """A page that takes a message only when it is let."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []
        self.let = asyncio.Semaphore(0)
        self.asked = asyncio.Event()

    async def send_str(self, text: str) -> None:
        self.asked.set()
        await self.let.acquire()
        self.taken.append(json.loads(text))

    def __aiter__(self) -> SlowSocket:
        return self

    async def __anext__(self) -> None:
        await asyncio.Event().wait()


def test_a_slow_page_gets_the_newest_screen_and_no_older_one() -> None:
    async def test() -> None:
        board, slow = Board((1, 2), draw, plain), SlowSocket()
        connection = Connection(slow, None, board, lambda press: None, seats=(1, 2))  # type: ignore[arg-type]
        serving = asyncio.create_task(connection.serve('{"is":"hello"}'))
        await slow.asked.wait()
        for prompt in range(200):
            board.show(1, screen("Now", prompt=prompt))
            connection.post(board.take_changes(), [f'{{"is":"sound","name":"{prompt}"}}'])
        for _ in range(200):
            slow.let.release()
        while not any(said["is"] == "screen" for said in slow.taken):
            await asyncio.sleep(0)
        serving.cancel()
        screens = [said["prompt"] for said in slow.taken if said["is"] == "screen"]
        sounds = [said["name"] for said in slow.taken if said["is"] == "sound"]
        assert screens == [199]
        assert sounds == [str(i) for i in range(200 - protocol.SOUNDS_WAITING, 200)]

    run(test)


def test_a_drawing_that_fails_is_reported_once_and_the_words_still_come() -> None:
    def failing(shown: Screen) -> Any:
        if "bad" in shown.title.text:
            raise RuntimeError("no such letter")
        return draw(shown)

    async def test() -> None:
        with table(failing) as there:
            async with Page(there.seats) as page:
                there.seats.show(1, screen("bad"))
                said = await page.hear("screen")
                assert said["words"] == ["bad"] and picture(said).getbbox() is None
                there.seats.show(1, screen("bad too"))
                await page.hear("screen")
                there.seats.show(1, screen("good"))
                assert picture(await page.hear("screen")).getbbox() is not None
            first, last = there.trouble(), there.trouble()
            assert first.part == last.part == "picture of seat 1"
            assert "no such letter" in first.what and last.what == "" and there.troubles.empty()

    run(test)


def test_a_seat_that_is_not_there_is_neither_shown_nor_heard() -> None:
    async def test() -> None:
        with table(numbers=(1, 3)) as there:
            there.seats.show(2, screen("Nobody"))
            there.seats.light(2, Lamp.ON)
            async with Page(there.seats) as page:
                assert [one["seat"] for one in (await page.hear("hello"))["seats"]] == [1, 3]
                await page.say(seat=2, key=1, prompt=1)
                await page.say(seat=3, key=1, prompt=1)
                assert there.press().seat == 3
                await page.hear("lamp", seat=3)
                assert not [said for said in page.heard if said.get("seat") == 2]

    run(test)


def test_a_player_gives_a_seat_a_name_and_its_nameplate_shows_it() -> None:
    async def test() -> None:
        names: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
        with table(named=lambda seat, name: names.put((seat, name))) as there:
            there.seats.show(1, replace(screen("Spy"), name="Anna"))
            async with Page(there.seats, query="?seat=1") as page:
                assert (await page.hear("screen", seat=1))["name"] == "Anna"
                said = json.dumps({"is": "name", "seat": 1, "name": " [[f'u:]]\u202e\ud800\u0007 {x} "})
                await page.socket.send_str(said)
                assert await asyncio.to_thread(names.get, timeout=60) == (1, "[[f'u:]] {x}")
                await page.socket.send_str('{"is":"name","seat":2,"name":"not mine"}')
                # Some more count each second that this takes, and the table closes before it has heard the last.
                with contextlib.suppress(OSError, RuntimeError, aiohttp.ClientError):
                    for _ in range(50 * protocol.FAULT_LIMIT):
                        await page.socket.send_str('{"is":"name","seat":1,"name":"Bob"}')
                assert await page.closed() in (1008, 1006)
                assert all(seat == 1 for seat, _ in iter_names(names))

    run(test)


def iter_names(names: queue.SimpleQueue[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    while not names.empty():
        yield names.get()


def test_a_seats_own_page_is_told_nothing_of_the_other_seats() -> None:
    async def test() -> None:
        with table() as there:
            there.seats.show(1, screen("A secret of seat 1"))
            async with Page(there.seats, query="?seat=2") as page:
                await page.hear("lamp", seat=2)
                there.seats.show(1, screen("Another"))
                there.seats.light(1, Lamp.ON)
                there.seats.show(2, screen("Yours", prompt=4))
                await page.hear("screen", seat=2)
                await page.say(seat=1, key=1, prompt=1)
                await page.say(seat=2, key=1, prompt=4)
                assert there.press() == Press(2, 1, 4)
                assert {said.get("seat", 2) for said in page.heard} == {2}
            async with Page(there.seats, query="?seat=nonsense") as page:
                await page.hear("hello")

    run(test)


def test_an_open_table_is_found_at_an_address_of_this_machine() -> None:
    async def test() -> None:
        with table(host="0.0.0.0") as there:
            async with Page(there.seats) as page:
                await page.hear("hello")

    run(test)


# --- What players who do not see read --------------------------------------------------------------


def test_a_fan_is_told_in_words() -> None:
    fan = Fan(8, 3, Facing.LEFT, exposed=((5, Card.S1),), lit=frozenset({7}), looked_at=6, marked=2)
    words = screen_words(Screen(message("Answer"), (message("Which card?"),), fan=fan), plain)
    assert words == [
        "Answer",
        "The Spy is at place 3 of 8 and faces left.",
        "The card it faces is at place 2.",
        "Exposed at place 5: S1.",
        "A lit Bomb at place 7.",
        "An opponent looks at place 6.",
        "Which card?",
    ]


def test_targets_are_told_in_words_where_the_panel_draws_them() -> None:
    fan = Fan(8, 3, Facing.LEFT)
    shown = Screen(message("Spy on whom?"), fan=fan, targets=((Colour.GREEN, Card.S2), (Colour.RED, None)))
    told = ["green: the target is S2.", "red: no target is left."]
    assert screen_words(shown, plain)[-2:] == told
    # A message has the targets' room: what is not drawn is not told either.
    assert not set(told) & set(screen_words(replace(shown, body=(message("Red moves 2"),)), plain))


def test_cards_are_told_in_words_by_their_long_names() -> None:
    fan = Fan(8, 3, Facing.LEFT, exposed=((5, Card.T1), (6, Card.S1)), known=((1, Card.T2),))
    told = screen_words(Screen(message("Answer"), fan=fan, targets=((Colour.RED, Card.T2),)), Phrases(strict=True).text)
    assert told[-4:] == [
        "Exposed at place 5: Top Secret 1.",
        "Exposed at place 6: Safe 1.",
        "Place 1: Top Secret 2.",
        "Red: the target is Top Secret 2.",
    ]


def test_words_come_in_the_language_of_the_table() -> None:
    async def test() -> None:
        finnish = {"Seat {number}": "Paikka 1", "Done": "Valmis", "Volume": "Voimakkuus"}
        with table(phrase=lambda told: finnish.get(told.text, told.text)) as there:
            there.seats.show(1, screen("Wait", labels="- - - Done"))
            async with Page(there.seats) as page:
                hello = await page.hear("hello")
                assert hello["seats"][0]["name"] == "Paikka 1" and hello["words"]["volume"] == "Voimakkuus"
                assert (await page.hear("screen"))["labels"][3] == "Valmis"

    run(test)


def test_a_seat_with_a_language_of_its_own_has_its_words_and_its_phone_all_of_them() -> None:
    async def test() -> None:
        greek = {"Done": "Πάσο", "Volume": "Ένταση", "en": "el"}
        own = {2: lambda told: greek.get(told.text, told.text)}
        drawn = {2: lambda screen: Image.new("1", (128, 64), 1)}
        with table(phrases=own, renders=drawn) as there:
            for seat in (1, 2):
                there.seats.show(seat, screen("Wait", labels="- - - Done"))
            async with Page(there.seats) as page, Page(there.seats, query="?seat=2") as phone:
                for here, volume in ((page, "Volume"), (phone, "Ένταση")):
                    assert (await here.hear("hello"))["words"]["volume"] == volume
                    said = await here.hear("screen", seat=2)
                    assert (said["labels"][3], said["language"]) == ("Πάσο", "el")
                    assert picture(said).getextrema() == (255, 255)
                said = page.heard[1]
                assert (said["seat"], said["labels"][3], said["language"]) == (1, "Done", "en")

    run(test)


def test_a_translation_that_fails_falls_back_to_english() -> None:
    def broken(told: Message) -> str:
        raise KeyError("seat")

    assert safe(broken)(message("{seat}'s turn", seat=Colour.RED)) == "red's turn"
    assert plain(Message("{nobody}")) == "{nobody}"


# --- Sound -------------------------------------------------------------------------------------------


def test_calls_come_in_order_and_the_hiss_at_once() -> None:
    async def test() -> None:
        with table() as there:
            async with Page(there.seats) as page:
                await page.hear("lamp", seat=4)
                for i, name in enumerate(("spies", "hiss", "turn")):
                    there.seats.play(clip(level=i), name=name)
                said = [await page.hear("sound") for _ in range(3)]
                assert [one["name"] for one in said] == ["spies", "hiss", "turn"]
                assert [one["at_once"] for one in said] == [False, True, False]
                answer = await page.get(f"sound/{said[1]['clip']}.wav")
                assert await answer.read() == clip(level=1)
                assert answer.content_type == "audio/wav" and "immutable" in answer.headers["Cache-Control"]

    run(test)


def test_a_page_that_comes_late_does_not_hear_what_was_said_before() -> None:
    async def test() -> None:
        with table() as there:
            there.seats.play(clip(), name="old")
            async with Page(there.seats) as first:
                await first.hear("lamp", seat=4)
                there.seats.play(clip(), name="new")
                assert (await first.hear("sound"))["name"] == "new"

    run(test)


def test_what_is_said_while_a_page_still_connects_is_not_for_it() -> None:
    async def test() -> None:
        slow = SlowSocket()
        connection = Connection(
            slow, None, Board((1,), draw, plain), lambda press: None, seats=(1,)  # type: ignore[arg-type]
        )
        connection.post([], ['{"is":"sound"}'])
        serving = asyncio.create_task(connection.serve('{"is":"hello"}'))
        for _ in range(3):
            slow.let.release()
        while len(slow.taken) < 2:
            await asyncio.sleep(0)
        serving.cancel()
        assert [said["is"] for said in slow.taken] == ["hello", "lamp"]

    run(test)


def test_stopping_the_sound_silences_what_waits_too() -> None:
    board = Board((1,), draw, plain)

    async def test() -> None:
        with table() as there:
            async with Page(there.seats) as page:
                await page.hear("hello")
                there.seats.stop_sound()
                await page.hear("quiet")
        slow = SlowSocket()
        connection = Connection(slow, None, board, lambda press: None, seats=(1, 2))  # type: ignore[arg-type]
        serving = asyncio.create_task(connection.serve('{"is":"hello"}'))
        await slow.asked.wait()
        stale, fresh = (f'{{"is":"sound","name":"{name}"}}' for name in ("stale", "fresh"))
        connection.post([], [stale, protocol.QUIET, fresh])
        for _ in range(10):
            slow.let.release()
        while len(slow.taken) < 4:
            await asyncio.sleep(0)
        serving.cancel()
        assert [said.get("name", said["is"]) for said in slow.taken] == ["hello", "quiet", "fresh", "lamp"]

    run(test)


def test_clips_stay_within_their_bound_and_the_newest_stay() -> None:
    clips = Clips(limit=1000)
    digests = [clips.keep(bytes([i]) * 300) for i in range(4)]
    assert clips.size <= 1000
    assert [clips.get(digest or "") is not None for digest in digests] == [False, True, True, True]
    clips.get(digests[1] or "")
    clips.keep(b"x" * 300)
    assert clips.get(digests[1] or "") and clips.get(digests[2] or "") is None
    assert clips.keep(bytes([3]) * 300) == digests[3] and clips.size == 900


def test_a_clip_too_large_for_a_page_is_reported_not_sent() -> None:
    async def test() -> None:
        with table() as there:
            async with Page(there.seats) as page:
                await page.hear("lamp", seat=4)
                there.seats.play(bytes(5 * 1024 * 1024), name="speech")
                there.seats.play(clip(), name="turn")
                assert (await page.hear("sound"))["name"] == "turn"
                assert "speech" in there.trouble().what
                assert (await page.get(f"sound/{'0' * 64}.wav")).status == 404

    run(test)


def test_the_table_knows_how_many_pages_can_be_heard() -> None:
    async def test() -> None:
        with table() as there:
            async with Page(there.seats) as page:
                await page.hear("hello")
                assert (there.seats.pages, there.seats.listeners) == (1, 0)
                await page.say(is_="hears", on=True)
                await page.say(seat=1, key=1, prompt=1)
                there.press()
                assert there.seats.listeners == 1
                await page.say(is_="hears", on=False)
                await page.say(seat=1, key=1, prompt=1)
                there.press()
                assert there.seats.listeners == 0

    run(test)


# --- Strangers ------------------------------------------------------------------------------------------

NONSENSE = [
    "",
    "null",
    "[]",
    "{}",
    "7",
    '"press"',
    "{",
    "NaN",
    "[" * 1000,
    '{"is":"press"}',
    '{"is":"press","seat":5,"key":1,"prompt":1}',
    '{"is":"press","seat":0,"key":1,"prompt":1}',
    '{"is":"press","seat":1,"key":5,"prompt":1}',
    '{"is":"press","seat":true,"key":1,"prompt":1}',
    '{"is":"press","seat":1.0,"key":1,"prompt":1}',
    '{"is":"press","seat":"1","key":1,"prompt":1}',
    '{"is":"press","seat":1,"key":1,"prompt":null}',
    '{"is":"press","seat":1,"key":1,"prompt":1e400}',
    '{"is":"press","seat":1,"key":[],"prompt":{}}',
    '{"is":"press","seat":1,"key":1,"prompt":' + "9" * 900 + "}",
    '{"is":"hears","on":1}',
    '{"is":"screen","seat":1}',
    '{"is":["press"]}',
    '{"is":"name","seat":5,"name":"Bob"}',
    '{"is":"name","seat":true,"name":"Bob"}',
    '{"is":"name","seat":1,"name":7}',
    '{"is":"name","seat":1}',
    '{"is":"name","seat":1,"name":"' + "x" * 25 + '"}',
]


@pytest.mark.parametrize("text", NONSENSE, ids=lambda text: text[:45])
def test_nonsense_is_no_press(text: str) -> None:
    assert protocol.read(text, (1, 2, 3, 4)) is None


def test_a_page_that_talks_nonsense_is_dropped_and_the_others_play_on() -> None:
    async def test() -> None:
        with table() as there:
            async with Page(there.seats) as good, Page(there.seats) as bad:
                for i in range(protocol.FAULT_LIMIT):
                    if i % 2:
                        await bad.socket.send_bytes(b"\xff\x00")
                    else:
                        await bad.socket.send_str(NONSENSE[i])
                assert await bad.closed() == 1008
                await good.say(seat=1, key=1, prompt=1)
                assert there.press() == Press(1, 1, 1) and there.presses.empty()

    run(test)


def test_a_message_too_long_closes_its_own_page_only() -> None:
    async def test() -> None:
        with table() as there:
            async with Page(there.seats) as good, Page(there.seats) as bad:
                await bad.socket.send_str('{"is":"press","seat":1,"key":1,"prompt":1' + " " * 100_000 + "}")
                assert await bad.closed() == 1009
                await good.say(seat=1, key=2, prompt=1)
                assert there.press() == Press(1, 2, 1)

    run(test)


def test_fifty_presses_a_second_and_no_more() -> None:
    meter = protocol.Meter(50)
    assert sum(meter.admits(100.0) for _ in range(1000)) == 50
    assert sum(meter.admits(100.125) for _ in range(1000)) == 6
    assert sum(meter.admits(200.0) for _ in range(1000)) == 50
    assert not meter.admits(100.0), "a clock that goes back gives nothing"


def test_a_page_that_floods_the_table_is_dropped() -> None:
    async def test() -> None:
        with table() as there:
            async with Page(there.seats) as flood:
                for _ in range(5000):
                    try:
                        await flood.say(seat=1, key=1, prompt=1)
                    except (OSError, RuntimeError, aiohttp.ClientError):
                        break
                assert await flood.closed() in (1008, 1006)
            async with Page(there.seats) as page:
                await page.say(seat=2, key=1, prompt=1)
                while there.press().seat != 2:
                    pass

    run(test)


def test_the_page_too_many_is_told_so_and_gets_in_when_another_leaves() -> None:
    async def test() -> None:
        with table() as there:
            pages = [Page(there.seats) for _ in range(protocol.PAGE_LIMIT)]
            for page in pages:
                await page.__aenter__()
                await page.hear("hello")
            async with Page(there.seats) as late:
                assert await late.closed() == 1013
            await pages[0].__aexit__(None, None, None)
            while there.seats.pages == protocol.PAGE_LIMIT:
                await asyncio.sleep(0)
            async with Page(there.seats) as late:
                await late.hear("hello")
            for page in pages[1:]:
                await page.__aexit__(None, None, None)

    run(test)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://", "http://[::1"])
def test_another_sites_page_cannot_play_at_the_table(origin: str) -> None:
    async def test() -> None:
        with table() as there:
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                async with Page(there.seats, Origin=origin):
                    pass
            async with Page(there.seats, Origin=there.seats.address.rstrip("/")) as own:
                await own.hear("hello")

    run(test)


def test_a_foreign_name_for_this_machine_opens_nothing() -> None:
    async def test() -> None:
        with table() as there:
            port = there.seats.address.split(":")[-1].strip("/")
            there.seats.play(clip(), name="turn")
            async with Page(there.seats) as page:
                for path in ("", "seat/2", "table", "table.js", f"sound/{'0' * 64}.wav", "nothing"):
                    answer = await page.get(path, Host=f"evil.example:{port}")
                    assert answer.status == 403
                assert (await page.get("", Host=f"localhost:{port}")).status == 200

    run(test)


def test_only_names_that_nobody_else_can_have_call_this_machine() -> None:
    def ours(host: str, *, loopback: bool = False) -> bool:
        return host_is_ours(host, loopback=loopback, names={"spypi", "table.example.org"})

    assert all(ours(host) for host in ("spypi", "SPYPI:80", "spypi.local:8737", "table.example.org"))
    assert ours("192.168.1.7:8737") and ours("[fe80::1]:8737")
    foreign = ("spypi.evil.example", "evil.local", "", "a@spypi", "spypi:x", "spypi/x")
    assert not any(ours(host) for host in foreign)
    assert ours("[::1]:8737", loopback=True) and ours("localhost", loopback=True)
    assert not ours("192.168.1.7", loopback=True) and not ours("spypi", loopback=True)
    assert origin_is_ours(None, "spypi") and origin_is_ours("http://SpyPi:1", "spypi:1")
    assert not origin_is_ours("http://spypi:2", "spypi:1")


KNOCKS = [
    b"\x16\x03\x01\x00",
    b"GET / HTTP/9.9\r\n\r\n",
    b"A" * 100_000,
    b"GET /table HTTP/1.1\r\n\r\n",
]


def test_strangers_neither_stop_the_table_nor_fill_its_log(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        with table() as there:
            port = int(there.seats.address.split(":")[-1].strip("/"))
            async with Page(there.seats) as page:
                await page.hear("lamp", seat=4)
                strangers = []
                for knock in KNOCKS:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.write(knock)
                    strangers.append(writer)
                readers = []
                for _ in range(100):
                    reader, writer = await asyncio.open_connection("127.0.0.1", port)
                    readers.append(reader)
                    strangers.append(writer)
                while sum(reader.at_eof() for reader in readers) < 36:  # the table keeps 64 open, no more
                    await asyncio.sleep(0)
                await page.say(seat=1, key=1, prompt=1)
                there.press()
                there.seats.light(1, Lamp.ON)
                await page.hear("lamp", seat=1, lamp="on")
                for writer in strangers:
                    writer.transport.abort()

    with caplog.at_level(logging.INFO):
        run(test)
    assert not caplog.records


def test_a_browser_that_breaks_off_is_no_trouble() -> None:
    async def test() -> None:
        with table() as there:
            async with Page(there.seats) as stays:
                for _ in range(5):
                    async with Page(there.seats) as goes:
                        await goes.hear("hello")
                        response = goes.socket._response
                        assert response.connection is not None and response.connection.transport is not None
                        response.connection.transport.abort()
                        there.seats.show(1, screen("Next"))
                await stays.say(seat=1, key=1, prompt=1)
                there.press()
                while there.seats.pages > 1:
                    await asyncio.sleep(0)
                assert there.troubles.empty()

    run(test)


def test_a_table_that_fails_over_a_press_hears_the_next_one() -> None:
    heard = []

    def failing(press: Press) -> None:
        heard.append(press)
        raise RuntimeError("the table's own fault")

    async def test() -> None:
        seats = WebSeats(draw, port=0)
        seats.start(failing, lambda trouble: None)
        try:
            async with Page(seats) as page:
                await page.say(seat=1, key=1, prompt=1)
                await page.say(seat=1, key=2, prompt=1)
                while len(heard) < 2:
                    await asyncio.sleep(0)
        finally:
            seats.close()

    run(test)


# --- The page's files ---------------------------------------------------------------------------------


def test_the_page_needs_nothing_from_outside_and_allows_nothing_inline() -> None:
    async def test() -> None:
        with table() as there:
            async with Page(there.seats) as page:
                answer = await page.get("")
                html = await answer.text()
                assert answer.headers["Content-Security-Policy"].startswith("default-src 'self';")
                linked = re.findall(r'(?:src|href)="([^"]+)"', html)
                for path in {*linked, "/seat.js", "/link.js", "/sound.js", "/seat/1"}:
                    assert path.startswith("/") and not path.startswith("//")
                    served = await page.get(path.lstrip("/"))
                    assert served.status == 200 and served.headers["X-Content-Type-Options"] == "nosniff"
                assert not re.search(r"<style|style=|<script>|\son\w+=", html)

    run(test)
    for file in (files("spytable.seats.web") / "page").iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|@import|eval\(|innerHTML", text), file.name


def test_the_page_has_a_word_for_whatever_it_says() -> None:
    from spytable.seats.web.words import PAGE

    page = files("spytable.seats.web") / "page"
    script = "".join((page / name).read_text(encoding="utf-8") for name in ("table.js", "seat.js"))
    used = set(re.findall(r"(?<!\.)\bwords\.(\w+)", script)) | {"sound_locked", "sound_on", "sound_off"}
    used |= {f"lamp_{lamp}" for lamp in Lamp}
    assert used == set(PAGE)


# --- Opening and closing ---------------------------------------------------------------------------------


def test_where_the_port_is_taken_the_next_one_is_used_and_said() -> None:
    told: list[str] = []
    with table() as first:
        taken = int(first.seats.address.split(":")[-1].strip("/"))
        with table(port=taken, opened=told.append) as second:
            assert second.seats.address != first.seats.address
            assert told == [second.seats.address]


def test_where_no_port_is_free_the_error_names_it_and_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PORTS_TRIED", 1)
    with table() as first:
        taken = int(first.seats.address.split(":")[-1].strip("/"))
        with pytest.raises(WebSeatsError, match=rf"port {taken} is taken.*--port"):
            WebSeats(draw, port=taken).start(lambda press: None, lambda trouble: None)


def test_an_address_of_another_machine_is_refused_in_a_sentence() -> None:
    with pytest.raises(WebSeatsError, match=r"192\.0\.2\.1"):
        WebSeats(draw, host="192.0.2.1", port=0).start(lambda press: None, lambda trouble: None)


def test_without_aiohttp_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(WebSeatsError, match="pip install aiohttp"):
        WebSeats(draw, port=0).start(lambda press: None, lambda trouble: None)


def test_closing_darkens_the_pages_first_and_frees_the_port() -> None:
    async def test() -> None:
        with table(port=lasting_port()) as there:
            there.seats.show(1, screen("Still lit"))
            async with Page(there.seats) as page:
                await page.hear("lamp", seat=4)
                closing = asyncio.create_task(asyncio.to_thread(there.seats.close))
                await page.hear("closing")
                assert await page.closed() == 1001
                await closing
            port = int(there.seats.address.split(":")[-1].strip("/"))
            with table(port=port) as again:
                assert again.seats.address == there.seats.address
                again.seats.show(1, screen("Back", prompt=9))
                async with Page(again.seats) as page:
                    assert (await page.hear("screen"))["prompt"] == 9

    run(test)


def test_a_page_that_never_reads_does_not_hold_up_the_end() -> None:
    with table() as there:
        port = int(there.seats.address.split(":")[-1].strip("/"))
        with socket.create_connection(("127.0.0.1", port)) as stuck:
            key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            upgrade = f"Connection: Upgrade\r\nUpgrade: websocket\r\n{key}"
            stuck.sendall(f"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\n{upgrade}\r\n".encode())
            assert stuck.recv(12) == b"HTTP/1.1 101"
            thread = there.seats._thread
            there.seats.close()
            assert thread is not None
            thread.join(60)
            assert not thread.is_alive()


def test_before_the_start_and_after_the_end_nothing_raises() -> None:
    seats = WebSeats(draw, port=0)

    def use() -> None:
        seats.show(1, screen("Nobody"))
        seats.light(1, Lamp.ON)
        seats.play(clip(), name="turn")
        seats.play(bytes(5 * 1024 * 1024), name="too large")
        seats.stop_sound()
        assert (seats.pages, seats.listeners, seats.numbers) == (0, 0, (1, 2, 3, 4))

    use()
    troubles: list[Trouble] = []
    seats.start(lambda press: None, troubles.append)
    seats.close()
    use()
    seats.close()
