"""What the league needs of each family of games: result file, and who in `rules` ranks and seats.

Nothing is computed here: a family's module turns stored facts into the values that its `rules`
package takes, and the answers into rows that can be printed. A new family is one module and one
line in `FAMILIES`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple, Protocol, cast

from league.errors import UserError
from league.families.formats import Format
from league.ids import person
from rules.edition import Edition

Facts = Mapping[str, Any]
"""What counts of one player's result of one game: the cells of the result file, by column."""


class DrawnLot(NamedTuple):
    """What was drawn for a player among equals; `draw` numbers the draws of a stage."""

    draw: int
    place: int
    seed: int


Lots = Mapping[str, DrawnLot]
"""The newest lot of each player for whom one was drawn."""


def players_of(seats: Sequence[Mapping[str, Any]]) -> Mapping[int, str]:
    """The player of each seat as he is kept (`person`), as long as that leaves them apart."""
    names = {seat["seat"]: str(seat["player"]) for seat in seats}
    kept = {number: person(name) for number, name in names.items()}
    return kept if len(set(kept.values())) == len(names) else names


class SeatFacts(NamedTuple):
    """A seat's facts in a played game, all columns but `stage`; who is `excluded` is not ranked."""

    seat: int
    player: str
    name: str
    facts: Facts
    excluded: bool


class Result(NamedTuple):
    """One row that counts, from an uploaded game or a file."""

    facts: Facts
    excluded: bool
    name: str
    """The player's name where the game says one, else as in the facts."""
    sha256: str | None
    """The record it came from; None where it was imported."""


class Drawn(NamedTuple):
    """Seats by lot; `answer` is what `league draw` prints (contract section 7)."""

    answer: Mapping[str, Any]
    together: Sequence[tuple[str, str]]


class Family(Protocol):
    """A family's module."""

    FORM: Format
    STAGES: Sequence[str]

    def seat_facts(self, summary: Mapping[str, Any]) -> Sequence[SeatFacts]:
        """The facts of a finished game's summary, one a seat."""

    def most_players(self, edition: Edition) -> int:
        """How many can have a result of one game."""

    def standings(
        self, results: Sequence[Result], edition: Edition, lots: Mapping[str, Lots]
    ) -> list[dict[str, Any]]:
        """The rows of contract section 7; `lots` by stage."""

    def advance(
        self,
        results: Sequence[Result],
        stage: str,
        edition: Edition,
        lots: Lots,
        absent: Collection[str] = (),
    ) -> list[dict[str, Any]]:
        """The rows of the stage that was played, with `advances`, `reserve`, `unresolved`.

        Others advance in the place of those who are `absent`, where the rules have them.
        """

    def lot_needed(
        self, results: Sequence[Result], stage: str, edition: Edition, lots: Lots
    ) -> list[str]:
        """The players among whom a lot must be drawn before all of a stage is known."""

    def draw(
        self,
        players: Sequence[str],
        seed: int,
        edition: Edition,
        apart: Sequence[tuple[str, str]],
        stage: str,
    ) -> Drawn:
        """Who sits where; UserError where so many cannot be seated."""


FAMILIES: Final = {"monopoly": "league.families.monopoly"}
"""An edition's `game` -> the module."""


def family_of(edition: Edition) -> Family:
    """The family of an edition."""
    if edition.game not in FAMILIES:
        raise UserError(
            f"edition {edition.id}: no standings for game {edition.game!r} yet,"
            f" allowed {', '.join(FAMILIES)}"
        )
    return cast("Family", import_module(FAMILIES[edition.game]))
