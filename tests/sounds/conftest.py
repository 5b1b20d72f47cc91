"""Sounds rendered once for all tests here; those of many voices on all cores."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import pytest

from kiosk.sound.bank import SCORES
from kiosk.sound.score import ScoreBook, parse_scores
from kiosk.sound.synthesis import render
from tests.sounds import ear

ALL_VOICES = range(1, 16)
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


def heard_voice(table: int) -> tuple[Rendered, Mapping[str, ear.Sound]]:
    """All sounds in the voice of a table, and what an ear keeps of them by a small loudspeaker."""
    rendered = rendered_voice(table)
    return rendered, {
        name: ear.pattern(ear.small_speaker(samples)) for name, samples in rendered.items()
    }


@cache
def all_voices() -> Mapping[int, tuple[Rendered, Mapping[str, ear.Sound]]]:
    """Every voice that there is, by table."""
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        return dict(zip(ALL_VOICES, pool.map(heard_voice, ALL_VOICES), strict=True))


@pytest.fixture
def book() -> ScoreBook:
    return book_of_scores()


@pytest.fixture
def voice_of() -> Callable[[int], Rendered]:
    """All sounds in the voice of a table."""
    return rendered_voice
