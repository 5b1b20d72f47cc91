"""HUN-6, 6.1 through `league draw`: table sizes, the seed, pairs kept apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from league.db import Database
from league.tables import audit, draw
from tests.league.conftest import Done, Run


@pytest.fixture
def seat(run: Run, season: str, tmp_path: Path):
    def ask(players: list[str], *words: str) -> Done:
        path = tmp_path / "attend.txt"
        path.write_text("\n".join(players) + "\n", encoding="utf-8")
        return run("draw", season, "Q1", "--attend", str(path), "--json", *words)

    return ask


def names(count: int) -> list[str]:
    return [f"P{number + 1:02}" for number in range(count)]


def sizes(answer: dict[str, Any]) -> list[int]:
    return [len(table["seats"]) for table in answer["tables"]]


@pytest.mark.parametrize(
    ("count", "wanted"),
    [(4, [4]), (8, [4, 4]), (9, [5, 4]), (13, [5, 4, 4]), (14, [5, 5, 4]), (72, [6] * 12)],
)
def test_tables_are_of_four_to_six(seat, count: int, wanted: list[int]) -> None:
    """HUN-6"""
    answer = seat(names(count)).json
    assert sizes(answer) == wanted
    seated = [one["player"] for table in answer["tables"] for one in table["seats"]]
    assert sorted(seated) == names(count)
    assert [table["table"] for table in answer["tables"]] == [
        str(number + 1) for number in range(len(wanted))
    ]
    assert all(
        [one["seat"] for one in table["seats"]] == list(range(1, len(table["seats"]) + 1))
        for table in answer["tables"]
    )


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7])
def test_a_number_that_cannot_be_seated_says_what_to_do(seat, count: int) -> None:
    done = seat(names(count))
    assert (done.code, done.out) == (2, "")
    assert f"{count} players cannot be seated (HUN-6)" in done.err
    assert "add a player, or move one to another session" in done.err


@pytest.mark.parametrize(("round_name", "code"), [("F", 2), ("Döntő", 2), ("Friday", 0)])
def test_the_final_is_one_table(
    run: Run, season: str, tmp_path: Path, round_name: str, code: int
) -> None:
    """HUN-6.3; a Friday is no final."""
    path = tmp_path / "attend.txt"
    path.write_text("\n".join(names(8)), encoding="utf-8")
    done = run("draw", season, round_name, "--attend", str(path))
    assert done.code == code
    assert ("the final is one table of 4 to 6" in done.err) == (code == 2)


def test_the_same_seed_draws_the_same_and_is_told(seat) -> None:
    first = seat(names(14), "--seed", "7").json
    assert first["seed"] == 7
    assert seat(list(reversed(names(14))), "--seed", "7").json == first
    assert seat(names(14), "--seed", "8").json["lots"] != first["lots"]
    chance = seat(names(14)).json
    assert seat(names(14), "--seed", str(chance["seed"])).json == chance


def test_pairs_are_kept_apart_where_it_can_be(seat) -> None:
    """HUN-6.1"""
    pairs = ["P01:P02", "P03:P04"]
    for seed in range(12):
        answer = seat(names(8), "--seed", str(seed), "--apart", *pairs).json
        tables = [{one["player"] for one in table["seats"]} for table in answer["tables"]]
        assert not any({"P01", "P02"} <= table or {"P03", "P04"} <= table for table in tables)
        assert answer["together"] == []


def test_a_pair_that_must_sit_together_is_named(seat) -> None:
    assert seat(names(4), "--apart", "P01:P02").json["together"] == [["P01", "P02"]]


def test_a_draw_is_kept_with_what_was_asked(seat, database: Database) -> None:
    answer = seat(names(8), "--seed", "3", "--apart", "P01:P02").json
    with database.read() as connection:
        kept = connection.execute(select(draw)).one()
        said = connection.execute(select(audit.c.subject).where(audit.c.what == "draw")).scalar()
    assert (kept.round, kept.seed, json.loads(kept.outcome)) == ("Q1", 3, answer)
    assert json.loads(kept.asked) == {"attend": names(8), "apart": [["P01", "P02"]]}
    assert said == "S1/Q1"


@pytest.mark.parametrize(
    ("players", "words", "says"),
    [
        (["A", "B", "A", "D"], [], "line 3, column 1: 'A' stands in line 1 already"),
        (["A", "B", "C\x07", "D"], [], "line 3, column 1: found"),
        (["A", "B", "C", "D"], ["--apart", "A"], "--apart 'A': write two players as A:B"),
        (["A", "B", "C", "D"], ["--apart", "A:A"], "--apart 'A:A'"),
        (["A", "B", "C", "D"], ["--apart", "A:E"], "--apart 'A:E': 'E' does not attend; write the"),
        (["A", "B", "C", "D"], ["--apart", "A:B:C"], "'B:C' does not attend"),
        (["A", "B", "C", "D"], ["--seed", "-1"], "--seed -1: allowed 0 to"),
        (["A", "B", "C", "D"], ["--seed", "x"], "--seed: invalid int value: 'x'"),
    ],
)
def test_wrong_input_is_one_line(seat, players: list[str], words: list[str], says: str) -> None:
    done = seat(players, *words)
    assert done.code == 2
    assert says in done.err
    assert done.err.count("\n") == 1


def test_tables_are_called_as_somebody_said_once(
    seat, run: Run, season: str, database: Database, tmp_path: Path
) -> None:
    first = seat(names(14), "--seed", "7", "--tables", " T4, 7,Blue,Gold ").json
    assert [(one["table"], one["name"]) for one in first["tables"]] == [
        ("1", "T4"), ("2", "7"), ("3", "Blue"),
    ]  # fmt: skip
    assert seat(names(14), "--seed", "7").json == first, "kept for the next draw"
    path = tmp_path / "attend.txt"
    said = run("draw", season, "Q1", "--attend", str(path), "--seed", "7").out
    assert [line.partition(":")[0] for line in said.splitlines()[:3]] == [
        "table T4", "table 7", "table Blue",
    ]  # fmt: skip
    again = seat(names(14), "--seed", "7", "--tables", "A,B,C").json
    assert [one["name"] for one in again["tables"]] == ["A", "B", "C"]
    for one in (*first["tables"], *again["tables"]):
        del one["name"]
    assert again == first, "names change nothing else"
    with database.read() as connection:
        told = connection.execute(select(audit.c.detail).where(audit.c.what == "draw.tables"))
        lists = [json.loads(one)["tables"] for one in told.scalars()]
    assert lists == [["T4", "7", "Blue", "Gold"], ["A", "B", "C"]], "said twice, noted twice"


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ("T4", "Tables with a name: 1, needed: 2; name as many"),
        ("T4,,T5", 'found "" at place 2; write each table'),
        ("", 'found "" at place 1; write'),
        ("T4,Blue room", 'found "Blue room" at place 2; write'),
        ("T4,../x", 'found "../x" at place 2; write'),
        ("T4," + "x" * 65, "at place 2; write"),
        ("T4,T5,T4", '"T4" at place 3 stands there already'),
        ("Blue,blue", '"blue" at place 2 stands there already'),
    ],
)
def test_names_of_tables_that_are_none_change_nothing(
    seat, database: Database, tables: str, says: str
) -> None:
    done = seat(names(8), "--tables", tables)
    assert done.code == 2
    assert says in done.err
    assert done.err.count("\n") == 1
    assert "name" not in seat(names(8)).json["tables"][0]


def test_nobody_is_seated_who_has_not_played_the_stage_before(
    run: Run, season: str, tmp_path: Path
) -> None:
    """HUN-3.1, HUN-3.4; where the stage before was not played here, nobody can tell."""

    def seated(round_name: str, players: list[str]) -> Done:
        path = tmp_path / "attend.txt"
        path.write_text("\n".join(players) + "\n", encoding="utf-8")
        return run("draw", season, round_name, "--attend", str(path), "--json")

    def put(stage: str, players: list[str]) -> None:
        path = tmp_path / "results.csv"
        lines = [f"{stage},{stage}{at // 6},{name},{at},0,0,0,0" for at, name in enumerate(players)]
        head = "stage,game,player,cash,unmortgaged,mortgaged,buildings,bankrupt"
        path.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
        assert run("import", season, str(path)).code == 0

    assert seated("S1", names(5)).code == 0
    put("qualifier", names(8))
    assert seated("S1", names(8)).code == 0
    done = seated("S1", names(9))
    assert (done.code, done.out) == (2, "")
    assert "'P09': has no result in stage qualifier" in done.err
    assert "(HUN-3.1)" in done.err
    assert seated("Q2", names(9)).code == 0
    assert seated("F", names(6)).code == 0
    put("semifinal", names(5))
    assert "(HUN-3.4)" in seated("F", names(6)).err
    assert seated("F", names(5)).code == 0
