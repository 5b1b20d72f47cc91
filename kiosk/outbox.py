"""Sealed records without a receipt: what the league has not confirmed yet. The files are the
state.

A receipt is written only after a checked answer. A record that the league will not take as it is
(422, 409) gets a note beside it and holds up nobody; it stays in the outbox until a person has
seen to it.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from kiosk.disk import write_whole
from kiosk.home import Home

log = logging.getLogger(__name__)

LATER: Final = frozenset((401, 403))
"""A league that answers so may take the record later: it does not know the table yet."""


class Parcel(NamedTuple):
    """A sealed record on its way: its game, bytes and hash.

    `refused`: why the league parks it; `waits`: why it does not take it yet.
    """

    game: str
    data: bytes
    sha256: str
    refused: str | None
    waits: str | None = None


def parcels(home: Home) -> list[Parcel]:
    """Everything undelivered, oldest first."""
    return [parcel(home, game) for game in waiting(home)]


def waiting(home: Home) -> list[str]:
    """Games that are sealed and have no receipt, oldest first; reads only the ends of the files."""
    return [
        path.stem
        for _, path in sorted(_dated(home, "*.jsonl"))
        if not has_receipt(home, path.stem) and is_sealed(path)
    ]


def parcel(home: Home, game: str) -> Parcel:
    """One record of the outbox, whole."""
    data = home.record(game).read_bytes()
    status, why = _told(home, game)
    refused, waits = (None, why) if status in LATER else (why, None)
    return Parcel(game, data, hashlib.sha256(data).hexdigest(), refused, waits)


def has_receipt(home: Home, game: str) -> bool:
    """Whether the league has confirmed it. A receipt that lost its bytes is asked for again."""
    try:
        return home.receipt(game).stat().st_size > 0
    except FileNotFoundError:
        return False


def delivered(home: Home) -> dict[str, str]:
    """Games with a receipt by the hash of their record, the newest first."""
    games: dict[str, str] = {}
    for _, path in sorted(_dated(home, "*.receipt"), reverse=True):
        try:
            games[str(json.loads(path.read_bytes())["sha256"])] = path.stem
        except (OSError, ValueError, KeyError, TypeError):
            log.warning("%s: cannot be read", path)
    return games


def ask_again(home: Home, game: str) -> None:
    """The league does not have it any more: the record waits for a receipt again."""
    home.receipt(game).unlink(missing_ok=True)


def is_sealed(path: Path) -> bool:
    """Whether the file's last line is a whole seal. Nothing is checked: the league does that."""
    last = _last_line(path)
    if not last.startswith(b'{"sealed"'):
        return False
    try:
        return "sealed" in json.loads(last)
    except ValueError:
        return False


def keep_receipt(home: Home, game: str, receipt: Mapping[str, Any]) -> None:
    """The league has it: durable, and out of the outbox."""
    data = json.dumps(receipt, ensure_ascii=False, sort_keys=True).encode() + b"\n"
    write_whole(home.receipt(game), data)
    home.refused(game).unlink(missing_ok=True)


def keep_refusal(home: Home, game: str, status: int, why: str) -> None:
    """The league will not take it as it is, or not yet: say so beside the record, once."""
    if _told(home, game) == (status, why):
        return
    fields = {"status": status, "why": why}
    write_whole(home.refused(game), json.dumps(fields, ensure_ascii=False).encode() + b"\n")


def _dated(home: Home, pattern: str) -> Iterator[tuple[int, Path]]:
    """Files with their time; one that goes away meanwhile (keeping.py, a person) is none."""
    for path in home.games.glob(pattern):
        with suppress(FileNotFoundError):
            yield path.stat().st_mtime_ns, path


def _told(home: Home, game: str) -> tuple[int, str | None]:
    """What the league said last; nothing where no note lies, or a damaged one."""
    try:
        found = json.loads(home.refused(game).read_text(encoding="utf-8"))
        return int(found["status"]), str(found["why"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0, None


def _last_line(path: Path) -> bytes:
    """The last whole line; empty if the file does not end with a newline."""
    step = 65_536
    with path.open("rb") as file:
        size = file.seek(0, 2)
        held = b""
        while size > 0:
            start = max(0, size - step)
            file.seek(start)
            held = file.read(size - start) + held
            size = start
            if not held.endswith(b"\n"):
                return b""
            if b"\n" in held[:-1]:
                break
    return held[:-1].rpartition(b"\n")[2]
