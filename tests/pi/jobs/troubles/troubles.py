"""A game of two among things that fail. Throughout, each panel that is there shows what it should, notices and all."""

from __future__ import annotations

from pathlib import Path

from bench import ear, service
from bench.findings import note
from bench.hardware import Card, Microphone, bounce, held, press
from bench.patience import run, wait
from bench.players import Players

from keypress import TWO
from spytable.voice.samples.effects import Effect

GAME = 1
"""The seed of a game of some length."""

STUCK = 2, 3
"""The seat and the key that is down when the table starts; nobody plays there."""


def fails(part: str) -> bool:
    """Whether the table tells that *part* does not work now."""
    return any(fault["part"] == part for fault in service.status().get("faults", ()))


class Troubles:
    """What happens in the game, after so many presses."""

    def __init__(self, players: Players) -> None:
        self.players = players

    def panel(self) -> None:
        """A panel's plug is pulled: the others tell of it. It is put in again: the panel shows the game."""
        glass, others = self.players.glass[4], (1, 2, 3)
        self.players.look()
        glass.plug()
        # The table looks at its panels whenever somebody presses: here a key without a label, which does nothing else.
        seat = next(seat for seat in others if "" in self.players.labels(seat))
        press(seat, self.players.labels(seat).index("") + 1)
        wait(lambda: fails("panel of seat 4"), "word of the panel that is gone")
        self.players.wait_for(*others)
        glass.plug()
        wait(lambda: not fails("panel of seat 4"), "the panel that was plugged in again")
        self.players.look()

    def sound(self) -> None:
        """The sound card goes away while it plays, and comes back."""
        self.card = Card()

    def sound_again(self) -> None:
        wait(lambda: fails("sound"), "word of the sound card that is gone")
        self.players.look()
        self.card.plug()
        self.microphone = Microphone(Path("/root/heard"))

    def bouncing(self) -> None:
        """From now on all keys bounce."""
        self.players.finger = bounce


def a_key_is_stuck_at_boot() -> Players:
    """The players of a table that started with a key held down, which is let go.

    The simulated line is up for a moment when it is asked for. Where the table looked at it just then, and took what
    followed for a press, it is started once more.
    """
    name = f"key {STUCK[1]} of seat {STUCK[0]}"
    wait(service.is_up, "the table")
    for left in (2, 1, 0):
        service.systemctl("stop", service.NAME)
        with held(*STUCK):
            service.systemctl("start", service.NAME)
            wait(lambda: fails(name), name)
            players = Players()
            try:
                players.look()
                break
            except TimeoutError:
                players.leave()
                if not left:
                    raise
    wait(lambda: not fails(name), f"{name}, which is let go")
    players.look()
    return players


def troubles() -> None:
    players = a_key_is_stuck_at_boot()
    happening = Troubles(players)
    players.announced = players.look
    players.before = {
        12: happening.panel,
        20: happening.bouncing,
        28: happening.sound,
        34: happening.sound_again,
    }
    players.play(TWO, GAME)
    wait(lambda: not fails("sound"), "sound after the card came back")
    happening.microphone.wait_until_quiet()
    note("heard at the end", ear.times(ear.effect(Effect.WIN), happening.microphone.stop()))
    note("presses", players.pressed)
    note("restarts", service.restarts())
    note("log", service.log())
    note("faults", [fault for panel in players.glass.values() for fault in panel.faults])


if __name__ == "__main__":
    run(troubles)
