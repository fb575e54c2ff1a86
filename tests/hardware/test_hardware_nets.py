"""The hub's netlist joins what the pin plan says, and nothing else."""

from __future__ import annotations

import re
from itertools import chain

from kit import everything, nets, plan

PARTS, NETS = nets.hub()


def net_of(reference: str, pin: int) -> set[nets.Pin]:
    (found,) = (set(pins) for pins in NETS.values() if (reference, pin) in pins)
    return found


def test_no_pin_is_in_two_nets_and_every_net_joins_something() -> None:
    everywhere = list(chain.from_iterable(NETS.values()))
    assert len(everywhere) == len(set(everywhere))
    assert {reference for reference, _ in everywhere} == {part.reference for part in PARTS}
    assert [name for name, pins in NETS.items() if len(pins) < 2] == []


def test_every_key_and_lamp_comes_through_its_resistor_to_its_pin() -> None:
    values = {part.reference: part.value for part in PARTS}
    for seat in plan.seats():
        for number, gpio in enumerate((*seat.keys, seat.lamp), start=6):
            assert gpio is not None
            (between,) = net_of(f"J{1 + seat.seat}", number) - {(f"J{1 + seat.seat}", number)}
            assert values[between[0]] == ("R lamp" if number == 10 else "1 kΩ")
            assert net_of(between[0], 3 - between[1]) == {("J1", plan.POSITION[gpio]), (between[0], 3 - between[1])}


def test_each_panel_is_on_its_own_side_of_the_multiplexer() -> None:
    sides = {name: (f"J{6 + row}", i + 1) for row, names in enumerate(nets.MULTIPLEXER) for i, name in enumerate(names)}
    for seat in plan.seats():
        for conductor, name in ((2, "SD"), (4, "SC")):
            joined = net_of(f"J{1 + seat.seat}", conductor)
            assert sides[f"{name}{seat.panel.channel}"] in joined
            # With them only the pull-up.
            assert len(joined) == 3
    for name, pin in (("SDA", 3), ("SCL", 5)):
        assert net_of("J1", pin) == {("J1", pin), sides[name]}
    for name in ("A0", "A1", "A2"):
        assert sides[name] in NETS["GND"]
    assert sides["RST"] in NETS["3.3 V"] and sides["VIN"] in NETS["3.3 V"]


def test_five_volts_reach_the_amplifier_alone() -> None:
    assert set(NETS["5 V"]) == {("J1", 4), ("J8", nets.AMPLIFIER.index("VIN") + 1), ("C1", 1)}


def test_supply_and_ground_are_on_pins_that_have_them() -> None:
    for name, pins in NETS.items():
        for pin in (pin for reference, pin in pins if reference == "J1"):
            assert plan.POWER.get(pin, "") == (name if name in ("GND", "3.3 V", "5 V") else "")
    for seat in plan.seats():
        assert {(f"J{1 + seat.seat}", 1), (f"J{1 + seat.seat}", 5)} < set(NETS["GND"])
        assert (f"J{1 + seat.seat}", 3) in NETS["3.3 V"]


def test_the_file_says_the_same() -> None:
    text = everything.texts()[everything.NETLIST]
    assert text.count("(") == text.count(")")
    for name, pins in NETS.items():
        (found,) = re.findall(rf'\(name "{re.escape(name)}"\)\n((?: +\(node .*\n)+)', text)
        assert re.findall(r'\(ref "(\w+)"\) \(pin "(\d+)"\)', found) == [(ref, str(pin)) for ref, pin in pins]
    assert re.findall(r'\(comp \(ref "(\w+)"\)', text) == [part.reference for part in PARTS]
