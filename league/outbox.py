"""The outbox on its way: events to webhooks, again with growing pauses until they are taken.

An address is looked up here and the connection goes to what was found, so that no name can lead
into the own network after it was looked at; a redirect is not followed. At least once: an event
that was taken but whose answer was lost comes again, under the same id.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import random
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import urllib3
from sqlalchemy import Connection, and_, func, select, update

from league.accesstables import delivery, webhook
from league.audit import now_ms
from league.webhooks import secret_of, signature

if TYPE_CHECKING:
    from league.service import Service

EVERY_S: Final = 1.0
FIRST_PAUSE_MS: Final = 5_000
LONGEST_PAUSE_MS: Final = 3_600_000
GIVES_UP_MS: Final = 3 * 24 * 3_600_000
LEASE_MS: Final = 60_000
"""So long a try is nobody else's; a server that dies meanwhile leaves it to the next."""
WITHIN_S: Final = 15.0
AT_ONCE: Final = 16
_INSIDE: Final = tuple(ipaddress.ip_network(one) for one in ("64:ff9b::/96", "2002::/16"))
_LOG = logging.getLogger(__name__)

Resolve = Callable[[str, int], list[str]]


class NotSent(Exception):
    """A try failed; the text is for the list of deliveries and holds nothing of the answer."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One try."""

    number: int
    url: str
    event: str
    body: bytes
    secret: str
    tries: int
    made_ms: int


class Outbox:
    """Sends what is due while the server runs."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look for what is due."""
        self._task = asyncio.create_task(self._run(), name="league-outbox")

    async def stop(self) -> None:
        """Stop; what is under way is tried again after its lease."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def round(self) -> int:
        """Send what is due now, of each webhook the oldest; returns how many tries that were."""
        if not await self._service.read(_is_due):
            return 0
        letters = await self._service.write(_claim)
        await asyncio.gather(*(self._send(letter) for letter in letters))
        return len(letters)

    async def _run(self) -> None:
        while True:
            try:
                while await self.round():
                    pass
            except Exception:  # noqa: BLE001 - the task's top: a fault must not end all deliveries
                _LOG.exception("sending to webhooks failed")
            await asyncio.sleep(EVERY_S)

    async def _send(self, letter: Letter) -> None:
        inside = self._service.settings.webhooks_inside
        try:
            said = await asyncio.to_thread(post, letter, may_go_inside=inside)
            is_taken = True
        except NotSent as failed:
            said, is_taken = str(failed), False
        await self._service.write(lambda c: _note(c, letter, is_taken, said))


def post(letter: Letter, *, may_go_inside: bool, resolve: Resolve | None = None) -> str:
    """Send a letter; NotSent with the cause where it was not taken."""
    parts = urlsplit(letter.url)
    host, is_safe = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if is_safe else 80)
    if not is_safe and not may_go_inside:
        raise NotSent("only https:// leaves the own network")
    address = _address(host, port, may_go_inside, resolve or _resolved)
    path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    at_s = int(time.time())
    headers = {
        "Host": parts.netloc,
        "Content-Type": "application/json",
        "User-Agent": "Tableside",
        "Tableside-Event": letter.event,
        "Tableside-Delivery": str(letter.number),
        "Tableside-Signature": signature(letter.secret, at_s, letter.body),
    }
    options: dict[str, Any] = {
        "timeout": urllib3.Timeout(total=WITHIN_S),
        "retries": False,
        "maxsize": 1,
    }
    pool = (
        urllib3.HTTPSConnectionPool(
            address, port, server_hostname=host, assert_hostname=host, **options
        )
        if is_safe
        else urllib3.HTTPConnectionPool(address, port, **options)
    )
    try:
        answer = pool.urlopen(
            "POST", path, body=letter.body, headers=headers, redirect=False, preload_content=False
        )
        status = answer.status
        answer.close()
    except (urllib3.exceptions.HTTPError, OSError) as error:
        raise NotSent(f"no answer: {type(error).__name__}") from None
    finally:
        pool.close()
    if not 200 <= status < 300:
        raise NotSent(f"answered {status}")
    return f"answered {status}"


def is_outside(address: str) -> bool:
    """Whether an address is one of the public network, in whatever disguise."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif any(found in net for net in _INSIDE):
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def pause_ms(tries: int, spread: float) -> int:
    """How long to wait after so many tries; `spread` from -1 to 1 is a quarter either way."""
    pause = min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** min(tries - 1, 20))
    return int(pause * (1 + spread / 4))


def _address(host: str, port: int, may_go_inside: bool, resolve: Resolve) -> str:
    try:
        found = resolve(host, port)
    except (OSError, UnicodeError):
        raise NotSent("its name has no address") from None
    if not found:
        raise NotSent("its name has no address")
    if not may_go_inside and not all(is_outside(one) for one in found):
        raise NotSent("leads into the own network")
    return found[0]


def _resolved(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


def _is_due(connection: Connection) -> bool:
    asked = select(delivery.c.id).where(delivery.c.due_ms <= now_ms()).limit(1)
    return connection.execute(asked).first() is not None


def _claim(connection: Connection) -> list[Letter]:
    """Take the oldest due delivery of each webhook for a lease; another server takes none of it."""
    at = now_ms()
    oldest = (
        select(func.min(delivery.c.id))
        .where(delivery.c.due_ms <= at)
        .group_by(delivery.c.webhook)
        .limit(AT_ONCE)
    )
    rows = connection.execute(
        select(delivery, webhook.c.url)
        .join(webhook, webhook.c.id == delivery.c.webhook)
        .where(delivery.c.id.in_(oldest))
    ).all()
    letters = []
    for row in rows:
        mine = and_(delivery.c.id == row.id, delivery.c.due_ms == row.due_ms)
        taken = connection.execute(
            update(delivery).where(mine).values(due_ms=at + LEASE_MS, tries=row.tries + 1)
        )
        if taken.rowcount:
            secret = secret_of(connection, row.webhook)
            letters.append(
                Letter(
                    row.id,
                    row.url,
                    row.event,
                    row.body.encode(),
                    secret,
                    row.tries + 1,
                    row.made_ms,
                )
            )
    return letters


def _note(connection: Connection, letter: Letter, is_taken: bool, said: str) -> None:
    at = now_ms()
    due = None
    if not is_taken and at - letter.made_ms < GIVES_UP_MS:
        due = at + pause_ms(letter.tries, random.uniform(-1, 1))
    still = and_(delivery.c.id == letter.number, delivery.c.due_ms.is_not(None))
    connection.execute(
        update(delivery)
        .where(still)
        .values(due_ms=due, taken_ms=at if is_taken else None, said=said[:255])
    )
