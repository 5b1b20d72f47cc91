"""The score file: its notation, and what a mistake in it is answered."""

from __future__ import annotations

import pytest

from kiosk.sound.bank import SCORES
from kiosk.sound.score import ScoreError, ScoreNote, parse_notes, parse_scores, table_number

TEXT = SCORES.read_text(encoding="utf-8")


def test_a_row_of_notes_is_read() -> None:
    assert parse_notes("0:130/290 2:300") == (ScoreNote(0, 0, 130, 290), ScoreNote(2, 2, 300, 0))


def test_a_slide_and_a_repeat_are_read() -> None:
    slide = ScoreNote(12, 0, 360, 60)
    assert parse_notes("(12>0:360/60)x3 -3:900") == (slide,) * 3 + (ScoreNote(-3, -3, 900, 0),)


def test_the_silence_after_the_last_note_belongs_to_nobody() -> None:
    assert parse_notes("(4:55/85 4:55/165)x2")[-1].off_ms == 0


@pytest.mark.parametrize(
    ("score", "says"),
    [
        ("0:30", "'0:30' is shorter than 40 ms"),
        ("zero:300", "'zero:300' is no note"),
        ("", "no note"),
        ("(0:45", "'(0:45' is no note"),
    ],
)
def test_what_is_no_note_is_named(score: str, says: str) -> None:
    with pytest.raises(ValueError) as wrong:
        parse_notes(score)
    assert str(wrong.value) == says


def test_all_thirty_one_sounds_are_there() -> None:
    assert len(parse_scores(TEXT).sounds) == 31


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('class = "D"', 'class = "Z"', "sound.recorded.class = 'Z'; write one of A, B, C, D"),
        ('score = "12:40"', 'score = "12"', "sound.recorded.score = '12'; write notes: '12' is"),
        ("schema = 1", "schema = 2", "schema = 2; write 1"),
        ('"wood", "reed"]', '"brass", "reed"]', "voices.timbres = 'brass'; write one of glass"),
        ("ring_ms = 900", "", "sound.game-over.ring_ms = 0; write how long a struck note rings"),
        ("schema = 1", "schema", "file = "),
    ],
)
def test_a_mistake_is_named_with_its_key(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(ScoreError) as wrong:
        parse_scores(TEXT.replace(old, new), "mine.toml")
    assert str(wrong.value).startswith(f"mine.toml: {says}")


@pytest.mark.parametrize(
    ("table", "number"),
    [("T3", 3), ("12", 12), ("T07", 7), ("hall", 1), ("B2-green", 2), ("T0", 1)],
)
def test_a_table_s_number_is_in_its_name(table: str, number: int) -> None:
    assert table_number(table) == number


def test_tables_are_counted_from_one() -> None:
    with pytest.raises(ValueError, match="table number 0: tables are counted from 1"):
        parse_scores(TEXT).voice(0)
