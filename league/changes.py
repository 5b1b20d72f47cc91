"""Tells open pages that something changed. The database is asked, not the process.

Whoever writes (this server, a command beside it, another server on the same database) changes the
revision that is read here; our own commits, and what the bus tells of others', only make us look at
once. Without a bus, or while it is lost, we look every second all the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Final, NamedTuple

from sqlalchemy import func, select

from league.audit import last_mark, now_ms
from league.bus import Bus
from league.db import Database
from league.live import FRESH_MS
from league.tables import live

LOOK_EVERY_S: Final = 1.0
REST_S: Final = 0.3
"""Between two looks, however often we are poked: twelve tables tell of themselves every 2 s."""
BEAT_EVERY_S: Final = 15.0
_LOG = logging.getLogger(__name__)


class Revision(NamedTuple):
    """Differs after every change: of results and seasons, and of the tables' live state."""

    results: str
    tables: str


class Changes:
    """One look at the database for all who listen."""

    def __init__(
        self, database: Database, bus: Bus | None = None, look_every_s: float = LOOK_EVERY_S
    ) -> None:
        self._database = database
        self.bus = bus
        self._look_every_s = look_every_s
        self._listeners: set[asyncio.Event] = set()
        self._look = asyncio.Event()
        self._looking = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self.revision = Revision("", "")

    @property
    def listening(self) -> int:
        """How many pages listen now."""
        return len(self._listeners)

    async def start(self) -> None:
        """Begin to look; call on the server's loop."""
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(self._run())
        if self.bus is not None:
            await self.bus.start(self._look.set)

    def committed(self) -> None:
        """We wrote: look now, and tell the others; from any thread."""
        self.poke()
        if self.bus is not None:
            self.bus.publish(self.revision.results)

    def poke(self) -> None:
        """Look now; from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._look.set)

    async def stop(self) -> None:
        """End every stream, so that the server can stop at once."""
        self._closed = True
        if self.bus is not None:
            await self.bus.stop()
        self._tell()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def listen(self) -> AsyncIterator[Revision | None]:
        """The revision now and after each change; None where nothing happened for a while.

        The first is looked up, so that it is never older than a page that was drawn before.
        """
        news = asyncio.Event()
        self._listeners.add(news)
        try:
            await self._find()
            news.clear()
            yield self.revision
            while not self._closed:
                try:
                    await asyncio.wait_for(news.wait(), BEAT_EVERY_S)
                except TimeoutError:
                    yield None
                    continue
                news.clear()
                if not self._closed:
                    yield self.revision
        finally:
            self._listeners.discard(news)

    async def _run(self) -> None:
        while True:
            if await self._find():
                await asyncio.sleep(REST_S)
            try:
                await asyncio.wait_for(self._look.wait(), self._look_every_s)
            except TimeoutError:
                continue
            self._look.clear()

    async def _find(self) -> bool:
        """Ask the database and tell who listens; one at a time, so that nobody hears the older
        of two answers last.
        """
        async with self._looking:
            try:
                found = await self._whole_read()
            except Exception:  # noqa: BLE001 - the loop's top: pages wait, the server goes on
                _LOG.exception("changes: the database could not be asked")
                return False
            if found == self.revision:
                return False
            self.revision = found
            self._tell()
            return True

    async def _whole_read(self) -> Revision:
        """What `_read` finds; who is stopped meanwhile waits for it, for it holds a connection."""
        reading = asyncio.create_task(asyncio.to_thread(self._read))
        try:
            return await asyncio.shield(reading)
        except asyncio.CancelledError:
            await asyncio.gather(reading, return_exceptions=True)
            raise

    def _read(self) -> Revision:
        with self._database.read() as connection:
            told = connection.execute(select(func.coalesce(func.max(live.c.at_ms), 0))).scalar_one()
            # A table falls silent without a word: that it does is a change all the same.
            since = now_ms() - FRESH_MS
            fresh = connection.execute(
                select(func.count()).where(live.c.at_ms >= since)
            ).scalar_one()
            return Revision(last_mark(connection), f"{told}-{fresh}")

    def _tell(self) -> None:
        for news in self._listeners:
            news.set()
