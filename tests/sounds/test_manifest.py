"""The manifest tells the truth about every sound."""

from __future__ import annotations

import tomllib
from collections.abc import Callable

import pytest

from kiosk.signals import FOR_THE_OFFICIAL, SIGNALS, WARNINGS
from kiosk.sound.score import ScoreBook
from kiosk.sound.settings import parse_sound
from tests.sounds import ear
from tests.sounds.conftest import ROOT, Rendered, book_of_scores

MANIFEST = tomllib.loads((ROOT / "sounds" / "manifest.toml").read_text(encoding="utf-8"))
NAMES = tuple(book_of_scores().sounds)


def test_every_sound_is_in_the_manifest_and_nothing_else() -> None:
    assert tuple(MANIFEST["sound"]) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_class_and_lengths_are_those_of_the_score(name: str, book: ScoreBook) -> None:
    entry, score = MANIFEST["sound"][name], book.sounds[name]
    assert entry["class"] == score.klass
    assert entry["ms"] == score.buffer_ms
    assert entry["piezo_ms"] == score.written_ms


def test_loudness_is_what_is_measured(voice_of: Callable[[int], Rendered]) -> None:
    for name, samples in voice_of(7).items():
        measured = ear.momentary_lufs(ear.full_scale(samples))
        assert MANIFEST["sound"][name]["lufs"] == pytest.approx(measured, abs=0.1), name


@pytest.mark.parametrize("name", NAMES)
def test_announcements_are_those_of_the_table_in_code(name: str) -> None:
    words = [word for word, signal in SIGNALS.items() if signal.sound == name]
    words += [f"warning {s.count} of the edition" for s in WARNINGS if s.sound == name]
    said_of = MANIFEST["sound"][name]["said_of"]
    if words:
        assert said_of == words
    else:
        assert name in FOR_THE_OFFICIAL
        assert len(said_of) == 1


def test_every_sound_has_a_licence_and_an_author() -> None:
    for entry in MANIFEST["sound"].values():
        assert entry.get("licence", MANIFEST["licence"]) == "MIT"
        assert entry.get("author", MANIFEST["author"])


def test_the_settings_in_the_readme_are_settings() -> None:
    readme = (ROOT / "sounds" / "README.md").read_text(encoding="utf-8")
    block = readme.split("```toml")[1].split("```")[0]
    parse_sound(tomllib.loads(block)["sound"], "README.md")
