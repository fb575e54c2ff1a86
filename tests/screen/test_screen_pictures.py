"""Screens as they look: representative ones, compared pixel for pixel with the pictures that are kept."""

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from spytable.game.base import Facing
from spytable.game.cards import Card, Colour
from spytable.referee.message import Message, message
from spytable.referee.screen import Fan, Icon, Screen
from spytable.screen.draw import HEIGHT, LABELS_TOP, TITLE_HEIGHT, WIDTH, render

PICTURES = Path(__file__).with_name("pictures")
ACCEPT = "SPYTABLE_ACCEPT_PICTURES"


def words(told: Message) -> str:
    return told.text


def labels(*texts: str | None) -> tuple[Message | None, Message | None, Message | None, Message | None]:
    first, second, third, fourth = (None if text is None else message(text) for text in texts)
    return first, second, third, fourth


TARGETS = ((Colour.GREEN, Card.S1), (Colour.RED, Card.T2), (Colour.BLUE, None), (Colour.YELLOW, Card.S2))

SCREENS = {
    "targets-below-a-fan": Screen(
        message("Turn: You"),
        (),
        labels("Move", "Spy", "More", "Done"),
        Fan(7, 5, Facing.RIGHT, exposed=((2, Card.S1),), marked=6),
        Colour.BLUE,
        targets=TARGETS,
    ),
    "how-many-play": Screen(message("Spy"), (message("How many play?"),), labels("2", "3", "4", None)),
    "spy-into-the-fan-of-eight": Screen(
        message("Your base"),
        (message("Where is your Spy?"),),
        labels("◀", "▶", "Turn", "Ready"),
        Fan(8, 4, Facing.LEFT),
        Colour.GREEN,
    ),
    "turn-with-much-exposed": Screen(
        message("Your turn"),
        (message("Target: Top S. 2"),),
        labels("Move", "Spy", "Hop", "Done"),
        Fan(
            8,
            8,
            Facing.RIGHT,
            exposed=((2, Card.S1), (5, Card.S2), (7, Card.T1)),
            lit=frozenset({3, 6}),
            marked=1,
        ),
        Colour.RED,
    ),
    "look-at-place-five": Screen(
        message("Red spies on you"),
        (message("Look at place 5"),),
        labels("Safe", "Top S.", "Target", "Bomb"),
        Fan(7, 2, Facing.RIGHT, exposed=((4, Card.S1),), lit=frozenset({7}), looked_at=5),
        Colour.BLUE,
    ),
    "look-at-an-exposed-card": Screen(
        message("Blue spies on you"),
        (message("It is Safe 1"),),
        labels(None, None, None, "Go on"),
        Fan(7, 1, Facing.LEFT, exposed=((4, Card.S1),), lit=frozenset({3}), looked_at=4),
        Colour.YELLOW,
    ),
    "look-at-a-lit-bomb": Screen(
        message("Boom"),
        (),
        labels(None, None, None, "Go on"),
        Fan(7, 3, Facing.RIGHT, lit=frozenset({4, 5}), looked_at=4, marked=4),
        Colour.YELLOW,
    ),
    "look-at-the-spy": Screen(
        message("Spy meets Spy"),
        (message("Nothing happens"),),
        labels(None, None, None, "Go on"),
        Fan(7, 3, Facing.RIGHT, looked_at=3),
        Colour.YELLOW,
    ),
    "another-plays-and-no-sound": Screen(
        message("Red’s turn"),
        (message("Red’s turn"), message("Your target: Safe 2")),
        labels("Again", None, None, "Menu"),
        seat=Colour.BLUE,
        icons=frozenset({Icon.MUTE}),
    ),
    "three-lines-and-both-icons": Screen(
        message("Not possible"),
        (message("You said that your"), message("Spy faces a 2. That"), message("cannot be.")),
        labels("Back", None, None, "Insist"),
        seat=Colour.YELLOW,
        icons=frozenset(Icon),
    ),
    "one-message-over-three-lines": Screen(
        message("Undo?"),
        (message("Red asks to take back the last answer of Green"),),
        labels("Yes", None, None, "No"),
        seat=Colour.GREEN,
    ),
    "winner": Screen(
        message("The end"),
        (message("Green wins!"),),
        labels("New game", None, None, "Again"),
        seat=Colour.GREEN,
    ),
    "huge": Screen(message("Ready?"), (message("Place 4"),), labels("Yes", None, None, "No")),
    "two-large-lines": Screen(
        message("Out"),
        (message("You are out."), message("Well played!")),
        labels("Again", "Undo", None, None),
    ),
    "accents": Screen(
        message("Čekaj, Žuta – Ώρα"),
        (message("βρίσκω χρηματοκιβώτιο"), message("špijunira đavola ćuk"), message("tepër çdo û â ô")),
        labels("Άκυρο", "Žuta", "Äänet", "Ës"),
        seat=Colour.RED,
    ),
}


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_did(name: str, tmp_path: Path) -> None:
    picture = render(SCREENS[name], words, strict=True)
    kept = PICTURES / f"{name}.png"
    if os.environ.get(ACCEPT):
        picture.save(kept)
    elif not kept.exists() or _differ(picture, Image.open(kept)):
        new = tmp_path / kept.name
        picture.resize((WIDTH * 6, HEIGHT * 6), Image.Resampling.NEAREST).save(new)
        pytest.fail(f"{name} has changed. It is now {new}. Look at it; to accept it, run again with {ACCEPT}=1.")


def test_no_picture_is_kept_of_a_screen_that_is_gone() -> None:
    assert {file.stem for file in PICTURES.glob("*")} == set(SCREENS)


@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_is_what_a_panel_takes(name: str) -> None:
    picture = render(SCREENS[name], words)
    assert (picture.mode, picture.size) == ("1", (WIDTH, HEIGHT)) == ("1", (128, 64))
    assert set(picture.convert("L").tobytes()) == {0, 255}, "something is neither lit nor dark"


def test_a_blank_screen_is_dark_whatever_it_holds() -> None:
    full = SCREENS["look-at-place-five"]
    dark = render(Screen(full.title, full.body, full.labels, full.fan, full.seat, blank=True), words)
    assert dark.getbbox() is None


def test_a_picture_may_be_drawn_on_without_spoiling_the_next() -> None:
    screen = SCREENS["look-at-place-five"]
    before = render(screen, words).tobytes()
    render(screen, words).paste(1, (0, 0, WIDTH, HEIGHT))
    assert render(screen, words).tobytes() == before


def test_the_title_the_body_and_the_labels_keep_to_their_rows() -> None:
    full = SCREENS["turn-with-much-exposed"]
    title_only = render(Screen(full.title, seat=full.seat), words)
    body_only = render(Screen(message(""), full.body, fan=full.fan), words)
    targets_only = render(Screen(message(""), fan=full.fan, targets=TARGETS), words)
    labels_only = render(Screen(message(""), labels=full.labels), words)
    assert title_only.crop((0, TITLE_HEIGHT, WIDTH, LABELS_TOP - 1)).getbbox() is None
    assert body_only.crop((0, LABELS_TOP, WIDTH, HEIGHT)).getbbox() is None
    assert targets_only.crop((0, LABELS_TOP, WIDTH, HEIGHT)).getbbox() is None
    assert targets_only.crop((0, 40, WIDTH, LABELS_TOP - 1)).getbbox() is not None
    assert labels_only.crop((0, TITLE_HEIGHT, WIDTH, LABELS_TOP - 1)).getbbox() is None


def test_a_key_without_a_meaning_has_nothing_above_it() -> None:
    picture = render(Screen(message("Spy"), labels=labels(None, "Yes", None, None)), words)
    assert picture.crop((0, LABELS_TOP, 32, HEIGHT)).getbbox() is None
    assert picture.crop((64, LABELS_TOP, WIDTH, HEIGHT)).getbbox() is None


def test_seats_are_told_apart_without_colour() -> None:
    signs = [render(Screen(message(""), seat=seat), words).crop((0, 0, 14, TITLE_HEIGHT)) for seat in Colour]
    for i, one in enumerate(signs):
        for other in signs[:i]:
            differing = ImageChops.logical_xor(one, other)
            assert sum(differing.convert("L").tobytes()) / 255 >= 20


def _differ(one: Image.Image, other: Image.Image) -> bool:
    return one.mode != other.mode or one.size != other.size or one.tobytes() != other.tobytes()
