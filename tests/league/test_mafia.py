"""A Mafia tournament through the commands: result files, the table, seats, who is qualified."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from league.families import Past, Played, Result
from league.families import mafia as family
from tests.league import games
from tests.league.conftest import Run, Server
from tests.rules.mafia.golden import CARDS, FIRST, edition_of, prelude, table

GOLDEN = Path(__file__).parents[1] / "golden" / "mafia-aktau-2015" / "scores.toml"
CASES = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["case"]
SCENARIOS = Path(__file__).parents[1] / "scenarios"
HEAD = ",".join(family.FORM.columns)
GAME = ("sheriff_three", "clean_sweep", "don_guessing")


def lines_of(game: str, case: dict[str, Any]) -> list[str]:
    """Rows of a result file for a golden case."""
    killed, right = case.get("killed", (None, 0))
    facts = [str(int(case["facts"].get(name, False))) for name in GAME]
    return [
        ",".join(
            (
                game,
                str(seat),
                f"P{seat:02}",
                role,
                case["facts"]["winner"],
                str(int(seat == killed)),
                str(right if seat == killed else 0),
                str(int(seat == case.get("best_move"))),
                *facts,
                str(int(seat == case.get("monster"))),
            )
        )
        for seat, role in sorted(CARDS.items())
    ]


@pytest.fixture
def tournament(run: Run) -> str:
    assert run("season", "create", "M1", "--edition", "mafia-aktau-2015").code == 0
    return "M1"


@pytest.fixture
def take(run: Run, tmp_path: Path, tournament: str) -> Callable[..., Any]:
    """Import lines; gives how the command ended."""

    def imported(lines: Iterable[str]) -> Any:
        path = tmp_path / "file.csv"
        path.write_text("\n".join((HEAD, *lines)) + "\n", encoding="utf-8")
        return run("import", tournament, str(path), "--json")

    return imported


def rows_of(run: Run) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run("standings", "M1", "--format", "json").json["rows"]
    return found


@pytest.mark.parametrize("case", [one for one in CASES if "options" not in one], ids=str)
def test_a_game_from_a_file_scores_as_the_document_says(
    run: Run, take: Callable[..., Any], case: dict[str, Any]
) -> None:
    assert take(lines_of("G1", case)).code == 0
    points = {row["player"]: row["points"] for row in rows_of(run)}
    assert [points[f"P{seat:02}"] for seat in range(1, 11)] == case["points"]


def test_the_sum_of_the_games_ranks_and_the_best_is_qualified(
    run: Run, take: Callable[..., Any]
) -> None:
    """S1 to S4 and S6 of the golden scores, as one tournament."""
    games = [one for one in CASES if one["name"][:2] in ("S1", "S2", "S3", "S4", "S6")]
    lines = [line for n, one in enumerate(games, 1) for line in lines_of(f"G{n}", one)]
    assert take(lines).json["added"] == 50
    rows = rows_of(run)
    assert [(row["rank"], row["player"], row["points"], row["decided_by"]) for row in rows[:3]] == [
        (1, "P03", 2.5, None),
        (2, "P05", 2.25, "points"),
        (3, "P04", 2, "points"),
    ]
    assert (rows[1]["best_moves"], rows[1]["wins_sheriff"], rows[1]["games"]) == (1, 3, 5)
    assert [row["player"] for row in rows if row["podium"]] == ["P03", "P05", "P04"]
    found = run("advance", "M1", "tournament", "--json").json["rows"]
    assert [row["player"] for row in found if row["advances"]] == ["P03"]
    assert [row["player"] for row in found if row["reserve"] == 1] == ["P05"]
    assert not any(row["unresolved"] for row in found)


def test_the_same_file_again_changes_nothing_a_correction_is_kept(
    take: Callable[..., Any],
) -> None:
    lines = lines_of("G1", CASES[0])
    assert take(lines).json["added"] == 10
    assert take(lines).json["unchanged"] == 10
    assert take(lines_of("G1", CASES[1])).json["corrected"] == 10


@pytest.mark.parametrize(
    ("line", "change", "said"),
    [
        (
            1,
            ("don", "red"),
            "line 11, column 4: role: found red 7 times in G1, allowed 6 (MAF-P-1)",
        ),
        (3, ("red,red", "don,red"), "line 5, column 4: role: found don 2 times in G1, allowed 1"),
        (
            4,
            ("red", "black"),
            "line 6, column 5: winner: found 'black', P01's row of G1 says 'red'",
        ),
        (2, ("3,", "2,"), "line 4, column 2: seat: found 2 twice in G1"),
        (5, ("mafia", "nurse"), "line 7, column 4: role: found 'nurse', allowed red, sheriff"),
    ],
)
def test_a_bad_file_changes_nothing(
    run: Run, take: Callable[..., Any], line: int, change: tuple[str, str], said: str
) -> None:
    lines = lines_of("G1", CASES[0])
    head, tail = lines[line][:3], lines[line][3:]
    lines[line] = head + tail.replace(*change, 1)
    done = take(lines)
    assert done.code == 2
    assert said in done.err
    assert rows_of(run) == []


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (
            {2: {"best_move": "1"}},
            "line 3, column 8: best_move: found 1 of a don, allowed 1 of a red or the Sheriff"
            " (MAFA-PTS-5)",
        ),
        (
            {1: {"best_move": "1"}, 5: {"best_move": "1"}},
            "line 6, column 8: best_move: found 1 twice in G1, allowed one: P01 has it"
            " (MAFA-PTS-5)",
        ),
        (
            {3: {"killed_first": "1"}, 9: {"killed_first": "1"}},
            "line 10, column 6: killed_first: found 1 twice in G1, allowed one: P03 has it"
            " (MAF-P-9)",
        ),
        (
            {0: {"winner": "red", "clean_sweep": "1"}},
            "line 2, column 10: clean_sweep: found 1 where winner is 'red', allowed where it is"
            " 'black' (MAFA-PTS-8)",
        ),
        (
            {0: {"winner": "red", "don_guessing": "1"}},
            "line 2, column 11: don_guessing: found 1 where winner is 'red', allowed where it is"
            " 'black' (MAFA-PTS-9)",
        ),
        (
            {0: {"winner": "black", "don_guessing": "1", "clean_sweep": "1"}},
            "line 2, column 11: don_guessing: found 1 beside clean_sweep 1, allowed one of them"
            " (MAFA-PTS-9)",
        ),
    ],
)
def test_facts_that_cannot_be_true_together_change_nothing(
    run: Run, take: Callable[..., Any], facts: dict[int, dict[str, str]], said: str
) -> None:
    """MAFA-PTS-5, MAFA-PTS-8, MAFA-PTS-9, MAF-P-9; 0 stands for every row."""
    columns = {name: at for at, name in enumerate(family.FORM.columns)}
    lines = [line.split(",") for line in lines_of("G1", {"facts": {"winner": "red"}})]
    for seat, line in enumerate(lines, 1):
        for name, value in {**facts.get(0, {}), **facts.get(seat, {})}.items():
            line[columns[name]] = value
    done = take([",".join(line) for line in lines])
    assert done.code == 2
    assert said in done.err
    assert rows_of(run) == []


def test_without_scoring_nobody_is_ranked(run: Run, tmp_path: Path) -> None:
    """maf.scoring = none: results are listed."""
    assert run("season", "create", "N1", "--edition", "mafia-nuances").code == 0
    path = tmp_path / "n.csv"
    path.write_text("\n".join((HEAD, *lines_of("G1", CASES[0]))) + "\n", encoding="utf-8")
    assert run("import", "N1", str(path)).code == 0
    rows = run("standings", "N1", "--format", "json").json["rows"]
    assert {(row["rank"], row["points"], row["decided_by"]) for row in rows} == {(None, None, None)}
    assert len(rows) == 10


def drawn(run: Run, tmp_path: Path, players: int, rounds: int) -> list[list[list[str]]]:
    attend = tmp_path / "attend"
    attend.write_text("\n".join(f"P{n:03}" for n in range(players)), encoding="utf-8")
    found = []
    for number in range(1, rounds + 1):
        done = run("draw", "M1", f"G{number}", "--attend", str(attend), "--seed", "7", "--json")
        assert done.code == 0, done.err
        tables = done.json["tables"]
        assert all(
            [one["seat"] for one in place["seats"]] == list(range(1, 11)) for place in tables
        )
        found.append([[one["player"] for one in place["seats"]] for place in tables])
    return found


def test_mafa_main_6_five_games_and_nobody_on_a_seat_twice(
    run: Run, tmp_path: Path, tournament: str
) -> None:
    """MAFA-MAIN-6."""
    rounds = drawn(run, tmp_path, 10, 5)
    for player in rounds[0][0]:
        assert len({tables[0].index(player) for tables in rounds}) == 5
    assert all(sorted(tables[0]) == sorted(rounds[0][0]) for tables in rounds)


def test_a_round_drawn_again_does_not_count_its_own_first_draw(
    run: Run, tmp_path: Path, tournament: str
) -> None:
    first = drawn(run, tmp_path, 10, 1)
    assert drawn(run, tmp_path, 10, 1) == first


def test_mafa_time_2_nine_cannot_be_seated(run: Run, tmp_path: Path, tournament: str) -> None:
    """MAFA-TIME-2."""
    attend = tmp_path / "attend"
    attend.write_text("\n".join(f"P{n}" for n in range(9)), encoding="utf-8")
    done = run("draw", "M1", "G1", "--attend", str(attend))
    assert (done.code, done.out) == (2, "")
    assert "9 players cannot be seated (MAFA-TIME-2)" in done.err


def test_a_game_that_was_played_gives_the_facts_of_a_file() -> None:
    lines = [*FIRST, "night", "shot 4", "sheriff_check 6", "+41 day", "best_move 4 2,6,1"]
    lines += ["triple 7 2,6,9", "end red", "award 8 monster", "disqualify 10", "confirm"]
    summary = table(edition_of("mafia-aktau-2015"), lines).summary(0, "")
    seats = family.seat_facts(summary, None)
    rows = [
        family.uploaded(Played("G1", "1", "tournament", False, "2026-11-30"), one.player, one.facts)
        for one in seats
    ]
    assert [set(row) for row in rows] == [set(family.FORM.columns)] * 10
    assert (rows[3]["killed_first"], rows[3]["named_right"]) == (True, 2)
    assert [row["seat"] for row in rows if row["best_move"]] == [7]
    assert [row["seat"] for row in rows if row["monster"]] == [8]
    assert {row["winner"] for row in rows} == {"red"}
    assert [one.seat for one in seats if one.excluded] == [10]


def test_mafn_vote_12_the_fine_counts_in_the_standings_of_who_counts_points() -> None:
    """MAFN-VOTE-12: five leave at once, 0.6 points each; those who left before have nothing."""
    edition = edition_of("mafia-nuances").with_options({"scoring": "aktau"})
    left, votes = (1, 3, 4, 5, 9), "3:1 4:3 5:4 9:5 1:9"
    lines = prelude(left)
    for seat, whom in zip(left, (3, 4, 5, 9, 1), strict=True):
        lines += [f"speech {seat}", f"nominate {seat} {whom}", f"yield {seat}"]
    lines += ["voting", f"tally {votes}", "revote", f"tally {votes}", "lift_all 1,3,4", "confirm"]
    summary = table(edition, lines).summary(0, "")
    assert summary["end_reason"] == "all_left", summary["refused"]
    played = Played("G1", "1", "tournament", False, "2026-11-30")
    results = {
        one.player: Result(
            family.uploaded(played, one.player, one.facts), False, one.name, None, "G1"
        )
        for one in family.seat_facts(summary, None)
    }
    rows = family.standings(Past(list(results.values()), {}, {}), edition)
    points = {row["player"]: row["points"] for row in rows}
    assert points == {f"P{seat:02}": -0.6 if seat in left else 0 for seat in range(1, 11)}
    assert points == {seat["player"]: seat["points"] for seat in summary["seats"]}


def sealed(name: str, **more: Any) -> bytes:
    """A scenario as the table T3 seals it."""
    script = SCENARIOS / f"{name}.jsonl"
    first, *rest = map(json.loads, script.read_text(encoding="utf-8").splitlines())
    first["open"] |= {"table": "T3", **more}
    return games.scripted([first, *rest])


def test_a_game_from_a_table_counts_and_is_exported(
    run: Run, tournament: str, token: str, tmp_path: Path, server: Server
) -> None:
    """MAFA-MAIN-1: replayed, its points those of the sheet; exported, the file changes nothing."""
    carried = tmp_path / "carried.jsonl"
    carried.write_bytes(sealed("mafia-aktau-whole", season="M1"))
    assert run("receive", str(carried)).code == 0, run("receive", str(carried)).err
    rows = rows_of(run)
    assert {row["player"]: row["points"] for row in rows} == {
        "P01": 1.25, "P02": -2, "P03": 1.25, "P04": 1.75, "P05": 2,
        "P06": -1, "P07": 1.5, "P08": 1.25, "P09": -1, "P10": 1.25,
    }  # fmt: skip
    assert {row["name"] for row in rows} == {f"Игрок {n}" for n in range(1, 11)}
    exported = run("export", "M1").out.splitlines()
    assert exported[0] == HEAD
    assert "G1-T1,4,P04,red,red,1,2,0,1,0,0,0" in exported
    assert run("verify", "M1").code == 0
    path = tmp_path / "again.csv"
    path.write_text("\n".join(exported) + "\n", encoding="utf-8")
    assert run("import", "M1", str(path), "--json").json["unchanged"] == 10
    assert server.get("/api/v1/seasons/M1/standings").status == 200
    assert server.get("/seasons/M1").status == 200
    assert server.get("/games/G1-T1").status == 200
    page = " ".join(server.get("/games/G1-T1?lang=ru").data.decode().split())
    for said in ("шериф", "все чёрные вышли", "1,75", "верно 2 из 3", "Ночь 1", "Турнир"):
        assert said in page, said
    assert "league.mafia." not in page
    standing = server.get("/seasons/M1?lang=ru").data.decode()
    assert "Лучшие ходы" in standing
    assert "1,75" in standing
