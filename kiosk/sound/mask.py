"""The mask: a steady noise that covers the host's keys at night, the same every night.

It is a loop of 20 s without a seam: white noise goes through filters that have heard the loop's end
before its beginning, so that they go on where they stop. Below 150 Hz and above 7 kHz it falls off,
from 500 Hz on by 3 dB an octave: no lull, no crackle, loud where keys click. Its loudness is -30
LUFS; a piezo cannot play it.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Sequence
from typing import Final

from kiosk.sound.meter import momentary_lufs

NAME: Final = "mask"
LENGTH_S: Final = 20
LUFS: Final = -30.0
AFTER_MS: Final = 1_800
"""So long after the onset of `night` it begins: that sound is heard out."""
FADE_IN_MS: Final = 2_000
FADE_OUT_MS: Final = 1_000

_LOW_HZ: Final = 150.0
_HIGH_HZ: Final = 7_000.0
_FALLS_FROM_HZ: Final = 500.0
_OCTAVES_APART: Final = 4.0
_WARM_S: Final = 1
_FULL: Final = 32_767
_QS: Final = (0.54119610, 1.30656296)
"""Two second-order filters make one of Butterworth's of fourth order."""


def frames(rate: int) -> int:
    """Samples of the loop."""
    return LENGTH_S * rate


def render(rate: int) -> array[int]:
    """The loop as 16-bit mono samples; the same every time."""
    draw = random.Random(NAME).gauss
    loop = [draw(0.0, 0.1) for _ in range(frames(rate))]
    warm = _WARM_S * rate
    heard: Sequence[float] = loop[-warm:] + loop
    for q in _QS:
        heard = _second_order(heard, _LOW_HZ, q, rate, high_pass=True)
        heard = _second_order(heard, _HIGH_HZ, q, rate, high_pass=False)
    hz = _FALLS_FROM_HZ
    while hz < rate / 2:
        heard = _shelf(heard, hz, 2 * hz, rate)
        hz *= _OCTAVES_APART
    made = heard[warm:]
    gain = 10 ** ((LUFS - momentary_lufs(made[: 2 * rate], rate)) / 20) * _FULL
    return array("h", [max(-_FULL, min(_FULL, round(x * gain))) for x in made])


def _second_order(
    samples: Sequence[float], hz: float, q: float, rate: int, *, high_pass: bool
) -> list[float]:
    """A high-pass or low-pass of second order."""
    k = math.tan(math.pi * hz / rate)
    a0 = 1 + k / q + k * k
    a1, a2 = 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0
    b0 = 1 / a0 if high_pass else k * k / a0
    b1 = -2 * b0 if high_pass else 2 * b0
    z1 = z2 = 0.0
    out: list[float] = []
    append = out.append
    for x in samples:
        y = b0 * x + z1
        z1 = b1 * x - a1 * y + z2
        z2 = b0 * x - a2 * y
        append(y)
    return out


def _shelf(samples: Sequence[float], from_hz: float, to_hz: float, rate: int) -> list[float]:
    """Falls by 6 dB between these two and stays there; one octave in two makes 3 dB an octave."""
    pole, zero = (
        math.tan(math.pi * from_hz / rate),
        math.tan(math.pi * min(to_hz, 0.49 * rate) / rate),
    )
    gain = pole / zero
    b0, b1 = gain * (zero + 1) / (pole + 1), gain * (zero - 1) / (pole + 1)
    a1 = (pole - 1) / (pole + 1)
    z = 0.0
    out: list[float] = []
    append = out.append
    for x in samples:
        y = b0 * x + z
        z = b1 * x - a1 * y
        append(y)
    return out
