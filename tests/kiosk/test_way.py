"""A request that ends: over real sockets, whatever the other end does."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress

import pytest

from kiosk import way
from kiosk.carrier import Answer
from kiosk.leagueanswer import fault_of
from kiosk.way import Way

Serve = Callable[[socket.socket], None]
HEAD = b"HTTP/1.1 200 X\r\nContent-Length: 10\r\n\r\n"


class Peer:
    """Answers each connection by `serve`, on a thread of its own, until it is closed."""

    def __init__(self, serve: Serve) -> None:
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        self.over = threading.Event()
        self._serve = serve
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                peer, _ = self.door.accept()
                with peer, suppress(OSError):
                    self._serve(peer)

    def close(self) -> None:
        self.over.set()
        self.door.shutdown(socket.SHUT_RDWR)
        self.door.close()
        self._thread.join()


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as found:
        yield found


def asked(stack: ExitStack, serve: Serve, body: bytes = b"", read_s: float = 10.0) -> Answer:
    peer = stack.enter_context(closing(Peer(serve)))
    line = stack.enter_context(closing(Way(peer.url, 5.0, read_s)))
    return line.ask("POST" if body else "GET", "/x", body)


def says(*pieces: bytes) -> Serve:
    def serve(peer: socket.socket) -> None:
        peer.recv(65_536)
        for piece in pieces:
            peer.sendall(piece)

    return serve


@pytest.mark.parametrize(
    ("pieces", "answer"),
    [
        ((HEAD, b'{"a": "b"}'), Answer(200, b'{"a": "b"}')),
        ((HEAD, b'{"a": '), Answer(200, b'{"a": ', whole=False)),
        ((HEAD,), Answer(200, b"", whole=False)),
        ((b"HTTP/1.0 200 X\r\n\r\n", b"{}"), Answer(200, b"{}")),
        (
            (b"HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n", b'{"a'),
            Answer(200, b'{"a', whole=False),
        ),
        (
            (b"HTTP/1.1 200 X\r\nContent-Encoding: gzip\r\n\r\n", b"no gzip"),
            Answer(200, b"", whole=False),
        ),
        ((b"HTTP/1.1 302 X\r\nLocation: http://login\r\n\r\n",), Answer(302, b"")),
    ],
)
def test_an_answer_that_broke_off_is_told_from_a_whole_one(
    stack: ExitStack, pieces: tuple[bytes, ...], answer: Answer
) -> None:
    assert asked(stack, says(*pieces)) == answer


@pytest.mark.parametrize(
    ("answer", "fault"),
    [(b"", "silent"), (b"SSH-2.0-OpenSSH_9\r\n", "foreign"), (b"\x00\xff" * 9, "foreign")],
)
def test_what_speaks_no_http_is_no_answer(stack: ExitStack, answer: bytes, fault: str) -> None:
    with pytest.raises(ConnectionError) as caught:
        asked(stack, says(answer))
    assert fault_of(caught.value) == fault


def test_https_where_there_is_none_is_told_from_a_wrong_certificate(stack: ExitStack) -> None:
    peer = stack.enter_context(closing(Peer(says(HEAD))))
    line = stack.enter_context(closing(Way(peer.url.replace("http", "https"))))
    with pytest.raises(ConnectionError) as caught:
        line.ask("GET", "/x")
    assert fault_of(caught.value) == "foreign"


@pytest.mark.parametrize(
    ("first", "drop"),
    [
        (b"HTTP/1.1 200 X\r\nContent-Length: 9000\r\n\r\n", b" "),
        (b"HTTP/1.1 200 X\r\nConnection: close\r\n\r\n{", b" "),
        (b"HTTP/1.1 200 X\r\nX-Long: ", b"a"),
        (b"", b"HTTP/1.1 100 X\r\n\r\n"),
    ],
)
def test_who_answers_a_byte_at_a_time_is_hung_up_on(
    stack: ExitStack, monkeypatch: pytest.MonkeyPatch, first: bytes, drop: bytes
) -> None:
    """Each byte comes within its time-out, and the answer never ends."""
    monkeypatch.setattr(way, "LONGEST_S", 1.0)
    hung_up = threading.Event()

    def serve(peer: socket.socket) -> None:
        peer.recv(65_536)
        tick = threading.Event()
        try:
            peer.sendall(first)
            while not tick.wait(0.05):
                peer.sendall(drop)
        except OSError:
            hung_up.set()

    try:
        assert not asked(stack, serve).whole
    except ConnectionError:
        assert first == b"", "no answer had begun"
    assert hung_up.wait(5)


def test_an_answer_without_an_end_costs_no_memory(stack: ExitStack) -> None:
    def serve(peer: socket.socket) -> None:
        peer.recv(65_536)
        peer.sendall(b"HTTP/1.1 200 X\r\n\r\n")
        while True:
            peer.sendall(b" " * 65_536)

    assert len(asked(stack, serve).body) == way.MOST_BYTES


def test_a_slow_network_is_one_all_the_same(
    stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A body takes longer than any one time-out: it goes piece by piece."""
    monkeypatch.setattr(way, "CONNECT_S", 0.5)
    monkeypatch.setattr(way, "STALLED_S", 1.0)
    monkeypatch.setattr(way, "SLOWEST", 20_000)
    body = bytes(range(256)) * 1_200
    got = bytearray()

    def serve(peer: socket.socket) -> None:
        tick = threading.Event()
        while not got.endswith(body):
            got.extend(peer.recv(8_192))
            tick.wait(0.05)
        peer.sendall(b"HTTP/1.1 201 X\r\nContent-Length: 2\r\n\r\n{}")

    peer = stack.enter_context(closing(Peer(serve)))
    peer.door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8_192)
    line = stack.enter_context(closing(Way(peer.url, 0.5, 0.5)))
    assert line.ask("POST", "/x", body) == Answer(201, b"{}")


def test_a_connection_is_kept_and_one_that_went_is_made_again(stack: ExitStack) -> None:
    made: list[int] = []

    def serve(peer: socket.socket) -> None:
        made.append(1)
        for _ in range(2):
            heard = b""
            while not heard.endswith(b"\r\n\r\nbody"):
                more = peer.recv(65_536)
                if not more:
                    return
                heard += more
            peer.sendall(HEAD + b'{"a": "b"}')

    peer = stack.enter_context(closing(Peer(serve)))
    line = stack.enter_context(closing(Way(peer.url + "/club")))
    for _ in range(2):
        assert line.ask("POST", "/x", b"body").status == 200
    assert len(made) == 1
    for _ in range(2):
        with suppress(ConnectionError):  # it may notice only then that the peer went
            assert line.ask("POST", "/x", b"body").status == 200
    assert len(made) >= 2


def test_a_path_before_the_leagues_own_is_kept(stack: ExitStack) -> None:
    heard: list[bytes] = []

    def serve(peer: socket.socket) -> None:
        heard.append(peer.recv(65_536))
        peer.sendall(HEAD + b'{"a": "b"}')

    peer = stack.enter_context(closing(Peer(serve)))
    with closing(Way(peer.url + "/club/")) as line:
        line.ask("GET", "/api/v1/here?nonce=1")
    assert heard[0].startswith(b"GET /club/api/v1/here?nonce=1 HTTP/1.1\r\n")


@pytest.mark.parametrize("url", ["http://[", "http://", "http://a b", "http://" + "a" * 70 + ".x"])
def test_an_address_that_is_none_is_no_answer(url: str) -> None:
    with pytest.raises(ConnectionError):
        Way(url).ask("GET", "/x")
