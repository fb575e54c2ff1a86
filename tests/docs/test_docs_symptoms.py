"""What goes wrong at such tables is on the page of troubles: each symptom under a heading that one finds it by."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs/troubles.md").read_text(encoding="utf-8")

ENTRIES = {
    head: " ".join(text.split()) for head, text in re.findall(r"^### (.+)\n((?:(?!^#).*\n?)*)", PAGE, re.MULTILINE)
}
"""The page's entries by their headings."""

SYMPTOMS = [
    # Keys.
    ("the header's chip has another number on a Pi 5", "no Raspberry Pi header", "by its name"),
    ("the service dies, for lgpio's pipes find no place", "cannot make its pipe", "LG_WD"),
    ("edges cannot be watched on a new kernel", "Failed to add edge detection", '"lgpio"'),
    ("a second copy, or another program, has the pins", "is busy", "systemctl stop"),
    ("fast presses are lost", "press is lost", "ten fast presses are ten"),
    ("bounces count as presses", "counts twice", "bounces"),
    ("a hold does what a press does, or repeats", "Holding a key", "does not repeat"),
    ("a key is down while the table starts", "held or stuck", "when the table started"),
    ("keys on lines of I2C, I2S, SPI, the console", "belongs to I2C", "serial console"),
    ("keys press themselves", "fires without end", "floats"),
    ("one fault silences all keys", "then none does", "silence the others"),
    # Panels.
    ("one unplugged panel stops everything", "does not answer", "plugged in again in a game"),
    ("a dead panel is tried for ever in silence", "One panel is dead", "reported"),
    ("an SH1106 is two pixels off", "Two pixels off", "sh1106"),
    ("letters are missing", "letter is missing", "six languages"),
    ("a text is longer than the panel", "a text ends in", "too long"),
    ("snow at power-up", "Snow when it is switched on", "clears"),
    ("the last picture stays after the end", "last picture stays", "darkens"),
    ("glass burns in", "ghost of old words", "burn in"),
    ("the press that wakes a panel does something", "first press does nothing", "nothing else"),
    ("two panels have one address", "Two panels show the same", "0x3D"),
    # Sound.
    ("silent as a service", "not as a service", "ALSA"),
    ("the card comes late", "No sound after a start", "later than the table"),
    ("cards change their numbers", "Nothing is heard", "ids do not"),
    ("the card goes away in a line", "Nothing is heard", "went away"),
    ("the player fails, and all seems well", "Nothing is heard", "The log says nothing"),
    ("the first syllable is lost", "first syllable", "lead_in"),
    ("a pop before each line", "pop before", "stream open"),
    ("numbers and letters are read wrongly", "says a word wrongly", "plain words"),
    ("a player's name is taken for more than a name", "says a word wrongly", "signs are not spoken"),
    ("speech lags behind", "lags behind", "left out"),
    ("the voice is silent by a rule nobody knows", "Nothing is heard", "off by choice"),
    # The daemon.
    ("the journal is torn after a power cut", "journal was damaged", "goes on"),
    ("the game is lost with the power", "After a power cut", "where it was"),
    ("a tap switches the machine off", "switched off by accident", "held for a second"),
    ("the time jumps", "clock is wrong", "no clock of its own"),
    ("it is started again and again", "does not start", "start-limit-hit"),
    ("a watchdog starts it anew, or the machine", "starts anew", "never reboots the Pi"),
    ("a mistake in the settings", "does not start", "status 2"),
    ("the sandbox forbids a place", "service cannot write there", "drop-in"),
    ("pip refuses", "externally-managed-environment", "./table"),
    ("an upgrade changes what was edited", "after an upgrade", ".new"),
    ("tiny writes wear the card out", "wear the card out", "none while nobody plays"),
    # The referee.
    ("an undo leaves a player out", "wrong thing was announced", "who was out is in again"),
    ("the turn goes to the wrong player", "turn goes to the wrong player", "clockwise"),
    ("a double press ends the next turn, too", "counts twice", "never ends the next player's turn"),
    ("secrets leak through undo, time or the log", "give my cards away", "takes as long"),
    ("the table waits for somebody who left", "Somebody left", "AWAY"),
    ("a game of older rules is continued", "of the rules stays in the journal", "rules of the new version differ"),
    ("an illegal press gets no reaction", "low sound", "foul"),
    ("a call comes twice", "says something twice", "voice.second"),
    ("only colour tells players apart", "tell the players apart", "sign of its own"),
    ("a language is not there", "wrong language", "spytable languages"),
]
"""What one notices; words of the heading; words of the answer."""


@pytest.mark.parametrize(("symptom", "heading", "answer"), SYMPTOMS, ids=[symptom for symptom, *_ in SYMPTOMS])
def test_a_symptom_has_its_entry(symptom: str, heading: str, answer: str) -> None:
    found = [text for head, text in ENTRIES.items() if heading in head]
    assert len(found) == 1 and answer in found[0], symptom


def test_weak_power_comes_first() -> None:
    assert PAGE.index("First of all, the power") < PAGE.index("\n## ")
