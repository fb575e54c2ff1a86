"""A tour of the screens: what the seats of some games show, found by pressing keys, to look at every page."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from spytable.game.announcements import Answer, Base, Done, Hop, Leave, Move, Play, Said, SetUp, Spy, Start
from spytable.game.base import Facing
from spytable.game.cards import Colour
from spytable.referee.comfort import FIRST_GAME
from spytable.referee.conversation import Conversation
from spytable.referee.conversation.chairs import SETTING as CHAIRS
from spytable.referee.conversation.draw import ROUNDS, mark
from spytable.referee.conversation.draw import SETTING as DRAWN
from spytable.referee.message import Message, Player
from spytable.referee.press import SEATS, Press
from spytable.referee.record import Record
from spytable.referee.remarks import Tally
from spytable.referee.screen import Icon, Screen

WALKS = 7
"""Walks from the lobby; every other one through sealed games. Each goes on once as a table does after a power cut."""

PRESSES = 1000
"""Presses of each walk before the power cut; a tenth as many follow it."""

RARELY = frozenset({"Again", "Cancel", "Change", "Draw", "Hold", "Leave", "New", "No", "Undo"})
"""Labels of keys that lead away or back: pressed seldom, so that the games get on."""

_SELDOM = 6
"""How many times as often other keys are pressed."""

_ANY = 0.2
"""How often the key is sought at all seats. Always, the walk would go from novelty to novelty and end no game."""

_HELD = 0.08
"""How often a key is held that does not ask for it: that opens the help."""

_BEGUN: tuple[Play, ...] = (
    SetUp(("green", "red")),
    Base("green", 1, Facing.RIGHT),
    Base("red", 8, Facing.LEFT),
    Start("green"),
)

_DISPUTED: tuple[Play, ...] = (
    *_BEGUN,
    *(Spy("green", "red"), Answer("red", Said.SAFE), Done("green"), Done("red")),
    *(Spy("green", "red"), Answer("red", Said.TOP_SECRET, insist=True), Done("green"), Done("red")),
    Spy("green", "red"),
)
"""A game in which the table cannot know which Bombs are lit."""

_SAFES_OPEN = (
    *_BEGUN,
    *(Spy("green", "red"), Answer("red", Said.TARGET), Done("green"), Done("red")),
    *(Move("green", 1), Spy("green", "red"), Answer("red", Said.TARGET), Done("green"), Done("red")),
    *(Move("green", 1), Spy("green", "red")),
)
"""A game in which a Safe is one too many, whatever its holder says."""

_QUIET = (*_BEGUN, *(Done("green"), Done("red")) * (ROUNDS - 1), Done("green"))
"""A game in which the next turn that ends brings the offer of a draw."""

_SEALED = (
    SetUp(("green", "red"), sealed=True),
    Base("green", 1, Facing.RIGHT, ("S1", "S2", "T1", "T2", "B1", "B1", "B2")),
    Base("red", 8, Facing.LEFT, ("S1", "S2", "T1", "T2", "B1", "B1", "B2")),
    Start("green"),
)


@dataclass(frozen=True, slots=True)
class _Walk:
    """Where a walk begins: in a game that goes on or is over, or in the lobby. Chance seldom leads there.

    *strange*: the table does not know who sits where. *drawn*: the game has ended in a draw. *keys* are pressed first:
    seat, label, and whether it is held.
    """

    game: tuple[Play, ...] = ()
    strange: bool = False
    drawn: bool = False
    first_game: bool = False
    keys: tuple[str, ...] = ()
    presses: int = 250


_UNSURE = ("1 More", "1 Next", "1 Undo", "2 Agree", "2 Safe", "2 Back held", "2 Next", "2 Next", "2 Next", "2 OK")

_STARTS = (
    *(_Walk(_DISPUTED), _Walk(_DISPUTED, strange=True), _Walk(_DISPUTED, drawn=True)),
    _Walk((*_DISPUTED, Leave("red")), keys=("2 More", "2 Undo", "1 Agree")),
    _Walk(_SAFES_OPEN, keys=("2 Safe held", "2 OK", "2 Insist", "2 Yes"), presses=100),
    _Walk(_SAFES_OPEN[:10], presses=100),
    _Walk(_SAFES_OPEN[:6], keys=_UNSURE, presses=100),
    _Walk(_QUIET, keys=("2 Done",), presses=100),
    _Walk(_SAFES_OPEN[:8], keys=("1 Spy", "1 {seat}"), presses=100),
    _Walk((*_BEGUN, Hop("green")), keys=("2 More", "2 Undo", "1 Agree")),
    _Walk(_BEGUN, keys=("2 More", "2 Undo", "1 Agree")),
    _Walk(_BEGUN, first_game=True),
    _Walk(_BEGUN[:3], keys=("2 More", "2 Back held", "2 Next"), presses=50),
    _Walk(_SEALED[:1], presses=400),
    _Walk(_SEALED, strange=True, keys=("2 OK", "2 More", "2 Next", "2 Next", "2 Base", "2 More", "2 Bomb2", "2 Ready")),
    _Walk(_SEALED),
    _Walk(keys=("1 {seat}", "2 {seat}", "2 More held", "2 Next", "2 Next", "2 OK", "2 Back held", "2 Next", "2 OK")),
    _Walk(keys=("1 {seat}", "2 {seat}", "1 Begin", "1 Rules", "1 Next", "1 Change held"), presses=50),
)

_SCORES = Tally(((Player(Colour.GREEN, ""), 2), (Player(Colour.RED, ""), 1)), ((Player(Colour.RED, ""), 1),), 4, 1, 23)

_Page = tuple[object, ...]


def tour(
    notices: Iterable[Message] = (), status: Sequence[tuple[Message, ...]] = ((),)
) -> Iterator[tuple[str, Screen]]:
    """One screen of each page, with a name made of its title: the walk is the same each time.

    Two screens are of one page if their sentences and their keys are the same; names, numbers and fans may differ.
    *notices*: what the table tells on all panels; *status*: what pages of that name show.
    """
    seen: set[_Page] = set()
    pressed: Counter[tuple[_Page, int]] = Counter()
    lobby = (_Walk(first_game=seed % 4 == 3, presses=PRESSES) for seed in range(WALKS))
    for seed, walk in enumerate((*_STARTS, *lobby)):
        for screen in _walk(walk, seed, status[seed % len(status)], pressed):
            if (page := _page(screen)) not in seen:
                seen.add(page)
                yield _named(len(seen), screen), screen
    for screen in _beside(notices):
        seen.add((len(seen),))
        yield _named(len(seen), screen), screen


def _named(number: int, screen: Screen) -> str:
    title = "Dark" if screen.blank else screen.title.text
    return f"{number:03d} {re.sub('[^A-Za-z0-9]+', ' ', title).strip()}"


def _walk(
    walk: _Walk, seed: int, status: tuple[Message, ...], pressed: Counter[tuple[_Page, int]]
) -> Iterator[Screen]:
    """What all seats show, one press after the other."""
    chance = random.Random(seed)
    settings: dict[str, bool | int | str] = {"sealed": seed % 2 == 1, "turn_without_move": seed % 3 == 2}
    settings[FIRST_GAME] = walk.first_game
    record = Record.resume(walk.game) if walk.game else None
    if record is not None and not walk.strange:
        settings[CHAIRS] = "1 green 2 red"
    if record is not None and walk.drawn:
        settings[DRAWN] = mark(record.history)

    def talk_of(record: Record | None) -> Conversation:
        return Conversation(
            settings=settings,
            draw=chance.randrange,
            record=record,
            status=lambda: status,
            scores=lambda: _SCORES if seed % 2 else Tally(),
            may_shut_down=True,
        )

    talk = talk_of(record)
    if walk.strange:
        talk.press(Press(2, 2, talk.screen(2).prompt))
    for key in walk.keys:
        _press_label(talk, *key.split())
        yield from map(talk.screen, SEATS)
    for number in range(walk.presses + walk.presses // 10):
        if number == walk.presses and talk.record.game is not None:
            settings[CHAIRS] = ""
            talk = talk_of(Record.resume(talk.record.history))
        yield from map(talk.screen, SEATS)
        _press(talk, chance, pressed)


def _press_label(talk: Conversation, seat: str, label: str, held: str = "") -> None:
    """Presses the first key of *seat* with this *label*. Raises ValueError where there is none."""
    shown = talk.screen(int(seat))
    labels = [told and told.text for told in shown.labels]
    press = Press(int(seat), labels.index(label) + 1, shown.prompt)
    talk.press(press)
    if held:
        talk.press(replace(press, held=True))


def _beside(notices: Iterable[Message]) -> Iterator[Screen]:
    """What the table tells beside the game: notices, signs, a key that fails; and a panel that has gone dark."""
    talk = Conversation(draw=lambda n: 0, record=Record.resume(_BEGUN))
    for notice in notices:
        talk.notice(notice)
        yield talk.screen(3)
    talk.notice(None)
    talk.set_icons(frozenset(Icon))
    talk.stuck([(1, 2)])
    yield talk.screen(1)
    yield replace(talk.screen(1), blank=True)


def _press(talk: Conversation, chance: random.Random, pressed: Counter[tuple[_Page, int]]) -> None:
    """Presses, and holds where that is asked for, a key that was pressed least on its page: of any seat, or of one."""
    seats = SEATS if chance.random() < _ANY else (chance.choice(SEATS),)
    keys: list[tuple[int, float, Press, str]] = []
    for seat in seats:
        shown = talk.screen(seat)
        page = _page(shown)
        for key, label in enumerate(shown.labels, 1):
            if label is not None:
                times = pressed[page, key] * (_SELDOM if label.text in RARELY else 1)
                keys.append((times, chance.random(), Press(seat, key, shown.prompt), label.text))
    if not keys:
        return
    _, _, press, text = min(keys, key=lambda key: key[:2])
    pressed[_page(talk.screen(press.seat)), press.key] += 1
    talk.press(press)
    if text == "Hold" or chance.random() < _HELD:
        talk.press(replace(press, held=True))


def _page(screen: Screen) -> _Page:
    body = tuple(line.text for line in screen.body)
    labels = tuple(None if label is None else label.text for label in screen.labels)
    return screen.title.text, body, labels, screen.fan is None
