"""A tournament's log in the database: opened once, a line at a time, never changed.

Each line is judged by the rules before it is kept, so that what is kept can always be folded again:
`state` is worked out of the lines and nothing of it is stored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, insert, select

from league.audit import as_json, note, now_ms
from league.errors import UserError
from league.halltables import hall_act
from league.ids import checked_name, person
from league.seasons import Season
from league.tablenames import named, require_enough
from league.tournamenttables import tournament, tournament_line
from league.troubles import AgainstRules, Trouble
from rules.casino.plan import Plan, plan_of
from rules.casino.seating import MOST_SEATS
from rules.casino.structure import Structure
from rules.casino.timeline import structure_mark
from rules.casino.tournament.fold import after, fold
from rules.casino.tournament.lines import Line, read_line, standing
from rules.casino.tournament.state import Tournament
from rules.errors import ActionError
from rules.kinds import Refusal
from rules.settings import Misfit
from rules.shown import wrong

MOST_LINES: Final = 100_000
UNDO: Final = "undo"
DRAW: Final = "draw"
_NUMBER: Final = re.compile(r"(\d{1,5})\D*$")


class Kept(NamedTuple):
    """A line of the log and who entered it; `number` from 1."""

    number: int
    line: Line
    who: str


class Book(NamedTuple):
    """A tournament as it stands. `structure` is its own instructions, whole."""

    season: Season
    round: str
    structure: Mapping[str, Any]
    kept: tuple[Kept, ...]
    state: Tournament
    named: tuple[str, ...] = ()
    """What the tables are called, the first one first; none: table 3 is the one that ends in 3."""

    def name_of(self, number: int) -> str:
        """What the kiosk of a table is called."""
        return self.named[number - 1] if number <= len(self.named) else f"T{number}"

    def number_of(self, table: str) -> int | None:
        """The number of a table by the name of its kiosk."""
        if table in self.named:
            return self.named.index(table) + 1
        found = _NUMBER.search(table)
        number = int(found[1]) if found else 0
        return number if number > len(self.named) else None

    @property
    def tie(self) -> str:
        """How equals are treated."""
        return self.season.edition.text("tie")

    @property
    def undone(self) -> Line | None:
        """The line that `undo` would take back."""
        lines = standing([one.line for one in self.kept])
        return lines[-1] if lines else None


def open_book(
    connection: Connection,
    season: Season,
    round_name: str,
    structure: Mapping[str, Any] | None,
    who: str,
) -> Book:
    """RAY-STRUCT-1: a tournament of this season, with the season's instructions and what differs.

    UserError where there is one already, or names the key of the instructions that is wrong.
    """
    checked_name("round", round_name)
    if season.edition.game != "casino":
        raise UserError(f"season {season.id}: only a casino's seasons have tournaments")
    if round_name in names(connection, season.id):
        raise Trouble("league.trouble.tournament_open", round=round_name)
    whole = {**_plain(season.edition.values["structure"]), **(structure or {})}
    whole.setdefault("type", season.edition.text("type"))
    _require_kind(season, whole)
    try:
        checked = Structure().check(whole)
    except Misfit as misfit:
        where = ".".join(("structure", *map(str, misfit.path)))
        raise UserError(wrong(where, misfit.found, misfit.allowed)) from None
    _require_clock(connection, season, round_name, checked)
    connection.execute(
        insert(tournament).values(
            season=season.id,
            round=round_name,
            structure=as_json(_plain(checked)),
            made_ms=now_ms(),
        )
    )
    note(connection, who, "tournament.open", f"{season.id}/{round_name}")
    return find(connection, season, round_name)


def names(connection: Connection, season_id: str) -> list[str]:
    """The rounds of a season that are kept as tournaments, the oldest first."""
    rows = connection.execute(
        select(tournament.c.round)
        .where(tournament.c.season == season_id)
        .order_by(tournament.c.made_ms, tournament.c.round)
    )
    return [row.round for row in rows]


def find(connection: Connection, season: Season, round_name: str) -> Book:
    """A tournament; UserError naming those there are."""
    row = connection.execute(
        select(tournament.c.structure).where(
            tournament.c.season == season.id, tournament.c.round == round_name
        )
    ).one_or_none()
    if row is None:
        known = ", ".join(names(connection, season.id)[-20:]) or "none yet, open one"
        raise UserError(f"tournament {round_name!r}: not known, allowed {known}")
    rows = connection.execute(
        select(tournament_line.c.fields, tournament_line.c.who, tournament_line.c.number)
        .where(tournament_line.c.season == season.id, tournament_line.c.round == round_name)
        .order_by(tournament_line.c.number)
    ).all()
    lines, state = _folded(
        row.structure,
        season.edition.whole("rebuy"),
        season.edition.whole("addon"),
        tuple(one.fields for one in rows),
    )
    kept = tuple(Kept(one.number, line, one.who) for one, line in zip(rows, lines, strict=True))
    structure = json.loads(row.structure)
    return Book(season, round_name, structure, kept, state, named(connection, season.id))


def tell(
    connection: Connection, book: Book, fields: Mapping[str, Any], who: str, at_ms: int = 0
) -> Book:
    """Enter a line; the tournament after it.

    AgainstRules where the rules refuse it, UserError where it is no line; then nothing is kept.
    """
    try:
        line = read_line({**_clean(fields), "at": at_ms or now_ms()})
    except ActionError as error:
        raise UserError(str(error).removeprefix("line.")) from None
    if len(book.kept) >= MOST_LINES:
        raise UserError(f"tournament {book.round}: {MOST_LINES} lines are the most there can be")
    state = _undone(book) if line.do == UNDO else after(book.state, line)
    if isinstance(state, Refusal):
        raise AgainstRules("", state)
    if line.do == DRAW:
        require_enough(book.named, len(state.tables))
    number = len(book.kept) + 1
    text = as_json({"do": line.do, "at": line.at_ms, **_given(line)})
    connection.execute(
        insert(tournament_line).values(
            season=book.season.id, round=book.round, number=number, fields=text, who=who
        )
    )
    subject = f"{book.season.id}/{book.round}"
    note(connection, who, f"tournament.{line.do}", subject, detail={"line": number})
    return book._replace(state=state, kept=(*book.kept, Kept(number, line, who)))


def count(connection: Connection, season_id: str, round_name: str) -> int:
    """How many lines the log has: whether a page that is open shows the newest."""
    found = connection.execute(
        select(func.count()).where(
            tournament_line.c.season == season_id, tournament_line.c.round == round_name
        )
    ).scalar_one()
    return int(found)


def lines_of(book: Book) -> list[dict[str, Any]]:
    """The log as it is written to a file: each line with its number and who entered it."""
    return [
        {"number": one.number, "do": one.line.do, "at": one.line.at_ms, **_given(one.line),
         "who": one.who}
        for one in book.kept
    ]  # fmt: skip


@lru_cache(maxsize=16)
def _folded(
    structure: str, rebuy_s: int, addon_s: int, texts: tuple[str, ...]
) -> tuple[tuple[Line, ...], Tournament]:
    found = json.loads(structure)
    lines = tuple(read_line(json.loads(text)) for text in texts)
    return lines, fold(_plan(found, rebuy_s, addon_s), lines, _size(found))


def _undone(book: Book) -> Tournament:
    if book.undone is None:
        raise Trouble("league.trouble.nothing_to_take_back")
    lines = standing([one.line for one in book.kept])[:-1]
    return fold(book.state.plan, lines, book.state.size)


def _plan(structure: Mapping[str, Any], rebuy_s: int, addon_s: int) -> Plan:
    return plan_of(structure, str(structure["type"]), rebuy_s, addon_s)


def _size(structure: Mapping[str, Any]) -> int:
    return int(structure.get("table_size", MOST_SEATS))


def _require_kind(season: Season, structure: Mapping[str, Any]) -> None:
    """RAY-SLOT-3: parts at machines are played at their tables and advance by their formula."""
    if structure["type"] == "slots":
        raise UserError(
            f"season {season.id}: parts at machines are no such tournament; `league advance`"
            " says who goes on"
        )


def _require_clock(
    connection: Connection, season: Season, round_name: str, structure: Mapping[str, Any]
) -> None:
    """RAY-STRUCT-4: a clock that was started runs by the season's levels: no others come after."""
    acts = select(func.count()).where(
        hall_act.c.season == season.id, hall_act.c.round == round_name
    )
    if connection.execute(acts).scalar_one() and _mark(structure) != _mark(
        season.edition.values["structure"]
    ):
        raise Trouble("league.trouble.clock_levels", round=round_name, season=season.id)


def _mark(structure: Mapping[str, Any]) -> str:
    plan = plan_of(structure, str(structure.get("type", "")))
    return structure_mark(plan.levels, plan.breaks)


def _clean(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Names of people as they are kept everywhere."""
    found = dict(fields)
    if isinstance(found.get("player"), str):
        found["player"] = person(found["player"])
    if isinstance(found.get("players"), Sequence) and not isinstance(found["players"], str):
        found["players"] = [person(str(one)) for one in found["players"]]
    for key in ("points", "prizes"):
        if isinstance(found.get(key), Mapping):
            found[key] = {person(str(name)): one for name, one in found[key].items()}
    return found


def _given(line: Line) -> dict[str, Any]:
    return {key: _plain(value) for key, value in line.fields.items() if value is not None}


def _plain(value: Any) -> Any:
    """Frozen values as JSON has them."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return value
