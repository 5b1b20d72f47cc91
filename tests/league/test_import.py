"""Result files of `hun-2009`: all or nothing, twice is once, corrections are kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import select

from league.db import Database
from league.tables import audit, import_row
from tests.league.conftest import Run

HEAD = "stage,game,player,cash,unmortgaged,mortgaged,buildings,bankrupt"
GOOD = "qualifier,Q1,Anna,412,750,200,450,0"


@pytest.fixture
def put(run: Run, season: str, tmp_path: Path):
    def take(*lines: str, name: str = "r.csv", head: str = HEAD):
        (tmp_path / name).write_text("\n".join((head, *lines)) + "\n", encoding="utf-8")
        return run("import", season, str(tmp_path / name), "--json")

    return take


@pytest.mark.parametrize(
    ("head", "lines", "line", "column", "says"),
    [
        pytest.param(
            HEAD, [GOOD, "final,F,B,1,1,1,1"], 3, 8, "7 cells; the header has 8", id="short"
        ),
        pytest.param(HEAD, [GOOD + ",0"], 2, 9, "9 cells; the header has 8", id="long"),
        pytest.param(HEAD, [GOOD.replace("412", "-5")], 2, 4, "cash: found '-5'", id="negative"),
        pytest.param(HEAD, [GOOD.replace("412", "4,5")], 2, 9, "9 cells", id="decimal comma"),
        pytest.param(HEAD, [GOOD.replace("412", "4.5")], 2, 4, "a whole number 0 to", id="decimal"),
        pytest.param(HEAD, [GOOD.replace("412", "")], 2, 4, "cash: found ''", id="empty"),
        pytest.param(HEAD, [GOOD.replace("412", "٤١٢")], 2, 4, "cash: found", id="other digits"),
        pytest.param(HEAD, [GOOD.replace("412", "9999999999")], 2, 4, "1000000000", id="too large"),
        pytest.param(
            HEAD, [GOOD[:-1] + "2"], 2, 8, "bankrupt: found '2', allowed 0 or 1", id="flag"
        ),
        pytest.param(HEAD, [GOOD[:-1] + "yes"], 2, 8, "allowed 0 or 1", id="word for a flag"),
        pytest.param(HEAD, ["heat" + GOOD[9:]], 2, 1, "qualifier, semifinal, final", id="stage"),
        pytest.param(HEAD, [GOOD.replace("Anna", " ")], 2, 3, "player: found ' '", id="blank name"),
        pytest.param(
            HEAD, [GOOD.replace("Anna", "A" * 65)], 2, 3, "1 to 64 characters", id="long name"
        ),
        pytest.param(HEAD, [GOOD.replace("Anna", "A\x07")], 2, 3, "control characters", id="bell"),
        pytest.param(HEAD, [GOOD.replace("Anna", '"A\nB"')], 2, 3, "control", id="line in a name"),
        pytest.param(HEAD, [GOOD, GOOD.replace("412", "9")], 3, 3, "as line 2", id="twice"),
        pytest.param(HEAD, [GOOD.replace("Anna", '"Anna')], 2, 3, "never closed", id="open quote"),
        pytest.param(
            HEAD.replace("cash", "money"), [GOOD], 1, 4, "'money' is not known", id="unknown"
        ),
        pytest.param(
            HEAD.replace(",bankrupt", ""), [GOOD], 1, 8, "'bankrupt' is missing", id="missing"
        ),
        pytest.param(
            HEAD.replace("stage", "cash"), [GOOD], 1, 4, "'cash' stands twice", id="double"
        ),
        pytest.param("", [], 1, 1, "empty; the header line is", id="empty file"),
        pytest.param(HEAD, [GOOD.replace("Q1", "Q 1")], 2, 2, "game: found 'Q 1'", id="game name"),
        pytest.param(HEAD, [GOOD.replace("Q1", "a/../b")], 2, 2, "1 to 64 letters", id="path"),
        pytest.param(
            HEAD,
            [f"qualifier,Q1,P{number},1,0,0,0,0" for number in range(7)],
            8,
            3,
            "found 'P6', allowed 6 players of one game; of Q1 there are P0, P1, P2, P3, P4, P5",
            id="HUN-6: seven at a table",
        ),
        pytest.param(
            HEAD, [GOOD, GOOD.replace("Anna", '"Anna "')], 3, 3, "as line 2", id="twice by a space"
        ),
    ],
)
def test_a_bad_file_changes_nothing_and_names_line_and_column(
    put, run: Run, season: str, head: str, lines: list[str], line: int, column: int, says: str
) -> None:
    done = (
        put("final,F,Zoe,1,1,1,1,0", *lines, head=head) if head == HEAD else put(*lines, head=head)
    )
    moved = line + 1 if head == HEAD else line
    said = done.err.replace(f"as line {3}", "as line 2")
    assert done.code == 2
    assert f"r.csv: line {moved}, column {column}: " in done.err
    assert says in said
    assert done.err.count("\n") == 1
    assert done.out == ""
    assert run("standings", season, "--json").json["rows"] == []


def test_columns_may_stand_in_any_order_and_semicolons_separate(put, run: Run, season: str) -> None:
    done = put("0;450;200;750;412;Anna;Q1;qualifier", head=";".join(reversed(HEAD.split(","))))
    assert done.code == 0
    row = run("standings", season, "--json").json["rows"][0]
    assert (row["player"], row["points"], row["unencumbered"]) == ("Anna", 1712, 1200)


def test_the_same_file_again_changes_nothing(put, run: Run, season: str) -> None:
    assert put(GOOD).json["added"] == 1
    before = run("standings", season, "--json").out
    again = put(GOOD).json
    assert (again["added"], again["corrected"], again["unchanged"]) == (0, 0, 1)
    assert again["known_file"]
    assert run("standings", season, "--json").out == before


def test_the_same_rows_in_another_file_change_nothing(put) -> None:
    put(GOOD)
    again = put(GOOD, "qualifier,Q1,Bea,1,0,0,0,0", name="other.csv").json
    assert (again["added"], again["corrected"], again["unchanged"]) == (1, 0, 1)


def test_another_result_of_the_same_keys_is_a_correction_on_record(
    put, run: Run, season: str, database: Database
) -> None:
    put(GOOD)
    done = put(GOOD.replace("412", "512"), name="corrected.csv").json
    assert (done["added"], done["corrected"]) == (0, 1)
    assert run("standings", season, "--json").json["rows"][0]["points"] == 1812
    with database.read() as connection:
        kept = connection.execute(
            select(import_row.c.revision, import_row.c.facts).order_by(import_row.c.revision)
        ).all()
        said = connection.execute(
            select(audit.c.detail).where(audit.c.what == "import").order_by(audit.c.id.desc())
        ).scalar()
    assert [(row.revision, json.loads(row.facts)["cash"]) for row in kept] == [(1, 412), (2, 512)]
    change = json.loads(str(said))["corrections"][0]
    assert (change["was"]["cash"], change["is"]["cash"]) == (412, 512)


def test_an_old_file_taken_again_does_not_undo_a_correction(put, run: Run, season: str) -> None:
    put(GOOD)
    put(GOOD.replace("412", "512"), name="corrected.csv")
    assert put(GOOD).json["corrected"] == 0
    assert run("standings", season, "--json").json["rows"][0]["points"] == 1812


def test_the_same_player_may_stand_in_several_games(put, run: Run, season: str) -> None:
    """HUN-3.2: the best of his qualifiers counts."""
    put(GOOD, GOOD.replace("Q1", "Q2").replace("412", "900"))
    row = run("standings", season, "--json").json["rows"][0]
    assert (row["games"], row["points"]) == (2, 2200)


def test_an_export_imported_again_changes_nothing(
    put, run: Run, season: str, tmp_path: Path
) -> None:
    put(GOOD, 'final,F,"Kovács, Bea ""B""",0,0,0,0,1')
    exported = tmp_path / "out.csv"
    exported.write_text(run("export", season).out, encoding="utf-8")
    assert exported.read_text(encoding="utf-8").splitlines()[0] == HEAD
    done = run("import", season, str(exported), "--json").json
    assert (done["added"], done["corrected"], done["unchanged"]) == (0, 0, 2)


def test_a_file_that_says_nothing_new_undoes_no_later_correction(
    put, run: Run, season: str
) -> None:
    """The same file again changes nothing, also one of which nothing was taken the first time."""
    put(GOOD)
    assert put(f"{GOOD}\n", name="again.csv").json["unchanged"] == 1
    put(GOOD.replace("412", "512"), name="corrected.csv")
    again = put(f"{GOOD}\n", name="again.csv").json
    assert (again["corrected"], again["known_file"]) == (0, True)
    assert run("standings", season, "--json").json["rows"][0]["points"] == 1812


def test_a_name_is_one_player_however_his_accents_are_written(put, run: Run, season: str) -> None:
    put("qualifier,Q1,B\u00e9la,10,0,0,0,0", "qualifier,Q2,Be\u0301la,30,0,0,0,0")
    put("qualifier,Q3, B\u00e9la ,20,0,0,0,0", name="spaces.csv")
    rows = run("standings", season, "--json").json["rows"]
    assert [(row["player"], row["games"], row["points"]) for row in rows] == [("B\u00e9la", 3, 30)]


def test_a_seventh_player_is_refused_across_files_and_a_correction_is_not(put) -> None:
    """HUN-6."""
    rows = [f"qualifier,Q1,P{number},1,0,0,0,0" for number in range(6)]
    put(*rows)
    assert put(rows[5].replace(",1,", ",2,"), name="corrected.csv").json["corrected"] == 1
    seventh = put("semifinal,Q1,P7,1,0,0,0,0", "qualifier,Q1,P7,1,0,0,0,0", name="seventh.csv")
    assert seventh.code == 2
    assert "seventh.csv: line 3, column 3: found 'P7', allowed 6 players" in seventh.err


def test_the_column_named_is_that_of_the_file(put) -> None:
    turned = list(reversed(HEAD.split(",")))
    rows = ["0;0;0;0;1;Anna;Q1;qualifier", "0;0;0;0;2;Anna;Q1;qualifier"]
    assert "line 3, column 6: the same stage, game, player" in put(*rows, head=";".join(turned)).err


def test_a_file_that_is_not_there_is_one_line(run: Run, season: str) -> None:
    done = run("import", season, "/nowhere/r.csv")
    assert done.code == 2
    assert done.err == (
        "league: /nowhere/r.csv: No such file or directory; give a CSV file that can be read\n"
    )


def test_an_unknown_season_names_those_there_are(run: Run, season: str, tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(f"{HEAD}\n{GOOD}\n", encoding="utf-8")
    done = run("import", "S9", str(tmp_path / "r.csv"))
    assert (done.code, done.err) == (2, "league: season 'S9': not known, allowed S1\n")
