"""What the pages and the API work with: one of each, made by `create_app`, nothing global."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError

from league import ingest, live
from league.bus import bus_of
from league.changes import Changes
from league.club.outlook import follow, is_final
from league.db import Database
from league.drawn import Drawn
from league.halls import Halls, look_at_hands
from league.ids import TableId
from league.ingest import Answer
from league.kept import Kept
from league.metrics import Labels, Metrics
from league.paper.printing import Printing
from league.rates import Rates
from league.refusals import Refused
from league.replaying import Replayers
from league.settings import Settings
from league.tables import audit, game_record, record_aside
from league.writer import Writer

READERS: Final = 4
"""Threads for reading; more only wait for one another's interpreter lock."""
SHARE_EVERY_S: Final = 1.0

Found = TypeVar("Found")


class Service:
    """The running league."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings = settings
        self.database = database
        self.metrics = Metrics(settings.counts, settings.slot)
        self.changes = Changes(database, bus_of(database.engine, settings.bus))
        self.kept = Kept()
        self.drawn = Drawn()
        self.rates = Rates()
        self.halls = Halls(settings)
        self.printing = Printing(settings)
        self._sharing: asyncio.Task[None] | None = None
        self._writer = Writer(database, self.changes.committed, self._measured)
        self._replayers = Replayers(max(1, (os.cpu_count() or 1) // settings.processes))
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="league-reader")

    async def start(self) -> None:
        """Begin to write and to watch for changes."""
        self._writer.start()
        await self.changes.start()
        if self.settings.counts is not None:
            self._sharing = asyncio.create_task(self._share())

    async def stop(self) -> None:
        """Finish what was begun and let go of the database."""
        if self._sharing is not None:
            self._sharing.cancel()
        await self.changes.stop()
        await asyncio.to_thread(self._writer.stop)
        self._readers.shutdown()
        await self._replayers.stop()
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
            self.metrics.spent("tableside_ingest_seconds", time.perf_counter() - began)
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
            look_at_hands(connection, self.settings, state)

        if await self.read(lambda c: live.is_news(c, table, state) or is_final(c, state)):
            await self.write(work)
        return await self.read(lambda c: self.halls.answer(c, table, state, began_ms))

    async def metrics_text(self) -> str:
        """Everything for `/metrics`."""
        common = await self.read(lambda c: _gauges(c, self.database))
        return self.metrics.text(self._own(), common)

    async def _share(self) -> None:
        """Every second what this process counts, for the others of the league."""
        while True:
            await asyncio.sleep(SHARE_EVERY_S)
            self.metrics.share(self._own())

    def _own(self) -> dict[tuple[str, Labels], float]:
        bus = self.changes.bus
        return {
            ("tableside_pages_listening", ()): self.changes.listening,
            ("tableside_bus_connected", ()): int(bus is not None and bus.connected),
            ("tableside_processes", ()): 1,
            ("tableside_writes_waiting", ()): self._writer.waiting,
        }

    def _measured(self, jobs: int, seconds: float) -> None:
        self.metrics.spent("tableside_commit_seconds", seconds)
        self.metrics.count("tableside_commit_jobs_total", jobs)

    def _read(self, work: Callable[[Connection], Found]) -> Found:
        with self.database.read() as connection:
            return work(connection)

    async def _receive(self, raw: bytes, authorization: str | None) -> Answer:
        known = await self.read(
            lambda connection: ingest.look_up(connection, self.settings, raw, authorization)
        )
        if isinstance(known, Answer):
            return known
        judged = await self._replayers.judge(raw, known.edition)
        examined = await self.read(
            lambda connection: ingest.require_sealer(connection, judged, known.caller)
        )
        try:
            return await self.write(
                lambda connection: ingest.store(connection, self.settings, examined, "http")
            )
        except IntegrityError:
            # Another server on the same database stored this game between our look and our row.
            return await self.write(
                lambda connection: ingest.store(connection, self.settings, examined, "http")
            )


def _gauges(connection: Connection, database: Database) -> dict[tuple[str, Labels], float]:
    stored: dict[tuple[str, Labels], float] = {}
    rows: Any = connection.execute(
        select(game_record.c.verdict, func.count()).group_by(game_record.c.verdict)
    )
    for verdict, count in rows:
        stored["tableside_records_stored", (("verdict", verdict),)] = count
    aside = connection.execute(select(func.count()).select_from(record_aside)).scalar_one()
    stored["tableside_records_aside", ()] = aside
    stored["tableside_tables_live", ()] = sum(table.fresh for table in live.tables(connection))
    stored["tableside_database_bytes", ()] = database.size(connection)
    if database.path is not None:
        stored["tableside_wal_bytes", ()] = database.log_bytes()
    newest = connection.execute(select(func.coalesce(func.max(audit.c.id), 0))).scalar_one()
    stored["tableside_audit_number", ()] = newest
    return stored
