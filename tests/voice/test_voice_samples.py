"""Samples: made louder or softer all at once, they come out as if each had been by itself, and never broken."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spytable.voice.samples.clip import (
    CEILING,
    FULL,
    RATE,
    Clip,
    levelled,
    loudness,
    numbers,
    octets,
    peak,
    scaled,
    trimmed,
)

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


@given(SAMPLES, st.floats(-40.0, 0.0))
def test_no_sound_is_louder_than_a_loudspeaker_can_give(values: list[int], level: float) -> None:
    assert peak(levelled(Clip(octets(values)), level).samples) <= CEILING + 2 / FULL


@pytest.mark.parametrize("size", [0.01, 0.1, 0.3, 0.8, 1.0])
def test_sounds_of_any_strength_come_out_equally_loud(size: float) -> None:
    assert loudness(levelled(tone(0.5, size), -19.0)) == pytest.approx(-19.0, abs=0.05)


def test_a_lively_sound_is_as_loud_as_an_even_one_and_what_is_not_a_peak_keeps_its_shape() -> None:
    even = tone(0.5, 0.2)
    lively = numbers(even.samples)
    for i in range(300, len(lively), 600):
        lively[i] = FULL
    clip = levelled(Clip(octets(lively)), -17.0)
    assert loudness(clip) == pytest.approx(-17.0, abs=0.3)
    heard = numbers(clip.samples)
    factor = max(heard[:300]) / max(lively[:300])
    assert factor > 0.95, "its peaks would have to stay below the ceiling"
    assert all(abs(b - factor * a) < 5 for i, (a, b) in enumerate(zip(lively, heard, strict=True)) if i % 600 != 300)


@given(st.integers(0, 400), st.integers(0, 700), st.integers(0, 400))
def test_silence_is_cut_off_at_both_ends_however_long_the_sound_is(before: int, n: int, after: int) -> None:
    sound = trimmed(Clip(octets([0] * before + [5000] * n + [0] * after)))
    longest = n + RATE // 100 + RATE * 3 // 100 + 2 * RATE // 200
    assert n <= len(sound.samples) // 2 <= longest if n else sound.samples == b""


def test_silence_stays_silence() -> None:
    for samples in (b"", bytes(2000)):
        assert levelled(Clip(samples), -19.0).samples == samples
