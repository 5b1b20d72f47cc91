"""A game that goes on at another table: its note in the record, and what a league signs. Pure.

A table that takes a game over writes a note behind the last line it has. So the record itself says
who plays it and seals it, and the notes count its takeovers: that number is the fence. What a table
with a lower number says of the game does not count any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.errors import RecordError
from rules.jsontext import canonical
from rules.record import Record
from rules.shown import shown

NOTE: Final = "taken_over"


class Takeover(NamedTuple):
    """Table `taker` goes on with `game` of `giver`, behind `lines` lines of which the last has the
    hash `head`. `number`: 1 for the first takeover of a game. `sig`: the league's signature (hex)
    of `takeover_message`; empty where no league could be asked.
    """

    game: str
    number: int
    giver: str
    taker: str
    lines: int
    head: str
    reason: str = ""
    sig: str = ""


def takeover_message(found: Takeover) -> bytes:
    """What a league signs when it lets a table go on with another one's game."""
    signed = (found.game, found.number, found.giver, found.taker, found.lines, found.head)
    return "\n".join(map(str, ("tableside takeover 1", *signed))).encode()


def tables_message(keys: Mapping[str, str]) -> bytes:
    """What a league signs of its tables: their names and public keys (hex). A table seals the copy
    of an open game for these and for nobody else.
    """
    return f"tableside tables 1\n{canonical(dict(keys))}".encode()


def takeover_fields(found: Takeover) -> dict[str, Any]:
    """As it stands in a note and in a league's answer."""
    return {"game": found.game, "number": found.number, "from": found.giver, "to": found.taker,
            "lines": found.lines, "head": found.head, "reason": found.reason,
            "sig": found.sig}  # fmt: skip


def parse_takeover(fields: object) -> Takeover:
    """Back from `takeover_fields`; raises RecordError where it is none."""
    if not isinstance(fields, dict):
        raise RecordError(f"{NOTE}: found {shown(fields)}, allowed an object")
    words = [_field(fields, key, str) for key in ("game", "from", "to", "head", "reason", "sig")]
    game, giver, taker, head, reason, sig = words
    number, lines = _field(fields, "number", int), _field(fields, "lines", int)
    return Takeover(game, number, giver, taker, lines, head, reason, sig)


def takeovers(record: Record) -> Sequence[Takeover]:
    """The takeovers of a record, in order; raises RecordError where they do not follow one
    another: each has a higher number, is of this game, and given by the table that had it.
    """
    found: list[Takeover] = []
    holder, last = record.opening.table, 0
    for line in record.of("note"):
        note = line.fields["note"]
        if not isinstance(note, dict) or NOTE not in note:
            continue
        one = parse_takeover(note[NOTE])
        if (one.game, one.giver) != (record.opening.game, holder) or one.number <= last:
            raise RecordError(
                f"line {line.number}: {NOTE}: {one.giver} to {one.taker}, number {one.number},"
                f" does not follow: {holder} had the game, number {last}"
            )
        found.append(one)
        holder, last = one.taker, one.number
    return found


def holder_of(record: Record) -> str:
    """The table that plays a record's game: it was opened there, or taken over; RecordError as
    `takeovers`.
    """
    found = takeovers(record)
    return found[-1].taker if found else record.opening.table


def _field(fields: Mapping[str, Any], key: str, kind: type) -> Any:
    found = fields.get(key, "" if key in ("reason", "sig") else None)
    if type(found) is not kind:
        raise RecordError(f"{NOTE}.{key}: found {shown(found)}, allowed {kind.__name__}")
    return found
