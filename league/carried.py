"""Records that came by hand or by a serial line: each proved by its seal, stored like any other."""

from __future__ import annotations

from league.db import Database
from league.ingest import Answer, examine_carried, store
from league.refusals import Refused
from league.settings import Settings

_OPENING = b'{"open":'


def records_in(data: bytes) -> list[bytes]:
    """The records of a carried file; each begins with its opening line."""
    parts: list[list[bytes]] = []
    for line in data.splitlines(keepends=True):
        if line.startswith(_OPENING) or not parts:
            parts.append([])
        parts[-1].append(line)
    return [b"".join(part) for part in parts]


def receive(database: Database, settings: Settings, raw: bytes, road: str = "file") -> Answer:
    """One record: the answer a table would have got, refusals included; given after the commit."""
    try:
        with database.read() as connection:
            judged = examine_carried(connection, settings, raw)
    except Refused as refused:
        reasons = [reason.text for reason in refused.reasons]
        codes = [reason.code for reason in refused.reasons]
        return Answer(refused.status, {"error": reasons[0], "reasons": reasons, "codes": codes})
    with database.write() as connection:
        return store(connection, judged, road)
