"""The boxes fit the parts and can be printed: from their figures, and from the solids that OpenSCAD makes of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

import make
from kit import boxes, enclosure, everything, plan, solid

DATA = enclosure.data()

VARIANTS = list(product(DATA["panel"], DATA["key"], DATA["pi"]))


@pytest.mark.parametrize(("panel", "keys", "pi"), VARIANTS)
def test_every_choice_of_parts_fits_its_boxes(panel: str, keys: str, pi: str) -> None:
    data = enclosure.data()
    data["seat"] |= {"panel": panel, "keys": keys}
    data["middle"]["pi"] = pi
    assert enclosure.faults(data) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data["print"].update(wall=1.5), "wall is 1.5 mm thick"),
        (lambda data: data["print"].update(lid=2.2), "grooves leave too little"),
        (lambda data: data["print"].update(slack=0.0), "key does not fit its hole"),
        (lambda data: data["print"].update(screw=4.0), "too thin round their screws"),
        (lambda data: data["seat"].update(key_pitch=20.0), "key 1 and the key 2"),
        (lambda data: data["seat"].update(panel_front=45.0), "and the panel"),
        (lambda data: data["seat"].update(width=96.0), "does not fit between the walls"),
        (lambda data: data["seat"].update(lamp_side=14.0), "panel and the lamp"),
        (lambda data: data["panel"]["oled_0_96"].update(active_up=5.5), "past the glass"),
        (lambda data: data["panel"]["oled_0_96"].update(screw=6.0), "pierce the lid"),
        (lambda data: data["panel"]["oled_0_96"].update(holes=[26.0, 23.8]), "runs over a screw"),
        (lambda data: data["key"]["push"].update(head=16.0), "falls through"),
        (lambda data: data["lamp"].update(rim=5.2), "lamp falls through"),
        (lambda data: data["speaker"].update(deep=25.0), "on the plug of the Pi"),
        (lambda data: data["speaker"].update(grille=3.5), "bars of the grille"),
        (lambda data: data["middle"].update(depth=140.0), "Pi and the hub"),
        (lambda data: data["middle"].update(inner_height=44.0), "loudspeaker stands"),
        (lambda data: data["middle"].update(hub_parts=45.0), "reach the lid"),
        (lambda data: data["print"].update(length=10.0), "reach the floor"),
        (lambda data: data["panel"]["oled_0_96"].update(glass=[26.7, 21.0]), "lies on the posts"),
        (lambda data: data["seat"].update(pins_deep=1.5), "hollow for the panel's pins"),
        (lambda data: data["middle"].update(post_height=2.0), "cuts the floor"),
        (lambda data: data["hub"].update(socket_row=18), "header 1 and the resistors 1"),
        (lambda data: data["hub"].update(sockets=[3, 14, 23, 32]), "stands on a screw of the hub"),
        (lambda data: data["hub"]["multiplexer"].update(at=[12.0, 26.5]), "over the hub's edge"),
        (lambda data: data["cable"].update(thick=3.0), None),
    ],
)
def test_a_figure_that_cannot_be_is_noticed(change: Callable[[dict[str, Any]], None], said: str | None) -> None:
    data = enclosure.data()
    change(data)
    faults = enclosure.faults(data)
    if said is None:
        assert faults == []  # The opening grows with the cable.
    else:
        assert any(said in fault for fault in faults), faults


def test_what_would_not_fit_is_said_instead_of_built(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(make.everything, "write_texts", lambda: iter(()))
    monkeypatch.setattr(make.enclosure, "faults", lambda of: ["A key does not fit its hole."])
    monkeypatch.setattr(boxes, "write", lambda: pytest.fail("built all the same"))
    monkeypatch.setattr(sys, "argv", ["make.py", "--boxes"])
    assert make.main() == 1
    assert "A key does not fit its hole." in capsys.readouterr().err


def test_posts_stand_where_the_boards_have_their_holes() -> None:
    for pi, (wide, deep) in {"full": (58.0, 49.0), "zero": (58.0, 23.0)}.items():
        data = enclosure.data()
        data["middle"]["pi"] = pi
        sizes = enclosure.middle(data)
        (left, front), (right, _), (_, back), _ = sizes["pi_posts"]
        assert (right - left, back - front) == (wide, deep)
        assert (left - sizes["pi_at"][0], front - sizes["pi_at"][1]) == pytest.approx((3.5, 3.5))


def test_the_parts_list_has_a_screw_for_each_hole_and_a_header_for_each_place() -> None:
    seat, middle = enclosure.seat(DATA), enclosure.middle(DATA)
    listed = {part["name"]: (part["per_table"], part["per_seat"]) for part in plan.parts()["part"]}
    (large,) = (counts for name, counts in listed.items() if name.startswith("self-tapping screw M2.5"))
    (small,) = (counts for name, counts in listed.items() if name.startswith("screw M2 "))
    (headers,) = (counts for name, counts in listed.items() if name.startswith("box header 2 x 5"))
    assert large == (sum(len(middle[name]) for name in ("posts", "pi_posts", "hub_posts")), len(seat["posts"]))
    assert small == (0, len(seat["panel_posts"]))
    # One on the hub and one in the seat.
    assert headers == (0, 2) and sum(n == 5 for *_, n in middle["hub_sockets"]) == 4


def test_openscad_reads_the_sizes_that_the_checks_have_passed() -> None:
    written = (boxes.SOURCES / "sizes.scad").read_text(encoding="utf-8")
    assert written == everything.texts()[boxes.SOURCES / "sizes.scad"], "run hardware/make.py"


needs_openscad = pytest.mark.skipif(boxes.openscad() is None, reason="openscad is not installed: apt install openscad")


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[tuple[str, str], list[solid.Triangle]]]:
    """Each half of a box as OpenSCAD makes it, with coarse circles."""
    out = tmp_path_factory.mktemp("boxes")

    def made(which: tuple[str, str]) -> tuple[tuple[str, str], Path]:
        return which, boxes.build(*which, out, roundness=12)

    with ThreadPoolExecutor(2) as workers:
        yield {which: solid.read(file) for which, file in workers.map(made, boxes.PARTS)}


@needs_openscad
def test_the_solids_are_closed_and_as_large_as_they_should_be(printed: dict[tuple[str, str], Any]) -> None:
    for box, sizes in (("seat", enclosure.seat(DATA)), ("middle", enclosure.middle(DATA))):
        for part in ("base", "lid"):
            found = printed[box, part]
            assert solid.is_closed(found), (box, part)
            low, high = solid.size(found)
            assert (low[0], low[1], high[0], high[1]) == pytest.approx((0, 0, sizes["width"], sizes["depth"]), abs=0.3)
        assert solid.size(printed[box, "base"])[1][2] == pytest.approx(sizes["height"], abs=0.01)


@needs_openscad
def test_keys_lamp_and_panel_find_their_openings(printed: dict[tuple[str, str], Any]) -> None:
    lid, sizes = printed["seat", "lid"], enclosure.seat(DATA)
    thick, active = DATA["print"]["lid"], DATA["panel"]["oled_0_96"]["active"]
    for x, y in sizes["keys"]:
        for dx, dy in ((0.1, 0.2), (7.1, 0.2), (0.1, -7.2)):
            assert solid.along(lid, 2, x + dx, y + dy) == []
        assert solid.along(lid, 2, x + 10.13, y + 0.17)[-1] == pytest.approx((0, thick), abs=0.01)
    x, y = sizes["lamp_at"]
    assert solid.along(lid, 2, x + 0.1, y + 2.2) == []
    x, y = sizes["window_at"]
    for dx, dy in product((-active[0] / 2, active[0] / 2), (-active[1] / 2, active[1] / 2)):
        assert solid.along(lid, 2, x + dx, y + dy) == [], "the panel's corner is covered"


@needs_openscad
def test_a_groove_leads_to_each_key_and_a_screw_of_the_panel_stays_inside(printed: dict[tuple[str, str], Any]) -> None:
    lid, sizes = printed["seat", "lid"], enclosure.seat(DATA)
    for start, end in sizes["grooves"]:
        ((low, high),) = solid.along(lid, 2, (start[0] + end[0]) / 2 + 0.011, (start[1] + end[1]) / 2 + 0.017)
        assert high - low == pytest.approx(DATA["print"]["lid"] - sizes["groove"], abs=0.01)
    for x, y in sizes["panel_posts"]:
        ((low, high),) = solid.along(lid, 2, x + 0.113, y + 0.127)
        assert high == pytest.approx(DATA["print"]["lid"], abs=0.01)
        assert high - low == pytest.approx(1, abs=0.01)


@needs_openscad
def test_walls_are_thick_enough_and_boards_find_their_posts(printed: dict[tuple[str, str], Any]) -> None:
    base, sizes, print_ = printed["middle", "base"], enclosure.middle(DATA), DATA["print"]
    # Across the box, above the boards' sockets and below the cables' slots.
    left, right = solid.along(base, 0, 40.13, sizes["height"] - 8.07)
    assert left[1] - left[0] >= print_["least"] and right[1] - right[0] >= print_["least"]
    for name in ("pi_posts", "hub_posts"):
        for x, y in sizes[name]:
            ((_, top),) = solid.along(base, 2, x + 0.07, y + 2.13)
            assert top == pytest.approx(print_["floor"] + sizes["post_height"], abs=0.02)
            ((_, floor),) = solid.along(base, 2, x + 0.07, y + 0.13)
            assert floor == pytest.approx(print_["floor"], abs=0.02)


@needs_openscad
def test_an_opening_is_printed_without_supports(printed: dict[tuple[str, str], Any]) -> None:
    base, sizes, print_ = printed["middle", "base"], enclosure.middle(DATA), DATA["print"]
    for axis, place, ends, level in (
        (0, print_["wall"] / 2, sizes["front"], sizes["front_from"] + sizes["front_high"] - 0.07),
        (1, sizes["width"] - print_["wall"] / 2, sizes["side"], sizes["side_from"] + sizes["side_high"] - 0.07),
    ):
        carried = solid.along(base, axis, place, level)
        gaps = [after[0] - before[1] for before, after in pairwise(carried)]
        assert sum(gaps) > 0.8 * (ends[1] - ends[0]) and max(gaps) <= print_["bridge"]


@needs_openscad
def test_the_panels_glass_and_the_solder_of_its_pins_touch_nothing(printed: dict[tuple[str, str], Any]) -> None:
    lid, sizes = printed["seat", "lid"], enclosure.seat(DATA)
    glass, (x, y) = DATA["panel"]["oled_0_96"]["glass"], sizes["glass_at"]
    for dx, dy in product((-glass[0] / 2, -11.65, 11.65, glass[0] / 2), (-glass[1] / 2, glass[1] / 2)):
        assert all(low > -0.02 for low, _ in solid.along(lid, 2, x + dx + 0.011, y + dy + 0.013))
    x, y = sizes["pins_at"]
    for dx in (-4.97, 0.03, 5.03):
        assert solid.along(lid, 2, x + dx, y + 0.05)[0][0] == pytest.approx(sizes["pins_deep"], abs=0.01)


@needs_openscad
def test_plugs_and_cables_get_in(printed: dict[tuple[str, str], Any]) -> None:
    base, sizes, wall = printed["middle", "base"], enclosure.middle(DATA), DATA["print"]["wall"]
    level = DATA["print"]["floor"] + sizes["post_height"] + 3.21
    for x in (sizes["front"][0] + 5.17, sizes["front"][1] - 5.17):
        assert solid.along(base, 1, x, level)[0][0] > wall
    assert solid.along(base, 0, sizes["side"][0] + 5.13, level + 5)[-1][1] < sizes["width"] - wall
    for x in sizes["slots_back"]:
        cut = solid.along(base, 1, x + sizes["slot"][0] / 2 + 0.11, sizes["height"] - 0.51)
        assert cut[-1][1] < sizes["depth"] - wall
    seat_base, seat_sizes = printed["seat", "base"], enclosure.seat(DATA)
    slot = solid.along(seat_base, 1, seat_sizes["width"] / 2 + 0.11, seat_sizes["height"] - 0.51)
    assert len(slot) == 1, "the seat's cable finds its way out at the back alone"
