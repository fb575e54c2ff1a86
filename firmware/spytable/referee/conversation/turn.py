"""A turn: move, spy, hop, turn round, done. Nothing is announced before its page has shown what it will be.

Which keys have a label follows from what all can see, never from what would be accepted: a number that is not
offered would tell what players must remember.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from spytable.game.announcements import Done, Hop, Move, Spy, Turning
from spytable.game.cards import Colour
from spytable.referee.conversation.fans import at_edge, fan_with, landing, own_fan
from spytable.referee.conversation.page import Go, Keys, Page, Say, back, colour_key, key
from spytable.referee.conversation.rest import More, beside_fan
from spytable.referee.conversation.sight import Sight
from spytable.referee.message import message


def turn(sight: Sight) -> Page:
    """The seat on turn."""
    now = sight.now
    assert now.turn is not None
    lines, fan = beside_fan(sight, sight.lines)
    offers_more = TurnMore().page(sight) is not None
    keys = (
        None if now.moved else key("Move", Go(Moving())),
        None if now.spied else key("Spy", Go(Aiming())),
        key("More", Go(TurnMore() if offers_more else More())),
        key("Done", Say(Done(now.turn.value))),
    )
    return Page(message("Turn: You"), lines, keys, fan, resting=True)


@dataclass(frozen=True, slots=True)
class Moving:
    """How many spaces, and whether the Spy turns round first."""

    turned: bool = False

    def page(self, sight: Sight) -> Page | None:
        own = sight.own
        if own is None or not sight.acts or sight.now.moved:
            return None
        facing = own.facing.turned if self.turned else own.facing
        keys = (
            back(),
            key("1", Go(Landing(1, self.turned))),
            key("2", Go(Landing(2, self.turned))),
            key("Turn", Go(replace(self, turned=not self.turned))),
        )
        body = (message("First it turns round"),) if self.turned else (message("See the card it faces"),)
        return Page(message("Move: 1 or 2?"), body, keys, fan_with(own, own.spy, facing))


@dataclass(frozen=True, slots=True)
class Landing:
    """Where the Spy will stand, and whether it turns round there."""

    spaces: int
    turned: bool
    turns: bool = False

    def page(self, sight: Sight) -> Page | None:
        own = sight.own
        if own is None or sight.colour is None or not sight.acts or sight.now.moved:
            return None
        facing = own.facing.turned if self.turned else own.facing
        spy = landing(own, facing, self.spaces)
        before = back(Moving(self.turned))
        keys: Keys = (
            key("OK", Say(self._move(sight.colour))),
            before if self.spaces == 1 else None,
            before if self.spaces == 2 else None,
            key("Turn", Go(replace(self, turns=not self.turns))),
        )
        body = (message("Then it turns round"),) if self.turns else (message("Here it will stand"),)
        fan = fan_with(own, spy, facing.turned if self.turns else facing)
        return Page(message("Move {spaces}?", spaces=self.spaces), body, keys, fan)

    def _move(self, seat: Colour) -> Move:
        turning = {
            (False, False): Turning.NONE,
            (True, False): Turning.BEFORE,
            (False, True): Turning.AFTER,
            (True, True): Turning.BOTH,
        }[self.turned, self.turns]
        return Move(seat.value, self.spaces, turning)


@dataclass(frozen=True, slots=True)
class WrongNumber:
    """In a sealed game the table knows the card that the Spy faces: told at this seat alone, and not which it is."""

    def page(self, sight: Sight) -> Page | None:
        if not sight.acts or sight.now.moved:
            return None
        body = message("Move as many spaces"), message("as the number on the"), message("card your Spy faces.")
        # K1 announced the move.
        keys = (None, key("Move", Go(Moving())), key("OK", Go()), None)
        return Page(message("Foul: the number"), body, keys)


@dataclass(frozen=True, slots=True)
class Aiming:
    """On whom to spy. Back lies amid the names, on the key that opened the page: a slip would hurt."""

    def page(self, sight: Sight) -> Page | None:
        own = sight.own
        if own is None or sight.colour is None or not sight.acts or sight.now.spied:
            return None
        me = sight.colour.value
        named = [colour_key(other, Say(Spy(me, other.value), Found())) for other in sight.opponents]
        first, second, third = [*named, None, None][:3]
        # No body: whom to spy on is chosen by what the fan marks, and by the targets below it.
        return Page(message("Spy on whom?"), (), (first, back(), second, third), own_fan(own))


@dataclass(frozen=True, slots=True)
class Found:
    """What a Spy found where the table answers by itself. It stands between the target's key and Done."""

    def page(self, sight: Sight) -> Page | None:
        if not sight.acts or sight.own is None:
            return None
        lines, fan = beside_fan(sight, sight.lines)
        return Page(message("Turn: You"), lines, (None, None, key("OK", Go()), None), fan, resting=True)


@dataclass(frozen=True, slots=True)
class TurnMore:
    """What is rarely done in a turn. There is no such page where neither can be done."""

    def page(self, sight: Sight) -> Page | None:
        own = sight.own
        if own is None or sight.colour is None or not sight.acts:
            return None
        hop = key("Hop", Say(Hop(sight.colour.value))) if at_edge(own) else None
        may_turn = sight.rules.turn_without_move and not sight.now.moved
        turns = key("Turn", Go(TurningRound())) if may_turn else None
        if hop is None and turns is None:
            return None
        keys = (hop, turns, back(), key("Next", Go(More())))
        lines, fan = beside_fan(sight, sight.lines)
        return Page(message("More"), lines, keys, fan, resting=True)


@dataclass(frozen=True, slots=True)
class TurningRound:
    """The house rule: turning round is this turn's move."""

    def page(self, sight: Sight) -> Page | None:
        own = sight.own
        if own is None or sight.colour is None or not sight.acts or sight.now.moved:
            return None
        keys = (key("OK", Say(Move(sight.colour.value, 0, Turning.BEFORE))), back(TurnMore()), None, None)
        body = (message("This is your move"),)
        return Page(message("Turn round?"), body, keys, fan_with(own, own.spy, own.facing.turned))
