"""Every golden case that is played at one table, from tests/golden/ramk-2017."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.history import History
from tests.rules.matador.golden import cases, titled

PLAYED = (
    "dice",
    "votes",
    "pot",
    "jail",
    "cards",
    "claims",
    "offers",
    "auctions",
    "building",
    "shares",
    "loans",
    "timeout",
    "evening",
    "leaving",
    "sheet",
)


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


@pytest.mark.parametrize("case", cases(*PLAYED), ids=titled)
def test_golden_game(case: dict[str, Any], play: Callable[..., History]) -> None:
    frame = {key: case[key] for key in ("seats", "final", "division", "options") if key in case}

    summary = play(case["acts"], **frame).summary(0, "")

    assert [refused["rule"] for refused in summary["refused"]] == case.get("refused", [])
    told = [one["id"] for one in summary["announcements"]]
    assert told == case.get("told", told)
    compare(summary, case["expect"])
