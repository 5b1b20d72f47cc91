"""A club through the commands: members, calendar, proposals, the votes of the final evening."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from tests.league import games
from tests.league.conftest import Enrol, Run
from tests.league.test_matador import HEAD, SEASON, lines_of, table_of

NAMES = ["Ada", "Bo", "Cai", "Dan", "Eva", "Fin", "Gry", "Hal", "Ida", "Jon"]
GOLDEN = Path(__file__).parents[1] / "golden" / "ramk-2017"


@pytest.fixture
def club(run: Run, tmp_path: Path) -> str:
    """A season that opens with last season's bonus for Gry, a calendar and ten members."""
    last = [table_of(["Champ", "Gry", "Xi"], f"R{n}", f"2016-0{n}-01") for n in range(1, 6)]
    end = {"round": "F", "date": "2017-04-28", "final": True, "tables": [["Gry", "Champ", "Xi"]]}
    path = tmp_path / "last.csv"
    lines = [HEAD, *(line for lines in last for line in lines), *lines_of([end])]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert run("season", "create", "S0", "--edition", "ramk-2017").code == 0
    assert run("import", "S0", str(path)).code == 0
    assert run("season", "create", "S1", "--edition", "ramk-2017", "--follows", "S0").code == 0
    assert run("evening", "S1", "--plan", "2017").code == 0
    for name in NAMES:
        assert run("member", "add", name, "--of-age").code == 0
    return "S1"


@pytest.fixture
def take(run: Run, tmp_path: Path) -> Callable[..., Any]:
    def imported(lines: list[str], name: str = "file.csv") -> Any:
        path = tmp_path / name
        path.write_text("\n".join((HEAD, *lines)) + "\n", encoding="utf-8")
        return run("import", "S1", str(path), "--json")

    return imported


@pytest.fixture
def attend(run: Run, tmp_path: Path) -> Callable[..., Any]:
    def came(round_name: str, names: list[str]) -> Any:
        path = tmp_path / "came"
        path.write_text("\n".join(names) + "\n", encoding="utf-8")
        return run("evening", "S1", round_name, "--came", str(path), "--json")

    return came


@pytest.fixture
def final(run: Run, club: str, take: Callable[..., Any], attend: Callable[..., Any]) -> str:
    """The season of the golden case, everybody has paid, nine are here for the final."""
    before = [one for one in SEASON["rounds"] if not one.get("final")]
    assert take(lines_of(before)).code == 0
    for name in NAMES:
        assert run("member", "pay", name, "--season", club).code == 0
    assert attend("F", SEASON["attending"]).code == 0
    return club


def refused(done: Any, rule: str, *words: str) -> None:
    assert done.code == 2
    assert f"({rule})" in done.err
    assert all(word in done.err for word in words), done.err
    assert len(done.err.splitlines()) == 1


def test_the_calendar_begins_on_the_last_friday_of_september(run: Run, club: str) -> None:
    """RAMK-3.2: the golden case's years, and the last Fridays after them."""
    cases = tomllib.loads((GOLDEN / "evenings.toml").read_text(encoding="utf-8"))["case"]
    for year, day in cases[0]["first"]:
        name = f"Y{year}"
        run("season", "create", name, "--edition", "ramk-2017")
        planned = run("evening", name, "--plan", str(year), "--json").json
        assert planned[0]["date"] == day
        assert [one["final"] for one in planned] == [False] * 6 + [True]
    days = [one["date"] for one in run("evening", "S1", "--json").json]
    assert days == [
        "2017-09-29", "2017-10-27", "2017-11-24", "2018-01-26", "2018-02-23", "2018-03-30",
        "2018-04-27",
    ]  # fmt: skip
    assert "--plan 20170: allowed 1900 to 9000" in run("evening", "S1", "--plan", "20170").err
    assert "change them one by one" in run("evening", "S1", "--plan", "2017").err
    refused(run("evening", "S1", "R0", "--date", "2017-09-22"), "RAMK-3.2", "2017-09-29")


def test_a_second_special_evening_of_a_half_is_refused(run: Run, club: str) -> None:
    """RAMK-3.4d, RAMK-9.27e: one of each in autumn and in spring; both may share an evening."""
    assert run("evening", "S1", "R1", "--free-pass", "on", "--loan", "on").code == 0
    refused(run("evening", "S1", "R2", "--free-pass", "on"), "RAMK-3.4d", "R2", "autumn 2017")
    refused(run("evening", "S1", "R3", "--loan", "on"), "RAMK-9.27e", "R3", "autumn 2017")
    assert run("evening", "S1", "R4", "--free-pass", "on").code == 0
    refused(run("evening", "S1", "F", "--free-pass", "on"), "RAMK-3.4d", "F", "spring 2018")
    moved = run("evening", "S1", "R1", "--free-pass", "off")
    assert moved.code == 0
    assert run("evening", "S1", "R2", "--free-pass", "on").code == 0
    flags = {one["round"]: one["free_pass"] for one in run("evening", "S1", "--json").json}
    assert [name for name, is_on in flags.items() if is_on] == ["R2", "R4"]


def test_a_season_has_one_final_and_a_day_one_evening(run: Run, club: str) -> None:
    assert "RAMK-9.18" in run("evening", "S1", "R6", "--final", "on").err
    assert "R1 is played on that day" in run("evening", "S1", "X", "--date", "2017-09-29").err
    assert run("evening", "S1", "R6", "--remove").code == 0
    assert "not in the calendar" in run("evening", "S1", "R6", "--loan", "on").err


def test_a_member_of_17_does_not_play(
    run: Run, club: str, attend: Callable[..., Any], take: Callable[..., Any], tmp_path: Path
) -> None:
    """RAMK-2.1a: at check-in, at the draw, in a result file; from the birthday on all is well."""
    assert run("member", "add", "Kim", "--born", "1999-10-27").code == 0
    refused(attend("R1", ["Ada", "Bo", "Kim"]), "RAMK-2.1a", "Kim", "18")
    here = tmp_path / "here"
    here.write_text("Ada\nBo\nKim\n", encoding="utf-8")
    refused(run("draw", "S1", "R1", "--attend", str(here)), "RAMK-2.1a", "Kim")
    done = take(table_of(["Ada", "Bo", "Kim"]))
    refused(done, "RAMK-2.1a", "line 4, column 6", "Kim")
    assert [row["games"] for row in run("standings", "S1", "--json").json["rows"]] == [0]
    assert attend("R2", ["Ada", "Bo", "Kim"]).code == 0
    assert run("draw", "S1", "R2", "--attend", str(here)).code == 0
    assert take(table_of(["Ada", "Bo", "Kim"], "R2", "2017-10-27")).code == 0


def test_who_confirmed_no_age_does_not_play_and_a_stranger_is_none(
    run: Run, club: str, attend: Callable[..., Any]
) -> None:
    """RAMK-2.1a."""
    assert run("member", "add", "Lis").code == 0
    refused(attend("R1", ["Ada", "Bo", "Lis"]), "RAMK-2.1a", "Lis")
    assert run("member", "change", "Lis", "--of-age").code == 0
    assert attend("R1", ["Ada", "Bo", "Lis"]).json[0]["came"] == ["Ada", "Bo", "Lis"]
    stranger = attend("R1", ["Ada", "Bo", "Mads"])
    assert stranger.code == 2
    assert "Mads: no member" in stranger.err
    assert run("evening", "S1", "R1", "--json").json[0]["came"] == ["Ada", "Bo", "Lis"]
    assert "is a member already" in run("member", "add", "Lis").err
    assert "YYYY-MM-DD" in run("member", "add", "Ole", "--born", "1999-02-30").err


def test_the_final_is_for_those_who_paid_and_played(
    run: Run, club: str, attend: Callable[..., Any], take: Callable[..., Any]
) -> None:
    """RAMK-2.1b, RAMK-2.1c: the organiser may waive the fee, not the round."""
    assert take(table_of(["Ada", "Bo", "Cai"])).code == 0
    refused(attend("F", ["Ada", "Bo", "Cai"]), "RAMK-2.1b", "Ada", "200")
    for name in ("Ada", "Bo", "Hal"):
        assert run("member", "pay", name, "--season", "S1").code == 0
    assert run("member", "waive", "Cai", "--season", "S1").code == 0
    refused(attend("F", ["Ada", "Bo", "Hal"]), "RAMK-2.1c", "Hal")
    assert attend("F", ["Ada", "Bo", "Cai"]).code == 0
    paid = {one["name"]: (one["paid"], one["waived"])
            for one in run("member", "list", "--season", "S1", "--json").json}  # fmt: skip
    assert [paid[name] for name in ("Ada", "Cai", "Dan")] == [
        (True, False), (True, True), (False, False),
    ]  # fmt: skip
    assert run("member", "unpay", "Ada", "--season", "S1").code == 0
    refused(attend("F", ["Ada", "Bo", "Cai"]), "RAMK-2.1b", "Ada")


def test_places_are_typed_and_corrected_and_go_back(
    run: Run, club: str, attend: Callable[..., Any], tmp_path: Path
) -> None:
    """RAMK-9.16: the second board's places; typed again they are a correction."""
    attend("R1", NAMES[:8])
    here = tmp_path / "here"
    here.write_text("\n".join(NAMES[:8]), encoding="utf-8")
    drawn = run("draw", "S1", "R1", "--attend", str(here), "--seed", "1", "--json").json
    second = [seat["player"] for seat in drawn["tables"][1]["seats"]]
    first = run("places", "S1", "R1", *second, "--division", "2", "--json")
    assert first.json["added"] == 4
    gross = {row["player"]: row["gross"] for row in run("standings", "S1", "--json").json["rows"]}
    assert [gross[name] for name in second] == [21, 13, 8, 6]
    other = [second[1], second[0], *second[2:]]
    assert run("places", "S1", "R1", *other, "--division", "2", "--json").json["corrected"] == 2
    assert run("places", "S1", "R1", *second, "--division", "2", "--json").json["corrected"] == 2
    rows = run("standings", "S1", "--json").json["rows"]
    assert {row["player"]: row["gross"] for row in rows} == gross
    tied = ["=".join(second[:2]), *second[2:]]
    assert run("places", "S1", "R1", *tied, "--division", "2", "--json").json["places"] == {
        second[0]: 1, second[1]: 1, second[2]: 3, second[3]: 4,
    }  # fmt: skip
    assert "say which division" in run("places", "S1", "R1", *second).err
    assert "sits at that table" in run("places", "S1", "R1", *second[:3], "--division", "2").err
    stranger = run("places", "S1", "R1", *second[:3], "Zoe", "--division", "2")
    assert "Zoe: was not drawn" in stranger.err
    assert "write each name once" in run("places", "S1", "R1", "Ada", "Ada").err


def test_what_do_i_need_before_and_during_the_final(run: Run, final: str, tmp_path: Path) -> None:
    """RAMK-3.1B, RAMK-9.18: the contenders of the golden case, then as the places come."""
    before = run("needs", "S1", "--json").json
    assert before["by"] == "checked_in"
    assert sorted(before["tables"][0]) == SEASON["contenders"]
    here = tmp_path / "here"
    here.write_text("\n".join(SEASON["attending"]), encoding="utf-8")
    assert run("draw", "S1", "F", "--attend", str(here), "--seed", "3").code == 0
    drawn = run("needs", "S1", "--json").json
    assert (drawn["by"], drawn["over"]) == ("drawn", False)
    ada = {need["place"]: need for need in drawn["needs"]["Ada"]}
    assert ada[1]["points"] == 40
    assert ada[1]["net"] == 96
    assert ada[1]["outcome"] == "wins"
    assert "Ida" not in drawn["contenders"]
    for name in ("Gry", "Dan"):
        assert run("needs", "S1", "--out", name).code == 0
    later = run("needs", "S1", "--json").json
    assert [need["place"] for need in later["needs"]["Gry"]] == [6]
    assert [need["place"] for need in later["needs"]["Dan"]] == [5]
    assert [need["place"] for need in later["needs"]["Ada"]] == [1, 2, 3, 4]
    assert "Gry" not in later["contenders"]
    assert run("needs", "S1", "--not-out", "Dan").code == 0
    assert len(run("needs", "S1", "--json").json["needs"]["Dan"]) == 5
    places = {"Cai": 1, "Ada": 2, "Bo": 3, "Fin": 4, "Dan": 5, "Hal": 1, "Eva": 2, "Ida": 3}
    words = [f"{name}={place}" for name, place in places.items()]
    whole = run("needs", "S1", "--suppose", *words, "--json").json
    assert [row["points"] for row in whole["rows"]] == [84, 78, 77, 57, 46, 42, 41, 35, 21, 0]
    assert run("needs", "S1", "--out", "Jon").code == 2


def propose(run: Run, member: str, text: str = "Play with two dice.") -> Any:
    return run("proposal", "S1", "add", "--member", member, "--text", text, "--json")


def test_a_member_makes_three_proposals_and_the_fourth_is_refused(run: Run, club: str) -> None:
    """RAMK-2.2: what was withdrawn counts as made."""
    for number in range(3):
        assert propose(run, "Ada", f"Proposal {number}").code == 0
    assert run("proposal", "S1", "withdraw", "2").code == 0
    refused(propose(run, "Ada"), "RAMK-2.2", "Ada", "3")
    assert propose(run, "Bo").code == 0
    made = run("proposal", "S1", "list", "--json").json
    assert [(one["member"], one["standing"]) for one in made] == [
        ("Ada", "pending"), ("Ada", "withdrawn"), ("Ada", "pending"), ("Bo", "pending"),
    ]  # fmt: skip
    assert "no member" in propose(run, "Zoe").err


def test_a_wording_is_amended_on_the_final_evening_and_frozen_by_the_vote(
    run: Run, final: str
) -> None:
    """RAMK-2.3, RAMK-2.5."""
    assert propose(run, "Ada", "Time-out is one minute.").json[0]["standing"] == "valid"
    assert propose(run, "Ida").json[1]["standing"] == "pending"
    amend = ("proposal", "S1", "amend", "1", "--text", "Time-out (9.26) is one minute.")
    refused(run(*amend, "--date", "2018-04-26"), "RAMK-2.5", "2018-04-27")
    found = run(*amend, "--date", "2018-04-27", "--json").json[0]
    assert [one["text"] for one in found["wordings"]] == [
        "Time-out is one minute.", "Time-out (9.26) is one minute.",
    ]  # fmt: skip
    refused(run("ballot", "S1", "open", "2"), "RAMK-2.3", "proposal 2")
    assert run("ballot", "S1", "open", "1").code == 0
    refused(run(*amend, "--date", "2018-04-27"), "RAMK-2.5", "frozen")
    assert "still open" in run("ballot", "S1", "open", "1").err
    withdraw = ("proposal", "S1", "withdraw", "1")
    assert "still open" in run(*withdraw).err
    assert run("ballot", "S1", "close", "1").code == 0
    refused(run(*withdraw), "RAMK-2.4", "1")
    assert run("proposal", "S1", "list", "--json").json[0]["standing"] == "valid"


def test_what_is_pending_when_the_final_is_over_is_void(
    run: Run, final: str, take: Callable[..., Any]
) -> None:
    """RAMK-2.3."""
    propose(run, "Ida")
    assert run("proposal", "S1", "list", "--json").json[0]["standing"] == "pending"
    assert take(lines_of(SEASON["rounds"]), "all.csv").code == 0
    assert run("proposal", "S1", "list", "--json").json[0]["standing"] == "void"


@pytest.fixture
def two_tables(enrol: Enrol) -> None:
    for number in (1, 2):
        enrol(f"T{number}", key=games.public(SigningKey(bytes([number] * 32))))


def test_the_vote_is_of_members_over_both_tables_at_once(
    run: Run, final: str, tmp_path: Path, two_tables: None
) -> None:
    """RAMK-2.3, RAMK-2.4: own seats, free ones for those who have none, the last answer counts."""
    here = tmp_path / "here"
    players = [name for name in SEASON["attending"] if name != "Gry"]
    here.write_text("\n".join([*players, "Jon"]), encoding="utf-8")
    assert run("draw", "S1", "F", "--attend", str(here), "--seed", "3").code == 0
    propose(run, "Ada")
    opened = run("ballot", "S1", "open", "1", "--tables", "T1", "T2", "--json").json[0]
    assert opened["roll"] == sorted(set(SEASON["voters"]))
    buttons = {one["member"]: one for one in opened["buttons"]}
    assert {one["table"] for one in opened["buttons"]} == {"T1", "T2"}
    assert len({(one["table"], one["seat"]) for one in opened["buttons"]}) == 8
    assert [name for name, one in buttons.items() if one["free"]] == ["Gry"]
    assert opened["without"] == []
    said = [f"{name}={choice}" for name, choice in zip(
        opened["roll"], ["yes"] * 4 + ["no"] * 3, strict=False)]  # fmt: skip
    assert run("ballot", "S1", "say", "1", *said).code == 0
    assert run("ballot", "S1", "say", "1", f"{opened['roll'][0]}=no").code == 0
    found = run("ballot", "S1", "list", "--json").json[0]
    assert [found[word] for word in ("yes", "no", "abstain", "passed")] == [None] * 4
    assert "open, 7 of 8 have answered" in run("ballot", "S1", "list").out
    assert found["silent"] == [opened["roll"][-1]]
    refused(run("ballot", "S1", "say", "1", "Ida=yes"), "RAMK-2.3", "Ida")
    refused(run("ballot", "S1", "say", "1", "Ada=maybe"), "RAMK-2.4", "maybe")
    found = run("ballot", "S1", "close", "1", "--json").json[0]
    assert (found["yes"], found["no"], found["abstain"], found["passed"]) == (3, 4, 1, False)
    late = run("ballot", "S1", "say", "1", "Ada=yes")
    assert (late.code, "is closed" in late.err) == (2, True)
    assert "has been voted on" in run("ballot", "S1", "open", "1").err


def test_without_a_table_the_totals_are_typed(run: Run, final: str) -> None:
    """RAMK-2.4: the golden counts; never more than there are voters."""
    cases = tomllib.loads((GOLDEN / "proposals.toml").read_text(encoding="utf-8"))["case"]
    for number, (yes, no, abstain, passed) in enumerate(
        [one for one in cases[0]["counts"] if sum(one[:3]) <= 8] + [[4, 3, 1, True]], 1
    ):
        propose(run, ("Ada", "Bo", "Cai")[number % 3])
        opened = run("ballot", "S1", "open", str(number), "--json").json[0]
        assert opened["without"] == opened["roll"]
        typed = ("ballot", "S1", "type", str(number))
        refused(run(*typed, "5", "4", "1"), "RAMK-2.3", "8")
        assert run(*typed, str(yes), str(no), str(abstain)).code == 0
        found = run("ballot", "S1", "close", str(number), "--json").json[0]
        assert (found["yes"], found["no"], found["passed"]) == (yes, no, passed)


def test_who_is_here_without_playing_votes_on_a_free_button(
    run: Run, final: str, attend: Callable[..., Any], two_tables: None
) -> None:
    """RAMK-2.3: the fee of the final is for the board, not for the vote; two rounds are too few."""
    assert attend("F", [name for name in SEASON["attending"] if name != "Hal"]).code == 0
    propose(run, "Ada")
    refused(run("ballot", "S1", "open", "1", "--also", "Jon"), "RAMK-2.3", "Jon")
    opened = run("ballot", "S1", "open", "1", "--tables", "T1", "--also", "Hal", "--json").json[0]
    assert opened["roll"] == sorted(SEASON["voters"])
    assert {one["member"]: one["free"] for one in opened["buttons"]}["Hal"]


def test_a_vote_is_at_tables_that_are_enrolled(
    run: Run, final: str, attend: Callable[..., Any], two_tables: None
) -> None:
    assert attend("F", SEASON["attending"]).code == 0
    propose(run, "Ada")
    asked = run("ballot", "S1", "open", "1", "--tables", "T1", "T9")
    assert (asked.code, asked.err) == (
        2,
        "league: table 'T9': not enrolled, allowed T1, T2\n",
    )
    assert run("ballot", "S1", "list", "--json").json == []


def test_a_vote_needs_a_final_and_somebody_present(run: Run, club: str) -> None:
    propose(run, "Ada")
    assert "F: nobody is checked in" in run("ballot", "S1", "open", "1").err
    assert run("evening", "S1", "F", "--remove").code == 0
    assert "no final evening" in run("ballot", "S1", "open", "1").err
    assert "not known" in run("ballot", "S1", "open", "7").err


def test_the_standings_as_a_picture(run: Run, final: str, tmp_path: Path) -> None:
    path = tmp_path / "standings.png"
    done = run("picture", "S1", str(path), "--lang", "da", "--json")
    assert done.json == {"file": str(path), "bytes": path.stat().st_size}
    assert path.read_bytes().startswith(b"\x89PNG")
    nowhere = run("picture", "S1", str(tmp_path / "none" / "s.png"))
    assert (nowhere.code, "choose another file" in nowhere.err) == (1, True)


def test_other_games_have_no_club(run: Run) -> None:
    assert run("season", "create", "H1", "--edition", "hun-2009").code == 0
    for words in (("evening", "H1"), ("needs", "H1"), ("proposal", "H1", "list"),
                  ("ballot", "H1", "list")):  # fmt: skip
        done = run(*words)
        assert (done.code, "is no Matador club's" in done.err) == (2, True), words
