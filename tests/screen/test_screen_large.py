"""Large print: what matters on a panel, for who does not read small letters."""

from dataclasses import replace

import pytest
from PIL import Image

from spytable.game.base import Facing
from spytable.game.cards import Card
from spytable.referee.message import Message, Wording, message
from spytable.referee.screen import Fan, Screen
from spytable.screen.draw import render
from spytable.screen.fonts import Strike, line


def words(told: Message) -> str:
    return told.text


def shows(picture: Image.Image, letters: Image.Image) -> bool:
    """Whether *letters* stand somewhere in *picture*, lit or dark."""
    box = letters.getbbox()
    assert box is not None
    picture, ink = picture.convert("L"), letters.crop(box).convert("L")
    wanted = {ink.tobytes(), ink.point(lambda value: 255 - value).tobytes()}
    rows, columns = range(picture.height - ink.height), range(picture.width - ink.width)
    return any(
        picture.crop((x, y, x + ink.width, y + ink.height)).tobytes() in wanted for y in rows for x in columns
    )


FAN = Fan(8, 2, Facing.LEFT, ((4, Card.S1),), frozenset({7}), looked_at=7)
ANSWER = Screen(message("Green spies here"), (), fan=FAN, large=True)


def test_the_place_looked_at_stands_in_the_largest_letters() -> None:
    assert shows(render(ANSWER, words, strict=True), line("7", Strike.HUGE))


@pytest.mark.parametrize("facing", Facing)
def test_where_the_spy_is_and_what_it_faces_stand_in_the_largest_letters(facing: Facing) -> None:
    picture = render(replace(ANSWER, fan=Fan(8, 3, facing, marked=5)), words, strict=True)
    assert shows(picture, line("3", Strike.HUGE)) and shows(picture, line("5", Strike.HUGE))
    other = render(replace(ANSWER, fan=Fan(8, 3, facing.turned, marked=5)), words, strict=True)
    assert picture.tobytes() != other.tobytes(), "the way it faces is told"


def test_what_the_holder_knows_of_the_place_is_told_by_its_sign_or_a_bomb() -> None:
    places = [replace(ANSWER, fan=replace(FAN, looked_at=7, lit=lit)) for lit in (frozenset(), frozenset({7}))]
    assert len({render(screen, words, strict=True).tobytes() for screen in places}) == 2
    shown = render(replace(ANSWER, fan=replace(FAN, looked_at=4)), words, strict=True)
    assert shown.tobytes() != render(replace(ANSWER, fan=Fan(8, 2, Facing.LEFT, looked_at=4)), words).tobytes()


def test_a_shorter_wording_is_drawn_where_it_lets_the_letters_be_larger() -> None:
    lengths = {"told": Wording("Red says that it moves its Spy by two", ["Red moves by two"])}
    screen = Screen(message("Turn"), (message("told"), message("And so on")), large=True)

    def phrase(told: Message) -> str:
        return lengths.get(told.text, told.text)

    assert shows(render(screen, phrase, strict=True), line("Red moves by two", Strike.LARGE))
    assert not shows(render(replace(screen, large=False), phrase, strict=True), line("Red moves by two", Strike.LARGE))
