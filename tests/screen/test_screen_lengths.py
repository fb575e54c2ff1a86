"""Messages of several lengths: the longest that has room is drawn."""

from dataclasses import replace
from itertools import pairwise

import pytest

from spytable.game.base import Facing
from spytable.game.cards import Colour
from spytable.referee.message import Message, Wording, message
from spytable.referee.screen import Fan, Icon, Screen
from spytable.screen.draw import render
from spytable.screen.fit import TooLong, wrapped
from spytable.screen.labels import GAPS, placed_labels

LENGTHS = {
    "turn": Wording("It is now the turn of you", ["Your turn is now", "You"]),
    "line": Wording("Nothing of this has room on it", ["This just fits a line", "Short"]),
    "long": Wording("One line of some length here, and another", ["One line of some length", "One line"]),
    "ready": Wording("finished", ["ready", "ok"]),
    "never": Wording("No room for this at all, ever", ["Nor for this one, which is long"]),
}


def lengths(told: Message) -> str:
    return LENGTHS.get(told.text, told.text)


def same(screen: Screen, other: Screen) -> bool:
    return render(screen, lengths, strict=True).tobytes() == render(other, lengths, strict=True).tobytes()


def test_a_title_is_as_long_as_its_signs_let_it_be() -> None:
    said = Screen(message("turn"), seat=Colour.RED)
    assert same(said, Screen(message("Your turn is now"), seat=Colour.RED))
    signs = frozenset(Icon)
    assert same(
        Screen(message("turn"), seat=Colour.RED, icons=signs),
        Screen(message("Your turn is now"), seat=Colour.RED, icons=signs),
    ), "no sign has to go while a shorter title has room"


def test_a_line_beside_a_fan_is_the_longest_that_fits() -> None:
    fan = Fan(8, 3, Facing.LEFT)
    said, meant = (Screen(message("Spy"), (message(text),), fan=fan) for text in ("line", "This just fits a line"))
    assert same(said, meant)


def test_only_as_many_lines_are_shortened_as_must_be() -> None:
    said = Screen(message("Spy"), (message("long"), message("long")))
    assert not same(said, Screen(message("Spy"), (message("One line"), message("One line"))))
    meant = (message("One line"), message("One line of some length"))
    assert same(said, Screen(message("Spy"), meant))


def test_what_has_room_keeps_its_longest_text() -> None:
    assert same(
        Screen(message("Spy"), (message("line"),)),
        Screen(message("Spy"), (message("Nothing of this has room on it"),)),
    )


def test_labels_are_shortened_only_where_others_need_the_room() -> None:
    alone, crowded = (message("ready"), None, None, None), (message("ready"),) * 4
    longest = (message("finished"), None, None, None)
    assert same(Screen(message("Spy"), labels=alone), Screen(message("Spy"), labels=longest))
    render(Screen(message("Spy"), labels=crowded), lengths, strict=True)


def test_what_has_no_room_in_any_length_is_named_in_its_shortest() -> None:
    with pytest.raises(TooLong, match="Nor for this one"):
        render(Screen(message("never")), lengths, strict=True)


def test_labels_keep_air_between_them_where_shorter_ones_can_give_it() -> None:
    said = Screen(message("Spy"), labels=tuple(map(message, ("five5", "five5", "five5", "lisaa"))))
    words = {"lisaa": Wording("lisaa", ["…"])}
    drawn = render(said, lambda told: words.get(told.text, told.text), strict=True)
    meant = replace(said, labels=(*said.labels[:3], message("…")))
    assert drawn.tobytes() == render(meant, lengths, strict=True).tobytes()
    placed = placed_labels(("five5", "five5", "five5", "…"))
    assert placed is not None
    assert all(
        other.edge - one.edge - one.width >= GAPS[-2] for one, other in pairwise(label for label in placed if label)
    )


def test_a_no_break_space_keeps_a_card_and_its_number_together() -> None:
    assert wrapped("Green:\u00a0Safe\u00a01 is exposed", 14) == ["Green:\u00a0Safe\u00a01", "is exposed"]
    torn, whole = (Screen(message("Spy"), (message(f"Yellow moves now{space}1"),)) for space in (" ", "\u00a0"))
    assert not same(torn, whole)
