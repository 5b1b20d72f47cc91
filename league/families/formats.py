"""Result files: what a cell may hold, which cells name a row, and the road from bytes to rows.

A format says how a row is written, never what it is worth: `rules` reads the facts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from league.errors import CellError
from league.ids import person
from league.rfc4180 import Cell, decode, rows
from rules.dates import is_date
from rules.shown import shown
from rules.words import LONGEST_PLAYER, NAME_RULE, is_name, is_text


class Kind(Protocol):
    """What a column may hold."""

    @property
    def allowed(self) -> str:
        """For people, in an error's line."""

    def read(self, text: str) -> Any | None:
        """The value, or None where `text` is not allowed."""


@dataclass(frozen=True, slots=True)
class Word:
    """One of a closed list."""

    words: tuple[str, ...]

    @property
    def allowed(self) -> str:
        """The list."""
        return ", ".join(self.words)

    def read(self, text: str) -> str | None:
        """The word itself."""
        return text if text in self.words else None


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number without sign."""

    most: int
    least: int = 0

    @property
    def allowed(self) -> str:
        """The range."""
        return f"a whole number {self.least} to {self.most}"

    def read(self, text: str) -> int | None:
        """The number; digits of other scripts are none."""
        if not (text.isascii() and text.isdigit() and len(text) <= 12):
            return None
        return int(text) if self.least <= int(text) <= self.most else None


@dataclass(frozen=True, slots=True)
class Flag:
    """0 or 1."""

    allowed: str = "0 or 1"

    def read(self, text: str) -> bool | None:
        """True for 1."""
        return {"0": False, "1": True}.get(text)


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the calendar."""

    allowed: str = "a day as YYYY-MM-DD"

    def read(self, text: str) -> str | None:
        """The day itself."""
        return text if is_date(text) else None


@dataclass(frozen=True, slots=True)
class Division:
    """The 1st or 2nd division; empty where there is one table."""

    allowed: str = "1, 2 or empty"

    def read(self, text: str) -> str | None:
        """As it is written."""
        return text if text in ("", "1", "2") else None


@dataclass(frozen=True, slots=True)
class Place:
    """A place at a table; how many there are, the table says."""

    allowed: str = "a place from 1 to 10 (RAMK-9.16)"

    def read(self, text: str) -> int | None:
        """The number."""
        return Whole(10, 1).read(text)


@dataclass(frozen=True, slots=True)
class Person:
    """A name of a player."""

    allowed: str = f"a text of 1 to {LONGEST_PLAYER} characters, no control characters"

    def read(self, text: str) -> str | None:
        """The name as it is kept."""
        name = person(text)
        return name if name and is_text(name, LONGEST_PLAYER) else None


@dataclass(frozen=True, slots=True)
class Name:
    """A name of a game: it stands in addresses."""

    allowed: str = NAME_RULE

    def read(self, text: str) -> str | None:
        """The name without spaces around it."""
        name = text.strip()
        return name if is_name(name) else None


@dataclass(frozen=True, slots=True)
class Format:
    """The columns in the order in which they are written; a file may have them in any order."""

    columns: Mapping[str, Kind]
    key: tuple[str, ...]
    """The columns that name a row; the last one is the player."""

    def game_of(self, facts: Mapping[str, Any]) -> tuple[Any, ...]:
        """What names the game of a row."""
        return tuple(facts[name] for name in self.key[:-1])


@dataclass(frozen=True, slots=True)
class Row:
    """One result: its place in the file, its key and its facts."""

    line: int
    key: str
    facts: Mapping[str, Any]
    columns: Mapping[str, int]
    """Where each fact stands in the line, from 1."""


def row_key(form: Format, facts: Mapping[str, Any]) -> str:
    """What names a row within its season."""
    return "\x1f".join(str(facts[name]) for name in form.key)


def read_results(data: bytes, name: str, form: Format) -> list[Row]:
    """Every row of a file; CellError at the first fault, so that all or nothing is taken."""
    found = rows(decode(data, name), name)
    if not found:
        raise CellError(name, 1, 1, f"empty; the header line is {','.join(form.columns)}")
    header = _header(found[0], name, form)
    taken: dict[str, int] = {}
    read: list[Row] = []
    for cells in found[1:]:
        row = _row(cells, header, name, form)
        if row.key in taken:
            raise CellError(
                name,
                row.line,
                row.columns[form.key[-1]],
                f"the same {', '.join(form.key)} as line {taken[row.key]}; write each result once",
            )
        taken[row.key] = row.line
        read.append(row)
    return read


def check_players(
    found: Sequence[Row],
    counted: Mapping[str, Mapping[str, Any]],
    name: str,
    form: Format,
    most: int,
) -> None:
    """CellError at the row that brings a game more than `most` players, with those that count."""
    players: dict[tuple[Any, ...], list[str]] = {}
    for facts in counted.values():
        players.setdefault(form.game_of(facts), []).append(facts[form.key[-1]])
    for row in found:
        sitting = players.setdefault(form.game_of(row.facts), [])
        player = row.facts[form.key[-1]]
        if player in sitting:
            continue
        if len(sitting) >= most:
            raise CellError(
                name,
                row.line,
                row.columns[form.key[-1]],
                f"found {shown(player)}, allowed {most} players of one game; of"
                f" {form.game_of(row.facts)[-1]} there are {', '.join(sitting)}",
            )
        sitting.append(player)


def _header(cells: tuple[Cell, ...], name: str, form: Format) -> list[str]:
    names: list[str] = []
    for cell in cells:
        if cell.text not in form.columns:
            raise CellError(
                name,
                cell.line,
                cell.column,
                f"column {cell.text!r} is not known; allowed {', '.join(form.columns)}",
            )
        if cell.text in names:
            raise CellError(name, cell.line, cell.column, f"column {cell.text!r} stands twice")
        names.append(cell.text)
    missing = [column for column in form.columns if column not in names]
    if missing:
        raise CellError(name, cells[0].line, len(cells) + 1, f"column {missing[0]!r} is missing")
    return names


def _row(cells: tuple[Cell, ...], header: list[str], name: str, form: Format) -> Row:
    if len(cells) != len(header):
        last = cells[-1] if len(cells) < len(header) else cells[len(header)]
        place = len(cells) + 1 if len(cells) < len(header) else last.column
        raise CellError(name, last.line, place, f"{len(cells)} cells; the header has {len(header)}")
    facts: dict[str, Any] = {}
    for column, cell in zip(header, cells, strict=True):
        kind = form.columns[column]
        value = kind.read(cell.text)
        if value is None:
            raise CellError(
                name,
                cell.line,
                cell.column,
                f"{column}: found {shown(cell.text)}, allowed {kind.allowed}",
            )
        facts[column] = value
    ordered = {column: facts[column] for column in form.columns}
    columns = {column: place for place, column in enumerate(header, 1)}
    return Row(cells[0].line, row_key(form, ordered), ordered, columns)
