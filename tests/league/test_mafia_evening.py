"""The evening of a Mafia tournament: the rating that breaks the last tie, and who comes late."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from league.db import Database
from league.draws import newest as newest_draw
from league.tables import audit
from league.tables import draw as drawn_table
from league.texts import OFFERED
from tests.league.conftest import Done, Run, Server
from tests.league.test_mafia import HEAD, lines_of, rows_of, sealed

RED_WINS = {"facts": {"winner": "red"}}
EQUALS = ["P01", "P03", "P04", "P07", "P08", "P10"]
"""Plain reds of one game that red won: equal in all but a rating."""
PLAYERS = [f"P{number:02}" for number in range(1, 11)]


@pytest.fixture
def tournament(run: Run, tmp_path: Path) -> str:
    """M1, in which one game has been played."""
    assert run("season", "create", "M1", "--edition", "mafia-aktau-2015").code == 0
    path = tmp_path / "games.csv"
    path.write_text("\n".join((HEAD, *lines_of("G1", RED_WINS))) + "\n", encoding="utf-8")
    assert run("import", "M1", str(path)).code == 0
    return "M1"


@pytest.fixture
def rate(run: Run, tmp_path: Path, tournament: str) -> Callable[..., Done]:
    def rated(*lines: str, head: str = "player,rating") -> Done:
        path = tmp_path / "rating.csv"
        path.write_text("\n".join((head, *lines)) + "\n", encoding="utf-8")
        return run("rating", tournament, str(path), "--json")

    return rated


def ranked(run: Run) -> list[tuple[Any, ...]]:
    return [(row["rank"], row["player"], row["decided_by"]) for row in rows_of(run)]


def noted(database: Database, what: str) -> list[dict[str, Any]]:
    with database.read() as connection:
        found = select(audit.c.detail).where(audit.c.what == what).order_by(audit.c.id)
        return [json.loads(one) for one in connection.execute(found).scalars()]


def test_mafa_tie_5_the_higher_place_in_the_rating_goes_first(
    run: Run, rate: Callable[..., Done]
) -> None:
    """MAFA-TIE-5: last, the smaller place first, equals share; who is not in it comes after."""
    assert [row for row in ranked(run) if row[1] in EQUALS] == [
        (2, "P01", "wins_sheriff"),
        *((2, player, None) for player in EQUALS[1:]),
    ]
    done = rate("P02,1", "P10,2", "P04,7", "P08,7", "P01,30", "Elsewhere,3")
    assert (done.code, done.json["rows"], done.json["changed"]) == (0, 6, True)
    assert done.json["unrated"] == ["P03", "P05", "P06", "P07", "P09"]
    assert [row for row in ranked(run) if row[1] in EQUALS] == [
        (2, "P10", "wins_sheriff"),
        (3, "P04", "rating"),
        (3, "P08", None),
        (5, "P01", "rating"),
        (6, "P03", "rating"),
        (6, "P07", None),
    ]
    assert ranked(run)[0] == (1, "P05", None)  # the Sheriff, who is in no rating: it is the last
    found = {row["player"]: row["rating"] for row in rows_of(run)}
    assert (found["P10"], found["P03"]) == (2, None)


def test_mafa_tie_5_the_rating_says_who_enters_for_the_best(
    run: Run, rate: Callable[..., Done]
) -> None:
    """MAFA-TIE-5, MAFA-GOAL-3: a tie for the place in the final is broken by it."""
    words = ("advance", "M1", "tournament", "--absent", "P05", "--json")
    assert not any(row["advances"] for row in run(*words).json["rows"])
    assert rate("P08,1").code == 0
    assert [row["player"] for row in run(*words).json["rows"] if row["advances"]] == ["P08"]


def test_a_rating_is_replaced_whole_and_the_one_before_stays_on_record(
    run: Run, rate: Callable[..., Done], database: Database
) -> None:
    assert rate("P01,1", "P03,2").json["changed"]
    assert not rate("P03,2", "P01,1").json["changed"]
    assert rate("P03,1").json["changed"]
    assert [(one["was"], one["is"]) for one in noted(database, "rating")] == [
        ({}, {"P01": 1, "P03": 2}),
        ({"P01": 1, "P03": 2}, {"P03": 1}),
    ]
    assert run("rating", "M1").out == "player,rating\nP03,1\n"
    assert rate().json["changed"]
    assert run("rating", "M1", "--json").json["rows"] == []
    assert [row[0] for row in ranked(run) if row[1] in EQUALS] == [2] * 6


@pytest.mark.parametrize(
    ("head", "lines", "said"),
    [
        ("player,rating", ("P01,1", "P03,0"), "line 3, column 2: rating: found '0', allowed a who"),
        ("player,rating", ("P01,first",), "line 2, column 2: rating: found 'first'"),
        ("player,rating", ("P01,1", "P01,2"), "line 3, column 1: the same player as line 2"),
        ("player,rating", ("P01",), "line 2, column 2: 1 cells; the header has 2"),
        ("player,place", ("P01,1",), "line 1, column 2: column 'place' is not known"),
        ("player", ("P01",), "line 1, column 2: column 'rating' is missing"),
    ],
)
def test_a_bad_rating_changes_nothing(
    run: Run, rate: Callable[..., Done], head: str, lines: tuple[str, ...], said: str
) -> None:
    assert rate("P08,4").code == 0
    done = rate(*lines, head=head)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert f"rating.csv: {said}" in done.err
    assert run("rating", "M1").out == "player,rating\nP08,4\n"


def test_only_tournament_mafia_knows_a_rating(run: Run, season: str, tmp_path: Path) -> None:
    path = tmp_path / "rating.csv"
    path.write_text("player,rating\nA,1\n", encoding="utf-8")
    for words in ((str(path),), ()):
        done = run("rating", season, *words)
        assert (done.code, done.out) == (2, "")
        assert "MAFA-TIE-5" in done.err
    done = run("rating", season, str(tmp_path / "none.csv"))
    assert (done.code, "give a CSV file that can be read" in done.err) == (2, True)


def test_the_page_says_what_broke_a_tie_in_every_language(
    run: Run, rate: Callable[..., Done], server: Server
) -> None:
    """MAFA-TIE-5: with both figures; and the page follows a new rating at once."""
    said = {
        "en": "equal points; place in the rating {} against {}",
        "da": "pointlighed; plads på ranglisten {} mod {}",
        "hu": "azonos pont; hely a ranglistán: {}, a másiké {}",
        "ru": "равные очки; место в рейтинге: {} против {}",
        "sv": "lika poäng; plats på rankningen {} mot {}",
    }
    assert sorted(said) == sorted(OFFERED)
    for places in ((4, 11), (5, 12)):
        assert rate(f"P08,{places[0]}", f"P01,{places[1]}").code == 0
        for language, text in said.items():
            page = server.get(f"/seasons/M1?lang={language}").data.decode()
            assert text.format(places[1], places[0]) in page, language
            assert text.format("–", places[1]) in page, language
            assert "league.tournament." not in page
    rows = server.get("/api/v1/seasons/M1/standings").json()["rows"]
    assert [row["player"] for row in rows if row["decided_by"] == "rating"] == ["P01", "P03"]


Seats = dict[str, dict[str, int]]
"""Round -> player -> seat."""


class Evening:
    """Draws and substitutions of one tournament."""

    def __init__(self, run: Run, folder: Path) -> None:
        self.run = run
        self.attend = folder / "attend"

    def draw(self, *rounds: str, players: list[str] = PLAYERS) -> Seats:
        """Seats by round; all by one seed."""
        self.attend.write_text("\n".join(players), encoding="utf-8")
        found: Seats = {}
        for name in rounds:
            words = ("--attend", str(self.attend), "--seed", "7", "--json")
            done = self.run("draw", "M1", name, *words)
            assert done.code == 0, done.err
            seats = done.json["tables"][0]["seats"]
            found[name] = {one["player"]: one["seat"] for one in seats}
        return found

    def late(self, late: str, by: str, minute: str = "21:15", since: str = "G1") -> Done:
        words = ("--late", late, "--by", by, "--minute", minute, "--json")
        return self.run("substitute", "M1", since, *words)


@pytest.fixture
def evening(run: Run, tmp_path: Path, tournament: str) -> Evening:
    return Evening(run, tmp_path)


def given(seats: dict[str, int], late: str, by: str) -> dict[str, int]:
    """The same seats, with `by` in the place of `late`."""
    return {by if player == late else player: seat for player, seat in seats.items()}


def newest(database: Database, round_name: str) -> tuple[dict[str, int], list[str]]:
    """The seats of a round's newest draw and who attended it."""
    with database.read() as connection:
        row = connection.execute(
            select(drawn_table.c.outcome, drawn_table.c.asked)
            .where(drawn_table.c.round == round_name)
            .order_by(drawn_table.c.id.desc())
            .limit(1)
        ).one()
    seats = json.loads(row.outcome)["tables"][0]["seats"]
    return {one["player"]: one["seat"] for one in seats}, json.loads(row.asked)["attend"]


@pytest.mark.parametrize("named", ["P03", "Another"])
def test_mafa_main_3_the_substitute_has_the_late_players_plan_of_seats(
    evening: Evening, named: str, database: Database
) -> None:
    """MAFA-MAIN-3, MAFA-MAIN-6: in the rounds that are drawn and in those to come."""
    with_all = evening.draw("G1", "G2", "G3", "G4", "G5")
    with database.write() as connection:  # the evening once more, of which two rounds are drawn
        connection.execute(drawn_table.delete())
    assert evening.draw("G1", "G2") == {name: with_all[name] for name in ("G1", "G2")}
    done = evening.late("P03", "Another", since="G2")
    assert done.code == 0, done.err
    assert done.json["seats"] == [{"round": "G2", "table": "1", "seat": with_all["G2"]["P03"]}]
    assert newest(database, "G1")[0] == with_all["G1"]
    after = {"G2": newest(database, "G2")[0]}
    players = [named if player == "P03" else player for player in PLAYERS]
    after |= evening.draw("G3", "G4", "G5", players=players)
    for name, seats in after.items():
        assert seats == given(with_all[name], "P03", "Another"), name
    taken = {with_all["G1"]["P03"], *(found["Another"] for found in after.values())}
    assert len(taken) == 5
    assert evening.draw("G5", players=players)["G5"] == after["G5"]  # anybody can draw again
    assert set(newest(database, "G5")[1]) == set(PLAYERS) - {"P03"} | {"Another"}


def test_mafa_main_3_all_rounds_of_the_evening_that_are_drawn_change_hands(
    evening: Evening, database: Database, run: Run
) -> None:
    """MAFA-MAIN-3: from the round on; kept and audited; the draws before stay on record."""
    planned = evening.draw("G1", "G2", "G3")
    done = evening.late("P07", "  Another ", "21:40", since="G2")
    assert [(one["round"], one["seat"]) for one in done.json["seats"]] == [
        ("G2", planned["G2"]["P07"]),
        ("G3", planned["G3"]["P07"]),
    ]
    attended = ["Another" if player == "P07" else player for player in PLAYERS]
    assert newest(database, "G3") == (given(planned["G3"], "P07", "Another"), attended)
    assert newest(database, "G1") == (planned["G1"], PLAYERS)
    kept = {"round": "G2", "late": "P07", "substitute": "Another", "minute": "21:40"}
    assert noted(database, "substitute") == [kept]
    assert run("substitute", "M1", "--json").json["rows"] == [kept]
    assert run("substitute", "M1").out == "round G2, 21:40: Another for P07\n"
    with database.read() as connection:
        assert connection.execute(select(func.count()).select_from(drawn_table)).scalar() == 5
    assert set(evening.draw("G1")["G1"]) == set(PLAYERS)  # he was there: nobody sits in for him


def test_mafa_main_3_who_came_after_all_may_have_another_place_or_his_own(
    evening: Evening, database: Database
) -> None:
    """MAFA-MAIN-3: who was replaced himself sits in for another, and each plan goes on."""
    planned = evening.draw("G1", "G2", "G3", "G4")
    with database.write() as connection:  # the same evening with substitutes
        connection.execute(drawn_table.delete())
    evening.draw("G1", "G2")
    assert evening.late("P03", "Another").code == 0
    assert evening.late("P08", "P03", "22:30", since="G2").code == 0
    wanted = {
        name: given(given(seats, "P03", "Another"), "P08", "P03") for name, seats in planned.items()
    }
    assert newest(database, "G2")[0] == wanted["G2"]
    there = [player for player in PLAYERS if player != "P08"]
    assert evening.draw("G3", players=[*there, "Another"])["G3"] == wanted["G3"]
    assert evening.late("Another", "P08", "00:05", since="G3").code == 0
    assert newest(database, "G3")[0] == given(wanted["G3"], "Another", "P08")
    assert evening.draw("G4")["G4"] == given(wanted["G4"], "Another", "P08")
    assert evening.late("P08", "P03", "00:30", since="G4").err.count("has a seat of his own") == 1


@pytest.mark.parametrize(
    ("late", "by", "minute", "since", "said"),
    [
        ("P03", "Another", "21:14", "G1", "until 21:15 (MAFA-MAIN-3); replace him from then on"),
        ("P03", "Another", "20:40", "G1", "--minute 20:40: 'P03' is waited for until 21:15"),
        ("P03", "Another", "15", "G1", "--minute '15': write the minute of the evening as HH:MM"),
        ("P03", "Another", "24:10", "G1", "--minute '24:10'"),
        ("P03", "Another", "21:15", "G2", "round 'G2': nothing is drawn yet; league draw comes"),
        ("P33", "Another", "21:15", "G1", "--late 'P33': has no seat in round G1"),
        ("P03", "P08", "21:15", "G1", "--by 'P08': has a seat of his own in round G1"),
        ("P03", "A\x07", "21:15", "G1", "--by 'A\\x07': allowed a text of 1 to"),
        ("P03", "", "21:15", "G1", "give ROUND, --late, --by and --minute, or none"),
    ],
)
def test_a_substitution_that_cannot_be_is_refused_and_changes_nothing(
    evening: Evening,
    run: Run,
    database: Database,
    late: str,
    by: str,
    minute: str,
    since: str,
    said: str,
) -> None:
    planned = evening.draw("G1")
    done = evening.late(late, by, minute, since)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err
    assert run("substitute", "M1", "--json").json["rows"] == []
    assert newest(database, "G1")[0] == planned["G1"]
    assert noted(database, "substitute") == []


def test_both_of_a_substitution_cannot_attend(evening: Evening, run: Run) -> None:
    evening.draw("G1")
    assert evening.late("P03", "Another").code == 0
    evening.attend.write_text("\n".join([*PLAYERS[:9], "Another"]), encoding="utf-8")
    done = run("draw", "M1", "G2", "--attend", str(evening.attend))
    assert (done.code, done.out) == (2, "")
    assert "'P03' and 'Another': 'Another' sits in 'P03''s place (MAFA-MAIN-3)" in done.err


def test_other_games_know_no_substitutes(run: Run, season: str) -> None:
    words = ("--late", "A", "--by", "B", "--minute", "21:30")
    done = run("substitute", season, "Q1", *words)
    assert (done.code, done.out) == (2, "")
    assert "MAFA-MAIN-3" in done.err


def test_a_later_reading_of_the_start_is_the_editions(run: Run, tmp_path: Path) -> None:
    """MAFA-MAIN-3: with `late_from` 20:40 the wait is over at 20:55."""
    own = tmp_path / "early.toml"
    own.write_text('extends = "mafia-aktau-2015"\n[choices]\nlate_from = "20:40"\n', "utf-8")
    assert run("season", "create", "M1", "--edition", str(own)).code == 0
    evening = Evening(run, tmp_path)
    evening.draw("G1")
    assert "until 20:55 (MAFA-MAIN-3)" in evening.late("P03", "Another", "20:54").err
    assert evening.late("P03", "Another", "20:55").code == 0


def test_mafa_judge_5_who_is_disqualified_sits_in_for_nobody(
    run: Run, token: str, tmp_path: Path
) -> None:
    """MAFA-JUDGE-5: deprived of further participation."""
    assert run("season", "create", "M1", "--edition", "mafia-nuances").code == 0
    carried = tmp_path / "carried.jsonl"
    carried.write_bytes(sealed("mafia-every-word", season="M1"))
    done = run("receive", str(carried))
    assert done.code == 0, done.err
    assert "P10" not in [row["player"] for row in rows_of(run)]
    evening = Evening(run, tmp_path)
    evening.draw("G2", players=[*PLAYERS[:9], "P11"])
    done = evening.late("P03", "P10", since="G2")
    assert (done.code, done.out) == (2, "")
    assert "--by 'P10': is disqualified (MAFA-JUDGE-5); let another one sit down" in done.err
    assert evening.late("P03", "P12", since="G2").code == 0


def test_at_two_tables_the_substitute_has_the_late_players_table_too(
    evening: Evening, database: Database
) -> None:
    """MAFA-MAIN-3, MAFA-MAIN-6: twenty players; the meetings of the plans stay as drawn."""
    players = [f"P{number:02}" for number in range(1, 21)]

    def tables(round_name: str) -> list[list[str]]:
        with database.read() as connection:
            found = newest_draw(connection, "M1", round_name)
        assert found is not None
        return [[one["player"] for one in table["seats"]] for table in found["tables"]]

    evening.draw("G1", "G2", players=players)
    planned = [tables(name) for name in ("G1", "G2")]
    assert evening.late("P17", "Another").code == 0
    wanted = [
        [["Another" if one == "P17" else one for one in table] for table in found]
        for found in planned
    ]
    assert [tables(name) for name in ("G1", "G2")] == wanted
