"""Every stored record proved and replayed again, and compared with what was made of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from league.auth import keys_of
from league.judging import judge, record_id
from league.proof import prove, require_key
from league.refusals import Refused
from league.seasons import Season, edition_of_record
from league.settings import Settings
from league.tables import game_record, seat_result


@dataclass(frozen=True, slots=True)
class Checked:
    """A stored record and what is wrong with it: `faults` of the store, `reasons` of the game."""

    game: str
    sha256: str
    verdict: str
    reasons: tuple[str, ...]
    faults: tuple[str, ...]


def verify(connection: Connection, settings: Settings, season: Season) -> list[Checked]:
    """All records of a season, by game."""
    rows = connection.execute(
        select(game_record).where(game_record.c.season == season.id).order_by(game_record.c.game)
    )
    return [_checked(connection, settings, row) for row in rows.all()]


def _checked(connection: Connection, settings: Settings, row: Row[Any]) -> Checked:
    raw = bytes(row.raw)
    faults: list[str] = []
    reasons: tuple[str, ...] = tuple(json.loads(row.reasons))
    if record_id(raw) != row.sha256:
        faults.append("its bytes are not those that were received")
    try:
        record = prove(raw)
        require_key(record, keys_of(connection, row.table_id))
    except Refused as refused:
        faults += [reason.text for reason in refused.reasons]
        return Checked(row.game, row.sha256, row.verdict, reasons, tuple(faults))
    edition = edition_of_record(connection, settings, row.season, row.edition)
    judged = judge(raw, record, edition)
    reasons = tuple(judged.reasons)
    if judged.verdict != row.verdict:
        faults.append(f"stored as {row.verdict}, the replay says {judged.verdict}")
    stored = {
        found.seat: json.loads(found.facts)["facts"]
        for found in connection.execute(
            select(seat_result.c.seat, seat_result.c.facts).where(
                seat_result.c.sha256 == row.sha256
            )
        )
    }
    if stored != {seat.seat: dict(seat.facts) for seat in judged.seats}:
        faults.append("the stored results are not those of the replay")
    return Checked(row.game, row.sha256, judged.verdict, reasons, tuple(faults))
