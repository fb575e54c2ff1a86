"""Scripted seats: keys pressed by a program and screens kept, for tests and demonstrations."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from spytable.referee.message import Message
from spytable.referee.press import KEYS, SEATS, Press
from spytable.referee.screen import Lamp, Screen
from spytable.seats.seats import Trouble


def plain(message: Message) -> str:
    """A message in plain English, for scripts and failing tests: names as they are, without grammar.

    >>> from spytable.game.cards import Colour
    >>> from spytable.referee.message import message
    >>> plain(message("{seat} is out", seat=Colour.RED))
    'Red is out'
    """
    names = {name: str(value).replace("_", " ") for name, value in message.values}
    return message.text.format(**{name: text[:1].upper() + text[1:] for name, text in names.items()})


class ScriptedSeats:
    """Seats without a device. Presses are made by `press`; what was shown is kept in order.

    >>> seats = ScriptedSeats((1, 2))
    >>> seats.numbers
    (1, 2)
    """

    def __init__(self, numbers: Sequence[int] = SEATS) -> None:
        self._numbers = tuple(numbers)
        self._press: Callable[[Press], None] | None = None
        self._trouble: Callable[[Trouble], None] | None = None
        self._changed = threading.Condition()
        self._screens: dict[int, Screen] = {}
        self._lamps: dict[int, Lamp] = dict.fromkeys(self._numbers, Lamp.OFF)
        self._shown: list[tuple[int, Screen]] = []
        self._closed = False

    @property
    def numbers(self) -> tuple[int, ...]:
        """The seats that are there, clockwise."""
        return self._numbers

    def start(self, press: Callable[[Press], None], trouble: Callable[[Trouble], None]) -> None:
        """From now on presses are handed to *press*, and troubles to *trouble*."""
        with self._changed:
            self._press, self._trouble = press, trouble
            self._changed.notify_all()

    def show(self, seat: int, screen: Screen) -> None:
        """Keeps *screen* as what *seat* shows."""
        with self._changed:
            self._screens[seat] = screen
            self._shown.append((seat, screen))
            self._changed.notify_all()

    def light(self, seat: int, lamp: Lamp) -> None:
        """Keeps the state of the lamp."""
        with self._changed:
            self._lamps[seat] = lamp
            self._changed.notify_all()

    def close(self) -> None:
        """Panels and lamps are dark; later presses go nowhere."""
        with self._changed:
            self._closed = True
            self._press = self._trouble = None
            self._screens = {}
            self._lamps = dict.fromkeys(self._numbers, Lamp.OFF)
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        """Whether the seats were closed."""
        return self._closed

    @property
    def shown(self) -> tuple[tuple[int, Screen], ...]:
        """Every screen that was shown, with its seat, in order."""
        with self._changed:
            return tuple(self._shown)

    def screen(self, seat: int) -> Screen | None:
        """What *seat* shows now; None while its panel is dark."""
        return self._screens.get(seat)

    def lamp(self, seat: int) -> Lamp:
        """The lamp of *seat* now. Raises KeyError if there is no such seat."""
        return self._lamps[seat]

    def press(self, seat: int, key: int, *, prompt: int | None = None, held: bool = False) -> None:
        """Presses *key* at *seat*, stamped with *prompt*, or with that of the screen the seat shows now.

        *held*: tells that a key is still down that was pressed before.

        Raises RuntimeError if the seats were not started or are closed.
        """
        with self._changed:
            hand_on, screen = self._press, self._screens.get(seat)
        if hand_on is None:
            raise RuntimeError("the seats are not started, or closed")
        if prompt is None:
            prompt = screen.prompt if screen is not None else 0
        hand_on(Press(seat, key, prompt, held))

    def press_label(self, seat: int, label: str, *, timeout: float = 60.0) -> None:
        """Presses the key of *seat* that bears *label*, in plain English, as soon as there is one.

        Raises TimeoutError, with what the seat shows, if no key bears it within *timeout* seconds.
        """
        screen = self.wait_for(seat, lambda screen: _key_with(screen, label) is not None, timeout=timeout)
        key = _key_with(screen, label)
        assert key is not None
        self.press(seat, key, prompt=screen.prompt)

    def wait_for(self, seat: int, fits: Callable[[Screen], bool], *, timeout: float = 60.0) -> Screen:
        """The first screen of *seat*, from the one it shows now on, that *fits*.

        Raises TimeoutError, with what the seat shows, if there is none within *timeout* seconds.
        """

        def there() -> bool:
            screen = self._screens.get(seat)
            return screen is not None and fits(screen)

        with self._changed:
            if not self._changed.wait_for(there, timeout):
                raise TimeoutError(f"seat {seat} shows {describe(self._screens.get(seat))}")
            return self._screens[seat]

    def trouble(self, trouble: Trouble) -> None:
        """Reports *trouble*, as a device would. Raises RuntimeError while the seats are not started."""
        if self._trouble is None:
            raise RuntimeError("the seats are not started, or closed")
        self._trouble(trouble)


def describe(screen: Screen | None) -> str:
    """A screen in one line: title, body, labels.

    >>> describe(None)
    'nothing'
    """
    if screen is None:
        return "nothing"
    labels = " | ".join("" if label is None else plain(label) for label in screen.labels)
    return " / ".join([plain(screen.title), *map(plain, screen.body), f"[{labels}]"])


def _key_with(screen: Screen, label: str) -> int | None:
    labels = zip(KEYS, screen.labels, strict=True)
    return next((key for key, text in labels if text is not None and plain(text) == label), None)
