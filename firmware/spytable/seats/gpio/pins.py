"""The pin plan: reads a wiring from a table of settings; the default plan is pins.toml beside this module."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any, TypeVar

from spytable.referee.press import SEATS
from spytable.seats.gpio.errors import WiringError
from spytable.seats.gpio.wiring import Driver, PanelWiring, PinFactory, SeatWiring, Use, Wiring

USES = {"hat": Use.HAT, "i2c": Use.I2C, "i2s": Use.I2S, "spi": Use.SPI, "uart": Use.UART}
"""The uses of the header by their names in a settings file."""

Choice = TypeVar("Choice", Driver, PinFactory)

_PANEL = {"bus": int, "address": int, "column_offset": int, "rotate": int, "channel": int, "mux": int}


def default(seats: Iterable[int] = SEATS) -> Wiring:
    """The default plan for those seats: panels behind a TCA9548A, seat N on its channel N - 1."""
    plan = read(tomllib.loads(files(__package__).joinpath("pins.toml").read_text(encoding="utf-8")))
    wanted = tuple(seats)
    return Wiring(tuple(seat for seat in plan.seats if seat.seat in wanted), plan.factory, plan.uses)


def read(settings: Mapping[str, Any]) -> Wiring:
    """The wiring that a settings table of the shape of pins.toml describes; without seats it has the default ones.

    Raises WiringError for an unknown or missing name, a value of the wrong type, and all that Wiring refuses.
    """
    _known("the wiring", settings, {"factory", "uses", "seat"})
    uses = {Use.HAT}
    for name in _list(settings.get("uses", ["i2c", "i2s"]), "uses"):
        if name not in USES:
            raise WiringError(f"uses names {name!r}; known are {', '.join(USES)}.")
        uses.add(USES[name])
    # Whoever sets something else alone has the seats of the default plan.
    listed = _list(settings["seat"], "seat") if "seat" in settings else None
    seats = default().seats if listed is None else tuple(_seat(entry) for entry in listed)
    return Wiring(seats, _one_of(PinFactory, settings.get("factory", "lgpio"), "factory"), frozenset(uses))


def _seat(entry: Any) -> SeatWiring:
    if not isinstance(entry, Mapping):
        raise WiringError("Each seat is a table [[seat]].")
    number = _whole(entry.get("seat"), "seat")
    where = f"seat {number}"
    _known(where, entry, {"seat", "keys", "lamp", "panel"})
    keys = tuple(_whole(gpio, f"{where}: keys") for gpio in _list(entry.get("keys"), f"{where}: keys"))
    if len(keys) != 4:
        raise WiringError(f"Seat {number} has {len(keys)} keys; it needs 4.")
    lamp = None if entry.get("lamp") is None else _whole(entry["lamp"], f"{where}: lamp")
    panel = entry.get("panel", {})
    if not isinstance(panel, Mapping):
        raise WiringError(f'{where}: panel is a table, as {{ driver = "ssd1306", bus = 1, address = 0x3C }}.')
    _known(f"the panel of {where}", panel, {"driver", *_PANEL})
    lines = {name: _whole(value, f"{where}: panel: {name}") for name, value in panel.items() if name in _PANEL}
    driver = _one_of(Driver, panel.get("driver", "ssd1306"), f"{where}: panel: driver")
    return SeatWiring(number, (keys[0], keys[1], keys[2], keys[3]), lamp, PanelWiring(driver, **lines))


def _known(where: str, table: Mapping[str, Any], names: set[str]) -> None:
    for name in table:
        if name not in names:
            raise WiringError(f"{where} has no setting {name!r}; known are {', '.join(sorted(names))}.")


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise WiringError(f"{where} must be a list.")
    return value


def _whole(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise WiringError(f"{where} must be a whole number, not {value!r}.")
    return value


def _one_of(kind: type[Choice], value: Any, where: str) -> Choice:
    try:
        return kind(value)
    except ValueError:
        raise WiringError(f"{where} is {value!r}; known are {', '.join(kind)}.") from None
