"""Makes docs/settings.md of the settings themselves: run it after a setting was added or changed.

    .venv/bin/python docs/settings_page.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any

from spytable import config
from spytable.seats.gpio import pins
from spytable.seats.gpio.wiring import PanelWiring, PinFactory, Wiring

PAGE = Path(__file__).parent / "settings.md"

HEAD = """# Settings

Every setting has a default: the table plays without a settings file. To change one, write a text file `table.toml` with
just the lines that you change. The table reads the first of these that is there:

1. the file named by `spytable play --config FILE`
2. `~/.config/spytable/table.toml`
3. `/etc/spytable/table.toml`

A file with a fault is not used by halves: the table does not start, and names each fault, what stands there, and what
is allowed. What players set at the table (house rules, who sits where) is not here: it is kept with the games.
"""

SEATS_HEAD = """## [seats]: what is wired where
Without this section the table is wired as [build.md](build.md) draws it: four seats, their panels behind a TCA9548A.
Once it has a `[[seats.seat]]`, it describes *all* seats that there are. Numbers are GPIO numbers, not positions on the
header. What cannot work is refused: a line used twice, a line that belongs to one of the *uses*, two panels at one
address.

| setting | means | default |
|---|---|---|
"""

SEATS = {
    "uses": "what else the header is used for, and no key or lamp may touch: "
    + ", ".join(f"`{name}` ({use.value})" for name, use in pins.USES.items() if name != "hat"),
    "factory": f"the library that moves the pins: {', '.join(f'`{kind}`' for kind in PinFactory)} "
    "(`rpigpio` for kernels before 5.10: `sudo ./table upgrade` installs it for the service; `mock` for tests)",
    "seat": "one `[[seats.seat]]` for each seat, with the settings below",
}
"""What the settings of [seats] mean, by name."""

SEAT = {
    "seat": "its number, 1 to 4, clockwise",
    "keys": "the lines of K1 to K4, left to right; each key connects its line to ground",
    "lamp": "the line of its lamp; leave it out where there is none",
    "panel": "its panel, with the settings below",
}
"""What the settings of a [[seats.seat]] mean, by name."""

PANEL = {
    "driver": "its chip, `ssd1306` or `sh1106`; a wrong one shows snow at the edge",
    "bus": "N of /dev/i2c-N",
    "address": "its I2C address; 0x3D where its jumper says so",
    "column_offset": "memory columns left of the glass; unset: the chip's usual one (SSD1306 0, SH1106 2)",
    "rotate": "180 where the panel is mounted upside down",
    "channel": "behind a TCA9548A: the side that it is on, 0 to 7",
    "mux": "behind a TCA9548A: the multiplexer's address",
}
"""What the settings of a panel mean, by name."""


def page() -> str:
    """The whole page."""
    return "".join((HEAD, *_sections(), SEATS_HEAD, *_seats(), _whole_file()))


def _sections() -> Iterator[str]:
    yield "\n## At the top of the file\n"
    yield _table(fields(config.Settings))
    for name, kind in config._SECTIONS.items():
        yield f"\n## [{name}]\n{(kind.__doc__ or '').splitlines()[0].split(' *')[0]}\n"
        yield _table(fields(kind))
    yield "\n"


def _table(settings: tuple[Field[Any], ...]) -> str:
    rows = [
        f"| `{each.name}` | {each.metadata['meaning']} | {_written(each.default)} | {each.metadata['rule'].allowed} |\n"
        for each in settings
        if "meaning" in each.metadata
    ]
    return "\n| setting | means | default | allowed |\n|---|---|---|---|\n" + "".join(rows)


def _seats() -> Iterator[str]:
    plan = pins.default()
    yield f"| `uses` | {SEATS['uses']} | `{_uses(plan)}` |\n"
    yield f"| `factory` | {SEATS['factory']} | `{_toml(plan.factory.value)}` |\n"
    yield f"| `seat` | {SEATS['seat']} | the four of build.md |\n"
    yield from (f"| `seat.{name}` | {meaning} | |\n" for name, meaning in SEAT.items())
    defaults = {each.name: each.default for each in fields(PanelWiring)}
    for name, meaning in PANEL.items():
        hexadecimal = name in ("address", "mux")
        default = f"`0x{defaults[name]:02X}`" if hexadecimal else _written(defaults[name])
        yield f"| `seat.panel.{name}` | {meaning} | {default} |\n"


def _whole_file() -> str:
    lines = ["\n## All of it, with the defaults\nA line without a default stands behind `#`.\n\n```toml\n"]
    lines += _assignments(fields(config.Settings))
    for name, kind in config._SECTIONS.items():
        lines += [f"\n[{name}]\n", *_assignments(fields(kind))]
    plan = pins.default()
    lines += ["\n[seats]\n", f"uses = {_uses(plan)}\n", f"factory = {_toml(plan.factory.value)}\n"]
    for seat in plan.seats:
        panel = f'driver = "{seat.panel.driver}", bus = {seat.panel.bus}, channel = {seat.panel.channel}'
        lines += [
            "\n[[seats.seat]]\n",
            f"seat = {seat.seat}\nkeys = {list(seat.keys)}\nlamp = {seat.lamp}\n",
            f"panel = {{ {panel}, address = 0x{seat.panel.address:02X} }}\n",
        ]
    return "".join((*lines, "```\n"))


def _assignments(settings: tuple[Field[Any], ...]) -> Iterator[str]:
    for each in settings:
        if "meaning" in each.metadata:
            unset = each.default is None or each.default is MISSING
            yield f"# {each.name} =\n" if unset else f"{each.name} = {_toml(each.default)}\n"


def _uses(plan: Wiring) -> str:
    return "[" + ", ".join(f'"{name}"' for name, use in pins.USES.items() if use in plan.uses and name != "hat") + "]"


def _written(value: Any) -> str:
    return "unset" if value is None or value is MISSING else f"`{_toml(value)}`"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
