"""Pictures as bytes, and the fewest bytes from one picture to the next."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from spytable.seats.gpio.panels.changes import WHOLE, Addressing, Patch, changes, total, where
from spytable.seats.gpio.panels.pages import BLANK, PAGES, SIZE, WIDTH, pages_of


def pixel_by_pixel(image: Image.Image) -> bytes:
    pages = bytearray(SIZE)
    for y in range(64):
        for x in range(128):
            if image.getpixel((x, y)):
                pages[y // 8 * 128 + x] |= 1 << y % 8
    return bytes(pages)


@pytest.mark.parametrize("seed", range(3))
def test_the_fast_way_to_pages_gives_what_the_slow_way_gives(seed: int) -> None:
    image = Image.frombytes("1", (128, 64), random.Random(seed).randbytes(SIZE))
    assert pages_of(image) == pixel_by_pixel(image)
    assert pages_of(image, 180) == pixel_by_pixel(image.transpose(Image.Transpose.ROTATE_180))


@pytest.mark.parametrize("image", [Image.new("L", (128, 64)), Image.new("1", (64, 128))])
def test_what_is_no_picture_for_a_panel_is_refused(image: Image.Image) -> None:
    with pytest.raises(ValueError, match="128 x 64"):
        pages_of(image)


def patched(old: bytes, new: bytes, patches: list[Patch]) -> bytes:
    result = bytearray(old)
    for patch in patches:
        data = patch.data(new)
        assert len(data) == patch.pages * patch.columns
        for i in range(patch.pages):
            start = (patch.page + i) * WIDTH + patch.column
            result[start : start + patch.columns] = data[i * patch.columns : (i + 1) * patch.columns]
    return bytes(result)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """Two pictures that differ in some rectangles of bytes."""
    old = random.Random(draw(st.integers(0, 99))).randbytes(SIZE)
    new = bytearray(old)
    for _ in range(draw(st.integers(0, 8))):
        page, column = draw(st.integers(0, 7)), draw(st.integers(0, 127))
        for i in range(page, min(8, page + draw(st.integers(1, 4)))):
            for j in range(column, min(128, column + draw(st.integers(1, 40)))):
                new[i * WIDTH + j] ^= draw(st.sampled_from((1, 0)))
    return old, bytes(new)


@given(pairs(), st.sampled_from(Addressing))
def test_after_the_changes_the_panel_shows_the_new_picture(pair: tuple[bytes, bytes], addressing: Addressing) -> None:
    old, new = pair
    patches = changes(old, new, addressing)
    assert patched(old, new, patches) == new
    assert (patches == []) == (old == new)
    assert addressing is Addressing.WINDOW or all(patch.pages == 1 for patch in patches)


@given(pairs())
def test_windows_never_cost_more_than_page_by_page_or_than_everything(pair: tuple[bytes, bytes]) -> None:
    old, new = pair
    best = total(changes(old, new, Addressing.WINDOW), Addressing.WINDOW)
    assert best <= total([WHOLE], Addressing.WINDOW)
    lines = [Patch(page, 1, 0, WIDTH) for page in range(PAGES) if old[page * 128 :][:128] != new[page * 128 :][:128]]
    assert best <= total(lines, Addressing.WINDOW)


def least(changed: list[int]) -> int:
    """The least bytes for one page of an SH1106, by trying all ways to cut the changed columns into
    stretches.
    """
    costs = [0]
    for i in range(len(changed)):
        costs.append(min(costs[j] + (7 if j == 0 else 6) + changed[i] - changed[j] + 1 for j in range(i + 1)))
    return costs[-1]


@given(st.sets(st.integers(0, 127), max_size=40))
def test_no_way_to_change_one_page_takes_fewer_bytes(columns: set[int]) -> None:
    new = bytes(1 if i - 3 * WIDTH in columns else 0 for i in range(SIZE))
    assert total(changes(BLANK, new, Addressing.PAGE), Addressing.PAGE) == least(sorted(columns))


def test_a_panel_in_an_unknown_state_gets_everything() -> None:
    assert changes(None, BLANK, Addressing.WINDOW) == [WHOLE]
    assert len(changes(None, BLANK, Addressing.PAGE)) == PAGES


def test_letters_two_pages_high_go_in_one_window() -> None:
    new = bytearray(BLANK)
    for page in (2, 3):
        new[page * WIDTH + 10 : page * WIDTH + 90] = bytes([0x55]) * 80
    assert changes(BLANK, bytes(new), Addressing.WINDOW) == [Patch(2, 2, 10, 80)]


def test_the_half_of_a_window_that_stays_is_not_sent_again() -> None:
    first, second = Patch(0, 1, 0, 5), Patch(0, 1, 40, 3)
    assert where(first, None, Addressing.WINDOW) == bytes((0x21, 0, 4, 0x22, 0, 0))
    assert where(second, first, Addressing.WINDOW) == bytes((0x21, 40, 42))
    assert where(second, first, Addressing.PAGE, first_column=2) == bytes((0x12, 0x0A))
