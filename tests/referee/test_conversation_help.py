"""A player who was told nothing: a hold explains the keys, and in a first game they explain themselves."""

import pytest

from keypress import THREE, TWO, People, english
from spytable.game.cards import Colour
from spytable.language.extract import Spot, entries
from spytable.referee.comfort import FIRST_GAME, LARGE
from spytable.referee.conversation.covers import KNOWN, known
from spytable.referee.conversation.help import EXPLAINED
from spytable.referee.press import KEYS, Step
from spytable.referee.record import Record

FIRST = {FIRST_GAME: True}


def hold(people: People, seat: int, key: int) -> Step:
    prompt = people.screen(seat).prompt
    people.key(seat, key, prompt)
    return people.key(seat, key, prompt, held=True)


def told(people: People, seat: int) -> dict[str, str]:
    """What the help that is open says of each key, until it has told of all."""
    found = {people.title(seat): people.body(seat)[0]}
    while "Next" in people.labels(seat):
        people.press(seat, "Next")
        found[people.title(seat)] = people.body(seat)[0]
    return found


def test_a_hold_explains_the_keys_of_the_page_that_is_shown_then() -> None:
    people = People()
    people.begin(TWO)
    hold(people, 1, 1)  # Move
    explained = told(people, 1)
    assert set(explained) == {"Move: 1 or 2?", "Turn", "Back"}, "what two keys do alike is said once"
    assert explained["Move: 1 or 2?"] == "As many spaces as the number on the card it faces"
    people.press(1, "OK")
    assert people.title(1) == "Move: 1 or 2?", "the game is where it was"


def test_a_hold_on_a_key_without_a_label_explains_the_others() -> None:
    people = People()
    people.begin(TWO)
    hold(people, 3, 4)
    assert told(people, 3) == {"Again": "Hear the last again", "More": "More that you can do"}


def test_every_key_that_there_is_has_its_explanation() -> None:
    labels = {entry.english for entry in entries() if entry.spot is Spot.LABEL}
    of_the_help_itself = {"Read", "Set", "Stop", "Size", "Loud", "Pace"}
    not_explained = labels - set(EXPLAINED) - of_the_help_itself
    assert not not_explained


def test_a_hold_that_closes_the_help_does_not_open_it_again() -> None:
    people = People()
    people.begin(TWO)
    hold(people, 3, 4)
    people.hold(3, "OK")
    assert people.title(3) == "Turn: Green"


def test_help_goes_away_when_an_answer_is_owed_and_keys_answer_only_after_asking() -> None:
    people = People()
    people.begin(TWO)
    hold(people, 3, 4)
    people.press(1, "Spy", "Red")
    assert people.title(3) == "Green spies here"
    people = People(settings=FIRST)
    begin_with_help(people)
    people.press(1, "Spy", "Red")
    assert (people.title(3), people.body(3)) == ("Green spies here", ["Place 4: 4 from left"])
    assert people.screen(3).fan is not None, "what is asked is shown first"
    assert "OK" not in people.labels(3), "and nobody is asked for what no key has said"
    assert set(told(people, 3)) == {"Green spies here", "Safe", "Top", "Safe 1", "Bomb"}
    step = people.press(3, "OK")
    assert not step.accepted
    people.press(3, "Bomb")
    assert people.title(3) == "Are you sure?", "pressed twice, nothing is answered"


def hear_out(people: People, seat: int) -> list[str]:
    """The titles of all that is explained unasked at *seat*, up to the page itself."""
    titles: list[str] = []
    while "Read" in people.labels(seat):
        titles.append(people.title(seat))
        assert len(titles) <= 5, f"more is explained than four keys do: {titles}"
        people.press(seat, "Next" if "Next" in people.labels(seat) else "OK")
    return titles


def begin_with_help(people: People) -> None:
    """Two players come to the first turn through all that is explained, and see it explained once."""
    people.sit_down(TWO)
    for seat in TWO:
        people.press(seat, "Next")
        assert hear_out(people, seat) == ["Your Spy", "Your Spy", "Turn", "Ready"]
        people.press(seat, *(["Right"] * 2 if seat == 3 else []), "Ready")
    assert people.title(1) == people.title(3) == "Who begins?"
    assert hear_out(people, 1) == ["Who begins?", "I do", "Lots"]
    people.press(1, "I do")
    assert hear_out(people, 1) == ["Turn: You", "Move", "Spy", "Done"]
    assert people.title(1) == "Turn: You"


def test_in_a_first_game_a_seat_that_only_waits_shows_what_it_waits_for() -> None:
    people = People(settings=FIRST)
    people.sit_down(TWO)
    people.press(1, "Next")
    hear_out(people, 1)
    people.press(1, "Ready")
    assert (people.title(1), people.labels(1)) == ("Ready", ["Change", "", "More", ""])
    people = People(settings=FIRST)
    begin_with_help(people)
    assert (people.title(3), people.labels(3)) == ("Turn: Green", ["Again", "", "More", ""])
    people.press(1, "Spy", "Red")
    assert people.title(1) == "Red looks at 4"
    hear_out(people, 3)
    people.press(3, "Bomb", "Yes")
    fan = people.screen(3).fan
    assert fan is not None and fan.lit == frozenset({4}), "the fuse that its holder turns up now"
    assert people.body(3) == ["Red: Tsssssss"]
    people.press(3, "More")
    assert hear_out(people, 3) == ["More", "Again", "Undo"], "they are explained where somebody looks for them"


def test_what_was_explained_is_known_after_a_power_cut_and_told_again_to_who_chooses_it_anew() -> None:
    people = People(settings=FIRST)
    begin_with_help(people)
    later = People(settings=FIRST | people.settings, record=Record.resume(people.accepted))
    assert (later.title(1), later.labels(1)) == ("Turn: You", ["Move", "Spy", "More", "Done"])
    again = People(settings=people.settings | {FIRST_GAME: False})
    again.press(1, "Green")
    again.press(3, "Red", "Begin", "Rules", "Next", "Change")
    assert not known(again.settings[KNOWN]), "others may play, who know no key"
    again.press(3, "Back", "Back", "OK")
    again.press(1, "Next")
    assert hear_out(again, 1) == ["Your Spy", "Your Spy", "Turn", "Ready"]
    anew = People(settings=again.settings, record=Record.resume(again.accepted))
    anew.press(1, "Next")
    assert hear_out(anew, 1) == [], "not even where the table stops at once"


def test_in_a_first_game_a_key_is_explained_once_at_each_seat() -> None:
    people = People(settings=FIRST)
    begin_with_help(people)
    people.press(1, "Done")
    assert hear_out(people, 3) == ["Turn: You", "Move", "Spy", "Done"], "the other seat has not met them yet"
    people.press(3, "Done")
    assert people.title(1) == "Turn: You"


def test_in_a_first_game_a_seat_where_nobody_plays_shows_the_game() -> None:
    people = People(settings=FIRST)
    begin_with_help(people)
    assert people.title(2) == people.title(4) == "Turn: Green"
    hold(people, 2, 4)
    assert people.title(2) == "Again", "asked for, it is told there too"


def test_who_knows_the_game_stops_the_explanations_with_one_key_and_for_good() -> None:
    people = People(settings=FIRST)
    people.sit_down(TWO)
    people.press(1, "Next")
    assert "Left" not in people.labels(1)
    assert people.press(1, "Stop").settings[FIRST_GAME] is False
    assert people.title(1) == "First game"
    people.press(1, "OK")
    assert people.title(1) == "Your Spy"
    people.press(3, "Next")
    assert people.title(3) == "Your Spy"


def test_explanations_are_chosen_at_set_up_and_end_with_the_first_game() -> None:
    people = People()
    people.press(1, "Green")
    people.press(3, "Red", "Begin", "Rules", "Next")
    assert people.body(3) == ["Keys not explained"]
    assert people.press(3, "Change").settings[FIRST_GAME] is True
    people.press(3, "Back", "Back", "OK")
    people.press(1, "Next")
    assert hear_out(people, 1)
    won = People(settings=FIRST)
    begin_with_help(won)
    for label in ("More", "Next", "Leave", "Leave"):
        hear_out(won, 1)
        won.press(1, label)
    assert won.settings[FIRST_GAME] is False


def test_reading_aloud_tells_all_that_a_player_can_see_and_is_owed_at_that_seat() -> None:
    people = People()
    people.begin(THREE)
    hold(people, 2, 4)
    stand = people.press(2, "Read").read
    assert stand is not None
    assert (stand.reader, stand.seats, stand.state.turn) == (Colour.GREEN, 3, Colour.BLUE)


@pytest.mark.parametrize("key", KEYS)
def test_a_hold_is_silent(key: int) -> None:
    """In a sealed game others could hear how many keys a hidden card takes."""
    people = People()
    people.sit_down(TWO, "Sealed")
    people.press(1, "Next", "Next")
    hold(people, 1, key)
    assert "Read" in people.labels(1)
    step = people.press(1, "OK")
    assert step == Step()


def test_size_pace_and_loudness_are_set_at_a_seat_and_remembered() -> None:
    people = People()
    people.begin(TWO)
    hold(people, 3, 4)
    people.press(3, "Set", "Size", "Pace")
    people.press(3, "Loud")
    assert people.body(3) == ["Text: large", "Loud: 1 of 3", "Speech: calm"]
    assert people.screen(3).large and not people.screen(1).large
    assert (people.talk.manner.loudness, people.talk.manner.calm) == (1, True)
    later = People(settings=people.settings)
    assert later.screen(3).large and not later.screen(1).large
    later.begin(TWO)
    assert later.talk.manner == people.talk.manner


def test_all_hear_as_the_loudest_and_the_calmest_seat_chose_and_each_seat_what_it_asks_for_as_it_chose() -> None:
    people = People()
    people.begin(THREE)
    for seat, times in ((1, 2), (2, 1)):
        hold(people, seat, 4)
        people.press(seat, "Set", *["Loud"] * times)
    people.press(2, "Pace")
    assert (people.talk.manner.loudness, people.talk.manner.calm) == (2, True)
    assert (people.talk.manner_at(1).loudness, people.talk.manner_at(1).calm) == (2, False)
    assert (people.talk.manner_at(2).loudness, people.talk.manner_at(2).calm) == (1, True)
    assert people.talk.manner_at(4).loudness == 3
    empty = People(settings=people.settings)
    assert empty.talk.manner.loudness == 3 and not empty.talk.manner.calm, "a seat where nobody plays has no say"


def test_what_a_key_does_is_told_in_words_that_name_no_hidden_card() -> None:
    assert all(not explained.values for explained in EXPLAINED.values())
    assert all(len(english(explained)) <= 60 for explained in EXPLAINED.values())


def test_a_key_that_is_stuck_leaves_no_help_over_what_is_told_of_it() -> None:
    people = People()
    people.begin(TWO)
    hold(people, 3, 4)
    people.talk.stuck([(3, 4)])
    assert people.body(3) == ["Key 4 fails"]


def test_who_reads_large_print_answers_only_after_asking_and_can_have_the_question_read() -> None:
    people = People(settings={LARGE: "3"})
    people.begin(TWO)
    people.press(1, "Spy", "Red")
    assert people.title(3) == "Green spies here"
    step = hold(people, 3, 4)
    assert not step.accepted and people.title(3) == "Yes", "the help over the question whether it is so"
    stand = people.press(3, "Read").read
    assert stand is not None and stand.state.owed is Colour.RED and stand.place == 4
    people.press(3, "OK")
    step = people.press(3, "Yes")
    assert step.accepted
