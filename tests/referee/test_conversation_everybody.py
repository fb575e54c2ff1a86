"""Nobody left out: what is spoken stands on the panels, what is to be done can be heard, and neither tells a secret.

Whole games by chance, at every step of which each seat is looked at: open and sealed ones of two, three and four, with
fouls, undo, disputes, leaving, absence, pauses and draws.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from keypress import FOUR, THREE, TWO, People
from spytable.game import calls
from spytable.game.calls import By, Call
from spytable.game.cards import Card, Colour, deck
from spytable.language.phrases import Phrases, languages
from spytable.referee.conversation import Stage
from spytable.referee.conversation.help import EXPLAINED
from spytable.referee.message import Message, message
from spytable.referee.press import KEYS
from spytable.referee.remarks import Asks, Company, Paused, Refuses, Standing
from spytable.referee.screen import Screen
from spytable.screen import icons

WORDS = Phrases(strict=True)
TABLES = {"two": TWO, "three": THREE, "four": FOUR}
RARELY = {"Again", "Back", "Cancel", "Draw", "Leave", "New", "No", "Stay", "Pause", "Away", "Base", "Change"}
CARD_WORDS = ("Safe", "Top Secret", "Bomb")
NAMES = {colour: colour.value.capitalize() for colour in Colour}


def on_panels(call: Call) -> str:
    """What must stand on a panel of a call, besides whose turn it is and who has won, which are titles."""
    match call:
        case calls.Moved(seat=seat, spaces=0):
            return f"{NAMES[seat]} turns round"
        case calls.Moved(seat=seat, spaces=spaces):
            return f"{NAMES[seat]} moves {spaces}"
        case calls.Hopped(seat=seat):
            return f"{NAMES[seat]} hops"
        case calls.Type(seat=seat, card=card):
            return f"{NAMES[seat]}: {WORDS.text(message('{card}', card=card))}"
        case calls.Exposed(seat=seat):
            return f"{NAMES[seat]}: "
        case calls.AlreadyExposed(slot=slot):
            return f"Place {slot}: "
        case calls.SpyMeetsSpy():
            return "the Spy"
        case calls.Hiss(seat=seat):
            return f"{NAMES[seat]}: Tsssssss"
        case calls.Boom(seat=seat, slot=slot):
            return f"{NAMES[seat]} {slot}: a lit Bomb"
        case calls.Out(seat=seat, by=By.LEFT):
            return f"{NAMES[seat]} has left"
        case calls.Out(seat=seat):
            return f"{NAMES[seat]} is out"
        case calls.Disputed(seat=seat):
            return f"{NAMES[seat]} is disputed"
        case calls.Undone():
            return "taken back"
    return ""


class Evening:
    """Players who press by chance, and what has been spoken last and must still be on the panels."""

    def __init__(self, seed: int, table: str, *rules: str) -> None:
        self.chance = random.Random(seed)
        self.colours = TABLES[table]
        self.people = People(draw=lambda n: 0)
        first = next(iter(self.colours))
        cards = {seat: self.shuffled() for seat in self.colours}
        self.people.sit_down(self.colours, *rules)
        self.people.make_bases(first, cards=cards)
        self.standing: list[str] = []
        self.foul: Colour | None = None
        self.met: Counter[str] = Counter()

    def shuffled(self) -> list[Card]:
        cards = list(deck(len(self.colours)))
        self.chance.shuffle(cards)
        return cards

    def step(self) -> None:
        """One press, and a look at every seat."""
        people = self.people
        keys = [(seat, key) for seat in people.seats for key in KEYS if people.labels(seat)[key - 1]]
        weights = [0.1 if people.labels(seat)[key - 1] in RARELY else 1.0 for seat, key in keys]
        seat, key = self.chance.choices(keys, weights)[0]
        held = people.labels(seat)[key - 1] == "Hold"
        prompt = people.screen(seat).prompt
        step = people.key(seat, key, prompt)
        if held:
            step = people.key(seat, key, prompt, held=True)
        self.met.update(type(call).__name__ for call in step.calls)
        self.met.update(type(step.remark).__name__ for _ in [0] if step.remark is not None)
        if step.accepted and not isinstance(step.calls[-1], calls.Ready):
            self.standing = [words for call in step.calls if (words := on_panels(call))]
        if any(isinstance(call, calls.Foul) for call in step.calls):
            assert people.title(seat).startswith("Foul") or "That cannot be done" in people.body(seat)
            for other in set(self.colours) - {seat}:
                if people.screen(other).resting:
                    assert f"Foul: {NAMES[self.colours[seat]]}" in people.body(other)
        if isinstance(step.remark, Refuses):
            says = f"{NAMES[step.remark.seat]} {'is here' if step.remark.here else 'says no'}"
            assert all(says in people.body(n) for n in people.seats if n != seat and people.screen(n).resting)
        if isinstance(step.remark, Asks):
            assert any("Agree" in people.labels(n) or "Here" in people.labels(n) for n in people.seats) or (
                "Hold" in people.labels(seat)
            )
        for seat in self.colours:
            self.look(seat)

    def look(self, seat: int) -> None:
        """What was spoken stands at *seat*, and READ there tells what it must do."""
        people, screen = self.people, self.people.screen(seat)
        if screen.resting:
            body = " / ".join(people.body(seat))
            assert all(words in body for words in self.standing), (self.standing, people.shows(seat))
        # READ is on the help of any page: here it is asked for without laying that over the page.
        reading = people.talk.reading(seat)
        if isinstance(reading, Standing):
            self.hear(seat, screen, reading)
        else:
            assert isinstance(reading, Company) or people.talk.stage is Stage.OVER

    def hear(self, seat: int, screen: Screen, reading: Standing) -> None:
        people, mine = self.people, NAMES[self.colours[seat]]
        said = [sentence for part in WORDS.read(reading) for sentence in part]
        state = reading.state
        if people.title(seat) == "Turn: You":
            assert f"{mine}'s turn." in said
        if people.title(seat).endswith("spies here"):
            assert f"{mine} answers." in said and any(sentence.startswith("Place ") for sentence in said)
            assert [n for n, _ in reading.keys] == [key for key in KEYS if screen.labels[key - 1] is not None]
        if people.title(seat) == "Paused":
            assert "The game is paused." in said
        if "Agree" in people.labels(seat) or "Here" in people.labels(seat):
            assert any("take back" in text or "draw" in text or "base" in text or "away" in text for text in said)
            assert "The first key says no, the third agrees." in said
            assert screen.labels[0] is not None and screen.labels[0].text in ("No", "Here")
        if state.winner:
            assert f"{NAMES[state.winner]} wins!" in said
        if screen.resting:
            labelled = [key for key in KEYS if screen.labels[key - 1] is not None]
            assert state.winner or reading.drawn or [n for n, _ in reading.keys] == labelled
        self.keeps_secrets(reading, said)

    def keeps_secrets(self, reading: Standing, said: list[str]) -> None:
        """Of cards nothing is said but what lies open, what is the target, and what each key is for."""
        allowed = {f"{WORDS.text(explained)}." for explained in EXPLAINED.values()}
        allowed |= {
            sentence for part in WORDS.read(Standing(reading.state, reading.seats, None, None)) for sentence in part
        }
        cards = [sentence for sentence in said if any(word in sentence for word in CARD_WORDS)]
        assert set(cards) <= allowed
        assert not any("lit" in sentence.split() for sentence in said)


KINDS = [
    *((seed, table, ()) for seed, table in enumerate(TABLES)),
    *((3 + seed, table, ("Sealed", "Turn")) for seed, table in enumerate(TABLES)),
    *((6 + seed, table, ("Top 2",)) for seed, table in enumerate(TABLES)),
]


def test_at_every_step_what_was_spoken_is_shown_and_what_is_to_be_done_can_be_heard() -> None:
    met: Counter[str] = Counter()
    for seed, table, rules in KINDS:
        evening = Evening(seed, table, *rules)
        for _ in range(150):
            evening.step()
        met += evening.met
    said = {"Turn", "Moved", "Spies", "Type", "Exposed", "Hiss", "Boom", "Out", "Winner", "Undone", "Foul", "SetUp"}
    assert not said - set(met), "or else this holds for want of it"
    assert {Asks.__name__, Refuses.__name__, Paused.__name__} <= set(met)


def test_a_dispute_and_an_offered_draw_are_shown_and_heard() -> None:
    evening = Evening(1, "two")
    evening.people.dispute()
    evening.standing = [words for call in evening.people.heard if (words := on_panels(call))]
    assert "Red is disputed" in evening.standing
    for seat in TWO:
        evening.look(seat)
    evening.people.press(1, "Done")
    step = evening.people.press(3, "More")
    for label in ("Next", "Leave", "Draw"):
        step = evening.people.press(3, label)
    assert step.remark is not None and WORDS.remark(step.remark)[0] == "Red offers a draw."
    evening.standing = []
    for seat in TWO:
        evening.look(seat)


@pytest.mark.parametrize("language", languages())
def test_seats_differ_in_signs_and_in_words_without_any_colour(language: str) -> None:
    phrases = Phrases(language, strict=True)
    signs = [icons.sign(colour) for colour in Colour]
    for one, other in combinations(signs, 2):
        pixels = sum(a != b for a, b in zip(one.tobytes(), other.tobytes(), strict=True))
        assert pixels, "two seats have one sign"
    for told in ("{seat}", "{seat} wins", "Turn: {seat}", "{seat} spies here"):
        shown = [set(_lengths(phrases, Message(told, (("seat", colour),)))) for colour in Colour]
        assert not any(one & other for one, other in combinations(shown, 2))
    for call in (calls.Turn, calls.Ready, calls.Winner):
        assert len({phrases.speech([call(colour)]) for colour in Colour}) == len(Colour)


def _lengths(phrases: Phrases, told: Message) -> tuple[str, ...]:
    words = phrases.text(told)
    return (str(words), *words.shorter, *words.large)


def test_what_is_entered_of_a_base_changes_nothing_of_what_is_read_there() -> None:
    read = []
    for cards in (deck(2), tuple(reversed(deck(2)))):
        people = People()
        people.sit_down(TWO, "Sealed")
        people.press(1, "Next", "Next")
        heard = [people.talk.reading(1)]
        for card in cards:
            if people.title(1) == "Your base":
                break
            people.enter_one(1, card)
            heard.append(people.talk.reading(1))
        read.append(heard[:5])
    assert read[0] == read[1]
