"""Large print: every page in bold letters, for who does not read small ones, in every language."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image
from test_screen_kept import kept, read

from spytable.game.base import Facing
from spytable.game.cards import Card, Colour
from spytable.language.phrases import Phrases, languages
from spytable.referee.message import Message, Value, Wording, message
from spytable.referee.screen import Fan, Icon, Screen
from spytable.screen.draw import render, sign_of
from spytable.screen.fonts import Strike, packed
from spytable.screen.large import small_texts


def words(told: Message) -> str:
    return told.text


def shows(picture: Image.Image, letters: Image.Image) -> bool:
    """Whether *letters* stand somewhere in *picture*, lit or dark."""
    box = letters.getbbox()
    assert box is not None
    picture, ink = picture.convert("L"), letters.crop(box).convert("L")
    wanted = {ink.tobytes(), ink.point(lambda value: 255 - value).tobytes()}
    rows, columns = range(picture.height - ink.height + 1), range(picture.width - ink.width + 1)
    return any(picture.crop((x, y, x + ink.width, y + ink.height)).tobytes() in wanted for y in rows for x in columns)


def drawn(screen: Screen) -> Image.Image:
    return render(screen, words, strict=True)


def twice(letters: Image.Image) -> Image.Image:
    return letters.resize((letters.width * 2, letters.height * 2), Image.Resampling.NEAREST)


FAN = Fan(8, 2, Facing.LEFT, ((4, Card.S1),), frozenset({7}), looked_at=7)
ANSWER = Screen(message("Green spies here"), (message("2 from right"),), fan=FAN, seat=Colour.RED, large=True)


def test_the_place_looked_at_is_as_high_as_the_room_between_title_and_keys_and_its_words_stand_beside() -> None:
    picture = drawn(ANSWER)
    assert shows(picture, twice(packed("7", Strike.HUGE)))
    assert shows(picture, packed("Green spies here")) and shows(picture, packed("2 from right"))


@pytest.mark.parametrize("facing", Facing)
def test_where_the_spy_is_and_what_it_faces_stand_in_large_numbers_above_the_words(facing: Facing) -> None:
    screen = replace(ANSWER, fan=Fan(8, 3, facing, marked=5))
    picture = drawn(screen)
    assert shows(picture, packed("3", Strike.HUGE)) and shows(picture, packed("5", Strike.HUGE))
    assert shows(picture, packed("2 from right"))
    other = drawn(replace(screen, fan=Fan(8, 3, facing.turned, marked=5)))
    assert picture.tobytes() != other.tobytes(), "the way it faces is told"


def test_what_the_holder_knows_of_a_place_that_is_asked_for_is_told_by_its_sign_or_a_bomb() -> None:
    plain = replace(ANSWER, body=())
    fans = (Fan(8, 2, Facing.LEFT), FAN, replace(FAN, looked_at=4), Fan(8, 7, Facing.LEFT), Fan(8, 7, Facing.RIGHT))
    pictures = {drawn(replace(plain, fan=replace(fan, looked_at=fan.looked_at or 7))).tobytes() for fan in fans}
    assert len(pictures) == len(fans)


def test_targets_stand_below_the_spy_in_large_letters() -> None:
    targets = ((Colour.GREEN, Card.S1), (Colour.RED, Card.T2), (Colour.BLUE, None), (Colour.YELLOW, Card.S2))
    picture = render(
        Screen(message("Spy on whom?"), fan=Fan(7, 2, Facing.LEFT), targets=targets, large=True),
        lambda told: str(dict(told.values).get("card", told.text)),
        strict=True,
    )
    assert all(shows(picture, packed(name)) for name in ("S1", "T2", "S2"))


def test_a_title_keeps_its_letters_and_the_seat_its_sign_where_there_is_room() -> None:
    signs = Screen(message("Turn: You"), seat=Colour.BLUE, icons=frozenset(Icon), large=True)
    assert drawn(signs).tobytes() != drawn(replace(signs, seat=Colour.RED)).tobytes()
    assert drawn(signs).tobytes() != drawn(replace(signs, icons=frozenset())).tobytes()
    long = replace(signs, title=message("Green spies here"))
    assert shows(drawn(long), packed("Green spies here"))
    assert drawn(long).tobytes() != drawn(replace(long, icons=frozenset())).tobytes(), "a trouble keeps its sign"


def test_a_shorter_length_is_drawn_where_it_lets_the_letters_be_large() -> None:
    text = Wording("Red says that its Spy moves by two, and then turns", ["Red moves 2 on"], ["Red: two"])
    screen = Screen(message("Turn"), (message("told"), message("And so on")), large=True)
    lengths = {"told": text}

    def phrase(told: Message) -> str:
        return lengths.get(told.text, told.text)

    assert shows(render(screen, phrase, strict=True), packed("Red moves 2 on"))
    four = replace(screen, body=(message("told"), message("And so on"), message("And so forth")))
    assert shows(render(four, phrase, strict=True), packed("Red moves 2 on"))
    lengths["told"] = Wording("No room at all for so many letters in so few lines", [], ["Red: two"])
    assert shows(render(four, phrase, strict=True), packed("Red: two"))
    small = render(replace(four, large=False), phrase)
    assert not shows(small, packed("Red: two")), "only large print takes the lengths that are for it"


def test_keys_without_room_for_words_have_signs_all_of_them() -> None:
    labels = (message("Left"), message("Right"), message("Turn"), message("Next"))
    picture = drawn(Screen(message("Your Spy"), labels=labels, large=True))
    assert all(shows(picture, packed(sign)) for sign in ("◀", "▶", "TURN", "»"))
    labels = (message("Left"), None, message("Turn"), None)
    assert shows(drawn(Screen(message("Your Spy"), labels=labels, large=True)), packed("LEFT"))


def in_other_colours(told: Message) -> Iterator[Message]:
    """*told* of each colour in turn: some are longer words."""
    for turn in range(4):
        colours = [*Colour][turn:] + [*Colour][:turn]

        def other(value: Value, colours: list[Colour] = colours) -> Value:
            return colours[[*Colour].index(value)] if isinstance(value, Colour) else value

        yield Message(told.text, tuple((name, other(value)) for name, value in told.values))


@pytest.mark.parametrize("language", languages())
def test_titles_and_keys_are_large_on_every_page_and_lines_where_they_are_few(language: str) -> None:
    """Where the lines of a page are too many, its help tells them one at a time: each is large there."""
    phrases = Phrases(language, strict=True)

    def small(screen: Screen) -> list[str]:
        return list(small_texts(screen, phrases.text, lambda card: sign_of(card, phrases.text)))

    shown = crowded = 0
    for line, _ in kept():
        screen = replace(read(line), large=True)
        render(screen, phrases.text, strict=True)
        shown += 1
        many = len(screen.body) > 1
        crowded += many and bool(small(screen))
        assert not small(replace(screen, body=()) if many else screen), phrases.text(screen.title)
        for title in in_other_colours(screen.title):
            assert not small(Screen(title, large=True)), phrases.text(title)
            for told in screen.body:
                for alone in in_other_colours(told):
                    assert not small(Screen(title, (alone,), large=True)), phrases.text(alone)
    assert crowded < shown / 10, "hardly any page has so many lines"
