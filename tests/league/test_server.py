"""The server as tables, programs and monitoring see it: a real process, real HTTP."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
import urllib3
from nacl.signing import SigningKey
from sqlalchemy import text

from league.db import Database
from league.live import FRESH_MS
from league.processes import held_port
from league.settings import MAX_RECORD_BYTES
from rules.identity import key_words
from tests.league import games
from tests.league.conftest import Enrol, Run, Server, Shared, serving


def test_a_record_goes_in_and_its_bytes_come_out(server: Server, token: str) -> None:
    raw = games.record()
    sent = server.send(raw, token)
    assert sent.status == 201
    receipt = sent.json()
    assert len(receipt.pop("sig")) == 128
    assert receipt == {
        "game": "Q1-T3",
        "sha256": sha256(raw).hexdigest(),
        "head": games.summary()["record"]["head"],
        "status": "stored",
    }
    assert server.send(raw, token).status == 200
    got = server.get("/api/v1/games/Q1-T3", Authorization=f"Bearer {token}")
    assert (got.status, got.data) == (200, raw)
    assert got.headers["content-type"] == "application/jsonl"
    assert got.headers["etag"] == f'"{sha256(raw).hexdigest()}"'
    again = server.get(
        "/api/v1/games/Q1-T3", Authorization=f"Bearer {token}", If_None_Match=got.headers["etag"]
    )
    assert (again.status, again.data) == (304, b"")


def test_stored_bytes_are_for_the_table_and_for_organisers(
    server: Server, token: str, enrol: Enrol, run: Run
) -> None:
    server.send(games.record(), token)
    other = enrol("T9", key=games.public(SigningKey(bytes(range(32)))))
    organiser = run("organiser", "zita", "--json").json["token"]
    path = "/api/v1/games/Q1-T3"
    assert server.get(path).status == 401
    assert server.get(path).headers["www-authenticate"] == "Bearer"
    assert server.get(path, Authorization=f"Bearer {other}").status == 403
    assert server.get(path, Authorization=f"Bearer {organiser}").status == 200
    for bearer in (organiser, token):
        assert server.get("/api/v1/games/no", Authorization=f"Bearer {bearer}").status == 404


def test_stored_bytes_sent_with_another_tables_token_are_not_answered(
    server: Server, token: str, enrol: Enrol
) -> None:
    """The receipt of a record is for its table, although the bytes are known already."""
    raw = games.record()
    assert server.send(raw, token).status == 201
    other = enrol("T9", key=games.public(SigningKey(bytes(range(32)))))
    assert server.send(raw, other).status == 403
    assert server.send(raw, None).status == 401


def test_each_reason_stands_in_the_answer(shared: Shared) -> None:
    server, token = shared.server, shared.token
    sent = server.send(games.record().replace(b"[1,3]", b"[2,2]"), token)
    assert sent.status == 422
    body = sent.json()
    # Eight rolls; the seal's line names them, too, so that the file has no whole end and no seal.
    assert body["codes"] == ["chain"] * 8 + ["torn", "unsealed"]
    assert len(body["reasons"]) == len(body["codes"])
    assert body["error"] == body["reasons"][0]
    assert all(isinstance(reason, str) for reason in body["reasons"])


def test_a_body_that_is_too_large_is_413(shared: Shared) -> None:
    server, token = shared.server, shared.token
    sent = server.send(b"x" * (MAX_RECORD_BYTES + 1), token)
    assert sent.status == 413
    assert server.get("/healthz").status == 200


def test_a_table_is_enrolled_over_http_and_approved_by_hand(server: Server, run: Run) -> None:
    code = run("enrol", "T3", "--json").json
    assert set(code) == {"table", "code"}
    body = {"code": code["code"].lower(), "key": games.public()}
    given = server.post("/api/v1/enrol", body)
    assert given.status == 201
    assert (given.json()["table"], given.json()["approved"]) == ("T3", False)
    token = given.json()["token"]
    assert server.send(games.record(), token).status == 401
    assert run("enrol", "T3", "--approve", "--json").json == {
        "table": "T3",
        "key": games.public(),
        "words": key_words(games.public()),
        "approved": True,
    }
    assert server.send(games.record(), token).status == 201
    used = server.post("/api/v1/enrol", body)
    assert (used.status, used.json()["codes"]) == (401, ["used_code"])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"code": "AAAAAAAA", "key": "00" * 32}, 401),
        ({"code": "AAAAAAAA", "key": "zz"}, 422),
        ({"code": 7, "key": "00"}, 400),
        ({}, 400),
        ([], 400),
    ],
)
def test_a_wrong_enrolment_is_told_what_is_wrong(shared: Shared, body: object, status: int) -> None:
    server = shared.server
    answer = server.post("/api/v1/enrol", body)
    assert answer.status == status
    assert answer.json()["reasons"]


def test_a_body_nested_without_end_is_the_senders_to_mend(shared: Shared) -> None:
    for body in (b"[" * 5000, b'{"code": ' + b"[" * 5000):
        server, headers = shared.server, {"Content-Type": "application/json"}
        url = f"{server.url}/api/v1/enrol"
        answer = server.http.request("POST", url, body=body, headers=headers)
        assert (answer.status, answer.json()["error"]) == (400, "the body is nested too deep")


def test_live_tables_show_the_public_state_only(server: Server, token: str) -> None:
    state = {
        "game": "Q1-T3",
        "season": "S1",
        "round": "Q1",
        "edition": "hun-2009",
        "phase": "play",
        "remaining_s": 1639.5,
        "seats": [{"seat": 1, "name": "Anna", "mark": "turn", "role": "don", "cash": 7}],
        "roles": {"1": "don"},
        "notes": "private",
    }
    assert server.post("/api/v1/tables/T3/live", state, token).status == 204
    shown = server.get("/api/v1/tables")
    table = shown.json()[0]
    assert (table["table"], table["fresh"]) == ("T3", True)
    assert table["state"]["remaining_s"] == 1639.5
    for private in (b"don", b"private", b"cash"):
        assert private not in shown.data
    assert server.post("/api/v1/tables/T4/live", state, token).status == 403
    assert server.post("/api/v1/tables/T3/live", state).status == 401
    assert server.post("/api/v1/tables/T3/live", {"seats": 3}, token).status == 400


@pytest.mark.parametrize(
    "state",
    [
        {"seats": [{"seat": 1}] * 11},
        {"seats": [{"seat": 11}]},
        {"seats": [{"seat": 1, "name": "A" * 65}]},
        {"signs": ["NO SOUND"] * 21},
        {"signs": ["A" * 65]},
        {"phase": "p" * 65},
        {"remaining_s": -1},
        {"remaining_s": 1e300},
        {"remaining_s": "soon"},
    ],
)
def test_a_state_that_no_table_has_is_not_shown(shared: Shared, state: object) -> None:
    """Every open page would get it."""
    server, token = shared.server, shared.token
    assert server.post("/api/v1/tables/T3/live", state, token).status == 400
    assert server.get("/api/v1/tables").json() == []


def test_standings_come_as_the_command_prints_them(
    server: Server, token: str, run: Run, season: str
) -> None:
    server.send(games.record(), token)
    got = server.get(f"/api/v1/seasons/{season}/standings")
    assert got.json() == run("standings", season, "--json").json
    staged = server.get(f"/api/v1/seasons/{season}/standings?stage=qualifier")
    assert staged.json() == run("advance", season, "qualifier", "--json").json
    missing = server.get("/api/v1/seasons/S9/standings")
    assert (missing.status, missing.json()["error"]) == (404, "season 'S9': not known, allowed S1")


def test_a_command_beside_the_server_is_seen_by_it(server: Server, run: Run, season: str) -> None:
    assert server.get(f"/api/v1/seasons/{season}/standings").status == 200


def test_it_says_that_it_lives_is_ready_and_what_it_counted(server: Server, token: str) -> None:
    assert server.get("/healthz").data == b"ok\n"
    assert server.get("/readyz").data == b"ready\n"
    server.send(games.record(), token)
    server.send(games.record(), token)
    server.send(games.record(), "nobody")
    text = server.get("/metrics")
    assert text.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = text.data.decode().splitlines()
    assert 'tableside_records_total{answer="201"} 1' in lines
    assert 'tableside_records_total{answer="200"} 1' in lines
    assert 'tableside_records_total{answer="401"} 1' in lines
    assert 'tableside_records_stored{verdict="confirmed"} 1' in lines
    assert 'tableside_http_requests_total{status="401"} 1' in lines


def test_the_api_describes_itself(shared: Shared) -> None:
    server = shared.server
    found = server.get("/openapi.json").json()
    assert found["openapi"].startswith("3.")
    assert set(found["paths"]) >= {
        "/api/v1/games",
        "/api/v1/games/{game}",
        "/api/v1/seasons/{season_id}/standings",
        "/api/v1/tables",
        "/api/v1/tables/{table}/live",
        "/api/v1/enrol",
    }


def test_pages_that_listen_hear_of_tables_and_of_results(
    server: Server, token: str, season: str
) -> None:
    stream = server.http.request(
        "GET", f"{server.url}/api/v1/events", preload_content=False, timeout=10
    )
    assert stream.headers["content-type"].startswith("text/event-stream")
    heard = (line.decode().rstrip() for line in stream)
    first = [next(heard) for _ in range(5)]
    assert (first[0], first[1]) == ("event: tables", "data: []")
    assert first[3] == "event: results"
    server.post("/api/v1/tables/T3/live", {"game": "Q1-T3", "phase": "play"}, token)
    line = next(line for line in heard if line.startswith("data: [{"))
    assert json.loads(line[6:])[0]["state"]["game"] == "Q1-T3"
    server.send(games.record(), token)
    assert next(line for line in heard if line == "event: results")
    stream.close()


def test_pages_hear_that_a_table_fell_silent(
    server: Server, token: str, database: Database
) -> None:
    """Nobody says anything at that moment, the silent table least of all."""
    server.post("/api/v1/tables/T3/live", {"game": "Q1-T3", "phase": "play"}, token)
    with database.write() as connection:
        connection.execute(text(f"UPDATE live SET at_ms = at_ms - {FRESH_MS - 1500}"))
    stream = server.http.request(
        "GET", f"{server.url}/api/v1/events", preload_content=False, timeout=10
    )
    told = (json.loads(line[6:]) for line in stream if line.startswith(b"data: [{"))
    assert next(told)[0]["fresh"]
    assert next(table for (table,) in told if not table["fresh"])["table"] == "T3"
    stream.close()


def test_streams_that_were_cut_are_not_kept(server: Server) -> None:
    streams = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(40)]
    for stream in streams:
        stream.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: x\r\n\r\n")
        assert stream.recv(1)
    assert "tableside_pages_listening 40" in server.get("/metrics").data.decode()
    for stream in streams:
        stream.close()
    while "tableside_pages_listening 0" not in server.get("/metrics").data.decode():
        pass  # the test's own limit of time ends it


def test_it_stops_at_once_though_pages_listen(server: Server) -> None:
    stream = server.http.request(
        "GET", f"{server.url}/api/v1/events", preload_content=False, timeout=10
    )
    assert next(iter(stream))
    assert server.stop() == 0
    stream.close()


def test_it_stops_though_hundreds_hang_up_at_that_moment(server: Server) -> None:
    """Each of them wakes the event loop, as the signal does."""
    streams = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(300)]
    for stream in streams:
        stream.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: x\r\n\r\n")
        assert stream.recv(1)
    for stream in streams:
        stream.close()
    assert server.stop() == 0


def half_sent(server: Server, token: str) -> socket.socket:
    """A client that stops in the middle of its body."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    head = f"POST /api/v1/games HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
    line.sendall(f"{head}Content-Length: 100000\r\n\r\nabc".encode())
    return line


def test_three_hundred_who_stop_in_the_middle_hold_nobody_up(server: Server, token: str) -> None:
    """An open page holds a connection as well: an evening has more than a hundred."""
    halves = [half_sent(server, token) for _ in range(300)]
    assert server.get("/readyz").status == 200
    assert server.send(games.record(), token).status == 201
    assert server.stop() == 0
    for line in halves:
        assert line.recv(12) == b"HTTP/1.1 503"
        line.close()


def test_a_record_cut_in_the_middle_leaves_nothing(server: Server, token: str) -> None:
    raw = games.record()
    for part in (1, len(raw) // 2, len(raw) - 1):
        with half_sent(server, token) as line:
            line.sendall(raw[:part])
    assert server.send(raw, token).status == 201


@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/readyz", "/api/v1/tables", "/static/league.css", "/openapi.json"]
)
def test_head_says_what_get_would_say(shared: Shared, path: str) -> None:
    server = shared.server
    asked = server.http.request("HEAD", server.url + path)
    wanted = server.get(path)
    assert (asked.status, asked.data) == (200, b"")
    for name in ("content-type", "content-length"):
        assert asked.headers[name] == wanted.headers[name]


def test_head_of_a_stream_ends(shared: Shared) -> None:
    server = shared.server
    assert server.http.request("HEAD", server.url + "/api/v1/events").status == 200
    assert server.http.request("HEAD", server.url + "/nowhere").status == 404


@pytest.mark.parametrize(
    ("mark", "status"),
    [('"{}"', 304), ('W/"{}"', 304), ('"x", "{}"', 304), ("*", 304), ('"x{}"', 200), ("{}", 200)],
)
def test_content_that_is_known_is_not_sent_again(shared: Shared, mark: str, status: int) -> None:
    server, token = shared.server, shared.token
    sha = server.send(games.record(), token).json()["sha256"]
    headers = {"Authorization": f"Bearer {token}", "If_None_Match": mark.format(sha)}
    assert server.get("/api/v1/games/Q1-T3", **headers).status == status


def test_every_answer_carries_the_security_headers(shared: Shared) -> None:
    server = shared.server
    for path in ("/", "/nowhere", "/api/v1/games/x", "/static/league.css"):
        headers = server.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e%2fapp.py", "/fonts/x.ttf"])
def test_no_file_but_ours_is_served(shared: Shared, path: str) -> None:
    server = shared.server
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        status = raw.makefile("rb").readline().split()[1]
    assert status == b"404"


def test_a_free_port_is_kept_until_the_server_listens_on_it() -> None:
    with held_port("127.0.0.1", 0) as free, socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with pytest.raises(OSError, match="in use"):
            other.bind(("127.0.0.1", free))


def test_two_servers_that_take_free_ports_have_two(home: Path) -> None:
    with serving(home) as one, serving(home) as other:
        assert one.port != other.port
        assert (one.get("/healthz").status, other.get("/healthz").status) == (200, 200)


def test_a_port_in_use_is_one_line_and_exit_1(shared: Shared, run: Run) -> None:
    server = shared.server
    done = run("serve", "--port", str(server.port))
    assert (done.code, done.err) == (
        1,
        f"league: 127.0.0.1:{server.port}: Address already in use;"
        " choose another with --host and --port\n",
    )


def test_records_survive_a_restart(home: Path, token: str, season: str) -> None:
    with serving(home) as first:
        assert first.send(games.record(), token).status == 201
        assert first.stop() == 0
    with serving(home) as second:
        assert second.send(games.record(), token).status == 200
        assert len(second.get(f"/api/v1/seasons/{season}/standings").json()["rows"]) == 4


@pytest.mark.sqlite
def test_a_full_disk_is_told_and_nothing_is_half_stored(
    home: Path, token: str, season: str
) -> None:
    """The table keeps its record and tries again: 503, not a refusal."""
    room = 200_000 + max(path.stat().st_size for path in home.glob("league.sqlite*"))
    limited = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))\n"
        "from league.__main__ import main\n"
        "sys.exit(main(['serve', '--port', '0']))\n"
    )
    process = subprocess.Popen([sys.executable, "-c", limited], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    url = process.stdout.readline().split()[-1]
    http = urllib3.PoolManager(retries=False, timeout=10)
    headers = {"Authorization": f"Bearer {token}"}
    try:
        answers = [
            http.request(
                "POST",
                f"{url}/api/v1/games",
                body=games.record(games.Played(game=f"G{number}", rolls=120)),
                headers=headers,
            ).status
            for number in range(12)
        ]
        stored = http.request("GET", f"{url}/metrics").data.decode()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        http.clear()
    assert set(answers) == {201, 503}
    assert f'verdict="confirmed"}} {answers.count(201)}' in stored
