"""Loudness and true peak of a short mono sound (ITU-R BS.1770), in plain Python.

The sounds are too short for the gated, integrated figure, so loudness is the greatest *momentary*
one: 400 ms windows, 10 ms apart, over a sound with silence around it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

WINDOW_MS: Final = 400
STEP_MS: Final = 10
OVERSAMPLING: Final = 4
_HALF_TAPS: Final = 16
_NEAR_PEAK: Final = 0.85
"""Between two samples a sound without anything above 7.5 kHz cannot rise by more than 1/0.86."""


class _Biquad(NamedTuple):
    b0: float
    b1: float
    b2: float
    a1: float
    a2: float


def momentary_lufs(samples: Sequence[float], rate: int) -> float:
    """Greatest momentary loudness; full scale is 1.0. Silence is -inf."""
    power = [x * x for x in _filtered(_filtered(samples, _shelf(rate)), _high_pass(rate))]
    step, window = rate * STEP_MS // 1000, WINDOW_MS // STEP_MS
    chunks = [math.fsum(power[at : at + step]) for at in range(0, len(power), step)]
    silence = [0.0] * (window - 1)
    padded = silence + chunks + silence
    running = best = 0.0
    for index, chunk in enumerate(padded):
        running += chunk - (padded[index - window] if index >= window else 0.0)
        best = max(best, running)
    return -0.691 + 10 * math.log10(best / (step * window)) if best > 0 else -math.inf


def true_peak(samples: Sequence[float]) -> float:
    """Greatest absolute value of the sound four times oversampled."""
    peak = max(map(abs, samples), default=0.0)
    if peak == 0.0:
        return 0.0
    near = _NEAR_PEAK * peak
    indices = [i for i, x in enumerate(samples) if x > near or x < -near]
    phases = [_taps(phase / OVERSAMPLING) for phase in range(1, OVERSAMPLING)]
    padded = [0.0] * _HALF_TAPS + list(samples) + [0.0] * _HALF_TAPS
    for index in sorted({j for i in indices for j in (i - 1, i)}):
        around = padded[index + 1 : index + 1 + 2 * _HALF_TAPS]
        for taps in phases:
            peak = max(peak, abs(sum(map(float.__mul__, around, taps))))
    return peak


def _taps(fraction: float) -> list[float]:
    """A windowed sinc that reads the signal `fraction` of a sample after the middle one."""
    taps = []
    for k in range(-_HALF_TAPS + 1, _HALF_TAPS + 1):
        x = fraction - k
        window = 0.5 + 0.5 * math.cos(math.pi * x / _HALF_TAPS)
        taps.append(math.sin(math.pi * x) / (math.pi * x) * window)
    return taps


def _filtered(samples: Sequence[float], f: _Biquad) -> list[float]:
    b0, b1, b2, a1, a2 = f
    z1 = z2 = 0.0
    out: list[float] = []
    append = out.append
    for x in samples:
        y = b0 * x + z1
        z1 = b1 * x - a1 * y + z2
        z2 = b2 * x - a2 * y
        append(y)
    return out


def _shelf(rate: int) -> _Biquad:
    """The head's effect: +4 dB above about 1.7 kHz; the standard's filter moved to `rate`."""
    gain, q = 3.999843853973347, 0.7071752369554196
    k = math.tan(math.pi * 1681.974450955533 / rate)
    high = 10 ** (gain / 20)
    middle = high**0.4996667741545416
    a0 = 1 + k / q + k * k
    return _Biquad(
        (high + middle * k / q + k * k) / a0,
        2 * (k * k - high) / a0,
        (high - middle * k / q + k * k) / a0,
        2 * (k * k - 1) / a0,
        (1 - k / q + k * k) / a0,
    )


def _high_pass(rate: int) -> _Biquad:
    """What the ear does not count: everything below about 38 Hz."""
    q = 0.5003270373238773
    k = math.tan(math.pi * 38.13547087602444 / rate)
    a0 = 1 + k / q + k * k
    return _Biquad(1.0, -2.0, 1.0, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0)
