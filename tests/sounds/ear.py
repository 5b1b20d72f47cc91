"""What the tests hear with: a second loudness meter, models of loudspeaker and piezo, distances.

Written apart from `kiosk/sound/meter.py`, on numpy and in the frequency domain, so that a mistake
in one is not a mistake in both.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from firmware_py.kinds import Note

Sound = NDArray[np.float64]
RATE = 44100

# The two filters of ITU-R BS.1770 as its tables give them, for 48 kHz.
_K_WEIGHTING = (
    (
        (1.53512485958697, -2.69169618940638, 1.19839281085285),
        (1.0, -1.69065929318241, 0.73248077421585),
    ),
    ((1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621)),
)


def full_scale(samples: Sequence[int]) -> Sound:
    """16-bit samples with full scale 1.0."""
    return np.asarray(samples, dtype=np.float64) / 32768


def momentary_lufs(sound: Sound) -> float:
    """Greatest loudness of any 400 ms, in steps of 10 ms."""
    silence = np.zeros(RATE * 4 // 10)
    padded = np.concatenate([silence, sound, silence])
    size = _fft_size(len(padded))
    freqs = np.fft.rfftfreq(size, 1 / RATE)
    z = np.exp(-2j * np.pi * np.minimum(freqs, 24000) / 48000)
    weight = np.ones(len(freqs), dtype=complex)
    for above, below in _K_WEIGHTING:
        weight *= np.polyval(above[::-1], z) / np.polyval(below[::-1], z)
    weighted = np.fft.irfft(np.fft.rfft(padded, size) * weight)[: len(padded)]
    energy = np.concatenate([[0.0], np.cumsum(weighted**2)])
    starts = np.arange(0, len(padded) - len(silence), RATE // 100)
    windows = energy[starts + len(silence)] - energy[starts]
    return float(-0.691 + 10 * np.log10(windows.max() / len(silence)))


def true_peak_db(sound: Sound) -> float:
    """Greatest value of the sound four times oversampled, dB re full scale."""
    size = _fft_size(len(sound))
    spectrum = np.fft.rfft(np.concatenate([np.zeros(512), sound]), size)
    finer = np.fft.irfft(spectrum, 4 * size) * 4
    return float(20 * np.log10(np.abs(finer).max()))


def band(sound: Sound, low: float, high: float, order: int = 2) -> Sound:
    """Butterworth band-pass by magnitude: `order` 2 at each side makes four in all."""
    size = _fft_size(len(sound))
    freqs = np.fft.rfftfreq(size, 1 / RATE)
    freqs[0] = 1e-6
    gain = (
        1 / np.sqrt(1 + (low / freqs) ** (2 * order)) / np.sqrt(1 + (freqs / high) ** (2 * order))
    )
    return np.fft.irfft(np.fft.rfft(sound, size) * gain)[: len(sound)]


def small_speaker(samples: Sequence[int]) -> Sound:
    """A loudspeaker of a few centimetres."""
    return band(full_scale(samples), 300, 8000)


def piezo(notes: Sequence[Note], resonance: float = 2700.0) -> Sound:
    """What a piezo of 2.7 kHz makes of its square waves."""
    pieces = []
    for note in notes:
        time = np.arange(RATE * note.on_ms // 1000) / RATE
        hz = note.hz or 0.0
        harmonics = [n for n in range(1, 60, 2) if n * hz < RATE / 2] if hz else []
        pieces.append(sum((np.sin(2 * np.pi * n * hz * time) / n for n in harmonics), 0 * time))
        pieces.append(np.zeros(RATE * note.off_ms // 1000))
    sound = np.concatenate([*pieces, np.zeros(2000)])
    size = _fft_size(len(sound))
    f = np.fft.rfftfreq(size, 1 / RATE)
    s = 1j * np.maximum(f, 1e-6)
    gain = (s / 1800) ** 2 / ((s / 1800) ** 2 + np.sqrt(2) * s / 1800 + 1)
    resonances = 1
    for centre, db, q in ((resonance, 14, 5), (resonance * 4.1 / 2.7, 10, 6)):
        x = s / centre
        resonances = resonances + (10 ** (db / 20) - 1) * (x / q) / (x**2 + x / q + 1)
    gain = gain * resonances
    gain = gain / np.sqrt(1 + (f / 9000) ** 4)
    return np.fft.irfft(np.fft.rfft(sound, size) * gain)[: len(sound)]


def pattern(sound: Sound) -> Sound:
    """50 semitone bands from 440 Hz, a column every 10 ms: as an ear keeps a sound."""
    window, step, bands, long = RATE // 20, RATE // 100, 50, int(2.8 * RATE)
    padded = np.zeros(long + window)
    heard = sound[:long]
    padded[window // 2 : window // 2 + len(heard)] = heard
    frames = np.lib.stride_tricks.sliding_window_view(padded, window)[::step]
    power = np.abs(np.fft.rfft(frames * np.hanning(window), 4096)) ** 2
    freqs = np.maximum(np.fft.rfftfreq(4096, 1 / RATE), 1.0)
    semitone = 12 * np.log2(freqs / 440)
    weights = np.maximum(0.0, 1 - np.abs(semitone[:, None] - np.arange(bands)[None, :]))
    levels = power @ weights
    floor = levels.max() / 1000
    return np.maximum(levels / floor, 1.0) ** 0.23 - 1


def distance(one: Sound, other: Sound) -> float:
    """0: the same; 1: nothing in common. Best of all shifts within 80 ms."""
    best = 0.0
    norm = np.linalg.norm(one) * np.linalg.norm(other)
    for shift in range(-8, 9):
        a = one[max(0, shift) : len(one) + min(0, shift)]
        b = other[max(0, -shift) : len(other) + min(0, -shift)]
        best = max(best, float((a * b).sum() / norm))
    return 1 - best


def distances(patterns: Sequence[Sound]) -> Sound:
    """`distance` of each to each, all pairs of a shift at once."""
    stack = np.stack(patterns)
    norms = np.array([np.linalg.norm(one) for one in patterns])
    best = np.zeros((len(stack), len(stack)))
    for shift in range(-8, 9):
        a = stack[:, max(0, shift) : stack.shape[1] + min(0, shift)]
        b = stack[:, max(0, -shift) : stack.shape[1] + min(0, -shift)]
        alike = a.reshape(len(stack), -1) @ b.reshape(len(stack), -1).T
        best = np.maximum(best, alike / np.outer(norms, norms))
    return 1 - best


def _fft_size(length: int) -> int:
    """A fast size with room for what a filter smears behind the sound."""
    return 1 << (length + RATE // 4).bit_length()


def onsets_ms(sound: Sound) -> list[float]:
    """When something new begins: the sum of what each semitone band gains, where it peaks."""
    step, window = RATE // 500, RATE // 50
    padded = np.concatenate([np.zeros(window), sound, np.zeros(window)])
    frames = np.lib.stride_tricks.sliding_window_view(padded, window)[::step]
    power = np.abs(np.fft.rfft(frames * np.hanning(window), 2048)) ** 2
    freqs = np.maximum(np.fft.rfftfreq(2048, 1 / RATE), 1.0)
    weights = np.maximum(
        0.0, 1 - np.abs(12 * np.log2(freqs / 440)[:, None] - np.arange(50)[None, :]) / 2
    )
    level = np.sqrt(power @ weights)
    lag = 6
    flux = np.maximum(level[lag:] - level[:-lag], 0).sum(axis=1)
    found = []
    for at in range(len(flux)):
        around = flux[max(0, at - 12) : at + 13]
        if flux[at] == around.max() and flux[at] > 0.12 * flux.max():
            found.append((at + lag / 2) * step / RATE * 1000 - window / 2 / RATE * 1000)
    return found
