"""What the drawings and lists tell a builder is what the table runs on, and is electrically sound."""

from __future__ import annotations

import re
import tomllib
from html import unescape
from importlib.resources import files
from pathlib import Path

import pytest

from kit import breadboard, electrics, everything, labels, pages, plan
from kit.sheet import Sheet
from spytable import config
from spytable.game.cards import Colour
from spytable.seats.gpio import pins
from spytable.seats.gpio.wiring import LINES, Use

DATA = plan.parts()
TEXTS = everything.texts()
SHEETS = everything.sheets()


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.name)
def test_every_drawing_and_page_is_made_of_the_pin_plan_and_the_parts_of_today(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == TEXTS[file], "run .venv/bin/python hardware/make.py"


def test_what_one_prints_shows_the_drawings_of_today() -> None:
    assert everything.STAMP.read_text(encoding="utf-8") == everything.stamp(), "run hardware/make.py --print"
    for name in SHEETS:
        assert (everything.DRAWINGS / f"{name}.pdf").read_bytes().startswith(b"%PDF")


def words(sheet: Sheet) -> list[str]:
    """The texts of a sheet."""
    return [unescape(text) for text in re.findall(r"<text [^>]*>([^<]*)", sheet.svg())]


def test_the_header_has_each_pin_once_and_each_line_its_own() -> None:
    assert sorted(plan.GPIO_AT) == [position for position in range(1, 41) if position not in plan.POWER]
    assert sorted(plan.GPIO_AT.values()) == list(range(28))
    shown = words(SHEETS["header"])
    assert [number for number in range(1, 41) if str(number) not in shown] == []
    for seat in plan.seats():
        for what in (*(f"seat {seat.seat} K{key}" for key in (1, 2, 3, 4)), f"seat {seat.seat} lamp"):
            assert shown.count(what) == 1


def test_the_positions_beside_the_pin_plan_are_right() -> None:
    text = files("spytable.seats.gpio").joinpath("pins.toml").read_text(encoding="utf-8")
    lines = re.findall(r"^(?:keys|lamp) = \[?([\d, ]+?)\]?\s+# ([\d, ]+)$", text, re.MULTILINE)
    assert len(lines) == 8
    for gpios, positions in lines:
        assert [plan.POSITION[int(gpio)] for gpio in gpios.split(",")] == [int(each) for each in positions.split(",")]


def test_a_seats_drawing_has_the_lines_that_the_table_listens_to() -> None:
    for seat in pins.default().seats:
        shown = words(SHEETS[f"seat-{seat.seat}"])
        for gpio in (*seat.keys, seat.lamp):
            assert f"pin {plan.POSITION[gpio]} · GPIO {gpio}" in shown
        assert f"TCA9548A · SD{seat.panel.channel}" in shown
        whole = words(SHEETS["table"])
        for gpio in (*seat.keys, seat.lamp):
            assert whole.count(f"pin {plan.POSITION[gpio]} · GPIO {gpio}") == 1


def test_power_ground_sound_and_bus_are_on_the_pins_that_have_them() -> None:
    header = DATA["header"]
    for name, positions in header["rails"].items():
        assert all(plan.POWER[position] == name for position in positions)
    amplifier, multiplexer = header["amplifier"], header["multiplexer"]
    assert (plan.POWER[amplifier["VIN"]], plan.POWER[amplifier["GND"]]) == ("5 V", "GND")
    assert (plan.POWER[multiplexer["VIN"]], plan.POWER[multiplexer["GND"]]) == ("3.3 V", "GND")
    assert [plan.GPIO_AT[multiplexer[name]] for name in ("SDA", "SCL")] == list(LINES[Use.I2C])
    assert [plan.GPIO_AT[amplifier[name]] for name in ("BCLK", "LRC", "DIN")] == [18, 19, 21]
    assert {18, 19, 21} < set(LINES[Use.I2S])


def test_no_lamp_glows_before_the_table_starts() -> None:
    assert not [seat for seat in plan.seats() if seat.lamp in plan.PULLED_UP]


def test_every_lamp_gets_a_current_that_it_and_the_pi_can_bear() -> None:
    lamp = DATA["lamp"]
    for colour in lamp["colour"]:
        ohm, current = electrics.lamp_resistor(lamp["volts"], colour["forward"], lamp["aim"])
        assert ohm >= 100 and lamp["least"] <= current <= lamp["most"]
    assert lamp["most"] < DATA["rail"]["gpio"] and 4 * lamp["most"] < DATA["rail"]["all_gpio"]


def test_a_table_of_four_stays_within_what_the_pi_and_its_supply_give() -> None:
    assert electrics.load(DATA["part"], "3v3", 4, "most", larger=True) <= DATA["rail"]["3v3"]
    assert electrics.load(DATA["part"], "3v3", 4, "most") == pytest.approx(4 * (25 + 4) + 0.2)
    assert electrics.load(DATA["part"], "3v3", 4, "most", larger=True) == pytest.approx(4 * (40 + 4) + 0.2)
    for board in DATA["pi"]:
        assert pages.total(DATA, board, 4, "most") <= board["supply"], board["name"]


def test_the_cable_of_the_parts_list_works_with_every_panel() -> None:
    runs = {(cable.length, cable.panel, cable.hub): cable.speeds for cable in electrics.cables(DATA["bus"])}
    for panel in DATA["bus"]["panel_pull_ups"]:
        assert runs[0.5, panel, None] == ("100 kHz",)
        assert runs[0.5, panel, DATA["bus"]["hub_pull_up"]] == ("100 kHz", "400 kHz")
        assert "100 kHz" in runs[1.0, panel, DATA["bus"]["hub_pull_up"]]
        # A few percent over is what the sheet tells; more would keep a line from being low.
        assert electrics.sink_current(DATA["bus"], panel, hub=True, board=True) < 1.1 * DATA["bus"]["sink"]


def test_sda_and_scl_are_never_neighbours_in_the_cable_and_every_line_has_its_conductor() -> None:
    conductors = DATA["cable"]["conductors"]
    assert len(conductors) == 10
    assert set(conductors) == {"GND", "3.3 V", "SDA", "SCL", "K1", "K2", "K3", "K4", "LAMP"}
    for i, name in enumerate(conductors):
        if name in ("SDA", "SCL"):
            assert {conductors[i - 1], conductors[i + 1]} <= {"GND", "3.3 V"}


def test_a_pressed_key_is_low_through_its_resistor() -> None:
    cable = DATA["cable"]
    # Pull-ups spread: 33 kΩ is the strongest that the data sheets allow.
    assert electrics.pressed_volts(3.3, cable["key_resistor"], 33_000) < cable["low"] / 4


def test_every_line_that_leaves_the_hub_has_its_resistor_in_the_list() -> None:
    (ones,) = (part for part in DATA["part"] if part["name"].startswith("resistor 1 kΩ"))
    (lamps,) = (part for part in DATA["part"] if part["name"].startswith("resistor for the lamp"))
    (pulls,) = (part for part in DATA["part"] if part["name"].startswith("resistor 4.7 kΩ"))
    assert [electrics.count(part, 3) for part in (ones, lamps, pulls)] == [12, 3, 6]


@pytest.mark.parametrize(("name", "seats"), [("breadboard.toml", 1), ("breadboard-2.toml", 2)])
def test_the_breadboards_settings_are_taken_and_use_the_lines_of_the_plan(name: str, seats: int) -> None:
    wiring = config.load(plan.HARDWARE / name).seats
    for here, planned in zip(wiring.seats, plan.seats()[:seats], strict=True):
        assert (here.seat, here.keys, here.lamp) == (planned.seat, planned.keys, planned.lamp)
    assert all(seat.panel.channel is None for seat in wiring.seats)
    content = tomllib.loads((plan.HARDWARE / name).read_text(encoding="utf-8"))
    assert content["table"] == "pi"


def test_the_pages_name_the_pins_of_the_plan() -> None:
    guide, troubles, boot = (
        " ".join((plan.HARDWARE.parent / name).read_text(encoding="utf-8").split())
        for name in ("docs/build.md", "docs/troubles.md", "systemd/boot.sh")
    )
    first, second = plan.seats()[:2]
    assert second.lamp is not None
    a, b, c, d = (plan.POSITION[gpio] for gpio in second.keys)
    assert f"its keys to pins {a}, {b}, {c} and {d} and its lamp to pin {plan.POSITION[second.lamp]}" in guide
    header = DATA["header"]
    assert "3.3 V from pins {} and {}".format(*header["rails"]["3.3 V"]) in guide
    assert f"5 V from pin {header['amplifier']['VIN']}, ground from pin {header['amplifier']['GND']}" in guide
    assert len(header["rails"]["GND"]) == 7 and "seven ground pins" in guide
    assert second.keys[:2] == (14, 15) and "GPIO 14 and 15, keys of seat 2" in troubles and "GPIO 14 and 15" in boot
    assert first.keys[0] == 4 and "GPIO 4, key 1 of seat 1" in troubles
    ground = 1 + DATA["cable"]["conductors"].index("GND", 1)
    assert f"their common ground, conductor {ground} of the cable" in troubles
    assert f"Each of 6 to 9 against {ground}" in guide


def test_the_example_in_the_installed_settings_is_seat_1_of_the_plan() -> None:
    script = (plan.HARDWARE.parent / "systemd/install.sh").read_text(encoding="utf-8")
    (example,) = re.findall(r"^# \[seats\]\n(?:# .*\n)+", script, re.MULTILINE)
    read = pins.read(tomllib.loads(re.sub("^# ", "", example, flags=re.MULTILINE))["seats"])
    assert read.seats == plan.seats()[:1] and read.uses == pins.default().uses


def test_the_breadboards_drawing_has_its_pins() -> None:
    shown = words(SHEETS["breadboard"])
    for gpio in (*breadboard.seat().keys, breadboard.seat().lamp):
        assert str(plan.POSITION[gpio]) in shown


def test_the_list_for_a_first_evening_is_what_the_drawing_has() -> None:
    drawn = SHEETS["breadboard"].svg()
    wires = re.findall(r'<polyline points="[\d.]+,([\d.]+) [^"]*" fill="none" stroke="black" stroke-width="0.9"', drawn)
    from_header = [top for top in wires if float(top) < breadboard.TOP - 10]
    listed = {part["name"]: part["count"] for part in DATA["evening"]}
    (header,) = (n for name, n in listed.items() if "header to board" in name)
    (board,) = (n for name, n in listed.items() if "on the board" in name)
    assert (header, board) == (len(from_header), len(wires) - len(from_header))
    (keys,) = (n for name, n in listed.items() if name.startswith("tactile"))
    assert keys == len(breadboard.seat().keys)


def test_every_wire_of_the_hub_is_on_the_list_once() -> None:
    listed = words(SHEETS["wires"])
    used = [int(pin) for text in listed for pin in re.findall(r"\bpin (\d+)", text) if text != listed[1]]
    header = DATA["header"]
    wanted = [gpio for seat in plan.seats() for gpio in (*seat.keys, seat.lamp)]
    pins_of_seats = [plan.POSITION[gpio] for gpio in wanted if gpio is not None]
    rails = [pin for pins_of_rail in header["rails"].values() for pin in pins_of_rail]
    boards = [*header["amplifier"].values(), *header["multiplexer"].values()]
    assert sorted(used) == sorted(pins_of_seats + rails + boards)
    for seat in plan.seats():
        for side in ("SD", "SC"):
            assert sum(f"to {side}{seat.panel.channel} of the multiplexer" in text for text in listed) == 1
    assert sum("4.7 kΩ" in text for text in listed) == 8 and sum("1 kΩ" in text for text in listed) == 16


def test_each_leg_of_a_seat_is_drawn_with_its_conductor() -> None:
    shown = words(SHEETS["seat-wired"])
    # Once on the lid, and twice on the little board: from above and from below.
    assert [number for number in range(1, 11) if shown.count(str(number)) != 3] == []


def test_every_pin_of_the_supply_is_where_the_list_has_it() -> None:
    header = DATA["header"]
    for pin in plan.POWER:
        use = plan.use_of(pin)
        if use.endswith(" rail"):
            assert pin in header["rails"]["GND" if use.startswith("ground") else "3.3 V"]
        else:
            assert use == "" or header["amplifier"][use.removeprefix("amplifier ")] == pin
    assert [pin for pin in plan.POWER if not plan.use_of(pin)] == [2]


def test_the_signs_to_print_tell_colours_apart_without_colour() -> None:
    assert set(labels.WORDS) == set(Colour)
    shapes = [text.split("· ")[1] for text in labels.WORDS.values()]
    assert len(set(shapes)) == len(shapes)
    assert not re.search(r'fill="(?!none|white|black|#ddd)', SHEETS["labels"].svg())
