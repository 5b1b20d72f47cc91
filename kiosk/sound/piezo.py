"""A score as the notes of a piezo: square waves, one octave above the loudspeaker."""

from __future__ import annotations

from typing import Final

from firmware_py.kinds import Note
from kiosk.sound.score import Score, ScoreBook, ScoreNote

STAIR_MS: Final = 20
"""A piezo cannot slide: it climbs stairs of this length, each at the pitch of its middle."""


def piezo_notes(book: ScoreBook, score: Score, key: int) -> list[Note]:
    """The notes of a sound in a table's key."""
    return [note for written in score.notes for note in _notes(book, written, key)]


def _notes(book: ScoreBook, note: ScoreNote, key: int) -> list[Note]:
    if not note.slides:
        return [Note(_hz(book, note.step + key), note.on_ms, note.off_ms)]
    stairs = []
    for begin in range(0, note.on_ms, STAIR_MS):
        end = min(begin + STAIR_MS, note.on_ms)
        middle = (begin + end) / 2 / note.on_ms
        step = note.step + (note.to - note.step) * middle
        stairs.append(Note(_hz(book, step + key), end - begin, 0))
    stairs[-1] = stairs[-1]._replace(off_ms=note.off_ms)
    return stairs


def _hz(book: ScoreBook, semitones: float) -> float:
    return float(book.piezo_hz * 2 ** (semitones / 12))
