"""Other sites are told: signed, once each, again until it is taken, and never inside."""

from __future__ import annotations

import hmac
import json
import threading
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from sqlalchemy import select, update

from league import outbox, webhooks
from league.accesstables import delivery
from league.audit import note, now_ms
from league.db import Database
from league.outbox import Letter, NotSent, is_outside, pause_ms, post
from league.roles import Role
from tests.league.conftest import Run
from tests.league.inside import OLD_LITESTAR, Inside, inside

pytestmark = pytest.mark.filterwarnings(OLD_LITESTAR)


class Site:
    """Another site: keeps what it is sent, answers as it is told."""

    def __init__(self) -> None:
        site = self
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[int] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                site.got.append((dict(self.headers), body))
                self.send_response(site.answers.pop(0) if site.answers else 204)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?of=us"

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def site() -> Iterator[Site]:
    found = Site()
    yield found
    found.close()


@pytest.fixture
def house(database: Database, db_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    """An application whose outbox sends when a test says so."""
    monkeypatch.setattr(outbox.Outbox, "start", lambda _: None)
    with inside(database, db_url, webhooks_inside=True) as found:
        found.season("S1")
        yield found


def _round(house: Inside) -> int:
    with house.client.portal() as portal:
        return int(portal.call(house.app.state.outbox.round))


def hook(house: Inside, url: str, *events: str, season: str = "") -> tuple[int, str]:
    with house.database.write() as connection:
        return webhooks.make(connection, url, events or ("results",), season, "test")


def something_counts(house: Inside, season: str = "S1", what: str = "import") -> None:
    with house.database.write() as connection:
        note(connection, "test", what, season, "a private why", {"private": "detail"})


def state(house: Inside) -> list[Any]:
    with house.database.read() as connection:
        return list(connection.execute(select(delivery).order_by(delivery.c.id)))


def is_signed(headers: dict[str, str], body: bytes, secret: str) -> bool:
    """As a site checks it."""
    parts = dict(one.split("=") for one in headers["Tableside-Signature"].split(","))
    made = hmac.new(secret.encode(), parts["t"].encode() + b"." + body, sha256).hexdigest()
    return hmac.compare_digest(made, parts["v1"]) and abs(int(parts["t"]) - now_ms() / 1000) < 300


def test_a_change_is_told_once_signed_and_without_anything_private(
    house: Inside, site: Site
) -> None:
    number, secret = hook(house, site.url)
    something_counts(house)
    assert (_round(house), _round(house)) == (1, 0)
    [(headers, body)] = site.got
    assert is_signed(headers, body, secret)
    assert not is_signed(headers, body + b" ", secret)
    told = json.loads(body)
    assert set(told) == {"id", "event", "season", "subject", "at_ms", "see"}
    assert (told["event"], told["season"], told["see"]) == (
        "results", "S1", "/api/v1/seasons/S1/standings",
    )  # fmt: skip
    assert headers["Tableside-Event"] == told["id"]
    assert headers["Host"] == site.url.split("/")[2]
    assert b"private" not in body
    [row] = state(house)
    assert (row.webhook, row.due_ms, row.said) == (number, None, "answered 204")
    assert row.taken_ms is not None


def test_only_what_was_asked_for_and_only_of_that_season(house: Inside, site: Site) -> None:
    house.season("S2")
    hook(house, site.url, "results", season="S1")
    hook(house, site.url, "draw", "season")
    something_counts(house, "S2")
    something_counts(house, "S1")
    something_counts(house, "S1/R1", "draw")
    something_counts(house, "S1", "member.add")
    assert [json.loads(row.body)["event"] for row in state(house)] == ["results", "draw"]


def test_an_event_and_what_it_tells_stand_or_fall_together(house: Inside, site: Site) -> None:
    hook(house, site.url)

    def fails_after() -> None:
        with house.database.write() as connection:
            note(connection, "test", "import", "S1")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails_after()
    assert state(house) == []


def test_what_is_not_taken_comes_again_later_with_the_same_id_and_in_order(
    house: Inside, site: Site
) -> None:
    hook(house, site.url)
    site.answers = [500, 301, 204, 204]
    something_counts(house)
    something_counts(house)
    assert _round(house) == 1  # the second waits behind the first, then goes on its own
    first, second = state(house)
    assert (first.tries, first.said, second.tries) == (1, "answered 500", 0)
    assert now_ms() + 2_000 < first.due_ms < now_ms() + 7_000
    with house.database.write() as connection:
        connection.execute(update(delivery).values(due_ms=now_ms()))
    assert _round(house) == 1
    assert state(house)[0].said == "answered 301"  # a redirect is not followed
    with house.database.write() as connection:
        connection.execute(update(delivery).values(due_ms=now_ms()))
    assert (_round(house), _round(house), _round(house)) == (1, 1, 0)
    ids = [headers["Tableside-Event"] for headers, _ in site.got]
    assert ids == [first.event, first.event, first.event, second.event]
    assert len({body for _, body in site.got}) == 2


def test_pauses_grow_to_an_hour_and_end_after_three_days(house: Inside, site: Site) -> None:
    pauses = [pause_ms(tries, 0) for tries in range(1, 60)]
    assert pauses[:4] == [5_000, 10_000, 20_000, 40_000]
    assert max(pauses) == pauses[-1] == 3_600_000
    assert {pause_ms(1, -1), pause_ms(1, 1)} == {3_750, 6_250}
    hook(house, site.url)
    something_counts(house)
    site.answers = [503]
    with house.database.write() as connection:
        connection.execute(update(delivery).values(made_ms=now_ms() - outbox.GIVES_UP_MS))
    assert _round(house) == 1
    [row] = state(house)
    assert (row.due_ms, row.taken_ms, row.said) == (None, None, "answered 503")


def test_a_replay_has_the_events_own_id(house: Inside, site: Site) -> None:
    number, _ = hook(house, site.url, season="S1")
    something_counts(house)
    _round(house)
    boss = house.signed_in("boss", Role.ORGANISER)
    page = house.get(f"/programs/{number}", cookie=boss).text
    assert "answered 204" in page
    [row] = state(house)
    path = f"/api/v1/webhooks/{number}/deliveries/{row.id}/replay"
    assert house.post(path, token=house.token("webhooks")).status_code == 202
    assert _round(house) == 1
    form = {"webhook": str(number), "delivery": str(row.id)}
    assert house.post(f"/seasons/S1/programs/{number}", cookie=boss, data=form).status_code == 303
    assert _round(house) == 1
    assert len({headers["Tableside-Event"] for headers, _ in site.got}) == 1
    assert len(site.got) == 3


def test_two_servers_on_one_database_send_each_event_once(house: Inside, site: Site) -> None:
    hook(house, site.url)
    something_counts(house)
    with house.database.write() as connection:
        mine = outbox._claim(connection)
        theirs = outbox._claim(connection)
    assert (len(mine), len(theirs)) == (1, 0)
    assert state(house)[0].due_ms > now_ms() + outbox.LEASE_MS / 2  # who dies leaves it to others


def test_who_ended_is_told_nothing_any_more(house: Inside, site: Site, run: Run) -> None:
    number, secret = hook(house, site.url)
    something_counts(house)
    assert run("webhook", "--end", str(number)).code == 0
    something_counts(house)
    assert _round(house) == 0
    assert len(state(house)) == 1
    assert secret not in run("webhook", "--json").out
    with pytest.raises(webhooks.Trouble), house.database.write() as connection:
        webhooks.replay(connection, number, state(house)[0].id, "test")


@pytest.mark.parametrize(
    ("address", "outside"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_an_address_of_the_own_network_is_seen_in_any_disguise(address: str, outside: bool) -> None:
    assert is_outside(address) == outside


def letter(url: str) -> Letter:
    return Letter(1, url, "event", b"{}", "secret", 1, now_ms())


@pytest.mark.parametrize(
    ("url", "found", "says"),
    [
        ("https://inner.example/", ["10.0.0.1"], "leads into the own network"),
        ("https://both.example/", ["93.184.216.34", "127.0.0.1"], "leads into the own network"),
        ("https://0x7f000001/", ["127.0.0.1"], "leads into the own network"),
        ("http://outer.example/", ["93.184.216.34"], "only https:// leaves the own network"),
        ("https://none.example/", [], "its name has no address"),
    ],
)
def test_no_name_leads_inside(url: str, found: list[str], says: str) -> None:
    with pytest.raises(NotSent, match=says):
        post(letter(url), may_go_inside=False, resolve=lambda host, port: found)


def test_the_connection_goes_where_the_name_was_looked_up_and_is_not_looked_up_again(
    site: Site,
) -> None:
    """Else a name could lead elsewhere between the look and the call."""
    port = site.server.server_port
    asked = []

    def once(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    said = post(letter(f"http://name.invalid:{port}/x"), may_go_inside=True, resolve=once)
    assert (said, asked) == ("answered 204", ["name.invalid"])
    assert site.got[0][0]["Host"] == f"name.invalid:{port}"


NO_ADDRESSES = [
    "ftp://example.org/",
    "https://user:secret@example.org/",
    "https://example.org/#x",
    "https://",
    "file:///etc/passwd",
    "https://exämple.org/",
    "https://example.org/a b",
    "https://example.org:0/",
    "https://example.org:x/",
    "https://example.org/\r\nHost: x",
]


def test_an_address_that_is_none_is_refused(house: Inside) -> None:
    token = house.token("webhooks")
    for url in NO_ADDRESSES:
        new = {"url": url, "events": ["results"]}
        made = house.post("/api/v1/webhooks", token=token, json=new)
        assert made.status_code == 422, url
        assert "https://example.org/hook" in made.json()["error"]


def test_webhooks_over_the_api_are_of_the_tokens_season(house: Inside) -> None:
    house.season("S2")
    mine = house.token("webhooks", season="S1")
    new = {"url": "https://example.org/hook", "events": ["results"], "season": "S1"}
    made = house.post("/api/v1/webhooks", token=mine, json=new)
    assert (made.status_code, len(made.json()["secret"])) == (201, 64)
    other = house.post(
        "/api/v1/webhooks", token=house.token("webhooks"), json={**new, "season": "S2"}
    ).json()["webhook"]
    for season in ("S2", None):
        refused = house.post("/api/v1/webhooks", token=mine, json={**new, "season": season})
        assert refused.status_code == 403
    listed = house.get("/api/v1/webhooks", token=mine).json()["items"]
    assert [one["season"] for one in listed] == ["S1"]
    assert "secret" not in listed[0]
    for path in (f"/api/v1/webhooks/{other}", f"/api/v1/webhooks/{other}/deliveries"):
        method = "GET" if path.endswith("deliveries") else "DELETE"
        assert house.ask(method, path, token=mine).status_code == 403
    number = made.json()["webhook"]
    assert house.ask("DELETE", f"/api/v1/webhooks/{number}", token=mine).status_code == 204
    assert house.ask("DELETE", f"/api/v1/webhooks/{number}", token=mine).status_code == 404
