"""Names that players give their seats: data, shown where they fit, and never two alike without their colours."""

from spytable.game.cards import Colour
from spytable.referee.message import Player, message
from spytable.referee.names import LONGEST, Named, called, clean, names, with_names
from spytable.referee.screen import Screen

SCREEN = Screen(
    message("Turn: {seat}", seat=Colour.RED),
    (message("{seat} spies on {target}", seat=Colour.RED, target=Colour.GREEN),),
    (message("{seat}", seat=Colour.RED), None, None, None),
    seat=Colour.GREEN,
)


def test_a_name_is_one_short_line_whatever_was_typed() -> None:
    assert clean("  An\u202ena\t\x07 B\n") == "Anna B"
    assert clean("\ud800\x00") == ""
    assert len(clean("x" * 200)) == LONGEST
    for name in ("-Bob", "[[f'u:]]", "{seat}", "🙂", "דוד"):
        assert clean(name) == name


def test_a_name_given_at_the_table_counts_before_that_of_the_settings() -> None:
    kept = dict(Named(1, "Bob").kept())
    assert names((1, 2), kept, {1: "Anna", 2: "Eve", 3: "Nobody"}) == {1: "Bob", 2: "Eve"}
    assert names((1, 2), Named(1, "").kept(), {1: "Anna"}) == {1: "Anna"}
    assert names((1, 2), {"name_1": 7}, {}) == {}


def test_a_name_belongs_to_the_colour_that_plays_at_its_seat() -> None:
    assert called({1: "Anna", 2: "Bob"}, {1: SCREEN, 2: Screen(message("Spy"))}) == {Colour.GREEN: "Anna"}


def test_names_stand_in_titles_and_lines_and_colours_on_the_keys() -> None:
    shown = with_names(SCREEN, {Colour.RED: "Bob"}, lambda name: True)
    assert shown.title == message("Turn: {seat}", seat=Player(Colour.RED, "Bob"))
    assert shown.body == (message("{seat} spies on {target}", seat=Player(Colour.RED, "Bob"), target=Colour.GREEN),)
    assert shown.labels == SCREEN.labels


def test_a_seat_is_told_its_own_colour() -> None:
    you = Screen(message("You are {seat}", seat=Colour.GREEN), seat=Colour.GREEN)
    assert with_names(you, {Colour.GREEN: "Anna"}, lambda name: True) == you


def test_names_that_look_or_sound_the_same_are_told_apart() -> None:
    shown = with_names(SCREEN, {Colour.RED: "-Bob", Colour.GREEN: "bob"}, lambda name: True)
    assert shown.title == message("Turn: {seat}", seat=Player(Colour.RED, "-Bob", twin=True))


def test_a_name_that_the_panels_have_no_letters_for_is_not_shown() -> None:
    assert with_names(SCREEN, {Colour.RED: "דוד"}, str.isascii) == SCREEN
