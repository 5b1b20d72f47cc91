"""The instruments themselves, before anything is measured with them."""

from __future__ import annotations

import numpy as np
import pytest

from kiosk.sound import meter
from tests.sounds import ear

SECOND = np.arange(ear.RATE) / ear.RATE


def test_a_full_scale_sine_of_997_hz_measures_minus_three() -> None:
    sine = np.sin(2 * np.pi * 997 * SECOND)
    assert ear.momentary_lufs(sine) == pytest.approx(-3.03, abs=0.04)
    assert meter.momentary_lufs(sine.tolist(), ear.RATE) == pytest.approx(-3.03, abs=0.04)


@pytest.mark.parametrize("hz", [60, 400, 1500, 3000, 7000])
def test_both_meters_agree_at_every_pitch(hz: int) -> None:
    sine = 0.3 * np.sin(2 * np.pi * hz * SECOND[: ear.RATE // 3])
    own = meter.momentary_lufs(sine.tolist(), ear.RATE)
    assert own == pytest.approx(ear.momentary_lufs(sine), abs=0.1)


def test_the_peak_between_two_samples_is_found() -> None:
    hidden = 0.5 * np.sin(2 * np.pi * 11025 * SECOND[:4000] + np.pi / 4) * np.hanning(4000)
    assert np.abs(hidden).max() < 0.36
    assert 20 * np.log10(meter.true_peak(hidden.tolist())) == pytest.approx(-6.0, abs=0.1)
    assert ear.true_peak_db(hidden) == pytest.approx(-6.0, abs=0.1)


def test_silence_is_no_loudness_at_all() -> None:
    assert meter.momentary_lufs([0.0] * 1000, ear.RATE) == -np.inf
    assert meter.true_peak([0.0] * 1000) == 0.0


def test_a_sound_is_at_no_distance_from_itself_played_a_little_later() -> None:
    sine = np.sin(2 * np.pi * 880 * SECOND) * np.hanning(ear.RATE)
    later = np.concatenate([np.zeros(ear.RATE // 20), sine])
    other = np.sin(2 * np.pi * 1760 * SECOND) * np.hanning(ear.RATE)
    assert ear.distance(ear.pattern(sine), ear.pattern(later)) < 0.02
    assert ear.distance(ear.pattern(sine), ear.pattern(other)) > 0.9


def test_all_distances_at_once_are_those_of_each_pair() -> None:
    dice = np.random.default_rng(7)
    patterns = [dice.random((280, 50)) for _ in range(3)]
    patterns.append(np.roll(patterns[0], 5, axis=0))
    found = ear.distances(patterns)
    assert found.tolist() == [
        [pytest.approx(ear.distance(one, other)) for other in patterns] for one in patterns
    ]
