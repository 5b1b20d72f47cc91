"""A championship on its organiser's pages: entries, desk, seats, stages, rulings, what waits."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from league.db import open_database
from league.tables import audit, live
from tests.league.databases import Dbms
from tests.league.desks import Desk, a_desk, own_rules, record, words

PLACES, RESERVES = 8, 2
DAY = "2030-05-01"


@pytest.fixture
def desk(db_url: str, tmp_path: Path) -> Iterator[Desk]:
    with a_desk(db_url, tmp_path, toml=own_rules(PLACES, RESERVES)) as made:
        yield made


def names(first: int, last: int) -> list[str]:
    return [f"P{number:02}" for number in range(first, last + 1)]


def planned(desk: Desk, *rounds: tuple[str, str, str]) -> None:
    for name, stage, starts in rounds:
        desk.done("run/schedule/round", round=name, stage=stage, day=DAY, starts=starts,
                  zone="Europe/Budapest", place="Budapest")  # fmt: skip


def entered(desk: Desk, people: Sequence[str], round_name: str) -> None:
    lines = [f"{name};1980-01-01;{round_name}" for name in people]
    desk.done("run/entries/list", list="\n".join(["name;born;round", *lines]))


def came(desk: Desk, people: Sequence[str], round_name: str, minute: str) -> None:
    desk.done("run/round/here", round=round_name, player=list(people), came=minute)


def drawn(desk: Desk, people: Sequence[str], round_name: str = "Q1", seed: int = 1) -> None:
    """A round whose players entered, came in time and were drawn."""
    entered(desk, people, round_name)
    came(desk, people, round_name, "08:00")
    desk.done("run/round/draw", round=round_name, seed=seed)


def played(desk: Desk, round_name: str, cash: Mapping[str, int]) -> list[dict[str, Any]]:
    opened = desk.openings(round_name)
    for one in opened:
        assert desk.play(one, cash) == 201
    return opened


def log(desk: Desk) -> list[Any]:
    opened = open_database(desk.url)
    with opened.read() as connection:
        rows = list(connection.execute(select(audit).order_by(audit.c.id)))
    opened.close()
    return rows


def last(desk: Desk, what: str) -> Any:
    return next(row for row in reversed(log(desk)) if row.what == what)


def test_the_organisers_pages_are_his_and_the_others_everybodys(desk: Desk) -> None:
    """HUN-16: who is nobody in particular sees names, and no form does anything for him."""
    planned(desk, ("Q1", "qualifier", "10:00"))
    drawn(desk, names(1, 5))
    for path in ("run", "run/entries", "run/round", "run/goes_on", "judge"):
        assert desk.get(path, signed=False)[0] == 401
        assert desk.get(path)[0] == 200
    for act in ("run/round/draw", "run/games/annul", "judge/exclude", "run/entries/list"):
        assert desk.do(act, signed=False, round="Q1")[0] == 401
    seats = desk.read("seats?round=Q1", signed=False)
    assert "P03" in seats
    for path in ("seats?round=Q1", "news", "enter"):
        status, html = desk.get(path, signed=False)
        assert status == 200
        assert "1980" not in html
    assert all("1980" not in row.detail + row.why + row.subject for row in log(desk))


def test_the_entry_form_asks_what_the_rules_ask_and_names_the_rule(desk: Desk) -> None:
    """HUN-1, HUN-1.1."""
    planned(desk, ("Q1", "qualifier", "10:00"))
    good = {"name": "Anna", "born": "1980-02-03", "hungarian": "1", "accepts_rules": "1",
            "round": "Q1"}  # fmt: skip

    def refused(**more: str | None) -> str:
        form = {key: value for key, value in {**good, **more}.items() if value is not None}
        status, told = desk.do("enter", signed=False, **form)
        assert status == 422
        return told

    assert "(HUN-1)" in refused(born="2009-05-02")
    assert "(HUN-1)" in refused(hungarian=None)
    assert "(HUN-1)" in refused(accepts_rules=None)
    assert "(HUN-1.1)" in refused(staff_or_relative="1")
    assert "birth date" in refused(born="")
    status, told = desk.do("enter", signed=False, **good)
    assert (status, "Entered Anna" in told) == (201, True)
    assert "has entered already" in refused()
    assert "Anna" in desk.read("run/round?round=Q1")
    desk.done("run/entries/forget")
    assert "1980" not in desk.get("run/entries")[1]


def test_a_list_is_taken_whole_or_not_at_all(desk: Desk) -> None:
    """HUN-1: one wrong line is named with its rule."""
    told = desk.refused("run/entries/list", list="name;born\nAnna;1980-01-01\nBea;2012-01-01")
    assert "Line 3: Bea" in told
    assert "(HUN-1)" in told
    assert "allowed name, born" in desk.refused("run/entries/list", list="name;phone\nAnna;1")
    assert "Anna" not in desk.read("run/entries")


def test_a_latecomer_is_offered_the_next_game_that_day_with_a_free_place(desk: Desk) -> None:
    """HUN-6.2a, HUN-6.2b: 09:30 is in time, 09:31 late; the right is lost by the referee's word
    alone, and not while a game has a place.
    """
    planned(desk, ("Q1", "qualifier", "10:00"), ("Q2", "qualifier", "13:00"),
            ("Q3", "qualifier", "16:00"))  # fmt: skip
    entered(desk, names(1, 8), "Q1")
    entered(desk, names(11, 16), "Q2")  # one full table
    entered(desk, names(21, 25), "Q3")  # five
    came(desk, names(1, 6), "Q1", "09:30")
    came(desk, names(7, 8), "Q1", "09:31")
    page = desk.read("run/round?round=Q1")
    assert "6 / 8" in page
    assert "P07 came at 09:31" in page
    assert "Offer Q3" in page
    assert "Offer Q2" not in page
    late = {"round": "Q1", "player": "P07"}
    assert "Q3 has a free place" in desk.refused("judge/lose", **late, why="late")
    assert "Q2 has no place" in desk.refused("run/round/move", **late, to="Q2")
    came(desk, names(21, 25), "Q3", "08:00")
    desk.done("run/round/draw", round="Q3", seed=1)
    desk.done("run/round/move", **late, to="Q3")  # joins the drawn table of five
    assert len(desk.openings("Q3")[0]["seats"]) == 6
    last_one = {"round": "Q1", "player": "P08"}
    assert "reason" in desk.refused("judge/lose", **last_one, why=" ")
    assert "P08 came late" in desk.read("run")
    desk.done("judge/lose", **last_one, why="came at noon")
    assert "lost the right to play (HUN-6.2)" in desk.refused(
        "run/round/expect", round="Q2", names="P08"
    )
    assert (last(desk, "decide.right").who, last(desk, "decide.right").why) == (
        "organiser:Kata",
        "came at noon",
    )
    desk.done("judge/keep_right", player="P08", why="the train was late")
    desk.done("run/round/expect", round="Q2", names="P08")


def test_who_came_can_be_told_by_the_referee_to_play_although_late(desk: Desk) -> None:
    """HUN-6.2a: "may lose": the referee may let him play where a table has a seat."""
    planned(desk, ("Q1", "qualifier", "10:00"))
    drawn(desk, names(1, 5))
    desk.done("run/round/expect", round="Q1", names="Late")
    came(desk, ["Late"], "Q1", "09:45")
    desk.done("judge/admit", round="Q1", player="Late", why="road closed")
    assert [s["player"] for s in desk.openings("Q1")[0]["seats"]].count("Late") == 1
    desk.done("run/round/expect", round="Q1", names="Later")
    came(desk, ["Later"], "Q1", "09:46")
    told = desk.refused("judge/admit", round="Q1", player="Later", why="road closed")
    assert "6 sit at every table already" in told


def test_a_draw_is_repeatable_seven_is_impossible_and_a_swap_has_a_reason(desk: Desk) -> None:
    """HUN-6, HUN-6.1."""
    planned(desk, ("Q1", "qualifier", "10:00"))
    desk.done("run/schedule/official", name="Zoli, Vera, Imre", office="banker")
    desk.done("run/schedule/pair", one="P01", other="P02")
    desk.done("run/schedule/pair", one="Zoli", other="P03")
    entered(desk, names(1, 11), "Q1")
    came(desk, names(1, 7), "Q1", "08:00")
    told = desk.refused("run/round/draw", round="Q1")
    assert "7 players cannot be seated (HUN-6)" in told
    came(desk, names(8, 11), "Q1", "08:00")
    desk.done("run/round/draw", round="Q1", seed=42)
    once = desk.openings("Q1")
    desk.done("run/round/draw", round="Q1", seed=42)
    assert desk.openings("Q1") == once
    table = {seat["player"]: one["table"] for one in once for seat in one["seats"]}
    banker = {one["table"]: one["officials"]["banker"] for one in once}
    assert table["P01"] != table["P02"]
    assert banker[table["P03"]] != "Zoli"
    one = next(name for name in names(3, 11) if table[name] == table["P01"])
    swap = {"round": "Q1", "one": one, "other": "P02"}
    assert "reason" in desk.refused("run/round/swap", **swap, why="")
    desk.done("run/round/swap", **swap, why="cousins")
    page = desk.read("run/round?round=Q1")
    assert "together in spite of the list 1" in page
    assert "P01 and P02 sit at one table" in desk.read("run")
    assert json.loads(last(desk, "seats.swap").detail) == {"names": [one, "P02"]}
    assert last(desk, "seats.swap").why == "cousins"
    assert "cousins" in page
    desk.done("run/round/assign", round="Q1", table="1", official=["Imre"], why="Vera is ill")
    assert desk.openings("Q1")[0]["officials"] == {"banker": "Imre"}


def test_a_table_that_played_is_left_alone(desk: Desk) -> None:
    """HUN-8: after its result nobody is drawn or swapped; the other table's people still can be."""
    planned(desk, ("Q1", "qualifier", "10:00"))
    drawn(desk, names(1, 12))
    opened = desk.openings("Q1")
    at = [[seat["player"] for seat in one["seats"]] for one in opened]
    cash = dict.fromkeys(names(1, 12), 1000)
    assert desk.play(opened[0], cash) == 201
    assert "a game of it is stored" in desk.refused("run/round/draw", round="Q1")
    told = desk.refused("run/round/swap", round="Q1", one=at[0][0], other=at[1][0], why="x")
    assert "has played" in told
    assert [one["game"] for one in desk.openings("Q1")] == [opened[1]["game"]]


def test_a_hall_whose_tables_have_names_of_their_own(desk: Desk) -> None:
    """Openings, seat list, games and their records go by the names that were typed at the draw."""
    planned(desk, ("Q1", "qualifier", "10:00"))
    drawn(desk, names(1, 12))
    told = desk.refused("run/round/draw", round="Q1", tables="Blue")
    assert "Tables with a name: 1, needed: 2" in told
    desk.done("run/round/draw", round="Q1", seed=5, tables="Blue, 7, T4")
    assert [(one["table"], one["game"]) for one in desk.openings("Q1")] == [
        ("Blue", "H-Q1-Blue"), ("7", "H-Q1-7"),
    ]  # fmt: skip
    desk.done("run/round/draw", round="Q1", seed=5)
    assert [one["table"] for one in desk.openings("Q1")] == ["Blue", "7"], "said once"
    desk.done("run/round/draw", round="Q1", seed=5, tables="T7, T4")
    status, page = desk.get("run/round?round=Q1")
    assert status == 200
    assert 'value="T7, T4"' in page
    assert "T1" not in words(page)
    assert "T7" in desk.read("seats?round=Q1", signed=False)
    first, second = desk.openings("Q1")
    assert [first["table"], second["table"]] == ["T4", "T7"]
    cash = dict.fromkeys(names(1, 12), 1000)
    assert desk.play(second, cash) == 201
    assert [one["game"] for one in desk.openings("Q1")] == ["H-Q1-T4"]
    pair = {"one": second["seats"][0]["player"], "other": first["seats"][0]["player"]}
    assert "T7" in desk.refused("run/round/swap", round="Q1", why="x", **pair)
    assert desk.play(first, cash) == 201
    assert desk.openings("Q1") == []
    assert "others than were drawn" not in desk.read("run/games?round=Q1").lower()


def championship(desk: Desk, cash: Mapping[str, int]) -> None:
    """A qualifier of twelve, the lists of whose semi-final and final are not yet written."""
    planned(desk, ("Q1", "qualifier", "10:00"), ("S1", "semifinal", "13:00"),
            ("F1", "final", "17:00"))  # fmt: skip
    drawn(desk, names(1, 12))
    played(desk, "Q1", cash)


def test_stages_with_a_lot_a_reserve_and_a_champion_who_declines(desk: Desk) -> None:
    """HUN-3.2 to 3.5, HUN-6.3, HUN-13."""
    # P08 and P09 are equal in everything at the cut of eight
    cash = {name: 2000 - 10 * at for at, name in enumerate(names(1, 12), 1)} | {"P09": 1920}
    championship(desk, cash)
    assert "Qualifiers: a tie across a cut: P08, P09" in desk.read("run")
    fill = {"stage": "qualifier", "round": "S1"}
    assert "Draw the lot first among P08, P09" in desk.refused("run/goes_on/fill", **fill)
    desk.done("judge/lots", stage="qualifier", seed=5)
    rows = {row["player"]: row for row in desk.standings("qualifier")}
    first, second = sorted(("P08", "P09"), key=lambda name: rows[name]["rank"])
    assert (rows[first]["advances"], rows[second]["reserve"]) == (True, 1)
    assert rows[first]["lot_seed"] == 5
    assert "write the list of S1" in desk.read("run")
    desk.done("run/goes_on/decline", stage="qualifier", player="P03", why="on holiday")
    desk.done("run/goes_on/fill", **fill)
    page = desk.read("run/round?round=S1")
    assert "P03" not in page
    assert "P10 reserve 2" in page
    # one does not appear; the reserve who is there takes his place
    here = [name for name in names(1, 8) if name not in ("P03", "P05")] + ["P09"]
    came(desk, [*here, "P10"], "S1", "08:00")
    desk.done("run/round/close", round="S1")
    assert "P05 did not appear in S1" in desk.read("run")
    assert "7 players cannot be seated" in desk.refused("run/round/draw", round="S1")
    desk.done("run/round/reserve", round="S1", player="P05")
    again = desk.refused("run/round/reserve", round="S1", player="P05")
    assert "is not absent" in again
    assert "HUN-3.1" in desk.refused("run/round/expect", round="S1", names="Stranger")
    desk.done("run/round/draw", round="S1", seed=3)
    opened = played(desk, "S1", cash)
    assert [len(one["seats"]) for one in opened] == [4, 4]
    assert sorted(s["player"] for one in opened for s in one["seats"]) == sorted([*here, "P10"])
    # equal still, and at the cut of six again: what was drawn before says nothing here
    assert "Semi-final: a tie across a cut: P08, P09" in desk.read("run")
    desk.done("judge/lots", stage="semifinal", seed=6)
    desk.done("run/goes_on/fill", stage="semifinal", round="F1")
    finalists = [row["player"] for row in desk.standings("semifinal") if row["advances"]]
    came(desk, finalists, "F1", "08:00")
    desk.done("run/schedule/official", name="Zoli, Vera, Imre", office="banker")
    desk.done("run/round/draw", round="F1", seed=9)
    final = desk.openings("F1")[0]
    assert len(final["seats"]) == 6
    assert final["final"]
    assert len(final["officials"]["banker"]) == 2
    # the second and the third are equal, which is nobody's concern while the champion goes
    assert desk.play(final, cash | {"P04": cash["P02"]}) == 201
    assert "Champion P01" in desk.read("run/goes_on?stage=final")
    assert "a tie across a cut" not in desk.read("run")
    desk.done("run/goes_on/decline", stage="final", player="P01", why="cannot travel")
    page = desk.read("run/goes_on?stage=final")
    assert "Champion P01" in page  # he has won all the same
    assert "Goes to the world championship" not in page
    assert "Final: a tie across a cut: P02, P04" in desk.read("run")
    desk.done("judge/lots", stage="final", seed=7)
    heir = [row["player"] for row in desk.standings("final")][1]
    page = desk.read("run/goes_on?stage=final")
    assert "Champion P01" in page
    assert f"Goes to the world championship: {heir}" in page
    desk.done("run/goes_on/decline", stage="final", player="P01", why="can after all", accept="1")
    assert "Goes to the world championship" not in desk.read("run/goes_on?stage=final")


def test_an_absent_player_keeps_his_seat_until_the_reserve_has_it(desk: Desk) -> None:
    """HUN-3.3: the very seat, also after the draw."""
    cash = {name: 2000 - 10 * at for at, name in enumerate(names(1, 12), 1)}
    championship(desk, cash)
    desk.done("run/goes_on/fill", stage="qualifier", round="S1")
    came(desk, names(1, 10), "S1", "08:00")
    desk.done("run/round/draw", round="S1", seed=1)
    before = desk.openings("S1")
    assert all(name not in str(before) for name in ("P09", "P10"))
    desk.done("run/round/absent", round="S1", player="P04", why="fell ill")
    assert "P04 did not appear" in desk.read("run")
    desk.done("run/round/reserve", round="S1", player="P04")
    assert desk.openings("S1") == json.loads(json.dumps(before).replace("P04", "P09"))
    assert last(desk, "seats.replace").why == "HUN-3.3"


def test_annulled_replayed_corrected_and_excluded(desk: Desk) -> None:
    """HUN-8, HUN-10: nothing is overwritten, each with a reason, the standings follow at once."""
    cash = {name: 2000 - 10 * at for at, name in enumerate(names(1, 12), 1)}
    championship(desk, cash)
    game = "H-Q1-T1"
    at_one = [row["player"] for row in desk.standings() if row["player"] in
              desk.read("run/games?round=Q1").partition("H-Q1-T2")[0]]  # fmt: skip
    assert len(at_one) == 6
    assert "reason" in desk.refused("run/games/replay", game=game, why="")
    desk.done("run/games/replay", game=game, why="the wrong board")
    assert {row["player"] for row in desk.standings()} == set(names(1, 12)) - set(at_one)
    assert "Games are open: H-Q1-T1-r2" in desk.refused(
        "run/goes_on/fill", stage="qualifier", round="S1"
    )
    told = desk.client.get(f"/games/{game}?lang=en").text
    assert "to be played again" in told
    assert "wrong board" not in told
    again = desk.openings("Q1")
    assert [one["game"] for one in again] == ["H-Q1-T1-r2"]
    assert desk.play(again[0], {**cash, at_one[0]: 5000}) == 201
    assert desk.standings()[0]["player"] == at_one[0]
    assert "H-Q1-T1-r2 was played in its place" in desk.refused(
        "run/games/restore", game=game, why="x"
    )
    # a corrected sheet stands on the record's, which stays
    row = {"stage": "qualifier", "game": "H-Q1-T1-r2", "player": at_one[0], "cash": "7",
           "unmortgaged": "0", "mortgaged": "0", "buildings": "0", "bankrupt": "0"}  # fmt: skip
    form = {f"0.{name}": value for name, value in row.items()}
    assert "reason" in desk.refused("run/sheet/correct?game=H-Q1-T1-r2", **form, why="")
    desk.done("run/sheet/correct?game=H-Q1-T1-r2", **form, why="a note of 500 miscounted")
    assert desk.standings()[-1]["player"] == at_one[0]
    assert last(desk, "correction").why == "a note of 500 miscounted"
    assert "Nothing is different" in desk.refused("run/sheet/correct", **form, why="again")
    # excluded: not ranked, not seated any more
    desk.done("judge/exclude", player="P12", why="telephone in the hall, twice")
    assert "P12" not in [row["player"] for row in desk.standings()]
    assert "is excluded (HUN-10)" in desk.refused("run/round/expect", round="S1", names="P12")
    assert "it is so already" in desk.refused("judge/exclude", player="P12", why="x")
    desk.done("judge/exclude", player="P12", why="it was another", readmit="1")
    assert "P12" in [row["player"] for row in desk.standings()]
    assert "telephone in the hall" in desk.read("judge")


def test_a_record_aside_takes_the_place_of_the_stored_one_and_back(desk: Desk) -> None:
    """HUN-8: both records stay; a table that asks is told that the league has its record."""
    planned(desk, ("Q1", "qualifier", "10:00"))
    drawn(desk, names(1, 5))
    opening = desk.openings("Q1")[0]
    cash = dict.fromkeys(names(1, 5), 1000)
    first = record(opening, cash, rules=desk.rules)
    other = record(opening, {**cash, "P04": 3000}, rules=desk.rules)
    assert desk.send(first, "T1") == 201
    assert desk.send(other, "T1") == 409
    page = desk.get("run")[1]
    assert "sent another record" in page
    sha = page.partition('name="sha256" value="')[2][:64]
    assert desk.standings()[0]["points"] == 1000
    desk.done("run/games/take", sha256=sha, why="the first was sealed too early")
    assert desk.standings()[0]["points"] == 3000
    assert "sent another record" not in desk.read("run")
    assert (desk.send(first, "T1"), desk.send(other, "T1")) == (200, 200)
    page = desk.get("run/games?round=Q1")[1]
    back = page.partition('name="sha256" value="')[2][:64]
    assert back != sha
    desk.done("run/games/take", sha256=back, why="it was right after all")
    assert desk.standings()[0]["points"] == 1000


def test_a_record_that_differs_waits_until_it_is_played_again_or_typed(desk: Desk) -> None:
    """HUN-8: a false sheet is stored, counts for nobody and is named first."""
    planned(desk, ("Q1", "qualifier", "10:00"), ("S1", "semifinal", "13:00"))
    drawn(desk, names(1, 5))
    opening = desk.openings("Q1")[0]
    cash = dict.fromkeys(names(1, 5), 1000)
    assert desk.play(opening, cash, summary={"dice": []}) == 201
    waits = desk.read("run")
    assert "H-Q1-T1 does not count" in waits
    assert "Games are open: H-Q1-T1" in desk.refused(
        "run/goes_on/fill", stage="qualifier", round="S1"
    )
    form = {
        f"{at}.{name}": value
        for at, player in enumerate(names(1, 5))
        for name, value in {"stage": "qualifier", "game": "H-Q1-T1", "player": player,
                            "cash": str(100 * at), "unmortgaged": "0", "mortgaged": "0",
                            "buildings": "0", "bankrupt": "0"}.items()
    }  # fmt: skip
    desk.done("run/sheet/correct", **form, why="from the paper sheet")
    assert desk.standings()[0]["player"] == "P05"
    assert "does not count" not in desk.read("run")
    desk.done("run/goes_on/fill", stage="qualifier", round="S1")


def test_others_than_were_drawn_are_named(desk: Desk) -> None:
    """HUN-6.1: a stranger at the table is seen to by a person, with a reason."""
    planned(desk, ("Q1", "qualifier", "10:00"))
    drawn(desk, names(1, 5))
    opening = desk.openings("Q1")[0]
    opening["seats"][0] = {"seat": 1, "player": "Other", "name": "Other"}
    assert desk.play(opening, dict.fromkeys([*names(1, 5), "Other"], 1000)) == 201
    page = desk.get("run")[1]
    assert "others played than were drawn" in page
    item = page.partition('name="item" value="')[2].partition('"')[0]
    assert "reason" in desk.refused("run/attention/seen", item=item, why="")
    desk.done("run/attention/seen", item=item, why="he swapped with his brother, agreed")
    assert "others played" not in desk.read("run")


def test_protests_have_a_ruling_and_the_referees_is_final(desk: Desk) -> None:
    """HUN-7."""
    desk.done("judge/protest", by="Anna", text="The die fell off the table", round="", game="")
    assert "Protest 1 of Anna waits" in desk.read("run")
    table = {"dispute": "1", "level": "table", "judge": "Zoli", "text": "It counts"}
    desk.done("judge/ruling", **table)
    assert "waits for a ruling" not in desk.read("run")
    assert "(HUN-7)" in desk.refused("judge/ruling", **table)
    referee = {**table, "level": "referee", "judge": "Judit", "text": "It is thrown again"}
    desk.done("judge/ruling", **referee)
    assert "(HUN-7)" in desk.refused("judge/ruling", **referee)
    page = desk.read("judge")
    assert "his word is final" in page
    assert page.index("It counts") < page.index("It is thrown again")
    assert json.loads(last(desk, "ruling").detail)["overrides"] == 1


def test_rules_change_until_the_first_qualifier_and_are_published(desk: Desk) -> None:
    """HUN-17."""
    planned(desk, ("Q1", "qualifier", "10:00"))
    desk.done("run/schedule/news", **{"is": "rules"}, text="Eight go on.",
              toml=own_rules(6, 1))  # fmt: skip
    assert "Eight go on." in desk.read("news", signed=False)
    assert "allowed" in desk.refused(
        "run/schedule/news", **{"is": "rules"}, text="Nonsense", toml="[edition]\nnonsense = 1"
    )
    drawn(desk, names(1, 5))
    desk.rules = _rules(6, 1)
    played(desk, "Q1", dict.fromkeys(names(1, 5), 1000))
    told = desk.refused("run/schedule/news", **{"is": "rules"}, text="Nine go on.")
    assert "the rules stand" in told
    assert "(HUN-17)" in told
    desk.done("run/schedule/news", **{"is": "news"}, text="Lunch is at noon.")
    assert "Nine go on." not in desk.read("news")


def _rules(places: int, reserves: int) -> Any:
    from rules.edition import parse_edition
    from tests.league import games

    return parse_edition(own_rules(places, reserves), "own.toml", games.text_of)


def test_a_mafia_tournament_has_desk_seats_and_swaps_too(dbms: Dbms, tmp_path: Path) -> None:
    """What is generic is everybody's: ten at a table, one host; MAFA-MAIN-3: late is 21:15."""
    with dbms.database(tmp_path) as url, a_desk(url, tmp_path, edition="mafia-aktau-2015") as desk:
        planned(desk, ("G1", "tournament", "21:00"))
        assert "allowed tournament" in desk.refused(
            "run/schedule/round", round="G2", stage="final", day="2099-01-05", starts="22:00"
        )
        desk.done("run/schedule/official", name="Host A, Host B", office="host")
        desk.done("run/entries/list", list="name;round\n" + "\n".join(
            f"M{n:02};G1" for n in range(1, 21)))  # fmt: skip
        came(desk, [f"M{n:02}" for n in range(1, 20)], "G1", "21:15")
        came(desk, ["M20"], "G1", "21:16")
        assert "M20 came at 21:16" in desk.read("run/round?round=G1")
        desk.done("judge/admit", round="G1", player="M20", why="the bus")
        desk.done("run/round/draw", round="G1", seed=4)
        opened = desk.openings("G1")
        assert [len(one["seats"]) for one in opened] == [10, 10]
        assert {one["officials"]["host"] for one in opened} == {"Host A", "Host B"}
        one, other = (opened[at]["seats"][0]["player"] for at in (0, 1))
        desk.done("run/round/swap", round="G1", one=one, other=other, why="a couple")
        swapped = [table["seats"][0]["player"] for table in desk.openings("G1")]
        assert swapped == [other, one]
        stand_in(desk, other)
        desk.done("judge/exclude", player=one, why="shouted")
        assert "was excluded and has a seat in G1" in desk.read("run")


def stand_in(desk: Desk, gone: str) -> None:
    """MAFA-MAIN-3: only who has a seat, by somebody who has none, from 21:15 on."""
    where = {"round": "G1", "player": gone, "by": "Kim", "minute": "21:15"}
    for change, says in (
        ({"minute": "21:14"}, "is waited for until 21:15 (MAFA-MAIN-3)"),
        ({"minute": "9 pm"}, "9 pm"),
        ({"by": "M05"}, "M05"),
        ({"by": " "}, "name"),
        ({"player": "Nobody"}, "Nobody"),
    ):
        assert says in desk.refused("run/round/sit_in", **{**where, **change})
    seat = next(s for one in desk.openings("G1") for s in one["seats"] if s["player"] == gone)
    desk.done("run/round/sit_in", **where)
    after = [s for one in desk.openings("G1") for s in one["seats"]]
    assert {"seat": seat["seat"], "player": "Kim", "name": "Kim"} in after
    assert gone not in [s["player"] for s in after]
    assert "✓ Kim" in desk.read("run/round?round=G1")


def test_what_waits_names_desks_draws_officials_signatures_and_silent_tables(desk: Desk) -> None:
    """HUN-6, HUN-6.2b, HUN-7, HUN-8: from a desk that should be closed to a sheet that is due."""
    desk.done("run/schedule/round", round="Q1", stage="qualifier", day="2026-01-05",
              starts="10:00", zone="Europe/Budapest", place="")  # fmt: skip
    entered(desk, names(1, 13), "Q1")
    came(desk, names(1, 12), "Q1", "09:00")
    assert "1 have not come" in desk.read("run")
    desk.done("run/round/close", round="Q1")
    waits = desk.read("run")
    assert "12 are here, nothing is drawn" in waits
    desk.done("run/schedule/official", name="Zoli", office="banker")
    desk.done("run/round/draw", round="Q1", seed=1)
    waits = desk.read("run")
    assert "too few officials at T" in waits
    assert waits.count("no sheet has come") == 2
    opened = desk.openings("Q1")
    seats = [{"seat": s["seat"], "name": s["name"], "mark": "signed" if s["seat"] > 1 else ""}
             for s in opened[0]["seats"]]  # fmt: skip
    state = {"game": opened[0]["game"], "season": "H", "round": "Q1", "phase": "sign",
             "seats": seats}  # fmt: skip
    told = desk.client.post(
        "/api/v1/tables/T1/live",
        json=state,
        headers={"Authorization": f"Bearer {desk.tables['T1']}"},
    )
    assert told.status_code == 204
    first = opened[0]["seats"][0]["name"]
    assert f"waits for signatures: {first}" in desk.read("run")
    assert "says nothing" not in desk.read("run")
    opened_again = open_database(desk.url)
    with opened_again.write() as connection:
        connection.execute(update(live).values(at_ms=live.c.at_ms - 60_000))
    opened_again.close()
    assert "T1 says nothing while H-Q1-T1 is played" in desk.read("run")
    gone = opened[1]["seats"][0]["player"]
    desk.done("judge/exclude", player=gone, why="hit the banker")
    assert f"{gone} was excluded and has a seat in Q1" in desk.read("run")
    desk.done("run/round/leave", round="Q1", player=gone, why="excluded")
    assert "was excluded" not in desk.read("run")
    played(desk, "Q1", {name: 500 + at for at, name in enumerate(names(1, 13))})
    waits = desk.read("run")
    assert "no sheet has come" not in waits
    assert "Semi-final: no round is planned for it" in waits


def test_who_did_not_come_loses_his_right_only_by_the_referees_word(desk: Desk) -> None:
    """HUN-6.2: not by the desk's closing."""
    planned(desk, ("Q1", "qualifier", "10:00"))
    entered(desk, names(1, 5), "Q1")
    came(desk, names(1, 4), "Q1", "09:00")
    desk.done("run/round/close", round="Q1")
    assert "lost the right" not in desk.read("run/entries")
    assert "The right to play is lost" in desk.read("run/round?round=Q1")
    assert "keeps" not in desk.refused("judge/lose", round="Q1", player="P01", why="x")
    desk.done("judge/lose", round="Q1", player="P05", why="sent no word")
    assert "lost the right" in desk.read("run/entries")


def test_every_page_is_there_in_five_languages(desk: Desk) -> None:
    """With a round that was drawn, a protest, a latecomer and a game that was ruled out."""
    planned(desk, ("Q1", "qualifier", "10:00"), ("Q2", "qualifier", "13:00"))
    drawn(desk, names(1, 5))
    entered(desk, ["Late"], "Q2")
    came(desk, ["Late"], "Q2", "12:59")
    desk.done("judge/protest", by="Anna", text="The die fell", round="Q1", game="")
    opening = desk.openings("Q1")[0]
    assert desk.play(opening, dict.fromkeys(names(1, 5), 1000)) == 201
    desk.done("run/games/replay", game=opening["game"], why="the wrong board")
    pages = ("run", "run/entries", "run/schedule", "run/round?round=Q1", "run/round?round=Q2",
             "run/games?round=Q1", f"run/sheet?game={opening['game']}", "run/goes_on", "judge",
             "news", "seats?round=Q1", "enter", "run/sheet?game=none")  # fmt: skip
    for path in pages:
        for lang in ("en", "hu", "da", "ru", "sv"):
            status, html = desk.get(path, lang=lang)
            assert status == 200, path
            assert "league." not in html.replace("league.css", ""), path
