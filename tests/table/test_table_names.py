"""Names at a whole table: shown, spoken and kept as soon as a player gives them, and at once when the seat is taken."""

import queue
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from mute import Mute
from spytable.game.calls import Call
from spytable.game.cards import Colour
from spytable.journal.clerk import Clerk
from spytable.journal.journal import Journal
from spytable.referee.conversation import Conversation
from spytable.referee.message import Player
from spytable.referee.names import names
from spytable.referee.remarks import Wins
from spytable.referee.scores import SETTING, Result, Scores
from spytable.seats.scripted import ScriptedSeats, plain
from spytable.table import Table


class Heard(Mute):
    """A voice that keeps what it is told; whoever is called how comes before what is spoken."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def speak(self, calls: Sequence[Call]) -> None:
        self.told += calls

    repeat = speak

    def remark(self, remark: object) -> None:
        self.told.append(remark)


class Named:
    """A table at which seat 2 has a name already."""

    def __init__(self, clerk: Clerk | None = None, scores: Scores | None = None) -> None:
        self.seats, self.voice = ScriptedSeats(), Heard()
        self.called: queue.SimpleQueue[Mapping[Colour, str]] = queue.SimpleQueue()
        talk = Conversation(draw=lambda n: 0)
        self.table = Table(
            talk, self.seats, self.voice, clerk, names={2: "Eve"}, named=self.called.put, scores=scores
        )
        self.thread = threading.Thread(target=self.table.run, daemon=True)
        self.thread.start()
        self.seats.wait_for(4, lambda screen: True)


@pytest.fixture
def named() -> Iterator[Named]:
    running = Named()
    yield running
    running.table.stop()
    running.thread.join(60)


def test_a_name_is_shown_where_others_speak_of_the_seat_and_on_its_nameplate(named: Named) -> None:
    named.table.rename(1, "An\x07na ")
    named.seats.wait_for(1, lambda screen: screen.name == "Anna")
    named.seats.press_label(1, "Green")
    assert named.called.get(timeout=60) == {Colour.GREEN: "Anna"}
    named.seats.wait_for(3, lambda screen: any("Anna" in plain(line) for line in screen.body))
    named.seats.press_label(2, "Red")
    assert named.called.get(timeout=60) == {Colour.GREEN: "Anna", Colour.RED: "Eve"}
    named.table.rename(1, "")
    assert named.called.get(timeout=60) == {Colour.RED: "Eve"}
    named.seats.wait_for(1, lambda screen: screen.name == "")


def test_names_and_what_a_game_came_to_are_kept_with_the_games(tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    clerk = Clerk(Journal.open(file))
    earlier = Scores()
    earlier.results = [Result("earlier", Player(Colour.RED, "{anna}"), (), 9)]
    there = Named(clerk, earlier)
    there.table.rename(1, "{Anna}")
    there.seats.wait_for(1, lambda screen: screen.name == "{Anna}")
    there.seats.press_label(1, "Green")
    there.seats.wait_for(2, lambda screen: screen.labels[0] is None)
    for seat, label in ((2, "Red"), (1, "Begin"), (1, "OK")):
        there.seats.press_label(seat, label)
    for seat in (1, 2):
        for label in ("Next", "Ready"):
            there.seats.press_label(seat, label)
    there.seats.press_label(1, "I do")
    there.seats.wait_for(2, lambda screen: screen.title.text == "Turn: {seat}")
    for label in ("More", "Next", "Leave"):
        there.seats.press_label(2, label)
    there.seats.wait_for(2, lambda screen: screen.title.text == "Leave the game?")
    there.seats.press_label(2, "Leave")
    there.seats.wait_for(1, lambda screen: screen.title.text == "You win")
    there.table.stop()
    there.thread.join(60)
    assert clerk.close(60)
    journal = Journal.open(file)
    kept = journal.settings()
    journal.close()
    assert names((1, 2), kept, {}) == {1: "{Anna}"}
    _, game = Scores(kept[SETTING]).results
    assert game.winner is not None and game.winner.name == "{Anna}"
    assert there.voice.told[-1] == Wins(game.winner, 2), "the table says how often she has won"
