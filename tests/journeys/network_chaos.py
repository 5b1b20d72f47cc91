"""Results over a network that is no good: `python -m tests.journeys.network_chaos`.

It cuts, delays, repeats and lies. The tables' programs, the network and `league serve` are
processes of their own; while results go over, tables, league (by SIGKILL) and the whole network are
taken away in turn. In the end every result is at the league once, with the bytes that its table
sealed (pitfalls S1, S16).
"""

from __future__ import annotations

import argparse
import random
import socket
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from kiosk.home import Home
from tests.serial_line import chaos
from tests.serial_line.chaos import Chaos, Program

SETTINGS = '[sound]\nmode = "piezo"\n[league]\nurl = "http://127.0.0.1:{port}"\n'
TABLE = ["-m", "kiosk", "run", "--pins", "simulated", "--screen", "offscreen"]


def run(
    folder: Path,
    results: int,
    seed: int,
    kills: int,
    tell: Callable[[str], None],
    tables: int = 10,
    patience_s: float = chaos.PATIENCE_S,
) -> Chaos:
    """Deliver everything; returns what was wrong with it."""
    found = Chaos(results)
    names = [f"T{number}" for number in range(3, 3 + tables)]
    league = folder / "league"
    members = chaos.prepare_league(league, names)
    port = free_port()
    words = ["-m", "league", "serve", "--host", "127.0.0.1", "--port", str(port), "--no-mdns"]
    programs = [Program("league", words, league)]
    path = [sys.executable, str(Path(__file__).with_name("badpath.py")), str(port), str(seed)]
    with chaos.noise_of(path) as (network, at):
        for place, name in enumerate(names):
            home = Home(folder / name)
            numbers = range(place, results, tables)
            chaos.prepare_table(home, members[name], folder / "no-port", numbers)
            home.settings.write_text(SETTINGS.format(port=at))
            programs.append(Program(name, TABLE, home.root))
        dice = random.Random(seed)
        chaos.carry(found, folder, programs, network, dice, kills, tell, patience_s)
    found.wrong += chaos.compared(folder, league, "http")
    return found


def free_port() -> int:
    """A port that the league can have again after each kill."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port: int = taken.getsockname()[1]
        return port


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    return chaos.command(run, parser)


if __name__ == "__main__":
    sys.exit(main())
