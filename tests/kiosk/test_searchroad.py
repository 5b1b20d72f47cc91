"""The way to a league that has to be found: nothing goes to anybody who does not prove himself."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from nacl.signing import SigningKey

from kiosk import searchroad
from kiosk.carrier import Standing
from kiosk.finding import Found
from kiosk.inbox import Road
from kiosk.outbox import Parcel
from kiosk.seal import Membership
from kiosk.searchroad import SearchCarrier
from rules.identity import here_message

OURS, THEIRS = SigningKey(bytes(range(32))), SigningKey(bytes(range(1, 33)))
PARCEL = Parcel("G1", b"record", "00", None)


def public(key: SigningKey) -> str:
    return bytes(key.verify_key).hex()


MEMBER = Membership("http://127.0.0.1:1", "T3", "secret", public(OURS))


class League:
    """Answers on loopback; `key` signs where it is asked, over what `said` makes of the address."""

    def __init__(self, key: SigningKey, said: Callable[[str], str] = lambda at: at) -> None:
        self.posts: list[str | None] = []
        self.asked: list[str] = []
        league = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                query = {name: one[0] for name, one in parse_qs(urlsplit(self.path).query).items()}
                league.asked.append(self.path)
                message = here_message(query["nonce"], said(query.get("at", "")))
                self.answer({"league": public(key), "sig": key.sign(message).signature.hex()})

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                league.posts.append(self.headers.get("Authorization"))
                self.answer({"status": "stored"})

            def answer(self, fields: dict[str, Any]) -> None:
                data = json.dumps(fields).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: Any) -> None:
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.at = f"127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class Heard:
    """What a search has heard."""

    def __init__(self, *found: Found) -> None:
        self.found = found
        self.is_stale = False
        self.closed = 0

    def wait(self, is_enough: Callable[[Any], bool], seconds: float) -> None:
        """It is all there."""

    def close(self) -> None:
        self.closed += 1


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is to be heard is there."""
    monkeypatch.setattr(searchroad, "LISTEN_S", 0.0)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def league(
    stack: ExitStack, key: SigningKey = OURS, said: Callable[[str], str] = lambda at: at
) -> League:
    found = League(key, said)
    stack.callback(found.close)
    return found


def road(heard: Heard, member: Membership | None = MEMBER, *, typed: bool = False) -> SearchCarrier:
    def search(_: Callable[[], None]) -> Any:
        return heard

    return SearchCarrier(lambda: member, lambda: None, typed=typed, search=search)


def test_the_league_of_the_enrolment_is_found_and_nobody_listens_any_more(
    stack: ExitStack,
) -> None:
    ours = league(stack)
    heard = Heard(Found("hall", public(OURS), (ours.at,)))
    carrier = road(heard)
    assert carrier.post_game(PARCEL).status == 200
    assert carrier.post_game(PARCEL).status == 200
    assert ours.posts == ["Bearer secret"] * 2
    assert len(ours.asked) == 1, "it proves itself once"
    assert heard.closed == 1
    assert carrier.standing() == Standing(road=Road("mdns", f"http://{ours.at}"))


def test_another_league_gets_nothing_and_is_named(stack: ExitStack) -> None:
    other = league(stack, THEIRS)
    carrier = road(Heard(Found("elsewhere", public(THEIRS), (other.at,))))
    with pytest.raises(ConnectionError, match="another is: elsewhere"):
        carrier.post_game(PARCEL)
    assert (other.posts, other.asked) == ([], [])
    named = Road("mdns", "", (f"elsewhere ({other.at})",))
    assert carrier.standing() == Standing(False, "stranger", named)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        pytest.param(THEIRS, lambda at: at, id="signed with another key"),
        pytest.param(OURS, lambda at: "10.0.0.1:8460", id="passed on to the league elsewhere"),
        pytest.param(OURS, lambda at: "", id="passed on as a typed address"),
    ],
)
def test_whoever_says_that_he_is_it_has_to_prove_it(
    stack: ExitStack, key: SigningKey, said: Callable[[str], str]
) -> None:
    impostor = league(stack, key, said)
    carrier = road(Heard(Found("hall", public(OURS), (impostor.at,))))
    with pytest.raises(ConnectionError):
        carrier.post_game(PARCEL)
    assert impostor.posts == []
    assert carrier.standing().road.others == (f"hall ({impostor.at})",)


def test_a_league_behind_a_dead_address_is_tried_at_the_next_one(stack: ExitStack) -> None:
    ours = league(stack)
    carrier = road(Heard(Found("hall", public(OURS), ("127.0.0.1:1", ours.at))))
    assert carrier.post_game(PARCEL).status == 200


def test_a_league_that_is_lost_is_looked_for_again(stack: ExitStack) -> None:
    first, second = League(OURS), league(stack)
    heard = Heard(Found("hall", public(OURS), (first.at,)))
    carrier = road(heard)
    assert carrier.post_game(PARCEL).status == 200
    first.close()
    heard.found = (Found("hall", public(OURS), (second.at,)),)
    with pytest.raises(ConnectionError):
        carrier.post_game(PARCEL)
    assert carrier.post_game(PARCEL).status == 200
    assert second.posts == ["Bearer secret"]


def test_the_address_of_the_enrolment_is_asked_first_where_it_may_be(stack: ExitStack) -> None:
    typed = league(stack)
    member = Membership(f"http://{typed.at}", "T3", "secret", public(OURS))
    nobody = Heard()
    carrier = road(nobody, member, typed=True)
    assert carrier.post_game(PARCEL).status == 200
    assert carrier.standing().road == Road("url", f"http://{typed.at}")
    with pytest.raises(ConnectionError):
        road(nobody, member).post_game(PARCEL)


def test_a_stranger_at_the_address_of_the_enrolment_gets_nothing(stack: ExitStack) -> None:
    stranger = league(stack, THEIRS)
    member = Membership(f"http://{stranger.at}", "T3", "secret", public(OURS))
    with pytest.raises(ConnectionError):
        road(Heard(), member, typed=True).post_game(PARCEL)
    assert stranger.posts == []


def test_a_table_that_is_not_enrolled_names_who_is_here(stack: ExitStack) -> None:
    other = league(stack, THEIRS)
    heard = Heard(Found("elsewhere", public(THEIRS), (other.at,)))
    carrier = road(heard, None)
    assert carrier.post_live({}) == searchroad.NOT_ENROLLED
    assert (other.posts, other.asked) == ([], [])
    assert carrier.standing() == Standing(road=Road("mdns", f"elsewhere ({other.at})"))
