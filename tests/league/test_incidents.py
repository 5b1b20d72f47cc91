"""What a referee looks for in the records: which lines are it, what is behind them, his word."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from league import incidents
from league.incidents import KINDS, Incident, of_record
from rules.record import read
from tests.league import games
from tests.league.databases import Dbms
from tests.league.desks import Desk, a_desk, key_of

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def lines_of(name: str, **opened: Any) -> list[dict[str, Any]]:
    text = (SCENARIOS / f"{name}.jsonl").read_text(encoding="utf-8")
    first, *rest = map(json.loads, text.splitlines())
    first["open"] |= opened
    return [first, *rest]


def found(name: str) -> list[Incident]:
    record = read(games.scripted(lines_of(name)))
    return of_record(record, games.edition(record.opening.edition))


def test_what_happened_is_in_order_with_who_and_why() -> None:
    seen = [(one.kind, one.do, one.seat, one.text) for one in found("mafia-every-word")]
    assert seen == [
        ("mark", "incident", 3, "late"),
        ("ruling", "reset", None, "technical"),
        ("foul", "warn", 8, "glasses"),
        ("foul", "foul", 4, "talks"),
        ("foul", "unfoul", 4, ""),
        ("foul", "foul", 5, "talks"),
        ("removal", "remove", 8, "tears"),
        ("removal", "disqualify", 10, "conduct"),
        ("penalty", "award", 1, "monster"),
        ("removal", "team_loss", 9, "night_info"),
        ("ruling", "end", None, "ruling"),
    ]
    assert {one.kind for one in found("ramk-evening")} == {"accusation", "mark", "ruling",
                                                           "signature"}  # fmt: skip
    assert [one.do for one in found("ray-freezeout-by-time")] == ["penalty"]
    assert found("hun-whole-game") == []


def test_what_was_taken_back_is_marked_and_what_was_refused_is_none() -> None:
    taken = [one for one in found("mafia-every-word") if not one.stands]
    assert [(one.do, one.seat) for one in taken] == [("foul", 5)]
    assert any('"do": "undo"' in line.text for line in taken[0].lines)
    lines = lines_of("mafia-every-word")
    at = next(n for n, line in enumerate(lines) if line.get("do") == "remove")
    again = {**lines[at], "reason": "conduct"}  # who is out cannot be removed
    record = read(games.scripted([*lines[: at + 1], again, *lines[at + 1 :]]))
    whole = of_record(record, games.edition("mafia-nuances"))
    assert [one.text for one in whole] == [one.text for one in found("mafia-every-word")]


def test_the_lines_behind_an_accusation_are_its_votes_and_no_plain_press() -> None:
    accused = found("ramk-evening")[0]
    assert (accused.player, accused.other, accused.t_ms) == ("Ada", "Fin", 120_000)
    said = [json.loads(line.text) for line in accused.lines]
    assert accused.lines[0].number < accused.line
    assert sum(line.get("do") == "vote" for line in said) >= 5
    assert not any(line.get("do") == "press" or "hash" in line for line in said)


def test_without_its_edition_nothing_is_said_to_be_taken_back() -> None:
    record = read(games.scripted(lines_of("mafia-every-word")))
    assert all(one.stands for one in of_record(record, None))


@pytest.fixture
def desk(dbms: Dbms, tmp_path: Path) -> Iterator[Desk]:
    with dbms.database(tmp_path) as url, a_desk(url, tmp_path, edition="mafia-nuances") as made:
        for number, table in ((1, "T1"), (2, "T2"), (3, "T1")):
            more = {"season": "H", "round": f"G{number}", "game": f"G{number}-{table}",
                    "table": table}  # fmt: skip
            raw = games.scripted(lines_of("mafia-every-word", **more), key_of(table))
            assert made.send(raw, table) == 201
        yield made


def test_the_referee_sifts_by_round_table_and_kind(desk: Desk) -> None:
    whole = desk.read("incidents")
    assert all(game in whole for game in ("G1-T1", "G2-T2", "G3-T1"))
    one = desk.read("incidents?round=G1")
    assert "G1-T1" in one
    assert "G2-T2" not in one
    assert "G3-T1" not in one
    table = desk.read("incidents?table=T2")
    assert "G2-T2" in table
    assert "G3-T1" not in table
    marks = desk.read("incidents?kind=mark&table=T1")
    assert marks.count("„late”") == 2
    assert "„tears”" not in marks
    assert "Nothing of the kind" in desk.read("incidents?kind=accusation")
    for kind in KINDS:
        for lang in ("en", "hu", "da", "ru", "sv"):
            status, html = desk.get(f"incidents?kind={kind}&skip=0", lang=lang)
            assert (status, "league.incident" in html) == (200, False)
    for odd in ("kind=none", "skip=x", "skip=99999999", "round=%00", "table=" + "x" * 300):
        assert desk.get(f"incidents?{odd}")[0] in (200, 400)


def test_a_page_ends_and_the_next_one_goes_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what is on it, and by how many records were read for it."""
    monkeypatch.setattr(incidents, "MOST", 11)
    first, second = desk.get("incidents")[1], desk.get("incidents?skip=1")[1]
    assert ("G3-T1" in first, "G2-T2" in first, "skip=1" in first) == (True, False, True)
    assert ("G3-T1" in second, "G2-T2" in second, "skip=2" in second) == (False, True, True)
    assert "skip=3" not in desk.get("incidents?skip=2")[1]
    monkeypatch.setattr(incidents, "LOOKED_AT", 2)
    none = desk.get("incidents?kind=accusation")[1]
    assert "kind=accusation&amp;skip=2" in none
    assert "skip=" not in desk.get("incidents?kind=accusation&skip=2")[1].partition("<ul")[2]


def test_it_is_the_referees_alone(desk: Desk) -> None:
    status, html = desk.get("incidents", signed=False)
    assert (status, "tears" in html) == (401, False)
    status, _ = desk.do("judge/incident", signed=False, game="G1-T1", line="13", why="x",
                           verdict="upheld")  # fmt: skip
    assert status == 401


def test_his_word_needs_a_reason_and_stands_in_the_log(desk: Desk) -> None:
    line = next(one.line for one in found("mafia-every-word") if one.do == "remove")
    word = {"game": "G1-T1", "line": str(line), "verdict": "overruled"}
    assert "reason" in desk.refused("judge/incident", **word, why=" ")
    assert "referee rules" in desk.refused("judge/incident", **{**word, "verdict": "x"}, why="x")
    desk.done("judge/incident", **word, why="watery eyes are no reason", back="incidents")
    page = desk.read("incidents?round=G1")
    assert "overruled „watery eyes are no reason”" in page
    assert "overruled" not in desk.read("incidents?round=G2")
    desk.done("judge/incident", **{**word, "verdict": "upheld"}, why="the side judge saw it")
    assert "upheld „the side judge saw it”" in desk.read("incidents?round=G1")
    log = desk.read("audit?what=decide.incident")
    for why in ("watery eyes are no reason", "the side judge saw it"):
        assert why in log
    assert f"H/G1-T1/{line}" in log
    assert "watery eyes" in desk.read("judge")  # everything decided
