"""Values every kiosk test needs: the edition, an opening, a game that is folded, its desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from kiosk.desk import Scene
from kiosk.editions import Editions
from kiosk.families.monopoly import MonopolyFamily
from rules.actions import parse_action
from rules.edition import Edition
from rules.history import History, Outcome, Undoable
from rules.kinds import Audience, GameMs
from rules.monopoly.view import MonopolyView
from rules.opening import Opening, parse_opening

FIELDS: Mapping[str, Any] = {
    "edition": "hun-2009",
    "season": "S1",
    "round": "Q1",
    "game": "Q1-T3",
    "table": "T3",
    "seats": [{"seat": n, "player": f"P{n:02}", "name": f"Player {n}"} for n in range(1, 5)],
    "officials": {"banker": "B", "referee": "R"},
}


class Folded:
    """A game and a desk at it; `act` and `ms` move it on."""

    def __init__(self, opening: Opening, edition: Edition) -> None:
        self.history = History(opening, edition)
        self.desk = MonopolyFamily().desk(edition)
        self.ms = 0

    def act(self, do: str, **fields: Any) -> Outcome:
        """One action, a second later; it must be accepted."""
        self.ms += 1000
        outcome = self.ask({"do": do, **fields})
        assert outcome.refusal is None, outcome.refusal
        return outcome

    def ask(self, fields: Mapping[str, Any]) -> Outcome:
        """One action now, whatever the rules say of it."""
        stamped = {"t": self.ms / 1000, **fields}
        return self.history.apply(parse_action(stamped, self.history.opening, "monopoly"))

    @property
    def view(self) -> MonopolyView:
        view: MonopolyView = self.history.view(Audience.TABLE)
        return view

    @property
    def official(self) -> MonopolyView:
        view: MonopolyView = self.history.view(Audience.OFFICIAL)
        return view

    @property
    def scene(self) -> Scene:
        return Scene(self.view, self._undoable, lambda ns: GameMs(ns // 1_000_000))

    def _undoable(self, count: int) -> tuple[Undoable, ...]:
        found = self.history.undoable()
        return tuple(one for one in found if one.audience is Audience.TABLE)[:count]

    def to_play(self) -> None:
        """Seat 1 has rolled 1 and 2: seat 2 is at turn, seat 1 the lander."""
        self.act("start")
        self.act("roll", seat=1, dice=[1, 2])

    def to_count(self) -> None:
        """The ninety minutes are over."""
        self.to_play()
        self.history.advance(GameMs(6_000_000))
        self.ms = 6_000_000

    def to_sign(self) -> None:
        """Every seat is counted; seat 1 signs first."""
        self.to_count()
        for seat in range(1, 5):
            self.act("count", seat=seat, cash=100, deeds=[])


@pytest.fixture(scope="session")
def edition() -> Edition:
    return Editions().need("hun-2009")


@pytest.fixture
def opening() -> Opening:
    return parse_opening(dict(FIELDS))


@pytest.fixture
def folded(opening: Opening, edition: Edition) -> Folded:
    return Folded(opening, edition)


@pytest.fixture
def opening_of() -> Callable[..., Opening]:
    """The opening with some fields changed."""
    return lambda **changed: parse_opening({**FIELDS, **changed})
