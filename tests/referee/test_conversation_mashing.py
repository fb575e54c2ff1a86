"""What holds whatever keys are pressed: children press all of them."""

import random
from dataclasses import replace

import pytest

from keypress import FOUR, THREE, TWO, People, english
from spytable.game.announcements import SetUp
from spytable.game.calls import Winner
from spytable.game.views import public_view
from spytable.language.phrases import Phrases
from spytable.referee.conversation.page import (
    LABEL,
    LABELS,
    LINE,
    LINES,
    TITLE,
    Hold,
    Repeat,
    Say,
    TakeBack,
    Vote,
)
from spytable.referee.press import KEYS, Cue, Step
from spytable.referee.record import Record
from spytable.referee.screen import Icon, Screen
from spytable.screen.draw import render
from spytable.screen.fit import wrapped

SHY = {
    "Again": 0.1,
    "Read": 0.1,
    "Set": 0.1,
    "Size": 0.3,
    "Loud": 0.3,
    "Pace": 0.3,
    "Cancel": 0.2,
    "Change": 0.2,
    "Leave": 0.3,
    "Left": 0.2,
    "New": 0.1,
    "No": 0.3,
    "Pause": 0.3,
    "Right": 0.2,
    "Stay": 0.5,
    "Undo": 0.3,
}
"""How likely a key is taken when chance falls on it: games should get somewhere."""


def acts(people: People, seat: int) -> list[object]:
    """What the keys of *seat* mean, which is not to be seen from outside."""
    return [key and key.act for key in people.talk._shown[seat].page.keys]


class Masher:
    """Presses keys by chance, and checks after each press what must hold always."""

    def __init__(self, chance: random.Random, table: str) -> None:
        self.chance = chance
        self.people = People(draw=chance.randrange)
        self.prompts: dict[int, dict[int, list[object]]] = {seat: {} for seat in self.people.seats}
        self.titles: set[str] = set()
        self.wins = 0
        colours = TABLES[table]
        if colours:
            self.people.begin(colours, "Top 2", "Turn", *(["Sealed"] if table == "sealed" else []), first=1)
        if table == "disputed":
            self.people.dispute()
        self.journal = list(self.people.accepted)
        if table == "power cut":
            record = Record.resume(self.journal)
            self.people = People(draw=chance.randrange, record=record)

    def mash(self, presses: int) -> None:
        for _ in range(presses):
            seat = self.chance.choice(self.people.seats)
            lit = [place for place, label in zip(KEYS, self.people.labels(seat), strict=True) if label]
            key = self.chance.choice(lit if lit and self.chance.random() < 0.95 else KEYS)
            if self.chance.random() > SHY.get(self.people.labels(seat)[key - 1], 1):
                continue
            self.press(seat, key)

    def press(self, seat: int, key: int) -> Step:
        people = self.people
        before = {seat: (people.screen(seat).prompt, acts(people, seat)) for seat in people.seats}
        meant = before[seat][1][key - 1]
        stale = self.chance.random() < 0.02
        step = people.key(seat, key, prompt=before[seat][0] - 1 if stale else None)
        self.keep(step)
        # Help lies over a page until it is closed: held too often, keys lead to nothing else.
        if not stale and self.chance.random() < (0.25 if isinstance(meant, Hold) else 0.03):
            held = people.key(seat, key, prompt=before[seat][0], held=True)
            self.keep(held)
            step = held if held.accepted else step
        if stale or meant is None:
            assert not step.accepted and not step.calls and not step.again
            assert step.cue is (Cue.STALE if stale else None)
        elif step.accepted or step.cue is Cue.FOUL or acts(people, seat) != before[seat][1]:
            assert not isinstance(acts(people, seat)[key - 1], Say | Vote | TakeBack), (
                f"pressed twice, K{key} of seat {seat} announces on {people.shows(seat)}"
            )
        for other in people.seats:
            screen, now = people.screen(other), acts(people, other)
            prompt, was = before[other]
            assert (screen.prompt == prompt) == (now == was)
            assert screen.prompt >= prompt
            assert self.prompts[other].setdefault(screen.prompt, now) == now
            fits(screen)
        assert any(act and not isinstance(act, Repeat) for seat in people.seats for act in acts(people, seat))
        self.titles |= {people.screen(seat).title.text for seat in people.seats}
        return step

    def keep(self, step: Step) -> None:
        for announcement in step.accepted:
            if isinstance(announcement, SetUp):
                self.journal = []
            self.journal.append(announcement)
        self.wins += sum(isinstance(call, Winner) for call in step.calls)
        if step.accepted and self.chance.random() < 0.05:
            again, game = Record.resume(self.journal).game, self.people.talk.record.game
            assert again is not None and game is not None
            assert again == game and public_view(again) == public_view(game)


def fits(screen: Screen) -> None:
    assert len(english(screen.title)) <= TITLE, english(screen.title)
    lines = [line for told in screen.body for line in wrapped(english(told), LINE)]
    assert len(lines) <= (1 if screen.fan else LINES), lines
    assert all(len(line) <= LINE for line in lines), lines
    labels = [english(label) for label in screen.labels if label]
    assert all(0 < len(label) <= LABEL for label in labels), labels
    assert sum(map(len, labels)) <= LABELS, labels


TABLES = {"lobby": {}, "two": TWO, "three": THREE, "four": FOUR, "disputed": TWO, "power cut": THREE, "sealed": TWO}


@pytest.mark.parametrize("table", TABLES)
def test_no_keys_in_any_order_break_the_talk(table: str) -> None:
    for seed in range(2):
        Masher(random.Random(seed), table).mash(700)


def test_every_screen_has_room_on_the_panel_with_all_its_signs() -> None:
    """Drawn strictly: a text that would be cut, or a letter that the font lacks, is an error."""
    words = Phrases(strict=True)
    drawn: set[str] = set()
    for seed, table in enumerate(TABLES):
        masher = Masher(random.Random(200 + seed), table)
        masher.people.talk.set_icons(frozenset(Icon))
        for _ in range(300):
            masher.mash(1)
            for seat in masher.people.seats:
                screen = replace(masher.people.screen(seat), prompt=0)
                if repr(screen) not in drawn:
                    drawn.add(repr(screen))
                    render(screen, words.text, strict=True)


def test_mashing_gets_to_every_page_and_to_the_end() -> None:
    """Or else the test above would hold for want of anything to hold for."""
    titles: set[str] = set()
    wins = 0
    for seed, table in enumerate([*TABLES, *TABLES, *["sealed"] * 4]):
        masher = Masher(random.Random(300 + seed), table)
        masher.mash(700)
        titles |= masher.titles
        wins += masher.wins
    assert wins >= 3
    assert titles >= PAGES, PAGES - titles


PAGES = {
    "A Bomb",
    "Are you there?",
    "Is {seat} away?",
    "Next game",
    "Paused",
    "Who is away?",
    "{seat}'s base",
    "Place {place}: card?",
    "Your base",
    "Are you sure?",
    "Does it stand?",
    "Foul: the number",
    "House rules",
    "How to play",
    "Leave the game?",
    "Make your base",
    "More",
    "Move {spaces}?",
    "Move: 1 or 2?",
    "New game",
    "Ready",
    "Spy on whom?",
    "That cannot be",
    "Turn round?",
    "Who begins?",
    "Who plays?",
    "Who sits here?",
    "You are {seat}",
    "You win",
    "Your Spy",
    "Turn: You",
    "{seat} looks at {place}",
    "{seat} spies here",
    "{seat} takes back",
    "{seat} wins",
    "{seat}'s answer",
    "Turn: {seat}",
}
