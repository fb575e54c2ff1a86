"""Games that were over before anybody counted are counted as what they were."""

from pathlib import Path

from spytable.game.announcements import Announcement, Base, Done, Leave, SetUp, Start, Undo
from spytable.game.base import Facing
from spytable.game.cards import Colour
from spytable.journal import past
from spytable.journal.journal import Journal
from spytable.referee.message import Player
from spytable.referee.remarks import Tally
from spytable.referee.scores import Scores

BEGUN: tuple[Announcement, ...] = (
    SetUp(("green", "red")),
    Base("green", 1, Facing.RIGHT),
    Base("red", 8, Facing.LEFT),
    Start("green"),
)
EVENING = (
    *(*BEGUN, Done("green"), Leave("red")),
    *(*BEGUN, Leave("red"), Undo()),
    *(*BEGUN, Done("green"), Done("red"), Leave("red"), Undo(), Leave("green")),
    *BEGUN,
)


def kept(path: Path) -> Scores:
    journal = Journal.open(path)
    try:
        return Scores.of(journal.finished())
    finally:
        journal.close()


def test_games_with_a_winner_count_and_others_do_not(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    assert kept(path).tally() == Tally()
    journal = Journal.open(path)
    for announcement in EVENING:
        journal.append(announcement)
    journal.close()
    won = ((Player(Colour.GREEN, ""), 1), (Player(Colour.RED, ""), 1))
    assert kept(path).tally() == Tally(won, (), 2, 0, 3)


def test_a_long_past_does_not_hold_up_the_start(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    journal = Journal.open(path)
    for _ in range(past.MOST + 3):
        journal.keep((*BEGUN, Leave("red")), {})
    journal.close()
    assert kept(path).tally().games == past.MOST
