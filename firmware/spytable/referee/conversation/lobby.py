"""The lobby: who plays, and by which house rules; and who sits where when a game goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spytable.game.announcements import HouseRules, SetUp
from spytable.game.cards import Colour
from spytable.referee.conversation.joining import COLOURS
from spytable.referee.conversation.page import (
    Adjust,
    Claim,
    Go,
    Join,
    Key,
    Keys,
    Page,
    Say,
    back,
    colour_key,
    fitting,
    key,
)
from spytable.referee.conversation.service import LobbyMore
from spytable.referee.conversation.sight import Sight, may_begin
from spytable.referee.message import Message, message


def lobby(sight: Sight) -> Page:
    """Who plays? A seat joins with a colour; one that has joined may begin."""
    mine = sight.joined.get(sight.number)
    if mine is None:
        taken = frozenset(sight.joined.values())
        keys = _colours(frozenset(COLOURS) - taken, Join)
        return Page(message("Who plays?"), _company(sight), keys, resting=True)
    first, second = _beside(mine, key("Leave", Join(None)))
    more = key("More", Go(LobbyMore()))
    third: Key | None = more
    if mine is COLOURS[2]:
        # Blue was chosen there: pressed twice, it chose a colour and nothing else.
        second, third = more, None
    begin = key("Begin", Go(Choosing(sight.remembered, sight.remembered_sealed))) if may_begin(sight.joined) else None
    title = message("You are {seat}", seat=mine)
    return Page(title, _company(sight), (first, second, third, begin), resting=True)


def claim(sight: Sight) -> Page:
    """A game goes on, and the table does not know who sat here."""
    body = (message("The game goes on"), message("Take your colour"))
    return Page(message("Who sits here?"), body, _colours(frozenset(sight.unclaimed), Claim), resting=True)


@dataclass(frozen=True, slots=True)
class Seated:
    """Tells which colour was taken: no key of the game must lie under the one just pressed."""

    def page(self, sight: Sight) -> Page | None:
        if sight.colour is None:
            return None
        first, second = _beside(sight.colour, key("Back", Claim(None)))
        return Page(message("You are {seat}", seat=sight.colour), keys=(first, second, key("OK", Go()), None))


@dataclass(frozen=True, slots=True)
class Choosing:
    """Who answers, and the house rules, before the game is set up. *inside*: the page of the house rules.

    *first*: the page of the first game.
    """

    rules: HouseRules
    sealed: bool
    inside: bool = False
    first: bool = False

    def page(self, sight: Sight) -> Page | None:
        if sight.number not in sight.joined:
            return None
        if self.first:
            return self._first_game(sight)
        return self._house_rules() if self.inside else self._game(sight)

    def _game(self, sight: Sight) -> Page:
        # Seat numbers run clockwise, and so must the colours of a set-up.
        seats = tuple(colour.value for _, colour in sorted(sight.joined.items()))
        set_up = Say(SetUp(seats, self.sealed, self.rules))
        keys: Keys = (
            key("Rules", Go(replace(self, inside=True))),
            key("Sealed", Go(replace(self, sealed=not self.sealed))),
            key("OK", set_up) if may_begin(sight.joined) else None,
            back(),
        )
        if self.sealed:
            answers = message("Enter your cards:"), message("the table answers")
        else:
            answers = message("Cards stay secret:"), message("players answer")
        house = message("With house rules") if self.rules != HouseRules() else message("No house rules")
        return Page(message("How to play"), (*answers, house), keys)

    def _house_rules(self) -> Page:
        rules = self.rules
        other_top = replace(rules, top_secret_out=not rules.top_secret_out)
        other_turn = replace(rules, turn_without_move=not rules.turn_without_move)
        keys: Keys = (
            back(replace(self, inside=False)),
            key("Top 2", Go(replace(self, rules=other_top))),
            key("Turn", Go(replace(self, rules=other_turn))),
            key("Next", Go(replace(self, first=True))),
        )
        body = (
            message("Top Secret 2 shown:"),
            message("its player is out") if rules.top_secret_out else message("its player stays in"),
            message("Turn on the spot: yes") if rules.turn_without_move else message("Turn on the spot: no"),
        )
        return Page(message("House rules"), body, keys)

    def _first_game(self, sight: Sight) -> Page:
        first = sight.comfort.first_game
        change = key("Change", Adjust(replace(sight.comfort, first_game=not first)))
        body = message("Keys are explained") if first else message("Keys not explained")
        return Page(message("First game"), (body,), (None, change, None, back(replace(self, first=False))))


def _beside(colour: Colour, undo: Key) -> tuple[Key | None, Key | None]:
    """K1 and K2 with *undo* on the one that did not choose *colour*: else, pressed twice, it chose nothing."""
    return (None, undo) if colour is COLOURS[0] else (undo, None)


def _colours(free: frozenset[Colour], act: type[Join] | type[Claim]) -> Keys:
    keys = [colour_key(colour, act(colour)) if colour in free else None for colour in COLOURS]
    first, second, third, fourth = keys
    return first, second, third, fourth


def _company(sight: Sight) -> tuple[Message, ...]:
    """Who has joined, and why it cannot begin yet."""
    if sight.chooser is not None:
        return (message("{seat} sets the rules", seat=sight.chooser),)
    colours = [colour for _, colour in sorted(sight.joined.items())]
    lines: list[Message] = []
    for pair in (colours[:2], colours[2:]):
        if len(pair) == 2:
            lines.append(message("{seat}, {other}", seat=pair[0], other=pair[1]))
        elif pair:
            lines.append(message("{seat}", seat=pair[0]))
    if not colours:
        lines += message("Press your colour"), message("Hold a key for help")
    elif len(colours) == 1:
        lines.append(message("Two to four can play"))
    elif not may_begin(sight.joined):
        lines.append(message("Two play green, red"))
    return fitting(lines)
