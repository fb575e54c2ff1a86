"""What a key gives, edge by edge, with a clock of our own. Times in these tests are milliseconds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spytable.seats.gpio.lines.debounce import Debounce, Report, State, Timing

PRESSED, HELD, STUCK, NOISY, WELL = Report.PRESSED, Report.HELD, Report.STUCK, Report.NOISY, Report.WELL


class Key:
    """Plays edges to a Debounce as its thread would: a look at each deadline, then the next edge."""

    def __init__(self, *, down_at_start: bool = False) -> None:
        self.debounce = Debounce(Timing())
        self.debounce.begin(0.0, down_at_start)
        self.level = down_at_start
        self.heard: list[tuple[float, Report]] = []

    def until(self, ms: float) -> None:
        while (due := self.debounce.deadline) is not None and due <= ms / 1000:
            self.hear(due * 1000, self.debounce.check(due, self.level))
            assert self.debounce.deadline != due, "a deadline that comes for ever"

    def edge(self, ms: float, down: bool) -> None:
        self.until(ms)
        self.level = down
        self.hear(ms, self.debounce.edge(ms / 1000, down))

    def edges(self, *times: float) -> None:
        for ms in times:
            self.edge(ms, not self.level)

    def hear(self, ms: float, reports: list[Report]) -> None:
        self.heard += [(ms, report) for report in reports]

    @property
    def reports(self) -> list[Report]:
        return [report for _, report in self.heard]


def test_a_press_is_known_one_millisecond_after_its_first_edge() -> None:
    key = Key()
    key.edges(100)
    key.until(200)
    assert key.heard == [(pytest.approx(101), PRESSED)]


def test_a_held_key_gives_one_press_and_none_when_let_go() -> None:
    key = Key()
    key.edges(100, 5100)
    key.until(9000)
    assert key.heard == [(pytest.approx(101), PRESSED), (pytest.approx(1100), HELD)]


def test_a_key_let_go_within_a_second_is_not_held() -> None:
    key = Key()
    key.edges(100, 1000, 1400, 2300)
    key.until(9000)
    assert key.reports == [PRESSED, PRESSED]


def test_each_hold_is_told_once_and_a_bouncing_contact_does_not_end_it() -> None:
    key = Key()
    key.edges(100, 600, 602, 1900, 2100, 4000)
    key.until(9000)
    assert key.reports == [PRESSED, HELD, PRESSED, HELD]


def test_a_key_that_was_down_before_anybody_listened_is_stuck_and_not_held() -> None:
    key = Key(down_at_start=True)
    key.until(9000)
    assert key.reports == [STUCK]


def test_edges_at_0_03_and_06_ms_are_one_press() -> None:
    key = Key()
    key.edges(100, 100.3, 100.6)
    key.until(400)
    assert key.reports == [PRESSED]


def test_a_disturbance_of_less_than_a_millisecond_is_no_press() -> None:
    key = Key()
    key.edges(100, 100.3, 300, 300.9, 500, 500.05)
    key.until(1000)
    assert key.reports == []


def test_a_quick_release_loses_no_press() -> None:
    key = Key()
    key.edges(100, 101.2)
    key.until(300)
    assert key.reports == [PRESSED]


def test_a_contact_that_bounces_long_is_one_press_a_little_later() -> None:
    key = Key()
    key.edges(100, 100.9, 101.1, 101.9, 102.3, 102.6, 103.9)
    key.edges(140, 140.4, 140.9, 142.0, 143.5, 144.4)
    assert not key.level or key.edges(145) is None
    key.until(300)
    assert key.reports == [PRESSED]


def test_ten_fast_presses_are_ten() -> None:
    key = Key()
    for n in range(10):
        key.edges(100 + 16 * n, 108 + 16 * n)
    key.until(1000)
    assert key.reports == [PRESSED] * 10


BOUNCE = st.lists(st.floats(0.05, 3.9), max_size=6, unique=True).map(sorted)


@given(st.lists(st.tuples(st.floats(12, 300), BOUNCE, st.floats(12, 300), BOUNCE), min_size=1, max_size=12))
def test_every_press_is_counted_once_however_its_contact_bounces(presses: list) -> None:
    key = Key()
    now = 100.0
    for hold, closing, gap, opening in presses:
        key.edges(now, *(now + ms for ms in closing if len(closing) % 2 == 0 or ms != closing[-1]))
        now += hold
        key.edges(now, *(now + ms for ms in opening if len(opening) % 2 == 0 or ms != opening[-1]))
        now += gap + 5
    key.until(now + 100)
    assert key.reports == [PRESSED] * len(presses)


@given(st.lists(st.tuples(st.floats(0.01, 0.95), st.floats(4, 60)), max_size=60))
def test_cross_talk_never_becomes_a_press(pulses: list[tuple[float, float]]) -> None:
    key = Key()
    now = 100.0
    for length, gap in pulses:
        key.edges(now, now + length)
        now += length + gap
    key.until(now + 100)
    assert PRESSED not in key.reports


@given(st.lists(st.floats(0.0, 40.0), max_size=80))
def test_late_looks_find_what_looks_in_time_find(gaps: list[float]) -> None:
    """A busy machine handles edges late; their stamps, not the moment, decide."""
    prompt, late = Key(), Debounce(Timing())
    late.begin(0.0, False)
    now, level, reports = 100.0, False, []
    for gap in gaps:
        now += gap
        level = not level
        prompt.edge(now, level)
        reports += late.edge(now / 1000, level)
    prompt.until(now + 100)
    reports += late.check(now / 1000 + 0.1, level)
    assert [r for r in prompt.reports if r is PRESSED] == [r for r in reports if r is PRESSED]


def test_a_key_held_at_the_start_is_reported_and_neither_it_nor_its_release_is_a_press() -> None:
    key = Key(down_at_start=True)
    key.until(1000)
    assert key.reports == [STUCK]
    key.edges(2000, 2000.5, 2001)
    key.until(4000)
    assert key.reports == [STUCK, WELL]
    key.edges(5000)
    key.until(5100)
    assert key.reports == [STUCK, WELL, PRESSED]


def test_a_line_that_charges_slowly_at_the_start_is_not_called_stuck() -> None:
    key = Key(down_at_start=True)
    key.edges(12)
    key.until(1000)
    assert key.reports == []
    key.edges(1000, 1050)
    key.until(2000)
    assert key.reports == [PRESSED]


def test_a_key_that_jams_in_a_game_is_reported_and_said_to_be_well_when_it_comes_up() -> None:
    key = Key()
    key.edges(100)
    key.until(60_000)
    assert key.reports == [PRESSED, HELD, STUCK]
    key.edges(61_000)
    key.until(62_000)
    assert key.reports == [PRESSED, HELD, STUCK, WELL]


def test_a_key_that_fires_a_thousand_times_a_second_is_muted_and_reported_once() -> None:
    key = Key()
    for ms in range(20_000):
        key.edges(100 + ms, 100.5 + ms)
    assert key.reports.count(NOISY) == 1
    assert WELL not in key.reports
    assert key.reports.count(PRESSED) <= 1


def test_a_loose_wire_in_the_hum_of_the_mains_is_muted() -> None:
    key = Key()
    for n in range(1000):
        key.edges(100 + 20 * n, 110 + 20 * n)
    assert key.reports.count(NOISY) == 1
    assert key.reports[-1] is NOISY


def test_a_noisy_key_that_falls_silent_is_listened_to_again() -> None:
    key = Key()
    for ms in range(500):
        key.edges(100 + ms, 100.5 + ms)
    assert key.debounce.state is State.MUTED
    key.until(10_000)
    assert key.reports[-1] is WELL
    key.edges(11_000, 11_050)
    key.until(12_000)
    assert key.reports[-2:] == [WELL, PRESSED]


def test_an_edge_up_that_was_lost_does_not_swallow_the_next_press() -> None:
    key = Key()
    key.edge(100, True)
    key.edge(400, True)
    key.until(1000)
    assert key.reports == [PRESSED, PRESSED]


def test_a_look_that_comes_before_the_edge_up_waits_for_its_time() -> None:
    debounce = Debounce(Timing())
    debounce.begin(0.0, False)
    debounce.edge(0.1, True)
    assert debounce.check(0.1013, False) == [], "the level says up, the edges say down"
    assert debounce.check(0.1113, False) == [], "on a busy machine an edge may take long"
    assert debounce.edge(0.1012, False) == [PRESSED], "it was up after 1.2 ms: a press"
    debounce.edge(0.2, True)
    assert debounce.check(0.2013, False) == []
    assert debounce.edge(0.2004, False) + debounce.edge(0.3, True) == [], "it was up after 0.4 ms: none"


def test_a_key_at_rest_needs_no_clock() -> None:
    key = Key()
    assert key.debounce.deadline is None
    key.edges(100, 150)
    key.until(1000)
    assert key.debounce.deadline is None


@pytest.mark.parametrize(("down_for", "heard"), [(30, [PRESSED]), (0.3, [])])
def test_a_press_whose_end_comes_after_the_last_look_still_counts(down_for: float, heard: list[Report]) -> None:
    debounce, late = Debounce(Timing()), Timing().late
    debounce.begin(0.0, False)
    reports = debounce.edge(1.0, True)
    # The key was let go long before its thread came to look, and that edge is still on its way.
    for look in (1.2, 1.2 + late):
        reports += debounce.check(look, False)
    reports += debounce.edge(1.0 + down_for / 1000, False)
    assert reports == heard
    assert debounce.edge(2.0, True) + debounce.check(2.1, True) == [PRESSED], "the next press counts as ever"
