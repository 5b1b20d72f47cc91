"""Reads the golden cases of tests/golden/ramk-2017."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parents[2] / "golden" / "ramk-2017"


def cases(*names: str) -> list[dict[str, Any]]:
    """The golden cases of these files."""
    return [
        case
        for name in names
        for case in tomllib.loads((GOLDEN / f"{name}.toml").read_text(encoding="utf-8"))["case"]
    ]


def titled(case: Mapping[str, Any]) -> str:
    """How a case is called in the list of tests."""
    return f"{case['rule']}: {case['name']}"
