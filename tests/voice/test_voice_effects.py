"""The effects, listened to by measuring."""

import cmath
import itertools
import math

import pytest

from spytable.voice.samples.clip import RATE, Clip, loudness, numbers, peak, rms
from spytable.voice.samples.effects import LOUDNESS, SOFTER, Effect, synthesise

WINDOW = 1024


@pytest.fixture(scope="module")
def sounds() -> dict[Effect, Clip]:
    return {effect: synthesise(effect) for effect in Effect}


def fourier(values: list[complex]) -> list[complex]:
    if len(values) == 1:
        return values
    even, odd = fourier(values[0::2]), fourier(values[1::2])
    half = len(values) // 2
    turned = [cmath.exp(-2j * math.pi * i / len(values)) * odd[i] for i in range(half)]
    return [a + b for a, b in zip(even, turned, strict=True)] + [a - b for a, b in zip(even, turned, strict=True)]


def spectrum(clip: Clip) -> list[float]:
    """Energy by frequency: entry i is at i * RATE / WINDOW Hz."""
    values = list(numbers(clip.samples))
    total = [0.0] * (WINDOW // 2)
    for start in range(0, max(1, len(values) - WINDOW // 2), WINDOW):
        part = values[start : start + WINDOW]
        part += [0] * (WINDOW - len(part))
        bell = [0.5 - 0.5 * math.cos(2 * math.pi * i / WINDOW) for i in range(WINDOW)]
        shaped = [complex(value * weight) for value, weight in zip(part, bell, strict=True)]
        for i, value in enumerate(fourier(shaped)[: WINDOW // 2]):
            total[i] += abs(value) ** 2
    return total


def share(energy: list[float], low: float, high: float) -> float:
    inside = sum(e for i, e in enumerate(energy) if low <= i * RATE / WINDOW < high)
    return inside / sum(energy)


def test_the_fuse_hisses_for_a_second_between_three_and_nine_kilohertz(sounds: dict[Effect, Clip]) -> None:
    hiss = sounds[Effect.HISS]
    assert 1.15 <= hiss.seconds <= 1.25
    assert share(spectrum(hiss), 3000, 9000) > 0.9


def test_the_fuse_rises_slowly(sounds: dict[Effect, Clip]) -> None:
    samples = sounds[Effect.HISS].samples
    strengths = [rms(samples[at : at + 8820]) for at in (4410, 17640, 35280)]
    assert strengths == sorted(strengths)
    assert strengths[2] > 1.4 * strengths[0]


def test_the_fuse_crackles(sounds: dict[Effect, Clip]) -> None:
    # Sparks of some milliseconds stand out of the rush: strengths of short windows scatter far more than
    # plain noise's.
    samples = sounds[Effect.HISS].samples
    size = 2 * int(0.004 * RATE)
    strengths = [rms(samples[at : at + size]) for at in range(0, len(samples) - size, size)]
    jumps = [max(pair) / min(pair) for pair in itertools.pairwise(strengths[10:-24])]
    assert sum(jump > 1.3 for jump in jumps) > 25


def test_the_bang_is_low_and_dies_away(sounds: dict[Effect, Clip]) -> None:
    bang = sounds[Effect.BANG]
    energy = spectrum(bang)
    assert share(energy, 0, 1000) > 0.8
    assert share(energy, 80, 1000) > 0.6, "a two-watt speaker gives nothing below 80 Hz"
    assert rms(bang.samples[:8820]) > 5 * rms(bang.samples[-8820:])


@pytest.mark.parametrize("effect", Effect)
def test_no_effect_clips_or_clicks(sounds: dict[Effect, Clip], effect: Effect) -> None:
    values = numbers(sounds[effect].samples)
    assert peak(sounds[effect].samples) < 0.95
    assert values[0] == values[-1] == 0
    assert max(map(abs, values[:5])) < 0.03 * 32768
    assert max(map(abs, values[-5:])) < 0.03 * 32768


@pytest.mark.parametrize("effect", Effect)
def test_levels_match_and_what_answers_a_press_is_softer(sounds: dict[Effect, Clip], effect: Effect) -> None:
    assert loudness(sounds[effect]) == pytest.approx(LOUDNESS - SOFTER.get(effect, 0.0), abs=0.5)


def test_cues_are_over_in_a_moment(sounds: dict[Effect, Clip]) -> None:
    assert sounds[Effect.KEY].seconds < 0.05
    assert sounds[Effect.STALE].seconds < 0.2
    assert sounds[Effect.TURN].seconds < 0.5
    assert sounds[Effect.FOUL].seconds < 0.6


def test_effects_are_told_apart_by_ear(sounds: dict[Effect, Clip]) -> None:
    # Octave bands and length: any two effects differ in one of them by far.
    bands = [(0, 250), (250, 500), (500, 1000), (1000, 2000), (2000, 4000), (4000, 11025)]
    prints = {}
    for effect, clip in sounds.items():
        energy = spectrum(clip)
        prints[effect] = [share(energy, low, high) for low, high in bands] + [clip.seconds]
    for one in Effect:
        for other in Effect:
            if one is not other:
                distance = math.dist(prints[one], prints[other])
                assert distance > 0.25, (one, other, distance)


def test_an_effect_is_the_same_on_every_table() -> None:
    assert synthesise(Effect.HISS) == synthesise(Effect.HISS)
