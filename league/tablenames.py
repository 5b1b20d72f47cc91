"""What the tables of a season are called: the kiosks, in the order in which tables are drawn.

An organiser says it once, with a draw; without it table 3 is the kiosk `T3`. A draw keeps the names
that held when it was made, so a change is for the draws to come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from league.audit import note
from league.tables import season_table
from league.troubles import Trouble
from rules.words import is_name


def named(connection: Connection, season: str) -> tuple[str, ...]:
    """The names that were said; none: table 3 is `T3`."""
    rows = connection.execute(
        select(season_table.c.name)
        .where(season_table.c.season == season)
        .order_by(season_table.c.number)
    )
    return tuple(rows.scalars())


def read_names(text: str) -> tuple[str, ...]:
    """`T4, T7, Blue` as names; Trouble naming the one that is none, or stands there twice.

    Names that differ in capitals alone are one: on a stick they are the same file.
    """
    found: list[str] = []
    for place, part in enumerate(text.replace("\n", ",").split(","), 1):
        name = part.strip()
        if not is_name(name):
            raise Trouble("league.trouble.table_name", found=name[:64], place=place)
        if name.casefold() in (one.casefold() for one in found):
            raise Trouble("league.trouble.table_twice", found=name, place=place)
        found.append(name)
    return tuple(found)


def name_all(connection: Connection, season: str, names: Sequence[str], who: str) -> None:
    """Keep them with the season, from the first drawn table on."""
    if tuple(names) == named(connection, season):
        return
    connection.execute(delete(season_table).where(season_table.c.season == season))
    connection.execute(
        insert(season_table),
        [
            {"season": season, "number": number, "name": name}
            for number, name in enumerate(names, 1)
        ],
    )
    note(connection, who, "draw.tables", season, detail={"tables": list(names)})


def name_tables(connection: Connection, season: str, text: str, who: str) -> None:
    """As somebody typed them beside a draw; what was said before holds where he typed nothing."""
    if text.strip():
        name_all(connection, season, read_names(text), who)


def require_enough(names: Sequence[str], tables: int) -> None:
    """Trouble where more tables are drawn than have a name."""
    if names and len(names) < tables:
        raise Trouble("league.trouble.few_tables", names=len(names), tables=tables)


def with_names(outcome: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """A draw whose tables know what they are called; as it was where no names were said."""
    require_enough(names, len(outcome["tables"]))
    if not names:
        return dict(outcome)
    tables = [
        {"table": table["table"], "name": name, **table}
        for name, table in zip(names, outcome["tables"], strict=False)
    ]
    return {**outcome, "tables": tables}


def table_name(table: Mapping[str, Any]) -> str:
    """What the kiosk of a drawn table is called: its name, else T3 for 3."""
    number: str = table["table"]
    name: str | None = table.get("name")
    return name or (f"T{number}" if number.isdecimal() else number)
