"""A base as a row of things on a table, moved by hand: an independent way to play the rules.

Nothing of spytable.game is used here. Places are positions in a Python list; there are no indexes without the
Spy, no remainders and no formulas.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

SPY = "SPY"


def cards_of(players: int) -> list[str]:
    return ["S1", "S2", "T1", "T2", "B1", "B1"] + ["B2"] * (players == 2)


class Row:
    """Things in a row, the Spy among them, left to right as the owner sees them."""

    def __init__(self, things: Iterable[Any], spy: int, facing: str) -> None:
        self.row = list(things)
        self.row.insert(spy - 1, SPY)
        self.facing = facing

    @property
    def spy(self) -> int:
        return self.row.index(SPY) + 1

    def turn_round(self) -> None:
        self.facing = "left" if self.facing == "right" else "right"

    def faced(self) -> Any:
        circle = self.row + self.row if self.facing == "right" else self.row[::-1] + self.row[::-1]
        return circle[circle.index(SPY) + 1]

    def at_edge(self) -> bool:
        return SPY in (self.row[0], self.row[-1])

    def hop(self) -> None:
        if self.row[0] == SPY:
            self.row.append(self.row.pop(0))
        else:
            self.row.insert(0, self.row.pop())

    def pass_a_card(self) -> None:
        row = self.row if self.facing == "right" else self.row[::-1]
        if row[-1] == SPY:
            row = [SPY, *row[:-1]]
        i = row.index(SPY)
        row[i], row[i + 1] = row[i + 1], row[i]
        self.row = row if self.facing == "right" else row[::-1]

    def place_of(self, thing: Any) -> int:
        return self.row.index(thing) + 1

    def mirror_of(self, other: Row) -> tuple[int, Any]:
        """What the other's Spy sees here: across the table this row lies the other way round."""
        place = other.row.index(other.faced())
        return len(self.row) - place, self.row[::-1][place]


class Table:
    """Real cards on a table. Each call comes back as the JSON object that the protocol gives for it."""

    def __init__(self, seats: list[str], chance: random.Random, top_secret_out: bool, turn_without_move: bool):
        self.seats, self.top_secret_out, self.turn_without_move = seats, top_secret_out, turn_without_move
        self.cards: dict[str, list[str]] = {}
        self.rows: dict[str, Row] = {}
        self.in_game = list(seats)
        self.targets = {seat: ["S1", "S2", "T1", "T2"] for seat in seats}
        self.lit: set[tuple[str, Any]] = set()
        for seat in seats:
            cards = cards_of(len(seats))
            chance.shuffle(cards)
            self.cards[seat] = cards
            named = [(card, cards[:i].count(card)) for i, card in enumerate(cards)]
            self.rows[seat] = Row(named, chance.randint(1, len(cards) + 1), chance.choice(["left", "right"]))
        self.turn = chance.choice(seats)
        self.moved = self.spied = False

    def exposed(self, seat: str, card: Any) -> bool:
        return card[0][0] in "ST" and card[0] not in self.targets[seat]

    def move(self, spaces: int, turn: str) -> list[dict[str, Any]]:
        row = self.rows[self.turn]
        if turn in ("before", "both"):
            row.turn_round()
        for _ in range(spaces):
            row.pass_a_card()
        if turn in ("after", "both"):
            row.turn_round()
        self.moved = True
        return [{"call": "moved", "seat": self.turn, "spaces": spaces, "spy": row.spy, "facing": row.facing}]

    def spaces(self, turn: str, chance: random.Random) -> int:
        """What the faced card tells, when the movement begins."""
        row = self.rows[self.turn]
        if turn in ("before", "both"):
            row.turn_round()
        card = row.faced()
        if turn in ("before", "both"):
            row.turn_round()
        return chance.choice([1, 2]) if self.exposed(self.turn, card) else int(card[0][1])

    def hop(self) -> list[dict[str, Any]]:
        self.rows[self.turn].hop()
        return [{"call": "hopped", "seat": self.turn, "spy": self.rows[self.turn].spy}]

    def spy(self, target: str) -> tuple[list[dict[str, Any]], str | None]:
        """The calls, and what a holder answers where an open game's table cannot know."""
        self.spied = True
        slot, card = self.rows[target].mirror_of(self.rows[self.turn])
        said: list[dict[str, Any]] = [{"call": "spies", "seat": self.turn, "target": target, "slot": slot}]
        if card == SPY:
            return [*said, {"call": "spy_meets_spy", "seat": target}], None
        name = card[0]
        if name[0] == "B" and (target, card) in self.lit:
            said += [{"call": "boom", "seat": target, "slot": slot}, *self.goes_out(self.turn, "bomb")]
            return said, None
        if name[0] == "B":
            self.lit.add((target, card))
            return [*said, {"call": "hiss", "seat": target}], "bomb"
        if self.exposed(target, card):
            return [*said, {"call": "already_exposed", "seat": target, "card": name}], None
        if name == self.targets[target][0]:
            self.targets[target].pop(0)
            following = self.targets[target][0] if self.targets[target] else None
            said.append({"call": "exposed", "seat": target, "card": name, "next": following})
            if following is None and self.top_secret_out:
                said += self.goes_out(target, "exposed")
            return said, "target"
        kind = {"S": "safe", "T": "top_secret"}[name[0]]
        return [*said, {"call": "type", "seat": target, "card": kind}], kind

    def done(self) -> list[dict[str, Any]]:
        return self.pass_turn(self.turn)

    def pass_turn(self, seat: str) -> list[dict[str, Any]]:
        circle = self.seats[self.seats.index(seat) :] + self.seats
        self.turn = next(other for other in circle[1:] if other in self.in_game)
        self.moved = self.spied = False
        return [{"call": "turn", "seat": self.turn}]

    def goes_out(self, seat: str, by: str) -> list[dict[str, Any]]:
        self.in_game.remove(seat)
        said: list[dict[str, Any]] = [{"call": "out", "seat": seat, "by": by}]
        if len(self.in_game) == 1:
            return [*said, {"call": "winner", "seat": self.in_game[0]}]
        return said + self.pass_turn(seat) if seat == self.turn else said
