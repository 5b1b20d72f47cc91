"""A Matador club's evening at a real table: a process of its own, simulated pins, hands alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import programs
from tests.journeys import matadorhands as hands
from tests.journeys.conftest import RunningTable, announced, dos, until

Start = Callable[..., RunningTable]
GAME = hands.GAME
EVENING_S = 1_200


def lines_of(table: RunningTable, do: str) -> list[dict[str, Any]]:
    return [line for line in table.record(GAME) if line.get("do") == do]


def done(table: RunningTable, do: str, count: int = 1) -> None:
    """Wait until so many of these actions are in the record."""
    until(f"{count} {do}", lambda: len(lines_of(table, do)) >= count, 60)


def in_phase(table: RunningTable, phase: str) -> None:
    table.until(phase, lambda status: status["phase"] == phase)


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_whole_evening_by_seat_buttons_and_judges_keys_to_the_sealed_record(
    start: Start, tmp_path: Path
) -> None:
    hands.write_opening(tmp_path, 3, playing_time=EVENING_S)
    table = start(fast=60)
    table.up()
    # roll call, the start, a turn whose dice the seat's own button announces
    table.send(*hands.seat(1), *hands.seat(2), *hands.seat(3), *hands.go_on())
    table.send(*hands.seat(1), *hands.dice(3, 4), *hands.seat(1), *hands.seat(3))
    # RAMK-9.8: seat 2 lands on field 12; it is auctioned, bid for by button, taken at 80 %
    table.send(*hands.turn(2, 1, 4), *hands.menu(6), *hands.number("12"), *hands.seat(2))
    table.send(*hands.seat(3), *hands.seat(1), *hands.seat(2))
    # RAMK-4.1, RAMK-4.4: accused, guilty, and on purpose
    table.send(*hands.box("foul"), *hands.seat(3), *hands.seat(1), *hands.vote(2, 3))
    table.send(*hands.box("yes"), *hands.number("4000"), *hands.vote(2, 3))
    # RAMK-9.26: two minutes, then seat 1 rolls and seat 2 moves for seat 3
    table.send(*hands.menu(1), *hands.seat(2), "wait 121000")
    table.send(*hands.seat(1), *hands.dice(2, 1), *hands.seat(2))
    # RAMK-5.1: seat 1 lands on field 21 and is under 30,000
    table.send(*hands.turn(1, 6, 5), *hands.menu(4), *hands.seat(1))
    done(table, "land_pot")
    # RAMK-3.2: the evening's time is over in this round; it is played to its end
    until("the last round", lambda: "last-round" in announced(table.record(GAME)), 90)
    table.send(*hands.turn(2, 1, 2), *hands.turn(3, 2, 3))
    until("closed dice", lambda: "dice-closed" in announced(table.record(GAME)), 60)
    table.send(*hands.go_on())
    in_phase(table, "count")
    table.send(*hands.go_on(), *hands.cash("41000"), *hands.cash("12500"), *hands.cash("3050"))
    in_phase(table, "sign")
    table.send(*hands.sign(1), *hands.sign(2), *hands.sign(3), *hands.box("confirm"))
    in_phase(table, "closed")
    assert table.end() in (0, 143)

    record = table.record(GAME)
    assert announced(record) == [
        "start", "timeout-30", "timeout-10", "timeout-end", "left-15", "left-5", "last-round",
        "dice-closed", "end",
    ]  # fmt: skip
    bids = [(line["do"], line["seat"]) for line in record if line.get("do") in ("bid", "take")]
    assert bids == [("bid", 3), ("bid", 1), ("take", 2)]
    summary = record[-1]["sealed"]["summary"]
    assert summary["status"] == "final"
    assert [seat["place"] for seat in summary["seats"]] == [1, 2, 3]
    assert [seat["signed"] for seat in summary["seats"]] == [True] * 3
    assert summary["refused"] == []
    assert [(v["about"], v["passed"]) for v in summary["votes"]] == [
        ("cheating", True),
        ("intent", True),
    ]
    assert summary["pot"] == 0
    path = tmp_path / "games" / f"{GAME}.jsonl"
    verify = [sys.executable, "-m", "kiosk", "record", "verify", str(path)]
    assert programs.run(verify, check=False, capture_output=True).returncode == 0


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_another_boards_places_are_typed_in_half_a_minute(start: Start, tmp_path: Path) -> None:
    hands.write_opening(tmp_path, 5)
    table = start(fast=20)
    table.up()
    table.send("key .", "key .", "key .", "key .", "key .", "key .", "key 1", "wait 500")
    table.send("key 5", "wait 300", "key 3", "wait 300", "key 1", "wait 300", "key 4", "wait 300")
    table.send("key Enter", "wait 1500")
    in_phase(table, "sign")
    table.send("tap judge.confirm")
    in_phase(table, "closed")
    sealed = until("the seal", lambda: table.record(GAME)[-1].get("sealed"))["summary"]
    assert [seat["place"] for seat in sealed["seats"]] == [3, 1, 4, 2, 5]
    assert sealed["refused"] == []
    times = [line["t"] for line in table.record(GAME) if "do" in line]
    assert times == sorted(times)
    assert times[-1] - times[0] < 30


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_kill_9_in_the_middle_of_a_ballot_asks_again(start: Start, tmp_path: Path) -> None:
    hands.write_opening(tmp_path, 4)
    table = start(fast=1)
    table.up()
    table.send(*hands.go_on(), *hands.box("foul"), *hands.seat(1), *hands.seat(2))
    done(table, "accuse")
    table.send(*hands.seat(3))
    done(table, "press", 3)
    table.kill()
    again = start(fast=1)
    again.up()
    fast = {f"lamp{n}" for n in (1, 3, 4)}

    def asked() -> bool:
        trace = [json.dumps(change) for change in again.trace()]
        return all(any(lamp in change for change in trace) for lamp in fast)

    until("the windows again", asked)
    again.send("wait 200", *hands.vote(1, 3, 4))
    done(again, "vote", 3)
    assert [line["choice"] for line in lines_of(again, "vote")] == ["yes"] * 3
    assert dos(again.record(GAME)).count("accuse") == 1
