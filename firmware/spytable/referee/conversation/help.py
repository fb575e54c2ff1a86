"""Help: what each key of a page does, on a page that lies over it until a key closes it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from spytable.referee.conversation.entering import NAMES
from spytable.referee.conversation.page import SHORT, Adjust, Cover, Go, Hold, Key, Page, Read, Repeat, key
from spytable.referee.conversation.seat_settings import SeatSettings, Stopped
from spytable.referee.conversation.sight import Sight
from spytable.referee.message import Message, message

_CARD = message("Press if this card lies there")
_YES = message("Yes, as it stands here")
_BACK = message("No, back")
_CHANGE = message("Correct your base")
_SPACES = message("As many spaces as the number on the card it faces")

EXPLAINED = {
    "Move": message("Say how far your Spy moves"),
    "Spy": message("Look at a card of another player"),
    "More": message("More that you can do"),
    "Done": message("End your turn"),
    "1": _SPACES,
    "2": _SPACES,
    "Turn": message("The Spy turns round"),
    "Hop": message("Change to the other edge"),
    "Safe": message("A Safe, but not the target"),
    "Top": message("A Top Secret, but not the target"),
    "Bomb": message("A Bomb: turn its fuse up"),
    **{label.text: message("The target: show it to all") for label in SHORT.values()},
    **{label.text: _CARD for label in NAMES.values()},
    "Left": message("Show where your Spy is"),
    "Right": message("Show where your Spy is"),
    "I do": message("You begin"),
    "Lots": message("The table draws lots"),
    "Again": message("Hear the last again"),
    "Read": message("Hear what stands here"),
    "Undo": message("Take the last back"),
    "Next": message("The next page"),
    "Begin": message("Choose how to play, then begin"),
    "Leave": message("You no longer play"),
    "Change": _CHANGE,
    "Base": _CHANGE,
    "New": message("A new game"),
    "Pause": message("Stop until somebody goes on"),
    "Away": message("Somebody has gone"),
    "Draw": message("End without winner?"),
    "Sealed": message("Who answers: players or the table"),
    "Rules": message("Choose house rules"),
    "Status": message("How the table is"),
    "Scores": message("How the games ended"),
    "Clear": message("Count the games anew"),
    "Off": message("Shut down?"),
    "Hold": message("Hold for a second"),
    "Insist": message("It stays as you said"),
    "Join": message("Play the next game"),
    "{seat}": message("Choose this player"),
    **dict.fromkeys(("OK", "Yes", "Ready", "Agree", "Go on", "Here"), _YES),
    **dict.fromkeys(("Back", "Stay", "Cancel", "Look", "No"), _BACK),
}
"""What each key does."""

_RULE = message("Change this rule")
_KEYS_EXPLAINED = message("Explain the keys, or not")
_MORE_CARDS = message("More cards, and Undo")
_SETTLED = frozenset({"Back", "Cancel", "No", "OK", "Yes", "More", "Next", "Look", "Stay", "{seat}"})
"""Labels that say all by themselves: in a first game they are not explained unasked."""


@dataclass(frozen=True, slots=True)
class Help:
    """Tells of the keys (1 to 4) of the page *of*: one at a time, or at once those that do the same. *keys*: which.

    *at*: what it shows now. *unasked*: in a first game. It shows the page itself then, before its keys. In large print
    the lines of the page come before them, one at a time, where they are small beside one another.

    It is closed when the page below has become another: news must not hide behind it.
    """

    of: tuple[Message | None, ...]
    keys: tuple[tuple[int, ...], ...]
    at: int = 0
    unasked: bool = False

    def page(self, sight: Sight, below: Page) -> Page | None:
        """The help as this seat sees it; None where it no longer belongs to *below*."""
        if self.of != _mark(below):
            return None
        before = _before_keys(sight, below, unasked=self.unasked)
        shows = before[self.at] if self.at < len(before) else self._explained(self.at - len(before), below)
        if shows is None:
            return None
        close, *others = _places(below)
        keys: list[Key | None] = [None, None, None, None]
        if self.at >= len(before) or not self.unasked:  # Nobody takes the page for told before its keys are.
            keys[close] = key("OK", Cover(None))
        keys[others[0]] = key("Read", Read())
        if self.unasked:
            keys[others[1]] = key("Stop", Adjust(replace(sight.comfort, first_game=False), Stopped(self, close)))
        else:
            keys[others[1]] = key("Set", Cover(SeatSettings(others[1], self)))
        if self.at + 1 < len(before) + len(self.keys):
            keys[others[2]] = key("Next", Cover(replace(self, at=self.at + 1)))
        first, second, third, fourth = keys
        return replace(shows, keys=(first, second, third, fourth))

    def _explained(self, at: int, below: Page) -> Page | None:
        """What the keys number *at* do, without keys of its own; None where there are none."""
        told = [shown for n in (self.keys[at] if at < len(self.keys) else ()) if (shown := below.keys[n - 1])]
        if not told:
            return None
        title = told[0].label if len(told) == 1 else below.title
        return Page(title, (explanation(told[0], below),))

    @property
    def labels(self) -> frozenset[str]:
        """The labels that it tells of."""
        return frozenset(label.text for told in self.keys for at in told if (label := self.of[at]) is not None)


def helping(below: Page) -> Help | None:
    """The help that somebody asks for; None for a page without keys."""
    keys = [at for at, shown in enumerate(below.keys, 1) if shown is not None and shown.label.text in EXPLAINED]
    # What says all by itself comes last.
    keys.sort(key=lambda at: (label := _mark(below)[at]) is None or label.text in _SETTLED)
    return Help(_mark(below), _grouped(keys, below)) if keys else None


def first_met(below: Page, known: Collection[str]) -> Help | None:
    """The help that comes unasked: for keys of another kind than those whose labels are *known* at this seat."""
    asked = helping(below)
    told = {EXPLAINED.get(label) for label in known}
    new: list[int] = []
    for at in () if asked is None else (at for same in asked.keys for at in same):
        shown = below.keys[at - 1]
        if shown and shown.label.text not in _SETTLED and explanation(shown, below) not in told:
            new.append(at)
    return Help(_mark(below), _grouped(new, below), unasked=True) if new else None


def _grouped(keys: Iterable[int], below: Page) -> tuple[tuple[int, ...], ...]:
    """*keys* of *below*, those that do the same together: that is said once."""
    same: dict[Message, list[int]] = {}
    for at in keys:
        shown = below.keys[at - 1]
        assert shown is not None, "only keys with a label are told of"
        same.setdefault(explanation(shown, below), []).append(at)
    return tuple(map(tuple, same.values()))


def _mark(page: Page) -> tuple[Message | None, ...]:
    """The title, then the labels of K1 to K4: what tells a page from another."""
    return (page.title, *(None if shown is None else shown.label for shown in page.keys))


def _before_keys(sight: Sight, below: Page, *, unasked: bool) -> tuple[Page, ...]:
    """What of the page *below* comes before its keys: what is asked there, or lines that were small in large print."""
    if sight.reads_large and len(below.body) > 1:
        return tuple(Page(below.title, (line,)) for line in below.body)
    return (below,) if unasked else ()


def explanation(told: Key, below: Page) -> Message:
    """What the key *told* of the page *below* does."""
    if below.title.text == "House rules" and told.label.text in ("Top 2", "Turn"):
        return _RULE
    if below.title.text == "First game" and told.label.text == "Change":
        return _KEYS_EXPLAINED
    if below.title.text == "Place {place}: card?" and told.label.text == "More":
        return _MORE_CARDS
    return EXPLAINED[told.label.text]


def _places(below: Page) -> tuple[int, ...]:
    """Which keys (from 0) close the help, read aloud, lead to the settings and go on, in this order.

    Pressed twice, the key that closes must do nothing below that hurts.
    """

    def harm(at: int) -> tuple[int, int]:
        shown = below.keys[at]
        return (0 if shown is None else 1 if isinstance(shown.act, Go | Hold | Repeat) else 2), -at

    close = min((0, 1, 2), key=harm) if any(harm(at)[0] < 2 for at in (0, 1, 2)) else min(range(4), key=harm)
    return close, *(at for at in range(4) if at != close)
