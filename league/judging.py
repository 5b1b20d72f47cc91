"""The league does not believe results: a record is replayed and its sheet computed again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from league.audit import as_json
from league.families import SeatFacts, family_of
from league.ids import RecordId
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


def judge(raw: bytes, record: Record, edition: Edition | None) -> Judged:
    """Replay a proved record under `edition` (None: not known here) and compare the sheets."""
    found = check(record, lambda _: edition, signed)
    if found.history is None or edition is None:
        return Judged(raw, record_id(raw), record, UNPLAYABLE, found.faults, None, ())
    history = found.history
    sheet = history.summary(record.events, record.game_head)
    summary = as_json(sheet)
    if found.faults:
        return Judged(raw, record_id(raw), record, DIFFERS, found.faults, summary, ())
    if history.status is not Status.FINAL:
        why = (f"sealed as {history.status.value}",)
        return Judged(raw, record_id(raw), record, VOID, why, summary, ())
    seats = family_of(edition).seat_facts(sheet)
    return Judged(raw, record_id(raw), record, CONFIRMED, (), summary, seats)
