"""Delivered records: the league is asked whether it still has them, and after thirty days they go.

A league that was put back from an old copy so gets again what it lost. It is asked about all that
it has confirmed itself, a page a round, so that no result waits behind them: what another league
has is none of its business. A record is removed with its receipt
only if the league has just said that it has it, the receipt is the league's for exactly these
bytes, thirty days have passed by a wall clock that is set and did not jump, and its game is not the
one on the table. That there was such a game stays noted: its name is good once.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from firmware_py.timesource import TimeSource, Wall
from kiosk import outbox
from kiosk.disk import Disk, sync_folder, write_whole
from kiosk.home import Home
from kiosk.seal import is_receipt, league_key

log = logging.getLogger(__name__)

EVERY_NS: Final = 600 * 1_000_000_000
"""So often everything is asked about."""
PAGE: Final = 200
"""Records in one question; they travel as the first digits of their hashes."""
MARK: Final = 16
KEPT_MS: Final = 30 * 24 * 3600 * 1000
STEADY_MS: Final = 60_000
"""A wall clock that moved otherwise than the machine's own clock by more than this has jumped."""
SINCE: Final = "since_ms"
"""In a receipt: when the table first saw it by a clock that can be believed. The league's signature
does not cover it."""

Ask = Callable[[Sequence[str]], frozenset[str] | None]
"""Which of these marks the league lacks; None where nobody there knows the question. Raises OSError
where nobody answers now."""


class Seen(NamedTuple):
    """The two clocks at one look."""

    wall: Wall
    boot_ns: int


class Keeper:
    """Belongs to the uplink's thread."""

    def __init__(self, home: Home, time: TimeSource) -> None:
        self._home = home
        self._time = time
        self._pages: list[list[tuple[str, str]]] = []
        self._begun_ns: int | None = None
        self._seen: Seen | None = None
        self._wall_ms: int | None = None
        self._odd: set[str] = set()

    def round(self, ask: Ask, live: Mapping[str, Any] | None) -> None:
        """One page, if it is time. `live`: the table's state; nothing goes before it is known."""
        if not self._pages and not self._begin():
            return
        page = self._pages[0]
        try:
            missing = ask([sha256[:MARK] for sha256, _ in page])
        except OSError as error:
            log.info("keeping: %s", error)
            return
        del self._pages[0]
        if missing is None:
            return
        league = league_key(self._home.keys)
        for sha256, game in page:
            if sha256[:MARK] in missing:
                log.warning("the league does not have %s any more; it is sent again", game)
                outbox.ask_again(self._home, game)
            elif live is not None and live.get("game") != game:
                self._age(game, league)

    def _begin(self) -> bool:
        """Begin with the pages of everything, when it is time; whether there is a page to ask."""
        now_ns = self._time.boot_ns()
        if self._begun_ns is not None and now_ns < self._begun_ns + EVERY_NS:
            return False
        self._begun_ns = now_ns
        self._wall_ms = self._steady_ms()
        league = league_key(self._home.keys)
        games = list(outbox.delivered(self._home, league).items())
        self._pages = [games[first : first + PAGE] for first in range(0, len(games), PAGE)]
        return bool(games)

    def _steady_ms(self) -> int | None:
        """The wall clock, if it was set at this look and at the last, and did not jump between."""
        seen, before = Seen(self._time.wall(), self._time.boot_ns()), self._seen
        self._seen = seen
        if before is None or not (seen.wall.synced and before.wall.synced):
            return None
        moved_ms = seen.wall.ms - before.wall.ms
        passed_ms = (seen.boot_ns - before.boot_ns) // 1_000_000
        return seen.wall.ms if abs(moved_ms - passed_ms) <= STEADY_MS else None

    def _age(self, game: str, league: str) -> None:
        """Note when a receipt came; remove it with its record when it is old enough."""
        if self._wall_ms is None or game in self._odd:
            return
        try:
            receipt = json.loads(self._home.receipt(game).read_bytes())
            since_ms = receipt.get(SINCE)
            if type(since_ms) is not int:
                outbox.keep_receipt(self._home, game, {**receipt, SINCE: self._wall_ms})
            elif self._wall_ms - since_ms >= KEPT_MS and not let_go(self._home, game, league):
                self._odd.add(game)
                log.error("%s: its receipt is not this league's for these bytes; it stays", game)
        except (OSError, ValueError) as error:  # full, gone, damaged: it stays
            log.warning("%s: stays: %s", game, error)


def let_go(home: Home, game: str, league: str) -> bool:
    """Remove a record with its receipt; False, and nothing is touched, if the receipt is not the
    league's (its key in hex) for exactly these bytes. OSError if the disk does not let it.
    """
    path, receipt = home.record(game), home.receipt(game)
    if path.exists() or not home.removed(game).exists():  # else the power went before the receipt
        fields = json.loads(receipt.read_bytes())
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        told = (fields.get("game"), fields.get("sha256"))
        if told != (game, sha256) or not is_receipt(league, fields):
            return False
        note = {"game": game, "sha256": sha256}
        write_whole(home.removed(game), json.dumps(note, ensure_ascii=False).encode() + b"\n")
        path.unlink()
        log.info("%s: delivered thirty days ago and at the league; its record is removed", game)
    receipt.unlink(missing_ok=True)
    sync_folder(home.games, Disk())
    return True
