"""What stands on printed paper, as plain values: made by the nouns beside, drawn by the press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from league.texts import Texts

Block = Mapping[str, Any]
"""`facts`, `table`, `words` or `card`: one of the functions below makes it."""

LEFT: Final = "left"
RIGHT: Final = "right"


class Paper(NamedTuple):
    """One document: on each of its pages stand `title` and `under`, and the pages' numbers."""

    title: str
    under: str
    blocks: Sequence[Block]


class Column(NamedTuple):
    """A column of a table: its head, its share of the width, on which side its cells stand."""

    head: str
    share: int
    side: str = LEFT


class Line(NamedTuple):
    """A row of a table; `below` runs over the whole width under it, `strong` names its big cell."""

    cells: Sequence[str]
    below: str = ""
    strong: int = -1


class Heading(NamedTuple):
    """A heading between rows of a table."""

    text: str


def facts(pairs: Sequence[tuple[str, str]]) -> Block:
    """Labels and what they say, two columns of them; those that say nothing are left out."""
    return {"kind": "facts", "pairs": [list(pair) for pair in pairs if pair[1]]}


def words(text: str, look: str = "text") -> Block:
    """A paragraph: `text`, `small`, `heading`, `note` (framed) or `code`."""
    return {"kind": "words", "text": text, "look": look}


def table(columns: Sequence[Column], rows: Sequence[Line | Heading]) -> Block:
    """A table whose head stands on every page that it reaches."""
    return {
        "kind": "table",
        "head": [column.head for column in columns],
        "shares": [column.share for column in columns],
        "right": [at for at, column in enumerate(columns) if column.side == RIGHT],
        "rows": [
            {"heading": row.text}
            if isinstance(row, Heading)
            else {"cells": list(row.cells), "below": row.below, "strong": row.strong}
            for row in rows
        ],
    }


def card(name: str, lines: Sequence[str], seats: Sequence[tuple[int, str]], told: str, address: str
         ) -> Block:  # fmt: skip
    """Half a page for a table: its name, what is played, who sits there, and a code to scan where
    there is an address.
    """
    return {
        "kind": "card",
        "name": name,
        "lines": list(lines),
        "seats": [list(seat) for seat in seats],
        "told": told,
        "address": address,
    }


def asked(papers: Sequence[Paper], text: Texts, fonts: str) -> dict[str, Any]:
    """What the press is given."""
    return {
        "fonts": fonts,
        "language": text.language,
        "page": text("league.paper.page", page="{page}", pages="{pages}"),
        "papers": [paper._asdict() for paper in papers],
    }
