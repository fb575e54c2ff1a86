"""The boxes' sizes: positions computed from enclosure.toml, checked, and written for OpenSCAD."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from math import ceil, hypot
from typing import Any

from kit import hub
from kit.plan import HARDWARE
from kit.room import GAP, Data, Point, clashes, corners, distance, outside, round_, square

PANEL_POST = 5.0
"""mm: diameter of the posts that a panel is screwed to. An M2 screw's hole is 1.6."""


def data() -> Data:
    """enclosure.toml."""
    return tomllib.loads((HARDWARE / "enclosure.toml").read_text(encoding="utf-8"))


def posts_of_box(box: Data, print_: Data) -> list[Point]:
    """The lid's screws, in the corners of the room within the walls."""
    inset = print_["wall"] + print_["post"] / 2 - 0.6
    middle = (box["width"] / 2, box["depth"] / 2)
    return corners((box["width"] - 2 * inset, box["depth"] - 2 * inset), middle)


def seat(of: Data) -> dict[str, Any]:
    """The sizes of a seat's box. The origin is the left front corner; x to the right, y away from the player."""
    box, print_ = of["seat"], of["print"]
    panel, key = of["panel"][box["panel"]], of["key"][box["keys"]]
    slack, middle = print_["slack"], box["width"] / 2
    shown = (middle, box["panel_front"])
    board = (middle, box["panel_front"] - panel["active_up"])
    keys = [(middle + (i - 1.5) * box["key_pitch"], box["key_front"]) for i in range(4)]
    window = [side + 2 * (slack + 0.6) for side in panel["active"]]
    label = panel["active"][0] / 4
    foot = shown[1] - window[1] / 2 - 2.5
    above_key = max(key["head"] / 2, 9) + 3
    below = key["below"] + 2
    boards = [(middle + side * key["holes"] / 2, box["key_front"]) for side in (-1, 1)] if "board" in key else []
    return {
        "width": box["width"],
        "depth": box["depth"],
        "height": print_["floor"] + below,
        "posts": posts_of_box(box, print_),
        "keys": keys,
        "key_hole": key["thread"] + 2 * slack,
        "key_boards": boards,
        "key_under": key.get("under", 0),
        "window": window,
        "window_at": shown,
        "panel_at": board,
        "panel_posts": corners(panel["holes"], board),
        "panel_thick": panel["thick"],
        "panel_hole": panel["thick"] + print_["lid"] - 1,
        "glass_at": (board[0], board[1] + panel["glass_up"]),
        "glass": [side + 2 * slack for side in panel["glass"]],
        "pins_at": (board[0], board[1] + panel["board"][1] / 2 - panel["pins"][1] / 2),
        "pins": panel["pins"],
        "pins_deep": box["pins_deep"],
        "board": panel["board"],
        "key_head": key["head"],
        "key_nut": key["nut"],
        "key_below": key["below"],
        "lamp_at": (middle + box["lamp_side"], box["panel_front"]),
        "lamp_hole": of["lamp"]["body"] + slack,
        "grooves": [((middle + (i - 1.5) * label, foot), (x, y + above_key)) for i, (x, y) in enumerate(keys)],
        "groove": box["groove"],
        "slot": _slot(of),
    }


def middle(of: Data) -> dict[str, Any]:
    """The sizes of the box in the middle. The origin is the left front corner; the front has the Pi's power."""
    box, print_, pi = of["middle"], of["print"], of["pi"][of["middle"]["pi"]]
    wall, slack = print_["wall"], print_["slack"]
    board = (box["width"] - wall - slack - pi["overhang"] - pi["board"][0], wall + 1)
    if not pi["side"]:
        board = (box["width"] / 2 - pi["board"][0] / 2, board[1])
    holes = (board[0] + pi["inset"][0] + pi["holes"][0] / 2, board[1] + pi["inset"][1] + pi["holes"][1] / 2)
    hub_at = (box["width"] / 2, box["depth"] - wall - 9 - box["hub"][1] / 2)
    left_front, right_front, left_back, right_back = posts_of_box(box, print_)
    if pi["side"]:
        # The sockets for USB need that corner: its post stands behind them, between Pi and hub.
        right_front = (right_front[0], (board[1] + pi["board"][1] + hub_at[1] - box["hub"][1] / 2) / 2)
    level = print_["floor"] + box["post_height"] + of["pcb"]["thick"]
    wide, _ = _slot(of)
    front, side = ([board[i] + end for end in pi[name]] for i, name in enumerate(("front", "side")))
    return {
        "width": box["width"],
        "depth": box["depth"],
        "height": print_["floor"] + box["inner_height"],
        "posts": [left_front, right_front, left_back, right_back],
        "post_height": box["post_height"],
        "pi_at": board,
        "pi_board": pi["board"],
        "hub_board": box["hub"],
        "hub_sockets": [(*place, n) for place, n in hub.headers(of["hub"])],
        "hub_modules": [(*of["hub"][name]["at"], *of["hub"][name]["size"]) for name in ("multiplexer", "amplifier")],
        "pi_posts": corners(pi["holes"], holes),
        "hub_at": hub_at,
        "hub_posts": corners(box["hub_holes"], hub_at),
        "front": front,
        "front_from": level + of["pcb"]["sockets"][0] - of["pcb"]["plug"] / 2,
        "front_high": of["pcb"]["sockets"][1] - of["pcb"]["sockets"][0] + of["pcb"]["plug"],
        "front_ribs": list(ribs(front, print_)),
        "side": side,
        "side_ribs": list(ribs(side, print_)),
        "side_from": level - 0.5,
        "side_high": pi["side_high"] + 1,
        "slot": _slot(of),
        "slots_back": [box["width"] / 2 + side * 28 - wide / 2 for side in (-1, 1)],
        "slot_sides": hub_at[1] + 10 - wide / 2,
        "speaker_at": (box["width"] / 2, wall + 34),
        "speaker": of["speaker"]["size"] + 2 * slack,
        "speaker_ring": of["speaker"]["ring"],
        "grille": list(grille(of["speaker"])),
        "grille_hole": of["speaker"]["grille"],
    }


def ribs(opening: list[float], print_: Data) -> Iterator[float]:
    """Where the thin ribs of an opening begin: a printer bridges from one to the next, and they are broken out after.

    >>> list(ribs([0, 30], {"bridge": 15, "rib": 1}))
    [14.5]
    """
    if opening:
        fields = ceil((opening[1] - opening[0]) / print_["bridge"])
        for i in range(1, fields):
            yield opening[0] + (opening[1] - opening[0]) * i / fields - print_["rib"] / 2


def grille(speaker: Data) -> Iterator[Point]:
    """The holes before the loudspeaker, from its middle: rows on a square raster within its cone."""
    reach = speaker["size"] / 2 - 4
    steps = int(reach // speaker["grille_pitch"])
    for row in range(-steps, steps + 1):
        for column in range(-steps, steps + 1):
            x, y = column * speaker["grille_pitch"], row * speaker["grille_pitch"]
            if hypot(x, y) <= reach:
                yield x, y


def _slot(of: Data) -> tuple[float, float]:
    """Width and height of the opening for a seat cable, at the upper edge of a wall."""
    return of["cable"]["width"] + 2 * (of["print"]["slack"] + 0.4), of["cable"]["thick"] + 0.8


def scad(of: Data | None = None) -> str:
    """All sizes as an OpenSCAD file."""
    of = of or data()
    lines = ["// Made by make.py from enclosure.toml. Change the figures there."]
    for prefix, sizes in (("", of["print"]), ("seat_", seat(of)), ("middle_", middle(of))):
        lines += [f"{prefix}{name} = {_scad(value)};" for name, value in sizes.items()]
    lines.append(f"panel_post = {_scad(PANEL_POST)};")
    return "\n".join(lines) + "\n"


def _scad(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_scad, value)) + "]"
    return f"{value:.3f}".rstrip("0").rstrip(".")


def faults(of: Data) -> list[str]:
    """A sentence for each thing that would not print or not fit."""
    return [*_thin(of), *_seat_faults(of), *_middle_faults(of)]


def _thin(of: Data) -> Iterator[str]:
    print_ = of["print"]
    for name in ("wall", "floor", "lid"):
        if print_[name] < print_["least"]:
            yield f"The {name} is {print_[name]} mm thick; {print_['least']} is the least."
    if print_["lid"] - of["seat"]["groove"] < print_["least"]:
        yield "The grooves leave too little of the lid."
    if (print_["post"] - print_["screw"]) / 2 < print_["least"]:
        yield "The posts are too thin round their screws."
    if (PANEL_POST - 1.6) / 2 < 1.5:
        yield "The panel's posts are too thin round their screws."
    if of["speaker"]["grille_pitch"] - of["speaker"]["grille"] < print_["least"]:
        yield "The bars of the grille are too thin."


def _seat_faults(of: Data) -> Iterator[str]:
    box, print_, sizes = of["seat"], of["print"], seat(of)
    panel, key = of["panel"][box["panel"]], of["key"][box["keys"]]
    if not 0.1 <= (sizes["key_hole"] - key["thread"]) / 2 <= 0.5:
        yield "A key does not fit its hole."
    if sizes["key_hole"] >= key["head"] and "board" not in key:
        yield "A key falls through its hole."
    if sizes["height"] - print_["floor"] < key["below"]:
        yield "The keys stand on the floor."
    up = panel["active_up"] - panel["glass_up"]
    for i, side in enumerate(("wide", "high")):
        if sizes["window"][i] < panel["active"][i] + 1:
            yield f"The window is not {side} enough for what the panel shows."
        if sizes["window"][i] / 2 + (abs(up) if i else 0) > panel["glass"][i] / 2:
            yield f"The window is so {side} that one sees past the glass."
    if min(abs(hole[1] - sizes["glass_at"][1]) for hole in sizes["panel_posts"]) - 0.8 - sizes["glass"][1] / 2 < 0.6:
        yield "The panel's glass lies on the posts of its screws."
    if print_["lid"] - sizes["pins_deep"] < print_["least"]:
        yield "The hollow for the panel's pins leaves too little of the lid."
    if panel["screw"] - panel["pcb"] > sizes["panel_hole"] + 0.01:
        yield "The panel's screws pierce the lid."
    if min(distance(at, *line) for at in sizes["panel_posts"] for line in sizes["grooves"]) < 1.7:
        yield "A groove runs over a screw of the panel."
    if sizes["lamp_hole"] >= of["lamp"]["rim"]:
        yield "The lamp falls through its hole."
    parts = [(f"key {i + 1}", *round_(at, max(key["nut"], key["head"]))) for i, at in enumerate(sizes["keys"])]
    parts.append(("panel", *square(sizes["panel_at"], panel["board"])))
    parts.append(("lamp", *round_(sizes["lamp_at"], of["lamp"]["rim"])))
    parts += [(f"post {i + 1}", *round_(at, print_["post"])) for i, at in enumerate(sizes["posts"])]
    if "board" in key:
        parts = parts[4:]
        parts.append(("board of the keys", *square((box["width"] / 2, box["key_front"]), key["board"])))
    yield from clashes(parts)
    yield from outside(parts, box, print_)
    yield from _slot_faults(of, sizes["slot"])


def _middle_faults(of: Data) -> Iterator[str]:
    box, print_, sizes = of["middle"], of["print"], middle(of)
    pi = of["pi"][box["pi"]]
    board = (sizes["pi_at"][0] + pi["board"][0] / 2, sizes["pi_at"][1] + pi["board"][1] / 2)
    parts = [("Pi", *square(board, pi["board"])), ("hub", *square(sizes["hub_at"], box["hub"]))]
    yield from clashes(parts)
    posts = [(f"post {i + 1}", *round_(at, print_["post"])) for i, at in enumerate(sizes["posts"])]
    yield from (fault for part in parts for post in posts for fault in clashes([part, post], gap=0.2))
    yield from outside(parts, box, print_)
    top = box["post_height"] + of["pcb"]["thick"]
    under_speaker = box["inner_height"] - of["speaker"]["deep"]
    if top + box["pi_parts"] > under_speaker:
        yield "The loudspeaker stands on the plug of the Pi."
    if top + box["hub_parts"] > box["inner_height"] - GAP:
        yield "The plugs on the hub reach the lid."
    ring = round_(sizes["speaker_at"], sizes["speaker"] + 4)
    yield from clashes([("loudspeaker", *ring), *posts])
    if print_["length"] - of["pcb"]["thick"] > box["post_height"]:
        yield "The screws of Pi and hub reach the floor."
    yield from _slot_faults(of, sizes["slot"])
    yield from hub.faults(of["hub"], box)
    if sizes["front_from"] < print_["floor"]:
        yield "The opening for the Pi's power cuts the floor."
    if sizes["side"] and sizes["side_from"] + sizes["side_high"] > sizes["height"] - print_["least"]:
        yield "The opening for USB cuts the wall's upper edge."
    for name, pattern, found in (("Pi", pi["holes"], sizes["pi_posts"]), ("hub", box["hub_holes"], sizes["hub_posts"])):
        spans = [max(at[i] for at in found) - min(at[i] for at in found) for i in (0, 1)]
        if any(abs(span - wanted) > 0.01 for span, wanted in zip(spans, pattern, strict=True)):
            yield f"The posts of the {name} do not match its holes."


def _slot_faults(of: Data, slot: tuple[float, float]) -> Iterator[str]:
    cable = of["cable"]
    if not (0.5 <= slot[0] - cable["width"] <= 3 and 0.4 <= slot[1] - cable["thick"] <= 2):
        yield "The cable does not fit its opening."
