"""A score made into samples for a loudspeaker. Plain Python: a table never imports numpy.

Each note is a sum of sines that begin at phase 0, times its touch; notes are added; then one gain
for the whole sound brings it to the loudness of its class, or to the greatest true peak allowed,
whichever is less. Whoever changes what comes out raises `score.SYNTHESIS`. The first sample is
the sound's instant: there is never silence at the head.

A steady or dying sine is a row of powers of one complex number, so the inner loops run in C
(`accumulate`, `map`); a slide needs its phase summed up sample by sample.
"""

from __future__ import annotations

import cmath
import math
import operator
import random
from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, repeat
from typing import Final

from kiosk.sound.meter import momentary_lufs, true_peak
from kiosk.sound.score import Partial, Score, ScoreBook, ScoreNote, Touch, Voice

HIGHEST_HZ: Final = 7500.0
PEAK_DBTP: Final = -3.05
"""A little under the -3 dBTP that a test holds, because the files are rounded to 16 bit."""

DAMPING_MS: Final = 20
"""A ringing note goes on this long into the next one."""

_FULL: Final = 32767
_SIXTY_DB: Final = math.log(1000.0)


def render(book: ScoreBook, score: Score, voice: Voice) -> array[int]:
    """The sound as 16-bit mono samples."""
    mix = _mixed(book, score, voice)
    gain = 10 ** ((book.loudness[score.klass] - momentary_lufs(mix, book.rate)) / 20)
    gain = min(gain, 10 ** (PEAK_DBTP / 20) / true_peak(mix)) * _FULL
    dither = random.Random(f"{score.name}/{voice.number}").random
    # Two uniform numbers make the triangle: the error is then noise, not a distortion of the sound.
    return array("h", [round(x * gain + dither() - dither()) for x in mix])


def _mixed(book: ScoreBook, score: Score, voice: Voice) -> list[float]:
    mix = [0.0] * book.sample_count(score)
    starts = [_samples(book, ms) for ms in score.onsets_ms]
    touch = book.touches[score.touch]
    for index, (note, start) in enumerate(zip(score.notes, starts, strict=True)):
        last = index == len(score.notes) - 1
        end = start + _samples(book, note.on_ms)
        decay_ms = touch.decay_ms
        if score.touch == "ring":
            damped = len(mix) if last else starts[index + 1] + _samples(book, DAMPING_MS)
            end = min(len(mix), damped)
            decay_ms = score.last_ring_ms if last else score.ring_ms
        tone = _note(book, note, voice, end - start, decay_ms)
        _edge(tone, touch, book.rate)
        mix[start:end] = map(operator.add, mix[start:end], tone)
    return mix


def _note(
    book: ScoreBook, note: ScoreNote, voice: Voice, count: int, decay_ms: int | None
) -> list[float]:
    low, high = (book.speaker_hz * 2 ** ((s + voice.key) / 12) for s in (note.step, note.to))
    partials = [p for p in book.timbres[voice.timbre] if p.ratio * max(low, high) <= HIGHEST_HZ]
    if note.slides:
        return _slide(partials, low, high, count, book.rate)
    total: Iterable[complex] = repeat(0j, count)
    for partial in partials:
        total = map(operator.add, total, _sine(partial, low, count, decay_ms, book.rate))
    return [z.imag for z in total]


def _sine(
    partial: Partial, hz: float, count: int, decay_ms: int | None, rate: int
) -> Iterable[complex]:
    """A (dying) sine as the imaginary part of the powers of one complex number."""
    fall = _SIXTY_DB * 1000 / (decay_ms * partial.decay * rate) if decay_ms else 0.0
    turn = cmath.exp(complex(-fall, 2 * math.pi * hz * partial.ratio / rate))
    first = complex(10 ** (partial.db / 20), 0.0)
    return accumulate(repeat(turn, count - 1), operator.mul, initial=first)


def _slide(
    partials: Sequence[Partial], low: float, high: float, count: int, rate: int
) -> list[float]:
    """An even slide in semitones: the phase is the running sum of the frequency."""
    step = (high / low) ** (1 / count)
    turns = accumulate(repeat(step, count - 1), operator.mul, initial=2 * math.pi * low / rate)
    phases = list(accumulate(turns, initial=0.0))[:count]
    levels = [(p.ratio, 10 ** (p.db / 20)) for p in partials]
    sin = math.sin
    return [sum([level * sin(ratio * phase) for ratio, level in levels]) for phase in phases]


def _edge(tone: list[float], touch: Touch, rate: int) -> None:
    """Raised-cosine beginning and end, each at most half the note."""
    half = len(tone) // 2
    attack = min(rate * touch.attack_ms // 1000, half)
    release = min(rate * touch.release_ms // 1000, half)
    for i in range(attack):
        tone[i] *= 0.5 - 0.5 * math.cos(math.pi * i / attack)
    for i in range(release):
        tone[-1 - i] *= 0.5 - 0.5 * math.cos(math.pi * i / release)


def _samples(book: ScoreBook, ms: int) -> int:
    return round(book.rate * ms / 1000)
