"""The answer at the seat that is spied on, and what follows when a word cannot be true."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spytable.game.announcements import Answer, Move, Said
from spytable.game.cards import Colour
from spytable.referee.conversation.consent import what
from spytable.referee.conversation.fans import own_fan
from spytable.referee.conversation.page import SHORT, Act, Go, Key, Keys, Page, Say, TakeBack, back, key
from spytable.referee.conversation.sight import Sight
from spytable.referee.message import Message, message
from spytable.referee.screen import Fan


def answer(sight: Sight) -> Page:
    """Asks what lies at the place looked at. The keys are the same whatever lies there."""
    return _asked(sight, careful=False)


@dataclass(frozen=True, slots=True)
class Careful:
    """The same, where a press of the seat's own led here: all four keys answer, so each asks once more."""

    def page(self, sight: Sight) -> Page | None:
        return _asked(sight, careful=True) if sight.answers else None


@dataclass(frozen=True, slots=True)
class Sure:
    """Asks whether *said* is what lies there. *at*: the key that said so, which leads back."""

    said: Said
    at: int

    def page(self, sight: Sight) -> Page | None:
        if not sight.answers or sight.colour is None or sight.own is None:
            return None
        keys: list[Key | None] = [None, None, None, None]
        keys[self.at - 1] = back(Careful())
        keys[1 if self.at == 1 else 0] = key("Yes", Say(Answer(sight.colour.value, self.said)))
        first, second, third, fourth = keys
        body = (_named(self.said, sight),)
        return Page(message("Are you sure?"), body, (first, second, third, fourth), _fan(sight))


@dataclass(frozen=True, slots=True)
class Fuse:
    """In a disputed base the table cannot know which Bombs are lit: it asks. *careful*: as before."""

    careful: bool

    def page(self, sight: Sight) -> Page | None:
        if not sight.answers or sight.colour is None or sight.own is None:
            return None
        seat = sight.colour.value
        keys = (
            key("Yes", Say(Answer(seat, Said.LIT))),
            key("No", Say(Answer(seat, Said.BOMB))),
            None,
            back(Careful() if self.careful else None),
        )
        return Page(message("A Bomb"), (message("Does its fuse show?"),), keys, _fan(sight))


@dataclass(frozen=True, slots=True)
class Refused:
    """What was said cannot be true: told at this seat alone. Nothing is changed."""

    play: Answer | Move

    def page(self, sight: Sight) -> Page | None:
        if not _still_to_say(self.play, sight):
            return None
        look = key("Look", Go(Careful() if isinstance(self.play, Answer) else None))
        undo = key("Undo", Go(GoingBack(self.play)))
        if self.play.insist:
            body: tuple[Message, ...] = (message("Open cards forbid it."), message("Look again."))
            return Page(message("That cannot be"), body, (look, None, None, undo))
        body = (message("It does not fit what"), message("was said before."), message("Look again."))
        insist = key("Insist", Go(Insisting(self.play)))
        return Page(message("That cannot be"), body, (look, insist, None, undo))


@dataclass(frozen=True, slots=True)
class GoingBack:
    """What was said before may have been the slip: asks to take back, one announcement after the other."""

    play: Answer | Move

    def page(self, sight: Sight) -> Page | None:
        if not _still_to_say(self.play, sight) or sight.last is None:
            return None
        undo = key("Undo", TakeBack(sight.last.heard)) if sight.may_undo else None
        return Page(message("Go back?"), (what(sight.last),), (None, undo, None, back(Refused(self.play))))


@dataclass(frozen=True, slots=True)
class Insisting:
    """Asks whether *play* shall stand, and says what that means."""

    play: Answer | Move

    def page(self, sight: Sight) -> Page | None:
        if not _still_to_say(self.play, sight):
            return None
        body = (message("All hear of it; what"), message("was said of your base"), message("counts no more."))
        keys = (None, back(Refused(self.play)), key("Yes", Say(replace(self.play, insist=True))), None)
        return Page(message("Does it stand?"), body, keys)


ANSWERING = (Careful, Sure, Fuse, Refused, Insisting, GoingBack)
"""The drafts that an owed answer leaves open; every other page makes way for the question."""


def _asked(sight: Sight, *, careful: bool) -> Page:
    assert sight.colour is not None
    seat, target = sight.colour.value, sight.now.bases[sight.colour].target

    def says(said: Said, at: int) -> Act:
        return Go(Sure(said, at)) if careful else Say(Answer(seat, said))

    disputed = sight.own is not None and sight.own.disputed
    shown: Key | None = None if target is None else Key(SHORT[target], says(Said.TARGET, 3))
    keys: Keys = (
        key("Safe", says(Said.SAFE, 1)),
        key("Top", says(Said.TOP_SECRET, 2)),
        shown,
        key("Bomb", Go(Fuse(careful)) if disputed else says(Said.BOMB, 4)),
    )
    asker = sight.now.turn
    assert asker is not None
    return Page(message("{seat} spies here", seat=asker), (_where(sight),), keys, _fan(sight))


_NAMED = {
    Said.SAFE: message("It is a Safe"),
    Said.TOP_SECRET: message("It is a Top Secret"),
    Said.BOMB: message("It is a Bomb"),
}


def _where(sight: Sight) -> Message:
    """The place looked at, counted from the nearer end."""
    place = sight.looked_at or 0
    from_right = sight.size + 1 - place
    if from_right < place:
        return message("Place {place}: {n} from right", place=place, n=from_right)
    return message("Place {place}: {n} from left", place=place, n=place)


def _named(said: Said, sight: Sight) -> Message:
    target = None if sight.colour is None else sight.now.bases[sight.colour].target
    return message("It is {card}", card=target) if said is Said.TARGET and target is not None else _NAMED[said]


def _fan(sight: Sight) -> Fan | None:
    return None if sight.own is None else replace(own_fan(sight.own), marked=None)


def _still_to_say(play: Answer | Move, sight: Sight) -> bool:
    if isinstance(play, Answer):
        return sight.answers and sight.colour == Colour(play.seat)
    return sight.acts and sight.colour == Colour(play.seat) and not sight.now.moved
