"""Sounds rendered once for all tests here."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from kiosk.sound.bank import SCORES
from kiosk.sound.score import ScoreBook, parse_scores
from kiosk.sound.synthesis import render

Rendered = Mapping[str, "array[int]"]
ROOT = Path(__file__).resolve().parents[2]


@cache
def book_of_scores() -> ScoreBook:
    return parse_scores(SCORES.read_text(encoding="utf-8"))


@cache
def rendered_voice(table: int) -> Rendered:
    book = book_of_scores()
    voice = book.voice(table)
    return {name: render(book, score, voice) for name, score in book.sounds.items()}


@pytest.fixture
def book() -> ScoreBook:
    return book_of_scores()


@pytest.fixture
def voice_of() -> Callable[[int], Rendered]:
    """All sounds in the voice of a table."""
    return rendered_voice
