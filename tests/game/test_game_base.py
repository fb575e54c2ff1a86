"""The ring of a base: where a Spy goes, what it faces, and what it sees in the mirror."""

from hypothesis import given
from hypothesis import strategies as st
from physical_row import Row

from spytable.game.base import Facing, faced_place, hopped, index_at, mirrored, moved, place_at

places = st.integers(7, 8)
facings = st.sampled_from(Facing)


@given(places, st.data())
def test_the_mirror_of_the_mirror_is_the_place_itself(places: int, data: st.DataObject) -> None:
    place = data.draw(st.integers(1, places))
    assert mirrored(mirrored(place, places), places) == place
    assert 1 <= mirrored(place, places) <= places


@given(places, facings, st.lists(st.sampled_from(["1", "2", "hop", "turn"]), max_size=30), st.data())
def test_a_base_holds_the_same_cards_in_the_same_order_wherever_its_spy_goes(
    places: int, facing: Facing, steps: list[str], data: st.DataObject
) -> None:
    spy = data.draw(st.integers(1, places))
    row = Row(range(places - 1), spy, facing.value)
    for step in steps:
        if step == "turn":
            row.turn_round()
            facing = facing.turned
        elif step == "hop":
            spy = hopped(spy, places) or spy
            if row.at_edge():
                row.hop()
        else:
            spy = moved(spy, facing, int(step), places)
            for _ in range(int(step)):
                row.pass_a_card()
        assert (row.spy, row.facing) == (spy, facing)
        assert [thing for thing in row.row if thing != "SPY"] == list(range(places - 1))
        assert [index_at(place, spy) for place in range(1, places + 1) if place != spy] == list(range(places - 1))
        assert all(row.place_of(index) == place_at(index, spy) for index in range(places - 1))
        assert index_at(faced_place(spy, facing, places), spy) == row.faced()


def test_a_spy_that_faces_out_at_an_edge_faces_the_card_at_the_other_end() -> None:
    assert faced_place(8, Facing.RIGHT, 8) == 1
    assert faced_place(1, Facing.LEFT, 8) == 8
    assert faced_place(7, Facing.RIGHT, 7) == 1


def test_passing_from_one_end_to_the_other_costs_nothing() -> None:
    assert moved(8, Facing.RIGHT, 1, 8) == 2
    assert moved(8, Facing.RIGHT, 2, 8) == 3
    assert moved(7, Facing.RIGHT, 2, 8) == 2
    assert moved(1, Facing.LEFT, 1, 7) == 6
    assert moved(2, Facing.LEFT, 1, 7) == 1


def test_a_spy_hops_from_an_edge_to_the_other_edge_and_from_nowhere_else() -> None:
    assert (hopped(1, 8), hopped(8, 8)) == (8, 1)
    assert [hopped(spy, 7) for spy in range(2, 7)] == [None] * 5
