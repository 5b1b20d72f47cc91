"""Leagues on the hall's network, found by mDNS. Loaded where somebody looks, and nowhere else.

What is said by mDNS anybody could say: it is where to ask, and no more. `proved` asks there for the
signature of the league at which this table enrolled, over the very address that was dialled, so
that nobody can pass the question on and be taken for it.
"""

from __future__ import annotations

import json
import logging
import os
import threading
from collections.abc import Callable
from contextlib import closing
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import ifaddr
from zeroconf import IPVersion, ServiceBrowser, ServiceListener, Zeroconf

from kiosk.way import Way
from rules.identity import SERVICE, here_message

log = logging.getLogger(__name__)

RESOLVE_MS: Final = 2000
CONNECT_S: Final = 3.0
READ_S: Final = 10.0
MOST_BYTES: Final = 10_000
NONCE: Final = 16


class Found(NamedTuple):
    """A league that says that it is here: its name, the key it says it has, where it answers."""

    name: str
    key: str
    at: tuple[str, ...]

    @property
    def shown(self) -> str:
        """For people: which one, and where."""
        return f"{self.name} ({self.at[0]})"


class Search(ServiceListener):
    """Listens from the start until `close`. `on_change` may come from another thread."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        """OSError where there is no network at all."""
        self._on_change = on_change
        self._lock = threading.Condition()
        self._found: dict[str, Found] = {}
        self.addresses = own_addresses()
        self._zeroconf = Zeroconf(interfaces=list(self.addresses), ip_version=IPVersion.V4Only)
        self._browser = ServiceBrowser(self._zeroconf, SERVICE, self)

    def close(self) -> None:
        """Listen no more."""
        self._zeroconf.close()

    @property
    def is_stale(self) -> bool:
        """The machine has other addresses than when it began to listen."""
        return own_addresses() != self.addresses

    @property
    def found(self) -> tuple[Found, ...]:
        """What is here now, by name."""
        with self._lock:
            return tuple(sorted(self._found.values()))

    def wait(self, is_enough: Callable[[tuple[Found, ...]], bool], seconds: float) -> None:
        """Until that is here, but no longer."""
        with self._lock:
            self._lock.wait_for(lambda: is_enough(tuple(self._found.values())), seconds)

    # -- what zeroconf calls, on its own thread --------------------------------------------------

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """A league came."""
        info = zc.get_service_info(type_, name, RESOLVE_MS)
        if info is None:
            return  # it said its name and no more
        said = {key: value or b"" for key, value in info.properties.items()}
        at = tuple(f"{address}:{info.port}" for address in info.parsed_addresses(IPVersion.V4Only))
        key = said.get(b"key", b"").decode("ascii", "replace")
        if not at or len(key) != 64:
            return
        with self._lock:
            self._found[name] = Found(name.removesuffix(f".{SERVICE}"), key, at)
            self._lock.notify_all()
        self._on_change()

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """A league says something else."""
        self.add_service(zc, type_, name)

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """A league went."""
        with self._lock:
            self._found.pop(name, None)
        self._on_change()


def own_addresses() -> tuple[str, ...]:
    """The IPv4 addresses of this machine."""
    ips = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    return tuple(sorted({ip for ip in ips if isinstance(ip, str)}))  # a tuple is IPv6


def look(seconds: float) -> tuple[Found, ...]:
    """The leagues that say within `seconds` that they are here; OSError without a network."""
    search = Search(lambda: None)
    try:
        search.wait(lambda _: False, seconds)
        return search.found
    finally:
        search.close()


def proved(url: str, at: str, league: str) -> bool:
    """Whether the league of this key (hex) answers there; `at` is the HOST:PORT that was found, or
    empty where a person typed `url`. OSError where nobody answers.
    """
    nonce = os.urandom(NONCE).hex()
    path = f"/api/v1/here?{urlencode({'nonce': nonce, 'at': at})}"
    try:
        with closing(Way(url, CONNECT_S, READ_S)) as way:
            found: Any = json.loads(way.ask("GET", path, most=MOST_BYTES).body)
        sig = str(found.get("sig")) if isinstance(found, dict) else ""
    except (ValueError, RecursionError):
        return False
    return _is_signed(league, here_message(nonce, at), sig)


def _is_signed(key: str, message: bytes, sig: str) -> bool:
    from nacl.exceptions import CryptoError
    from nacl.signing import VerifyKey

    try:
        VerifyKey(bytes.fromhex(key)).verify(message, bytes.fromhex(sig))
    except (CryptoError, ValueError, TypeError):
        return False
    return True
