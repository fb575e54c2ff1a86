"""Sealed games: bases entered secretly at the seats, and a table that answers by itself."""

import random
from dataclasses import replace
from itertools import permutations

import pytest

from keypress import THREE, TWO, People
from spytable.game import calls
from spytable.game.announcements import Base, Spy
from spytable.game.base import Facing
from spytable.game.cards import Card, Colour, deck
from spytable.referee.conversation.entering import Entering
from spytable.referee.conversation.page import Go
from spytable.referee.message import message
from spytable.referee.press import KEYS, Cue, Step
from spytable.referee.record import Record
from spytable.referee.screen import Lamp

GREEN = (Card.S1, Card.B1, Card.T2, Card.B2, Card.S2, Card.T1, Card.B1)
RED = (Card.B1, Card.T1, Card.S1, Card.B2, Card.T2, Card.B1, Card.S2)


def sealed(green: tuple[Card, ...] = GREEN, red: tuple[Card, ...] = RED, *rules: str) -> People:
    """A game of two; both Spies stand at place 4 and face right. Green begins."""
    people = People()
    people.sit_down(TWO, "Sealed", *rules)
    for seat, cards in ((1, green), (3, red)):
        people.press(seat, "Next", "Next")
        people.enter(seat, cards)
        people.press(seat, "Ready")
    people.press(1, "I do")
    return people


def test_a_whole_base_takes_twenty_presses_at_most() -> None:
    """Next, four times Left or Right, Turn and Next lead to the cards; Ready follows them."""
    for colours in (TWO, THREE):
        people = People()
        people.sit_down(colours, "Sealed")
        sight = people.talk._talk.sight(1)
        cards = deck(len(colours))
        for order in sorted(set(permutations(cards)))[::5]:
            draft, presses = Entering(4, Facing.RIGHT), 0
            while len(draft.cards) < len(cards):
                page = draft.page(sight)
                assert page is not None
                acts = [key.act for key in page.keys if key is not None]
                drafts = [act.to for act in acts if isinstance(act, Go) and isinstance(act.to, Entering)]
                entered = [to for to in drafts if len(to.cards) > len(draft.cards)]
                draft = next((to for to in entered if to.cards == order[: len(to.cards)]), drafts[-1])
                presses += 1
            assert draft.cards == order
            assert 1 + 4 + 1 + 1 + presses + 1 <= 20


def test_what_was_entered_stands_in_the_fan_and_is_announced() -> None:
    people = People()
    people.sit_down(TWO, "Sealed")
    people.press(1, "Next", "Right", "Turn", "Next")
    assert people.title(1) == "Place 1: card?"
    people.press(1, "Safe1")
    fan = people.screen(1).fan
    assert fan is not None and fan.known == ((1, Card.S1),) and fan.asked == 2
    people.enter(1, GREEN[1:])
    fan = people.screen(1).fan
    assert fan is not None and [card for _, card in fan.known] == list(GREEN)
    assert [place for place, _ in fan.known] == [1, 2, 3, 4, 6, 7, 8]
    step = people.press(1, "Ready")
    assert step.accepted == (Base("green", 5, Facing.LEFT, tuple(GREEN)),)


def test_a_card_entered_wrongly_is_taken_back_and_entered_again() -> None:
    people = People()
    people.sit_down(TWO, "Sealed")
    people.press(1, "Next", "Next", "Top1", "Safe1", "More", "More", "Undo")
    assert people.title(1) == "Place 2: card?"
    people.press(1, "More", "More", "Undo")
    assert people.title(1) == "Place 1: card?"
    people.enter(1, RED)
    people.press(1, "Undo")
    assert people.title(1) == "Place 7: card?", "the last choice is asked again"
    people.enter(1, RED[5:])
    assert people.press(1, "Ready").accepted == (Base("green", 4, Facing.RIGHT, tuple(RED)),)


def test_the_way_back_from_the_first_card_leads_to_the_spy() -> None:
    people = People()
    people.sit_down(TWO, "Sealed")
    people.press(1, "Next", "Left", "Next", "More", "More", "Back")
    fan = people.screen(1).fan
    assert people.title(1) == "Your Spy" and fan is not None and fan.spy == 3


def test_only_cards_that_are_left_of_the_deck_are_offered() -> None:
    people = People()
    people.sit_down(THREE, "Sealed")
    chance = random.Random(5)
    for seat in THREE:
        people.press(seat, "Next", "Next")
        entered: list[str] = []
        while people.title(seat) != "Your base":
            label = chance.choice([label for label in people.labels(seat) if label])
            people.press(seat, label)
            if people.title(seat) == "Your Spy":
                people.press(seat, "Next")
        fan = people.screen(seat).fan
        assert fan is not None
        entered = sorted(card.value for _, card in fan.known)
        assert entered == sorted(card.value for card in deck(3))


def test_a_base_is_changed_by_its_holder_before_the_start() -> None:
    people = People()
    people.sit_down(TWO, "Sealed")
    people.press(1, "Next", "Next")
    people.enter(1, GREEN)
    people.press(1, "Ready", "Change", "Right", "Next")
    assert people.title(1) == "Place 7: card?", "the other cards are still there"
    people.press(1, "Undo")
    people.enter(1, GREEN[4:])
    assert people.press(1, "Ready").accepted == (Base("green", 5, Facing.RIGHT, tuple(GREEN)),)


def everything_elsewhere(people: People, *own: int, news: bool = True) -> list[object]:
    """All that other seats show and would do; without *news* but for what is told for a while."""
    screens = {seat: people.screen(seat) for seat in people.seats if seat not in own}
    if not news:
        # News stand where the targets stand else.
        screens = {seat: replace(screen, body=(), targets=()) for seat, screen in screens.items()}
    return [
        (screen, people.talk.lamp(seat), [None if key is None else key.act for key in keys(people, seat)])
        for seat, screen in screens.items()
    ]


def keys(people: People, seat: int) -> tuple[object, ...]:
    return people.talk._shown[seat].page.keys


def test_no_other_panel_and_no_sound_tells_what_is_entered() -> None:
    seen: set[str] = set()
    for cards in (GREEN, RED, tuple(sorted(GREEN)), tuple(sorted(GREEN, reverse=True))):
        people = People()
        people.sit_down(TWO, "Sealed")
        people.press(1, "Next", "Next")
        before = everything_elsewhere(people, 1)
        for step in people.enter(1, cards):
            assert step == Step(), "how many keys a card takes is not to be counted"
            assert everything_elsewhere(people, 1) == before
        step = people.press(1, "Ready")
        seen.add(repr((step.calls, step.cue, everything_elsewhere(people, 1), people.shows(1))))
    assert len(seen) == 1


def test_the_table_answers_by_itself() -> None:
    people = sealed()
    step = people.press(1, "Spy", "Red")
    # Green's Spy at 4 faces place 5; mirrored that is place 4, red's Spy.
    assert step.calls == (calls.Spies("green", "red", 4), calls.SpyMeetsSpy("red"))
    people.press(1, "OK", "Done")
    people.press(3, "Move", "2", "OK")
    step = people.press(3, "Spy", "Green")
    assert people.talk.record.game is not None and people.talk.record.game.owed is None
    assert step.calls == (calls.Spies("red", "green", 2), calls.Hiss("green"))
    assert people.lamps() == {1: Lamp.OFF, 2: Lamp.OFF, 3: Lamp.ON, 4: Lamp.OFF}
    fan = people.screen(1).fan
    assert fan is not None and fan.lit == {2}, "the holder sees which Bomb to light"


def test_the_table_knows_a_lit_bomb() -> None:
    people = sealed()
    people.press(1, "Done")
    people.press(3, "Move", "2", "OK", "Spy", "Green", "OK", "Done")
    people.press(1, "Done")
    step = people.press(3, "Spy", "Green")
    assert calls.Boom("green", 2) in step.calls and calls.Winner("green") in step.calls


def test_a_wrong_number_is_a_foul_that_is_explained_at_that_seat_alone() -> None:
    people = sealed()
    before, game = everything_elsewhere(people, 1, news=False), people.talk.record.game
    # Green's Spy faces the Bomb 2 at place 5.
    step = people.press(1, "Move", "1", "OK")
    assert not step.accepted and step.cue is Cue.FOUL
    assert step.calls == (calls.Foul(calls.FoulCode.WRONG_SPACES),)
    assert people.title(1) == "Foul: the number"
    assert people.body(1) == ["Move as many spaces", "as the number on the", "card your Spy faces."]
    # What all hear all may read, and no more of it.
    said = message("Foul: {seat}", seat=Colour.GREEN)
    assert all(people.screen(seat).body == (said,) for seat in people.seats if seat != 1)
    assert everything_elsewhere(people, 1, news=False) == before and people.talk.record.game == game
    assert people.press(1, "Move", "2", "OK").calls == (calls.Moved("green", 2, 6, Facing.RIGHT),)


def test_a_sealed_game_goes_on_after_a_power_cut_and_again_with_the_same_players() -> None:
    people = sealed()
    settings = people.settings
    again = People(settings=settings, record=Record.resume(people.accepted))
    assert again.press(1, "Move", "1", "OK").cue is Cue.FOUL
    again.press(1, "OK", "More", "Next", "Next", "Leave", "Leave")
    assert again.press(1, "New", "Yes").accepted[0].sealed


@pytest.mark.parametrize("seed", range(3))
def test_games_with_other_hidden_cards_have_the_same_timeline(seed: int) -> None:
    """The same keys are pressed at two tables. As long as the same is said, all panels, lamps and sounds are the same;
    where an answer differs, it is one call instead of another, and no lamp and no key tells more."""
    chance = random.Random(seed)
    told = same = 0
    for _ in range(12):
        first, second = ([tuple(chance.sample(GREEN, 7)) for _ in TWO] for _ in range(2))
        one, other = sealed(*first), sealed(*second)
        for _ in range(40):
            seat = chance.choice([seat for seat, lamp in one.lamps().items() if lamp is Lamp.ON] or [1])
            labels = one.labels(seat)
            assert labels == other.labels(seat)
            key = chance.choice([key for key in KEYS if labels[key - 1] not in ("", "Undo", "New", "Leave", "Base")])
            here, there = one.key(seat, key), other.key(seat, key)
            if here.calls == there.calls:
                same += 1
                assert here == there
                for place in one.seats:
                    assert replace(one.screen(place), prompt=0) == replace(other.screen(place), prompt=0)
                    assert one.talk.lamp(place) == other.talk.lamp(place)
                continue
            told += 1
            if here.accepted and isinstance(here.accepted[0], Spy):
                assert here.accepted == there.accepted and here.cue == there.cue
                assert here.calls[0] == there.calls[0] and len(here.calls) == len(there.calls) == 2
                assert one.lamps() == other.lamps()
                assert [one.labels(place) for place in one.seats] == [other.labels(place) for place in other.seats]
            break
    assert told >= 3 and same > 60, "or else this holds for want of games"
