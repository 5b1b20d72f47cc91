"""A club's own choices for its season, each in both values, through the commands.

An organiser writes a file that extends `ramk-2017` and says what differs; the numbers here are
worked out by hand from the points table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.league.conftest import Run
from tests.league.test_matador import HEAD, lines_of

Open = Callable[..., str]


@pytest.fixture
def choose(run: Run, tmp_path: Path) -> Open:
    """Create a season under these choices, with these evenings in it; its name."""

    def create(name: str, rounds: Iterable[Sequence[Sequence[str]]], **choices: Any) -> str:
        own = tmp_path / f"{name}.toml"
        lines = [f"{key} = {_toml(value)}" for key, value in choices.items()]
        own.write_text("\n".join(['extends = "ramk-2017"', "[choices]", *lines]), encoding="utf-8")
        edition = str(own) if choices else "ramk-2017"
        assert run("season", "create", name, "--edition", edition).code == 0
        evenings = [
            {"round": f"R{number}", "date": f"2017-10-{number:02}", "tables": tables}
            for number, tables in enumerate(rounds, 1)
        ]
        path = tmp_path / f"{name}.csv"
        path.write_text("\n".join((HEAD, *lines_of(evenings))) + "\n", encoding="utf-8")
        done = run("import", name, str(path))
        assert done.code == 0, done.err
        return name

    return create


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def row_of(run: Run, season: str, player: str) -> dict[str, Any]:
    rows = run("standings", season, "--json").json["rows"]
    found: dict[str, Any] = next(row for row in rows if row["player"] == player)
    return found


SEVEN = "ABCDEFG"


@pytest.mark.parametrize(
    ("basis", "lots", "top"),
    [("gross", "", "ABCD"), ("net", "ABCDEFGH", None)],
)
def test_seeding_basis(
    run: Run, choose: Open, tmp_path: Path, basis: str, lots: str, top: str | None
) -> None:
    """RAMK-3.1A: after one evening everybody's net is nothing, so the lot decides about all."""
    choose("S", [[SEVEN]], **({} if basis == "gross" else {"seeding_basis": basis}))
    here = tmp_path / "here"
    here.write_text("\n".join(f"{SEVEN}H"), encoding="utf-8")
    drawn = run("draw", "S", "R2", "--attend", str(here), "--seed", "1", "--json").json
    assert "".join(sorted(drawn["lots"])) == lots
    if top is not None:
        assert [seat["player"] for seat in drawn["tables"][0]["seats"]] == list(top)


@pytest.mark.parametrize(("word", "sizes"), [("top_table", [5, 4]), ("bottom", [4, 5])])
def test_odd_goes_to(run: Run, choose: Open, tmp_path: Path, word: str, sizes: list[int]) -> None:
    """RAMK-3.1A."""
    choose("S", [[SEVEN]], odd_goes_to=word)
    here = tmp_path / "here"
    here.write_text("\n".join(f"{SEVEN}HI"), encoding="utf-8")
    drawn = run("draw", "S", "R2", "--attend", str(here), "--seed", "1", "--json").json
    assert [len(table["seats"]) for table in drawn["tables"]] == sizes


@pytest.mark.parametrize(("word", "can"), [("equal_can_win", "ABC"), ("strict", "AC")])
def test_final_contender_tie(run: Run, choose: Open, word: str, can: str) -> None:
    """RAMK-3.1B: B can get 63 at a table of three, and A has 63 if he is last."""
    rounds = [[order] for order in ("ABDC", "CBDA", "ACDB", "CDBA", "ABDC")]
    choose("S", rounds, final_contender_tie=word)
    rows = run("standings", "S", "--json").json["rows"]
    assert "".join(sorted(row["player"] for row in rows if row["contender"])) == can


@pytest.mark.parametrize(
    ("word", "net", "dropped"), [("fewest_points", 56, [6, 6]), ("worst_place", 42, [6, 20])]
)
def test_drop_by(run: Run, choose: Open, tmp_path: Path, word: str, net: int,
                 dropped: list[int]) -> None:  # fmt: skip
    """RAMK-9.17: member B of the golden case."""
    rounds = [["XYB"], ["XBYZUV"], ["XYZUV", "BPQRS"], ["XYZU", "PQRB"]]
    choose("S", rounds, drop_by=word)
    final = {"round": "F", "date": "2018-04-27", "final": True, "tables": ["XYZBUVPQ"]}
    path = tmp_path / "final.csv"
    path.write_text("\n".join((HEAD, *lines_of([final]))) + "\n", encoding="utf-8")
    assert run("import", "S", str(path)).code == 0
    row = row_of(run, "S", "B")
    assert (row["points"], sorted(row["dropped"])) == (net, dropped)


@pytest.mark.parametrize(("is_placing", "net"), [(False, 21), (True, 54)])
def test_absence_is_placing(run: Run, choose: Open, is_placing: bool, net: int) -> None:
    """RAMK-9.17: C has 20, 21 and 13 in three rounds of five."""
    rounds = [["CDEFGH"], ["CDEFGHI"], ["DCEFG"], ["DEFG"], ["DEFG"]]
    choose("S", rounds, absence_is_placing=is_placing)
    assert row_of(run, "S", "C")["points"] == net


@pytest.mark.parametrize(("can_be", "net"), [(True, 41), (False, 27)])
def test_final_can_be_dropped(
    run: Run, choose: Open, tmp_path: Path, can_be: bool, net: int
) -> None:
    """RAMK-9.17, RAMK-9.18: C has 20, 21, 13 and comes last of eight in the final: 6."""
    choose("S", [["CDEFGH"], ["CDEFGHI"], ["DCEFG"]], final_can_be_dropped=can_be)
    final = {"round": "F", "date": "2018-04-27", "final": True, "tables": ["DEFGHIJC"]}
    path = tmp_path / "final.csv"
    players = lines_of([final])
    path.write_text("\n".join((HEAD, *players)) + "\n", encoding="utf-8")
    assert run("import", "S", str(path)).code == 0
    assert row_of(run, "S", "C")["points"] == net


@pytest.mark.parametrize(("word", "gross"), [("average_floor", [12, 12, 6]), ("lot", [15, 9, 6])])
def test_place_tie(run: Run, choose: Open, tmp_path: Path, word: str, gross: list[int]) -> None:
    """RAMK-9.16: two share the first place of three: 15 and 9."""
    choose("S", [], place_tie=word)
    path = tmp_path / "tied.csv"
    rows = ["R1,2017-09-29,0,,1,A", "R1,2017-09-29,0,,1,B", "R1,2017-09-29,0,,3,C"]
    path.write_text("\n".join((HEAD, *rows)) + "\n", encoding="utf-8")
    assert run("import", "S", str(path)).code == 0
    found = run("standings", "S", "--json").json["rows"]
    assert sorted((row["gross"] for row in found), reverse=True) == gross
    assert run("standings", "S", "--json").json["rows"] == found


@pytest.mark.parametrize(
    ("word", "ranks"), [("firsts_seconds_gross_lot", [1, 2, 3]), ("shared", [1, 1, 3])]
)
def test_cup_tie(run: Run, choose: Open, word: str, ranks: list[int]) -> None:
    """RAMK-9.17: A and B have 30 net and two firsts; B has a second place, although dropped."""
    choose("S", [["AXB"], ["ABX"], ["BXA"], ["BXA"]], cup_tie=word)
    rows = run("standings", "S", "--json").json["rows"]
    assert [row["rank"] for row in rows] == ranks
    assert rows[1]["decided_by"] == (None if word == "shared" else "seconds")
