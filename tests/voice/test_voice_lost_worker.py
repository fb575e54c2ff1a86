"""The synthesiser's process is lost in the middle of a game: killed, or stopped as if it hung."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from spytable.game.calls import Boom, Out, Turn
from spytable.game.cards import Colour
from spytable.language.phrases import Phrases
from spytable.voice.devices.recording import RecordingOutput
from spytable.voice.synthesis import espeak
from spytable.voice.synthesis.synthesiser import Synthesiser
from spytable.voice.voice import Voice

pytestmark = pytest.mark.skipif(espeak.find() is None, reason="eSpeak NG is not installed")


class Table:
    """A voice over the real worker, with what it told and what was heard."""

    def __init__(self, folder: Path) -> None:
        self.troubles: list[tuple[str, str]] = []
        self.told = threading.Condition()
        self.output = RecordingOutput()
        self.worker = Synthesiser(deadline=120, folder=folder)
        self.voice = Voice(
            Phrases(), output=self.output, cache=folder, synthesiser=self.worker, patience=120, trouble=self._trouble
        )

    def _trouble(self, part: str, what: str, remedy: str) -> None:
        with self.told:
            self.troubles.append((part, what))
            self.told.notify_all()
            if "hangs" in what:
                # It was one worker that hung: the next one may take its time to start.
                self.worker.deadline = 120

    def tells(self, *last: tuple[str, str]) -> bool:
        """Waits until that is what was told last: words may sound a moment before it is told that there are some."""
        with self.told:
            return self.told.wait_for(lambda: tuple(self.troubles[-len(last) :]) == last, 60)

    @property
    def heard(self) -> list[str]:
        """What sounded."""
        return [played.name for played in self.output.played]

    def send(self, number: signal.Signals) -> None:
        """Sends a signal to the worker."""
        assert self.worker.process_id is not None
        os.kill(self.worker.process_id, number)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.voice.prepare()
    assert table.voice.wait_until_prepared(60)
    yield table
    table.voice.close()


def test_a_worker_that_is_killed_costs_no_word(table: Table) -> None:
    table.voice.speak([Turn(Colour.RED)])
    assert table.voice.wait_until_quiet(60)
    table.send(signal.SIGKILL)
    table.voice.speak([Turn(Colour.GREEN)])
    assert table.voice.wait_until_quiet(60)
    assert table.heard == ["turn", "Red's turn.", "turn", "Green's turn."]
    assert table.troubles == []


def test_a_worker_that_is_killed_while_it_prepares_is_replaced_and_everything_gets_ready(table: Table) -> None:
    sentences = Phrases().everything_said([Colour.GREEN, Colour.RED], 8)[:24]
    table.voice.prepare(sentences)
    for done in (10, 20):
        while table.voice.progress[0] < done:
            table.voice.wait_until_prepared(0.005)
        table.send(signal.SIGKILL)
    assert table.voice.wait_until_prepared(60)
    ready, of = table.voice.progress
    assert ready == of > 24
    assert table.troubles == []


def test_a_worker_that_hangs_leaves_the_effect_in_time_and_the_words_come_back_by_themselves(table: Table) -> None:
    table.voice.speak([Turn(Colour.RED)])
    assert table.voice.wait_until_quiet(60)
    table.worker.deadline = 0.2
    table.send(signal.SIGSTOP)
    table.voice.speak([Boom(Colour.RED, 4), Out(Colour.RED, "bomb")])
    assert table.voice.wait_until_quiet(60)
    assert table.heard[2] == "bang"
    assert ("voice", "The speech synthesiser hangs.") in table.troubles, "then the words stand on the panels"
    table.voice.speak([Turn(Colour.GREEN)])
    assert table.voice.wait_until_quiet(60)
    assert table.heard[-1] == "Green's turn."
    assert table.tells(("voice", ""))
