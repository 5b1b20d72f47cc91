"""The file of one game: opening, everything asked, told and remarked, and the seal.

`read` takes the bytes of a record, damaged or not, and says what is damaged; `replay` folds its
actions again. What it claims is compared with what the rules say in verdict.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from rules.actions import parse_action
from rules.chain import Link, read_line
from rules.edition import Edition
from rules.errors import ActionError, EditionError, RecordError
from rules.history import History
from rules.jsontext import canonical
from rules.kinds import Announcement, seconds
from rules.opening import Opening, opening_fields, parse_opening
from rules.shown import shown
from rules.value import Value

SCHEMA: Final = 1
"""The record format this writes; it reads every number up to it."""

_BREAK: Final = "does not follow line {}: a line was taken out or put in"

KINDS: Final = ("do", "announced", "clock", "note", "sealed")
"""The key that says what a line is."""

EditionOf: TypeAlias = Callable[[str], Edition | None]
"""Gives an edition by its id, None where there is none."""


class Line(NamedTuple):
    """A whole line of a record: its number in the file, its kind (`KINDS`), its fields."""

    number: int
    kind: str
    fields: Mapping[str, Any]


class Damage(NamedTuple):
    """A line that cannot be used, and why."""

    number: int
    reason: str


class Seal(Value):
    """The last line of a closed record; `key` and `sig` in hex, and the `seed` of the table's own
    dice, which it opens (fairdice.py). `claimed` is its summary as canonical text, as it is signed
    and compared.
    """

    summary: Mapping[str, Any]
    claimed: str
    head: str
    key: str
    sig: str
    seed: str | None = None


class Record(Value):
    """A record as read. `whole_bytes` is where a torn tail begins, the file's length without one;
    `head` the hash of the last whole line (for `Chain`), `game_head` of the last before the seal.
    """

    opening: Opening
    fingerprint: str
    lines: Sequence[Line]
    damage: Sequence[Damage]
    whole_bytes: int
    torn_bytes: int
    head: str
    game_head: str
    seal: Seal | None

    @property
    def events(self) -> int:
        """How many actions were asked, refused ones too."""
        return sum(line.kind == "do" for line in self.lines)

    @property
    def unexplained(self) -> Sequence[Damage]:
        """Damage that no note of the table names. A table that finds a line damaged when it starts
        says so (`{"damage": why, "line": number}`), plays on without it and seals what is left.
        """
        notes = [line.fields["note"] for line in self.of("note")]
        named = [note.get("line") for note in notes if isinstance(note, dict) and "damage" in note]
        return [found for found in self.damage if found.number not in named]

    def of(self, kind: str) -> Iterator[Line]:
        """The lines of one kind, in order."""
        return (line for line in self.lines if line.kind == kind)


def opening_line(opening: Opening, edition: Edition) -> dict[str, Any]:
    """The fields of a record's first line."""
    return {
        "open": opening_fields(opening),
        "schema": SCHEMA,
        "fingerprint": edition.fingerprint,
    }


def announced_line(told: Announcement) -> dict[str, Any]:
    """The fields of the line that says what was given out; `t` is its own instant."""
    return {"t": seconds(told.at), "announced": told.id}


def sealed_line(
    summary: Mapping[str, Any], head: str, key: str, sig: str, seed: str | None = None
) -> dict[str, Any]:
    """The fields of the last line; `sig` is over `seal_message(head, summary)`. The `seed` needs no
    signature: a line of the chain that is signed holds its sha256.
    """
    opened = {} if seed is None else {"seed": seed}
    return {"sealed": {"summary": summary, "head": head, "key": key, "sig": sig, **opened}}


def seal_message(head: str, summary: Mapping[str, Any]) -> bytes:
    """The bytes a table signs: the format, the chain's head and the summary."""
    return signed_bytes(head, canonical(summary))


def signed_bytes(head: str, claimed: str) -> bytes:
    """The same, of a summary that is canonical text already."""
    return f"tableside record {SCHEMA}\n{head}\n{claimed}".encode()


def read(data: bytes) -> Record:
    """Read a record. A torn tail is left out and counted, a damaged line costs only itself; raises
    RecordError when the first line, without which nothing means anything, is not whole.
    """
    raw = data.split(b"\n")
    end = raw.pop()
    first = _first(raw[0] if raw else end, whole=bool(raw))
    opening, fingerprint = _opening(first.fields)
    lines: list[Line] = []
    damage: list[Damage] = []
    at = whole = len(raw[0]) + 1
    last, head, head_before = 1, first.hash, first.hash
    for number, line in enumerate(raw[1:], 2):
        at += len(line) + 1
        try:
            fields, prev, own = read_line(line)
        except ValueError as error:
            damage.append(Damage(number, str(error)))
            continue
        kind = next(filter(fields.__contains__, KINDS), "")
        if prev != head and number == last + 1:
            damage.append(Damage(number, _BREAK.format(last)))
        if not kind:
            damage.append(Damage(number, f"holds none of {', '.join(KINDS)}"))
        lines.append(Line(number, kind, fields))
        last, head, head_before, whole = number, own, head, at
    damage = [found for found in damage if found.number <= last]  # the rest is the torn tail
    seal = _seal(lines, damage)
    return Record(
        opening=opening,
        fingerprint=fingerprint,
        lines=[line for line in lines if line.kind not in ("", "sealed")],
        damage=sorted(damage),
        whole_bytes=whole,
        torn_bytes=len(data) - whole,
        head=head,
        game_head=head_before if seal else head,
        seal=seal,
    )


class Folded(NamedTuple):
    """A game folded again, and every announcement on the way, undone attempts' too."""

    history: History
    told: Sequence[Announcement]


def replay(record: Record, edition_of: EditionOf) -> History:
    """Fold the record's actions; raises RecordError where it is not a game of its edition."""
    return fold(record, edition_of).history


def fold(record: Record, edition_of: EditionOf) -> Folded:
    """`replay` with what it announced, for who must know what was not yet given out (`untold`)."""
    edition = edition_of(record.opening.edition)
    if edition is None:
        raise RecordError(f"line 1: edition {shown(record.opening.edition)} is not known here")
    if edition.fingerprint != record.fingerprint:
        raise RecordError(
            f"line 1: fingerprint: the game was played on another {edition.id} than the one here"
        )
    try:
        history = History(record.opening, edition)
    except (ActionError, EditionError) as error:
        raise RecordError(f"line 1: {error}") from None
    told = list(history.opened)
    opening, family, apply = record.opening, history.family, history.apply
    for number, kind, fields in record.lines:
        if kind == "do":
            try:
                told.extend(apply(parse_action(fields, opening, family)).announcements)
            except ActionError as error:
                raise RecordError(f"line {number}: {error}") from None
    return Folded(history, told)


def _first(line: bytes, *, whole: bool) -> Link:
    try:
        link = read_line(line)
        if not whole:
            raise ValueError("has no line end")
    except ValueError as error:
        raise RecordError(
            f"line 1 {error}: this is no game record, or its opening is lost"
        ) from None
    if "open" not in link.fields or link.prev:
        raise RecordError("line 1 is no opening: this is no game record")
    return link


def _opening(fields: Mapping[str, Any]) -> tuple[Opening, str]:
    schema, fingerprint = fields.get("schema"), fields.get("fingerprint")
    if type(schema) is not int or not 1 <= schema <= SCHEMA:
        raise RecordError(f"line 1: schema: found {shown(schema)}, allowed 1 to {SCHEMA}")
    if not isinstance(fingerprint, str):
        raise RecordError(f"line 1: fingerprint: found {shown(fingerprint)}, allowed a sha256")
    try:
        return parse_opening(fields["open"]), fingerprint
    except ActionError as error:
        raise RecordError(f"line 1: {error}") from None


def _seal(lines: list[Line], damage: list[Damage]) -> Seal | None:
    """The seal, which is the last line or none; a part of one, or one elsewhere, is damage."""
    seal = None
    for line in lines:
        if line.kind == "sealed":
            seal = _seal_of(line.fields["sealed"]) if line is lines[-1] else None
            if seal is None:
                damage.append(Damage(line.number, "is no whole seal at the end of the record"))
    return seal


def _seal_of(found: Any) -> Seal | None:
    if not isinstance(found, dict) or not isinstance(found.get("summary"), dict):
        return None
    head, key, sig = found.get("head"), found.get("key"), found.get("sig")
    if isinstance(head, str) and isinstance(key, str) and isinstance(sig, str):
        seed, summary = found.get("seed"), found["summary"]
        known = seed if isinstance(seed, str) else None
        return Seal(summary, canonical(summary), head, key, sig, known)
    return None
