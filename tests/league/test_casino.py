"""A season of casino tournaments through the commands: result file, standings, who goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from league.families import Past, Played, Result
from league.families import casino as family
from rules.edition import Edition, parse_edition
from tests.league.conftest import Run

EDITIONS = Path(__file__).parents[2] / "rules" / "editions"

HEAD = "tournament,player,entries,rebuys,addons,points,busted_order,disqualified"
FIELD = (
    "T1,A,1,1,1,31000,0,0",
    "T1,B,1,0,1,31000,0,0",
    "T1,C,1,0,0,18000,0,0",
    "T1,D,1,0,0,0,2,0",
    "T1,E,1,0,0,0,2,0",
    "T1,F,1,0,0,0,1,0",
    "T1,G,1,0,0,5000,0,1",
)


def edition(name: str) -> Edition:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in EDITIONS.glob("ray-*.toml")}
    return parse_edition(texts[name], f"{name}.toml", texts.get)


@pytest.fixture
def take(run: Run, tmp_path: Path) -> Callable[..., Any]:
    """Import lines into a season of this edition; gives how the command ended."""

    def imported(lines: Iterable[str], rules: str = "ray-rebuy-2013") -> Any:
        assert run("season", "create", "S1", "--edition", rules).code == 0
        path = tmp_path / "file.csv"
        path.write_text("\n".join((HEAD, *lines)) + "\n", encoding="utf-8")
        return run("import", "S1", str(path), "--json")

    return imported


def test_the_places_of_a_tournament(run: Run, take: Callable[..., Any]) -> None:
    """RAY-1-4, RAY-OTHER-3: points, then who left later; equals share; no place for the last."""
    assert take(FIELD).code == 0

    rows = run("standings", "S1", "--json").json["rows"]

    assert [(row["rank"], row["player"], row["decided_by"]) for row in rows] == [
        (1, "A", None),
        (1, "B", None),
        (3, "C", "points"),
        (4, "D", "points"),
        (4, "E", None),
        (6, "F", "busted_order"),
    ]
    # 7 x 50, a rebuy and two add-ons of 100: 600; the first two share 300 and 180
    assert [row["prize"] for row in rows] == [240, 240, 120, 0, 0, 0]


def test_who_played_the_final_stands_above_the_satellites(
    run: Run, take: Callable[..., Any]
) -> None:
    """RAY-1-1."""
    lines = (
        "S-1,A,1,0,0,0,1,0",
        "S-1,B,1,0,0,20000,0,0",
        "S-2,C,1,0,0,9000,0,0",
        "S-2,D,1,0,0,0,1,0",
        "Final,B,1,0,0,0,1,0",
        "Final,C,1,0,0,20000,0,0",
    )
    assert take(lines, "ray-freezeout-2013").code == 0

    rows = run("standings", "S1", "--json").json["rows"]
    assert [(row["rank"], row["player"], row["stage"]) for row in rows] == [
        (1, "C", "final"),
        (2, "B", "final"),
        (3, "A", "satellite"),
        (3, "D", "satellite"),
    ]
    on = run("advance", "S1", "satellite", "--json").json["rows"]
    assert sorted(row["player"] for row in on if row["advances"]) == ["B", "C"]
    champion = run("advance", "S1", "final", "--json").json["rows"]
    assert [row["player"] for row in champion if row["advances"]] == ["C"]


def test_a_tie_across_the_cut_waits_for_a_lot(run: Run, take: Callable[..., Any]) -> None:
    """RAY-SLOT-3, RAY-1-4."""
    assert take(FIELD).code == 0
    rows = run("advance", "S1", "satellite", "--json").json["rows"]
    assert [row["player"] for row in rows if row["unresolved"]] == ["A", "B"]

    drawn = run("advance", "S1", "satellite", "--lots", "--seed", "3", "--json").json["rows"]

    assert [row["advances"] for row in drawn] == [True, False, False, False, False, False]
    assert not any(row["unresolved"] for row in drawn)
    assert {row["player"] for row in drawn[:2]} == {"A", "B"}
    assert drawn[0]["lot_seed"] == 3
    assert run("advance", "S1", "satellite", "--lots").code == 2


@pytest.mark.parametrize(
    ("edition", "line", "said"),
    [
        ("ray-rebuy-2013", "T1,A,1,0,2,0,0,0", "line 2, column 5: addons: found 2, allowed 0 to 1"),
        ("ray-freezeout-2013", "T1,A,1,1,0,0,0,0", "column 4: rebuys: found 1, allowed 0 in a"),
        ("ray-sitngo-2013", "T1,A,0,0,0,0,0,0", "column 3: entries: found '0', allowed a whole"),
        ("ray-slots-2013", "T1,A,1,0,0,1.2345,0,0", "column 6: points: found '1.2345', allowed"),
        ("ray-slots-2013", "T1,A,1,0,0,-1,0,0", "column 6: points: found '-1', allowed a number"),
        ("ray-slots-2013", "T1,A,1,0,0,1e,0,0", "column 6: points: found '1e', allowed a number"),
        ("ray-slots-2013", "T1,A,1,0,0,1,0,2", "column 8: disqualified: found '2', allowed 0 or 1"),
    ],
)
def test_a_wrong_row_is_named_with_line_and_column(
    edition: str, line: str, said: str, take: Callable[..., Any]
) -> None:
    done = take([line], edition)
    assert done.code == 2
    assert said in done.err


def test_a_formulas_value_may_have_decimals(run: Run, take: Callable[..., Any]) -> None:
    """RAY-SLOT-5."""
    lines = ("P1,A,1,0,0,70.5,0,0", "P1,B,1,0,0,190,0,0", "P1,C,1,0,0,190,0,0")
    assert take(lines, "ray-slots-2013").code == 0
    rows = run("standings", "S1", "--json").json["rows"]
    assert [(row["rank"], row["points"]) for row in rows] == [(1, 190), (1, 190), (3, 70.5)]
    assert "P1,A,1,0,0,70.5,0,0" in run("export", "S1").out


def test_seats_are_drawn_at_tables_of_ten(
    run: Run, take: Callable[..., Any], tmp_path: Path
) -> None:
    assert take(FIELD).code == 0
    attend = tmp_path / "attend"
    attend.write_text("".join(f"P{n:02}\n" for n in range(21)))

    drawn = run("draw", "S1", "T2", "--attend", str(attend), "--seed", "4", "--json").json

    assert [len(table["seats"]) for table in drawn["tables"]] == [7, 7, 7]
    assert drawn["seed"] == 4
    assert len(set(drawn["lots"])) == 21
    attend.write_text("P01\n")
    alone = run("draw", "S1", "T2", "--attend", str(attend))
    assert (alone.code, "RAY-1-1" in alone.err) == (2, True)
    attend.write_text("P01\nP02\n")
    apart = run("draw", "S1", "T2", "--attend", str(attend), "--apart", "P01:P02")
    assert (apart.code, "--apart" in apart.err) == (2, True)


def test_an_uploaded_table_counts_as_its_round() -> None:
    """RAY-1-1, RAY-PAY-1: points and the prize are those of its own sheet."""
    seat = {
        "seat": 1,
        "player": "A",
        "name": "Anna",
        "entered": True,
        "rebuys": 0,
        "addon": False,
        "points": 70.5,
        "points_out": 0,
        "busted_order": 0,
        "disqualified": False,
        "prize": 77,
    }
    other = {**seat, "seat": 2, "player": "B", "name": "Bo", "points": 12, "prize": 0}
    left_out = {**seat, "seat": 3, "player": "C", "entered": False}
    found = family.seat_facts({"seats": [seat, other, left_out]}, None)
    assert [one.player for one in found] == ["A", "B"]

    played = Played("G1", "Final", "final", False, "2026-11-30")
    results = [
        Result(family.uploaded(played, one.player, one.facts), False, one.name, "x", "G1")
        for one in found
    ]
    rows = family.standings(Past(results, {}, {}), edition("ray-slots-2013"))

    assert [(row["player"], row["points"], row["prize"]) for row in rows] == [
        ("A", 70.5, 77),
        ("B", 12, 0),
    ]
    assert {row["stage"] for row in rows} == {"final"}


def test_who_is_out_and_whose_seat_was_given_away_still_counts() -> None:
    """RAY-1-4: he busted at this table; who was moved away from it counts where he sits."""
    seat = {
        "seat": 1, "player": "B", "name": "B", "entered": True, "rebuys": 0, "addon": False,
        "points": 500, "points_out": 0, "busted_order": 0, "disqualified": False, "prize": 0,
    }  # fmt: skip
    out = {**seat, "player": "A", "name": "A", "busted_order": 1, "left": False}
    moved = {**seat, "seat": 2, "player": "C", "name": "C", "left": True}

    found = family.seat_facts({"seats": [seat], "gone": [out, moved]}, None)

    assert [(one.seat, one.player, one.facts["busted_order"]) for one in found] == [
        (1, "B", 0),
        (101, "A", 1),
    ]
