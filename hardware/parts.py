"""The list of parts: does it agree with the pin map and with the drawings? Rule E22.

A row says how many pieces are bought, for which lines (`seat*`), how many a line needs (`2`, or
`1/8` where eight share one), and which fact of the pin map its value is (`pull_ohm=2200`).
"""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Final

from firmware_py.errors import PinMapError
from firmware_py.kinds import LineId
from firmware_py.pinmap import PinMap
from hardware.harness import TIMES

COLUMNS: Final = (
    "id", "part", "qty", "per_line", "for_lines", "fact", "where", "shown_in", "source",
    "substitute",
)  # fmt: skip
PLACES: Final = ("table", "box", "board", "seat", "judge", "option")


@dataclass(frozen=True, slots=True)
class Part:
    """One row; `line` is where it stands in the file."""

    line: int
    id: str
    part: str
    qty: int
    per_line: str
    for_lines: tuple[str, ...]
    facts: tuple[str, ...]
    where: tuple[str, ...]
    is_drawn: bool


def read_parts(text: str, name: str) -> list[Part]:
    """The rows; raises `PinMapError` (E22) for one that cannot be read."""
    reader = csv.DictReader(text.splitlines())
    if tuple(reader.fieldnames or ()) != COLUMNS:
        raise PinMapError(name, 1, "the columns", str(reader.fieldnames), ",".join(COLUMNS), "E22")
    parts: list[Part] = []
    for row in reader:
        line = reader.line_num
        if None in row or None in row.values():
            raise PinMapError(name, line, row["id"], "a cell too many or few", "10 cells", "E22")
        where = tuple(row["where"].split())
        for key, fits, allowed in (
            ("id", row["id"] not in {part.id for part in parts}, "an id of its own"),
            ("part", bool(row["part"]), "what it is"),
            ("qty", row["qty"].isdecimal() and int(row["qty"]) > 0, "1 or more"),
            ("where", bool(where) and set(where) <= set(PLACES), " ".join(PLACES)),
            ("shown_in", row["shown_in"] in ("", "harness"), "harness, or nothing"),
            ("source", bool(row["source"]), "where to buy it"),
            ("substitute", bool(row["substitute"]), "what else will do"),
        ):
            if not fits:
                raise PinMapError(name, line, f"{row['id']}.{key}", row[key], allowed, "E22")
        parts.append(
            Part(
                line=line, id=row["id"], part=row["part"], qty=int(row["qty"]),
                per_line=row["per_line"], for_lines=tuple(row["for_lines"].split()),
                facts=tuple(row["fact"].split()), where=where, is_drawn=bool(row["shown_in"]),
            )
        )  # fmt: skip
    return parts


def check(
    parts: Iterable[Part], pin_map: PinMap, drawn: Mapping[str, int], name: str
) -> Iterator[PinMapError]:
    """Everything that does not agree. `drawn` is id -> pieces in the drawings of a whole table."""
    served: set[LineId] = set()
    known: set[str] = set()
    for part in parts:
        known.add(part.id)
        served |= set(_lines(part, pin_map))
        for key, found, allowed in (
            *_served(part, pin_map),
            *_counted(part, pin_map, drawn),
        ):
            yield PinMapError(name, part.line, f"{part.id}.{key}", found, allowed, "E22")
    for line in pin_map.lines:
        if line not in served:
            yield PinMapError(name, 1, line, "no part for it", "a row that names it", "E22")
    for key in drawn:
        if key not in known:
            yield PinMapError(name, 1, key, "drawn, but in no row", "a row with this id", "E22")


def drawn_parts(lists: Mapping[str, str]) -> Counter[str]:
    """Pieces of each id in a whole table, from WireViz's own lists (drawing -> text)."""
    pieces: Counter[str] = Counter()
    for drawing, text in lists.items():
        for row in csv.DictReader(text.splitlines(), delimiter="\t"):
            # A cable's quantity is its length; it is one piece all the same.
            qty = 1 if row["Unit"] else int(row["Qty"])
            pieces[row["P/N"]] += qty * TIMES[drawing]
    return pieces


def _lines(part: Part, pin_map: PinMap) -> list[LineId]:
    return [
        line
        for line in pin_map.lines
        if any(fnmatchcase(line, pattern) for pattern in part.for_lines)
    ]


def _served(part: Part, pin_map: PinMap) -> Iterator[tuple[str, str, str]]:
    for pattern in part.for_lines:
        if not any(fnmatchcase(line, pattern) for line in pin_map.lines):
            yield "for_lines", pattern, "a line of the pin map, or a pattern of some"
    for fact in part.facts:
        key, _, value = fact.partition("=")
        for line in _lines(part, pin_map):
            has = pin_map.lines[line].facts.get(key)
            if str(has) != value:
                yield "fact", fact, f"{key}={has}, as {line} has"
                break


def _counted(
    part: Part, pin_map: PinMap, drawn: Mapping[str, int]
) -> Iterator[tuple[str, str, str]]:
    if part.per_line:
        needed = math.ceil(Fraction(part.per_line) * len(_lines(part, pin_map)))
        if part.qty != needed:
            yield "qty", str(part.qty), f"{needed}, {part.per_line} for each line"
    pieces = drawn.get(part.id, 0)
    if part.is_drawn and part.qty != pieces:
        yield "qty", str(part.qty), f"{pieces}, as the drawings show"
    if not part.is_drawn and pieces:
        yield "shown_in", "nothing", "harness: it is drawn"
