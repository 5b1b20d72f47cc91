"""What the demo prints of a result: the sheet from the game's summary, the league's standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def sheet(summary: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """The result sheet: one line a seat, best first; who went bankrupt in the order of leaving."""
    rows = [("place", "seat", "name", "cash", "unencumbered", "wealth", "signed")]
    for seat in sorted(summary["seats"], key=lambda seat: (seat["place"], seat["seat"])):
        rows.append(
            (
                str(seat["place"]),
                str(seat["seat"]),
                names[seat["seat"]],
                str(seat["cash"]),
                str(seat["unencumbered"]),
                str(seat["wealth"]),
                "yes" if seat["signed"] else "NO",
            )
        )
    return table(rows)


def standings(answer: Mapping[str, Any]) -> str:
    """The season's standings."""
    rows = [("rank", "player", "points", "games", "decided by")]
    rows += [
        (
            str(row["rank"]),
            row["player"],
            str(row["points"]),
            str(row["games"]),
            str(row["decided_by"] or ""),
        )
        for row in answer["rows"]
    ]
    return table(rows)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their widest word; numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  "
        + "  ".join(
            word.rjust(width) if word.lstrip("-").isdecimal() else word.ljust(width)
            for word, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    )
