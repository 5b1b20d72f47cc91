"""Every golden sum of the document, from tests/golden/hun-2009/book.toml."""

from __future__ import annotations

import inspect
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.board import board_of
from rules.edition import Edition
from rules.monopoly import book

BOOK = Path(__file__).parents[2] / "golden" / "hun-2009" / "book.toml"
CASES = tomllib.loads(BOOK.read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rule']}: {case['name']}")
def test_golden_sum(case: dict[str, Any], edition: Edition) -> None:
    edition = edition.with_options(case.get("options", {}))
    ask = getattr(book, case["ask"])
    given: dict[str, Any] = {}
    if "deed" in case:
        given["deed"] = board_of(edition).by_code[case["deed"]]
    if "estate" in case:
        deeds = tuple(tuple(deed) for deed in case["estate"]["deeds"])
        given["estate"] = book.Estate(case["estate"]["cash"], deeds)
    rest = [name for name in inspect.signature(ask).parameters if name not in given]
    if "edition" in rest:
        given["edition"] = edition
        rest.remove("edition")
    given.update(zip(rest, case.get("with", []), strict=True))

    gives = ask(**given)

    if isinstance(gives, dict):
        gives = {str(key): value for key, value in gives.items()}
    assert gives == (tuple(case["gives"]) if isinstance(gives, tuple) else case["gives"])
