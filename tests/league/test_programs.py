"""Programs: tokens with scopes, lists in pages, files in and out, the calendar, what leaks."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import insert, select, update

from league import tokens
from league.accesstables import api_token
from league.audit import now_ms
from league.club import calendar, members
from league.competition.tables import scheduled
from league.db import Database
from league.icalendar import Event, escaped, feed, folded
from league.live import LiveState
from league.roles import Role
from league.seasons import find
from league.standingsfiles import standings_csv, standings_text
from league.tables import game_record, import_row
from rules.matador.evenings import Evening
from tests.league import games
from tests.league.conftest import Run
from tests.league.inside import OLD_LITESTAR, Inside, inside
from tests.league.test_incidents import lines_of

pytestmark = pytest.mark.filterwarnings(OLD_LITESTAR)

FILE = (
    "stage,game,player,cash,unmortgaged,mortgaged,buildings,bankrupt\n"
    "qualifier,S1-Q1,Anna,500,200,0,0,0\n"
    "qualifier,S1-Q1,Béla,100,50,0,0,0\n"
    "qualifier,S1-Q1,=Cili,0,0,0,0,1\n"
)


@pytest.fixture
def house(database: Database, db_url: str) -> Iterator[Inside]:
    with inside(database, db_url) as found:
        found.season("S1")
        yield found


def send(house: Inside, token: str, text: str, season: str = "S1", **how: Any) -> Any:
    headers = {"Content-Type": "text/csv"}
    path = f"/api/v1/seasons/{season}/results"
    return house.post(path, token=token, content=text.encode(), headers=headers, **how)


def test_a_token_opens_its_scope_in_its_season_until_it_ends(house: Inside, run: Run) -> None:
    house.season("S2")
    token = house.token("import", season="S1")
    assert send(house, token, FILE).json() == {
        "season": "S1",
        "file": "results.csv",
        "rows": 3,
        "added": 3,
        "corrected": 0,
        "unchanged": 0,
        "known_file": False,
    }
    assert send(house, token, FILE, "S2").status_code == 403
    assert house.get("/api/v1/seasons/S1/results.csv", token=token).status_code == 403
    number = run("token", "--json").json[0]["token"]
    assert run("token", "--end", str(number)).code == 0
    assert send(house, token, FILE).status_code == 401
    old = house.token("export")
    with house.database.write() as connection:
        connection.execute(update(api_token).values(expires_ms=now_ms() - 1))
    assert house.get("/api/v1/seasons/S1/results.csv", token=old).status_code == 401


def test_a_token_command_says_what_is_allowed(run: Run, season: str) -> None:
    made = run("token", "site", "--scope", "export", "--season", season, "--days", "30")
    assert (made.code, len(made.out.strip())) == (0, 43)
    listed = run("token", "--json").json[0]
    assert (listed["name"], listed["scopes"], listed["good"]) == ("site", ["export"], True)
    assert made.out.strip() not in run("token").out
    for words, says in [
        (("x",), "--scope: missing, allowed audit, export, import, records, webhooks"),
        (("x", "--scope", "root"), "scope 'root': allowed audit, export, import, records"),
        (("x", "--scope", "export", "--days", "0"), "1 to 3660 days"),
        (("x", "--scope", "export", "--season", "S9"), "there is no such season"),
        (("--end", "77"), "Token 77"),
    ]:
        done = run("token", *words)
        assert (done.code, says in done.err) == (2, True), done.err


def test_an_import_is_whole_or_not_at_all(house: Inside) -> None:
    token = house.token("import", "export")
    assert send(house, token, FILE).status_code == 200
    before = house.get("/api/v1/seasons/S1/results.csv", token=token).text
    bad = FILE.replace("Anna,500", "Anna,900").replace("Béla,100", "Béla,much")
    refused = send(house, token, bad)
    assert refused.status_code == 422
    assert "line 3, column 4" in refused.json()["error"]
    assert house.get("/api/v1/seasons/S1/results.csv", token=token).text == before
    again = send(house, token, FILE, params={"name": "again.csv"})
    assert (again.json()["known_file"], again.json()["unchanged"]) == (True, 3)
    corrected = send(house, token, FILE.replace("Anna,500", "Anna,900"))
    assert corrected.json()["corrected"] == 1
    with house.database.read() as connection:
        assert len(connection.execute(select(import_row)).all()) == 4


def test_what_is_exported_can_be_imported_and_changes_nothing(house: Inside) -> None:
    token = house.token("import", "export")
    send(house, token, FILE)
    out = house.get("/api/v1/seasons/S1/results.csv", token=token)
    assert out.headers["content-disposition"] == 'attachment; filename="S1-results.csv"'
    assert send(house, token, out.text, params={"name": "copy.csv"}).json()["unchanged"] == 3
    rows = house.get("/api/v1/seasons/S1/results", token=token).json()["rows"]
    assert [row["player"] for row in rows] == [
        line["player"] for line in csv.DictReader(io.StringIO(out.text))
    ]


def test_standings_as_files(house: Inside) -> None:
    send(house, house.token("import"), FILE)
    base = "/api/v1/seasons/S1/standings"
    known = house.get(base).json()["rows"]
    rows = list(csv.DictReader(io.StringIO(house.get(f"{base}.csv").text)))
    assert [row["rank"] for row in rows] == [str(row["rank"]) for row in known]
    assert {row["player"] for row in rows} == {"Anna", "Béla", "'=Cili"}  # no cell computes
    text = house.get(f"{base}.txt")
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    lines = text.text.split("\r\n")
    assert lines[:3] == ["012 S1", "092 hun-2009", "062 3"]
    read = [
        (int(line[9:13]), line[14:47].strip(), int(line[48:60]), int(line[61:65]), line[66:])
        for line in lines
        if line.startswith("001 ")
    ]
    assert read == [
        (row["rank"], row["player"], row["points"], 1, row["decided_by"] or "") for row in known
    ]


def documented() -> dict[str, slice]:
    """The columns of a row as docs/api.md has them."""
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    table = text.partition("| `001` |")[2].partition("| `002` |")[0]
    names = ("number", "rank", "player", "points", "games", "decided_by")
    found = re.findall(r"\| ?(?:(\d+)-(\d+)|from (\d+)) \|", f"|{table}")
    columns = [
        slice(int(since) - 1, None) if since else slice(int(first) - 1, int(last))
        for first, last, since in found
    ]
    return dict(zip(names, columns, strict=True))


@pytest.mark.parametrize(
    ("edition", "scenario"),
    [
        ("hun-2009", "hun-final"),
        ("ramk-2017", "ramk-evening"),
        ("mafia-aktau-2015", "mafia-aktau-whole"),
        ("mafia-nuances", "mafia-every-word"),
        ("ray-sitngo-2013", "ray-sitngo-nine"),
    ],
)
def test_the_text_of_every_familys_standings_has_the_columns_of_the_docs(
    house: Inside, edition: str, scenario: str
) -> None:
    house.season("T", edition)
    raw = games.scripted(lines_of(scenario, season="T", table="T3", game="T-1"))
    headers = {"Content-Type": "application/jsonl"}
    sent = house.post("/api/v1/games", token=house.table(), content=raw, headers=headers)
    assert sent.status_code == 201, sent.text
    rows = house.get("/api/v1/seasons/T/standings").json()["rows"]
    text = house.get("/api/v1/seasons/T/standings.txt").text
    assert text.endswith("\r\n")
    lines = text.split("\r\n")[:-1]
    assert [line[:3] for line in lines] == ["012", "092", "062", *["001"] * len(rows)]
    assert (lines[1][4:], lines[2][4:]) == (edition, str(len(rows)))
    columns = documented()
    assert rows
    for number, (line, row) in enumerate(zip(lines[3:], rows, strict=True), 1):
        assert {name: line[where].strip() for name, where in columns.items()} == {
            "number": str(number),
            "rank": "" if row["rank"] is None else str(row["rank"]),
            "player": row["player"],
            "points": "" if row["points"] is None else str(row["points"]),
            "games": str(len(row["games"]) if isinstance(row["games"], list) else row["games"]),
            "decided_by": row["decided_by"] or "",
        }


def test_a_long_name_is_cut_and_stands_whole_in_a_line_of_its_own() -> None:
    name = "Nagy-Kovácsné Szentgyörgyi Erzsébet Mária"
    row = {"rank": None, "player": name, "points": -5, "games": ["a", "b"], "decided_by": None}
    lines = standings_text({"season": "S", "edition": "e", "rows": [row]}).split("\r\n")
    assert lines[3][14:47] == name[:32] + "…"
    assert (lines[3][9:13], lines[3][48:60].strip(), lines[3][61:65].strip()) == ("    ", "-5", "2")
    assert lines[4] == f"002    1 {name}"
    assert "-5" in standings_csv({"season": "S", "edition": "e", "rows": [row]}).split(",")


def test_lists_come_in_pages_without_a_gap(house: Inside) -> None:
    for number in range(7):
        house.season(f"T{number}")
    seen, cursor = [], None
    while True:
        asked = {"limit": 3, **({"cursor": cursor} if cursor else {})}
        page = house.get("/api/v1/seasons", params=asked).json()
        seen += [one["season"] for one in page["items"]]
        assert len(page["items"]) <= 3
        cursor = page["next"]
        if cursor is None:
            break
    assert seen == ["S1", *(f"T{number}" for number in range(7))]
    audit = house.token("audit")
    first = house.get("/api/v1/audit?limit=2&what=season", token=audit).json()
    second = house.get(f"/api/v1/audit?what=season&cursor={first['next']}", token=audit).json()
    assert [one["subject"] for one in first["items"] + second["items"]] == seen[::-1]
    for wrong in ("limit=0", "limit=201", "cursor=x", "limit=two"):
        assert house.get(f"/api/v1/audit?{wrong}", token=audit).status_code == 400
    assert house.get("/api/v1/seasons/S9/games").status_code == 404


def test_the_description_says_who_may_ask_and_what_is_answered(house: Inside) -> None:
    found = house.get("/openapi.json").json()
    assert found["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
    for path, operations in found["paths"].items():
        for method, one in operations.items():
            where = f"{method} {path}"
            assert one.get("description"), where
            if not path.startswith("/api/"):
                continue
            assert {"400", "429", "503"} <= set(one["responses"]), where
            if "x-access" in one:
                assert {"401", "403"} <= set(one["responses"]), where
            if method == "post" and path not in (
                "/api/v1/webhooks/{webhook}/deliveries/{delivery}/replay",
            ):
                assert "requestBody" in one, where
    wrong = house.get("/api/v1/seasons/S9/games").json()
    assert set(wrong) == set(found["components"]["schemas"]["Wrong"]["required"])


def test_lines_of_a_calendar_are_folded_and_escaped() -> None:
    """RFC 5545, 3.1 and 3.3.11: 75 octets, no character cut; backslash, comma, semicolon, break."""
    long = "SUMMARY:" + "Középdöntő, ű" * 20
    lines = folded(long).split("\r\n")
    assert all(len(line.encode()) <= 75 for line in lines)
    assert all(line.startswith(" ") for line in lines[1:])
    assert lines[0] + "".join(line[1:] for line in lines[1:]) == long
    assert escaped("a;b,c\\d\r\ne\x07") == "a\\;b\\,c\\\\d\\ne"
    day = Event("u@x", date(2027, 5, 1), "Final; here", 0, place="Hall, 2\nleft")
    minute = datetime(2027, 5, 1, 10, 30, tzinfo=ZoneInfo("Europe/Budapest"))
    text = feed("S1", [day, Event("v@x", minute, "Q1", 0, 2, timedelta(hours=2))])
    assert text.endswith("END:VCALENDAR\r\n")
    assert "\n" not in text.replace("\r\n", "")
    for line in (
        "DTSTART;VALUE=DATE:20270501",
        "SUMMARY:Final\\; here",
        "LOCATION:Hall\\, 2\\nleft",
        "DTSTART:20270501T083000Z",
        "DURATION:PT120M",
        "SEQUENCE:2",
        "DTSTAMP:19700101T000000Z",
    ):
        assert f"\r\n{line}\r\n" in text


def test_a_seasons_calendar_is_a_feed_whose_events_keep_their_names(house: Inside) -> None:
    house.season("M", "ramk-2017")
    with house.database.write() as connection:
        club = find(connection, house.settings, "M")
        calendar.put(connection, club, Evening("R1", "2027-10-01", True, False, False), "test")
        connection.execute(
            insert(scheduled).values(
                season="S1", round="Q1", day="2027-05-01", starts="10:30",
                zone="Europe/Budapest", place="Nagyterem, 1. emelet",
            )
        )  # fmt: skip
    got = house.get("/seasons/M/calendar.ics?lang=hu")
    assert got.headers["content-type"] == "text/calendar; charset=utf-8"
    uid = re.findall(r"UID:(M/R1@[0-9a-f]{16}\.tableside)\r\n", got.text)
    assert len(uid) == 1
    assert "DTSTART;VALUE=DATE:20271001" in got.text
    assert "SEQUENCE:0" in got.text
    with house.database.write() as connection:
        club = find(connection, house.settings, "M")
        calendar.put(connection, club, Evening("R1", "2027-10-08", True, False, False), "test")
    moved = house.get("/seasons/M/calendar.ics").text
    assert uid[0] in moved
    assert "DTSTART;VALUE=DATE:20271008" in moved
    assert "SEQUENCE:1" in moved
    hall = house.get("/seasons/S1/calendar.ics").text
    assert "DTSTART:20270501T083000Z" in hall
    assert "LOCATION:Nagyterem\\, 1. emelet" in hall
    assert house.get("/seasons/S9/calendar.ics").status_code == 404


SECRET_NOTE = "he looked at the cards"
BORN = "1980-02-29"


def test_nothing_that_is_open_to_all_tells_a_role_a_note_or_an_age(house: Inside) -> None:
    """Roles of a game that goes on, what an official noted, and who is how old."""
    house.season("M", "ramk-2017")
    house.season("N", "mafia-nuances")
    table = house.table("T3")
    state = {
        "game": "N-1", "season": "N", "round": "R1", "edition": "mafia-nuances", "phase": "day",
        "seats": [{"seat": 1, "name": "Anna", "mark": "don", "role": "don", "note": SECRET_NOTE}],
        "roles": {"1": "don"}, "note": SECRET_NOTE, "signs": [],
    }  # fmt: skip
    told = house.post("/api/v1/tables/T3/live", token=table, json=state)
    assert told.status_code in (200, 204, 400), told.text
    del state["seats"][0]["mark"]  # type: ignore[attr-defined]
    state["seats"][0]["mark"] = "waiting"  # type: ignore[index]
    assert house.post("/api/v1/tables/T3/live", token=table, json=state).status_code in (200, 204)
    raw = json.dumps({"t": 3, "do": "incident", "seat": 1, "note": SECRET_NOTE}).encode()
    with house.database.write() as connection:
        members.add(connection, "Anna", BORN, False, "test")
        connection.execute(
            insert(game_record).values(
                sha256="a" * 64, game="N-0", season="N", round="R1", table_id="T3",
                edition="mafia-nuances", fingerprint="f" * 64, is_final=0, head="b" * 64,
                key_hex="c" * 64, raw=raw, summary=None, verdict="unplayable",
                reasons="[]", road="http", received_ms=now_ms(),
            )
        )  # fmt: skip
    texts = {path: house.get(path).text for path in open_paths(house)}
    assert len(texts) > 25
    assert any("Anna" in text for text in texts.values())  # what may be seen is seen
    for path, text in texts.items():
        assert SECRET_NOTE not in text, path
        assert BORN not in text, path
        assert '"role"' not in text or "openapi" in path, path
        assert not re.search(r"\bdon\b", text), path
    assert not {"role", "roles", "note"} & set(LiveState.__struct_fields__)


def open_paths(house: Inside) -> list[str]:
    """Every page and file that is open to all, for each season that there is."""
    found = []
    for route in house.app.routes:
        for handler in getattr(route, "route_handlers", ()):
            access = handler.opt.get("access")
            if "GET" not in handler.http_methods or access is None or not access.everybody:
                continue
            if route.path_format in ("/api/v1/events", "/openapi/{path}") or "{code}" in route.path:
                continue
            for season in ("M", "N", "S1") if "{season_id}" in route.path_format else ("",):
                path = route.path_format.replace("{season_id}", season)
                path = path.replace("{game}", "N-0").replace("{name}", "league.css")
                found.append(re.sub(r"\{\w+\}", "R1", path))
    return found


def test_a_token_is_kept_as_a_hash(database: Database, season: str) -> None:
    with database.write() as connection:
        token = tokens.make(connection, "x", ["audit"], "", "test")
        row = connection.execute(select(api_token)).one()
    assert token not in str(tuple(row))
    assert len(row.token_hash) == 64


def test_an_organiser_and_a_season_are_named_where_a_role_is_given(house: Inside) -> None:
    eva = house.signed_in("Eva", Role.ORGANISER, "S1")
    done = house.post(
        "/seasons/S1/programs", cookie=eva, data={"act": "token", "name": "p", "scope": "export"}
    )
    token = re.findall(r"<code>([^<]+)</code>", done.text)[0]
    house.season("S2")
    assert house.get("/api/v1/seasons/S1/results.csv", token=token).status_code == 200
    assert house.get("/api/v1/seasons/S2/results.csv", token=token).status_code == 403


NASTY = (
    *(
        "%00",
        "a%00b",
        "%ff",
        "..%2f..",
        "%F0%9F%8E%B2",
        "'",
        "%25",
        "-1",
        "0",
        "99999999999999999999",
    ),
    *("1e9", "NaN", "x" * 300, "%E2%80%AE", "true", "null"),
)
BODIES: tuple[Any, ...] = (
    *(None, 0, -1, 2**70, "", "\x00", [], [None], {}, {"url": None}, {"url": "https://a.example"}),
    {"url": "https://a.example/\x00", "events": ["results"], "season": "\x00"},
    {"code": "\x00", "key": "\x00", "sig": "zz"},
    {"code": "A" * 10_000, "key": "0" * 64, "sig": "0" * 128},
    {"records": ["\x00" * 16]},
    {"voices": [{"seat": 2**70, "choice": "yes"}]},
    {"game": "\x00", "season": "\x00", "round": "\x00", "seats": [], "signs": []},
    {"game": "G", "season": "S1", "remaining_s": 1e308, "seats": [{"seat": 2**70, "name": "\x00"}]},
)


@pytest.mark.timeout(120)
@pytest.mark.slow
def test_no_address_and_no_body_makes_the_api_fail(house: Inside) -> None:
    """What schemathesis tries for minutes (docs/api.md), in short: never a fault of ours."""
    tokens_of = {"table": house.table("T3"), "boss": house.signed_in("boss", Role.ORGANISER)}
    described = house.get("/openapi.json").json()["paths"]
    failed, asked = [], set()
    for route in house.app.routes:
        if not route.path.startswith(("/api/", "/seasons/{season_id:str}/calendar.ics")):
            continue
        if route.path == "/api/v1/events":
            continue
        for handler in getattr(route, "route_handlers", ()):
            for method in set(handler.http_methods) - {"OPTIONS", "HEAD"}:
                access = handler.opt["access"]
                who = (
                    {"token": tokens_of["table"]} if access.table else {"cookie": tokens_of["boss"]}
                )
                known = route.path_format.replace("{season_id}", "S1").replace("{table}", "T3")
                tries: list[tuple[str, dict[str, Any]]] = [
                    (re.sub(r"\{\w+\}", nasty, known), {}) for nasty in NASTY
                ]
                tries += [(route.path_format.replace("{season_id}", one), {}) for one in NASTY[:3]]
                plain = re.sub(r"\{\w+\}", "1", known)
                if method == "GET":
                    for name in ("limit", "cursor", "season", "who", "what", "stage", "nonce"):
                        tries += [(f"{plain}?{name}={one}", {}) for one in NASTY[::3]]
                for name in _query(described, route.path_format, method):
                    tries += [(f"{plain}?{name}={one}", {}) for one in NASTY]
                if method != "GET":
                    tries += [(plain, {"json": body}) for body in BODIES]
                    tries += [
                        (plain, {"content": raw}) for raw in (b"", b"\x00", b"{", b"\xff" * 99)
                    ]
                asked.add((route.path_format, method.lower()))
                for path, how in tries:
                    if (got := house.ask(method, path, **who, **how)).status_code >= 500:
                        failed.append(f"{method} {path} {how}: {got.status_code} {got.text[:80]}")
    assert failed == []
    known = {(path, method) for path, operations in described.items() for method in operations}
    plain = {(path, "get") for path in ("/metrics", "/healthz", "/readyz")}
    assert known - asked == plain | {("/api/v1/events", "get")}  # it never ends


def _query(described: dict[str, Any], path: str, method: str) -> list[str]:
    """What a route reads of a query, by its description."""
    found = described.get(path, {}).get(method.lower(), {}).get("parameters", ())
    return [one["name"] for one in found if one["in"] == "query"]
