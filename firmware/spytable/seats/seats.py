"""The contract between the table and its seats, whatever they are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PIL.Image import Image

from spytable.referee.press import Press
from spytable.referee.screen import Lamp, Screen

Render = Callable[[Screen], Image]
"""Draws a screen: an image of mode "1", 128 x 64, white is lit."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A part that does not work, in plain words: *part* ("panel of seat 2"), *what* and *remedy*.

    An empty *what* says that it works again.
    """

    part: str
    what: str = ""
    remedy: str = ""


class Seats(Protocol):
    """All seats of one table. No method blocks on a device and none raises for one."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The seats that are there, of 1 to 4, clockwise."""

    def start(self, press: Callable[[Press], None], trouble: Callable[[Trouble], None]) -> None:
        """Begins to report presses and troubles, from any thread."""

    def show(self, seat: int, screen: Screen) -> None:
        """The newest screen wins; a press is stamped with the prompt of the screen that the seat really shows."""

    def light(self, seat: int, lamp: Lamp) -> None:
        """Sets the seat's lamp."""

    def close(self) -> None:
        """Blanks the panels and the lamps first, then lets go of the devices. Ends within a second."""
