"""Players' names among the words of each language."""

import pytest

from spytable.game.calls import Spies, Turn, Winner
from spytable.game.cards import Colour
from spytable.language.phrases import Called, Phrases, languages
from spytable.referee.message import Message, Player, message
from spytable.referee.screen import Screen
from spytable.screen.draw import render

HARD = ("-Bob", "[[f'u:]]", "{seat}", "{0.__class__}", "%s", "Ann || Bob", "Ann | genitive: x", "W" * 24)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", HARD)
def test_a_name_is_data_on_every_panel_and_has_room_or_makes_way(language: str, name: str) -> None:
    phrases = Phrases(language, strict=True)
    player = Player(Colour.RED, name)
    line = message("{seat} spies on {target}", seat=player, target=Player(Colour.GREEN, name))
    words = phrases.text(message("{seat} wins", seat=player))
    assert name in words
    for screen in (Screen(message("{seat} wins", seat=player), (line,)), Screen(line, (line, line, line))):
        titled = Screen(message("Turn: {seat}", seat=player), screen.body)
        render(titled, phrases.text, strict=True)


def test_a_name_has_the_case_that_a_sentence_needs_where_the_language_gives_it_one() -> None:
    said = [Spies(Colour.RED, Colour.GREEN, 3)]
    names = {Colour.RED: "Aino", Colour.GREEN: "Eero {seat} | partitive: x"}
    assert "Aino vakoilee pelaajaa Eero seat partitive x." in Phrases("fi", strict=True).speech(said, names)
    line = message("{seat} spies on {target}", seat=Player(Colour.RED, "Ann"), target=Player(Colour.GREEN, "{name}"))
    assert Phrases("bs", strict=True).text(line) == "Ann špijunira igrača {name}"
    assert Phrases("en", strict=True).text(line) == "Ann spies on {name}"


@pytest.mark.parametrize("language", languages())
def test_two_of_one_name_are_told_apart_aloud(language: str) -> None:
    phrases = Called(Phrases(language, strict=True))
    phrases.names = {Colour.RED: "Bob", Colour.GREEN: "-Bob", Colour.BLUE: "Eve"}
    red, green, blue = (phrases.speech([Turn(seat)]) for seat in (Colour.RED, Colour.GREEN, Colour.BLUE))
    assert red != green
    assert "Bob" in red[0] and "Bob" in green[0] and "Eve" in blue[0]


@pytest.mark.parametrize("name", ["Green", "green!"])
def test_a_player_named_like_anothers_colour_is_called_by_their_own_too(name: str) -> None:
    phrases = Called(Phrases(strict=True))
    phrases.names = {Colour.RED: name}
    assert "Red" in phrases.speech([Winner(Colour.RED)])[0]
    assert "Red" in phrases.phrases.text(message("{seat} wins", seat=Player(Colour.RED, name)))


@pytest.mark.parametrize("name", ["", "🙂", "[[]]"])
def test_who_has_no_name_that_can_be_said_is_called_by_the_colour(name: str) -> None:
    phrases = Called(Phrases(strict=True))
    phrases.names = {Colour.RED: name}
    assert phrases.speech([Turn(Colour.RED)]) == Phrases().speech([Turn(Colour.RED)])


@pytest.mark.parametrize("language", languages())
def test_what_is_made_ahead_has_the_names_in_it(language: str) -> None:
    phrases = Called(Phrases(language, strict=True))
    phrases.names = {Colour.RED: "Anna"}
    ahead = phrases.everything_said((Colour.GREEN, Colour.RED), 8)
    for call in (Turn(Colour.RED), Spies(Colour.RED, Colour.GREEN, 3)):
        assert set(phrases.speech([call])) <= set(ahead)
    assert any("Anna" in name for name in phrases.names_aloud())


def test_names_of_the_same_look_stand_with_their_colours_on_panels() -> None:
    told: Message = message("{seat} wins", seat=Player(Colour.RED, "Bob", twin=True))
    assert Phrases().text(told) == "Bob Red wins"
