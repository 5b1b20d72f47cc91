"""Standings as files: CSV for spreadsheets, and a text in fixed columns in the manner of the TRF.

The text is described in `docs/api.md`; its codes and columns never change, new ones are added.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from league.resultfiles import csv_text

NAME_WIDTH: Final = 33
"""As in the TRF; a longer name is cut and stands whole in a line of its own."""
_HEAD: Final = ("rank", "player", "points", "gross", "games", "decided_by")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")

Standings = Mapping[str, Any]


def standings_csv(found: Standings) -> str:
    """A line a row, the keys of the rows as the head; no cell that a spreadsheet would compute."""
    rows: Sequence[Mapping[str, Any]] = found["rows"]
    columns = [name for name in (rows[0] if rows else _HEAD) if name != "details"]
    return csv_text(columns, [{name: _harmless(row[name]) for name in columns} for row in rows])


def standings_text(found: Standings) -> str:
    """`012` season, `092` edition, `062` number of rows, then a `001` line for each of them."""
    rows: Sequence[Mapping[str, Any]] = found["rows"]
    lines = [f"012 {found['season']}", f"092 {found['edition']}", f"062 {len(rows)}"]
    for number, row in enumerate(rows, 1):
        lines.append(_line(number, row))
        name = str(row["player"])
        if len(name) > NAME_WIDTH:
            lines.append(f"002 {number:>4} {_one_line(name)}")
    return "\r\n".join(lines) + "\r\n"


def _line(number: int, row: Mapping[str, Any]) -> str:
    name = _one_line(str(row["player"]))
    if len(name) > NAME_WIDTH:
        name = name[: NAME_WIDTH - 1] + "…"
    rank = "" if row.get("rank") is None else row["rank"]
    games = row.get("games") or 0
    played = len(games) if isinstance(games, list) else games
    points = "" if row.get("points") is None else row["points"]
    decided = row.get("decided_by") or ""
    head = f"001 {number:>4} {rank:>4} {name:<{NAME_WIDTH}}"
    return f"{head} {points:>12} {played:>4} {decided}".rstrip()


def _harmless(cell: Any) -> Any:
    """A name that begins like a formula is data for us and a command for a spreadsheet."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _one_line(text: str) -> str:
    return " ".join(text.split())
