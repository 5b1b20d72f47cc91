"""People: passwords, invitations, sessions, roles, forms of other sites, rates, secrets."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select, update

from league import people, sessions
from league.accesstables import (
    api_token,
    invitation,
    person,
    web_session,
    webhook,
)
from league.audit import now_ms
from league.db import Database
from league.rates import SIGN_IN_ADDRESS, SIGN_IN_NAME, Rate, Rates, TooMany
from league.roles import Role
from league.tables import audit, organiser, table_key
from tests.league.conftest import Run
from tests.league.inside import OLD_LITESTAR, SITE, Inside, inside

pytestmark = pytest.mark.filterwarnings(OLD_LITESTAR)

PASSWORD = "correct horse battery"


@pytest.fixture
def house(database: Database, db_url: str) -> Iterator[Inside]:
    with inside(database, db_url) as found:
        found.app.state.service.rates = Rates(lambda: 0.0)  # no bucket fills while a test lasts
        yield found


def cookie_of(answer: Any) -> str:
    """The session's token out of an answer that signs in."""
    found = [
        one
        for one in answer.headers.get_list("set-cookie")
        if one.startswith(f"{sessions.COOKIE}=")
    ]
    assert len(found) == 1, answer.text
    assert "HttpOnly" in found[0]
    assert "samesite=lax" in found[0].lower()
    return str(found[0].split(";")[0].partition("=")[2])


def welcomed(house: Inside, path: str, password: str = PASSWORD) -> str:
    """Take an invitation; the cookie of the new session."""
    done = house.post(path, data={"password": password, "again": password})
    assert (done.status_code, done.headers["location"]) == (303, "/account")
    return cookie_of(done)


def sign_in(house: Inside, name: str, password: str) -> Any:
    return house.post("/sign-in", data={"name": name, "password": password, "back": "/account"})


def test_from_an_invitation_to_a_password_that_signs_in(house: Inside, run: Run) -> None:
    made = run("person", "Anna", "--role", "referee", "--json").json
    path = made["invitation"]
    assert PASSWORD not in house.get(path).text
    short = house.post(path, data={"password": "short", "again": "short"})
    assert (short.status_code, "10 to 256" in short.text) == (422, True)
    other = house.post(path, data={"password": PASSWORD, "again": PASSWORD + "!"})
    assert (other.status_code, "differ" in other.text) == (422, True)
    cookie = welcomed(house, path)
    assert "Referee" in house.get("/account", cookie=cookie).text
    again = house.post(path, data={"password": "somebody else 1", "again": "somebody else 1"})
    assert (again.status_code, "not good any more" in again.text) == (404, True)
    assert sign_in(house, "Anna", "wrong password").status_code == 403
    assert sign_in(house, "Nobody", PASSWORD).status_code == 403
    done = sign_in(house, "Anna", PASSWORD)
    assert (done.status_code, done.headers["location"]) == (303, "/account")
    assert cookie_of(done) != cookie


def test_an_old_invitation_is_good_no_more(house: Inside, run: Run) -> None:
    path = run("person", "Anna", "--role", "viewer", "--json").json["invitation"]
    with house.database.write() as connection:
        connection.execute(update(invitation).values(expires_ms=now_ms() - 1))
    assert house.get(path).status_code == 404
    new = run("person", "Anna", "--invite", "--json").json["invitation"]
    newer = run("person", "Anna", "--invite", "--json").json["invitation"]
    assert (house.get(new).status_code, house.get(newer).status_code) == (404, 200)


def test_a_session_ends_when_its_person_says_so_and_when_it_is_old(house: Inside) -> None:
    first, second = house.signed_in("Anna", Role.VIEWER), house.signed_in("Anna")
    page = house.get("/account", cookie=first).text
    other = re.findall(r'name="session" value="(\d+)"', page)
    assert len(other) == 1
    house.post("/account", cookie=first, data={"session": other[0]})
    assert house.get("/account", cookie=second).status_code == 401
    assert house.get("/account", cookie=first).status_code == 200
    with house.database.write() as connection:
        connection.execute(update(web_session).values(seen_ms=now_ms() - sessions.IDLE_MS))
    assert house.get("/account", cookie=first).status_code == 401
    third = house.signed_in("Anna")
    with house.database.write() as connection:
        connection.execute(update(web_session).values(expires_ms=now_ms()))
    assert house.get("/account", cookie=third).status_code == 401


def test_a_session_that_is_used_stays(house: Inside) -> None:
    cookie = house.signed_in("Anna", Role.VIEWER)
    with house.database.write() as connection:
        connection.execute(update(web_session).values(seen_ms=now_ms() - sessions.IDLE_MS + 60_000))
    assert house.get("/account", cookie=cookie).status_code == 200
    with house.database.read() as connection:
        seen = connection.execute(select(web_session.c.seen_ms)).scalar_one()
    assert seen > now_ms() - 60_000


def test_signing_out_ends_the_session_on_the_server(house: Inside) -> None:
    cookie = house.signed_in("Anna", Role.VIEWER)
    assert house.post("/sign-out", cookie=cookie).status_code == 303
    assert house.get("/account", cookie=cookie).status_code == 401


def test_a_new_password_ends_every_other_session(house: Inside, run: Run) -> None:
    path = run("person", "Anna", "--role", "viewer", "--json").json["invitation"]
    cookie, other = welcomed(house, path), house.signed_in("Anna")
    form = {"now": "wrong", "password": "another password", "again": "another password"}
    assert house.post("/account/password", cookie=cookie, data=form).status_code == 422
    done = house.post("/account/password", cookie=cookie, data={**form, "now": PASSWORD})
    assert house.get("/account", cookie=cookie_of(done)).status_code == 200
    for old in (cookie, other):
        assert house.get("/account", cookie=old).status_code == 401
    assert sign_in(house, "Anna", PASSWORD).status_code == 403


def test_who_is_closed_out_is_out_at_once_everywhere(house: Inside, run: Run) -> None:
    token = run("organiser", "zita", "--json").json["token"]
    done = house.post("/sign-in", data={"token": token, "back": "/people"})
    cookie = cookie_of(done)
    assert house.get("/api/v1/audit", token=token).status_code == 200
    assert run("person", "zita", "--end", "--why", "left the club").code == 0
    assert house.get("/people", cookie=cookie).status_code == 401
    assert house.get("/api/v1/audit", token=token).status_code == 401
    again = run("person", "zita", "--again", "--json").json["invitation"]
    assert "Organiser" in house.get("/account", cookie=welcomed(house, again)).text


def test_a_token_that_was_in_a_browser_before_there_were_sessions_still_signs_in(
    house: Inside, run: Run
) -> None:
    token = run("organiser", "zita", "--json").json["token"]
    headers = {"Cookie": f"{sessions.TOKEN_COOKIE}={token}"}
    assert house.get("/people", headers=headers).status_code == 200
    assert run("organiser", "zita", "--revoke").code == 0
    assert house.get("/people", headers=headers).status_code == 401


def test_a_cookie_travels_encrypted_only_where_the_league_does(
    database: Database, db_url: str, run: Run
) -> None:
    token = run("organiser", "zita", "--json").json["token"]
    for public, is_secure in (("https://league.example", True), ("", False)):
        with inside(database, db_url, public_url=public) as house:
            done = house.post("/sign-in", data={"token": token})
            cookie = next(
                one for one in done.headers.get_list("set-cookie") if sessions.COOKIE in one
            )
            assert ("Secure" in cookie) == is_secure


def test_an_organiser_of_a_season_cannot_make_himself_one_of_the_league(house: Inside) -> None:
    """By a new password for an organiser of the league he could sign in as him."""
    house.season("S1")
    boss, eva = house.signed_in("boss", Role.ORGANISER), house.signed_in("Eva", "organiser", "S1")
    grant = {"act": "grant", "name": "boss", "role": "viewer"}
    assert house.post("/seasons/S1/people", cookie=eva, data=grant).status_code == 303
    invite = house.post("/seasons/S1/people", cookie=eva, data={"act": "invite", "name": "boss"})
    assert (invite.status_code, "/welcome/" in invite.text) == (422, False)
    for act in ("end", "again"):
        done = house.post("/seasons/S1/people", cookie=eva, data={"act": act, "name": "boss"})
        assert done.status_code == 422
    new = house.post(
        "/seasons/S1/people", cookie=eva, data={"act": "grant", "name": "Bo", "role": "banker"}
    )
    assert "/welcome/" in new.text
    assert new.headers["cache-control"] == "no-store"
    assert house.post("/people", cookie=eva, data=grant).status_code == 403
    mine = {"act": "withdraw", "name": "boss", "role": "organiser"}
    assert house.post("/people", cookie=boss, data=mine).status_code == 422


def test_the_log_says_who_gave_which_role_and_why(house: Inside) -> None:
    house.season("S1")
    boss = house.signed_in("boss", Role.ORGANISER)
    form = {"act": "grant", "name": "Anna", "role": "referee", "why": "the board, 12 May"}
    house.post("/seasons/S1/people", cookie=boss, data=form)
    page = house.get("/audit?what=person.grant&who=organiser:boss", cookie=boss).text
    assert "the board, 12 May" in page
    assert "person.add" not in page
    assert "person.grant" not in house.get("/audit?who=nobody", cookie=boss).text
    assert "season.create" in house.get("/seasons/S1/audit", cookie=boss).text


def test_the_log_comes_in_pages_without_a_gap(house: Inside) -> None:
    boss = house.signed_in("boss", Role.ORGANISER)
    for number in range(120):
        with house.database.write() as connection:
            people.add(connection, f"p{number}", "test")
    seen: list[int] = []
    path = "/audit?what=person.add"
    while path:
        page = house.get(path, cookie=boss).text
        seen += [int(one) for one in re.findall(r'<li value="(\d+)">', page)]
        older = re.search(r'href="(\?[^"]*before=\d+)"', page)
        path = f"/audit{older[1].replace('&amp;', '&')}" if older else ""
    assert seen == sorted(seen, reverse=True)
    assert len(seen) == len(set(seen)) == 121


@pytest.mark.parametrize(
    ("headers", "is_ours"),
    [
        ({"Origin": SITE}, True),
        ({"Origin": "", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Origin": "", "Referer": f"{SITE}/people"}, True),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": f"{SITE}.evil.example"}, False),
        ({"Origin": "", "Referer": "https://evil.example/"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Origin": ""}, False),
    ],
)
def test_a_form_of_another_site_changes_nothing(
    house: Inside, headers: dict[str, str], is_ours: bool
) -> None:
    boss = house.signed_in("boss", Role.ORGANISER)
    sent = {"Cookie": f"{sessions.COOKIE}={boss}", **{k: v for k, v in headers.items() if v}}
    form = {"act": "grant", "name": "Evil", "role": "organiser"}
    house.client.cookies.clear()
    done = house.client.request("POST", "/people", headers=sent, data=form, follow_redirects=False)
    assert done.status_code == (200 if is_ours else 403)
    with house.database.read() as connection:
        assert people.is_known(connection, "Evil") == is_ours


def test_no_route_that_changes_something_takes_another_sites_form(house: Inside) -> None:
    """The application's own guard stands before each of them, whatever the route forgot."""
    boss = house.signed_in("boss", Role.ORGANISER)
    evil = {"Origin": "https://evil.example"}
    asked = 0
    for route in house.app.routes:
        for handler in getattr(route, "route_handlers", ()):
            for method in set(handler.http_methods) - {"GET", "HEAD", "OPTIONS"}:
                path = re.sub(r"\{[^}]+\}", "1", route.path_format)
                assert house.ask(method, path, cookie=boss, headers=evil).status_code == 403
                asked += 1
    assert asked > 20


def test_wrong_passwords_are_slowed_down_and_the_right_one_does_not_help(
    house: Inside, run: Run
) -> None:
    path = run("person", "Anna", "--role", "viewer", "--json").json["invitation"]
    welcomed(house, path)
    for _ in range(SIGN_IN_NAME.burst):
        assert sign_in(house, "Anna", "wrong password").status_code == 403
    stopped = sign_in(house, "Anna", PASSWORD)
    assert stopped.status_code == 429
    assert 1 <= int(stopped.headers["retry-after"]) <= SIGN_IN_NAME.every_s + 1
    for number in range(SIGN_IN_ADDRESS.burst - SIGN_IN_NAME.burst):
        assert sign_in(house, f"guess{number}", "wrong password").status_code == 403
    assert sign_in(house, "Somebody", "wrong password").status_code == 429


def test_a_bucket_fills_again_and_each_key_has_its_own() -> None:
    now = [1000.0]
    rates = Rates(lambda: now[0])
    rate = Rate(3, 10.0)
    for _ in range(3):
        rates.take(rate, "a")
    with pytest.raises(TooMany) as stopped:
        rates.take(rate, "a")
    assert stopped.value.wait_s == 10
    rates.take(rate, "b")
    now[0] += 10.0
    rates.take(rate, "a")
    with pytest.raises(TooMany):
        rates.look(rate, "a")
    now[0] += 1000.0
    for _ in range(3):  # never more than its size
        rates.take(rate, "a")
    with pytest.raises(TooMany):
        rates.take(rate, "a")


def test_unknown_tokens_one_after_the_other_are_stopped(house: Inside) -> None:
    said = {house.get("/api/v1/ballots", token=f"guess{n}").status_code for n in range(60)}
    assert said == {401}
    assert house.get("/api/v1/ballots", token="one more").status_code == 429


def test_a_secret_is_shown_once_and_is_in_no_log_page_or_row(
    database: Database, db_url: str, run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    """Every secret that a session of work makes is looked for wherever it could have gone."""
    caplog.set_level(logging.DEBUG)
    with inside(database, db_url) as house:
        house.season("S1")
        secrets = {"organiser": run("organiser", "zita", "--json").json["token"]}
        path = run("person", "Anna", "--role", "organiser", "--json").json["invitation"]
        secrets |= {"code": path.rpartition("/")[2], "password": PASSWORD}
        cookie = secrets["session"] = welcomed(house, path)
        secrets["table"] = house.table()
        make = {"act": "token", "name": "site", "scope": "audit"}
        shown = house.post("/programs", cookie=cookie, data=make)
        secrets["token"] = re.findall(r"<code>([^<]+)</code>", shown.text)[0]
        hook = {"act": "hook", "url": "https://example.org/h?key=hookkey", "event": "results"}
        shown = house.post("/programs", cookie=cookie, data=hook)
        secrets["hook"] = re.findall(r"<code>([^<]+)</code>", shown.text)[0]
        house.get("/api/v1/audit", token=secrets["token"])
        house.get(f"/welcome/{secrets['code']}/nowhere")
        sign_in(house, "Anna", PASSWORD + "?")
        pages = [
            house.get(page, cookie=cookie).text
            for page in (
                *("/account", "/people", "/programs", "/programs/1", "/audit", "/metrics"),
                *("/seasons/S1/audit", "/seasons/S1/people", "/api/v1/audit?limit=200"),
                *("/api/v1/webhooks", "/api/v1/webhooks/1/deliveries", "/openapi.json"),
            )
        ]
    listed = [run(*words, "--json").out for words in (("person",), ("token",), ("webhook",))]
    with database.read() as connection:
        rows = [
            str(tuple(row))
            for kept in (
                *(audit, organiser, table_key, person, invitation),
                *(web_session, api_token, webhook),
            )
            for row in connection.execute(select(kept))
        ]
    assert len(secrets) == len(set(secrets.values())) == 7
    for name, secret in secrets.items():
        assert len(secret) >= 16
        for place, texts in {
            "log": [one.getMessage() for one in caplog.records if one.name != "httpx"],
            "pages": pages,
            "lists": listed,
            "rows": rows,
        }.items():
            assert not any(secret in text for text in texts), f"{name} is in {place}"
    assert "hookkey" not in "".join(row for row in rows if "webhook.add" in row)
