"""Samples: made louder or softer all at once, they come out as if each had been by itself, and never broken."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spytable.voice.clip import CEILING, FULL, RATE, Clip, gain, levelled, loudness, numbers, octets, peak, scaled

SAMPLES = st.lists(st.integers(-FULL - 1, FULL), max_size=40)


def tone(seconds: float, size: float, hertz: float = 300.0) -> Clip:
    wave = (size * FULL * math.sin(2 * math.pi * hertz * i / RATE) for i in range(int(seconds * RATE)))
    return Clip(octets(map(round, wave)))


@given(SAMPLES, st.floats(0.0, 1.0))
def test_a_softer_sound_is_the_same_sound_to_the_nearest_sample(values: list[int], factor: float) -> None:
    softer = numbers(scaled(octets(values), factor))
    assert len(softer) == len(values)
    for value, soft in zip(values, softer, strict=True):
        assert abs(value * factor - soft) <= 0.76


@given(SAMPLES, st.floats(1.0, 200.0))
def test_a_louder_sound_keeps_its_shape_and_never_wraps_around(values: list[int], factor: float) -> None:
    louder = numbers(scaled(octets(values), factor))
    top = max(map(abs, values), default=0)
    applied = max(map(abs, louder), default=0) / top if top else 1.0
    assert applied <= factor + 1 / max(top, 1)
    for value, loud in zip(values, louder, strict=True):
        assert abs(value * applied - loud) <= 2.0 + abs(value) / max(top, 1)


@given(SAMPLES, st.floats(0.1, 200.0))
def test_no_sample_comes_above_the_ceiling(values: list[int], factor: float) -> None:
    assert peak(scaled(octets(values), factor, CEILING)) <= CEILING + 1 / FULL


@pytest.mark.parametrize("size", [0.01, 0.1, 0.3, 0.8, 1.0])
def test_sounds_of_any_strength_come_out_equally_loud(size: float) -> None:
    assert loudness(levelled(tone(0.5, size), -19.0)) == pytest.approx(-19.0, abs=0.05)


def test_a_sound_that_is_all_peaks_stays_below_the_ceiling_rather_than_breaking() -> None:
    crackle = Clip(octets([FULL if i % 400 == 0 else 0 for i in range(RATE)]))
    louder = levelled(crackle, -10.0)
    assert peak(louder.samples) == pytest.approx(CEILING, abs=0.01)


def test_silence_stays_silence() -> None:
    quiet = Clip(bytes(2000))
    assert gain(quiet, -19.0) == math.inf
    assert levelled(quiet, -19.0).samples == quiet.samples
    assert levelled(Clip(b""), -19.0).samples == b""
