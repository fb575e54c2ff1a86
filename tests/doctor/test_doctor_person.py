"""The doctor's tests with a person: swapped wires, dead keys and dark lamps are found and explained."""

from __future__ import annotations

import queue

import pytest
from gpiozero.pins.mock import MockFactory

from spytable import doctor
from spytable.config import Settings, Voice
from spytable.doctor import person as person_module
from spytable.doctor.finding import Finding, Severity
from spytable.doctor.person import Person, test_parts, test_seats
from spytable.referee.press import Press
from spytable.seats.gpio import GpioSeats, Wiring, pins
from spytable.seats.gpio.simulated.buses import FakeBuses
from spytable.seats.gpio.simulated.hands import Finger
from spytable.status import Health

Presses = queue.SimpleQueue[Press]


class Helper(Person):
    """Presses what is asked for on mock pins; what of it is broken is said in *swapped*, *dead* and *no*."""

    def __init__(self, *, swapped: dict[int, int] | None = None, dead: tuple[int, ...] = (), no: str = " ") -> None:
        self.factory = MockFactory()
        self.finger = Finger(self.factory)
        self.wiring: Wiring = pins.default((1,))
        self.swapped, self.dead, self.no = swapped or {}, dead, no
        self.buses = FakeBuses(self.wiring)
        self.asked: list[str] = []
        self.pressed: list[int] = []
        """The keys that were asked for."""

    def tell(self, line: str) -> None:
        words = line.split()
        if words[:2] == ["Press", "key"]:
            key = int(words[2])
            self.pressed.append(key)
            if key not in self.dead:
                self.finger.tap(self.wiring.seats[0].keys[self.swapped.get(key, key) - 1])

    def agrees(self, question: str) -> bool:
        self.asked.append(question)
        return self.no not in question or self.no == " "

    def examine(self) -> list[Finding]:
        feel = person_module._key

        def patiently(person: Person, seat: int, key: int, presses: Presses, patience: float) -> list[Finding]:
            """Nobody waits long for a key that is known to be dead; for others as long as a busy machine takes."""
            return feel(person, seat, key, presses, 0.05 if key in self.dead else 60.0)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(person_module, "_key", patiently)
            return test_seats(
                self,
                self.wiring,
                lambda picture: GpioSeats(self.wiring, picture, factory=self.factory, open_bus=self.buses.open),
            )


def test_where_all_is_well_nothing_is_found_and_all_was_asked() -> None:
    person = Helper()
    assert person.examine() == []
    assert len(person.asked) == 2 and not person.buses.faults
    dark = person.buses.wire(1).wait_until(lambda: person.buses.chip(1).picture().getbbox() is None)
    assert dark, "the panel is left dark"


def test_two_keys_that_changed_places_are_both_named() -> None:
    found = Helper(swapped={2: 3, 3: 2}).examine()
    assert [(each.part, each.says) for each in found] == [
        ("key 2 of seat 1", "is wired as key 3 of seat 1"),
        ("key 3 of seat 1", "is wired as key 2 of seat 1"),
    ]


def test_a_dead_key_is_named_with_how_to_find_out_more() -> None:
    (dead,) = Helper(dead=(4,)).examine()
    assert (dead.part, dead.says) == ("key 4 of seat 1", "was not felt")
    assert "wire" in dead.remedy


def test_a_lamp_that_stays_dark_and_a_panel_that_shows_snow_are_explained() -> None:
    (lamp,) = Helper(no="lamp").examine()
    assert lamp.part == "lamp of seat 1" and "long leg" in lamp.remedy
    (panel,) = Helper(no="panel").examine()
    assert panel.part == "panel of seat 1" and "sh1106" in panel.remedy


def test_a_seat_that_is_not_there_is_one_finding_and_its_keys_are_not_waited_for() -> None:
    person = Helper(dead=(1, 2, 3, 4), no="es its")  # "does its panel say", "Does its lamp shine"
    (absent,) = person.examine()
    assert (absent.part, absent.says) == ("seat 1", "shows nothing and feels nothing")
    assert "[seats]" in absent.remedy
    assert person.pressed == [1]


def test_keys_of_a_dark_seat_that_are_felt_are_all_tested() -> None:
    person = Helper(dead=(3,), no="es its")
    assert [each.part for each in person.examine()] == ["panel of seat 1", "lamp of seat 1", "key 3 of seat 1"]
    assert person.pressed == [1, 2, 3, 4]


def test_what_is_wrong_is_told_with_its_cause_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    dark = Finding("lamp of seat 1", Severity.WARNING, "does not shine", "the LED the wrong way round", "Turn it.")
    monkeypatch.setattr(person_module, "test_seats", lambda person, wiring, make: [dark])
    person, said = Helper(), list[str]()
    monkeypatch.setattr(person, "tell", said.append)
    assert test_parts(person, Settings(voice=Voice(output="none")), person.wiring) == [dark]
    assert said == ["lamp of seat 1: does not shine", "  Likely: the LED the wrong way round", "  Do: Turn it."]


def test_beside_a_table_with_wired_seats_nothing_is_tested_and_it_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    """A card that takes one stream would refuse the tune, and so would look broken."""
    assert doctor._with_person(Settings(), True, (Health(1, kind="pi"),)) == []
    assert "systemctl stop spytable" in capsys.readouterr().out
