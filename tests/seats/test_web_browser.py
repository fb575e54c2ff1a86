"""The virtual table as it is in a browser: what one sees, presses and hears in headless Chromium."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest
from webpage import Table, clip, draw, lasting_port, screen, table

from browser import Browser, missing
from spytable.game.cards import Colour
from spytable.referee.conversation import Conversation
from spytable.referee.press import Press
from spytable.referee.screen import Lamp
from spytable.seats.web.words import plain, screen_words

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

COLOURS = (Colour.GREEN, Colour.RED, Colour.BLUE, Colour.YELLOW)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with closing(Browser()) as one:
        yield one


@pytest.fixture
def there() -> Iterator[Table]:
    with table() as running:
        yield running


def play(there: Table, players: int, prompt: int = 1, without: int = 0) -> None:
    """A game of the first *players* seats but *without* one; the others have nothing to do."""
    for seat in (1, 2, 3, 4):
        if seat <= players and seat != without:
            labels, colour = "Move Spy Hop Done", COLOURS[seat - 1]
            there.seats.show(seat, screen(f"Seat {seat}", prompt=prompt, seat=colour, labels=labels))
        else:
            there.seats.show(seat, screen("A game is on", prompt=prompt, labels="Again"))


def boxes(browser: Browser, selector: str) -> list[dict[str, float]]:
    """Where the elements that can be seen lie, in CSS pixels."""
    script = (
        "return [...document.querySelectorAll(arguments[0])].filter((one) => one.offsetParent)"
        ".map((one) => { const at = one.getBoundingClientRect();"
        "return {x: at.x, y: at.y, width: at.width, height: at.height}; })"
    )
    found: list[dict[str, float]] = browser.run(script, selector)
    return found


# --- Seen ------------------------------------------------------------------------------------------


def test_the_browser_draws_the_screen_pixel_for_pixel_and_the_newest(browser: Browser, there: Table) -> None:
    shown = screen("Green's turn", prompt=4, seat=Colour.GREEN, labels="Move Spy Hop Done")
    there.seats.show(1, shown)
    browser.open(there.seats.address)
    browser.wait(lambda: browser.prompt(1) == 4)
    assert browser.panel_pixels(1).tobytes() == draw(shown).tobytes()
    newer = screen("Red's turn", prompt=5)
    there.seats.show(1, screen("Between"))
    there.seats.show(1, newer)
    browser.wait(lambda: browser.prompt(1) == 5)
    assert browser.panel_pixels(1).tobytes() == draw(newer).tobytes()
    assert browser.panel_pixels(2).getbbox() is None
    assert browser.complaints() == []


def test_a_lamp_is_told_in_words_too(browser: Browser, there: Table) -> None:
    browser.open(there.seats.address)
    for lamp, word in ((Lamp.ON, "Lamp on"), (Lamp.BLINK, "Please answer"), (Lamp.OFF, "Lamp off")):
        there.seats.light(2, lamp)
        browser.wait(lambda lamp=lamp: browser.lamp(2) == lamp.value)
        assert browser.run("return document.querySelector('[data-seat=\"2\"] .lamp').textContent") == word
        assert browser.lamp(1) == "off"


def test_a_screen_reader_can_play(browser: Browser, there: Table) -> None:
    there.seats.show(1, screen("Your turn", seat=Colour.RED, labels="Move Spy - Done"))
    browser.open(there.seats.address)
    browser.wait(lambda: browser.words(1) == ["Your turn"])
    assert browser.labels(1) == ["K1: Move", "K2: Spy", "K3: nothing now", "K4: Done"]
    assert browser.run("return document.querySelector('[data-seat=\"1\"] .spoken').ariaLive") == "polite"
    browser.run("document.querySelector('[data-seat=\"1\"] [data-key=\"2\"]').click()")
    assert there.press() == Press(1, 2, 1)


def test_a_screen_reader_hears_whose_words_they_are_and_hears_them_once(browser: Browser, there: Table) -> None:
    heard = (
        "window.heard = 0; const spoken = document.querySelector('[data-seat=\"2\"] .spoken');"
        "new MutationObserver(() => { window.heard += 1; }).observe(spoken, {childList: true, subtree: true});"
    )
    spoken = "const one = document.querySelector('[data-seat=\"2\"] .spoken'); return [one.ariaAtomic, one.textContent]"
    there.seats.show(2, screen("Wait", seat=Colour.RED))
    browser.open(there.seats.address)
    browser.wait(lambda: browser.words(2) == ["Wait"])
    assert browser.run(spoken) == ["true", "Seat 2 · redWait"]
    browser.run(heard)
    there.seats.show(2, screen("Wait", prompt=2, seat=Colour.RED, labels="Again"))
    browser.wait(lambda: browser.prompt(2) == 2)
    assert browser.run("return window.heard") == 0, "other keys, the same words"
    there.seats.show(2, screen("Your turn", prompt=3, seat=Colour.RED))
    browser.wait(lambda: browser.words(2) == ["Your turn"])
    assert browser.run("return window.heard") == 1


def test_what_a_screen_reader_reads_is_marked_with_its_language(browser: Browser) -> None:
    finnish = {"en": "fi", "Done": "Valmis"}
    own = {2: lambda told: finnish.get(told.text, plain(told))}
    with table(phrases=own) as there:
        for seat in (1, 2):
            there.seats.show(seat, screen("Turn", labels="Done"))
        browser.open(there.seats.address)
        browser.wait(lambda: browser.labels(2)[0] == "K1: Valmis" and browser.labels(1)[0] == "K1: Done")
        languages = (
            "return [...document.querySelectorAll('.key, .spoken p')].map((one) => "
            "one.closest('.seat').dataset.seat + ' ' + (one.lang || document.documentElement.lang))"
        )
        # Four keys and a line each, with an unused key in the page's own words.
        assert set(browser.run(languages)) == {"1 en", "2 en", "2 fi", "3 en", "4 en"}


def test_the_keyboards_focus_stays_on_the_small_table_when_lamps_change(browser: Browser, there: Table) -> None:
    there.seats.show(1, screen("Turn", seat=Colour.GREEN))
    browser.open(there.seats.address)
    browser.wait(lambda: browser.prompt(1) == 1)
    browser.run("document.querySelectorAll('.round button')[1].focus()")
    there.seats.light(2, Lamp.BLINK)
    browser.wait(lambda: browser.lamp(2) == "blink")
    focus = "const one = document.activeElement; return [one.textContent, one.ariaLabel]"
    assert browser.run(focus) == ["2", "Seat 2: Please answer"]


def test_seats_that_do_not_play_fold_away_once_a_game_is_set_up(browser: Browser, there: Table) -> None:
    talk = Conversation((1, 2, 3, 4), draw=lambda n: 0)

    def show() -> None:
        for seat in (1, 2, 3, 4):
            there.seats.show(seat, talk.screen(seat))
        told = [screen_words(talk.screen(seat), plain) for seat in (1, 2, 3, 4)]
        browser.wait(lambda: [browser.words(seat) for seat in (1, 2, 3, 4)] == told)

    def press(seat: int, label: str) -> None:
        key = next(i for i, told in enumerate(browser.labels(seat), start=1) if told.endswith(f": {label}"))
        browser.press(seat, key)
        talk.press(there.press())
        show()

    browser.open(there.seats.address)
    show()
    for seat, label in ((1, "green"), (2, "red"), (1, "Begin")):
        press(seat, label)
        assert browser.seats == [1, 2, 3, 4], "the others may still join"
    press(1, "OK")
    browser.wait(lambda: browser.seats == [1, 2])
    for seat in (1, 2):
        press(seat, "Next")
        press(seat, "Ready")
    press(1, "I do")
    assert browser.seats == [1, 2], "what the others can do all the same is no reason to show them"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("width", "height", "dots"), [(320, 640, 2), (360, 740, 3), (768, 1024, 1), (1440, 900, 1)]
)
def test_keys_sit_right_below_their_labels_and_nothing_is_cut_off(
    browser: Browser, there: Table, players: int, width: int, height: int, dots: int
) -> None:
    play(there, players)
    browser.open(there.seats.address, width, height, dots=dots, phone=width < 400)
    browser.wait(lambda: browser.seats == list(range(1, players + 1)))
    panels, keys = boxes(browser, ".panel"), boxes(browser, ".key")
    for i, panel in enumerate(panels):
        scale = panel["width"] * dots / 128
        assert scale == pytest.approx(round(scale), abs=0.01), "a pixel is a whole number of dots"
        assert panel["width"] == pytest.approx(2 * panel["height"], abs=0.01)
        assert panel["width"] >= 250, "large enough to read"
        assert panel["x"] >= 0 and panel["x"] + panel["width"] <= width
        for j, key in enumerate(keys[4 * i : 4 * i + 4]):
            middle = panel["x"] + panel["width"] * (2 * j + 1) / 8
            assert key["x"] + key["width"] / 2 == pytest.approx(middle, abs=1)
            assert 0 < key["y"] - (panel["y"] + panel["height"]) < 20
            assert key["height"] >= 44 and key["width"] >= 44, "large enough for a finger"
    assert browser.run("return document.documentElement.scrollWidth") <= width
    if width == 1440:
        assert all(key["y"] + key["height"] <= height for key in keys), "all in sight without scrolling"


@pytest.mark.parametrize(("width", "height", "dots"), [(320, 640, 2), (360, 740, 3), (1280, 800, 1)])
def test_that_an_answer_is_owed_is_read_whole(
    browser: Browser, there: Table, width: int, height: int, dots: int
) -> None:
    play(there, 4)
    for seat in (1, 2, 3, 4):
        there.seats.light(seat, Lamp.BLINK)
    browser.open(there.seats.address, width, height, dots=dots, phone=width < 400)
    browser.wait(lambda: [browser.lamp(seat) for seat in (1, 2, 3, 4)] == ["blink"] * 4)
    cut = (
        "return [...document.querySelectorAll('.lamp-word')].map((word) => {"
        "const whole = word.cloneNode(true); whole.style.position = 'absolute'; word.after(whole);"
        "const missing = whole.getBoundingClientRect().width - word.getBoundingClientRect().width;"
        "whole.remove(); return missing; })"
    )
    assert browser.run(cut) == [0, 0, 0, 0]
    there.seats.light(1, Lamp.ON)
    browser.wait(lambda: browser.lamp(1) == "on")
    assert browser.run(cut)[0] == 0
    assert boxes(browser, ".given")[0]["width"] >= 40, "there is room for a name"


def test_seats_lie_clockwise_around_the_table(browser: Browser, there: Table) -> None:
    play(there, 4)
    browser.open(there.seats.address, 1440, 900)
    browser.wait(lambda: browser.seats == [1, 2, 3, 4])
    for selector in (".panel", ".round li"):
        one, two, three, four = boxes(browser, selector)
        assert one["x"] == four["x"] < two["x"] == three["x"]
        assert one["y"] == two["y"] < three["y"] == four["y"]
    play(there, 3, prompt=2)
    browser.wait(lambda: browser.seats == [1, 2, 3])
    one, two, three = boxes(browser, ".panel")
    assert one["x"] < three["x"] < two["x"] and one["y"] == two["y"] < three["y"]
    play(there, 4, prompt=3, without=2)
    browser.wait(lambda: browser.seats == [1, 3, 4])
    one, three, four = boxes(browser, ".panel")
    assert one["x"] < four["x"] < three["x"] and one["y"] == three["y"] < four["y"]


# --- Pressed ------------------------------------------------------------------------------------------


def test_each_click_is_one_press_with_the_prompt_that_was_shown(browser: Browser, there: Table) -> None:
    there.seats.show(2, screen("Answer", prompt=17, labels="Safe Secret Target Bomb"))
    browser.open(there.seats.address)
    browser.wait(lambda: browser.prompt(2) == 17)
    browser.press(2, 4)
    browser.press(2, 4)
    browser.press(1, 1)
    assert [there.press() for _ in range(3)] == [Press(2, 4, 17), Press(2, 4, 17), Press(1, 1, 0)]
    assert there.presses.empty()


def test_a_tap_on_a_phone_is_one_press(browser: Browser, there: Table) -> None:
    play(there, 4)
    browser.open(there.seats.address, 360, 740, dots=2, phone=True)
    browser.wait(lambda: browser.prompt(4) == 1)
    for seat, key in ((1, 1), (4, 3), (4, 3)):
        browser.touch(seat, key)
        assert there.press() == Press(seat, key, 1)
    assert there.presses.empty()
    assert browser.run("return getComputedStyle(document.querySelector('.key')).touchAction") == "none"


def test_four_rows_of_the_keyboard_are_the_four_seats(browser: Browser, there: Table) -> None:
    browser.open(there.seats.address)
    for seat, codes in enumerate(("1234", "QWER", "ASDF", "ZXCV"), start=1):
        for key, letter in enumerate(codes, start=1):
            browser.type(f"Digit{letter}" if letter.isdigit() else f"Key{letter}")
            assert there.press() == Press(seat, key, 0)
    browser.type("KeyP")
    browser.type("KeyQ", repeats=5)
    assert there.press() == Press(2, 1, 0)
    browser.type("KeyV")
    assert there.press() == Press(4, 4, 0), "a key that is held is one press"


def test_enter_on_a_key_in_focus_is_one_press(browser: Browser, there: Table) -> None:
    browser.open(there.seats.address)
    browser.run("document.querySelector('[data-seat=\"3\"] [data-key=\"2\"]').focus()")
    enter = {"code": "Enter", "key": "Enter", "text": "\r", "windowsVirtualKeyCode": 13}
    for kind, repeat in (("keyDown", False), ("keyDown", True), ("keyDown", True), ("keyUp", False)):
        browser.command("Input.dispatchKeyEvent", {"type": kind, "autoRepeat": repeat, **enter})
    assert there.press() == Press(3, 2, 0)
    browser.press(3, 1)
    assert there.press() == Press(3, 1, 0)


def test_a_key_that_stays_down_is_told_once_more_with_the_prompt_of_its_press(browser: Browser, there: Table) -> None:
    there.seats.show(2, screen("Leave?", prompt=5))
    browser.open(there.seats.address, held=True)
    browser.wait(lambda: browser.prompt(2) == 5)
    key = {"code": "KeyQ", "key": "q"}
    browser.command("Input.dispatchKeyEvent", {"type": "rawKeyDown", "autoRepeat": False, **key})
    assert there.press() == Press(2, 1, 5)
    there.seats.show(2, screen("Left", prompt=6))
    browser.wait(lambda: browser.prompt(2) == 6)
    assert there.press() == Press(2, 1, 5, held=True)
    browser.command("Input.dispatchKeyEvent", {"type": "keyUp", **key})
    browser.run("window.spytable.held.after = 3600 * 1000")
    browser.press(2, 3)
    assert there.press() == Press(2, 3, 6), "letting go is no press"
    assert there.presses.empty()


def test_a_seat_can_have_a_phone_of_its_own(browser: Browser, there: Table) -> None:
    play(there, 2)
    for path in ("seat/2", "#seat=2"):
        browser.open(there.seats.address, 360, 740, dots=2, phone=True)
        browser.open(there.seats.address + path, 360, 740, dots=2, phone=True)
        browser.wait(lambda: browser.prompt(2) == 1)
        assert browser.seats == [2] and browser.sound() == "off"
        assert boxes(browser, ".key")[0]["height"] >= 80
        browser.touch(2, 3)
        assert there.press() == Press(2, 3, 1)
    browser.type("Digit4")
    assert there.press() == Press(2, 4, 1)


# --- Heard ------------------------------------------------------------------------------------------------


def test_calls_are_heard_in_order_each_whole_and_the_hiss_at_once(browser: Browser, there: Table) -> None:
    browser.open(there.seats.address)
    browser.wait(lambda: browser.sound() == "on" and there.seats.listeners == 1)
    browser.run(
        "window.starts = []; const start = AudioBufferSourceNode.prototype.start;"
        "AudioBufferSourceNode.prototype.start = function () {"
        "window.starts.push(this.context.currentTime); start.call(this); }"
    )
    there.seats.play(clip(4.0, level=1), name="spies")
    browser.wait(lambda: browser.played() == ["spies"])
    there.seats.play(clip(0.1, level=2), name="turn")
    there.seats.play(clip(1.0, level=3), name="hiss")
    there.seats.play(clip(0.1, level=4), name="last")
    browser.wait(lambda: len(browser.played()) == 4, "four clips")
    assert browser.played() == ["spies", "hiss", "turn", "last"]
    spies, hiss, turn, last = browser.run("return window.starts")  # seconds of the sound device's clock
    assert turn >= spies + 4.0 and turn >= hiss + 1.0 and last >= turn + 0.1


def test_stopping_the_sound_stops_the_browser(browser: Browser, there: Table) -> None:
    browser.open(there.seats.address)
    browser.wait(lambda: browser.sound() == "on")
    there.seats.play(clip(30, level=1), name="long")
    there.seats.play(clip(0.1, level=2), name="never")
    browser.wait(lambda: browser.played() == ["long"])
    browser.run(
        "window.stops = 0; const stop = AudioBufferSourceNode.prototype.stop;"
        "AudioBufferSourceNode.prototype.stop = function () { window.stops += 1; stop.call(this); }"
    )
    there.seats.stop_sound()
    there.seats.play(clip(0.1, level=3), name="next")
    browser.wait(lambda: browser.played() == ["long", "next"])
    assert browser.run("return window.stops") == 1


def test_a_clip_that_cannot_be_played_does_not_silence_the_rest(browser: Browser, there: Table) -> None:
    browser.open(there.seats.address)
    browser.wait(lambda: browser.sound() == "on")
    there.seats.play(b"no sound at all", name="broken")
    there.seats.play(clip(), name="turn")
    browser.wait(lambda: browser.played() == ["turn"])
    browser.complaints()


def test_the_mute_switch_is_remembered(browser: Browser, there: Table) -> None:
    browser.open(there.seats.address)
    browser.wait(lambda: there.seats.listeners == 1)
    browser.click("#sound-switch")
    browser.wait(lambda: there.seats.listeners == 0)
    there.seats.play(clip(level=1), name="unheard")
    there.seats.light(1, Lamp.ON)
    browser.wait(lambda: browser.lamp(1) == "on")
    browser.open(there.seats.address)
    assert browser.sound() == "off"
    assert browser.run("return document.getElementById('sound-switch').ariaLabel") == "Sound is off"
    browser.click("#sound-switch")
    browser.wait(lambda: there.seats.listeners == 1)
    browser.click("#sound-switch")
    browser.wait(lambda: there.seats.listeners == 0)
    there.seats.play(clip(level=1), name="unheard")
    there.seats.light(1, Lamp.OFF)
    browser.wait(lambda: browser.lamp(1) == "off")
    browser.click("#sound-switch")
    browser.wait(lambda: there.seats.listeners == 1)
    there.seats.play(clip(level=2), name="heard")
    browser.wait(lambda: "heard" in browser.played())
    assert browser.played() == ["heard"]


def test_where_the_browser_wants_a_touch_first_the_page_asks_for_it(there: Table) -> None:
    with closing(Browser(autoplay=False)) as strict:
        strict.open(there.seats.address)
        asked = "return document.getElementById('sound-word').textContent"
        strict.wait(lambda: strict.run(asked) == "Sound on")
        assert strict.sound() == "locked" and there.seats.listeners == 0
        strict.click("#sound-switch")
        strict.wait(lambda: strict.sound() == "on" and there.seats.listeners == 1)
        assert strict.run(asked) == "Sound is on"
        strict.open(there.seats.address + "seat/1")
        assert strict.sound() == "off"
        strict.open(there.seats.address)
        strict.press(1, 1)
        strict.wait(lambda: strict.sound() == "on", "the first key to unlock the sound")


# --- Away and back -------------------------------------------------------------------------------------------


def test_the_page_says_when_the_table_is_away_and_goes_on_after(browser: Browser) -> None:
    port = lasting_port()

    def game(*, opens: bool) -> None:
        with table(port=port) as there:
            there.seats.show(1, screen("Before", prompt=3))
            if opens:
                browser.open(there.seats.address)
            browser.wait(lambda: browser.here and browser.prompt(1) == 3)
            assert browser.notice == ""
            browser.press(1, 2)
            assert there.press() == Press(1, 2, 3) and there.presses.empty()

    game(opens=True)
    browser.wait(lambda: not browser.here)
    assert browser.notice == "The table is away. Trying again…"
    assert browser.panel_pixels(1).getbbox() is None, "panels are dark"
    assert float(browser.run("return getComputedStyle(document.getElementById('seats')).opacity")) < 0.5
    browser.press(1, 1)
    game(opens=False)


def test_a_name_is_written_on_the_nameplate_and_presses_no_key(browser: Browser) -> None:
    names: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
    with table(named=lambda seat, name: names.put((seat, name))) as there:
        there.seats.show(1, replace(screen("Spy"), name="Anna"))
        browser.open(there.seats.address)
        browser.wait(lambda: browser.run("return document.querySelector('[data-seat=\"1\"] .given').value") == "Anna")
        browser.run(
            "const field = document.querySelector('[data-seat=\"1\"] .given'); field.focus();"
            "for (const kind of ['keydown', 'keyup']) "
            "field.dispatchEvent(new KeyboardEvent(kind, { code: 'Digit1', key: '1', bubbles: true }));"
            "field.value = '<b>Bob'; field.dispatchEvent(new Event('change'));"
        )
        assert names.get(timeout=60) == (1, "<b>Bob")
        assert there.presses.empty()
