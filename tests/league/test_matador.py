"""The Matador club's season through the commands: result files, standings, seats, bonuses."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from league.families import Past, Played
from league.families import matador as family
from league.families.formats import row_key
from league.families.matador import FORM
from tests.league import games
from tests.league.conftest import Run, Server

HEAD = "round,date,final,division,place,player"
GOLDEN = Path(__file__).parents[1] / "golden" / "ramk-2017" / "season.toml"
SEASON = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["season"]


def lines_of(rounds: Iterable[Mapping[str, Any]]) -> list[str]:
    """Rows of a result file."""
    return [
        f"{one['round']},{one['date']},{int(one.get('final', False))},"
        f"{number if len(one['tables']) > 1 else ''},{place},{player}"
        for one in rounds
        for number, table in enumerate(one["tables"], 1)
        for place, player in enumerate(table, 1)
    ]


def table_of(players: Iterable[str], name: str = "R1", day: str = "2017-09-29") -> list[str]:
    return lines_of([{"round": name, "date": day, "tables": [list(players)]}])


@pytest.fixture
def club(run: Run) -> str:
    assert run("season", "create", "S1", "--edition", "ramk-2017").code == 0
    return "S1"


@pytest.fixture
def take(run: Run, tmp_path: Path) -> Callable[..., Any]:
    """Import lines; gives how the command ended."""

    def imported(lines: Iterable[str], season: str = "S1", name: str = "file.csv") -> Any:
        path = tmp_path / name
        path.write_text("\n".join((HEAD, *lines)) + "\n", encoding="utf-8")
        return run("import", season, str(path), "--json")

    return imported


def rows_of(run: Run, season: str = "S1") -> dict[str, dict[str, Any]]:
    return {row["player"]: row for row in run("standings", season, "--json").json["rows"]}


@pytest.fixture
def bonus(run: Run, take: Callable[..., Any]) -> str:
    """A season that opens with last season's bonus for Gry."""
    last = [table_of(["Champ", "Gry", "Xi"], f"R{n}", f"2016-0{n}-01") for n in range(1, 6)]
    final = {"round": "F", "date": "2017-04-28", "final": True, "tables": [["Gry", "Champ", "Xi"]]}
    assert run("season", "create", "S0", "--edition", "ramk-2017").code == 0
    assert take([*(line for lines in last for line in lines), *lines_of([final])], "S0").code == 0
    assert run("season", "create", "S2", "--edition", "ramk-2017", "--follows", "S0").code == 0
    return "S2"


def test_the_whole_season_of_the_club(run: Run, bonus: str, take: Callable[..., Any]) -> None:
    """RAMK-9.16 to RAMK-9.20, RAMK-2.3."""
    assert take(lines_of(SEASON["rounds"]), "S2").json["added"] == 49

    rows = run("standings", "S2", "--json").json["rows"]
    assert [
        [row["rank"], row["player"], sorted([*row["counted"], *row["dropped"]])[::-1],
         row["gross"], row["points"]]
        for row in rows
    ] == SEASON["rows"]  # fmt: skip
    by_name = {row["player"]: row for row in rows}
    assert by_name["Ada"]["dropped"] == [6, 14]
    assert by_name["Gry"]["carried"] == 10
    assert {one: row["carry_over_next"] for one, row in by_name.items()} == {
        one: SEASON["carry_over"].get(one, 0) for one in by_name
    }
    assert sorted(one for one, row in by_name.items() if row["may_vote"]) == SEASON["voters"]
    assert [one for one, row in by_name.items() if row["contender"]] == ["Ada"]

    assert run("season", "create", "S3", "--edition", "ramk-2017", "--follows", "S2").code == 0
    opened = run("standings", "S3", "--json").json["rows"]
    assert [[row["player"], row["points"], row["games"]] for row in opened] == [
        ["Cai", 10, 0],
        ["Hal", 10, 0],
    ]


def test_the_final_is_seated_by_who_can_still_win(
    run: Run, bonus: str, take: Callable[..., Any], tmp_path: Path
) -> None:
    """RAMK-3.1B, RAMK-2.1c."""
    before = [one for one in SEASON["rounds"] if not one.get("final")]
    assert take(lines_of(before), bonus).code == 0
    attend = tmp_path / "attend"
    attend.write_text("\n".join(SEASON["attending"]), encoding="utf-8")
    ask = ("draw", bonus, "Finale", "--attend", str(attend), "--seed", "5", "--json")

    drawn = run(*ask).json

    assert [table["division"] for table in drawn["tables"]] == [1, 2]
    seats = [[seat["player"] for seat in table["seats"]] for table in drawn["tables"]]
    assert seats[1] == ["Hal", "Eva", "Ida"]
    assert sorted(seats[0]) == sorted(drawn["contenders"]) == SEASON["contenders"]
    assert drawn["lots"] == []
    can_win = [one for one, row in rows_of(run, bonus).items() if row["contender"]]
    assert sorted(can_win) == SEASON["contenders"]

    confirmed = run(*ask, "--contenders", "Ada", "Bo", "Cai", "Dan").json
    assert [len(table["seats"]) for table in confirmed["tables"]] == [4, 5]
    attend.write_text("\n".join([*SEASON["attending"], "Kai"]), encoding="utf-8")
    stranger = run(*ask)
    assert stranger.code == 2
    assert "'Kai'" in stranger.err
    assert "RAMK-2.1c" in stranger.err


def test_an_evening_is_seated_by_points_and_the_lot(
    run: Run, club: str, take: Callable[..., Any], tmp_path: Path
) -> None:
    """RAMK-3.1A."""
    take(table_of(["Ada", "Bo", "Cai", "Dan", "Eva", "Fin", "Gry"]))
    attend = tmp_path / "attend"
    attend.write_text("\n".join(["Ada", "Bo", "Cai", "Dan", "Eva", "Fin", "Gry", "Hal", "Ida"]))

    drawn = run("draw", "S1", "R2", "--attend", str(attend), "--seed", "1", "--json").json
    assert [len(table["seats"]) for table in drawn["tables"]] == [5, 4]
    assert drawn["lots"] == []
    again = run("draw", "S1", "R1", "--attend", str(attend), "--seed", "1", "--json").json
    assert sorted(again["lots"]) == sorted(attend.read_text().split())

    attend.write_text("\n".join(f"P{n}" for n in range(17)))
    many = run("draw", "S1", "R2", "--attend", str(attend))
    assert (many.code, "RAMK-3.1A" in many.err) == (2, True)
    attend.write_text("Ada\nBo\nCai\n")
    one = run("draw", "S1", "R2", "--attend", str(attend), "--json").json
    assert [table["division"] for table in one["tables"]] == [None]
    apart = run("draw", "S1", "R2", "--attend", str(attend), "--apart", "Ada:Bo")
    assert (apart.code, "RAMK-3.1A" in apart.err) == (2, True)
    early = run("draw", "S1", "R2", "--attend", str(attend), "--contenders", "Ada")
    assert (early.code, "RAMK-3.1B" in early.err) == (2, True)
    nobody = run("draw", "S1", "F", "--attend", str(attend), "--contenders", "Hal")
    assert (nobody.code, "'Hal'" in nobody.err) == (2, True)


BAD = {
    "nine at a table": (table_of("ABCDEFGHI"), 10, "player", "found 9 players at round R1"),
    "two at a table": (table_of("AB"), 2, "player", "found 2 players"),
    "a place that is not there": (
        [*table_of("ABC"), "R1,2017-09-29,0,,5,D"], 5, "place", "place: found 5",
    ),
    "place nought": (["R1,2017-09-29,0,,0,A"], 2, "place", "found '0'"),
    "a place twice without leaving one out": (
        ["R1,2017-09-29,0,,1,A", "R1,2017-09-29,0,,1,B", "R1,2017-09-29,0,,2,C"],
        4, "place", "place: found 2",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD.values(), ids=BAD)
def test_a_table_that_cannot_be_is_refused_with_the_rule(
    case: tuple[list[str], int, str, str], run: Run, club: str, take: Callable[..., Any]
) -> None:
    """RAMK-9.16: line, column, what was found, the rule; nothing is taken."""
    lines, line, column, said = case

    done = take(lines)

    assert done.code == 2
    at = HEAD.split(",").index(column) + 1
    assert f"line {line}, column {at}: " in done.err
    assert said in done.err
    assert "RAMK-9.16" in done.err
    assert len(done.err.splitlines()) == 1
    assert rows_of(run) == {}


@pytest.mark.parametrize(
    ("row", "column", "said"),
    [
        ("R1,2017-09-30,0,,4,D", 2, "date: found '2017-09-30', the other rows of round R1 say"),
        ("R1,2017-09-29,1,,4,D", 3, "final: found 1, the other rows of round R1 say 0"),
        ("R1,2017-09-29,0,2,4,D", 4, "division: round R1 has one table"),
        ("R1,2017-9-29,0,,4,D", 2, "allowed a day as YYYY-MM-DD"),
        ("R1,2017-02-29,0,,4,D", 2, "allowed a day"),
        ("R1,2017-09-29,0,3,4,D", 4, "allowed 1, 2 or empty"),
        ("R1,2017-09-29,0,,11,D", 5, "allowed a place from 1 to 10"),
        ("R1,2017-09-29,0,,2,A", 6, "the same round, player as line 2"),
    ],
)
def test_a_row_that_contradicts_its_round_is_refused(
    row: str, column: int, said: str, club: str, take: Callable[..., Any]
) -> None:
    done = take([*table_of("ABC"), row])
    assert done.code == 2
    assert f"line 5, column {column}: " in done.err
    assert said in done.err


@pytest.mark.parametrize("command", [("standings", "S1"), ("advance", "S1", "season")])
def test_a_cell_holds_what_can_be_read_and_the_rounds_are_json_alone(
    club: str, take: Callable[..., Any], run: Run, command: tuple[str, ...]
) -> None:
    assert take(table_of("ABC")).code == 0
    for kind in ("table", "csv"):
        done = run(*command, "--format", kind)
        assert (done.code, "{" in done.out, "details" in done.out) == (0, False, False)
    assert run(*command, "--json").json["rows"][0]["details"][0]["round"]


def test_a_season_has_one_final(club: str, take: Callable[..., Any]) -> None:
    """RAMK-9.18."""
    one = {"round": "F", "date": "2018-04-27", "final": True, "tables": [["A", "B", "C"]]}
    assert take(lines_of([one])).code == 0

    again = take(lines_of([{**one, "round": "G", "date": "2018-05-25"}]), name="g.csv")

    assert again.code == 2
    assert "final: the final of this season is round F (RAMK-9.18)" in again.err


def test_a_correction_must_leave_every_table_whole(
    run: Run, club: str, take: Callable[..., Any]
) -> None:
    """RAMK-9.16: the table a row is taken from is looked at, too."""
    two = {"round": "R1", "date": "2017-09-29", "tables": [list("ABCD"), list("EFG")]}
    assert take(lines_of([two])).code == 0

    moved = take(["R1,2017-09-29,0,1,5,G"], name="moved.csv")
    swapped = take(["R1,2017-09-29,0,1,1,B", "R1,2017-09-29,0,1,2,A"], name="swap.csv")

    assert moved.code == 2
    assert "found 2 players at round R1" in moved.err
    assert swapped.json["corrected"] == 2
    assert rows_of(run)["B"]["gross"] == 17


def test_a_file_in_parts_is_taken_as_long_as_each_part_can_stand(
    run: Run, club: str, take: Callable[..., Any]
) -> None:
    lines = table_of("ABCD")
    assert take(lines[:3]).code == 0
    assert rows_of(run)["A"]["gross"] == 15
    assert take(lines[3:], name="rest.csv").code == 0
    assert rows_of(run)["A"]["gross"] == 17
    assert take(lines, name="all.csv").json["unchanged"] == 4


def test_neither_order_nor_corrections_nor_the_same_file_again_change_the_standings(
    run: Run, club: str, take: Callable[..., Any]
) -> None:
    """RAMK-9.17: the same rounds in any order, wrong first and corrected, once more in the end."""
    luck = random.Random(8)
    lines = lines_of(SEASON["rounds"])
    assert take(lines).code == 0
    wanted = run("standings", "S1", "--json").json["rows"]
    for attempt in range(3):
        name = f"T{attempt}"
        assert run("season", "create", name, "--edition", "ramk-2017").code == 0
        rounds = list(SEASON["rounds"])
        luck.shuffle(rounds)
        for number, one in enumerate(rounds):
            wrong = {**one, "tables": [luck.sample(t, len(t)) for t in one["tables"]]}
            assert take(lines_of([wrong]), name, f"wrong{attempt}-{number}.csv").code == 0
        for number, one in enumerate(rounds[::-1]):
            right = lines_of([one])
            luck.shuffle(right)
            assert take(right, name, f"right{attempt}-{number}.csv").code == 0
        mixed = luck.sample(lines, len(lines))
        assert take(mixed, name, f"mixed{attempt}.csv").json["unchanged"] == len(lines)
        assert take(mixed, name, f"mixed{attempt}.csv").json["known_file"]
        assert run("standings", name, "--json").json["rows"] == wanted


def test_an_export_imported_elsewhere_gives_the_same_standings(
    run: Run, club: str, take: Callable[..., Any], tmp_path: Path
) -> None:
    assert take(lines_of(SEASON["rounds"])).code == 0
    path = tmp_path / "export.csv"
    path.write_text(run("export", "S1").out, encoding="utf-8")
    assert run("season", "create", "S2", "--edition", "ramk-2017").code == 0

    assert run("import", "S2", str(path)).code == 0
    assert run("import", "S1", str(path), "--json").json["unchanged"] == 49

    assert rows_of(run, "S2") == rows_of(run, "S1")


def test_equals_for_the_cup_wait_for_a_lot(run: Run, club: str, take: Callable[..., Any]) -> None:
    """RAMK-9.17: shared rank until it is drawn, and by its seed for ever after."""
    for number, order in enumerate(("ABC", "BAC", "ABC", "BAC"), 1):
        take(table_of(order, f"R{number}", f"2017-10-0{number}"), name=f"{number}.csv")
    tied = run("advance", "S1", "final", "--json").json["rows"]
    assert [[row["player"], row["rank"], row["unresolved"]] for row in tied] == [
        ["A", 1, True],
        ["B", 1, True],
        ["C", 3, False],
    ]
    assert not any(row["advances"] for row in tied)

    drawn = run("advance", "S1", "final", "--lots", "--seed", "4", "--json").json["rows"]

    assert [row["rank"] for row in drawn] == [1, 2, 3]
    assert [row["advances"] for row in drawn] == [True, False, False]
    assert [row["decided_by"] for row in drawn] == [None, "lot", "points"]
    assert drawn[1]["lot_seed"] == 4
    assert run("standings", "S1", "--json").json["rows"][0]["player"] == drawn[0]["player"]
    assert run("advance", "S1", "final", "--lots").code == 2


def test_who_may_play_the_final(run: Run, club: str, take: Callable[..., Any]) -> None:
    """RAMK-2.1c."""
    take(table_of("ABC"))
    rows = run("advance", "S1", "season", "--json", "--absent", "B").json["rows"]
    assert {row["player"]: row["advances"] for row in rows} == {"A": True, "B": False, "C": True}
    assert run("advance", "S1", "qualifier").code == 2


def test_a_club_shares_its_cup_by_setting(
    run: Run, take: Callable[..., Any], tmp_path: Path
) -> None:
    """RAMK-9.17: cup_tie = shared."""
    own = tmp_path / "own.toml"
    own.write_text('extends = "ramk-2017"\n[choices]\ncup_tie = "shared"\n', encoding="utf-8")
    assert run("season", "create", "S1", "--edition", str(own)).code == 0
    for number, order in enumerate(("ABC", "BAC", "ABC", "BAC"), 1):
        take(table_of(order, f"R{number}", f"2017-10-0{number}"), name=f"{number}.csv")

    rows = run("advance", "S1", "final", "--json").json["rows"]

    assert [[row["rank"], row["advances"], row["unresolved"]] for row in rows] == [
        [1, True, False],
        [1, True, False],
        [3, False, False],
    ]
    assert run("advance", "S1", "final", "--lots").code == 2


def test_the_page_of_a_season_explains_every_row(
    run: Run, bonus: str, take: Callable[..., Any], server: Server
) -> None:
    """RAMK-9.17: what counted, what was dropped, the bonus, who can still win; in Danish, too."""
    rounds = [one for one in SEASON["rounds"] if not one.get("final")]
    assert take(lines_of(rounds), bonus).code == 0

    def read(path: str) -> str:
        got = server.get(path)
        assert got.status == 200, got.data
        return " ".join(re.sub(r"<[^>]+>", " ", got.data.decode()).split())

    english, danish = read(f"/seasons/{bonus}?lang=en"), read(f"/seasons/{bonus}?lang=da")
    assert "Ada can win the cup counts 21 18 17 · dropped 6 14 Gross 76" in english
    assert "Gry can win the cup counts 13 11 · dropped 4 6 · bonus 10" in english
    assert "equal points; first places 0 against 1" in english
    assert "Ada kan vinde pokalen tæller 21 18 17 · tæller ikke 6 14 Brutto 76" in danish
    assert take(lines_of(SEASON["rounds"]), bonus, "all.csv").code == 0
    final = read(f"/seasons/{bonus}?stage=final&lang=da")
    assert "Mester 1 1 Ada" in final
    assert "Cai +10 næste sæson" in final
    before = read(f"/seasons/{bonus}?stage=season&lang=en")
    assert "Before the final" in before


SCENARIOS = Path(__file__).parents[1] / "scenarios"
WALL = {"boot_id": "b", "boot_ns": 1, "wall_ms": 1_524_850_000_000, "synced": True, "rate": 1.0}


def sealed(name: str, **clock: Any) -> bytes:
    """A scenario as its table would send it, with the day on which it was played."""
    text = (SCENARIOS / f"{name}.jsonl").read_text(encoding="utf-8")
    first, *rest = (json.loads(line) for line in text.splitlines())
    first["open"] |= {"season": "S1", "table": "T3"}
    return games.scripted([first, {"t": 0, "clock": WALL | clock}, *rest])


def test_evenings_from_the_tables_count(
    run: Run, club: str, token: str, tmp_path: Path, take: Callable[..., Any], server: Server
) -> None:
    """RAMK-9.16, RAMK-9.18, RAMK-9.19: replayed, counted, exported with the table's day."""
    carried = tmp_path / "carried.jsonl"
    carried.write_bytes(sealed("ramk-final") + sealed("ramk-last-round", synced=False))

    assert run("receive", str(carried)).code == 0

    rows = rows_of(run)
    assert {one: row["gross"] for one, row in rows.items()} == {
        "Hal": 36, "Eva": 29, "Ida": 12, "Dan": 11, "Fin": 21,
    }  # fmt: skip
    exported = run("export", "S1").out.splitlines()
    assert exported[0] == HEAD
    assert "F,2018-04-27,1,2,1,Hal" in exported
    assert any(line.startswith("R2,20") and line.endswith(",0,2,1,Fin") for line in exported)
    assert run("verify", "S1").code == 0
    corrected = take([line for line in exported[1:] if line.startswith("F,")])
    assert corrected.json["unchanged"] == 3
    for game in ("F-T2", "R2-T2"):
        assert server.get(f"/games/{game}?lang=da").status == 200
    assert "F-T2" in server.get("/seasons/S1").data.decode()


def summary_of(**more: Any) -> dict[str, Any]:
    seats = [
        {"seat": n, "player": f"P{n}", "name": f"P{n}", "place": n, "removed": False}
        for n in range(1, 5)
    ]
    return {"division": 2, "players": 4, "seats": seats, **more}


def test_a_played_game_gives_its_places() -> None:
    """RAMK-9.16, RAMK-9.18."""
    facts = family.seat_facts(summary_of(), "2017-10-27")
    played = Played("R2-T2", "R2", "season", False, "2017-10-28")

    row = family.uploaded(played, "P1", facts[0].facts)

    assert {column: row[column] for column in FORM.columns} == {
        "round": "R2",
        "date": "2017-10-27",
        "final": False,
        "division": "2",
        "place": 1,
        "player": "P1",
    }
    assert row_key(FORM, row) == "R2\x1fP1"
    without_clock = family.seat_facts(summary_of(division=None), None)[0].facts
    late = family.uploaded(played._replace(stage="final"), "P1", without_clock)
    assert (late["date"], late["final"], late["division"]) == ("2017-10-28", True, "")


def test_a_table_with_somebody_removed_gives_no_points_until_it_is_corrected() -> None:
    """RAMK-9.16."""
    from league.families import Result
    from league.seasons import load_edition
    from league.settings import load_settings

    edition, _ = load_edition(load_settings(), "ramk-2017")
    summary = summary_of()
    summary["seats"][3] |= {"place": None, "removed": True}
    played = Played("R2-T2", "R2", "season", False, "2017-10-28")
    rows = [
        family.uploaded(played, seat.player, seat.facts)
        for seat in family.seat_facts(summary, "2017-10-27")
    ]
    results = [Result(row, False, row["player"], None, "R2-T2") for row in rows]

    assert len(results) == 3
    assert family.standings(Past(results, {}, {}), edition) == []
    corrected = {**rows[0], "player": "P4", "place": 4}
    whole = [*results, Result(corrected, False, "P4", None, "R2-T2")]
    found = family.standings(Past(whole, {}, {}), edition)
    assert [row["gross"] for row in found] == [21, 13, 8, 6]
    assert json.dumps(found)
