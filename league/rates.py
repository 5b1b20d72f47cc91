"""How often somebody may try: buckets that fill again, kept in this process alone.

Each process counts for itself, so several processes behind one port allow so many times as much.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from threading import Lock
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler

from league.crosssite import SAFE, method_of
from league.refusals import Reason, Refused
from league.roles import OPT

MOST_KEPT: Final = 20_000
"""Buckets in memory; the one that was used longest ago goes first, and it is nearly full again."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and one more each `every_s`."""

    burst: int
    every_s: float


SIGN_IN_NAME: Final = Rate(10, 90.0)
"""Wrong passwords for a name from one address: ten, then one in ninety seconds."""
SIGN_IN_ANYWHERE: Final = Rate(100, 30.0)
"""The same from all addresses together: nobody is locked out by one stranger's tries."""
SIGN_IN_ADDRESS: Final = Rate(50, 20.0)
WRONG_CODES: Final = Rate(20, 60.0)
"""Codes of tables and of invitations that were not known, from one address."""
WRONG_TOKENS: Final = Rate(60, 1.0)
"""Requests with a token that is not known, from one address."""
FORMS: Final = Rate(300, 2.0)
"""Forms that are open to all, from one address: an office that types a hundred entries fits in."""
PAPERS: Final = Rate(60, 1.0)
"""Papers that have to be printed anew, from one address; each takes a process half a second."""
API: Final = Rate(2000, 0.01)
"""Requests of the API from one address: a hall of phones behind one router fits in."""


AnyConnection = ASGIConnection[Any, Any, Any, Any]


class TooMany(Refused):
    """429: it was tried too often; `wait_s` says when to try again."""

    def __init__(self, wait_s: int) -> None:
        text = f"too many tries; try again in {wait_s} s"
        super().__init__(429, Reason("too_many_tries", text))
        self.wait_s = wait_s


class Rates:
    """The buckets of one process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._full_at: OrderedDict[tuple[Rate, str], float] = OrderedDict()
        self._lock = Lock()

    def look(self, rate: Rate, key: str) -> None:
        """TooMany if nothing is left for `key`; takes nothing."""
        with self._lock:
            wait = self._over(rate, key)
        if wait > 0:
            raise TooMany(max(1, round(wait + 0.5)))

    def take(self, rate: Rate, key: str) -> None:
        """Take one; TooMany if there was none left."""
        self.look(rate, key)
        with self._lock:
            now = self._clock()
            full_at = max(now, self._full_at.pop((rate, key), now))
            self._full_at[rate, key] = full_at + rate.every_s
            while len(self._full_at) > MOST_KEPT:
                self._full_at.popitem(last=False)

    def _over(self, rate: Rate, key: str) -> float:
        full_at = self._full_at.get((rate, key), 0.0)
        return full_at + rate.every_s - rate.burst * rate.every_s - self._clock()


def address_of(connection: AnyConnection) -> str:
    """From where a request comes; behind a proxy of ours the last address that the proxy wrote."""
    if connection.app.state.service.settings.behind_proxy:
        return connection.headers.get("x-forwarded-for", "").rpartition(",")[2].strip() or "?"
    return connection.client.host if connection.client else "?"


def limit_api(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """TooMany for an address that asks the API without end; programs on this machine may."""
    service = connection.app.state.service
    if not connection.scope["path"].startswith("/api/"):
        return
    address = address_of(connection)
    if service.settings.behind_proxy or not _is_this_machine(address):
        service.rates.take(API, address)


def limit_forms(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """TooMany for an address that sends forms without end which need nobody to sign in."""
    access = handler.opt.get(OPT)
    if method_of(connection) not in SAFE and access is not None and access.everybody:
        connection.app.state.service.rates.take(FORMS, address_of(connection))


def _is_this_machine(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
