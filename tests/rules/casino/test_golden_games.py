"""Every golden case of the casino's tournaments, from tests/golden/ray-*."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from rules.history import History
from rules.kinds import Audience
from rules.value import Value

FOLDER = Path(__file__).parents[2] / "golden"
CASES = [
    (path.parent.name, case)
    for path in sorted(FOLDER.glob("ray-*/*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]


def compare(found: Any, wanted: Any, where: str) -> None:
    """`wanted` is a part of `found`: lists whole, of tables only the keys it names."""
    if wanted == "none":
        assert found is None, where
    elif isinstance(wanted, dict):
        for key, value in wanted.items():
            inner = getattr(found, key) if isinstance(found, Value) else found[key]
            compare(inner, value, f"{where}.{key}")
    elif isinstance(wanted, list):
        assert len(found) == len(wanted), f"{where}: {found}"
        for index, (one, other) in enumerate(zip(found, wanted, strict=True)):
            compare(one, other, f"{where}[{index}]")
    else:
        assert (found.value if isinstance(found, StrEnum) else found) == wanted, where


@pytest.mark.parametrize(
    ("edition", "case"), CASES, ids=lambda one: one if isinstance(one, str) else one["name"]
)
def test_golden_game(edition: str, case: dict[str, Any], play: Callable[..., History]) -> None:
    options = dict(case.get("options", {}))
    if "structure" in case:
        options["structure"] = case["structure"]

    history = play(edition, case["acts"], seats=case.get("seats", 4), **options)

    summary = history.summary(0, "")
    assert [refused["rule"] for refused in summary["refused"]] == case.get("refused", [])
    compare(summary, case.get("expect", {}), "summary")
    compare(history.view(Audience.TABLE), case.get("shows", {}), "view")
