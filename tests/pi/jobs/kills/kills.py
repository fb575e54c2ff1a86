"""A game of three; after some announcements the table is killed, or made to hang, and systemd starts it again."""

from __future__ import annotations

from bench import service
from bench.findings import note
from bench.patience import run, wait
from bench.players import Players

from keypress import THREE

GAME = 1
"""The seed of a short game."""

ENDED_AFTER = {7: "KILL", 8: "KILL", 12: "STOP", 15: "KILL"}
"""After how many announcements what is sent; the first five make the game."""


def kills() -> None:
    wait(service.is_up, "the table")
    players = Players()
    seconds: dict[str, list[float]] = {"KILL": [], "STOP": []}

    def end() -> None:
        players.look()
        if signal := ENDED_AFTER.get(len(players.said)):
            seconds[signal].append(round(service.kill(signal), 1))
            players.go_on()
            players.look()

    players.announced = end
    players.play(THREE, GAME)
    note("seconds", seconds)
    note("restarts", service.restarts())
    note("log", service.log())
    note("faults", [fault for panel in players.glass.values() for fault in panel.faults])


if __name__ == "__main__":
    run(kills)
