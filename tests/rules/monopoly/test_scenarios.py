"""Whole games as scripts (tests/scenarios/hun-*.jsonl), and what the summary must hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.edition import Edition
from rules.script import play

FOLDER = Path(__file__).parents[2] / "scenarios"
SCRIPTS = sorted(FOLDER.glob("hun-*.jsonl"))


def compare(found: Any, wanted: Any, where: str) -> None:
    """`wanted` is a part of `found`: lists whole, of objects only the keys it names."""
    if isinstance(wanted, dict):
        for key, value in wanted.items():
            compare(found[key], value, f"{where}.{key}")
    elif isinstance(wanted, list):
        assert len(found) == len(wanted), where
        for index, (one, other) in enumerate(zip(found, wanted, strict=True)):
            compare(one, other, f"{where}[{index}]")
    else:
        assert found == wanted, where


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_scenario(script: Path, edition: Edition) -> None:
    expected = json.loads(script.with_suffix(".expected.json").read_text(encoding="utf-8"))

    summary = play(script.read_bytes(), lambda _: edition).summary()

    compare(summary, expected, script.stem)


def test_the_whole_game_is_a_long_one() -> None:
    lines = (FOLDER / "hun-whole-game.jsonl").read_bytes().splitlines()

    assert len(lines) > 400
