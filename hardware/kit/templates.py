"""The boxes at 1:1 on paper: where each part sits, and a template to drill any other box by."""

from __future__ import annotations

from kit import enclosure
from kit.room import Data, Point
from kit.sheet import A4, THIN, Sheet


def seat(of: Data) -> Sheet:
    """The lid of a seat from above, at 1:1."""
    box, sizes = of["seat"], enclosure.seat(of)
    panel = of["panel"][box["panel"]]
    sheet = _sheet(
        "A seat's lid at 1:1, to drill by",
        "Seen from above. Solid lines are cut or drilled, dashed lines are parts underneath.\n"
        "The player sits at the lower edge.",
    )
    plan = _Plan(sheet, (48, 70), box["width"], box["depth"])
    for i, at in enumerate(sizes["keys"], start=1):
        plan.hole(at, sizes["key_hole"])
        plan.words((at[0], at[1] - 6), f"K{i}", bold=True)
    keys = f"4 holes ⌀ {sizes['key_hole']:.1f}, {box['key_pitch']:g} apart"
    plan.words((box["width"] / 2, box["key_front"] - 13), keys)
    plan.hole(sizes["lamp_at"], sizes["lamp_hole"])
    plan.words((sizes["lamp_at"][0], sizes["lamp_at"][1] - 7), f"lamp ⌀ {sizes['lamp_hole']:.1f}")
    plan.rectangle(sizes["window_at"], sizes["window"])
    plan.words(sizes["window_at"], f"{sizes['window'][0]:.1f} x {sizes['window'][1]:.1f}")
    plan.rectangle(sizes["panel_at"], panel["board"], dashed=True)
    plan.words((sizes["panel_at"][0], sizes["panel_at"][1] + panel["board"][1] / 2 + 1.5), "pins of the panel")
    for at in sizes["panel_posts"]:
        plan.hole(at, 1.6)
    for at in sizes["posts"]:
        plan.hole(at, of["print"]["through"])
    for start, end in sizes["grooves"]:
        plan.stroke(start, end)
    plan.across(0, box["width"], -9)
    plan.along(0, box["depth"], box["width"] + 10)
    plan.along(0, box["key_front"], -9)
    plan.along(0, box["panel_front"], -22)
    below = of["key"][box["keys"]]["below"]
    sheet.text(12, 190, f"Under the lid the keys need {below:g} mm, the box is {sizes['height']:g} mm high.", size=3.6)
    sheet.text(12, 196, "Another box: stick this sheet on its lid, prick the middles through it, and drill.", size=3.6)
    return sheet


def middle(of: Data) -> Sheet:
    """The box in the middle from above, at 1:1."""
    box, sizes = of["middle"], enclosure.middle(of)
    pi = of["pi"][box["pi"]]
    sheet = _sheet(
        "The box in the middle at 1:1, from above, lid off",
        "The front, with the Pi's power, is the lower edge. Small circles are screws.",
    )
    plan = _Plan(sheet, (46, 60), box["width"], box["depth"])
    wall = of["print"]["wall"]
    plan.rectangle((box["width"] / 2, box["depth"] / 2), (box["width"] - 2 * wall, box["depth"] - 2 * wall))
    for name, at, size, posts in (
        ("Pi", _middle_of(sizes["pi_at"], pi["board"]), pi["board"], sizes["pi_posts"]),
        ("hub", sizes["hub_at"], box["hub"], sizes["hub_posts"]),
    ):
        plan.rectangle(at, size, dashed=True)
        words = (at[0], at[1] + (8 if name == "hub" else -21))
        plan.words(words, f"{name}, {size[0]:g} x {size[1]:g}", bold=True, size=5)
        for post in posts:
            plan.hole(post, of["print"]["screw"])
    for at in sizes["posts"]:
        plan.hole(at, of["print"]["screw"])
    pins = (sizes["pi_at"][0] + 7 + 25.5, sizes["pi_at"][1] + pi["board"][1] - 3.5)
    plan.rectangle(pins, (51, 5))
    plan.words((pins[0], pins[1] + 6.5), "header: pin 1 at the left")
    plan.hole(sizes["speaker_at"], of["speaker"]["size"], dashed=True)
    plan.words((sizes["speaker_at"][0], sizes["speaker_at"][1] - 3), "loudspeaker, in the lid")
    plan.words((sum(sizes["front"]) / 2, -5), "power, HDMI")
    if sizes["side"]:
        plan.note((box["width"] + 2, sum(sizes["side"]) / 2), "USB, network")
    slot, _ = sizes["slot"]
    # Clockwise round the table, from the left front: the seats' numbers are those of their cables.
    plan.note((-10, sizes["slot_sides"] + slot / 2 - 1.5), "1", bold=True)
    for number, x in zip((2, 3), sizes["slots_back"], strict=True):
        plan.words((x + slot / 2, box["depth"] + 3), str(number), bold=True, size=5)
    plan.note((box["width"] + 5, sizes["slot_sides"] + slot / 2 - 1.5), "4", bold=True)
    plan.along(0, box["depth"], box["width"] + 30)
    plan.across(0, box["width"], -14)
    sheet.text(12, 262, "1 to 4: the slots for the cables of the seats, clockwise.", size=3.6)
    return sheet


class _Plan:
    """A view from above: positions are those of the box, x to the right and y away from the player."""

    def __init__(self, sheet: Sheet, at: Point, width: float, depth: float) -> None:
        self._sheet, self._left, self._bottom = sheet, at[0], at[1] + depth
        sheet.box(at[0], at[1], width, depth, line=0.5, round=4)

    def _at(self, at: Point) -> Point:
        return self._left + at[0], self._bottom - at[1]

    def hole(self, at: Point, diameter: float, *, dashed: bool = False) -> None:
        x, y = self._at(at)
        if dashed:
            self._sheet.box(
                x - diameter / 2, y - diameter / 2, diameter, diameter, round=diameter / 2, dashed=True, line=THIN
            )
            return
        self._sheet.circle(x, y, diameter / 2)
        if diameter > 4:
            for dx, dy in ((2, 0), (0, 2)):
                self._sheet.line((x - dx, y - dy), (x + dx, y + dy), width=0.15)

    def rectangle(self, middle: Point, size: tuple[float, float] | list[float], *, dashed: bool = False) -> None:
        x, y = self._at(middle)
        line = THIN if dashed else 0.35
        self._sheet.box(x - size[0] / 2, y - size[1] / 2, size[0], size[1], dashed=dashed, line=line)

    def stroke(self, start: Point, end: Point) -> None:
        self._sheet.line(self._at(start), self._at(end), width=0.25)

    def words(self, at: Point, words: str, *, bold: bool = False, size: float = 3.2) -> None:
        x, y = self._at(at)
        self._sheet.text(x, y, words, size=size, bold=bold, at="middle")

    def note(self, at: Point, words: str, *, bold: bool = False) -> None:
        x, y = self._at(at)
        self._sheet.text(x, y, words, size=5 if bold else 3.2, bold=bold)

    def across(self, left: float, right: float, y: float) -> None:
        """A measure in x, drawn at *y*."""
        (x, level), (end, _) = self._at((left, y)), self._at((right, y))
        self._sheet.line((x, level), (end, level), width=THIN)
        for edge in (x, end):
            self._sheet.line((edge, level - 1.5), (edge, level + 1.5), width=THIN)
        self._sheet.text((x + end) / 2, level + 5, f"{right - left:g}", size=3.4, at="middle")

    def along(self, front: float, back: float, x: float) -> None:
        """A measure in y, drawn at *x*."""
        (level, y), (_, end) = self._at((x, front)), self._at((x, back))
        self._sheet.line((level, y), (level, end), width=THIN)
        for edge in (y, end):
            self._sheet.line((level - 1.5, edge), (level + 1.5, edge), width=THIN)
        self._sheet.text(level + 2, (y + end) / 2, f"{back - front:g}", size=3.4)


def _sheet(title: str, note: str) -> Sheet:
    sheet = Sheet(title, note, size=(A4[1], A4[0]))
    sheet.text(12, 33, "Print at 100 %: this line is 100 mm long.", size=3.4)
    sheet.line((12, 37), (112, 37), width=0.5)
    for mark in (12, 112):
        sheet.line((mark, 35.5), (mark, 38.5), width=0.5)
    return sheet


def _middle_of(corner: Point, size: list[float]) -> Point:
    return corner[0] + size[0] / 2, corner[1] + size[1] / 2
