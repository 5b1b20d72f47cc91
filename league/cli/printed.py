"""Rows for people (aligned columns) and for spreadsheets (CSV)."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final

_HEAD: Final = ("rank", "player", "points", "gross", "games", "decided_by")


def print_rows(rows: Sequence[Mapping[str, Any]], kind: str, head: Sequence[str] = _HEAD) -> None:
    """The rows as `table` or `csv`, their keys as the head line.

    A table leaves out what nobody has (a lot, a reserve), but for `head`; a CSV file has every
    column. The rounds behind a row (`details`) are for JSON and pages, in a cell nobody can read
    them. Without rows there is the head alone.
    """
    columns = [name for name in (rows[0] if rows else head) if name != "details"]
    if kind == "csv":
        print_csv(columns, rows)
        return
    columns = [
        name for name in columns if name in head or any(row[name] is not None for row in rows)
    ]
    cells = [columns, *([_shown(row[column]) for column in columns] for row in rows)]
    widths = [max(_width(line[at]) for line in cells) for at in range(len(columns))]
    numbers = [all(isinstance(row[column], int) for row in rows) for column in columns]
    for line in cells:
        padded = [
            " " * (width - _width(cell)) + cell if number else cell + " " * (width - _width(cell))
            for cell, width, number in zip(line, widths, numbers, strict=True)
        ]
        print("  ".join(padded).rstrip())


def print_csv(columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
    """RFC 4180 with a comma; true and false as 1 and 0, nothing as an empty cell."""
    from league.resultfiles import csv_text

    sys.stdout.write(csv_text(columns, rows))


def _shown(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "-"
    if isinstance(value, list):
        return " ".join(str(one) for one in value) or "-"
    return str(value)


def _width(text: str) -> int:
    """Columns of a terminal: an accent written apart takes none."""
    return sum(not unicodedata.combining(character) for character in text)
