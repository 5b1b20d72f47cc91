"""The share of a serial line of 115,200 baud that results and live states use: a table's road and
`league gateway` with its database, on a wire that is as slow as a real one.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

from bench import game, sealed, table
from bench.figure import Figure
from bench.floors import serial as floor
from bench.process import CHECKOUT
from firmware_py.link.end import Event, Up
from firmware_py.link.lines import open_line
from firmware_py.link.messages import LIVE, Request, Word, pack_json, pack_request
from firmware_py.link.tableend import TableEnd
from firmware_py.link.wire import Wire
from kiosk.outbox import Parcel
from kiosk.seal import Membership, TableKey
from kiosk.serialroad import SerialCarrier
from rules.packed import pack

BAUD: Final = 115_200
BYTES_PER_S: Final = BAUD / 10
LINES: Final = 700
SIZE: Final = 20_000
LONG_LINES: Final = 300
"""Of the game of 20 kB, which has remarks: it is for the wire, not for the league's rules."""
STATES: Final = 100
RESULT_SHARE: Final = 0.92
LIVE_SHARE: Final = 0.80
GAME_S: Final = 4.0
PATIENCE_S: Final = 20.0
QUIET_S: Final = 0.5
ASK_EVERY_S: Final = 0.002
KEY: Final = TableKey(sha256(b"the table of the bench").digest())


def run() -> Mapping[str, float]:
    """One line, one gateway: a game of 700 lines, one of 20 kB, a stream of live states."""
    with table.folder() as home, _wire(home) as (left, right):
        raw_s = floor.measure(left, right, BAUD, SIZE) / 1e9
        with _gateway(home, right):
            with _road(left) as road:
                game_s, _ = _delivered(road, sealed.record("short", LINES, KEY))
                took_s, size = _delivered(road, sealed.of_size("long", LONG_LINES, KEY, SIZE))
            live_s, live_size = _told(left)
    return {
        "game_700_s": game_s,
        "result_bytes": size,
        "result_share": size / took_s / BYTES_PER_S,
        "live_share": live_size / live_s / BYTES_PER_S,
        "floor_share": SIZE / raw_s / BYTES_PER_S,
    }


@contextmanager
def _wire(home: Path) -> Iterator[tuple[str, str]]:
    left, right = str(home / "tty-table"), str(home / "tty-league")
    command = (sys.executable, "-m", "bench.wire", str(BAUD), left, right)
    with _process(command, "ready"):
        yield left, right


@contextmanager
def _gateway(home: Path, port: str) -> Iterator[None]:
    """A league that knows the bench's table."""
    from league import enrolment, seasons
    from league.db import open_database
    from league.settings import load_settings

    url = f"sqlite:///{home / 'league.sqlite'}"
    database = open_database(url)
    with database.write() as connection:
        seasons.create(connection, load_settings(url), "BENCH", game.EDITION, None, "bench")
        code = enrolment.new_code(connection, "T1", "bench")
        enrolment.redeem(connection, code, KEY.public)
        enrolment.approve(connection, "T1", "bench")
    database.close()
    command = (sys.executable, "-m", "league", "gateway", "--db", url, "--serial", port)
    with _process(command, f"listening on {port}"):
        yield
    with closing(sqlite3.connect(home / "league.sqlite")) as connection:
        stored = connection.execute("SELECT verdict FROM game_record").fetchall()
    if stored != [("confirmed",), ("confirmed",)]:
        raise RuntimeError(f"the bench's games are not at the league: {stored}")


@contextmanager
def _process(command: tuple[str, ...], ready: str) -> Iterator[None]:
    with subprocess.Popen(
        command, cwd=CHECKOUT, env=os.environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as running:
        try:
            if running.stdout is None or running.stdout.readline().decode().strip() != ready:
                raise RuntimeError(f"{command[2]} does not start")
            yield
        finally:
            running.terminate()


@contextmanager
def _road(port: str) -> Iterator[SerialCarrier]:
    member = Membership("serial:", "T1", "")
    carrier = SerialCarrier(port, BAUD, lambda: member, lambda: KEY, lambda: None)
    carrier.start()
    try:
        while carrier.post_live({"phase": "idle"}).status != 204:
            pass
        time.sleep(QUIET_S)  # the line is quiet: what is measured begins with its first byte
        yield carrier
    finally:
        carrier.close()


def _delivered(road: SerialCarrier, data: bytes) -> tuple[float, int]:
    """Seconds from the first byte on the wire to the receipt, and the bytes that travelled."""
    digest = sha256(data).hexdigest()
    parcel = Parcel("", data, digest, None)
    began = time.perf_counter_ns()
    size = len(pack(data))
    packing = time.perf_counter_ns() - began  # the road does it again, before its first byte
    began = time.perf_counter_ns()
    answer = road.post_game(parcel)
    took = time.perf_counter_ns() - began - packing
    if answer.status != 201 or json.loads(answer.body)["sha256"] != digest:
        raise RuntimeError(f"no receipt: {answer}")
    return took / 1e9, size


def _told(port: str) -> tuple[float, int]:
    """Seconds until the gateway has confirmed a stream of live states, and their bytes."""
    dice = random.Random(2)
    said = [
        pack_request(Request(Word.LIVE, 0, pack_json(_state(number, dice))))
        for number in range(STATES)
    ]
    ups: SimpleQueue[Event] = SimpleQueue()
    idle: SimpleQueue[bool] = SimpleQueue()
    wire = Wire(TableEnd(BAUD), lambda: open_line(port, BAUD), ups.put)
    wire.start()
    try:
        while not isinstance(ups.get(timeout=PATIENCE_S), Up):
            pass
        time.sleep(QUIET_S)
        began = time.perf_counter_ns()
        for message in said:
            wire.ask(lambda end, message=message: end.send(LIVE, message))
        wire.ask(lambda end: idle.put(end.is_idle))
        while not idle.get(timeout=PATIENCE_S):
            time.sleep(ASK_EVERY_S)
            wire.ask(lambda end: idle.put(end.is_idle))
        took = time.perf_counter_ns() - began
    finally:
        wire.close()
    return took / 1e9, sum(map(len, said))


def _state(number: int, dice: random.Random) -> Mapping[str, Any]:
    seats = [
        {"seat": seat, "name": f"Player {dice.randrange(10**6)}", "mark": "waiting"}
        for seat in range(1, 7)
    ]
    return {
        "game": "Q1-T1",
        "season": "BENCH",
        "round": "Q1",
        "edition": game.EDITION,
        "phase": "play",
        "remaining_s": 5400 - number - dice.random(),
        "running": True,
        "seats": seats,
        "signs": [],
    }


FIGURE: Final = Figure(
    f"of the wire's own rate at least {RESULT_SHARE:.0%} for a result of 20 kB until its receipt,"
    f" {LIVE_SHARE:.0%} for live states; a game of {LINES} lines in under {GAME_S:.0f} s",
    run,
    lambda found: (
        found["result_share"] >= RESULT_SHARE
        and found["live_share"] >= LIVE_SHARE
        and found["game_700_s"] < GAME_S
    ),
)
