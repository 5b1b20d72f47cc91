"""The club's pages: whose they are, what they refuse and in which words; the tables' ballots."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import urllib3
from sqlalchemy import Connection, insert

from league import seasons
from league.auth import add_organiser, hashed
from league.club import calendar, members
from league.db import open_database
from league.settings import load_settings
from league.tables import table_key
from rules.matador.evenings import Evening
from tests.league import games
from tests.league.conftest import Server, serving
from tests.league.test_matador import HEAD, SEASON, lines_of

DO = "/seasons/S1/do"
NAMES = ["Ada", "Bo", "Cai", "Dan", "Eva", "Fin", "Gry", "Hal", "Ida", "Jon"]


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@dataclass(frozen=True)
class Club:
    """A server with a club's season, and its organiser's hand."""

    server: Server
    organiser: str
    tables: dict[str, str]

    def get(self, path: str, *, signed: bool = True, lang: str = "en") -> tuple[int, str]:
        got = self.server.get(
            f"{path}{'&' if '?' in path else '?'}lang={lang}",
            **({"Cookie": f"tableside_organiser={self.organiser}"} if signed else {}),
        )
        return got.status, got.data.decode()

    def read(self, path: str, **how: Any) -> str:
        status, html = self.get(path, **how)
        assert status == 200, html
        return words(html)

    def do(
        self,
        path: str,
        form: Mapping[str, Any] | None = None,
        *,
        signed: bool = True,
        headers: dict[str, str] | None = None,
        **more: Any,
    ) -> urllib3.BaseHTTPResponse:
        """Send a form as a browser does."""
        sent: dict[str, str] = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self.server.url,
            "Sec-Fetch-Site": "same-origin",
            **({"Cookie": f"tableside_organiser={self.organiser}"} if signed else {}),
            **(headers or {}),
        }
        sent = {name: value for name, value in sent.items() if value}
        body = urlencode({**(form or {}), **more}, doseq=True)
        return self.server.http.request(
            "POST", self.server.url + path, body=body, headers=sent, redirect=False
        )

    def ask(self, path: str, table: str) -> Any:
        return self.server.get(path, Authorization=f"Bearer {self.tables[table]}").json()

    def send(self, number: int, table: str, voices: dict[int, str]) -> urllib3.BaseHTTPResponse:
        body = {"voices": [{"seat": seat, "choice": word} for seat, word in voices.items()]}
        return self.server.post(f"/api/v1/ballots/{number}/voices", body, self.tables[table])


def approved(connection: Connection, table: str, key: str) -> str:
    """Enrol a table; its token."""
    token = f"token of {table}".replace(" ", "-")
    connection.execute(
        insert(table_key).values(
            table_id=table,
            key_hex=key,
            token_hash=hashed(token),
            status="approved",
            offered_ms=1,
            approved_ms=1,
        )
    )
    return token


@pytest.fixture
def club(tmp_path: Path, db_url: str) -> Iterator[Club]:
    """The golden season before its final; ten members, all have paid; two tables."""
    from nacl.signing import SigningKey

    from league.families import family_of
    from league.families.formats import read_results
    from league.imports import take

    opened = open_database(db_url)
    before = [one for one in SEASON["rounds"] if not one.get("final")]
    tables = {}
    with opened.write() as connection:
        season = seasons.create(connection, load_settings(db_url), "S1", "ramk-2017", None, "test")
        seasons.create(connection, load_settings(db_url), "H1", "hun-2009", None, "test")
        for one in SEASON["rounds"]:
            made = Evening(one["round"], one["date"], final=one.get("final", False))
            calendar.put(connection, season, made, "test")
        for name in NAMES:
            members.add(connection, name, "1980-01-01", False, "test")
            members.pay(connection, "S1", name, True, False, "test")
        members.add(connection, "Kim", "2009-01-01", False, "test")
        data = "\n".join((HEAD, *lines_of(before))).encode()
        rows = read_results(data, "r.csv", family_of(season.edition).FORM)
        take(connection, "S1", "r.csv", data, rows, {}, "test")
        organiser = add_organiser(connection, "Mette", "test")
        for number, name in enumerate(("T1", "T2"), 1):
            key = games.public(SigningKey(bytes([number] * 32)))
            tables[name] = approved(connection, name, key)
    opened.close()
    with serving(tmp_path, db_url) as server:
        yield Club(server, organiser, tables)


def test_who_is_no_organiser_reads_and_does_nothing(club: Club) -> None:
    for path in ("tonight", "members"):
        status, html = club.get(f"/seasons/S1/{path}", signed=False)
        assert status == 401
        assert "This page is not for everybody" in words(html)
        assert "Ada" not in html
    for path in ("needs", "calendar", "proposals"):
        status, html = club.get(f"/seasons/S1/{path}", signed=False)
        assert status == 200
        assert 'method="post"' not in html.partition("<footer")[0]  # but for the colours
        assert "1980" not in html
    done = club.do("/seasons/S1/do/members/member", signed=False, name="Zoe", of_age="1")
    assert done.status == 401
    assert "Zoe" not in club.read("/seasons/S1/members")


def test_a_session_is_kept_in_a_cookie_that_no_script_reads(club: Club) -> None:
    wrong = club.do("/sign-in", signed=False, token="no", back="/")
    assert (wrong.status, "No organiser has this token" in wrong.data.decode()) == (403, True)
    table = club.do("/sign-in", signed=False, token=club.tables["T1"], back="/")
    assert table.status == 403
    back = "/seasons/S1/tonight"
    done = club.do("/sign-in", signed=False, token=club.organiser, back=back)
    assert (done.status, done.headers["location"]) == (303, back)
    cookie = next(
        one for one in done.headers.getlist("set-cookie") if one.startswith("tableside_session=")
    )
    assert club.organiser not in cookie
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    away = club.do("/sign-in", signed=False, token=club.organiser, back="//evil.example/")
    assert away.headers["location"] == "/"


def test_a_form_of_another_site_does_nothing(club: Club) -> None:
    evil = {"Origin": "http://evil.example", "Sec-Fetch-Site": ""}
    for headers in (evil, {**evil, "Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
                    {"Sec-Fetch-Site": "same-site"}):  # fmt: skip
        done = club.do("/seasons/S1/do/members/member", headers=headers, name="Zoe", of_age="1")
        assert done.status == 403
    assert "Zoe" not in club.read("/seasons/S1/members")


def test_an_evening_from_check_in_to_places(club: Club) -> None:
    """RAMK-3.1A, RAMK-9.16: who came, tables, places; then it counts."""
    where = "/seasons/S1/tonight"
    club.do("/seasons/S1/do/calendar/evening", round="R6", date="2018-03-30")
    assert "As last time" in club.read(f"{where}?round=R6")
    here = NAMES[:8]
    done = club.do(
        f"{DO}/tonight/attend?round=R6", round="R6", here=here, draw="1", anchor="tables"
    )
    assert done.headers["location"] == f"{where}?round=R6#tables"
    said = club.read(f"{where}?round=R6")
    assert "The half with most points sits at table 1 (RAMK-3.1A)." in said
    assert "8 Ada" in said
    openings = club.server.get("/api/v1/seasons/S1/rounds/R6/openings").json()
    assert [one["open"]["table"] for one in openings] == ["T1", "T2"]
    assert [one["open"]["division"] for one in openings] == [1, 2]
    second = [seat["player"] for seat in openings[1]["open"]["seats"]]
    assert set(second) < set(here)
    places = {f"p.{name}": place for place, name in enumerate(second, 1)}
    form = {"round": "R6", "division": "2", "player": second, **places}
    other = club.do(f"{DO}/tonight/places?round=R6", {**form, "division": "3"})
    assert "division 3: allowed 1 to 2" in words(other.data.decode())
    assert club.do(f"{DO}/tonight/places?round=R6", form).status == 303
    assert "Places of Table 2 ✓" in club.read(f"{where}?round=R6")
    rows = club.server.get("/api/v1/seasons/S1/standings").json()["rows"]
    gross = {row["player"]: row["details"][-1] for row in rows if row["player"] in second}
    assert [gross[name]["points"] for name in second] == [21, 13, 8, 6]
    assert [gross[name]["base"] for name in second] == [17, 11, 7, 5]
    said = club.read("/seasons/S1")
    assert "R6 place 1 of 4 · Table 2 17 + 25 % → 21" in said


def test_the_clubs_tables_have_names_of_their_own(club: Club) -> None:
    here = NAMES[:8]
    club.do(f"{DO}/calendar/evening", round="R6", date="2018-03-30")
    form = {"round": "R6", "here": here, "draw": "1"}
    assert club.do(f"{DO}/tonight/attend?round=R6", {**form, "tables": "Blue, blue"}).status == 422
    assert club.do(f"{DO}/tonight/attend?round=R6", {**form, "tables": "Blue, 7"}).status == 303
    openings = club.server.get("/api/v1/seasons/S1/rounds/R6/openings").json()
    assert [one["open"]["table"] for one in openings] == ["Blue", "7"]
    assert [one["open"]["game"] for one in openings] == ["S1-R6-Blue", "S1-R6-7"]
    assert "Table 1 Blue" in club.read("/seasons/S1/tonight?round=R6")
    assert 'value="Blue, 7"' in club.get("/seasons/S1/tonight?round=R6")[1]


def test_a_ballot_goes_to_the_tables_by_their_names(club: Club) -> None:
    """The first drawn table is T2 here: its players have their own buttons there."""
    club.do(f"{DO}/tonight/attend?round=F", round="F", here=SEASON["attending"])
    club.do(f"{DO}/tonight/draw?round=F", round="F", tables="T2, T1")
    drawn = club.server.get("/api/v1/seasons/S1/rounds/F/openings").json()
    assert [one["open"]["table"] for one in drawn] == ["T2", "T1"]
    assert club.do(f"{DO}/proposals/proposal", member="Ada", text="Longer.").status == 303
    assert 'name="tables" value="T2 T1"' in club.get("/seasons/S1/proposals")[1]
    assert club.do(f"{DO}/proposals/ballot", open="1", id="1", tables="T1 T2").status == 303
    for one in drawn:
        seats = {seat["player"]: seat["seat"] for seat in one["open"]["seats"]}
        asked = club.ask("/api/v1/ballots", one["open"]["table"])[0]["seats"]
        own = [vote for vote in asked if vote["member"] in seats]
        assert own
        assert all(vote["seat"] == seats[vote["member"]] for vote in own)


def test_what_is_refused_comes_back_with_the_rule_in_the_readers_language(club: Club) -> None:
    flag = {"round": "R1", "flag": "loan", "on": "1"}
    assert club.do("/seasons/S1/do/tonight/flag?round=R1", flag).status == 303
    again = club.do("/seasons/S1/do/tonight/flag?round=R2&lang=da", {**flag, "round": "R2"})
    said = words(again.data.decode())
    assert again.status == 422
    assert "Ikke gjort R2: Der er allerede en låneaften i efteråret 2017 (RAMK-9.27e)" in said
    kim = club.do("/seasons/S1/do/tonight/attend?round=R1&lang=da", round="R1", here=["Ada", "Kim"])
    assert "Kim: Kun fra 18 år (RAMK-2.1a)" in words(kim.data.decode())
    two = club.do(
        "/seasons/S1/do/tonight/attend?round=R1", round="R1", here=["Ada", "Bo"], draw="1"
    )
    assert "So many players cannot be seated (RAMK-3.1A)" in words(two.data.decode())
    early = club.do("/seasons/S1/do/calendar/evening?lang=da", round="R0", date="2017-09-01")
    assert "2017-09-29, sidste fredag i september (RAMK-3.2)" in words(early.data.decode())
    wrong = {"round": "R5", "player": ["Bo", "Ada", "Dan"], "p.Bo": 1, "p.Ada": 1, "p.Dan": 2}
    place = club.do("/seasons/S1/do/tonight/places?round=R5", wrong)
    assert "R5: Place 2 does not exist among 3 players (RAMK-9.16)" in words(place.data.decode())
    twice = club.do("/seasons/S1/do/members/member?lang=da", name="Ada", of_age="1")
    assert "Ada: er allerede medlem" in words(twice.data.decode())
    assert club.do("/seasons/S1/do/members/nothing", name="Ada").status == 404
    assert club.do("/seasons/H1/do/members/member", name="Ada").status == 404
    assert club.get("/seasons/H1/calendar")[0] == 404


def test_the_final_is_drawn_by_the_list_that_the_organiser_confirmed(club: Club) -> None:
    """RAMK-3.1B: worked out, shown, corrected, confirmed; then live as places become known."""
    where = "/seasons/S1/tonight"
    club.do(f"{DO}/tonight/attend?round=F", round="F", here=SEASON["attending"])
    _, html = club.get(f"{where}?round=F")
    proposed = re.findall(r'name="contender" value="(\w+)" checked', html)
    assert 4 <= len(proposed) <= 6
    form = {"round": "F", "confirmed": "1", "contender": [*proposed, "Gry", "Dan"]}
    assert club.do(f"{DO}/tonight/draw?round=F", form).status == 303
    said = club.read(f"{where}?round=F")
    assert "Who can still win the cup sits at table 1 (RAMK-3.1B)." in said
    needs = club.read("/seasons/S1/needs", signed=False, lang="da")
    assert "Efter aftenens borde" in needs
    assert "Ida kan ikke længere vinde" in needs
    out = {"round": "F", "player": "Fin", "out": "1"}
    assert club.do("/seasons/S1/do/needs/out", out).status == 303
    assert "Fin place" in club.read("/seasons/S1/needs", signed=False)
    assert club.do("/seasons/S1/do/needs/out", {**out, "out": "0"}).status == 303
    assert "Fin place" not in club.read("/seasons/S1/needs", signed=False)
    tables = club.server.get("/api/v1/seasons/S1/rounds/F/openings").json()
    tried = "&".join(
        f"p.{seat['player']}={place}"
        for table in tables
        for place, seat in enumerate(table["open"]["seats"], 1)
    )
    assert "Then the standings would be" in club.read(f"/seasons/S1/needs?{tried}", signed=False)
    assert "choose all places" in club.read("/seasons/S1/needs?p.Ada=1", signed=False)


def test_a_ballot_is_fetched_answered_at_both_tables_and_closed(club: Club) -> None:
    """RAMK-2.3 to 2.5: members on their own seats and on free ones, the amended text shown."""
    club.do(f"{DO}/tonight/attend?round=F", round="F", here=SEASON["attending"])
    club.do(f"{DO}/tonight/draw?round=F", round="F")
    text = "Time-out is one minute <b>now</b>."
    page = "/seasons/S1/proposals"
    assert club.do(f"{DO}/proposals/proposal", member="Ada", text=text).status == 303
    assert "Time-out is one minute &lt;b&gt;" in club.get(page)[1]
    assert club.ask("/api/v1/ballots", "T1") == []
    assert club.do(f"{DO}/proposals/ballot", open="1", id="1", tables="T1 T2").status == 303
    first, second = (club.ask("/api/v1/ballots", table) for table in ("T1", "T2"))
    assert first[0]["text"] == second[0]["text"] == text
    voters = {one["member"] for one in (*first[0]["seats"], *second[0]["seats"])}
    assert voters == set(SEASON["voters"])
    for table, asked in (("T1", first), ("T2", second)):
        choice = "yes" if table == "T1" else "no"
        voices = {one["seat"]: choice for one in asked[0]["seats"]}
        assert club.send(asked[0]["ballot"], table, voices).status == 200
    number = first[0]["ballot"]
    stranger = club.send(number, "T2", {10: "yes"})
    assert (stranger.status, "RAMK-2.3" in stranger.json()["error"]) == (422, True)
    word = club.send(number, "T2", {second[0]["seats"][0]["seat"]: "maybe"})
    assert (word.status, "RAMK-2.4" in word.json()["error"]) == (422, True)
    assert club.server.get("/api/v1/ballots").status == 401
    told = club.server.get("/api/v1/ballots", Authorization=f"Bearer {club.organiser}")
    assert told.status == 403
    open_page = club.read(page, signed=False)
    assert f"{len(voters)} of {len(voters)} have answered" in open_page
    assert " yes · " not in open_page  # what was answered is told when it is closed
    assert club.do(f"{DO}/proposals/ballot", ballot=number, close="1").status == 303
    assert club.send(number, "T1", {first[0]["seats"][0]["seat"]: "no"}).status == 409
    result = club.read(page, signed=False)
    yes, no = len(first[0]["seats"]), len(second[0]["seats"])
    assert f"{yes} yes · {no} no · 0 abstain" in result
    assert ("passed" in result) == (yes > no)
    assert club.ask("/api/v1/ballots", "T1") == []


def test_a_show_of_hands_is_typed_and_counted(club: Club) -> None:
    """RAMK-2.4: the fallback; more than there are voters is refused."""
    club.do("/seasons/S1/do/tonight/attend?round=F", round="F", here=SEASON["attending"])
    page = "/seasons/S1/proposals"
    club.do(f"{DO}/proposals/proposal", member="Bo", text="One board only.")
    club.do(f"{DO}/proposals/ballot", open="1", id="1", tables="")
    totals = {"ballot": 1, "type": "1", "yes": 5, "no": 4, "abstain": 1}
    many = club.do(f"{DO}/proposals/ballot", totals)
    assert "There are 8 voters (RAMK-2.3)" in words(many.data.decode())
    assert club.do(f"{DO}/proposals/ballot", {**totals, "no": 3, "abstain": 0}).status == 303
    assert "More yes than no among 8 voters" in club.read(page, signed=False)
    assert "Without a button" not in club.read(page, signed=False)


def test_a_picture_for_the_chat(club: Club) -> None:
    """A PNG as wide as a phone's screen; made anew when a result changes."""
    got = club.server.get("/seasons/S1/standings.png?lang=da")
    assert got.status == 200
    assert got.headers["content-type"] == "image/png"
    assert got.data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(got.data[at : at + 4], "big") for at in (16, 20))
    assert width == 1080
    assert height > 1000
    assert club.server.get("/seasons/S1/standings.png?lang=da").data == got.data
    assert club.server.get("/seasons/S1/standings.png?lang=en").data != got.data
    form = {"round": "R1", "player": ["Ada", "Bo", "Cai", "Dan", "Eva", "Fin", "Gry"]}
    order = ["Gry", "Ada", "Bo", "Cai", "Dan", "Eva", "Fin"]
    places = {f"p.{name}": place for place, name in enumerate(order, 1)}
    assert club.do("/seasons/S1/do/tonight/places?round=R1", {**form, **places}).status == 303
    assert club.server.get("/seasons/S1/standings.png?lang=da").data != got.data
    assert club.server.get("/seasons/H1/standings.png").status == 404


def test_birth_dates_are_nowhere_but_on_the_members_page(club: Club) -> None:
    """Contact and birth data are the organiser's alone; the log does not keep them either."""
    assert "1 Jan 1980" in club.read("/seasons/S1/members")
    for path in ("/", "/seasons/S1", "/seasons/S1/calendar", "/seasons/S1/needs",
                 "/seasons/S1/proposals"):  # fmt: skip
        assert "1980" not in club.get(path)[1]
    for path in ("/seasons/S1/standings", "/seasons/S1/rounds/F/openings"):
        assert "1980" not in json.dumps(club.server.get(f"/api/v1{path}").json())


def test_one_address_leads_to_tonight(club: Club) -> None:
    got = club.server.http.request("GET", f"{club.server.url}/tonight?lang=da", redirect=False)
    assert got.headers["location"] == "/seasons/S1/tonight?lang=da"


def test_the_next_season_is_opened_with_its_bonuses(club: Club) -> None:
    """RAMK-9.20: from the calendar, once the final has been played."""
    assert "Next season" not in club.read("/seasons/S1/calendar")
    club.do(f"{DO}/tonight/attend?round=F", round="F", here=SEASON["attending"])
    club.do(f"{DO}/tonight/draw?round=F", round="F", confirmed="1", contender="Ada")
    tables = club.server.get("/api/v1/seasons/S1/rounds/F/openings").json()
    winners = []
    for table in tables:
        seated = sorted((seat["player"] for seat in table["open"]["seats"]), reverse=True)
        winners.append(seated[0])
        places = {f"p.{name}": place for place, name in enumerate(seated, 1)}
        form = {"round": "F", "division": table["open"]["division"], "player": seated, **places}
        assert club.do(f"{DO}/tonight/places?round=F", form).status == 303
    assert "Next season" in club.read("/seasons/S1/calendar")
    assert club.do(f"{DO}/calendar/season", name="S2").status == 303
    rows = club.server.get("/api/v1/seasons/S1/standings").json()["rows"]
    champion = rows[0]["player"]
    opened = club.server.get("/api/v1/seasons/S2/standings").json()["rows"]
    wanted = {name: 10 for name in winners if name != champion}
    assert {row["player"]: row["points"] for row in opened} == wanted
    assert 'href="/seasons/S2/calendar' in club.get("/seasons/S1/calendar")[1]
    twice = club.do(f"{DO}/calendar/season", name="S2")
    assert (twice.status, "exists already" in words(twice.data.decode())) == (422, True)


def test_a_table_of_the_final_tells_who_is_out_and_takes_it_back(club: Club) -> None:
    """RAMK-3.1B, RAMK-9.16: live, without a tap; two at once are left to the organiser."""
    club.do(f"{DO}/tonight/attend?round=F", round="F", here=SEASON["attending"])
    club.do(f"{DO}/tonight/draw?round=F", round="F", confirmed="1", contender="Ada")
    opening = club.server.get("/api/v1/seasons/S1/rounds/F/openings").json()[0]["open"]
    names = [seat["player"] for seat in opening["seats"]]

    def tell(*out: str, **more: Any) -> list[list[int]]:
        seats = [
            {"seat": number, "name": name, "mark": "out" if name in out else "waiting"}
            for number, name in enumerate(names, 1)
        ]
        state = {"game": opening["game"], "season": "S1", "round": "F", "seats": seats, **more}
        token = club.tables["T1"]
        assert club.server.post("/api/v1/tables/T1/live", state, token).status == 204
        page = club.get("/seasons/S1/needs")[1]
        return [
            [int(found[1]) if found else 0 for found in [re.search(r">place (\d)<", part)]]
            for name in names
            for part in [page.split(f'id="need-{name}"')[1].split("</li>\n")[0]]
        ]

    size = len(names)
    assert tell() == [[0]] * size
    assert tell(names[2])[2] == [size]
    assert tell(names[2], names[0])[0] == [size - 1]
    assert tell(names[2])[0] == [0]  # undone at the table
    twice = tell(names[2], names[0], names[1])
    assert (twice[0], twice[1]) == ([0], [0])
    club.do(f"{DO}/needs/out", round="F", player=names[1], out="1")
    assert tell(names[2], names[0], names[1])[:2] == [[size - 2], [size - 1]]
    assert tell(names[2], round="R1")[2] == [size]  # another game says nothing about the final
