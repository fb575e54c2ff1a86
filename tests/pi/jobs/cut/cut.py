"""A game of two that outlives two power cuts: while a question stands, and while the key that answers it is down.

Each start of the machine runs this once more. What the players know of the game is in NOTES, which is not on its disk.
"""

from __future__ import annotations

import copy
import os
import pickle
import random
import time
from pathlib import Path

from bench import service
from bench.findings import note
from bench.hardware import pull
from bench.patience import run, wait
from bench.players import Players

from holders import Hand, shuffled
from keypress import TWO, People
from spytable.game.announcements import Announcement
from spytable.referee.press import Step
from spytable.referee.screen import Lamp

NOTES = Path("/mnt/job/players.pickle")
GAME = 44
"""The seed of a short game."""


class Thinking(People):
    """Players who only think of the key that they would press."""

    key_thought_of = 0

    def press(self, seat: int, *labels: str) -> Step:
        """Notes the key of the first of *labels*, and thinks on."""
        self.key_thought_of = self.labels(seat).index(labels[0]) + 1
        return super().press(seat, *labels)


def keep(players: Players, *more: Announcement) -> None:
    """Notes what the players know. *more*: what is being announced."""
    with NOTES.open("wb") as file:
        pickle.dump((players.accepted, players.settings, more), file)
        os.fsync(file.fileno())


def cut() -> None:
    """The power is cut: nothing that Linux has not written yet reaches the disk."""
    Path("/proc/sysrq-trigger").write_text("b")
    time.sleep(60)


def asked(players: Players) -> list[int]:
    """The seats that owe an answer."""
    return [seat for seat in players.seats if players.talk.lamp(seat) is Lamp.BLINK]


def hand(people: People, seat: int) -> Hand:
    """The cards of *seat* in this game."""
    chance = random.Random(GAME)
    cards = {player: shuffled(len(TWO), chance) for player in TWO}
    return Hand(people, seat, cards[seat], chance)


def first_start() -> None:
    players = Players()

    def cut_at_a_question() -> None:
        if asked(players):
            players.look()
            keep(players)
            cut()

    players.announced = cut_at_a_question
    players.play(TWO, GAME)


def cut_in_the_answer(players: Players) -> None:
    """The power is cut a moment after a finger has come down on the key of the true answer."""
    (seat,) = asked(players)
    thinking = Thinking(players.seats)
    thinking.talk = copy.deepcopy(players.talk)
    hand(thinking, seat).answer()
    keep(players, *thinking.accepted)
    pull(seat, thinking.key_thought_of, down=True)
    time.sleep(0.03)
    cut()


def later_start() -> None:
    players = Players()
    players.accepted, players.settings, more = pickle.loads(NOTES.read_bytes())
    players.go_on()
    if not more:
        players.look()
        note("the question after the first cut", [players.shows(seat) for seat in asked(players)])
        cut_in_the_answer(players)
    before, answered = list(players.accepted), [*players.accepted, *more]
    talks = {}
    for announced in (before, answered):
        players.accepted = announced
        players.go_on()
        talks[len(announced)] = players.talk

    def is_at(announced: list[Announcement]) -> bool:
        players.accepted, players.talk = announced, talks[len(announced)]
        return all(players.is_shown(seat) for seat in players.seats)

    wait(lambda: is_at(before) or is_at(answered), "the question that was asked, or its answer")
    note("answered", players.accepted == answered)
    players.look()
    for seat in asked(players):
        hand(players, seat).answer()
    players.play_on(TWO, GAME)
    note("winner", [players.shows(seat) for seat in TWO])
    note("log", service.log())
    note("faults", [fault for panel in players.glass.values() for fault in panel.faults])


if __name__ == "__main__":
    run(later_start if NOTES.exists() else first_start)
