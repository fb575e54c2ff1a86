"""Scripted seats: a program plays at the table as people do."""

import threading

import pytest

from spytable.game.cards import Colour
from spytable.referee.message import message
from spytable.referee.press import Press
from spytable.referee.screen import Lamp, Screen
from spytable.seats.scripted import ScriptedSeats, describe
from spytable.seats.seats import Seats, Trouble

ASKING = Screen(
    message("Who plays?"),
    labels=(message("{seat}", seat=Colour.GREEN), None, message("Leave"), None),
    prompt=7,
)


def test_a_press_is_stamped_with_the_screen_that_the_seat_shows() -> None:
    seats, presses = ScriptedSeats((1, 2)), list[Press]()
    seats.start(presses.append, lambda trouble: None)
    seats.press(1, 4)
    seats.show(1, ASKING)
    seats.press(1, 4)
    seats.press(1, 4, prompt=6)
    assert presses == [Press(1, 4, 0), Press(1, 4, 7), Press(1, 4, 6)]


def test_keys_are_found_by_what_stands_above_them() -> None:
    seats, presses = ScriptedSeats((1, 2)), list[Press]()
    seats.start(presses.append, lambda trouble: None)
    seats.show(2, ASKING)
    seats.press_label(2, "Green")
    seats.press_label(2, "Leave")
    assert presses == [Press(2, 1, 7), Press(2, 3, 7)]


def test_a_key_that_does_not_come_is_told_with_what_is_shown_instead() -> None:
    seats = ScriptedSeats((1,))
    seats.start(lambda press: None, lambda trouble: None)
    seats.show(1, ASKING)
    with pytest.raises(TimeoutError, match=r"seat 1 shows Who plays\? / \[Green \|  \| Leave \| \]"):
        seats.press_label(1, "Begin", timeout=0.01)


def test_a_screen_from_another_thread_is_waited_for() -> None:
    seats = ScriptedSeats((1,))
    thread = threading.Thread(target=seats.show, args=(1, ASKING))
    thread.start()
    assert seats.wait_for(1, lambda screen: screen.prompt == 7) is ASKING
    thread.join()


def test_all_that_was_shown_is_kept_in_order() -> None:
    seats: Seats = ScriptedSeats((1, 2))
    other = Screen(message("Your turn"))
    seats.show(2, ASKING)
    seats.show(1, other)
    seats.light(1, Lamp.ON)
    assert isinstance(seats, ScriptedSeats)
    assert seats.shown == ((2, ASKING), (1, other))
    assert (seats.screen(1), seats.lamp(1)) == (other, Lamp.ON)


def test_closed_seats_are_dark_and_press_nothing() -> None:
    seats = ScriptedSeats((1,))
    seats.start(lambda press: None, lambda trouble: None)
    seats.show(1, ASKING)
    seats.light(1, Lamp.BLINK)
    seats.close()
    assert (seats.closed, seats.screen(1), seats.lamp(1)) == (True, None, Lamp.OFF)
    with pytest.raises(RuntimeError):
        seats.press(1, 1)


def test_troubles_reach_the_table() -> None:
    troubles: list[Trouble] = []
    seats = ScriptedSeats((1,))
    seats.start(lambda press: None, troubles.append)
    seats.trouble(Trouble("panel of seat 1", "does not answer"))
    assert troubles == [Trouble("panel of seat 1", "does not answer")]


def test_a_screen_is_described_in_a_line() -> None:
    assert describe(ASKING) == "Who plays? / [Green |  | Leave | ]"
    assert describe(None) == "nothing"
