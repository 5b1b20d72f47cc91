"""Delivery over real sockets: at least once, and only a checked answer is a receipt."""

from __future__ import annotations

import hashlib
import json
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from nacl.signing import SigningKey, VerifyKey

from firmware_py.timesource import ManualTime
from kiosk import outbox
from kiosk.carrier import Answer
from kiosk.errors import RunError
from kiosk.home import Home
from kiosk.http import HttpCarrier, redeem
from kiosk.inbox import Link, Road
from kiosk.leagueanswer import Again, Receipt, Refused, Unknown, judge
from kiosk.outbox import Parcel
from kiosk.seal import KEY_FILE, Membership, TableKey, keep_membership, table_key, words_of
from kiosk.uplink import Round, Uplink, deliver_all, jittered, longer
from rules.identity import enrol_message, key_words, receipt_message
from rules.value import replace

MEMBER = Membership("", "T3", "secret")
KEY = TableKey(bytes(range(32)))


def sealed(home: Home, game: str) -> bytes:
    """A file that ends with a seal; what it holds is the league's business."""
    data = (
        b'{"open":{},"prev":"","hash":""}\n'
        + json.dumps({"sealed": {"game": game}}).encode()
        + b"\n"
    )
    home.record(game).write_bytes(data)
    return data


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.prepare()
    return home


class League:
    """Answers each request with what the test laid out, in order; then with `then`."""

    def __init__(self) -> None:
        self.answers: SimpleQueue[tuple[int, bytes] | None] = SimpleQueue()
        self.requests: SimpleQueue[tuple[str, dict[str, str], bytes]] = SimpleQueue()
        league = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                league.requests.put((self.path, dict(self.headers), body))
                answer = receipt(body) if league.answers.empty() else league.answers.get()
                if answer is None:
                    return  # cut the line before any answer
                status, data = answer
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", "http://127.0.0.1:1/login")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: Any) -> None:
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


def receipt(body: bytes) -> tuple[int, bytes]:
    """What a league answers: it stored exactly these bytes."""
    if not body.startswith(b'{"open"'):
        return 204, b""
    game = json.loads(body.split(b"\n")[-2])["sealed"]["game"]
    fields = {"game": game, "sha256": hashlib.sha256(body).hexdigest(), "status": "stored"}
    return 201, json.dumps(fields).encode()


@pytest.fixture
def league() -> Iterator[League]:
    league = League()
    yield league
    league.close()


class Sender:
    """An uplink whose pauses are as long as they get: it goes on when it is woken."""

    def __init__(self, home: Home, url: str, clocks: ManualTime | None = None) -> None:
        self.links: SimpleQueue[Link] = SimpleQueue()
        self.uplink = Uplink(
            home, lambda: HttpCarrier(url, lambda: MEMBER), self._told, lambda: 1.0, clocks
        )
        self._road = Road("url", url)

    def _told(self, link: Link) -> None:
        assert link.road == self._road, "whatever became of it"
        self.links.put(replace(link, road=Road()))

    def until(self, holds: Callable[[Link], bool]) -> Link:
        while True:
            link = self.links.get(timeout=10)
            if holds(link):
                return link
            self.uplink.wake()


@pytest.fixture
def sender(home: Home, league: League) -> Iterator[Sender]:
    sender = Sender(home, league.url)
    yield sender
    sender.uplink.close()


def test_a_sealed_record_is_delivered_byte_for_byte_with_the_tables_token(
    home: Home, league: League, sender: Sender
) -> None:
    data = sealed(home, "G1")
    sender.uplink.start()
    assert sender.until(lambda link: link.waiting == 0).up is True
    path, headers, body = league.requests.get(timeout=5)
    assert (path, body) == ("/api/v1/games", data)
    assert headers["Authorization"] == "Bearer secret"
    assert headers["Content-Type"] == "application/jsonl"
    assert json.loads(home.receipt("G1").read_text())["sha256"] == hashlib.sha256(data).hexdigest()


def test_an_open_record_is_not_sent(home: Home, league: League, sender: Sender) -> None:
    home.record("G1").write_bytes(b'{"open":{}}\n{"t":1,"do":"start"}\n')
    sender.uplink.start()
    assert sender.until(lambda link: True) == Link(None, 0)
    assert league.requests.empty()


PORTALS = [
    (200, b"<html>Please log in</html>"),
    (511, b"<html>portal</html>"),
    (401, b"<html>log in</html>"),
    (404, b"<html>nothing here</html>"),
    (200, b"[]"),
    (200, b"[" * 200_000),
]
TOLD_APART = [
    *((portal, "portal") for portal in PORTALS),
    ((302, b""), "redirect"),
    ((308, b"<html>moved</html>"), "redirect"),
    ((502, b"<html>bad gateway</html>"), "proxy"),
    ((504, b"upstream timed out"), "proxy"),
    ((200, b'{"game": "G1", "sha2'), "cut"),
    ((200, b"{}"), "portal"),
    ((200, b'{"game": "G1"}'), "portal"),
    ((200, b'{"game": "G1", "sha256": "0000"}'), "portal"),
    ((200, b'{"game": "G2", "sha256": "%s"}'), "portal"),
    ((511, b'{"captive": true}'), "portal"),
    ((302, b'{"moved": true}'), "redirect"),
    ((503, b'{"detail": "busy"}'), "ailing"),
]
FAULT_OF: dict[tuple[int, bytes] | None, str] = {None: "silent"} | dict(TOLD_APART)
NOT_RECEIPTS = [
    *FAULT_OF,
    (201, b""),
    (429, b'{"detail": "slower"}'),
]


@pytest.mark.parametrize("answer", NOT_RECEIPTS)
def test_s16_what_is_no_receipt_keeps_the_record_and_it_is_sent_again(
    home: Home, league: League, sender: Sender, answer: tuple[int, bytes] | None
) -> None:
    sealed(home, "G1")
    league.answers.put(answer)
    sender.uplink.start()
    first = sender.links.get(timeout=10)
    assert first == Link(False, 1, fault=FAULT_OF.get(answer, ""))
    assert not home.receipt("G1").exists()
    sender.uplink.wake()
    sender.until(lambda link: link.waiting == 0)
    assert home.receipt("G1").exists()
    assert league.requests.qsize() == 2


@pytest.mark.parametrize(
    "answer", [(404, b"<html>a printer</html>"), (200, b"{}"), (511, b'{"captive": true}')]
)
def test_what_is_no_league_is_none_to_a_live_state_either(
    home: Home, league: League, sender: Sender, answer: tuple[int, bytes]
) -> None:
    """Before its first result, too, the table says that no league is there."""
    league.answers.put(answer)
    sender.uplink.live({"phase": "idle"})
    sender.uplink.start()
    assert sender.links.get(timeout=10) == Link(False, 0, fault="portal")
    sender.uplink.wake()
    assert sender.until(lambda link: link.up is True).fault == ""


def test_a_record_that_cannot_be_read_holds_up_nobody(
    home: Home, league: League, sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its place on the card is bad; it stays in the outbox, and is said to be there."""
    for game in ("G1", "G2"):
        sealed(home, game)
    read = Path.read_bytes

    def bad_place(path: Path) -> bytes:
        if path == home.record("G1"):
            raise OSError(5, "Input/output error")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", bad_place)
    sender.uplink.start()
    assert sender.links.get(timeout=10) == Link(True, 1)
    assert home.receipt("G2").exists()


def test_a_record_of_the_tables_old_name_is_parked_and_the_table_is_enrolled(
    home: Home, league: League, sender: Sender
) -> None:
    sealed(home, "G1")
    why = {"error": "the record is of table T7, the token of T3", "codes": ["other_table"]}
    league.answers.put((403, json.dumps(why).encode()))
    sender.uplink.start()
    assert sender.links.get(timeout=10) == Link(True, 1, refused=1)
    (parcel,) = outbox.parcels(home)
    assert parcel.refused is not None
    assert "kiosk outbox carry" in parcel.refused


@pytest.mark.parametrize("status", [401, 403])
def test_a_table_that_is_not_enrolled_says_so_and_not_that_the_link_is_down(
    home: Home, league: League, sender: Sender, status: int
) -> None:
    sealed(home, "G1")
    league.answers.put((status, b'{"detail": "no such token"}'))
    sender.uplink.start()
    assert sender.links.get(timeout=10) == Link(True, 1, enrolled=False)
    (parcel,) = outbox.parcels(home)
    assert parcel.refused is None
    assert parcel.waits == "the table is not enrolled: no such token"
    sender.uplink.wake()
    assert sender.until(lambda link: link.waiting == 0).enrolled
    assert outbox.parcels(home) == []
    assert not home.refused("G1").exists()


def test_a_table_that_is_not_enrolled_says_so_before_its_first_result(
    home: Home, league: League, sender: Sender
) -> None:
    league.answers.put((401, b'{"detail": "no such token"}'))
    sender.uplink.live({"phase": "idle"})
    sender.uplink.start()
    assert sender.links.get(timeout=10) == Link(True, 0, enrolled=False)
    sender.uplink.wake()
    assert sender.until(lambda link: link.enrolled).up


def test_while_it_is_not_approved_the_table_says_the_words_of_its_key(
    home: Home, league: League, sender: Sender
) -> None:
    words = key_words(table_key(home.keys).public)
    league.answers.put((401, b'{"detail": "not approved"}'))
    sender.uplink.live({"phase": "idle"})
    sender.uplink.start()
    assert sender.links.get(timeout=10) == Link(True, 0, enrolled=False, key_words=words)
    sender.uplink.wake()
    assert sender.until(lambda link: link.enrolled).key_words == ""


def test_a_table_without_a_key_or_with_a_damaged_one_has_no_words(home: Home) -> None:
    assert words_of(home.keys) == ""
    assert list(home.keys.iterdir()) == [], "asking makes no key"
    (home.keys / KEY_FILE).write_text("nothing")
    assert words_of(home.keys) == ""


def test_s11_a_receipt_that_finds_no_room_is_asked_for_again(
    home: Home, league: League, sender: Sender
) -> None:
    sealed(home, "G1")
    in_the_way = home.games / "G1.receipt.part"
    in_the_way.mkdir()
    sender.uplink.start()
    assert sender.links.get(timeout=10) == Link(True, 1), "the way is good"
    in_the_way.rmdir()
    sender.uplink.wake()
    sender.until(lambda link: link.waiting == 0)
    assert home.receipt("G1").exists()


def test_k43_a_record_that_is_refused_is_parked_with_its_reason_and_holds_up_nobody(
    home: Home, league: League, sender: Sender
) -> None:
    sealed(home, "G1")
    sealed(home, "G2")
    why = {"reasons": ["line 4: the chain is broken", "the seal is wrong"]}
    league.answers.put((422, json.dumps(why).encode()))
    sender.uplink.start()
    sender.until(lambda link: link.waiting == 1)
    assert home.receipt("G2").exists()
    (parked,) = outbox.parcels(home)
    assert parked.game == "G1"
    assert parked.refused == "line 4: the chain is broken; the seal is wrong"
    sender.uplink.wake()
    assert sender.links.get(timeout=5).refused == 1
    assert league.requests.qsize() == 2, "what is parked is not sent again by itself"
    outbox.send_again(home, "G1")
    sender.until(lambda link: link.waiting == 0)
    assert league.requests.qsize() == 3, "but where a person says so"


def test_t34_a_lost_answer_is_asked_for_again_with_the_same_bytes(
    home: Home, league: League, sender: Sender
) -> None:
    data = sealed(home, "G1")
    for _ in range(3):
        league.answers.put(None)
    sender.uplink.start()
    sender.until(lambda link: link.waiting == 0)
    bodies = [league.requests.get(timeout=5)[2] for _ in range(4)]
    assert bodies == [data] * 4


def test_a_certificate_that_is_not_believed_is_told_apart(home: Home, league: League) -> None:
    """Not valid yet, where the clock is wrong; here it is signed by nobody."""
    sealed(home, "G1")
    certificate = home.root / "league.pem"
    command = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=127.0.0.1 -days 1"
    made = subprocess.run(
        [*command.split(), "-keyout", str(certificate), "-out", str(home.root / "crt")],
        capture_output=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(home.root / "crt", certificate)
    with context.wrap_socket(socket.create_server(("127.0.0.1", 0)), server_side=True) as door:
        thread = threading.Thread(target=greet, args=(door,), daemon=True)
        thread.start()
        sender = Sender(home, f"https://127.0.0.1:{door.getsockname()[1]}")
        sender.uplink.start()
        assert sender.links.get(timeout=10) == Link(False, 1, fault="certificate")
        sender.uplink.close()
        thread.join(5)


def test_a_league_without_tls_is_no_wrong_certificate(home: Home, league: League) -> None:
    sealed(home, "G1")
    sender = Sender(home, league.url.replace("http:", "https:"))
    sender.uplink.start()
    assert sender.links.get(timeout=10) == Link(False, 1, fault="foreign")
    sender.uplink.close()


def greet(door: socket.socket) -> None:
    with suppress(OSError):
        door.accept()[0].close()


def test_a_way_that_is_bad_but_not_down_is_tried_again_soon(home: Home, league: League) -> None:
    """The pause grows only while nothing arrives at all."""
    for game in ("G1", "G2"):
        sealed(home, game)
    carrier = HttpCarrier(league.url, lambda: MEMBER)
    league.answers.put(receipt(home.record(outbox.waiting(home)[0]).read_bytes()))
    league.answers.put(None)
    assert deliver_all(home, carrier) == Round(False, moved=True, fault="silent")
    league.answers.put(None)
    assert deliver_all(home, carrier) == Round(False, fault="silent")
    assert deliver_all(home, carrier) == Round(True, moved=True)


def test_no_league_there_is_a_sign_and_no_loss(home: Home) -> None:
    sealed(home, "G1")
    sender = Sender(home, "http://127.0.0.1:9")
    sender.uplink.start()
    assert sender.until(lambda link: True) == Link(False, 1, fault="silent")
    sender.uplink.close()


def test_the_live_state_comes_after_results_and_goes_to_the_tables_own_address(
    home: Home, league: League, sender: Sender
) -> None:
    sealed(home, "G1")
    sender.uplink.live({"game": "G2", "phase": "play", "remaining_s": 12.0})
    sender.uplink.start()
    sender.until(lambda link: link.waiting == 0)
    assert league.requests.get(timeout=5)[0] == "/api/v1/games"
    path, _, body = league.requests.get(timeout=5)
    assert path == "/api/v1/tables/T3/live"
    assert json.loads(body)["phase"] == "play"


def test_a_running_clock_alone_is_no_news(home: Home, league: League, sender: Sender) -> None:
    sender.uplink.live({"phase": "play", "remaining_s": 12.0})
    sender.uplink.start()
    sender.links.get(timeout=5)
    sender.uplink.live({"phase": "play", "remaining_s": 11.0})
    sender.uplink.wake()
    sender.links.get(timeout=5)
    assert league.requests.qsize() == 1


def test_k43_pauses_grow_to_a_minute_and_no_further_and_tables_come_apart() -> None:
    pause_s, pauses = 0.0, []
    for _ in range(2000):  # more than a day
        pause_s = longer(pause_s)
        pauses.append(pause_s)
    assert pauses[:8] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert set(pauses[8:]) == {60}
    assert [jittered(60, roll) for roll in (0.0, 0.5, 1.0)] == [30, 45, 60]


def test_a_table_that_is_not_enrolled_keeps_its_live_state_to_itself() -> None:
    carrier = HttpCarrier("http://127.0.0.1:9", lambda: None)
    assert carrier.post_live({"game": None}).status == 401


@pytest.mark.parametrize("status", [200, 201, 401, 409, 422, 503])
def test_an_answer_that_broke_off_refuses_nothing(status: int) -> None:
    answer = Answer(status, b'{"error": "no"}', whole=False)
    found = judge(answer, PARCEL)
    assert isinstance(found, Again)
    assert found.fault == "cut"


STORED = {"game": "G1", "sha256": "abcd"}
PARCEL = Parcel("G1", b"data", "abcd", None)


@pytest.mark.parametrize(
    ("status", "body", "verdict"),
    [
        (201, {"game": "G1", "sha256": "abcd"}, Receipt({"game": "G1", "sha256": "abcd"})),
        (200, {"receipt": {"game": "G1", "sha256": "abcd"}}, Receipt(STORED)),
        (409, {"detail": "other content"}, Refused(409, "other content")),
        (422, {"error": "no"}, Refused(422, "no")),
        (422, {}, Refused(422, "no reason given")),
        (500, {"detail": "oh"}, Again("HTTP 500: oh", "ailing")),
        (403, {"error": "of T7", "codes": ["other_table"]},
         Refused(403, "of T7; it can go by stick: kiosk outbox carry")),
        (403, {"error": "of T7", "codes": ["other"]}, Unknown(403, "of T7")),
        (403, {"error": "of T7", "codes": 7}, Unknown(403, "of T7")),
    ],
)  # fmt: skip
def test_what_an_answer_means(status: int, body: dict[str, Any], verdict: object) -> None:
    assert judge(Answer(status, json.dumps(body).encode()), PARCEL) == verdict


LEAGUE = SigningKey(bytes(range(3, 35)))
LEAGUE_KEY = bytes(LEAGUE.verify_key).hex()


def signed(game: str, sha256: str, key: SigningKey = LEAGUE) -> dict[str, str]:
    sig = key.sign(receipt_message(game, sha256)).signature.hex()
    return {"game": game, "sha256": sha256, "sig": sig}


@pytest.mark.parametrize(
    ("body", "is_one"),
    [
        (signed("G1", "abcd"), True),
        (signed("G1", "abcd") | {"status": "already"}, True),
        ({"game": "G1", "sha256": "abcd"}, False),
        (signed("G1", "abcd", SigningKey(bytes(range(32)))), False),
        (signed("G2", "abcd") | {"game": "G1"}, False),
        (signed("G1", "abcd") | {"sig": "zz"}, False),
        (signed("G1", "abcd") | {"sig": 7}, False),
    ],
)
def test_only_what_the_tables_league_signed_is_a_receipt(
    body: dict[str, Any], is_one: bool
) -> None:
    found = judge(Answer(200, json.dumps(body).encode()), PARCEL, LEAGUE_KEY)
    assert isinstance(found, Receipt if is_one else Again)


def test_a_table_that_knows_its_league_waits_for_its_signature(
    home: Home, league: League, sender: Sender
) -> None:
    data = sealed(home, "G1")
    keep_membership(home.keys, Membership(league.url, "T3", "secret", LEAGUE_KEY))
    digest = hashlib.sha256(data).hexdigest()
    unsigned = json.dumps({"game": "G1", "sha256": digest}).encode()
    league.answers.put((200, unsigned))
    league.answers.put((200, json.dumps(signed("G1", digest)).encode()))
    sender.uplink.start()
    assert sender.links.get(timeout=10) == Link(False, 1, fault="portal")
    sender.uplink.wake()
    assert sender.until(lambda link: link.waiting == 0).up
    assert json.loads(home.receipt("G1").read_text())["sig"] == signed("G1", digest)["sig"]


def delivered(home: Home, game: str) -> tuple[bytes, str]:
    data = sealed(home, game)
    digest = hashlib.sha256(data).hexdigest()
    outbox.keep_receipt(home, game, {"game": game, "sha256": digest})
    return data, digest


def test_s24_a_league_that_was_put_back_from_an_old_copy_gets_again_what_it_lost(
    home: Home, league: League, sender: Sender
) -> None:
    lost, digest = delivered(home, "G1")
    _, other = delivered(home, "G2")
    league.answers.put((200, json.dumps({"missing": [digest[:16], "0" * 16]}).encode()))
    sender.uplink.start()
    sender.until(lambda link: link.waiting == 0 and home.receipt("G1").exists())
    path, headers, asked = league.requests.get(timeout=5)
    assert (path, headers["Authorization"]) == ("/api/v1/tables/T3/delivered", "Bearer secret")
    assert set(json.loads(asked)["records"]) == {digest[:16], other[:16]}
    assert league.requests.get(timeout=5)[2] == lost
    assert league.requests.empty(), "G2 is there and does not go again"


def test_what_one_league_has_another_one_is_neither_asked_about_nor_sent(
    home: Home, league: League, sender: Sender
) -> None:
    """A club's table is enrolled at a championship: the club's results are none of its business."""
    data = sealed(home, "G1")
    digest = hashlib.sha256(data).hexdigest()
    outbox.keep_receipt(home, "G1", signed("G1", digest), LEAGUE_KEY)
    other = SigningKey(bytes(32))
    theirs = bytes(other.verify_key).hex()
    keep_membership(home.keys, Membership(league.url, "T3", "secret", theirs))
    assert outbox.delivered(home, LEAGUE_KEY) == {digest: "G1"}
    assert outbox.delivered(home, theirs) == {}
    sender.uplink.start()
    assert sender.links.get(timeout=10) == Link(None, 0)
    assert league.requests.empty()
    assert home.receipt("G1").exists()


@pytest.mark.parametrize(
    "answer",
    [
        (200, b'{"missing": []}'),
        (200, b"<html>log in</html>"),
        (200, b'{"missing": "all"}'),
        (404, b'{"detail": "not found"}'),
        (401, b"{}"),
        (503, b"{}"),
        None,
    ],
)
def test_nothing_goes_again_that_no_league_asks_for(
    home: Home, league: League, sender: Sender, answer: tuple[int, bytes] | None
) -> None:
    delivered(home, "G1")
    league.answers.put(answer)
    sender.uplink.start()
    assert sender.links.get(timeout=10).waiting == 0
    assert home.receipt("G1").exists()


def test_a_delivered_record_goes_after_thirty_days_that_the_league_still_has(
    home: Home, league: League
) -> None:
    data = sealed(home, "G1")
    keep_membership(home.keys, Membership(league.url, "T3", "secret", LEAGUE_KEY))
    outbox.keep_receipt(home, "G1", signed("G1", hashlib.sha256(data).hexdigest()))
    clocks = ManualTime()
    sender = Sender(home, league.url, clocks)
    for _ in range(100):
        league.answers.put((200, b'{"missing": []}'))
    sender.uplink.live({"game": None, "phase": "idle"})
    sender.uplink.start()
    try:
        for _ in range(40):
            assert sender.links.get(timeout=10).waiting == 0
            if home.removed("G1").exists():
                break
            clocks.advance_ms(10 * 24 * 3600 * 1000)
            sender.uplink.wake()
        assert not home.record("G1").exists()
        assert not home.receipt("G1").exists()
    finally:
        sender.uplink.close()


def test_a_receipt_that_lost_its_bytes_is_not_compared(home: Home) -> None:
    _, digest = delivered(home, "G1")
    for name, text in (("G2", b""), ("G3", b"[]"), ("G4", b"{}")):
        home.receipt(name).write_bytes(text)
    assert outbox.delivered(home) == {digest: "G1"}


def test_enrolment_brings_table_and_token_home(league: League) -> None:
    league.answers.put((201, b'{"table": "T3", "token": "abc", "league": "ff"}'))
    assert redeem(league.url + "/", "CODE", KEY) == Membership(league.url, "T3", "abc", "ff")
    path, _, body = league.requests.get(timeout=5)
    assert path == "/api/v1/enrol"
    said = json.loads(body)
    assert (said["code"], said["key"]) == ("CODE", KEY.public)
    VerifyKey(bytes.fromhex(KEY.public)).verify(
        enrol_message("CODE", KEY.public), bytes.fromhex(said["sig"])
    )


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((404, b'{"detail": "code is used"}'), "code is used"),
        ((200, b"<html>"), "the answer is no league's"),
        ((201, b"{}"), "the answer is no league's"),
    ],
)
def test_an_enrolment_that_is_refused_is_one_line(
    league: League, answer: tuple[int, bytes], message: str
) -> None:
    league.answers.put(answer)
    with pytest.raises(RunError, match=message):
        redeem(league.url, "CODE", KEY)


def test_enrolling_where_nobody_is_is_one_line() -> None:
    with pytest.raises(RunError, match="no league answers there"):
        redeem("http://127.0.0.1:9", "CODE", KEY)
