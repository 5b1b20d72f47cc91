"""How the processes of a league hear of one another's commits, and of commands beside them.

Nothing but a number of the audit log travels, and nobody relies on it: whoever is told reads on
from where he stood (`changes.py`), so a message that was lost, or came twice or late, costs
nothing; after a lost connection everybody simply looks. Numbers are given out in the order of
commits (`db.py`), so nothing can come to be below a number that was read.

PostgreSQL tells by itself, in the transaction (`LISTEN`, `NOTIFY`). NATS is for leagues that so
many watch that PostgreSQL should do nothing but keep (`--bus nats://HOST:4222`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol

from sqlalchemy import Engine

from league.db import CHANNEL
from league.errors import RunError, UserError

SUBJECT: Final = "tableside.changes"
BEAT_S: Final = 15.0
"""A connection on which nothing was heard for so long is asked whether it still stands."""
FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
_LOG = logging.getLogger(__name__)

Heard = Callable[[], None]


class Bus(Protocol):
    """A way to be told."""

    async def start(self, heard: Heard) -> None:
        """Begin to listen: `heard` on the loop for every message and after each connection."""

    def publish(self, number: str) -> None:
        """Tell the others of a commit; from any thread."""

    async def stop(self) -> None:
        """Hear no more."""

    @property
    def connected(self) -> bool:
        """Whether something would be heard now."""


class PostgresBus:
    """A connection of its own that listens; the database itself tells (`Database.write`)."""

    def __init__(self, engine: Engine) -> None:
        _, self._named = engine.dialect.create_connect_args(engine.url)
        self._named.pop("context", None)
        self._task: asyncio.Task[None] | None = None
        self.connected = False
        self.backend = 0
        """PostgreSQL's process that serves the connection."""

    async def start(self, heard: Heard) -> None:
        """As in `Bus`."""
        self._task = asyncio.get_running_loop().create_task(self._run(heard))

    def publish(self, number: str) -> None:
        """PostgreSQL has told already."""

    async def stop(self) -> None:
        """As in `Bus`."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self, heard: Heard) -> None:
        import psycopg

        pause = FIRST_PAUSE_S
        while True:
            try:
                async with await _whole(
                    psycopg.AsyncConnection.connect(**self._named, autocommit=True)
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                    self.backend, self.connected = connection.info.backend_pid, True
                    heard()  # what was told while nobody listened
                    pause = FIRST_PAUSE_S
                    await _listen(connection, heard)
            except psycopg.Error as error:
                _LOG.warning("changes: %s; listening again", " ".join(str(error).split()))
            self.connected = False
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE_S, pause * 2)


async def _whole(connecting: Coroutine[Any, Any, Any]) -> Any:
    """A connection; whoever is stopped while it is made closes it, or nobody would."""
    making = asyncio.create_task(connecting)
    try:
        return await asyncio.shield(making)
    except asyncio.CancelledError:
        made = (await asyncio.gather(making, return_exceptions=True))[0]
        if not isinstance(made, BaseException):
            await made.close()
        raise


async def _listen(connection: Any, heard: Heard) -> None:
    while True:
        async for _ in connection.notifies(timeout=BEAT_S):
            heard()
        await connection.execute(b"SELECT 1")


class NatsBus:
    """A NATS server; messages are sent after the commit."""

    def __init__(self, url: str) -> None:
        try:
            from nats.aio.client import Client
        except ModuleNotFoundError:
            raise RunError(
                "--bus nats://: the driver 'nats-py' is not installed; install tableside[nats]"
            ) from None
        self._url = url
        self._client = Client()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        """As in `Bus`."""
        return bool(self._client.is_connected)

    async def start(self, heard: Heard) -> None:
        """As in `Bus`; the server may come later."""
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(self._connect(heard))

    def publish(self, number: str) -> None:
        """As in `Bus`; a message that cannot be sent is one that was lost."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._send, number)

    async def stop(self) -> None:
        """As in `Bus`."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if not self._client.is_closed:
            await self._client.close()

    async def _connect(self, heard: Heard) -> None:
        async def message(_: Any) -> None:
            heard()

        async def again() -> None:
            heard()

        async def failed(error: Exception) -> None:
            _LOG.warning("changes: %s: %s", self._url, error)

        await self._client.connect(
            self._url,
            allow_reconnect=True,
            max_reconnect_attempts=-1,
            reconnect_time_wait=FIRST_PAUSE_S,  # type: ignore[arg-type]  # it takes parts, too
            ping_interval=int(BEAT_S),
            reconnected_cb=again,
            error_cb=failed,
        )
        await self._client.subscribe(SUBJECT, cb=message)
        heard()

    def _send(self, number: str) -> None:
        if self.connected and self._loop is not None:
            task = self._loop.create_task(self._client.publish(SUBJECT, number.encode()))
            task.add_done_callback(_LOST)


def _lost(task: asyncio.Task[None]) -> None:
    if not task.cancelled():
        task.exception()  # looked at: the next look finds what it would have told


_LOST: Final = _lost


def bus_of(engine: Engine, url: str) -> Bus | None:
    """The bus of `--bus`, else PostgreSQL's own; None on SQLite, which one process serves."""
    if url:
        if not url.startswith(("nats://", "tls://")):
            raise UserError(f"--bus {url!r}: not supported; write nats://HOST:4222")
        return NatsBus(url)
    return PostgresBus(engine) if engine.dialect.name == "postgresql" else None
