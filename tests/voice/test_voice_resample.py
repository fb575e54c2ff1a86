"""Resampling: a tone stays what it is, and what the new rate cannot hold is gone."""

import math

import pytest

from spytable.voice.samples.clip import RATE
from spytable.voice.samples.resample import Stretch, resampled


def tone(hertz: float, rate: int, seconds: float = 0.2) -> list[float]:
    return [math.sin(2 * math.pi * hertz * i / rate) for i in range(int(rate * seconds))]


@pytest.mark.parametrize("rate", [8000, 11025, 16000, 44100, 48000, 96000])
def test_a_tone_of_any_rate_is_the_same_tone(rate: int) -> None:
    made, expected = resampled(tone(1000, rate), rate), tone(1000, RATE)
    assert len(made) == len(expected)
    assert max(abs(a - b) for a, b in zip(made[400:-400], expected[400:-400], strict=True)) < 0.002


def test_what_is_too_high_for_the_clips_does_not_come_back_as_another_tone() -> None:
    made = resampled(tone(15000, 48000), 48000)
    assert max(map(abs, made[400:-400])) < 0.001


def test_a_rate_that_clips_cannot_be_stretched_to_is_refused() -> None:
    for rate in (16000, 50000):
        with pytest.raises(ValueError, match="cannot be stretched"):
            Stretch(rate)
