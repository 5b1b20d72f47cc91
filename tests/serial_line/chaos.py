"""Results through a line that damages, with both ends killed: `python -m tests.serial_line.chaos`.

Three processes: `kiosk run` with sealed records in its outbox, the noise, `league gateway`. While
results go over, the table, the gateway (both by SIGKILL) and the plug are taken away in turn. In
the end every result is at the league once, with the bytes that the table sealed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.unseen import UNSEEN
from tests.league import games
from tests.league.games import Played

ROOT = Path(__file__).parent.parent.parent
BAUD = "921600"  # the line is faster; this is what the ends reckon with
PATIENCE_S = 60.0


@dataclass
class Chaos:
    """What happened; `wrong` is empty when everything is as it should be."""

    results: int
    seconds: float = 0.0
    kills: int = 0
    noise: Mapping[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


class Program:
    """A process that is started again after it was killed."""

    def __init__(self, words: list[str], home: Path, ready: str) -> None:
        self.words, self.ready = words, ready
        self.environ = os.environ | UNSEEN | {"TABLESIDE_HOME": str(home)}
        self.log = home / "log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.words],
                cwd=ROOT,
                env=self.environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def again(self) -> None:
        self.kill()
        self.start()


def prepare(folder: Path, results: int) -> tuple[Path, Path]:
    """A table whose outbox holds so many results, and a league that knows the table."""
    from kiosk.home import Home
    from kiosk.seal import Membership, keep_membership
    from league import enrolment, seasons
    from league.db import open_database
    from league.settings import load_settings

    table, league = folder / "table", folder / "league"
    home = Home(table)
    home.prepare()
    league.mkdir()
    (home.keys / "table.key").write_text(bytes(games.KEY).hex())
    url = f"sqlite:///{league / 'league.sqlite'}"
    database = open_database(url)
    with database.write() as connection:
        seasons.create(connection, load_settings(url), "S1", "hun-2009", None, "test")
        code = enrolment.new_code(connection, "T3", "test")
        token = enrolment.redeem(connection, code, games.public()).token
        enrolment.approve(connection, "T3", "test")
    database.close()
    keep_membership(home.keys, Membership("serial:", "T3", token))
    for number in range(results):
        game = f"G{number:05}"
        home.record(game).write_bytes(games.record(Played(game=game, rolls=1 + number % 7)))
    return table, league


def run(folder: Path, results: int, seed: int, kills: int, tell: Callable[[str], None]) -> Chaos:
    """Deliver everything; returns what was wrong with it."""
    found = Chaos(results)
    table_home, league_home = prepare(folder, results)
    left, right = folder / "ttyTable", folder / "ttyLeague"
    began = time.monotonic()
    with ExitStack() as stack:
        noise = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("noise.py"), left, right, f"--seed={seed}"],
            stdout=subprocess.PIPE,
            text=True,
        )
        stack.callback(noise.kill)
        assert noise.stdout is not None
        assert noise.stdout.readline() == "ready\n"
        settings = f'[sound]\nmode = "piezo"\n[league]\nurl = "serial:{left}"\nbaud = {BAUD}\n'
        (table_home / "tableside.toml").write_text(settings)
        run_table = ["-m", "kiosk", "run", "--pins", "simulated", "--screen", "offscreen"]
        run_gateway = ["-m", "league", "gateway", "--serial", str(right), "--baud", BAUD, "--wait"]
        table = Program(run_table, table_home, "")
        gateway = Program(run_gateway, league_home, "")
        for program in (table, gateway):
            program.start()
            stack.callback(program.kill)
        _deliver(found, table_home, (table, gateway), noise, random.Random(seed), kills, tell)
        noise.send_signal(signal.SIGTERM)
        found.noise = json.loads(noise.stdout.read())
        noise.wait()
    found.seconds = time.monotonic() - began
    found.wrong += _compared(table_home, league_home)
    return found


def _deliver(
    found: Chaos,
    home: Path,
    programs: tuple[Program, Program],
    noise: subprocess.Popen[str],
    dice: random.Random,
    kills: int,
    tell: Callable[[str], None],
) -> None:
    """Wait for the last receipt; after every so many of them something is taken away."""
    each = max(1, found.results // (kills + 1))
    have, moved = 0, time.monotonic()
    while have < found.results:
        now_have = len(list((home / "games").glob("*.receipt")))
        if now_have > have:
            have, moved = now_have, time.monotonic()
        if time.monotonic() - moved > PATIENCE_S:
            found.wrong.append(f"nothing moves: {have} of {found.results} delivered")
            return
        if found.kills < kills and have >= each * (found.kills + 1):
            victim = dice.choice(("table", "gateway", "plug", "both"))
            tell(f"{have} delivered; {victim}")
            found.kills += 1
            if victim == "plug":
                noise.send_signal(signal.SIGUSR1)
            for program, name in zip(programs, ("table", "gateway"), strict=True):
                if victim in (name, "both"):
                    program.again()
        time.sleep(0.05)  # the receipts are files: nobody tells of them


def _compared(table: Path, league: Path) -> list[str]:
    with closing(sqlite3.connect(league / "league.sqlite")) as connection:
        rows = connection.execute("SELECT game, raw, road, verdict FROM game_record").fetchall()
        aside = connection.execute("SELECT count(*) FROM record_aside").fetchone()[0]
        stored = connection.execute(
            "SELECT count(*) FROM audit WHERE what = 'record.store'"
        ).fetchone()[0]
    wrong = [] if not aside else [f"{aside} records were set aside"]
    if stored != len(rows):
        wrong.append(f"{stored} times stored, {len(rows)} records")
    records = {path.stem: path.read_bytes() for path in (table / "games").glob("*.jsonl")}
    at_league: dict[str, Any] = {game: raw for game, raw, _, _ in rows}
    wrong += [f"{game}: missing" for game in sorted(records.keys() - at_league.keys())]
    wrong += [f"{game}: invented" for game in sorted(at_league.keys() - records.keys())]
    wrong += [f"{game}: other bytes" for game, raw in at_league.items() if records.get(game) != raw]
    wrong += [
        f"{game}: {road}, {verdict}"
        for game, _, road, verdict in rows
        if (road, verdict) != ("serial", "confirmed")
    ]
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    args = parser.parse_args()
    with ExitStack() as stack:
        folder = args.folder
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chaos-")))
        found = run(folder, args.results, args.seed, args.kills, print)
    print(found)
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
