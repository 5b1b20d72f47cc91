"""Result files in and out, the same for the commands and the API: all or nothing."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from league.families import family_of
from league.families.formats import read_results
from league.imports import Imported, take
from league.results import counted, counted_rows
from league.seasons import Season

Rows = list[dict[str, Any]]


def export(connection: Connection, season: Season) -> tuple[list[str], Rows]:
    """Columns and rows of everything that counts; an import of them changes nothing here."""
    results = list(counted(connection, season).values())
    columns = list(family_of(season.edition).FORM.columns)
    # A result file has no word for an excluded player, and he is not ranked: he is left out.
    excluded = {result.facts["player"] for result in results if result.excluded}
    rows = [
        {column: result.facts[column] for column in columns}
        for result in results
        if result.facts["player"] not in excluded
    ]
    return columns, rows


def take_file(connection: Connection, season: Season, name: str, data: bytes, who: str) -> Imported:
    """Check a whole file and store what it says anew; UserError with line and column, and then
    nothing is stored.
    """
    family = family_of(season.edition)
    rows = read_results(data, name, family.FORM)
    counts = counted_rows(connection, season, family.FORM)
    family.check_file(rows, counts, name, season.edition)
    if season.edition.game == "matador":
        from league.club.members import check_rows

        check_rows(connection, season, rows, name)
    return take(connection, season.id, name.rpartition("/")[2], data, rows, counts, who)


def csv_text(columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    """RFC 4180 with a comma; true and false as 1 and 0, nothing as an empty cell."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row[column]) for column in columns] for row in rows)
    return written.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        return " ".join(str(one) for one in value)
    return int(value) if isinstance(value, bool) else value
