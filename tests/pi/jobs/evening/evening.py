"""A game at the installed table, from the first screen to the winner; in the end the table is stopped."""

from __future__ import annotations

from pathlib import Path

from bench import ear, service
from bench.findings import note
from bench.hardware import Microphone
from bench.patience import run, wait
from bench.players import Players

from keypress import FOUR, THREE, TWO
from spytable.game.calls import Boom, Hiss
from spytable.voice.samples.effects import Effect

NUMBER = Path("number")
"""How many play, where they are not two."""

GAMES = {2: (TWO, 44), 3: (THREE, 1), 4: (FOUR, 6)}
"""Who plays, and the seed of a short game in which Bombs hiss and go off."""


def evening() -> None:
    colours, seed = GAMES[int(NUMBER.read_text()) if NUMBER.exists() else 2]
    note("at boot", service.systemctl("is-active", service.NAME))
    note("user", service.user())
    microphone = Microphone(Path("/root/heard"))
    players = Players()
    players.look()
    players.announced = players.look
    wait(lambda: service.sounds_ready(len(Effect)), "the effects", seconds=900.0)
    players.play(colours, seed)
    microphone.wait_until_quiet()
    heard = microphone.stop()
    for effect, kind in ((Effect.HISS, Hiss), (Effect.BANG, Boom)):
        note(f"heard {effect.value}", ear.times(ear.effect(effect), heard))
        note(f"called {effect.value}", sum(isinstance(call, kind) for call in players.called))
    note("presses", players.pressed)
    note("waits", sorted(round(waited, 2) for waited in players.waits))
    note("restarts", service.restarts())
    service.systemctl("stop", service.NAME)
    note("dark", {seat: glass.picture().getbbox() is None for seat, glass in players.glass.items()})
    note("faults", {seat: glass.faults for seat, glass in players.glass.items()})
    note("log", service.log())


if __name__ == "__main__":
    run(evening)
