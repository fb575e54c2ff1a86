"""Icons: the small pictures of the panels, drawn here pixel by pixel."""

from __future__ import annotations

from functools import cache

from PIL import Image

from spytable.game.base import Facing
from spytable.game.cards import Colour
from spytable.referee.screen import Icon

# Four shapes that differ at arm's length and without colour: a ring, a block, a hollow diamond, a cone.
_SIGNS = {
    Colour.GREEN: """
        ..#####..
        .#######.
        ###...###
        ##.....##
        ##.....##
        ##.....##
        ###...###
        .#######.
        ..#####..
    """,
    Colour.RED: """
        #########
        #########
        #########
        #########
        #########
        #########
        #########
        #########
        #########
    """,
    Colour.BLUE: """
        ....#....
        ...###...
        ..##.##..
        .##...##.
        ##.....##
        .##...##.
        ..##.##..
        ...###...
        ....#....
    """,
    Colour.YELLOW: """
        ....#....
        ....#....
        ...###...
        ...###...
        ..#####..
        ..#####..
        .#######.
        .#######.
        #########
    """,
}

_ICONS = {
    Icon.MUTE: """
        ...#....
        ..##....
        ####.#.#
        ####.#.#
        ####..#.
        ####.#.#
        ####.#.#
        ..##....
        ...#....
    """,
    Icon.NOT_KEPT: """
        ..........
        #####.....
        #.##.#....
        #.##.#....
        #....#.#.#
        #....#..#.
        #.##.#.#.#
        #.##.#....
        ######....
    """,
}

_SPY = """
    ...####...
    ..######..
    ..######..
    ##########
    ..#.###...
    .######...
    ..#####...
    ...###....
    ..#######.
    .#########
"""

_BOMB = """
    ......#.#
    ...##..#.
    ..#..##.#
    .####....
    ######...
    #.####...
    ######...
    .####....
"""

_LOOK = """
    #########
    .#######.
    ..#####..
    ...###...
    ....#....
"""

_POINTER = """
    #######
    .#####.
    ..###..
    ...#...
"""

_STEP = """
    ...#
    ..##
    .###
    ####
    .###
    ..##
    ...#
"""


@cache
def sign(seat: Colour) -> Image.Image:
    """The 9 x 9 sign of a colour: another shape for each, since a panel has no colour."""
    return picture(_SIGNS[seat])


@cache
def icon(which: Icon) -> Image.Image:
    """A sign, 9 high, for the right end of the title line."""
    return picture(_ICONS[which])


@cache
def spy(facing: Facing) -> Image.Image:
    """The Spy from the side, 10 x 10: brim and nose point the way it faces."""
    return _facing(_SPY, facing)


@cache
def head(facing: Facing) -> Image.Image:
    """The Spy's head alone, 10 x 7, for where there is no room for the coat."""
    figure = spy(facing)
    return figure.crop((0, 0, figure.width, 7))


@cache
def step(facing: Facing) -> Image.Image:
    """A 4 x 7 arrowhead the way a Spy faces."""
    return _facing(_STEP, facing)


@cache
def bomb() -> Image.Image:
    """A lit Bomb, 9 x 8: ball, fuse and spark."""
    return picture(_BOMB)


@cache
def look() -> Image.Image:
    """The arrow, 9 x 5, that comes down on the place looked at."""
    return picture(_LOOK)


@cache
def pointer() -> Image.Image:
    """A 7 x 4 point over the faced card."""
    return picture(_POINTER)


def picture(art: str) -> Image.Image:
    """Rows of `#` (lit) and `.` as an image of mode "1".

    >>> picture("#. ##").size
    (2, 2)
    """
    rows = art.split()
    drawn = Image.new("1", (len(rows[0]), len(rows)))
    drawn.putdata([255 * (pixel == "#") for row in rows for pixel in row])
    return drawn


def _facing(art: str, facing: Facing) -> Image.Image:
    left = picture(art)
    return left if facing is Facing.LEFT else left.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
