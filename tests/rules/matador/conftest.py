"""A Matador table for the tests: open, play lines of a script, look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.actions import parse_action
from rules.edition import Edition, parse_edition
from rules.history import History
from rules.opening import Opening, parse_opening

EDITION = Path(__file__).parents[3] / "rules" / "editions" / "ramk-2017.toml"

Fields = Mapping[str, Any]


def opening_of(seats: int = 4, **more: Any) -> Opening:
    """An evening of `seats` players, R1-T1 at table T1."""
    return parse_opening(
        {
            "edition": "ramk-2017",
            "season": "S1",
            "round": "R1",
            "game": "R1-T1",
            "table": "T1",
            "seats": [{"seat": n, "player": f"P{n:02}"} for n in range(1, seats + 1)],
            **more,
        }
    )


def play_on(history: History, acts: Iterable[Fields]) -> History:
    """Ask for every line of a script, accepted or refused."""
    for fields in acts:
        history.apply(parse_action(fields, history.opening, history.family))
    return history


@pytest.fixture(scope="session")
def edition() -> Edition:
    """`ramk-2017` as it ships."""
    return parse_edition(EDITION.read_text(encoding="utf-8"), EDITION.name, lambda _: None)


@pytest.fixture
def play(edition: Edition) -> Callable[..., History]:
    """Play lines at a new table: `play([{"t": 1, ...}], seats=6, final=True)`."""

    def run(acts: Iterable[Fields] = (), seats: int = 4, **more: Any) -> History:
        return play_on(History(opening_of(seats, **more), edition), acts)

    return run
