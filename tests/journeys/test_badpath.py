"""Results over a network that cuts, delays, repeats and lies: each at the league once."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from kiosk.home import Home
from tests.league.conftest import serving
from tests.serial_line.chaos import Program, prepare_league, prepare_table

RESULTS = 80
KILLS = 3
PATIENCE_S = 150.0
SETTINGS = '[sound]\nmode = "piezo"\n[league]\nurl = "http://127.0.0.1:{port}"\n'
TABLE = ["-m", "kiosk", "run", "--pins", "simulated", "--screen", "offscreen"]


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_every_result_arrives_once_whatever_the_network_does(tmp_path: Path) -> None:
    """S1, S16: and the table is killed on the way. The league holds the sealed bytes."""
    member = prepare_league(tmp_path / "league", ["T3"])["T3"]
    home = Home(tmp_path / "T3")
    prepare_table(home, member, tmp_path / "no-port", range(RESULTS))
    with ExitStack() as stack:
        server = stack.enter_context(serving(tmp_path / "league"))
        script = Path(__file__).with_name("badpath.py")
        command = [sys.executable, str(script), str(server.port), "5"]
        path = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        stack.callback(path.kill)
        assert path.stdout is not None
        home.settings.write_text(SETTINGS.format(port=int(path.stdout.readline())))
        table = Program("T3", TABLE, home.root)
        table.start()
        stack.callback(table.kill)
        deliver(home, table)
        path.send_signal(signal.SIGTERM)
        did = json.loads(path.stdout.read())
        path.wait()
    assert len(did) > 8, f"the network was too good: {did}"
    records = {path.stem: path.read_bytes() for path in home.games.glob("*.jsonl")}
    with closing(sqlite3.connect(tmp_path / "league" / "league.sqlite")) as connection:
        rows = connection.execute("SELECT game, raw FROM game_record").fetchall()
        (aside,) = connection.execute("SELECT count(*) FROM record_aside").fetchone()
    assert (len(rows), aside) == (RESULTS, 0)
    assert dict(rows) == records


def deliver(home: Home, table: Program) -> None:
    """Until the last receipt; the table's power is cut now and then."""
    kills, end = 0, time.monotonic() + PATIENCE_S * 2
    while (have := len(list(home.games.glob("*.receipt")))) < RESULTS:
        assert time.monotonic() < end, f"{have} of {RESULTS} delivered"
        if kills < KILLS and have >= RESULTS * (kills + 1) // (KILLS + 1):
            kills += 1
            table.again()
        time.sleep(0.05)  # the receipts are files: nobody tells of them
