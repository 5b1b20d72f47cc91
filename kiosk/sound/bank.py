"""The rendered sounds of one table: files in the table's home, each read when it is to sound.

`python -m kiosk.sound` makes them (`making.py`): a process of low priority when the table first
starts, or somebody before, because a table must neither wait for its first chime nor compute
while it plays. A folder's name holds the voice and the fingerprint of score and synthesis, so an
update never plays old files; a file that is cut short counts as missing and is made again.
"""

from __future__ import annotations

import hashlib
import wave
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from kiosk.sound import mask
from kiosk.sound.score import SYNTHESIS, Score, ScoreBook, Voice, parse_scores

SCORES: Final = Path(__file__).resolve().parents[2] / "sounds" / "scores.toml"

_PART: Final = 4096
"""Frames read at a time: a sound is never in memory twice."""

_HEADER: Final = 44
"""Bytes before the samples of a file that holds nothing else."""


class SoundBank:
    """The sounds of voice number `voice` under `root`; opens nothing before it is asked."""

    def __init__(
        self,
        scores_text: str,
        voice: int,
        root: Path,
        volume_db: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.book: ScoreBook = parse_scores(scores_text)
        self.voice: Voice = self.book.voice(voice)
        self.root = root
        digest = hashlib.sha256(f"{SYNTHESIS}\n{scores_text}".encode()).hexdigest()
        self.folder = root / f"voice-{self.voice.number:02}-{digest[:8]}"
        self._volume_db = volume_db

    def score(self, name: str) -> Score:
        return self.book.sounds[name]

    def path(self, name: str) -> Path:
        return self.folder / f"{name}.wav"

    def samples(self, name: str) -> array[int] | None:
        """16-bit mono samples at the volume of their class; None where there is no whole file."""
        read = self._read(name)
        return None if read is None else self._at_volume(name, read)

    def missing(self, names: Iterable[str]) -> list[str]:
        """Those of `names` that have no whole file."""
        return [name for name in names if not self._is_whole(name)]

    def _frames(self, name: str) -> int:
        if name == mask.NAME:
            return mask.frames(self.book.rate)
        return self.book.sample_count(self.score(name))

    def _at_volume(self, name: str, samples: array[int]) -> array[int]:
        klass = mask.NAME if name == mask.NAME else self.score(name).klass
        db = self._volume_db.get(klass, 0)
        if db == 0:
            return samples
        gain = 10 ** (db / 20)
        return array("h", [round(x * gain) for x in samples])

    def _is_whole(self, name: str) -> bool:
        whole, path = self._frames(name), self.path(name)
        try:
            with wave.open(str(path), "rb") as file:
                right = self._is_ours(file) and file.getnframes() == whole
            return right and path.stat().st_size >= _HEADER + 2 * whole
        except (OSError, EOFError, ValueError, wave.Error):
            return False

    def _read(self, name: str) -> array[int] | None:
        whole = self._frames(name)
        samples = array("h")
        try:
            with wave.open(str(self.path(name)), "rb") as file:
                while self._is_ours(file) and (part := file.readframes(_PART)):
                    samples.frombytes(part)
        except (OSError, EOFError, ValueError, wave.Error):
            return None
        return samples if len(samples) == whole else None

    def _is_ours(self, file: wave.Wave_read) -> bool:
        shape = (file.getframerate(), file.getnchannels(), file.getsampwidth())
        return shape == (self.book.rate, 1, 2)
