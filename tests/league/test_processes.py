"""Several servers on one PostgreSQL: each hears of every commit, also after a lost line."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from bench import servers
from league.audit import note
from league.bus import Bus, NatsBus, PostgresBus
from league.changes import Changes
from league.db import Database, open_database
from league.metrics import Metrics
from league.tables import audit
from tests.league import games
from tests.league.conftest import Run, Server, serving

pytestmark = pytest.mark.postgresql
NEVER_S = 3600.0
"""So long until we would look by ourselves: what is heard before was told."""


def committed(database: Database, subject: str) -> None:
    with database.write() as connection:
        note(connection, "test", "test", subject)


@asynccontextmanager
async def watching(database: Database, bus: Bus) -> AsyncIterator[asyncio.Queue[str]]:
    """The results' marks as an open page would hear of them."""
    changes = Changes(database, bus, NEVER_S)
    await changes.start()
    heard: asyncio.Queue[str] = asyncio.Queue()

    async def listen() -> None:
        async for revision in changes.listen():
            if revision is not None:
                heard.put_nowait(revision.results)

    listening = asyncio.create_task(listen())
    while not bus.connected:
        await asyncio.sleep(0.01)
    try:
        yield heard
    finally:
        await changes.stop()
        await listening


async def until(heard: asyncio.Queue[str], mark: str) -> None:
    while await heard.get() != mark:
        pass


def newest(database: Database) -> str:
    from league.audit import last_mark

    with database.read() as connection:
        return last_mark(connection)


def test_a_commit_of_another_process_is_heard_at_once(database: Database, db_url: str) -> None:
    async def play() -> None:
        other = open_database(db_url)
        async with watching(database, PostgresBus(database.engine)) as heard:
            for subject in ("one", "two"):
                await asyncio.to_thread(committed, other, subject)
                await until(heard, newest(database))
        other.close()

    asyncio.run(play())


def test_what_was_committed_while_the_line_was_cut_is_heard(database: Database) -> None:
    async def play() -> None:
        bus = PostgresBus(database.engine)
        async with watching(database, bus) as heard:
            with database.write() as connection:
                connection.exec_driver_sql(f"SELECT pg_terminate_backend({bus.backend})")
                note(connection, "test", "test", "unheard")
            await until(heard, newest(database))
            cut = bus.backend
            await asyncio.to_thread(committed, database, "heard")
            await until(heard, newest(database))
            while not bus.connected:
                await asyncio.sleep(0.01)
            assert bus.backend == cut or bus.connected

    asyncio.run(play())


def test_nats_tells_and_what_it_could_not_tell_is_found(database: Database) -> None:
    port = servers.free_port()

    async def play() -> None:
        bus = NatsBus(f"nats://127.0.0.1:{port}")
        speaker = Changes(database, NatsBus(f"nats://127.0.0.1:{port}"), NEVER_S)
        with servers.nats(port):
            await speaker.start()
            while speaker.bus is None or not speaker.bus.connected:
                await asyncio.sleep(0.01)
            watched = watching(database, bus)
            heard = await watched.__aenter__()
            await asyncio.to_thread(committed, database, "told")
            speaker.committed()
            await until(heard, newest(database))
        while bus.connected:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(committed, database, "lost")
        speaker.committed()
        with servers.nats(port):
            await until(heard, newest(database))
            await watched.__aexit__(None, None, None)
            await speaker.stop()

    asyncio.run(play())


def test_numbers_are_read_in_the_order_of_commits(database: Database, db_url: str) -> None:
    """Whoever read up to a number has missed nothing below it, however many write at once."""
    each, writers = 25, 4
    others = [open_database(db_url) for _ in range(writers)]
    threads = [
        threading.Thread(target=lambda one=one: [committed(one, "x") for _ in range(each)])
        for one in others
    ]
    for thread in threads:
        thread.start()
    found: list[int] = []
    while len(found) < each * writers:
        with database.read() as connection:
            mark = found[-1] if found else 0
            lines = select(audit.c.id).where(audit.c.subject == "x", audit.c.id > mark)
            found += connection.execute(lines.order_by(audit.c.id)).scalars()
    for thread in threads:
        thread.join()
    assert len(set(found)) == each * writers
    for one in others:
        one.close()


@pytest.fixture
def several(home: Path, token: str) -> Iterator[Server]:
    with serving(home, None, "--processes", "2", "--no-mdns") as server:
        yield server


def processes(server: Server) -> list[int]:
    """Those that answer, by what the kernel says of their parent."""
    kids = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text()
    return [int(word) for word in kids.split()]


def gauge(server: Server, name: str) -> float:
    text = server.get("/metrics").data.decode()
    return sum(float(one) for one in re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.M))


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_pages_of_every_process_hear_of_a_result_and_one_that_is_killed_comes_back(
    several: Server, token: str, run: Run, season: str
) -> None:
    streams = [
        several.http.request("GET", f"{several.url}/api/v1/events", preload_content=False)
        for _ in range(8)  # the kernel deals them to the two
    ]
    while gauge(several, "tableside_pages_listening") != len(streams):
        pass  # each process tells its counts every second
    assert gauge(several, "tableside_processes") == 2
    assert several.send(games.record(), token).status == 201
    for stream in streams:
        marks = (line for line in stream if line.startswith(b"event: results"))
        assert next(marks)
        assert next(marks)
        stream.close()
    before = processes(several)
    os.kill(before[0], signal.SIGKILL)
    while len(now := processes(several)) < 2 or now == before:
        pass
    assert several.send(games.record(), token).status == 200
    assert several.stop() == 0


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_killed_league_leaves_no_process_behind(several: Server, token: str) -> None:
    left = processes(several)
    assert several.send(games.record(), token).status == 201  # the replaying processes run, too
    several.kill()
    while any(Path(f"/proc/{pid}").exists() for pid in left):
        pass
    assert several.process.returncode == -signal.SIGKILL


def test_sqlite_is_for_one_server(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'l.sqlite'}"
    done = run("serve", "--db", url, "--processes", "2")
    assert done.code == 2, done.err
    assert "SQLite is for one server" in done.err
    done = run("serve", "--db", url, "--bus", "amqp://x")
    assert done.code == 2, done.err
    assert "write nats://HOST:4222" in done.err


def test_counts_are_added_up_over_processes_and_survive_them(tmp_path: Path) -> None:
    one, two = Metrics(tmp_path, 0), Metrics(tmp_path, 1)
    gauges = {("tableside_processes", ()): 1.0}
    one.count("tableside_records_total", answer="201")
    one.share(gauges)
    two.count("tableside_records_total", answer="201")
    two.spent("tableside_ingest_seconds", 0.02)
    again = Metrics(tmp_path, 0)  # the first was killed and started again
    again.count("tableside_records_total", answer="201")
    again.share(gauges)
    text = two.text(gauges, {})
    assert 'tableside_records_total{answer="201"} 3' in text
    assert "tableside_processes 2" in text
    assert 'tableside_ingest_seconds_bucket{le="0.025"} 1' in text
    assert "tableside_ingest_seconds_count 1" in text
