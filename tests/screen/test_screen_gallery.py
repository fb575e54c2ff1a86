"""The gallery of screens."""

from pathlib import Path

import pytest
from PIL import Image

from spytable.errors import SpyTableError
from spytable.game.base import Facing
from spytable.game.cards import Card, Colour
from spytable.referee.message import Message, message
from spytable.referee.screen import Fan, Icon, Screen
from spytable.screen.draw import render
from spytable.screen.fit import TooLong
from spytable.screen.gallery import with_large_print, write_gallery

SCREENS = [
    (
        "Look / at <place> 5",
        Screen(
            message("Red & you"),
            (message("Look at place 5"),),
            (message("<b>"), None, None, message("Bomb")),
            Fan(7, 2, Facing.RIGHT, ((4, Card.S1),), frozenset({7}), looked_at=5, marked=3),
            Colour.BLUE,
            frozenset({Icon.NOT_KEPT}),
        ),
    ),
    ("Dark", Screen(message("Spy"), blank=True)),
    ("Dark", Screen(message("Spy"))),
]


def words(told: Message) -> str:
    return told.text


def test_each_screen_is_there_at_its_true_size_and_enlarged(tmp_path: Path) -> None:
    write_gallery(tmp_path / "new" / "folder", SCREENS, phrases={"en": words})
    pictures = sorted((tmp_path / "new" / "folder").glob("en/*.png"))
    sizes = [Image.open(picture).size for picture in pictures]
    assert sorted(sizes) == [(128, 64)] * 3 + [(512, 256)] * 3
    small = next(picture for picture in pictures if picture.name == "001-look-at-place-5.png")
    assert Image.open(small).tobytes() == render(SCREENS[0][1], words).tobytes()


def test_the_page_shows_the_pictures_with_their_words_beside(tmp_path: Path) -> None:
    page = write_gallery(tmp_path, SCREENS, phrases={"en": words}).read_text(encoding="utf-8")
    for picture in tmp_path.glob("en/*.png"):
        assert f'src="en/{picture.name}"' in page
    for text in (
        "Look / at &lt;place&gt; 5",
        "Red &amp; you",
        "Look at place 5",
        "&lt;b&gt;",
        "S1 exposed at 4",
    ):
        assert text in page
    assert "facing right, S1 exposed at 4, lit: 7, faced: 3, looked at: 5" in page
    assert "http" not in page, "the page needs nothing from elsewhere"
    assert "<place>" not in page


def test_each_language_has_a_section_with_its_own_pictures(tmp_path: Path) -> None:
    page = write_gallery(tmp_path, SCREENS, phrases={"en": words, "loud": lambda told: told.text.upper()})
    html = page.read_text(encoding="utf-8")
    places = [html.index(part) for part in ('id="en"', "Look at place 5", 'id="loud"', "LOOK AT PLACE 5")]
    assert places == sorted(places)
    assert len(list(tmp_path.glob("en/*.png"))) == len(list(tmp_path.glob("loud/*.png"))) == 2 * len(SCREENS)


def test_each_screen_is_there_in_large_print_too(tmp_path: Path) -> None:
    write_gallery(tmp_path, with_large_print(SCREENS[:1]), phrases={"en": words})
    small, large = (
        Image.open(tmp_path / "en" / f"{name}.png") for name in ("001-look-at-place-5", "002-look-at-place-5-large")
    )
    assert small.tobytes() == render(SCREENS[0][1], words).tobytes() != large.tobytes()


def test_the_gallery_can_be_as_strict_as_a_test(tmp_path: Path) -> None:
    long = Screen(message("A title of many letters"))
    with pytest.raises(TooLong):
        write_gallery(tmp_path, [("Long", long)], phrases={"en": words}, strict=True)


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SpyTableError, match="cannot be written"):
        write_gallery(tmp_path / "file", SCREENS, phrases={"en": words})
