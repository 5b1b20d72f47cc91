"""What the pages and the API work with: one of each, made by `create_app`, nothing global."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError

from league import ingest, live
from league.changes import Changes
from league.club.outlook import follow
from league.db import Database
from league.halls import Halls, look_at_hands
from league.ids import TableId
from league.ingest import Answer
from league.kept import Kept
from league.metrics import Labels, Metrics
from league.rates import Rates
from league.refusals import Refused
from league.settings import Settings
from league.tables import game_record, record_aside
from league.writer import Writer

READERS: Final = 4
"""Threads for reading and replaying; more only wait for one another's interpreter lock."""

Found = TypeVar("Found")


class Service:
    """The running league."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings = settings
        self.database = database
        self.metrics = Metrics()
        self.changes = Changes(database)
        self.kept = Kept()
        self.rates = Rates()
        self.halls = Halls(settings)
        self._writer = Writer(database, self.changes.poke)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="league-reader")

    async def start(self) -> None:
        """Begin to write and to watch for changes."""
        self._writer.start()
        self.changes.start()

    async def stop(self) -> None:
        """Finish what was begun and let go of the database."""
        await self.changes.stop()
        await asyncio.to_thread(self._writer.stop)
        self._readers.shutdown()
        self.database.close()

    async def read(self, work: Callable[[Connection], Found]) -> Found:
        """Run `work` in a reading transaction on a thread."""
        return await self.on_thread(lambda: self._read(work))

    async def write(self, work: Callable[[Connection], Found]) -> Found:
        """Run `work` on the writer; returns when it is durable."""
        return await asyncio.wrap_future(self._writer.submit(work))

    async def on_thread(self, work: Callable[[], Found]) -> Found:
        """Run `work` on one of the reading threads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    async def receive(self, raw: bytes, authorization: str | None) -> Answer:
        """A record from a table (see ingest.py); Refused where it is not taken."""
        began = time.perf_counter()
        try:
            answer = await self._receive(raw, authorization)
        except Refused as refused:
            self.metrics.count("tableside_records_total", answer=str(refused.status))
            raise
        finally:
            self.metrics.spent(time.perf_counter() - began)
        self.metrics.count("tableside_records_total", answer=str(answer.status))
        return answer

    async def tell(
        self, table: TableId, state: live.LiveState, began_ms: int = 0
    ) -> dict[str, Any] | None:
        """A table's live state; what the table is told of its hall, read as late as can be.

        A table that follows a hall's clock asks often: what is no news is not written each time.
        """

        def work(connection: Connection) -> None:
            live.put(connection, table, state)
            follow(connection, self.settings, table, state)
            look_at_hands(connection, state)

        if await self.read(lambda c: live.is_news(c, table, state)):
            await self.write(work)
        return await self.read(lambda c: self.halls.answer(c, state, began_ms))

    async def metrics_text(self) -> str:
        """Everything for `/metrics`."""
        gauges = await self.read(_gauges)
        gauges["tableside_pages_listening", ()] = self.changes.listening
        return self.metrics.text(gauges)

    def _read(self, work: Callable[[Connection], Found]) -> Found:
        with self.database.read() as connection:
            return work(connection)

    async def _receive(self, raw: bytes, authorization: str | None) -> Answer:
        examined = await self.on_thread(
            lambda: ingest.examine(self.database, self.settings, raw, authorization)
        )
        if isinstance(examined, Answer):
            return examined
        try:
            return await self.write(lambda connection: ingest.store(connection, examined, "http"))
        except IntegrityError:
            # Another server on the same database stored this game between our look and our row.
            return await self.write(lambda connection: ingest.store(connection, examined, "http"))


def _gauges(connection: Connection) -> dict[tuple[str, Labels], int]:
    stored: dict[tuple[str, Labels], int] = {}
    rows: Any = connection.execute(
        select(game_record.c.verdict, func.count()).group_by(game_record.c.verdict)
    )
    for verdict, count in rows:
        stored["tableside_records_stored", (("verdict", verdict),)] = count
    aside = connection.execute(select(func.count()).select_from(record_aside)).scalar_one()
    stored["tableside_records_aside", ()] = aside
    stored["tableside_tables_live", ()] = sum(table.fresh for table in live.tables(connection))
    return stored
