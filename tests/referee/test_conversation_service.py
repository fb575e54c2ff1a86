"""What the lobby offers beside the game: the table's status, and switching the machine off by a hold."""

from keypress import TWO, People
from spytable.game.cards import Colour
from spytable.referee.conversation import Conversation
from spytable.referee.message import message
from spytable.referee.press import Cue


class Table(People):
    """People at a table that tells its status, and may be shut down from a seat."""

    def __init__(self, *, may_shut_down: bool = True) -> None:
        super().__init__()
        self.asked = 0
        self.talk = Conversation(
            self.seats, draw=lambda n: 0, status=self.status, may_shut_down=may_shut_down
        )

    def status(self) -> tuple[object, ...]:
        self.asked += 1
        return (message("Seat {number}: no panel", number=2), message("Version {version}", version="9"))


def test_a_seat_that_has_joined_can_look_at_the_status() -> None:
    table = Table()
    table.press(1, "Green", "More", "Status")
    assert table.title(1) == "Status"
    assert table.body(1) == ["Seat 2: no panel", "Version 9"]
    table.press(1, "Back", "Back")
    assert table.title(1) == "You are Green"
    assert table.asked == 1, "it is read when somebody looks, and not before"


def test_the_machine_is_shut_down_by_a_hold_after_a_question_alone() -> None:
    table = Table()
    table.press(1, "Green", "More", "Off")
    assert table.title(1) == "Shut down?"
    step = table.press(1, "Hold")
    assert not step.shut_down and step.cue is Cue.KEY, "a tap does nothing"
    assert table.hold(1, "Hold").shut_down


def test_the_hold_that_opens_the_question_does_not_answer_it() -> None:
    table = Table()
    table.press(1, "Green", "More")
    step = table.hold(1, "Off")
    assert not step.shut_down
    table.press(1, "OK")
    assert table.title(1) == "Shut down?", "the help lay over it"


def test_where_the_settings_do_not_allow_it_no_key_leads_there() -> None:
    table = Table(may_shut_down=False)
    table.press(1, "Green", "More")
    assert table.labels(1) == ["Status", "Scores", "Back", ""]


def test_a_game_that_begins_closes_the_pages_of_the_lobby() -> None:
    table = Table()
    table.press(1, "Green")
    table.press(3, "Red", "More", "Off")
    table.press(1, "Begin", "OK")
    assert "Hold" not in table.labels(3)
    assert set(TWO.values()) == {Colour.GREEN, Colour.RED}
