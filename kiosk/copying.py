"""A table that plays hands the open game's copy on, so that a spare can take it over if it dies.

To the league, piece by piece behind the live states, on the uplink's thread; or as a file for a
stick (sticks.py). The copy is sealed (copybox.py). A league that answers that the game went on at
another table ends it here: signed, so that nobody else can.
"""

from __future__ import annotations

import json
import logging
import time
from base64 import b64encode
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from firmware_py.timesource import Wall
from kiosk import copybox, outbox
from kiosk.carrier import Answer
from kiosk.copybox import Part, Tables
from kiosk.dicebox import kept_seed
from kiosk.disk import write_whole
from kiosk.errors import UserError
from kiosk.home import Home
from kiosk.inbox import Item, WentOn
from kiosk.seal import TableKey, league_key, table_key
from rules.errors import RecordError
from rules.record import read
from rules.takeover import Takeover, parse_takeover, takeover_fields, takeovers

log = logging.getLogger(__name__)

AGAIN_S: Final = 10.0
"""So often the league is asked whether the game is still this table's, without a new line."""
MOST_PIECES: Final = 20
FORMAT: Final = "tableside open copy 1"
PREFIX: Final = "tableside-open-"
SUFFIX: Final = ".copy"

Post = Callable[[Mapping[str, Any]], Answer]


class Reach(NamedTuple):
    """How far the league's copy goes, and for which list of tables it is sealed."""

    lines: int
    head: str
    wraps: str


class Copier:
    """Hands the open game to the league. Belongs to the uplink's thread."""

    def __init__(
        self,
        home: Home,
        report: Callable[[Item], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._home = home
        self._report = report
        self._clock = clock
        self._game = ""
        self._taken: Takeover | None = None
        self._reach: Reach | None = None
        self._size = -1
        self._asked_s = 0.0

    def round(self, post: Post, live: Mapping[str, Any] | None) -> None:
        """What is new of the open game, if anything; OSError where nobody answers."""
        game = None if live is None else live.get("game")
        league = league_key(self._home.keys)
        if not isinstance(game, str) or not league or self._home.taken(game).exists():
            return
        path = self._home.record(game)
        if outbox.is_sealed(path):
            return
        data = path.read_bytes()
        if game != self._game:
            self._begin(game, data)
        now_s = self._clock()
        if len(data) == self._size and now_s < self._asked_s + AGAIN_S:
            return
        self._asked_s = now_s
        if self._hand_over(post, league, data):
            self._size = len(data)

    def _begin(self, game: str, data: bytes) -> None:
        self._game, self._reach, self._size = game, None, -1
        self._taken = last_takeover(data)

    def _hand_over(self, post: Post, league: str, data: bytes) -> bool:
        """Ask how far the copy goes, then send what is behind it; True: nothing is left to send."""
        key = table_key(self._home.keys)
        asked = self._reach is None or copybox.part(data, self._reach.lines) is None
        if asked and not self._say(post, league, {"first": 0, "lines": 0}):
            return False
        for _ in range(MOST_PIECES):
            tables, reach = copybox.tables_of(self._home.keys, league), self._reach
            if reach is None or tables is None or list(tables.keys.values()) in ([], [key.public]):
                return False  # nobody could open it
            anew = copybox.head_at(data, reach.lines) != reach.head
            found = copybox.part(data, 0 if anew else reach.lines)
            wrapped = self._wrapped(tables, key, reach)
            if found is None and not wrapped:
                return True
            fields = {"anew": anew, **wrapped, **({} if found is None else self._piece(found, key))}
            if not self._say(post, league, fields):
                return False
        return False

    def _piece(self, found: Part, key: TableKey) -> dict[str, Any]:
        data = copybox.sealed(copybox.copy_key(key, self._game), found.data)
        return {"first": found.first, "lines": found.lines, "head": found.head,
                "data": b64encode(data).decode()}  # fmt: skip

    def _wrapped(self, tables: Tables, key: TableKey, reach: Reach) -> dict[str, Any]:
        if reach.wraps == tables.mark:
            return {}
        dice = kept_seed(self._home.keys, self._game)
        found = copybox.wraps(tables, key.public, copybox.copy_key(key, self._game), dice)
        return {"wraps": found, "wraps_mark": tables.mark}

    def _say(self, post: Post, league: str, fields: Mapping[str, Any]) -> bool:
        """One request; False: this league takes no copies, or the game is not ours any more."""
        tables = copybox.tables_of(self._home.keys, league)
        number = 0 if self._taken is None else self._taken.number
        body = {
            "game": self._game,
            "number": number,
            "known": "" if tables is None else tables.mark,
        }
        if self._taken is not None:
            body["taken"] = takeover_fields(self._taken)
        answer = post({**body, **fields})
        found = _object(answer.body)
        if answer.status != 200 or not isinstance(found.get("lines"), int):
            self._reach = None
            return False
        if "taken" in found:
            self._reach = None
            self._went_on(league, found["taken"])
            return False
        self._reach = Reach(found["lines"], str(found.get("head")), str(found.get("wraps")))
        if copybox.checked_list(found.get("tables"), league) is not None:
            copybox.keep_list(self._home.keys, found["tables"])
        return True

    def _went_on(self, league: str, fields: object) -> None:
        """The game is another table's, if this league says so."""
        try:
            found = parse_takeover(fields)
        except RecordError as error:
            log.error("takeover: %s", error)
            return
        mine = 0 if self._taken is None else self._taken.number
        if found.game != self._game or found.number < mine or not copybox.is_given(league, found):
            log.error("takeover of %s: this table's league did not sign that", self._game)
            return
        keep_taken(self._home, found)
        log.error("game %s went on at table %s: %s", found.game, found.taker, found.reason)
        self._report(WentOn(found.game, found.taker, found.reason))


def copy_of(folder: Path, game: str) -> Path:
    """Where a folder has the copy of this game."""
    return folder / f"{PREFIX}{game}{SUFFIX}"


def write_copy(home: Home, path: Path, folder: Path, wall: Wall) -> Path | None:
    """Write the copy of the open record `path` into a folder, in place of the one before; the file.
    None where no other table is known that could open it. OSError if the stick does not let it.
    `wall`: the time of day, which says how old the copy is.
    """
    league, key = league_key(home.keys), table_key(home.keys)
    copybox.take_list(home.keys, folder, league)
    tables = copybox.tables_of(home.keys, league)
    if tables is None or list(tables.keys.values()) in ([], [key.public]):
        return None
    data, game = path.read_bytes(), path.stem
    data = data[: data.rfind(b"\n") + 1]
    lines, secret = data.count(b"\n"), copybox.copy_key(key, game)
    last = last_takeover(data)
    own = next((table for table, known in tables.keys.items() if known == key.public), "")
    fields = {
        "format": FORMAT, "game": game, "table": own, "number": 0 if last is None else last.number,
        "lines": lines, "head": copybox.head_at(data, lines),
        "at_ms": wall.ms if wall.synced else None, "tables": copybox.told_list(home.keys),
        "wraps": copybox.wraps(tables, key.public, secret, kept_seed(home.keys, game)),
        "data": b64encode(copybox.sealed(secret, data)).decode(),
    }  # fmt: skip
    target = copy_of(folder, game)
    write_whole(target, json.dumps(fields).encode() + b"\n")
    return target


def read_copy(path: Path) -> dict[str, Any]:
    """A copy as it lies there, sealed; UserError says why it is none."""
    try:
        found = json.loads(path.read_bytes())
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path}: no copy of an open game: {error}") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise UserError(
            f"{path}: no copy of an open game; allowed: what a table wrote as {FORMAT!r}"
        )
    return found


def last_takeover(data: bytes) -> Takeover | None:
    """By which a record's table has the game; None where it was opened there, or cannot be read."""
    if b'"taken_over"' not in data:
        return None
    try:
        found = takeovers(read(data))
    except RecordError as error:
        log.error("takeover: %s", error)
        return None
    return found[-1] if found else None


def keep_taken(home: Home, found: Takeover) -> None:
    """The game is over here: durable, so that a restart does not go on with it."""
    fields = takeover_fields(found)
    write_whole(home.taken(found.game), json.dumps(fields, ensure_ascii=False).encode() + b"\n")


def _object(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
