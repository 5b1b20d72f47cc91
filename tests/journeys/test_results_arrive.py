"""A Matador evening and a casino tournament end in the league's standings, with nobody's help."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.journeys import matadorhands as hands
from tests.journeys.conftest import Start, until
from tests.journeys.test_casino import FREEZEOUT, NEXT, YES, seats
from tests.journeys.test_mafia_process import command
from tests.league.conftest import serving

PLAYED_S = 150.0


def standings(
    start: Start, home: Path, opening: dict[str, Any], lines: list[str], *, fast: int
) -> list[dict[str, Any]]:
    """What the league says after this game was played at an enrolled table."""
    far = home / "far"
    far.mkdir()
    (home / "opening.json").write_text(json.dumps(opening), encoding="utf-8")
    season, table_id = opening["season"], opening["table"]
    command("league", "season", "create", season, "--edition", opening["edition"], home=far)
    with serving(far) as server:
        code = json.loads(command("league", "enrol", table_id, "--json", home=far))["code"]
        command("kiosk", "enrol", code, "--league", server.url, home=home)
        command("league", "enrol", table_id, "--approve", home=far)
        table = start("--league", server.url, fast=fast)
        table.up()
        table.send(*lines)
        receipt = home / "games" / f"{opening['game']}.receipt"
        until("the receipt", receipt.exists, PLAYED_S)
        told = json.loads(server.get(f"/api/v1/seasons/{season}/standings").data)
        assert table.end() == 0
    rows: list[dict[str, Any]] = told["rows"]
    return rows


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_an_evening_of_the_club(start: Start, tmp_path: Path) -> None:
    """A board of three: the wealthiest is first. Of one evening nothing is left to count yet."""
    opening = dict(hands.opening(3, playing_time=1_200))
    lines = [
        *hands.seat(1), *hands.seat(2), *hands.seat(3), *hands.go_on(),
        *hands.turn(1, 3, 4), *hands.turn(2, 1, 2), *hands.turn(3, 2, 3), "wait 1201000",
        *hands.turn(1, 1, 4), *hands.turn(2, 1, 2), *hands.turn(3, 2, 3), "wait 2000",
        *hands.go_on(), *hands.go_on(),
        *hands.cash("3050"), *hands.cash("41000"), *hands.cash("12500"),
        *hands.sign(1), *hands.sign(2), *hands.sign(3), *hands.box("confirm"),
    ]  # fmt: skip
    rows = standings(start, tmp_path, opening, lines, fast=60)
    assert [row["player"] for row in rows] == ["P02", "P03", "P01"]
    assert rows[0]["gross"] > rows[1]["gross"] > rows[2]["gross"]


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_freezeout(start: Start, tmp_path: Path) -> None:
    """RAY-PAY: 70 and 30 per cent of a pool of 200 go to the last two."""
    lines = [*seats(1, 2, 3, 4), *YES * 4, *NEXT]
    for loser in (4, 2, 1):
        lines += [*seats(loser), *YES, "wait 1000"]
    lines += ["wait 2000", *hands.sign(3), *hands.box("confirm", "yes"), "wait 1000"]
    rows = standings(start, tmp_path, dict(FREEZEOUT), lines, fast=20)
    assert [row["player"] for row in rows] == ["P03", "P01", "P02", "P04"]
