"""Somebody who announces things, most of them possible, some of them nonsense."""

import random

from spytable.game import announcements as say
from spytable.game.announcements import HouseRules, Play, Said, Turning
from spytable.game.base import Facing
from spytable.game.rules import legal
from spytable.game.state import Game

SEATS = (("green", "red"), ("blue", "red", "green"), ("red", "green", "yellow", "blue"))
DECKS = {2: ("S1", "S2", "T1", "T2", "B1", "B1", "B2"), 3: ("S1", "S2", "T1", "T2", "B1", "B1")}


def set_up(chance: random.Random) -> say.SetUp:
    rules = HouseRules(chance.random() < 0.5, chance.random() < 0.5)
    return say.SetUp(chance.choice(SEATS), chance.random() < 0.3, rules)


def announces(game: Game | None, chance: random.Random) -> Play:
    """Something that may well be accepted in *game*, and leads on to its end."""
    if game is None or chance.random() < 0.003:
        return set_up(chance)
    seats = [str(seat) for seat in game.seats]
    if chance.random() < 0.1:
        return nonsense(seats, chance)
    missing = [seat for seat, base in zip(seats, game.bases, strict=True) if base is None]
    if missing:
        cards = chance.sample(DECKS[min(len(seats), 3)], game.places - 1)
        facing = chance.choice(list(Facing))
        return say.Base(missing[0], chance.randint(1, game.places), facing, tuple(cards) if game.sealed else None)
    if not game.started:
        return say.Start(chance.choice([*seats, None]))
    plays = legal(game).announcements
    return chance.choice(plays) if plays else nonsense(seats, chance)


def nonsense(seats: list[str], chance: random.Random) -> Play:
    seat = chance.choice([*seats, "pink"])
    insist = chance.random() < 0.5
    plays: list[Play] = [
        say.Move(seat, chance.randint(-1, 3), chance.choice(list(Turning)), insist),
        say.Answer(seat, chance.choice(list(Said)), insist),
        say.Spy(seat, chance.choice(seats)),
        say.Hop(seat),
        say.Done(seat),
        say.Leave(seat),
        say.Start(),
        say.Base(seat, chance.randint(0, 9), Facing.LEFT),
    ]
    return chance.choice(plays)
