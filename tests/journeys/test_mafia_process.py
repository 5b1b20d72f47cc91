"""Mafia at `kiosk run --drive`: real games by pads, and a power cut in mid-vote and at night."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from rules.kinds import Audience
from rules.mafia.view import MafiaView, Phase
from rules.script import play
from tests import programs
from tests.journeys.conftest import RunningTable, Start, until
from tests.journeys.mafiahands import edition_of, enter, key, lines_of, next_key, script
from tests.journeys.test_mafia import outcome, replayed
from tests.journeys.test_mafia_pads import OPENING
from tests.league.conftest import serving

GAMES = ("mafia-recorded-1", "mafia-recorded-2", "mafia-recorded-3")
pytestmark = pytest.mark.in_time  # hands that do not look, 20 times as fast
FAST = 20
PLAYED_S = 150.0


def opened(home: Path, opening: dict[str, Any]) -> None:
    (home / "opening.json").write_text(json.dumps(opening), encoding="utf-8")


def view(table: RunningTable) -> MafiaView:
    """What the record says, folded again: a table's own eyes are not asked."""
    found: MafiaView = fold(table).view(Audience.OFFICIAL)
    return found


def fold(table: RunningTable) -> Any:
    data = (table.home / "games" / "G1.jsonl").read_bytes()
    return play(data[: data.rindex(b"\n") + 1], edition_of).history


def done(table: RunningTable, word: str) -> int:
    return sum(line.get("do") == word for line in table.record("G1"))


def open_windows(table: RunningTable, whom: int) -> bool:
    told = [line.get("announced") for line in table.record("G1")]
    return f"vote-open:{whom}" in told and f"vote-close:{whom}" not in told


def closed(table: RunningTable, whom: int) -> bool:
    return any(line.get("announced") == f"vote-close:{whom}" for line in table.record("G1"))


def phase(table: RunningTable, word: str) -> None:
    table.until(word, lambda status: status["phase"] == word)


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize("game", GAMES)
def test_a_real_game_is_played_through_drive_with_pads(
    start: Start, tmp_path: Path, game: str
) -> None:
    opening, actions = script(game)
    opened(tmp_path, opening)
    table = start(fast=FAST)
    table.up()
    table.send(*lines_of(opening, actions))

    def is_sealed() -> bool:
        assert table.process.poll() is None, table.errors()
        return "sealed" in table.record(opening["game"])[-1]

    until("the seal", is_sealed, PLAYED_S)
    summary = table.record(opening["game"])[-1]["sealed"]["summary"]
    assert outcome(summary) == outcome(replayed(game))
    assert summary["refused"] == []
    assert table.end() == 0


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_a_vote_goes_on_after_kill_9_with_every_fist_that_was_answered(
    start: Start, tmp_path: Path
) -> None:
    opened(tmp_path, OPENING)
    table = start(fast=FAST)
    table.up()
    enter_ = ['enter {"do": "night"}', 'enter {"do": "day"}']
    said = [
        'enter {"do": "speech", "seat": 1}', "key kp_3",
        'enter {"do": "speech", "seat": 2}', "key kp_7",
    ]  # fmt: skip
    rest = [f'enter {{"do": "speech", "seat": {seat}}}' for seat in range(3, 11)]
    table.send(*enter_, *said, *rest, 'enter {"do": "yield", "seat": 10}')
    table.send("wait 1000", *next_key(300), *(f"press seat{n}" for n in range(1, 7)))
    until("the fists", lambda: done(table, "fist") == 6)
    table.kill()
    again = start(fast=FAST, opening=False)
    again.up()
    until("thank you, told late", lambda: closed(again, 3))
    again.send("wait 1000", *next_key(300), *(f"press seat{n}" for n in range(7, 11)))
    phase(again, "voted")
    assert view(again).ballot is not None
    votes = {whom: tuple(sorted(voters)) for whom, voters in view(again).ballot.votes}
    assert votes == {3: (1, 2, 3, 4, 5, 6), 7: (7, 8, 9, 10)}
    again.send("wait 1000", *next_key())
    phase(again, "minutes")
    assert view(again).minutes == (3,)
    assert again.end() == 0


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_a_night_goes_on_after_kill_9_where_the_host_had_come_to(
    start: Start, tmp_path: Path
) -> None:
    seats = [{k: v for k, v in seat.items() if k != "role"} for seat in OPENING["seats"]]
    opened(tmp_path, {**OPENING, "seats": seats})
    table = start(fast=FAST)
    table.up()
    cards = [line for digit in (0, 3, 0, 0, 1, 2, 0, 0, 2, 0) for line in key(digit)]
    table.send("wait 1000", *next_key(300), "tap judge.yes 80", "wait 200", *cards[:10])
    phase(table, "night")
    table.kill()
    again = start(fast=FAST, opening=False)
    again.up()
    again.send(*cards, *enter())
    until("the roles", lambda: done(again, "roles") == 1)
    again.send("wait 90000", *next_key(), 'enter {"do": "speech", "seat": 1}')
    phase(again, "day")
    others = [f'enter {{"do": "speech", "seat": {seat}}}' for seat in range(2, 11)]
    again.send(*others, "wait 1000", *next_key(), *next_key())
    phase(again, "night")
    again.send(*key(0), *key(4), *enter())
    until("the shot", lambda: done(again, "shot") == 1)
    again.kill()
    third = start(fast=FAST, opening=False)
    third.up()
    assert view(third).phase is Phase.NIGHT
    third.send(*key(0), *key(5), *enter(), *key(1), *key(0), *enter(), "wait 41000", *next_key())
    phase(third, "morning")
    (night,) = fold(third).summary(0, "")["nights"][-1:]
    assert (night["shot"], night["don_check"], night["sheriff_check"]) == (4, 5, 10)
    assert third.end() == 0


def command(*words: str, home: Path) -> str:
    """A command of either program; what it says."""
    done = programs.run(
        [sys.executable, "-m", *words],
        env=os.environ | {"TABLESIDE_HOME": str(home)},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_sealed_sheet_is_verified_and_counts_in_the_league(start: Start, tmp_path: Path) -> None:
    """Ten players by pads and keypad alone; roles, night and best move typed blind."""
    far = tmp_path / "far"
    far.mkdir()
    opening, actions = script("mafia-aktau-whole")
    opened(tmp_path, opening)
    command(
        "league", "season", "create", opening["season"], "--edition", "mafia-aktau-2015", home=far
    )
    with serving(far) as server:
        code = json.loads(command("league", "enrol", "T1", "--json", home=far))["code"]
        command("kiosk", "enrol", code, "--league", server.url, home=tmp_path)
        command("league", "enrol", "T1", "--approve", home=far)
        table = start("--league", server.url, "--console", "blind", fast=FAST)
        table.up()
        table.send(*lines_of(opening, actions))
        until("the receipt", (tmp_path / "games" / "G1-T1.receipt").exists, PLAYED_S)
        told = json.loads(server.get(f"/api/v1/seasons/{opening['season']}/standings").data)
        assert table.end() == 0
    command("kiosk", "record", "verify", str(tmp_path / "games" / "G1-T1.jsonl"), home=tmp_path)
    points = {row["player"]: row["points"] for row in told["rows"]}
    assert points["P05"] == 2
    assert points["P07"] == 1.5
    assert points["P02"] == -2
    assert sum(points.values()) == pytest.approx(6.25)
