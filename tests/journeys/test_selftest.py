"""The self-test of a running table: begun by its menu, never while a game is on the table."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.journeys.conftest import OPENING, RunningTable, Start, until

INPUTS = [
    *(f"seat{seat}" for seat in range(1, 11)),
    *(f"judge.{key}" for key in ("next", "foul", "yes", "no", "undo", "confirm")),
    "shutdown",
]


def lit(table: RunningTable) -> Counter[str]:
    """How often each output went on."""
    return Counter(each["line"] for each in table.trace() if each["on"])


def dark(table: RunningTable) -> bool:
    """Whether every output is off."""
    last = {each["line"]: each["on"] for each in table.trace()}
    return bool(last) and not any(last.values())


@pytest.mark.timeout(60)
def test_the_menu_of_a_table_without_a_game_leads_to_the_self_test(
    start: Start, tmp_path: Path
) -> None:
    picture = tmp_path / "screen.png"
    table = start("--picture", str(picture), opening=False, fast=5)
    table.up()
    table.send("key .", "key Enter")
    until("every lamp in turn", lambda: all(lit(table)[f"lamp{n}"] for n in range(1, 11)))
    table.send("key y")
    until("the seats' lamps", lambda: all(lit(table)[f"lamp{n}"] > 1 for n in range(1, 11)))
    for line in INPUTS:
        table.send(f"tap {line} 100", "wait 50")
    until("the buzzer's scale", lambda: lit(table)["buzzer"] >= 1)
    assert table.status() is not None, "the table answers as ever"
    table.send("key y", "key y", "key y", "wait 500", "key Escape", "wait 500")
    until("dark again", lambda: dark(table))
    before = sum(lit(table).values())
    # The first press takes the result away, where it still stands; then buttons answer again.
    table.send("tap seat3 100", "wait 1000", "tap seat3 100")
    until("an answer", lambda: sum(lit(table).values()) > before)
    assert table.end() == 0
    assert list((tmp_path / "games").iterdir()) == []


def test_a_game_on_the_table_knows_no_self_test(start: Start) -> None:
    table = start()
    table.up()
    table.send("key .", "key Enter", "wait 2000", "tap seat1 100")
    table.until("a press", lambda s: s["seats"][0]["recorded"] == 1)
    assert set(lit(table)) <= {"lamp1", "buzzer"}
    assert table.end() == 0


def test_a_game_that_is_opened_ends_the_test(start: Start) -> None:
    table = start(opening=False)
    table.up()
    table.send("key .", "key Enter")
    until("a lamp of the test", lambda: lit(table)["lamp1"])
    table.send(f"enter {json.dumps({'open': OPENING})}", "wait 3000", "tap seat4 100")
    table.until("a press", lambda s: s["seats"] and s["seats"][3]["recorded"] == 1)
    assert table.end() == 0


def test_no_leads_back_and_a_game_can_be_opened_after_a_test(start: Start) -> None:
    table = start(opening=False)
    table.up()
    table.send("key .", "key /", "key Enter", "tap seat1 100", "tap seat2 100", "key Enter")
    status = table.until("a game", lambda s: s["game"] is not None)
    assert [seat["seat"] for seat in status["seats"]] == [1, 2]
    assert table.end() == 0
