"""Every stored record proved and replayed again, and compared with what was made of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from league.auth import keys_of
from league.ingest import game_columns, seat_rows
from league.judging import Judged, judge, record_id
from league.proof import prove, require_key
from league.refusals import Refused
from league.seasons import Season, edition_of_record
from league.settings import Settings
from league.tables import audit, game_record, seat_result
from league.takeover import check_holder


@dataclass(frozen=True, slots=True)
class Checked:
    """A stored record and what is wrong with it: `faults` of the store, `reasons` of the game."""

    game: str
    sha256: str
    verdict: str
    reasons: tuple[str, ...]
    faults: tuple[str, ...]


def verify(connection: Connection, settings: Settings, season: Season) -> list[Checked]:
    """All records of a season, by game; those too that the log says came and are not there."""
    rows = connection.execute(
        select(game_record).where(game_record.c.season == season.id).order_by(game_record.c.game)
    ).all()
    found = [_checked(connection, settings, row) for row in rows]
    return sorted(found + _gone(connection, season, rows), key=lambda checked: checked.game)


def _checked(connection: Connection, settings: Settings, row: Row[Any]) -> Checked:
    raw = bytes(row.raw)
    faults: list[str] = []
    if record_id(raw) != row.sha256:
        faults.append("its bytes are not those that were received")
    try:
        record = prove(raw)
        holder = check_holder(connection, record)
        require_key(record, holder, keys_of(connection, holder))
    except Refused as refused:
        faults += [reason.text for reason in refused.reasons]
        reasons = tuple(json.loads(row.reasons))
        return Checked(row.game, row.sha256, row.verdict, reasons, tuple(faults))
    opening = record.opening
    edition = edition_of_record(connection, settings, opening.season, opening.edition)
    judged = judge(raw, record, edition)
    faults += _differences(connection, row, judged)
    return Checked(row.game, row.sha256, judged.verdict, tuple(judged.reasons), tuple(faults))


def _differences(connection: Connection, row: Row[Any], judged: Judged) -> list[str]:
    """What the database says beside the bytes and the replay does not."""
    stored = row._mapping
    faults = [
        f"stored as {column} {_short(stored[column])}, the replay says {_short(value)}"
        for column, value in game_columns(judged).items()
        if column != "sha256" and stored[column] != value
    ]
    seats = connection.execute(
        select(seat_result).where(seat_result.c.sha256 == row.sha256).order_by(seat_result.c.seat)
    )
    if [dict(seat) for seat in seats.mappings()] != [
        {**seat, "sha256": row.sha256} for seat in seat_rows(judged)
    ]:
        faults.append("the stored results are not those of the replay")
    return faults


def _gone(connection: Connection, season: Season, rows: Sequence[Row[Any]]) -> list[Checked]:
    here = {row.sha256 for row in rows}
    logged = connection.execute(
        select(audit.c.subject, audit.c.detail)
        .where(audit.c.what == "record.store")
        .order_by(audit.c.id)
    )
    gone: list[Checked] = []
    for game, detail in logged:
        said = json.loads(detail)
        if said["season"] == season.id and said["sha256"] not in here:
            fault = "it was received and is not stored in this season any more"
            gone.append(Checked(game, said["sha256"], "gone", (), (fault,)))
    return gone


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
