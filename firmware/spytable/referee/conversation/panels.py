"""Panels: pages with their numbers, and what the table has to say beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from spytable.game.cards import Colour
from spytable.referee.conversation.page import Page, fitting
from spytable.referee.conversation.sight import Sight, Stage
from spytable.referee.message import Message, message
from spytable.referee.screen import Icon, Lamp, Screen, Targets


@dataclass(frozen=True, slots=True)
class Shown:
    """What a seat is shown now."""

    page: Page
    colour: Colour | None
    targets: Targets
    prompt: int = 0

    def after(self, before: Shown) -> Shown:
        """The same, numbered: the prompt rises when, and only when, the acts of the keys change."""
        old, new = ([key and key.act for key in shown.page.keys] for shown in (before, self))
        return replace(self, prompt=before.prompt + (old != new))


class Panels:
    """Signs, a notice for all, notes for one seat, and keys that fail. There is room for them on resting pages."""

    def __init__(self, seats: Sequence[int]) -> None:
        self.icons: frozenset[Icon] = frozenset()
        self._seats = seats
        self._notice: Message | None = None
        self._unread: set[int] = set()
        self._notes: dict[int, Message] = {}
        self._failing: frozenset[tuple[int, int]] = frozenset()

    def notice(self, notice: Message | None) -> None:
        """A line for all, at each until its next press; None takes it away."""
        self._notice = notice
        self._unread = set(self._seats) if notice else set()

    def tell(self, seats: Iterable[int], note: Message) -> None:
        """A line for some, at each until its next press or until something is announced."""
        self._notes |= dict.fromkeys(seats, note)

    def failing(self, keys: Iterable[tuple[int, int]]) -> None:
        """Which keys fail now, as seat and key."""
        self._failing = frozenset(keys)

    def pressed(self, seat: int, page: Page) -> None:
        """A key of *seat* was pressed while it was shown *page*."""
        if page.resting:  # No other page shows the notice.
            self._unread.discard(seat)
        self._notes.pop(seat, None)

    def announced(self) -> None:
        """Something new was announced."""
        self._notes.clear()

    def screen(self, seat: int, shown: Shown) -> Screen:
        """What the panel of *seat* shows."""
        page, body, fan = shown.page, shown.page.body, shown.page.fan
        if page.resting:
            note = self._notes.get(seat)
            notice = self._notice if seat in self._unread else None
            failing = [message("Key {key} fails", key=key) for at, key in sorted(self._failing) if at == seat]
            body = fitting(line for line in (note, *failing, *body, notice) if line is not None)
            fan = None if len(body) > 1 else fan
        first, second, third, fourth = (None if key is None else key.label for key in page.keys)
        return Screen(
            title=page.title,
            body=body,
            labels=(first, second, third, fourth),
            fan=fan,
            seat=shown.colour,
            icons=self.icons,
            prompt=shown.prompt,
            targets=shown.targets if fan is not None and not body else (),
            resting=page.resting,
        )


def lamp(sight: Sight) -> Lamp:
    """BLINK where an answer or a consent is owed, ON where the game waits otherwise and at the winner."""
    if sight.paused:
        return Lamp.OFF
    request = sight.request
    asked = request is not None and (
        (sight.number in request.voters and sight.number not in request.agreed)
        or (sight.colour is not None and sight.colour == request.missed)
    )
    if asked or sight.answers:
        return Lamp.BLINK
    if sight.colour is None or sight.state is None:
        return Lamp.OFF
    # Once all bases are made, anybody may say who begins.
    waits = {Stage.BASES: not sight.busy or sight.colour in sight.busy, Stage.PLAY: sight.colour == sight.state.turn}
    return Lamp.ON if waits.get(sight.stage, sight.colour == sight.state.winner) else Lamp.OFF
