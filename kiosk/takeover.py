"""A spare takes the open game of a table that died over: from the league, or from a stick.

The request lies in the home (`takeover.json`) until it is answered, so that neither a restart nor
who asked first, the idle screen or the command, makes a difference. What comes is proved before it
is kept: signed by the league (or chosen by the official, from a stick), sealed for this table,
whole, and chained to the last line that the league knows.
"""

from __future__ import annotations

import json
import logging
import os
from base64 import b64decode
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from kiosk import copybox, outbox
from kiosk.copying import PREFIX, SUFFIX, Post, read_copy
from kiosk.dicebox import keep_seed
from kiosk.disk import write_whole
from kiosk.errors import RunError, UserError
from kiosk.home import Home
from kiosk.inbox import Granted, Item, TakeoverSaid
from kiosk.seal import TableKey, league_key, table_key
from rules.chain import Chain
from rules.errors import RecordError
from rules.kinds import GameMs
from rules.record import Record, read
from rules.takeover import NOTE, Takeover, parse_takeover, takeover_fields, takeovers

log = logging.getLogger(__name__)

ASKED: Final = "asked"
REFUSED: Final = "refused"
UNREACHED: Final = "unreached"


def want(home: Home, game: str = "", reason: str = "") -> None:
    """Ask the league for a game; `game` empty: for the one that the organiser chooses."""
    fields = {"ask": os.urandom(8).hex(), "game": game, "reason": reason}
    write_whole(home.wanted, json.dumps(fields, ensure_ascii=False).encode() + b"\n")


def wanted(home: Home) -> Mapping[str, Any] | None:
    """The request that waits; None where there is none, or one that cannot be read."""
    try:
        found = json.loads((home.wanted).read_bytes())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("ask"), str) else None


def forget(home: Home) -> None:
    """The request was answered, or is not wanted any more."""
    (home.wanted).unlink(missing_ok=True)


class Asker:
    """Asks the league for the game that is wanted. Belongs to the uplink's thread."""

    def __init__(self, home: Home, report: Callable[[Item], None]) -> None:
        self._home = home
        self._report = report
        self._told: object = None

    def round(self, post: Post, live: Mapping[str, Any] | None) -> None:
        """Ask, if a game is wanted; OSError where nobody answers."""
        asked = wanted(self._home)
        if asked is None:
            self._told = None
            return
        if live is None or live.get("game") is not None:
            return  # what is played here is not left for another game
        answer = post(asked)
        try:
            found = json.loads(answer.body)
            status = found["status"] if answer.status == 200 else ""
        except (ValueError, KeyError, TypeError):
            found, status = {}, ""
        said: Item
        if status == "granted":
            try:
                said = granted(self._home, found)
            except (RecordError, RunError, ValueError) as error:
                log.error("takeover: %s", error)
                said = TakeoverSaid(REFUSED, str(error))
        elif status in (ASKED, REFUSED):
            said = TakeoverSaid(status, str(found.get("reason", "")))
        else:
            said = TakeoverSaid(UNREACHED, f"HTTP {answer.status}")
        if (asked["ask"], said) != self._told:
            self._told = (asked["ask"], said)
            self._report(said)


def granted(home: Home, found: Mapping[str, Any]) -> Granted:
    """What the league handed over, opened and proved; RecordError, ValueError or RunError says what
    is wrong with it.
    """
    taken, key = parse_takeover(found.get("takeover")), table_key(home.keys)
    if not copybox.is_given(league_key(home.keys), taken):
        raise RunError("this table's league did not sign the takeover")
    secret, dice = copybox.unwrap(key, str(found.get("wrap", "")))
    pieces = found.get("pieces")
    if not isinstance(pieces, list):
        raise RunError("the league sent no pieces of the game")
    data = b"".join(copybox.unsealed(secret, b64decode(piece)) for piece in pieces)
    return _proved(data, taken, dice)


def copies_in(path: Path) -> list[Path]:
    """The copies of open games in a folder, the newest first; a file is its own."""
    if not path.is_dir():
        return [path]
    found = path.glob(f"{PREFIX}*{SUFFIX}")
    return sorted(found, key=lambda one: one.stat().st_mtime_ns, reverse=True)


def carried(home: Home, path: Path, taker: str, reason: str) -> Granted:
    """The game of a stick's copy; UserError or RunError says why it cannot be had."""
    found = read_copy(path)
    try:
        taken = _from_stick(table_key(home.keys), found, taker, reason)
    except (RecordError, ValueError, KeyError, TypeError) as error:
        raise RunError(f"{path}: {error}") from None
    league = league_key(home.keys)
    listed = copybox.checked_list(found.get("tables"), league) is not None
    if listed and copybox.tables_of(home.keys, league) is None:
        copybox.keep_list(home.keys, found["tables"])  # so its own copy can be read by others
    return taken


def put_down(home: Home, found: Granted) -> Path:
    """Make the game this table's open one: durable. UserError where there is such a game here."""
    path = home.record(found.game)
    if home.taken(found.game).exists():  # it went from here, and comes back
        number = 1
        while (aside := path.with_name(f"{path.name}.went-{number}")).exists():
            number += 1
        path.rename(aside)
        home.taken(found.game).unlink()
    elif home.has_played(found.game):
        raise UserError(f"game {found.game!r}: {path} is there already")
    if found.dice:
        keep_seed(home.keys, found.game, bytes.fromhex(found.dice))
    write_whole(path, found.data)
    forget(home)
    log.warning("game %s is taken over from table %s", found.game, found.giver)
    return path


class Seam(NamedTuple):
    """Where a record changed its table: by which takeover, at which instant of the game."""

    taken: Takeover
    at: GameMs


def fresh_seam(record: Record) -> Seam | None:
    """The last takeover of a record, if nothing was asked at the new table since."""
    for line in reversed(record.lines):
        if line.kind == "do":
            return None
        note = line.fields["note"] if line.kind == "note" else None
        if isinstance(note, dict) and NOTE in note:
            return Seam(takeovers(record)[-1], GameMs(round(line.fields["t"] * 1000)))
    return None


def _from_stick(key: TableKey, found: Mapping[str, Any], taker: str, reason: str) -> Granted:
    secret, dice = copybox.unwrap(key, str(found["wraps"].get(key.public[: copybox.MARK], "")))
    data = copybox.unsealed(secret, b64decode(found["data"]))
    record = read(data)
    before = takeovers(record)
    giver = before[-1].taker if before else record.opening.table
    number = before[-1].number + 1 if before else 1
    taken = Takeover(record.opening.game, number, giver, taker, data.count(b"\n"), record.head,
                     reason)  # fmt: skip
    return _proved(data, taken, dice)


def _proved(data: bytes, taken: Takeover, dice: bytes | None) -> Granted:
    """The record with the takeover's note behind its last line."""
    record = read(data)
    if record.opening.game != taken.game or record.torn_bytes:
        raise RunError("the copy is of another game, or not whole")
    if (record.head, data.count(b"\n")) != (taken.head, taken.lines):
        raise RunError(f"the copy does not end with line {taken.lines} that the league knows")
    if record.unexplained:
        raise RunError(f"line {record.unexplained[0].number} {record.unexplained[0].reason}")
    times = [line.fields.get("t", 0) for line in record.lines]
    last = max((one for one in times if isinstance(one, int | float)), default=0)
    note = {"t": last, "note": {NOTE: takeover_fields(taken)}}
    whole = data + Chain(record.head).line(note)
    takeovers(read(whole))
    return Granted(taken.game, taken.giver, whole, "" if dice is None else dice.hex())


def is_free(home: Home) -> bool:
    """Whether no game is open in this home."""
    return all(
        outbox.is_sealed(path) or home.taken(path.stem).exists()
        for path in home.games.glob("*.jsonl")
    )
