"""Tests with a person: each key is pressed, each panel and lamp looked at, the sound listened to."""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable
from typing import Any

from PIL.Image import Image

from spytable.config import Settings
from spytable.doctor.finding import Finding, Severity
from spytable.errors import SpyTableError
from spytable.referee.message import Message
from spytable.referee.press import KEYS, Press
from spytable.referee.screen import Lamp, Screen
from spytable.screen.draw import render
from spytable.seats.gpio import GpioSeats, Wiring
from spytable.seats.gpio.wiring import key_name, lamp_name, panel_name
from spytable.seats.seats import Seats, Trouble

PATIENCE = 15.0
"""Seconds that a key is waited for."""

NOT_FELT = "was not felt"


class Person:
    """Somebody at a terminal."""

    def tell(self, line: str) -> None:
        """Says *line*."""
        print(line, flush=True)

    def agrees(self, question: str) -> bool:
        """Asks; Enter and anything that begins with y is a yes."""
        sys.stdout.write(f"{question} [Y/n] ")
        sys.stdout.flush()
        answer = sys.stdin.readline()
        # The end of input is nobody's consent.
        return answer != "" and not answer.strip().lower().startswith("n")


def test_parts(person: Person, settings: Settings, wiring: Wiring | None) -> list[Finding]:
    """Goes through the parts with *person*. *wiring*: None where no keys can be tested."""
    findings: list[Finding] = []
    if wiring is not None and person.agrees("\nTest keys, lamps and panels now?"):
        try:
            findings += test_seats(person, wiring, lambda picture: GpioSeats(wiring, picture))
        except SpyTableError as error:
            findings.append(Finding("seats", Severity.FAULT, str(error)))
    if settings.voice.output not in ("none", "browser") and person.agrees("Test the sound now?"):
        findings += _sound(person, settings)
    for finding in findings:
        if finding.severity > Severity.NOTE:
            person.tell(f"{finding.part}: {finding.says}")
            if finding.likely:
                person.tell(f"  Likely: {finding.likely}")
            if finding.remedy:
                person.tell(f"  Do: {finding.remedy}")
    return findings


test_parts.__test__ = False  # type: ignore[attr-defined]


def test_seats(
    person: Person,
    wiring: Wiring,
    make: Callable[[Callable[[Screen], Image]], Seats],
    patience: float = PATIENCE,
) -> list[Finding]:
    """Tests all seats of *wiring*; *make* gives them. Raises SpyTableError where there are no pins."""
    presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
    troubles: dict[str, Trouble] = {}
    seats = make(lambda screen: render(screen, lambda message: message.text))

    def take(press: Press) -> None:
        if not press.held:
            presses.put(press)

    seats.start(take, lambda trouble: troubles.__setitem__(trouble.part, trouble))
    findings: list[Finding] = []
    try:
        for wired in wiring.seats:
            findings += _seat(person, seats, wired.seat, wired.lamp is not None, presses, patience)
    finally:
        seats.close()
    for trouble in troubles.values():
        if trouble.what:
            findings.append(Finding(trouble.part, Severity.WARNING, trouble.what, remedy=trouble.remedy))
    return findings


test_seats.__test__ = False  # type: ignore[attr-defined]


def _seat(
    person: Person, seats: Seats, seat: int, has_lamp: bool, presses: queue.SimpleQueue[Press], patience: float
) -> list[Finding]:
    findings: list[Finding] = []
    seats.show(seat, Screen(Message(f"Seat {seat}"), prompt=1))
    seats.light(seat, Lamp.ON)
    if not person.agrees(f'Seat {seat}: does its panel say "Seat {seat}", upright and without snow?'):
        findings.append(
            Finding(
                panel_name(seat),
                Severity.WARNING,
                "does not show what it should",
                "dark: its plug or address; another seat's words: two panels changed places; snow: an SH1106",
                'Compare it with spytable pins; for an SH1106 set driver = "sh1106", upside down rotate = 180.',
            )
        )
    if has_lamp and not person.agrees("Does its lamp shine?"):
        likely = "the LED the wrong way round, its resistor, or another pin"
        remedy = "Turn the LED round: its long leg belongs to the pin. Compare the pin with spytable pins."
        findings.append(Finding(lamp_name(seat), Severity.WARNING, "does not shine", likely, remedy))
    is_dark = len(findings) == 1 + has_lamp
    for key in KEYS:
        labels: list[Any] = [Message("here") if each == key else None for each in KEYS]
        seats.show(seat, Screen(Message(f"Press key {key}"), labels=tuple(labels), prompt=1 + key))
        found = _key(person, seat, key, presses, patience)
        findings += found
        if is_dark and key == KEYS[0] and any(each.says == NOT_FELT for each in found):
            # Its other keys would only be waited for.
            likely = "it is not built, or its cable is not in its socket"
            remedy = "Plug it in. A seat that is not there is left out of [seats] in the settings."
            findings = [Finding(f"seat {seat}", Severity.WARNING, "shows nothing and feels nothing", likely, remedy)]
            break
    seats.light(seat, Lamp.OFF)
    seats.show(seat, Screen(Message(""), blank=True, prompt=9))
    return findings


def _key(person: Person, seat: int, key: int, presses: queue.SimpleQueue[Press], patience: float) -> list[Finding]:
    name = key_name(seat, key)
    while not presses.empty():
        presses.get()
    person.tell(f"Press key {key} of seat {seat}.")
    try:
        press = presses.get(timeout=patience)
    except queue.Empty:
        likely = "a loose wire, a key across the wrong two of its legs, or no ground"
        remedy = "Join the pin and ground with a wire for a moment: if that counts as a press, it is the key."
        return [Finding(name, Severity.WARNING, NOT_FELT, likely, remedy)]
    if (press.seat, press.key) == (seat, key):
        person.tell("  yes")
        return []
    other = key_name(press.seat, press.key)
    return [Finding(name, Severity.WARNING, f"is wired as {other}", "two wires changed places", "Exchange them.")]


def _sound(person: Person, settings: Settings) -> list[Finding]:
    # Late: it makes sound, for which a second passes.
    from spytable.voice.devices.choice import choose_output
    from spytable.voice.devices.outputs import OutputLostError, Take
    from spytable.voice.samples.effects import Effect, synthesise

    output = choose_output(settings.voice.output, settings.voice.device)
    try:
        output.play(Take(synthesise(Effect.WIN), settings.voice.volume, max(0.3, settings.voice.lead_in)))
        output.rest()
    except OutputLostError as error:
        return [Finding("sound", Severity.WARNING, str(error), remedy=error.remedy)]
    finally:
        output.close()
    if person.agrees("Did you hear a tune?"):
        return []
    likely = "another card than the one with the speaker, its volume at nothing, or the speaker is off"
    remedy = "Name the card as voice.device in the settings (its ids stand above); alsamixer shows its volume."
    return [Finding("sound", Severity.WARNING, "nothing is heard", likely, remedy)]
