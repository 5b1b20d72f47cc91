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
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final, NamedTuple

from kiosk.disk import write_whole
from kiosk.home import Home

log = logging.getLogger(__name__)

LATER: Final = frozenset((401, 403))
"""A league that answers so may take the record later: it does not know the table yet."""
LEAGUE: Final = "league"
"""In a receipt: which league it is of. What one league has, another one is not asked about, nor
sent, when the table is enrolled there.
"""
LONGEST_LINE: Final = 16_000_000
"""No league takes a record as long as this."""


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
        if not has_receipt(home, path.stem) and _can_go(path)
    ]


def parcel(home: Home, game: str) -> Parcel:
    """One record of the outbox, whole."""
    data = home.record(game).read_bytes()
    told = _told(home, game)
    refused, waits = (None, told.why) if told.later else (told.why, None)
    return Parcel(game, data, hashlib.sha256(data).hexdigest(), refused, waits)


def has_receipt(home: Home, game: str) -> bool:
    """Whether the league has confirmed it. A receipt that lost its bytes is asked for again."""
    try:
        found = home.receipt(game).stat()
    except OSError:
        return False
    return S_ISREG(found.st_mode) and found.st_size > 0


def delivered(home: Home, league: str = "") -> dict[str, str]:
    """Games with a receipt by the hash of their record, the newest first; without those of which
    the table knows that another league than the one of this key (hex) has confirmed them.
    """
    games: dict[str, str] = {}
    for _, path in sorted(_dated(home, "*.receipt"), reverse=True):
        try:
            receipt = json.loads(path.read_bytes())
            if not league or receipt.get(LEAGUE, league) == league:
                games[str(receipt["sha256"])] = path.stem
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
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


def keep_receipt(home: Home, game: str, receipt: Mapping[str, Any], league: str = "") -> None:
    """The league (of this key, in hex) has it: durable, and out of the outbox."""
    fields = {**receipt, LEAGUE: league} if league else receipt
    data = json.dumps(fields, ensure_ascii=False, sort_keys=True).encode() + b"\n"
    write_whole(home.receipt(game), data)
    home.refused(game).unlink(missing_ok=True)


def keep_refusal(home: Home, game: str, status: int, why: str, *, later: bool = False) -> None:
    """The league will not take it as it is, or (`later`) not yet: say so beside it, once."""
    if _told(home, game) == Told(status, why, later):
        return
    fields = {"status": status, "why": why, "later": later}
    write_whole(home.refused(game), json.dumps(fields, ensure_ascii=False).encode() + b"\n")


def refused(home: Home, games: Iterable[str]) -> list[str]:
    """Which of these the league will not take as they are: a person has to look."""
    found = ((game, _told(home, game)) for game in games)
    return [game for game, told in found if told.why is not None and not told.later]


def send_again(home: Home, game: str) -> None:
    """A person has seen to it: what was refused or delivered goes to the league once more."""
    home.refused(game).unlink(missing_ok=True)
    ask_again(home, game)


def is_sealed_game(home: Home, game: str) -> bool:
    """Whether its record lies here, sealed, delivered or not."""
    return any(path.stem == game and _can_go(path) for _, path in _dated(home, "*.jsonl"))


def _can_go(path: Path) -> bool:
    """Sealed, and readable: what is not holds up no other record."""
    try:
        return is_sealed(path)
    except OSError as error:
        log.warning("%s: cannot be read: %s", path, error)
        return False


def _dated(home: Home, pattern: str) -> Iterator[tuple[int, Path]]:
    """Files with their time. One that goes away meanwhile (keeping.py, a person) is none, nor is a
    folder, a pipe, a link that leads nowhere or round in circles.
    """
    for path in home.games.glob(pattern):
        with suppress(OSError):
            found = path.stat()
            if S_ISREG(found.st_mode):
                yield found.st_mtime_ns, path


class Told(NamedTuple):
    """What the league said last of a record that it does not have."""

    status: int = 0
    why: str | None = None
    later: bool = False


def _told(home: Home, game: str) -> Told:
    """Nothing where no note lies, or a damaged one."""
    try:
        found = json.loads(home.refused(game).read_text(encoding="utf-8"))
        status = int(found["status"])
        return Told(status, str(found["why"]), bool(found.get("later", status in LATER)))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Told()


def _last_line(path: Path) -> bytes:
    """The last whole line; empty if the file does not end with a newline."""
    step = 65_536
    with path.open("rb") as file:
        size = end = file.seek(0, 2)
        held = b""
        while size > 0 and end - size < LONGEST_LINE:
            start = max(0, size - step)
            file.seek(start)
            held = file.read(size - start) + held
            size, step = start, 2 * step
            if not held.endswith(b"\n"):
                return b""
            if b"\n" in held[:-1]:
                return held[:-1].rpartition(b"\n")[2]
    return held[:-1] if size == 0 else b""
