"""The benchmarks: floors are the libraries alone, medians and percentiles are what they say."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from bench import game, house
from bench.__main__ import ALLOWED, NAMES
from bench.alone import alone
from bench.figure import Figure, measure, percentile
from league.judging import CONFIRMED, judge
from league.proof import prove

ROOT = Path(__file__).parent.parent
FLOORS = sorted((ROOT / "bench" / "floors").glob("*.py"))
OURS = {"rules", "kiosk", "league", "firmware_py", "bench", "demo"}


@pytest.mark.parametrize("floor", FLOORS, ids=lambda path: path.stem)
def test_a_floor_is_under_forty_lines_and_uses_nothing_of_ours(floor: Path) -> None:
    text = floor.read_text(encoding="utf-8")
    assert text.count("\n") < 40
    imported = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    assert not imported & OURS


def test_every_figure_has_its_file() -> None:
    files = {path.stem for path in (ROOT / "bench" / "figures").glob("[a-z]*.py")}
    assert files == set(ALLOWED)


def test_what_other_programs_read_is_measured_where_nothing_is_named() -> None:
    read = {
        *("press_to_durable", "press_burst", "chime_lateness", "screen_tick", "start"),
        *("rules_fold", "rules_chain", "idle_cpu", "memory", "serial_goodput", "ingest"),
        *("standings_growth", "seating", "vote_window"),
    }
    assert read <= set(NAMES)


def test_a_figure_is_the_median_of_its_runs_and_judged_by_it() -> None:
    values = iter([5.0, 1.0, 90.0, 3.0, 4.0])
    figure = Figure("at most 4", lambda: {"p50_ms": next(values)}, lambda m: m["p50_ms"] <= 4)
    assert measure(figure) == {"p50_ms": 4.0, "goal": "at most 4", "met": True}


@pytest.mark.parametrize(
    ("share", "expected"), [(0.5, 50), (0.99, 99), (1.0, 100), (0.01, 1), (0.0, 1)]
)
def test_a_percentile_is_a_value_that_was_measured(share: float, expected: int) -> None:
    assert percentile(list(range(100, 0, -1)), share) == expected


def test_a_floor_is_asked_in_one_process_of_its_own() -> None:
    with alone(os.getpid) as ask:
        assert ask() == ask() != os.getpid()


def test_an_unknown_figure_is_refused_in_one_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--json", "speed"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(
        "bench: unknown 'speed'; allowed: --json, league, press_to_durable"
    )
    assert done.stderr.count("\n") == 1


def test_a_figure_is_printed_as_json_with_its_floor_and_its_goal() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench", "rules_fold", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)["rules_fold"]
    assert found["actions_per_s"] > 0
    assert found["floor_per_s"] > found["actions_per_s"]
    assert found["goal"]
    assert type(found["met"]) is bool


def test_the_records_of_a_load_count_and_each_player_is_in_four_of_them() -> None:
    judged = [judge(raw, prove(raw), game.edition()) for raw in house.records(8, 40)]
    assert {one.verdict for one in judged} == {CONFIRMED}
    assert len({one.record.opening.game for one in judged}) == 8
    players = Counter(seat.player for one in judged for seat in one.seats)
    assert set(players.values()) == {house.GAMES_EACH}
