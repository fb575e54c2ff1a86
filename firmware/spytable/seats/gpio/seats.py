"""The seats that are wired to the header: four keys, a lamp and a panel each."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from typing import Any

from spytable.referee.press import Press
from spytable.referee.screen import Lamp, Screen
from spytable.seats.gpio.errors import WiringError, missing
from spytable.seats.gpio.header import check_here
from spytable.seats.gpio.lines.debounce import Timing
from spytable.seats.gpio.lines.factory import open_factory
from spytable.seats.gpio.lines.keys import Keys
from spytable.seats.gpio.lines.lamps import SeatLamp
from spytable.seats.gpio.panels.bus import controller_of, cut_hangs_short, open_smbus
from spytable.seats.gpio.panels.panel import Open
from spytable.seats.gpio.panels.turns import PIECE, Turns
from spytable.seats.gpio.panels.worker import LOOK, PanelWorker
from spytable.seats.gpio.retry import Retry
from spytable.seats.gpio.wiring import PinFactory, Wiring
from spytable.seats.seats import Render, Trouble

log = logging.getLogger(__name__)

CLOSING = 0.8
"""Seconds that `close` waits at most for panels and keys together: it promises to end within one."""


def installed(package: str) -> bool:
    """Whether a package is there, without importing it."""
    try:
        return find_spec(package) is not None
    except ImportError:
        return False


class GpioSeats:
    """A table's seats (see spytable.seats.seats.Seats) on gpiozero pins and luma panels.

    *factory*: a gpiozero pin factory, None to open the one that the wiring names. *open_bus* opens the bus of
    a panel, None for smbus2. Raises MissingPackageError, GpioError, and WiringError for what only this
    computer can tell of the wiring.
    """

    def __init__(
        self,
        wiring: Wiring,
        render: Render,
        *,
        factory: Any = None,
        open_bus: Open | None = None,
        clock: Callable[[], float] = time.monotonic,
        retry: Retry | None = None,
        timing: Timing | None = None,
        renders: Mapping[int, Render] | None = None,
    ) -> None:
        """*renders*: how the panels of some seats are drawn, in languages of their own; *render* draws all others."""
        for package in ("gpiozero", "luma.oled", "smbus2"):
            if not installed(package):
                raise missing(package)
        self._wiring = wiring
        self._owns_factory = factory is None
        self._factory = open_factory(wiring.factory) if factory is None else factory
        if factory is None and wiring.factory is not PinFactory.MOCK:
            try:
                check_here(wiring)
            except WiringError:
                self._factory.close()
                raise
        self._clock, self._retry, self._timing = clock, retry or Retry(), timing
        self._press: Callable[[Press], None] | None = None
        self._trouble: Callable[[Trouble], None] | None = None
        self._closed = False
        self._keys: Keys | None = None
        self._real_buses = open_bus is None
        self._turns: dict[int, Turns] = {}
        self._panels = {
            seat.seat: PanelWorker(
                seat,
                (renders or {}).get(seat.seat, render),
                open_bus or open_smbus,
                self._report,
                self._retry,
                clock,
                self._turns.setdefault(controller_of(seat.panel), Turns(clock)),
            )
            for seat in wiring.seats
        }
        self._lamps = {
            seat.seat: SeatLamp(seat.seat, seat.lamp, self._factory, self._report)
            for seat in wiring.seats
            if seat.lamp is not None
        }

    @property
    def numbers(self) -> tuple[int, ...]:
        """The seats that are wired, clockwise."""
        return tuple(seat.seat for seat in self._wiring.seats)

    def start(self, press: Callable[[Press], None], trouble: Callable[[Trouble], None]) -> None:
        """Starts panels and keys. A part that fails is reported, now or later, and tried again."""
        self._press, self._trouble = press, trouble
        for controller, turns in self._turns.items():
            if turns.shared and self._real_buses:
                cut_hangs_short(controller, PIECE + 2)
        for panel in self._panels.values():
            panel.start()
        for lamp in self._lamps.values():
            lamp.light(Lamp.OFF)
        self._keys = Keys(
            self._wiring,
            self._factory,
            lambda seat: partial(getattr, self._panels[seat], "prompt"),
            self._pressed,
            self._report,
            self._retry,
            self._timing,
            self._clock,
        )
        self._keys.start()

    def show(self, seat: int, screen: Screen) -> None:
        """The newest screen wins. Returns at once."""
        self._panels[seat].show(screen)

    def light(self, seat: int, lamp: Lamp) -> None:
        """Sets the lamp, where the seat has one."""
        if seat in self._lamps:
            self._lamps[seat].light(lamp)

    def prompt(self, seat: int) -> int:
        """What a press at *seat* is stamped with now: the prompt of the screen that its panel really shows."""
        return self._panels[seat].prompt

    def look(self) -> None:
        """Looks whether the panels are still as they were left, and starts anew those that are not, or do not tell."""
        for panel in self._panels.values():
            panel.look(doubted=True)

    def close(self) -> None:
        """Darkens panels and lamps, then lets go of everything; of a bus that hangs not before the program
        ends.
        """
        if self._closed:
            return
        self._closed = True
        until = self._clock() + CLOSING
        for panel in self._panels.values():
            panel.close()
        for lamp in self._lamps.values():
            lamp.close()
        if self._keys is not None:
            self._keys.stop()
        for seat, panel in self._panels.items():
            if not panel.join(until - self._clock()):
                log.warning("the panel of seat %d does not answer in time and is left as it is", seat)
        if self._keys is not None:
            self._keys.join(until - self._clock())
        try:
            if self._owns_factory:
                self._factory.close()
            elif self._keys is not None:
                self._keys.release()
        except Exception as error:
            log.warning("the pins were not let go: %s", error)

    def _pressed(self, press: Press) -> None:
        if self._closed or self._press is None:
            return
        for turns in self._turns.values():
            turns.pressed(press.seat)
        self._press(press)
        # Of a panel that lost its power for a moment nothing is heard: whenever anybody presses, all are looked at.
        for panel in self._panels.values():
            panel.look(after=LOOK)

    def _report(self, trouble: Trouble) -> None:
        if self._trouble is None or self._closed:
            return
        try:
            self._trouble(trouble)
        except Exception:
            log.exception("a report was not taken: %s", trouble)
