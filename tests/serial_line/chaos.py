"""Results through a line that damages, with both ends killed: `python -m tests.serial_line.chaos`.

Three processes: `kiosk run` with sealed records in its outbox, the noise, `league gateway`; on a
bus several tables. While results go over, the tables, the gateway (both by SIGKILL) and the plug
are taken away in turn. In the end every result is at the league once, with the bytes that its table
sealed.
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
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from nacl.signing import SigningKey

from bench.unseen import UNSEEN
from kiosk.home import Home
from kiosk.seal import Membership, keep_membership
from tests.league import games
from tests.league.games import Played
from tests.programs import Popen

ROOT = Path(__file__).parent.parent.parent
BAUD = "921600"  # the line is faster; this is what the ends reckon with
PATIENCE_S = 90.0
MOST_SAID = 20
NAMES = ("Anna", "Bence", "Csilla", "Dénes")
GAMES_EACH = 10
LOOKING = 20
"""One part of the time in so many may go into counting receipts: the table needs the processor."""
MIB = 1 << 20


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

    def __init__(self, name: str, words: list[str], home: Path) -> None:
        self.name, self.words = name, words
        self.environ = os.environ | UNSEEN | {"TABLESIDE_HOME": str(home)}
        self.log = home / "log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = Popen(
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

    def size(self) -> str:
        """What it holds in memory, and how much it has said by now."""
        assert self.process is not None
        try:
            pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        except FileNotFoundError:
            return f"{self.name} ended"
        memory = pages * os.sysconf("SC_PAGE_SIZE") // MIB
        return f"{self.name} {memory} MiB, log {self.log.stat().st_size / MIB:.1f} MiB"

    def last_words(self) -> str:
        """The end of its log."""
        said = self.log.read_text(errors="replace").splitlines()
        return "\n".join([f"{self.name}:", *(f"  {line}" for line in said[-5:])])


def prepare_league(folder: Path, tables: list[str]) -> dict[str, Membership]:
    """A league that knows the tables."""
    from league import enrolment, seasons
    from league.db import open_database
    from league.settings import load_settings

    folder.mkdir()
    url = f"sqlite:///{folder / 'league.sqlite'}"
    database = open_database(url)
    members: dict[str, Membership] = {}
    with database.write() as connection:
        seasons.create(connection, load_settings(url), "S1", "hun-2009", None, "test")
        for name in tables:
            code = enrolment.new_code(connection, name, "test")
            done = enrolment.redeem(connection, code, games.public(key_of(name)))
            assert isinstance(done, enrolment.Enrolled)
            enrolment.approve(connection, name, "test")
            members[name] = Membership("serial:", name, done.token, done.league)
    database.close()
    return members


def prepare_table(home: Home, member: Membership, port: Path, numbers: range) -> None:
    """A table whose outbox holds these results."""
    home.prepare()
    key = key_of(member.table)
    (home.keys / "table.key").write_text(bytes(key).hex())
    keep_membership(home.keys, member)
    home.settings.write_text(
        f'[sound]\nmode = "piezo"\n[league]\nurl = "serial:{port}"\nbaud = {BAUD}\n'
    )
    for number in numbers:
        game, rolls = f"G{number:05}", 1 + number % 7
        played = Played(game=game, table=member.table, players=players_of(number), rolls=rolls)
        home.record(played.game).write_bytes(games.record(played, key))


def players_of(number: int) -> list[tuple[str, str]]:
    """Whoever plays this game; nobody plays more than a season's few games."""
    first = number // GAMES_EACH * len(NAMES)
    return [(f"P{first + place:05}", name) for place, name in enumerate(NAMES)]


def key_of(table: str) -> SigningKey:
    return SigningKey(sha256(table.encode()).digest())


def run(
    folder: Path,
    results: int,
    seed: int,
    kills: int,
    tell: Callable[[str], None],
    tables: int = 1,
    patience_s: float = PATIENCE_S,
) -> Chaos:
    """Deliver everything; returns what was wrong with it."""
    found = Chaos(results)
    names = [f"T{number}" for number in range(3, 3 + tables)]
    league = folder / "league"
    members = prepare_league(league, names)
    ports = {name: folder / f"tty{name}" for name in names}
    programs: list[Program] = []
    tell(f"{results} games are played and sealed: about {results // 200} s")
    for place, name in enumerate(names):
        home = Home(folder / name)
        prepare_table(home, members[name], ports[name], range(place, results, tables))
        words = ["-m", "kiosk", "run", "--pins", "simulated", "--screen", "offscreen"]
        programs.append(Program(name, words, home.root))
    port = folder / "ttyLeague"
    words = ["-m", "league", "gateway", "--serial", str(port), "--baud", BAUD, "--wait"]
    programs.append(Program("gateway", [*words, *(["--bus"] if tables > 1 else [])], league))
    script = Path(__file__).with_name("noise.py")
    command = [sys.executable, str(script), str(port), *map(str, ports.values()), f"--seed={seed}"]
    with noise_of(command) as (noise, _):
        carry(found, folder, programs, noise, random.Random(seed), kills, tell, patience_s)
    found.wrong += compared(folder, league, "serial")
    return found


@contextmanager
def noise_of(command: list[str]) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process between the ends and the first line it says; at SIGTERM it tells what it did."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as noise:
        try:
            assert noise.stdout is not None
            said = noise.stdout.readline().strip()
            assert said, "the noise did not start"
            yield noise, said
        finally:
            noise.kill()


def carry(
    found: Chaos,
    folder: Path,
    programs: list[Program],
    noise: subprocess.Popen[str],
    dice: random.Random,
    kills: int,
    tell: Callable[[str], None],
    patience_s: float,
) -> None:
    """Start the ends, deliver everything, and ask the noise what it did."""
    began = time.monotonic()
    with ExitStack() as stack:
        for program in programs:
            program.start()
            stack.callback(program.kill)
        _deliver(found, folder, programs, noise, dice, kills, tell, patience_s)
        if found.wrong:
            tell("\n".join(program.last_words() for program in programs))
        assert noise.stdout is not None
        noise.send_signal(signal.SIGTERM)
        found.noise = json.loads(noise.stdout.read())
        noise.wait()
    found.seconds = time.monotonic() - began


def _deliver(
    found: Chaos,
    folder: Path,
    programs: list[Program],
    noise: subprocess.Popen[str],
    dice: random.Random,
    kills: int,
    tell: Callable[[str], None],
    patience_s: float,
) -> None:
    """Wait for the last receipt; after every so many of them something is taken away."""
    each = max(1, found.results // (kills + 1))
    have, began = 0, time.monotonic()
    moved = began
    while have < found.results:
        looked = time.monotonic()
        now_have = _delivered(folder)
        looking_s = time.monotonic() - looked
        if now_have > have:
            have, moved = now_have, time.monotonic()
        if time.monotonic() - moved > patience_s:
            found.wrong.append(f"nothing moves: {have} of {found.results} delivered")
            return
        if found.kills < kills and have >= each * (found.kills + 1):
            victims = dice.choice([*([program] for program in programs), programs, []])
            sizes = "; ".join(program.size() for program in programs)
            who = ", ".join(victim.name for victim in victims) or "the plug"
            tell(f"{time.monotonic() - began:.0f} s: {have} delivered ({sizes}); away: {who}")
            found.kills += 1
            if not victims:
                noise.send_signal(signal.SIGUSR1)
            for victim in victims:
                victim.again()
        time.sleep(max(0.05, LOOKING * looking_s))  # receipts are files: nobody tells of them


def _delivered(folder: Path) -> int:
    return sum(path.suffix == ".receipt" for path in folder.glob("T*/games/*"))


def compared(folder: Path, league: Path, by: str) -> list[str]:
    """What is not so: each record of a table once at the league, by road `by`, bytes as sealed."""
    with closing(sqlite3.connect(league / "league.sqlite")) as connection:
        rows = connection.execute("SELECT game, raw, road, verdict FROM game_record").fetchall()
        aside = connection.execute("SELECT count(*) FROM record_aside").fetchone()[0]
        stored = connection.execute(
            "SELECT count(*) FROM audit WHERE what = 'record.store'"
        ).fetchone()[0]
    wrong = [] if not aside else [f"{aside} records were set aside"]
    if stored != len(rows):
        wrong.append(f"{stored} times stored, {len(rows)} records")
    records = {path.stem: path.read_bytes() for path in folder.glob("T*/games/*.jsonl")}
    at_league: dict[str, Any] = {game: raw for game, raw, _, _ in rows}
    wrong += [f"{game}: missing" for game in sorted(records.keys() - at_league.keys())]
    wrong += [f"{game}: invented" for game in sorted(at_league.keys() - records.keys())]
    wrong += [f"{game}: other bytes" for game, raw in at_league.items() if records.get(game) != raw]
    wrong += [
        f"{game}: {road}, {verdict}"
        for game, _, road, verdict in rows
        if (road, verdict) != (by, "confirmed")
    ]
    return wrong


def command(run: Callable[..., Chaos], parser: argparse.ArgumentParser) -> int:
    """`run` with what was asked for on the command line; 1 when something is wrong."""
    parser.add_argument("--results", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="a new one, to be looked at afterwards")
    parser.add_argument(
        "--patience",
        dest="patience_s",
        type=float,
        default=PATIENCE_S,
        help="so long nothing may move; on a busy machine",
    )
    args = vars(parser.parse_args())
    folder = args.pop("folder")
    with ExitStack() as stack:
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chaos-")))
        folder.mkdir(parents=True, exist_ok=True)
        found = run(folder, tell=_say, **args)
    found.wrong[MOST_SAID:] = [f"and {len(found.wrong)} in all"] * (len(found.wrong) > MOST_SAID)
    print(found)
    print("WRONG" if found.wrong else f"as it should be: {found.results} results, each once")
    return 1 if found.wrong else 0


def _say(text: str) -> None:
    print(text, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1, help="more than one: on a bus")
    return command(run, parser)


if __name__ == "__main__":
    sys.exit(main())
