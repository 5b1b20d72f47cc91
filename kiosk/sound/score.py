"""The score file as values: notes, sounds, timbres, touches, voices. Reads text, opens nothing.

`sounds/scores.toml` explains the notation. Everything that sounds, on loudspeaker or piezo, is made
from a `Score`; nothing else in the house knows a pitch or a length.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rules.value import Value

SYNTHESIS: Final = 1
"""Raise it when the same score would sound different: rendered files are kept by it."""

SHORTEST_ON_MS: Final = 40
BUFFER_END_MS: Final = 30
"""Silence after the last release, so that a card that cuts the end cuts nothing."""

_NOTE: Final = re.compile(r"(-?\d+)(?:>(-?\d+))?:(\d+)(?:/(\d+))?")
_REPEAT: Final = re.compile(r"\(([^()]*)\)\s*x(\d+)")


class ScoreError(ValueError):
    """The score file is wrong: names the file, the key, what was found and what is allowed."""

    def __init__(self, name: str, key: str, found: object, wanted: str) -> None:
        super().__init__(f"{name}: {key} = {found!r}; write {wanted}")


class ScoreNote(NamedTuple):
    """One note: from step `low`.. to step `to` (equal unless it slides), in semitones."""

    step: int
    to: int
    on_ms: int
    off_ms: int

    @property
    def slides(self) -> bool:
        return self.step != self.to


class Score(Value):
    """One sound as it is written."""

    name: str
    klass: str
    touch: str
    notes: tuple[ScoreNote, ...]
    ring_ms: int
    last_ring_ms: int
    tail_ms: int

    @property
    def onsets_ms(self) -> tuple[int, ...]:
        """When each note begins, from the sound's instant."""
        starts, at = [], 0
        for note in self.notes:
            starts.append(at)
            at += note.on_ms + note.off_ms
        return tuple(starts)

    @property
    def written_ms(self) -> int:
        """Length of the notes alone: what a piezo plays."""
        return sum(note.on_ms + note.off_ms for note in self.notes)

    @property
    def buffer_ms(self) -> int:
        """Length of the sound on a loudspeaker."""
        return self.written_ms + self.tail_ms + BUFFER_END_MS


class Partial(NamedTuple):
    ratio: float
    db: float
    decay: float


class Touch(NamedTuple):
    """How a note begins and ends; `decay_ms` None: it does not die away by itself."""

    attack_ms: int
    release_ms: int
    decay_ms: int | None


class Voice(NamedTuple):
    """What tells one table from its neighbours: never what is meant, only whose it is."""

    number: int
    key: int
    timbre: str


class ScoreBook(Value):
    """The whole score file."""

    rate: int
    speaker_hz: float
    piezo_hz: float
    loudness: Mapping[str, float]
    keys: tuple[int, ...]
    timbre_names: tuple[str, ...]
    timbres: Mapping[str, tuple[Partial, ...]]
    touches: Mapping[str, Touch]
    sounds: Mapping[str, Score]

    @property
    def voice_count(self) -> int:
        return len(self.keys) * len(self.timbre_names)

    def sample_count(self, score: Score) -> int:
        """How many samples the sound has on a loudspeaker."""
        return self.rate * score.buffer_ms // 1000

    def voice(self, table: int) -> Voice:
        """The voice of table number `table`, from 1; `voice_count` tables later it comes again."""
        if table < 1:
            raise ValueError(f"table number {table}: tables are counted from 1")
        index = (table - 1) % self.voice_count
        timbre = self.timbre_names[index % len(self.timbre_names)]
        return Voice(index + 1, self.keys[index % len(self.keys)], timbre)


def table_number(table: str) -> int:
    """The number at the end of a table's name (`T12` is 12); a table without one is table 1."""
    found = re.search(r"(\d+)\D*$", table)
    return max(1, int(found[1])) if found else 1


def parse_notes(text: str) -> tuple[ScoreNote, ...]:
    """`"0:130/290 2:300"` as notes; ValueError names the piece that is no note."""
    unrolled = _REPEAT.sub(lambda m: " ".join([m[1]] * int(m[2])), text)
    notes = []
    for piece in unrolled.split():
        match = _NOTE.fullmatch(piece)
        if match is None:
            raise ValueError(f"{piece!r} is no note")
        step, to, on, off = match.groups()
        if int(on) < SHORTEST_ON_MS:
            raise ValueError(f"{piece!r} is shorter than {SHORTEST_ON_MS} ms")
        notes.append(ScoreNote(int(step), int(to or step), int(on), int(off or 0)))
    if not notes:
        raise ValueError("no note")
    return (*notes[:-1], notes[-1]._replace(off_ms=0))


def parse_scores(text: str, name: str = "scores.toml") -> ScoreBook:
    """The score file's text as a `ScoreBook`; ScoreError where a value cannot be."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise ScoreError(name, "file", str(wrong), "TOML") from wrong
    if data.get("schema") != 1:
        raise ScoreError(name, "schema", data.get("schema"), "1")
    touches = {key: Touch(t["attack_ms"], t["release_ms"], t.get("decay_ms"))
               for key, t in data["touch"].items()}  # fmt: skip
    timbres = {key: tuple(Partial(*p) for p in t["partials"]) for key, t in data["timbre"].items()}
    book = ScoreBook(
        rate=data["sample_rate"],
        speaker_hz=data["speaker_hz"],
        piezo_hz=data["piezo_hz"],
        loudness=data["loudness"],
        keys=tuple(data["voices"]["keys"]),
        timbre_names=tuple(data["voices"]["timbres"]),
        timbres=timbres,
        touches=touches,
        sounds={key: _score(key, s, name) for key, s in data["sound"].items()},
    )
    for score in book.sounds.values():
        _one_of(name, f"sound.{score.name}.class", score.klass, book.loudness)
        _one_of(name, f"sound.{score.name}.touch", score.touch, book.touches)
    for timbre in book.timbre_names:
        _one_of(name, "voices.timbres", timbre, book.timbres)
    return book


def _score(key: str, fields: Mapping[str, Any], name: str) -> Score:
    try:
        notes = parse_notes(fields["score"])
    except ValueError as wrong:
        raise ScoreError(name, f"sound.{key}.score", fields["score"], f"notes: {wrong}") from wrong
    ring = fields.get("ring_ms", 0)
    first, last = ring if isinstance(ring, list) else (ring, ring)
    if fields["touch"] == "ring" and not (first and last):
        raise ScoreError(name, f"sound.{key}.ring_ms", ring, "how long a struck note rings")
    return Score(
        key, fields["class"], fields["touch"], notes, first, last, fields.get("tail_ms", 0)
    )


def _one_of(name: str, key: str, found: str, allowed: Mapping[str, object]) -> None:
    if found not in allowed:
        raise ScoreError(name, key, found, "one of " + ", ".join(allowed))
