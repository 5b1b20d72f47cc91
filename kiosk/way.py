"""One request over HTTP, which ends: whoever answers a byte at a time, or never stops, is hung up
on, and a network that carries two kilobytes a second is still one.

Loaded where something is asked: TLS and HTTP cost more to import than the table.
"""

from __future__ import annotations

import os
import socket
import ssl
import threading
import weakref
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from http.client import BadStatusLine
from typing import Any, Final

import urllib3

from kiosk.carrier import Answer, CertificateError, ForeignError

CONNECT_S: Final = 5.0
READ_S: Final = 10.0
STALLED_S: Final = 20.0
"""So long a piece of the body may find no room on the way."""
SLOWEST: Final = 2_000
"""Bytes a second that a network carries at least; so much longer a large body may take."""
LONGEST_S: Final = 120.0
"""No request lasts longer: the league, too, waits a minute for a body."""
PIECE: Final = 4096
ON_THE_WAY: Final = 32_768
"""Bytes that the kernel keeps for a slow network: what it has taken is answered that much later."""
MOST_BYTES: Final = 1_000_000
NOT_YET_VALID: Final = 9
"""What OpenSSL says of a certificate that begins in the future."""
OPTIONS: Final = (
    (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
    (socket.SOL_SOCKET, socket.SO_SNDBUF, ON_THE_WAY),
    # Nothing acknowledges what was sent: the way is dead, however long an answer may take.
    (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 15_000),
)


class Way:
    """One server, asked by one thread at a time; its connection is kept for the next request."""

    def __init__(self, url: str, connect_s: float = CONNECT_S, read_s: float = READ_S) -> None:
        """`url` as a person wrote it; what is wrong with it shows when it is asked."""
        self._url = url.rstrip("/")
        self._timeout = (connect_s, read_s)
        self._pool: urllib3.HTTPConnectionPool | None = None
        self._path = ""
        self._connection: Any = None
        self._below: socket.socket | None = None
        """The same line once more, to be hung up from another thread."""
        self._late = False
        """The request that is under way was hung up on."""

    def close(self) -> None:
        """Hang up."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None
        self._let_go()

    def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        most: int = MOST_BYTES,
    ) -> Answer:
        """One request; ConnectionError (an OSError) for everything that is no answer. Of an answer
        at most `most` bytes are read; one that broke off is not `whole`.
        """
        url = self._url + path
        try:
            return self._asked(method, path, body, dict(headers or {}), most)
        except urllib3.exceptions.SSLError as error:
            whys = [why for why in error.args if isinstance(why, ssl.SSLCertVerificationError)]
            if not whys:
                raise ForeignError(f"{url}: {error}") from error
            early = any(why.verify_code == NOT_YET_VALID for why in whys)
            raise CertificateError(f"{url}: {error}", early=early) from error
        except (urllib3.exceptions.HTTPError, UnicodeError) as error:
            is_foreign = any(isinstance(why, BadStatusLine) for why in error.args)
            is_foreign = is_foreign and not any(isinstance(why, OSError) for why in error.args)
            kind = ForeignError if is_foreign else ConnectionError
            raise kind(f"{url}: {error}") from error

    def _asked(
        self, method: str, path: str, body: bytes, headers: dict[str, str], most: int
    ) -> Answer:
        pool = self._pool or self._opened()
        connect_s, read_s = self._timeout
        slow_s = min(len(body), 2 * ON_THE_WAY) / SLOWEST
        within_s = min(LONGEST_S, connect_s + 2 * read_s + len(body) / SLOWEST)
        if body:
            headers["Content-Length"] = str(len(body))
        with self._until(within_s):
            response = pool.request(
                method,
                self._path + path,
                body=_pieces(body) if body else None,
                headers=headers,
                timeout=urllib3.Timeout(connect=connect_s, read=read_s + slow_s),
                redirect=False,
                preload_content=False,
            )
            with closing(response):
                found = _read(response, most)
        return found._replace(whole=False) if self._late else found

    def _opened(self) -> urllib3.HTTPConnectionPool:
        parsed = urllib3.util.parse_url(self._url)
        pool = urllib3.connection_from_url(
            self._url, maxsize=1, retries=False, socket_options=OPTIONS
        )
        kind, way = pool.ConnectionCls, self

        class Patient(kind):  # type: ignore[misc, valid-type]
            """To connect must be quick; what is sent then may take its time."""

            def connect(self) -> None:
                super().connect()
                way._keep(self.sock)

            def request(self, *args: Any, **kwargs: Any) -> None:
                if self.sock is None:
                    self.connect()
                self.timeout = STALLED_S
                super().request(*args, **kwargs)

        def made(**kwargs: Any) -> Any:
            self._connection = Patient(**kwargs)
            return self._connection

        pool.ConnectionCls = made  # type: ignore[assignment]
        self._pool, self._path = pool, (parsed.path or "").rstrip("/")
        return pool

    @contextmanager
    def _until(self, seconds: float) -> Iterator[None]:
        """Whatever is being waited for ends then."""
        self._late = False
        timer = threading.Timer(seconds, self._hang_up)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            if self._connection is None or self._connection.sock is None:
                self._let_go()  # it is not kept: held here it would stay open

    def _hang_up(self) -> None:
        """On the timer's thread: who waits for this connection hears that it ended."""
        below, self._late = self._below, True
        with suppress(OSError):  # it ended meanwhile
            if below is not None:
                below.shutdown(socket.SHUT_RDWR)

    def _keep(self, line: socket.socket) -> None:
        """Of TLS, too, the line below it: its other user may be in the middle of a read."""
        self._let_go()
        self._below = socket.socket(fileno=os.dup(line.fileno()))
        weakref.finalize(self, self._below.close)

    def _let_go(self) -> None:
        if self._below is not None:
            self._below.close()
            self._below = None


def _pieces(body: bytes) -> Iterator[bytes]:
    """Sent whole it would have to be through within one time-out."""
    for first in range(0, len(body), PIECE):
        yield body[first : first + PIECE]


def _read(response: urllib3.BaseHTTPResponse, most: int) -> Answer:
    got = bytearray()
    try:
        while len(got) < most:
            piece = response.read1(most - len(got))
            if not piece:
                break
            got += piece
    except urllib3.exceptions.HTTPError:
        return Answer(response.status, bytes(got), whole=False)
    return Answer(response.status, bytes(got))
