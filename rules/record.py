"""The file of one game: opening, everything asked, told and remarked, and the seal.

`read` takes the bytes of a record, damaged or not, and says what is damaged; `replay` folds its
actions again; `check` compares what it claims with what the rules say. Verifying a signature is
the caller's (`verify`), so that nothing here needs more than the standard library.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

from rules.actions import parse_action
from rules.chain import Link, read_line
from rules.edition import Edition
from rules.errors import ActionError, EditionError, RecordError
from rules.history import History
from rules.jsontext import canonical, write
from rules.kinds import Announcement, GameMs, seconds
from rules.opening import Opening, opening_fields, parse_opening
from rules.shown import shown

SCHEMA: Final = 1
"""The record format this writes; it reads every number up to it."""

KINDS: Final = ("do", "announced", "clock", "note", "sealed")
"""The key that says what a line is."""

EditionOf: TypeAlias = Callable[[str], Edition | None]
"""Gives an edition by its id, None where there is none."""

Verify: TypeAlias = Callable[[bytes, bytes, bytes], bool]
"""(public key, signature, message) -> whether the Ed25519 signature is right."""


class Line(NamedTuple):
    """A whole line of a record: its number in the file, its kind (`KINDS`), its fields."""

    number: int
    kind: str
    fields: Mapping[str, Any]


class Damage(NamedTuple):
    """A line that cannot be used, and why."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Seal:
    """The last line of a closed record; `key` and `sig` in hex."""

    summary: Mapping[str, Any]
    head: str
    key: str
    sig: str


@dataclass(frozen=True, slots=True)
class Record:
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


def sealed_line(summary: Mapping[str, Any], head: str, key: str, sig: str) -> dict[str, Any]:
    """The fields of the last line; `sig` is over `seal_message(head, summary)`."""
    return {"sealed": {"summary": summary, "head": head, "key": key, "sig": sig}}


def seal_message(head: str, summary: Mapping[str, Any]) -> bytes:
    """The bytes a table signs: the format, the chain's head and the summary."""
    return f"tableside record {SCHEMA}\n{head}\n{canonical(summary)}".encode()


def read(data: bytes) -> Record:
    """Read a record. A torn tail is left out and counted, a damaged line costs only itself; raises
    RecordError when the first line, without which nothing means anything, is not whole.
    """
    raw = data.split(b"\n")
    end = raw.pop()
    first = _first(raw[0] if raw else end)
    opening, fingerprint = _opening(first.fields)
    chained: list[tuple[int, Link]] = [(1, first)]
    damage: list[Damage] = []
    whole = len(raw[0]) + 1
    at = whole
    for number, line in enumerate(raw[1:], 2):
        at += len(line) + 1
        try:
            link = read_line(line)
        except ValueError as error:
            damage.append(Damage(number, str(error)))
            continue
        chained.append((number, link))
        whole = at
    last = chained[-1][0]
    damage = [found for found in damage if found.number < last]  # the rest is the torn tail
    damage += _breaks(chained)
    lines, unknown, seal = _sorted_out(chained)
    before = chained[-2] if seal else chained[-1]
    return Record(
        opening=opening,
        fingerprint=fingerprint,
        lines=lines,
        damage=sorted(damage + unknown),
        whole_bytes=whole,
        torn_bytes=len(data) - whole,
        head=chained[-1][1].hash,
        game_head=before[1].hash,
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


def untold(record: Record, told: Sequence[Announcement]) -> list[Announcement]:
    """Of the announcements `told`, those that no line of the record says were given out."""
    written = _written(record)
    return [one for one in told if not _take(written, (one.id, one.at))]


class Verdict(NamedTuple):
    """What `check` found: `faults` make a record worth nothing, `remarks` are for people."""

    history: History | None
    faults: Sequence[str]
    remarks: Sequence[str]


def check(record: Record, edition_of: EditionOf, verify: Verify) -> Verdict:
    """Chain, seal, replay, summary and announcements of a record, every fault of them."""
    faults = [f"line {found.number} {found.reason}" for found in record.damage]
    if record.torn_bytes:
        faults.append(f"the last {record.torn_bytes} bytes are no whole line")
    faults += _seal_faults(record, verify)
    try:
        history, told = fold(record, edition_of)
    except RecordError as error:
        return Verdict(None, (*faults, str(error)), ())
    if record.seal:
        claimed = record.seal.summary
        found = history.summary(record.events, record.game_head)
        faults += [
            f"the seal's summary says {key}: {shown(claimed.get(key))}, "
            f"the rules say {shown(found.get(key))}"
            for key in sorted({*claimed, *found})
            if _plain(claimed.get(key)) != _plain(found.get(key))
        ]
    invented = _written(record) - Counter((one.id, one.at) for one in told)
    faults += [
        f"{shown(name)} at {seconds(at)} s: announced, but not by the rules"
        for name, at in invented
    ]
    return Verdict(
        history,
        tuple(faults),
        tuple(f"{one.id} at {seconds(one.at)} s: not announced" for one in untold(record, told)),
    )


def _first(line: bytes) -> Link:
    try:
        link = read_line(line)
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


def _breaks(chained: Sequence[tuple[int, Link]]) -> list[Damage]:
    """Whole lines that do not follow one another though no damaged line lies between them."""
    return [
        Damage(number, f"does not follow line {before}: a line was taken out or put in")
        for (before, link), (number, following) in pairwise(chained)
        if number == before + 1 and following.prev != link.hash
    ]


def _sorted_out(
    chained: Sequence[tuple[int, Link]],
) -> tuple[list[Line], list[Damage], Seal | None]:
    lines: list[Line] = []
    unknown: list[Damage] = []
    seal = None
    for number, link in chained[1:]:
        kind = next((kind for kind in KINDS if kind in link.fields), None)
        if kind is None:
            unknown.append(Damage(number, f"holds none of {', '.join(KINDS)}"))
        elif kind == "sealed":
            seal = _seal(link.fields["sealed"])
            if seal is None or number != chained[-1][0]:
                unknown.append(Damage(number, "is no whole seal at the end of the record"))
                seal = None
        else:
            lines.append(Line(number, kind, link.fields))
    return lines, unknown, seal


def _seal(found: Any) -> Seal | None:
    if not isinstance(found, dict) or not isinstance(found.get("summary"), dict):
        return None
    head, key, sig = found.get("head"), found.get("key"), found.get("sig")
    if isinstance(head, str) and isinstance(key, str) and isinstance(sig, str):
        return Seal(found["summary"], head, key, sig)
    return None


def _seal_faults(record: Record, verify: Verify) -> list[str]:
    seal = record.seal
    if seal is None:
        return ["the record is not sealed"]
    if seal.head != record.game_head:
        return ["the seal is for another head of the chain"]
    try:
        key, sig = bytes.fromhex(seal.key), bytes.fromhex(seal.sig)
    except ValueError:
        return ["the seal's key or signature is no hex text"]
    if not verify(key, sig, seal_message(seal.head, seal.summary)):
        return ["the seal's signature is wrong"]
    return []


def _written(record: Record) -> Counter[tuple[str, GameMs]]:
    """The announcements the record says were given out."""
    return Counter(
        (str(line.fields["announced"]), _at(line.fields.get("t")))
        for line in record.of("announced")
    )


def _take(written: Counter[tuple[str, GameMs]], key: tuple[str, GameMs]) -> bool:
    written[key] -= 1
    return written[key] >= 0


def _at(found: Any) -> GameMs:
    return GameMs(round(found * 1000)) if isinstance(found, int | float) else GameMs(-1)


def _plain(value: Any) -> str:
    return write(value) if not isinstance(value, Mapping) else canonical(value)
