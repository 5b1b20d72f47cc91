"""A tournament's table for the tests: open, play lines of a script, look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.actions import parse_action
from rules.edition import Edition, parse_edition
from rules.history import History
from rules.opening import Opening, parse_opening

EDITIONS = Path(__file__).parents[3] / "rules" / "editions"

Fields = Mapping[str, Any]
EditionOf = Callable[[str], Edition]


def opening_of(edition: str, seats: int = 4, **options: Any) -> Opening:
    """A game of `seats` players at table T1."""
    return parse_opening(
        {
            "edition": edition,
            "season": "S1",
            "round": "T1",
            "game": "T1-1",
            "table": "T1",
            "seats": [{"seat": n, "player": f"P{n:02}"} for n in range(1, seats + 1)],
            "options": options,
        }
    )


def play_on(history: History, acts: Iterable[Fields]) -> History:
    """Ask for every line of a script, accepted or refused."""
    for fields in acts:
        history.apply(parse_action(fields, history.opening, history.family))
    return history


@pytest.fixture(scope="session")
def edition_of() -> EditionOf:
    """The `ray-*` editions as they ship."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in EDITIONS.glob("ray-*.toml")}
    found = {name: parse_edition(text, f"{name}.toml", texts.get) for name, text in texts.items()}
    return found.__getitem__


@pytest.fixture
def play(edition_of: EditionOf) -> Callable[..., History]:
    """Play lines at a new table: `play("ray-rebuy-2013", [{"t": 1, ...}], structure={...})`."""

    def run(edition: str, acts: Iterable[Fields] = (), seats: int = 4, **options: Any) -> History:
        return play_on(History(opening_of(edition, seats, **options), edition_of(edition)), acts)

    return run
