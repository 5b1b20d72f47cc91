"""A league for the bench: its database, filled as games would fill it, its server, one table."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, insert, select

from bench import game, sealed
from bench.process import CHECKOUT, TICKS_PER_S
from kiosk.seal import TableKey
from league.db import Database, open_database
from league.judging import CONFIRMED
from league.ownrows import keep
from league.seasons import Season, create, find
from league.settings import load_settings
from league.tables import game_record, seat_result

KEY: Final = TableKey(sha256(b"the table of the bench").digest())
SEASON: Final = "BENCH"
SEATS: Final = 4
GAMES_EACH: Final = 4
_STEP: Final = 2000


def prepared(url: str) -> str:
    """A league with one season and one table; the table's token."""
    from league import enrolment

    database = open_database(url)
    with database.write() as connection:
        create(connection, load_settings(url), SEASON, game.EDITION, None, "bench")
        code = enrolment.new_code(connection, "T1", "bench")
        token = enrolment.redeem(connection, code, KEY.public)
        enrolment.approve(connection, "T1", "bench")
    database.close()
    if not hasattr(token, "token"):
        raise RuntimeError(f"the bench's table was refused: {token}")
    return str(token.token)


def filled(database: Database, name: str, results: int, first: int = 0) -> Season:
    """A season with so many results, in games of four, each player in ten of them; on PostgreSQL
    by COPY. They are as `ingest.store` leaves them, but for the record's bytes: figures by dice.
    """
    settings = load_settings(database.engine.url.render_as_string(hide_password=False))
    dice, players = random.Random(name), max(SEATS, results // 10)
    with database.write() as connection:
        create(connection, settings, name, game.EDITION, None, "bench")
        season = find(connection, settings, name)
        for at in range(0, results // SEATS, _STEP):
            numbers = range(first + at, first + min(at + _STEP, results // SEATS))
            if database.path is None:
                _copied(connection, season, numbers, dice, players)
            else:
                add(connection, season, numbers, dice, players)
        keep(connection, season)
    return season


def add(
    connection: Connection, season: Season, numbers: range, dice: random.Random, players: int
) -> list[str]:
    """Games as `filled` makes them; their players."""
    games, seats = _made(season, numbers, dice, players)
    connection.execute(insert(game_record), games)
    connection.execute(insert(seat_result), seats)
    return [seat["player"] for seat in seats]


def _copied(
    connection: Connection, season: Season, numbers: range, dice: random.Random, players: int
) -> None:
    driver: Any = connection.connection.driver_connection
    made = _made(season, numbers, dice, players)
    for table, rows in zip((game_record, seat_result), made, strict=True):
        columns = ", ".join(rows[0])
        with (
            driver.cursor() as cursor,
            cursor.copy(f"COPY {table.name} ({columns}) FROM STDIN") as copy,
        ):
            for row in rows:
                copy.write_row(tuple(row.values()))


def _made(
    season: Season, numbers: range, dice: random.Random, players: int
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    games, seats = [], []
    for number in numbers:
        name = f"{season.id}-{number}"
        fields = {"season": season.id, "round": "Q1", "table_id": "T1", "edition": game.EDITION,
                  "fingerprint": season.edition.fingerprint, "is_final": 0, "head": "h",
                  "key_hex": "k", "raw": b"", "summary": "{}", "verdict": "confirmed",
                  "reasons": "[]", "road": "http", "received_ms": number}  # fmt: skip
        games.append({"sha256": name, "game": name, **fields})
        sat = dice.sample(range(players), SEATS)
        for seat, player in enumerate(sat, 1):
            cash = dice.randrange(5000)
            facts = {"cash": cash, "unmortgaged": dice.randrange(2000), "mortgaged": 0,
                     "buildings": 0, "bankrupt": False}  # fmt: skip
            kept = {"name": f"Player {player}", "facts": facts, "excluded": False}
            row = {"sha256": name, "season": season.id, "seat": seat, "player": f"P{player}"}
            seats.append(row | {"facts": json.dumps(kept)})
    return games, seats


def records(count: int, actions: int) -> list[bytes]:
    """Games of one season, each player in four of them."""
    found, players = [], max(game.SEATS, count * game.SEATS // GAMES_EACH)
    for number in range(count):
        sat = [(number * game.SEATS + seat) % players for seat in range(game.SEATS)]
        seats = [
            {"seat": seat, "player": f"P{player}", "name": f"Player {player}"}
            for seat, player in enumerate(sat, 1)
        ]
        found.append(sealed.record(f"G{number}", actions, KEY, seats=seats))
    return found


def require_confirmed(url: str, count: int) -> None:
    """RuntimeError unless the season has so many games, and all of them count."""
    opened = open_database(url)
    with opened.read() as connection:
        asked = select(game_record.c.verdict).where(game_record.c.season == SEASON)
        found = Counter(connection.execute(asked).scalars())
    opened.close()
    if found != {CONFIRMED: count}:
        raise RuntimeError(f"{count} games were sent, the database has {dict(found)}")


class Serving(NamedTuple):
    """A server that answers."""

    url: str
    pid: int

    def cpu_s(self) -> float:
        """Seconds of one core that its processes have used so far."""
        return sum(sum(map(int, _stat(pid)[11:13])) for pid in self._all()) / TICKS_PER_S

    def memory_mib(self) -> float:
        """What its processes hold alone, or their share of what they hold together (PSS)."""
        lines = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in self._all()]
        found = re.findall(r"^Pss: +(\d+) kB", "\n".join(lines), re.MULTILINE)
        return sum(map(int, found)) / 1024

    def _all(self) -> list[int]:
        found, waiting = [], [self.pid]
        while waiting:
            pid = waiting.pop()
            found.append(pid)
            for children in Path(f"/proc/{pid}/task").glob("*/children"):
                waiting += map(int, children.read_text().split())
        return found


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


@contextmanager
def serving(home: Path, url: str, *options: str) -> Iterator[Serving]:
    """`league serve` on this database."""
    command = [sys.executable, "-m", "league", "serve", "--port", "0", "--no-mdns", *options]
    environ = {**os.environ, "TABLESIDE_HOME": str(home), "TABLESIDE_DB": url}
    with subprocess.Popen(
        command, cwd=CHECKOUT, env=environ, stdout=subprocess.PIPE, text=True
    ) as running:
        try:
            line = running.stdout.readline() if running.stdout else ""
            if not line.startswith("listening on "):
                raise RuntimeError("the league's server does not start")
            yield Serving(line.split()[-1], running.pid)
        finally:
            running.terminate()
