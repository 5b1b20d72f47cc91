"""Every golden case that is played at one table, from tests/golden/hun-2009."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.history import History

FOLDER = Path(__file__).parents[2] / "golden" / "hun-2009"
PLAYED = (
    "clock",
    "dice",
    "jail",
    "claims",
    "deeds",
    "buildings",
    "auctions",
    "bankruptcy",
    "conduct",
    "sheet",
    "signing",
)
CASES = [
    case
    for name in PLAYED
    for case in tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["case"]
]


def compare(found: Any, wanted: Any, where: str = "summary") -> None:
    """`wanted` is a part of `found`: lists whole, of tables only the keys it names."""
    if wanted == "none":
        assert found is None, where
    elif isinstance(wanted, dict):
        for key, value in wanted.items():
            compare(found[key], value, f"{where}.{key}")
    elif isinstance(wanted, list):
        assert len(found) == len(wanted), f"{where}: {found}"
        for index, (one, other) in enumerate(zip(found, wanted, strict=True)):
            compare(one, other, f"{where}[{index}]")
    else:
        assert found == wanted, where


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rule']}: {case['name']}")
def test_golden_game(case: dict[str, Any], play: Callable[..., History]) -> None:
    frame = {key: case[key] for key in ("seats", "final", "bankers", "options") if key in case}

    summary = play(case["acts"], **frame).summary(0, "")

    assert [refused["rule"] for refused in summary["refused"]] == case.get("refused", [])
    compare(summary, case["expect"])
