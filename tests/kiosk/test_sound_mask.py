"""The mask of a Mafia night: one loop, the same every night, loud where keys click."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from firmware_py.timesource import SystemTime
from kiosk.sound import mask
from kiosk.sound.bank import SCORES, SoundBank
from kiosk.sound.making import make
from kiosk.sound.meter import momentary_lufs
from kiosk.sound.player import Player
from kiosk.sound.settings import Mode, SoundSettings, parse_sound

RATE = 44_100
SHORT_S = 3


@pytest.fixture
def bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SoundBank:
    """With a mask of three seconds: it takes less time to make."""
    monkeypatch.setattr(mask, "LENGTH_S", SHORT_S)
    made = SoundBank(SCORES.read_text(encoding="utf-8"), 7, tmp_path / "sounds")
    assert make(made, ["mask"]) == ["mask"]
    return made


def level_db(samples: np.ndarray, low: float, high: float) -> float:
    power = np.abs(np.fft.rfft(samples)) ** 2
    hz = np.fft.rfftfreq(len(samples), 1 / RATE)
    return float(10 * np.log10(power[(hz >= low) & (hz < high)].mean()))


def test_it_is_one_file_as_loud_everywhere_and_has_no_seam(bank: SoundBank) -> None:
    samples = bank.samples("mask")
    assert samples is not None
    assert len(samples) == SHORT_S * RATE
    assert bank.missing(["mask"]) == []
    loop = np.array(samples) / 32_767
    step = RATE // 10 * 4
    loud = [
        momentary_lufs(np.roll(loop, -at)[:step].tolist(), RATE)
        for at in range(0, len(loop), step // 2)
    ]
    assert max(loud) - min(loud) < 1.5
    assert np.mean(loud) == pytest.approx(mask.LUFS, abs=0.7)
    jumps = np.abs(np.diff(loop))
    assert abs(loop[0] - loop[-1]) <= jumps.max()


def test_it_is_flat_to_500_hz_falls_by_3_db_an_octave_and_ends_at_7_khz(bank: SoundBank) -> None:
    loop = np.array(bank.samples("mask"), dtype=float)
    flat = level_db(loop, 200, 450)
    for octave, low in enumerate((1000, 2000, 4000), 1):
        fallen = flat - level_db(loop, low * 0.85, low * 1.15)
        assert fallen == pytest.approx(3 * octave, abs=1.2), low
    assert flat - level_db(loop, 60, 80) > 20
    assert flat - level_db(loop, 10_000, 12_000) > 30


def test_its_volume_is_set_apart_from_the_chimes(bank: SoundBank, tmp_path: Path) -> None:
    settings = parse_sound({"volume": {"mask": 6}}, "tableside.toml")
    louder = SoundBank(SCORES.read_text(encoding="utf-8"), 7, bank.root, settings.volume_db)
    plain, loud = bank.samples("mask"), louder.samples("mask")
    assert plain is not None
    assert loud is not None
    assert max(loud) == pytest.approx(2 * max(plain), rel=0.01)


class Recording:
    """What a player writes to the card, through SDL's disk driver."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def seconds(self) -> float:
        return self.file.stat().st_size / (4 * RATE) if self.file.exists() else 0.0

    def until(self, seconds: float) -> None:
        limit = time.monotonic() + 30
        while self.seconds() < seconds:
            assert time.monotonic() < limit, "the stream does not go on"
            time.sleep(0.01)

    def levels(self) -> np.ndarray:
        """Loudness of each tenth of a second, as root of the mean square."""
        left = np.fromfile(self.file, dtype="<i2")[::2].astype(float)
        tenths = left[: len(left) // 4410 * 4410].reshape(-1, 4410)
        found: np.ndarray = np.sqrt((tenths**2).mean(axis=1))
        return found


@pytest.fixture
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recording:
    file = tmp_path / "stream.raw"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(file))
    return Recording(file)


def test_it_plays_on_and_on_from_night_to_day(bank: SoundBank, recording: Recording) -> None:
    player = Player(bank, SoundSettings(mode=Mode.SPEAKER), SystemTime(), names=["mask"])
    player.start()
    recording.until(0.3)
    player.mask(on=True)
    recording.until(3 * SHORT_S)
    heard_until = recording.seconds()
    player.mask(on=False)
    recording.until(heard_until + 2.5)
    player.close()
    levels = recording.levels()
    loud = np.flatnonzero(levels > 100)
    assert loud[0] >= 15, "not before the sound of night is over"
    assert len(loud) > 30, "longer than once round"
    middle = levels[loud[0] + 25 : int(10 * heard_until) - 1]
    assert middle.min() > 0.7 * middle.max(), "no lull, at the seam neither"
    assert levels[-3:].max() < 20, "silence by day"
