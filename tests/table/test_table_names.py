"""Names at a whole table: shown, spoken and kept as soon as a player gives them, and at once when the seat is taken."""

import queue
import threading
from collections.abc import Iterator, Mapping, Sequence

import pytest

from spytable.game.calls import Call
from spytable.game.cards import Colour
from spytable.referee.conversation import Conversation
from spytable.referee.press import Cue
from spytable.seats.scripted import ScriptedSeats, plain
from spytable.table import Table


class Heard:
    """A voice that keeps what it is told; whoever is called how comes before what is spoken."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def speak(self, calls: Sequence[Call]) -> None:
        self.told += calls

    repeat = speak

    def cue(self, cue: Cue) -> None:
        pass

    def read(self, stand: object) -> None:
        pass

    def manner(self, comfort: object) -> None:
        pass


class Named:
    """A table at which seat 2 has a name already."""

    def __init__(self) -> None:
        self.seats, self.voice = ScriptedSeats(), Heard()
        self.called: queue.SimpleQueue[Mapping[Colour, str]] = queue.SimpleQueue()
        talk = Conversation(draw=lambda n: 0)
        self.table = Table(talk, self.seats, self.voice, None, names={2: "Eve"}, named=self.called.put)
        self.thread = threading.Thread(target=self.table.run, daemon=True)
        self.thread.start()
        self.seats.wait_for(4, lambda screen: True)


@pytest.fixture
def named() -> Iterator[Named]:
    running = Named()
    yield running
    running.table.stop()
    running.thread.join(10)


def test_a_name_is_shown_where_others_speak_of_the_seat_and_on_its_nameplate(named: Named) -> None:
    named.table.rename(1, "An\x07na ")
    named.seats.wait_for(1, lambda screen: screen.name == "Anna")
    named.seats.press_label(1, "Green")
    assert named.called.get(timeout=10) == {Colour.GREEN: "Anna"}
    named.seats.wait_for(3, lambda screen: any("Anna" in plain(line) for line in screen.body))
    named.seats.press_label(2, "Red")
    assert named.called.get(timeout=10) == {Colour.GREEN: "Anna", Colour.RED: "Eve"}
    named.table.rename(1, "")
    assert named.called.get(timeout=10) == {Colour.RED: "Eve"}
    named.seats.wait_for(1, lambda screen: screen.name == "")
