"""Records that came by hand or by a serial line: each proved by its seal, stored like any other."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

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
        return store(connection, settings, judged, road)


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file by a durable one, or leave what was there; a stick may be pulled out."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        with suppress(OSError):  # half a file would hold the space that is missing
            part.unlink()
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
