"""The league does not believe results: a record is replayed and its sheet computed again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from league.families import SeatFacts, family_of
from league.ids import RecordId, day_of
from league.keptjson import as_json
from league.proof import signed
from rules.edition import Edition
from rules.kinds import Status
from rules.record import Record
from rules.verdict import check

CONFIRMED: Final = "confirmed"
DIFFERS: Final = "differs"
"""The replay gives another sheet than the sealed one: stored, flagged, not counted."""
UNPLAYABLE: Final = "unplayable"
"""No replay: another edition than ours, or no actions. Tried again on `season create`."""
VOID: Final = "void"
"""Sealed without a result: an annulled game, or one that was not finished."""


LATEST_MS: Final = 253_402_300_800_000
"""The end of the year 9999."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A proved record and what its replay says of it."""

    raw: bytes
    sha256: RecordId
    record: Record
    verdict: str
    reasons: Sequence[str]
    summary: str | None
    seats: Sequence[SeatFacts]


def record_id(raw: bytes) -> RecordId:
    """The hash by which a record is known."""
    return RecordId(sha256(raw).hexdigest())


def table_day(record: Record) -> str | None:
    """The day on which the table was opened, by its own clock where that was set."""
    first = next((line.fields["clock"] for line in record.of("clock")), None)
    if not isinstance(first, dict) or first.get("synced") is not True:
        return None
    wall_ms = first.get("wall_ms")
    if type(wall_ms) is not int or not 0 <= wall_ms < LATEST_MS:
        return None
    return day_of(wall_ms)


def judge(raw: bytes, record: Record, edition: Edition | None) -> Judged:
    """Replay a proved record under `edition` (None: not known here) and compare the sheets."""
    found = check(record, lambda _: edition, signed)
    if found.history is None or found.summary is None or edition is None:
        return Judged(raw, record_id(raw), record, UNPLAYABLE, found.faults, None, ())
    history, sheet = found.history, found.summary
    summary = as_json(sheet)
    if found.faults:
        return Judged(raw, record_id(raw), record, DIFFERS, found.faults, summary, ())
    if history.status is not Status.FINAL:
        why = (f"sealed as {history.status.value}",)
        return Judged(raw, record_id(raw), record, VOID, why, summary, ())
    seats = family_of(edition).seat_facts(sheet, table_day(record))
    return Judged(raw, record_id(raw), record, CONFIRMED, (), summary, seats)
