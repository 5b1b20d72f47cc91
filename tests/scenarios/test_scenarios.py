"""Games as scripts, each with what people worked out for it beforehand.

`NAME.expected.json` holds what the summary must hold: a key that it leaves out is not compared, a
list is compared whole.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.programs import run

HERE = Path(__file__).parent
SCRIPTS = sorted(HERE.glob("*.jsonl"))


def differences(expected: Any, found: Any, where: str = "") -> list[str]:
    """Where the summary is not what was expected, one sentence each."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return [
            line
            for key, value in expected.items()
            for line in differences(value, found.get(key), f"{where}.{key}")
        ]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return [
            line
            for index, value in enumerate(expected)
            for line in differences(value, found[index], f"{where}[{index}]")
        ]
    return [] if expected == found else [f"{where}: expected {expected!r}, found {found!r}"]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_game_gives_the_result_worked_out_for_it(script: Path) -> None:
    done = run(
        [sys.executable, "-m", "kiosk", "replay", str(script)],
        capture_output=True,
        text=True,
        check=False,
        cwd=HERE.parent.parent,
    )
    assert done.returncode == 0, done.stderr
    expected = json.loads(script.with_suffix(".expected.json").read_text(encoding="utf-8"))
    assert differences(expected, json.loads(done.stdout)) == []


def test_every_script_has_its_result_and_every_result_its_script() -> None:
    results = {path.name.removesuffix(".expected.json") for path in HERE.glob("*.expected.json")}
    assert results == {path.stem for path in SCRIPTS}


def test_a_difference_is_found() -> None:
    assert differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3, "c": 4}]}) == [
        ".a[1].b: expected 2, found 3"
    ]
    assert differences({"a": [1]}, {"a": [1, 2]}) == [".a: expected [1], found [1, 2]"]
    assert differences({"a": 1}, {}) == [".a: expected 1, found None"]
