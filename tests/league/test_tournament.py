"""A tournament over several tables through the commands: money, seats, satellites, the season."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.actions import parse_action
from rules.edition import parse_edition
from rules.history import History
from rules.opening import parse_opening
from tests.league.conftest import Run

EDITIONS = Path(__file__).parents[2] / "rules" / "editions"
NAMES = [f"P{n:02}" for n in range(1, 13)]


@pytest.fixture
def play(run: Run) -> Callable[..., Any]:
    """`play("T1", "enter", "Kim")`: one act, what the tournament is then."""
    assert run("season", "create", "C1", "--edition", "ray-freezeout-2013").code == 0

    def act(round_name: str, *words: str, code: int = 0) -> Any:
        done = run("tournament", "C1", round_name, *words, "--json")
        assert done.code == code, done.err
        return done.json if code == 0 else done.err

    return act


def structure(folder: Path, **changed: Any) -> str:
    path = folder / f"{len(list(folder.iterdir()))}.json"
    path.write_text(json.dumps({"fee": 50, "house_share": 0, "start_points": 10_000, **changed}))
    return str(path)


def test_a_tournament_from_its_entries_to_the_season(
    run: Run, play: Callable[..., Any], tmp_path: Path
) -> None:
    """RAY-PAY-1, RAY-1-4: seats, moves and places are those of its log, and again from its log."""
    play("T1", "open", "--structure", structure(tmp_path, table_size=6, house_share=5,
                                                prize_pct=[50, 30, 20]))  # fmt: skip
    assert play("T1", "enter", *NAMES)["entries"] == 12
    drawn = play("T1", "draw", "--seed", "7")
    assert [len(table["seats"]) for table in drawn["tables"]] == [6, 6]
    assert play("T1", "start")["state"] == "played"
    first = [one["player"] for one in drawn["tables"][0]["seats"]]
    play("T1", "bust", *first[:4])
    moved = play("T1", "balance", "--seed", "2")
    assert [len(table["seats"]) for table in moved["tables"]] == [4, 4]
    assert [one["why"] for one in moved["moves"]] == ["balance", "balance"]
    left = [one["player"] for table in moved["tables"] for one in table["seats"]]
    play("T1", "bust", *left[:5])
    play("T1", "bust", left[5])
    assert "RAY-1-4" in play("T1", "end", code=2)
    play("T1", "chips", f"{left[6]}:70000", f"{left[7]}:50000")
    done = play("T1", "end")
    assert [(one["place"], one["prize"]) for one in done["places"][:4]] == [
        (1, 270), (2, 162), (3, 108), (4, 0),
    ]  # fmt: skip
    assert {one["state"] for one in play("T1", "check")} == {"fine"}
    rows = run("standings", "C1", "--json").json["rows"]
    assert [row["prize"] for row in rows[:3]] == [270, 162, 108]
    assert f"T1,{left[6]},1,0,0,70000,0,0" in run("export", "C1").out

    lines = play("T1", "log")
    assert [one["do"] for one in lines[12:15]] == ["draw", "start", "bust"]
    assert "tournament is over" in play("T1", "bust", left[7], code=2)
    assert play("T1", "undo")["state"] == "played"
    assert len(run("standings", "C1", "--json").json["rows"]) == 0


def test_ray_pay_3_and_1_1_money_and_seats_go_to_a_later_tournament(
    run: Run, play: Callable[..., Any], tmp_path: Path
) -> None:
    """A satellite of nine gives four seats of 100 and keeps a tenth for the final."""
    play("S-1", "open", "--structure", structure(tmp_path, satellite_price=100, carry_pct=10))
    play("Final", "open", "--structure", structure(tmp_path, fee=100, prize_pct=[65, 35]))
    play("S-1", "enter", *NAMES[:9])
    assert "has not ended yet" in play("Final", "seats", "S-1", code=2)
    play("S-1", "draw", "--seed", "1")
    play("S-1", "start")
    for name in NAMES[8:0:-1]:
        play("S-1", "bust", name)
    done = play("S-1", "end")
    assert (done["pool"], done["carry"]) == (405, 45)
    assert [one["player"] for one in done["places"] if one["seat"]] == NAMES[:4]

    play("Final", "enter", NAMES[1])  # has paid already
    final = play("Final", "seats", "S-1")
    assert final["entries"] == 4
    assert final["won_twice"] == [[NAMES[1], "S-1"]]
    play("Final", "carry", "S-1")
    assert "is in the pool of Final already" in play("Final", "carry", "S-1", code=2)
    play("Final", "draw", "--seed", "2")
    final = play("Final", "start")
    assert (final["pool"], final["prizes"]) == (445, [290, 155])
    checks = {one["what"]: one for one in play("Final", "check")}
    assert (checks["carried"]["state"], checks["tickets"]["state"]) == ("fine", "unknown")
    play("S-1", "undo")  # what it kept is open again: the final's panel says so
    checks = {one["what"]: one for one in play("Final", "check")}
    assert (checks["carried"]["state"], checks["carried"]["whose"]) == ("off", ["S-1"])
    assert checks["tickets"]["state"] == "off"


def test_ray_1_1_who_goes_on_from_a_satellite_is_who_won_a_seat_in_it(
    run: Run, play: Callable[..., Any], tmp_path: Path
) -> None:
    """The season's structure says one goes on; these two satellites have their own."""
    play("S-1", "open", "--structure", structure(tmp_path, satellite_price=100, carry_pct=10))
    play("S-2", "open", "--structure", structure(tmp_path, prize_pct=[100], advance=2))
    for name, players in (("S-1", NAMES[:9]), ("S-2", NAMES[9:])):
        play(name, "enter", *players)
        play(name, "draw", "--seed", "1")
        play(name, "start")
        for player in players[:0:-1]:
            play(name, "bust", player)
        play(name, "end")
    rows = run("advance", "C1", "satellite", "--json").json["rows"]
    on = {row["player"] for row in rows if row["advances"]}
    assert on == {*NAMES[:4], *NAMES[9:11]}
    assert not any(row["unresolved"] for row in rows)


def test_ray_1_1_equals_across_the_last_seat_have_their_lot_already(
    run: Run, play: Callable[..., Any], tmp_path: Path
) -> None:
    """Four seats of 100 for eight fees of 50; two are out in one hand across the fourth."""
    play("S-1", "open", "--structure", structure(tmp_path, satellite_price=100))
    play("S-1", "enter", *NAMES[:8])
    play("S-1", "draw", "--seed", "1")
    play("S-1", "start")
    for player in (NAMES[7], NAMES[6], NAMES[5]):
        play("S-1", "bust", player)
    play("S-1", "bust", NAMES[3], NAMES[4])
    for player in (NAMES[2], NAMES[1]):
        play("S-1", "bust", player)
    done = play("S-1", "end")
    seats = {one["player"] for one in done["places"] if one["seat"]}
    assert len(seats) == 4
    rows = run("advance", "C1", "satellite", "--json").json["rows"]
    assert {row["player"] for row in rows if row["advances"]} == seats
    assert not any(row["unresolved"] for row in rows)


def test_a_deal_and_what_each_table_is_opened_with(
    play: Callable[..., Any], tmp_path: Path
) -> None:
    """425, 280, 130 and 75 for 150,000, 98,750, 45,500 and 13,250: ICM to the last unit."""
    shares = ["46.703", "30.769", "14.286", "8.242"]
    play(
        "T1",
        "open",
        "--structure",
        structure(
            tmp_path, pool_from="fixed", pool_fixed=91_000, start_points=76_875, prize_pct=shares
        ),
    )
    play("T1", "enter", *NAMES[:4])
    play("T1", "draw", "--seed", "3")
    (opening,) = play("T1", "openings")
    assert (opening["table"], opening["game"], len(opening["seats"])) == ("T1", "T1-T1", 4)
    assert opening["options"]["structure"]["tables"] == 1
    text = (EDITIONS / "ray-freezeout-2013.toml").read_text(encoding="utf-8")
    edition = parse_edition(text, "ray-freezeout-2013.toml", lambda _: None)
    table = History(parse_opening(opening), edition)
    start = parse_action({"t": 1, "do": "start"}, table.opening, table.family)
    assert table.apply(start).refusal is None
    assert table.summary(0, "")["points_in_play"] == 307_500
    play("T1", "start")
    assert "count everybody's points" in play("T1", "deal", "icm", code=2)
    play("T1", "chips", "P01:150000", "P02:98750", "P03:45500", "P04:13250")
    assert "comes to 91001" in play("T1", "deal", "P01:91001", "P02:0", "P03:0", "P04:0", code=2)
    deal = play("T1", "deal", "icm")["deal"]
    assert deal["by"] == "icm"
    assert [round(deal[name] / 100) for name in NAMES[:4]] == [323, 278, 196, 113]
    assert sum(deal[name] for name in NAMES[:4]) == 91_000


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("T1", "open"), "T1 is open already"),
        (("T2", "show"), "tournament 'T2': not known, allowed T1"),
        (("T1", "dance"), "act 'dance': not known, allowed show, log"),
        (("T1", "enter"), "enter: PLAYER is missing"),
        (("T1", "chips", "Kim"), "'Kim': write PLAYER:NUMBER"),
        (("T1", "button", "one", "1"), "button: TABLE found 'one', allowed a whole number"),
        (("T1", "undo"), "There is nothing to take back"),
        (("T1", "start"), "RAY-1-1"),
        (("T1", "draw", "--seed", "-1"), "--seed -1: allowed 0 to"),
        (("T1", "enter", " "), "player: found '', allowed a name of 1 to 64 characters"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_and_nothing_is_kept(
    words: tuple[str, ...], said: str, play: Callable[..., Any]
) -> None:
    play("T1", "open")
    line = play(*words, code=2)
    assert said in line
    assert line.count("\n") == 1
    assert play("T1", "show")["lines"] == 0


def test_bad_instructions_are_refused_with_their_key(
    run: Run, play: Callable[..., Any], tmp_path: Path
) -> None:
    """RAY-STRUCT-1, RAY-PAY-1."""
    bad = structure(tmp_path, prize_pct=[50, 30])
    said = play("T1", "open", "--structure", bad, code=2)
    assert "structure.prize_pct: found 'a sum of 80', allowed a sum of 100 (RAY-PAY-1)" in said
    bad = structure(tmp_path, house_share=51)
    assert "structure.house_share: found 51" in play("T1", "open", "--structure", bad, code=2)
    assert "none.json" in play("T1", "open", "--structure", str(tmp_path / "none.json"), code=2)
    assert run("season", "create", "M1", "--edition", "ray-slots-2013").code == 0
    machines = run("tournament", "M1", "P1", "open")
    assert (machines.code, "parts at machines" in machines.err) == (2, True)
    assert run("tournament", "C1", "--json").json == []


def test_ray_struct_4_a_clock_that_runs_allows_no_other_levels(
    run: Run, play: Callable[..., Any], tmp_path: Path
) -> None:
    """One truth: the clock runs by the season's levels, or by the tournament's from its start."""
    assert run("clock", "C1", "T1", "start").code == 0
    other = structure(tmp_path, levels=[[25, 50]], breaks=[])
    said = play("T1", "open", "--structure", other, code=2)
    assert "structure.levels, structure.breaks: the clock of T1 runs already" in said
    assert "RAY-STRUCT-4" in said
    assert play("T1", "open", "--structure", structure(tmp_path))["state"] == "entries"
    play("T2", "open", "--structure", structure(tmp_path, levels=[[25, 50]], breaks=[]))
    assert run("clock", "C1", "T2", "start").code == 0
    told = run("clock", "C1", "T2", "--json").json
    assert told["next"]["level"] == 1
