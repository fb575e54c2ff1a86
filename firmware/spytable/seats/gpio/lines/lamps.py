"""A seat's lamp: a gpiozero LED that is off, on or blinking."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Lock
from typing import Any

from spytable.referee.screen import Lamp
from spytable.seats.gpio.lines.factory import trouble_of_line
from spytable.seats.gpio.wiring import lamp_name
from spytable.seats.seats import Trouble

log = logging.getLogger(__name__)

BLINK = 0.4
"""Seconds on, and off, of a blinking lamp: 1.25 Hz, seen from the corner of an eye and far below 3 Hz, where
flicker harms.
"""


class SeatLamp:
    """One lamp. A pin that cannot be had is reported once and tried again each time the lamp should change."""

    def __init__(self, seat: int, gpio: int, factory: Any, trouble: Callable[[Trouble], None]) -> None:
        self._name, self._gpio, self._factory, self._trouble = lamp_name(seat), gpio, factory, trouble
        self._lock = Lock()
        self._led: Any = None
        self._shows: Lamp | None = None
        self._failed = False
        self._closed = False

    def light(self, lamp: Lamp) -> None:
        """Sets it. Raises nothing."""
        with self._lock:
            if self._closed or lamp is self._shows:
                return
            try:
                self._set(lamp)
            except Exception as error:
                self._shows = None
                if not self._failed:
                    self._failed = True
                    self._trouble(Trouble(self._name, *trouble_of_line(error, self._gpio)))
            else:
                self._shows = lamp
                if self._failed:
                    self._failed = False
                    self._trouble(Trouble(self._name))

    def close(self) -> None:
        """Off, and lets go of the pin. Raises nothing."""
        with self._lock:
            self._closed = True
            if self._led is None:
                return
            try:
                self._led.off()
                self._led.close()
            except Exception as error:
                log.warning("%s was not let go: %s", self._name, error)
            self._led = None

    def _set(self, lamp: Lamp) -> None:
        if self._led is None:
            from gpiozero import LED

            self._led = LED(self._gpio, pin_factory=self._factory)
        if lamp is Lamp.BLINK:
            self._led.blink(BLINK, BLINK)
        elif lamp is Lamp.ON:
            self._led.on()
        else:
            self._led.off()
