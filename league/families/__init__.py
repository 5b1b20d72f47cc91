"""What the league needs of each family of games: result file, and who in `rules` ranks and seats.

Nothing is computed here: a family's module turns stored facts into the values that its `rules`
package takes, and the answers into rows that can be printed. A new family is one module and one
line in `FAMILIES`.

* `monopoly.py`, `matador.py`, `mafia.py`, `casino.py`; `hall.py` the board of a casino's hall
* `formats.py` what a cell of a result file may hold
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol, cast

from league.errors import UserError
from league.families.formats import Format, Row
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


class Played(NamedTuple):
    """What is known of a stored game beside its seats' facts."""

    game: str
    round: str
    stage: str
    is_final: bool
    received_day: str
    """`YYYY-MM-DD`, in UTC."""


class Result(NamedTuple):
    """One row that counts, from an uploaded game or a file."""

    facts: Facts
    excluded: bool
    name: str
    """The player's name where the game says one, else as in the facts."""
    sha256: str | None
    """The record it came from; None where it was imported."""
    game: str = ""
    """The game's id, where a record of it is stored or the file names one."""


NO_RATING: Final[Mapping[str, int]] = MappingProxyType({})


class Past(NamedTuple):
    """What counts of a season: its results, the lots by stage, what the season before gives, and
    each player's place in the organiser's rating, where there is one.
    """

    results: Sequence[Result]
    lots: Mapping[str, Lots]
    carried: Mapping[str, int]
    rating: Mapping[str, int] = NO_RATING
    own: Mapping[str, Any] = MappingProxyType({})
    """What a round has of its own, as its family's rules want it: a tournament's instructions."""


class Asked(NamedTuple):
    """A draw: for which round, of which stage, whom to keep apart, who can still win (None: as the
    rules say).
    """

    round: str
    stage: str
    apart: Sequence[tuple[str, str]]
    contenders: Sequence[str] | None = None
    earlier: Sequence[Mapping[str, Any]] = ()
    """What was drawn for the season's other rounds, the oldest first, the newest of each."""


class Drawn(NamedTuple):
    """Seats by lot; `answer` is what `league draw` prints (docs/api.md)."""

    answer: Mapping[str, Any]
    together: Sequence[tuple[str, str]]


class Family(Protocol):
    """A family's module."""

    FORM: Format
    STAGES: Sequence[str]

    def seat_facts(self, summary: Mapping[str, Any], day: str | None) -> Sequence[SeatFacts]:
        """The facts of a finished game's summary, one a seat; `day` is the table's, where set."""

    def uploaded(self, played: Played, player: str, facts: Facts) -> Facts:
        """A row's facts, from those of a seat and what is known of its game."""

    def stage_of(self, facts: Facts) -> str:
        """The stage of a result."""

    def game_of(self, facts: Facts) -> str:
        """What a row from a file calls its game; empty where a file names none."""

    def check_file(
        self, found: Sequence[Row], counted: Mapping[str, Facts], name: str, edition: Edition
    ) -> None:
        """CellError at the row of a file that cannot stand beside what counts already."""

    def standings(self, past: Past, edition: Edition) -> list[dict[str, Any]]:
        """The rows of docs/api.md."""

    def carry_over(self, past: Past, edition: Edition) -> Mapping[str, int]:
        """What the season that follows this one opens with, by player."""

    def advance(
        self,
        past: Past,
        stage: str,
        edition: Edition,
        absent: Collection[str] = (),
    ) -> list[dict[str, Any]]:
        """The rows of the stage that was played, with `advances`, `reserve`, `unresolved`.

        Others advance in the place of those who are `absent`, where the rules have them.
        """

    def lot_needed(
        self, past: Past, stage: str, edition: Edition, absent: Collection[str] = ()
    ) -> list[str]:
        """The players among whom a lot must be drawn before all of a stage is known, and who goes
        on from it in the place of the `absent`.
        """

    def draw(
        self, players: Sequence[str], seed: int, edition: Edition, asked: Asked, past: Past
    ) -> Drawn:
        """Who sits where; UserError where so many cannot be seated."""


class OwnRows(Protocol):
    """What a family's module has, too, whose players stand where their own results put them: then
    one more result changes the rows of its own players alone (`ownrows.py`).
    """

    def own_row(self, results: Sequence[Result], edition: Edition) -> tuple[int, int, int] | None:
        """Three whole numbers, the greater the better; None for who is not ranked."""

    def rows_of(
        self, own: Mapping[str, tuple[int, int, int]], games: Mapping[str, int], past: Past
    ) -> list[dict[str, Any]]:
        """The same rows as `Family.standings`, from everybody's own ones."""


FAMILIES: Final = {
    "monopoly": "league.families.monopoly",
    "matador": "league.families.matador",
    "casino": "league.families.casino",
    "mafia": "league.families.mafia",
}
"""An edition's `game` -> the module."""


def family_of(edition: Edition) -> Family:
    """The family of an edition."""
    if edition.game not in FAMILIES:
        raise UserError(
            f"edition {edition.id}: no standings for game {edition.game!r} yet,"
            f" allowed {', '.join(FAMILIES)}"
        )
    return cast("Family", import_module(FAMILIES[edition.game]))


def own_rows_of(edition: Edition) -> OwnRows | None:
    """The family of an edition where a player's own results alone say where he stands."""
    family = family_of(edition)
    return cast("OwnRows", family) if hasattr(family, "own_row") else None
