"""Which stage a round belongs to, and whose result a row is."""

from __future__ import annotations

from pathlib import Path

import pytest

from league.rounds import stage_by_name
from tests.league import games
from tests.league.conftest import Run
from tests.league.games import Played


@pytest.mark.parametrize(
    ("name", "stage"),
    [
        ("Q1", "qualifier"),
        ("E2", "qualifier"),
        ("Elődöntő", "qualifier"),
        ("Day1", "qualifier"),
        ("Friday", "qualifier"),
        ("First", "qualifier"),
        ("Saturday", "qualifier"),
        ("Keddi", "qualifier"),
        ("2009-05-30", "qualifier"),
        ("S", "semifinal"),
        ("S1", "semifinal"),
        ("sf-2", "semifinal"),
        ("Semi-final", "semifinal"),
        ("SEMIFINAL_1", "semifinal"),
        ("K1", "semifinal"),
        ("KÖZÉPDÖNTŐ", "semifinal"),
        ("F", "final"),
        ("F1", "final"),
        ("Final", "final"),
        ("final_A", "final"),
        ("Döntő", "final"),
        ("DÖNTŐ-2", "final"),
    ],
)
def test_the_first_word_of_a_rounds_name_says_its_stage(name: str, stage: str) -> None:
    assert stage_by_name(name, False) == stage
    assert stage_by_name(name, True) == "final"


def test_a_stage_that_was_said_holds_for_games_that_are_stored_and_for_draws(
    run: Run, token: str, season: str, tmp_path: Path
) -> None:
    path = tmp_path / "carried.jsonl"
    path.write_bytes(games.record(Played(round="Friday")))
    run("receive", str(path))
    assert run("round", season, "Friday", "--stage", "final").code == 0
    assert {row["stage"] for row in run("standings", season, "--json").json["rows"]} == {"final"}
    attend = tmp_path / "attend.txt"
    attend.write_text("\n".join("ABCDEFGH"), encoding="utf-8")
    assert run("draw", season, "Friday", "--attend", str(attend)).code == 2
    wrong = run("round", season, "Friday", "--stage", "heat")
    assert (wrong.code, wrong.err) == (
        2,
        "league: --stage 'heat': not known, allowed qualifier, semifinal, final\n",
    )


def test_a_name_that_a_game_told_stays_when_a_file_knows_the_player_only(
    run: Run, token: str, season: str, tmp_path: Path
) -> None:
    carried, table = tmp_path / "carried.jsonl", tmp_path / "r.csv"
    carried.write_bytes(games.record())
    table.write_text(
        "stage,game,player,cash,unmortgaged,mortgaged,buildings,bankrupt\n"
        "semifinal,S1,P01,5,0,0,0,0\n",
        encoding="utf-8",
    )
    run("receive", str(carried))
    run("import", season, str(table))
    first = run("standings", season, "--json").json["rows"][0]
    assert (first["player"], first["name"], first["stage"]) == ("P01", "Anna", "semifinal")


def test_a_player_is_the_same_in_a_game_and_in_a_file(
    run: Run, token: str, season: str, tmp_path: Path
) -> None:
    """Accents in two bytes or three, a space at the end: one player."""
    players = [("Be\u0301la ", "Béla"), ("P02", "B"), ("P03", "C"), ("P04", "D")]
    carried, table = tmp_path / "carried.jsonl", tmp_path / "r.csv"
    carried.write_bytes(games.record(Played(players=players)))
    table.write_text(
        "stage,game,player,cash,unmortgaged,mortgaged,buildings,bankrupt\n"
        "qualifier,Q2,B\u00e9la,5000,0,0,0,0\n",
        encoding="utf-8",
    )
    run("receive", str(carried))
    run("import", season, str(table))
    first = run("standings", season, "--json").json["rows"][0]
    assert (first["player"], first["games"], first["points"]) == ("B\u00e9la", 2, 5000)
    assert run("verify", season).code == 0


def test_two_who_differ_by_a_space_alone_stay_two(
    run: Run, token: str, season: str, tmp_path: Path
) -> None:
    """At one table they are two people, whatever a file would make of them."""
    players = [("Anna", "Anna"), ("Anna ", "Anna K."), ("P03", "C"), ("P04", "D")]
    carried = tmp_path / "carried.jsonl"
    carried.write_bytes(games.record(Played(players=players)))
    run("receive", str(carried))
    assert len(run("standings", season, "--json").json["rows"]) == 4
