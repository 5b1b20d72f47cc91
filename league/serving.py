"""A process of `league serve`: one event loop, one port, quick to stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import resource
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server
from sqlalchemy import Engine

from league.app import create_app
from league.beacon import Beacon
from league.db import Database
from league.door import Door
from league.errors import RunError
from league.processes import bound, held_port
from league.receipts import public_key
from league.settings import Settings

STOP_WITHIN_S: Final = 5
CONNECTIONS: Final = 2048
"""Every open page holds one; more wait until one is free."""
_BACKLOG: Final = 512
_HEADERS_WITHIN_MS: Final = 15_000
_FILES_BESIDE: Final = 256
_ASK_EVERY_S: Final = 0.02
_LOG = logging.getLogger(__name__)


def serve(settings: Settings, engine: Engine, host: str, port: int, *, found: bool = False) -> int:
    """Answer requests until SIGTERM or SIGINT; RunError where the port cannot be had.

    `found`: tables on the network can find it (beacon.py).
    """
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    _allow_files(CONNECTIONS + _FILES_BESIDE)
    with _port(host, port) as free:
        return asyncio.run(_serve(settings, engine, host, free, _beacon(engine, host, free, found)))


def serve_beside(
    settings: Settings, engine: Engine, host: str, port: int, *, found: bool = False
) -> int:
    """The same as one of several processes on a port that the one that started them holds for
    them (`processes.py`); ends, too, when that one has gone: its end of standard input closes.
    """
    logging.basicConfig(
        level=logging.INFO, format=f"%(levelname)s %(name)s [{settings.slot + 1}]: %(message)s"
    )
    _allow_files(CONNECTIONS + _FILES_BESIDE)
    beacon = _beacon(engine, host, port, found)
    return asyncio.run(_serve(settings, engine, host, port, beacon, is_beside=True))


def _beacon(engine: Engine, host: str, port: int, found: bool) -> Beacon | None:
    if not found:
        return None
    with Database(engine).read() as connection:
        return Beacon(host, port, public_key(connection))


async def _serve(
    settings: Settings,
    engine: Engine,
    host: str,
    port: int,
    beacon: Beacon | None,
    is_beside: bool = False,
) -> int:
    app = create_app(settings, engine)
    stop = asyncio.Event()
    if is_beside:
        asyncio.get_running_loop().add_reader(sys.stdin, stop.set)
    _on_signals(asyncio.get_running_loop(), stop)
    # The embedded server lives in this process: what kills the league leaves no worker behind.
    door = Door(app)
    server = Server(
        door,
        address=host,
        port=port,
        interface=Interfaces.ASGINL,  # we start and stop the application ourselves
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=_HEADERS_WITHIN_MS),
        websockets=False,
        backlog=_BACKLOG,
        backpressure=CONNECTIONS,
        log_enabled=False,
    )
    async with app.lifespan():
        running = asyncio.create_task(server.serve())
        await _answers(running, host, port)
        gc.collect()
        gc.freeze()  # what was loaded stays: no page waits while a collection goes through it
        print(f"listening on http://{_shown(host)}:{port}", flush=True)  # noqa: T201 - scripts wait for it
        if beacon is not None:
            beacon.start()
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait((running, stopped), return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        door.stop()  # who is still sending, and pages that listen, would hold the server up
        await app.state.service.changes.stop()
        goodbye = None if beacon is None else asyncio.create_task(asyncio.to_thread(beacon.close))
        server.stop()  # type: ignore[no-untyped-call]
        try:
            await asyncio.wait_for(running, STOP_WITHIN_S)
        except TimeoutError:
            _LOG.warning("some connections did not end within %d s", STOP_WITHIN_S)
        if goodbye is not None:
            await goodbye
    return 0


def _on_signals(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """Not by `add_signal_handler`: that loses a signal while the loop's pipe is full, as when a
    thousand pages hang up at once.
    """
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))


async def _answers(running: asyncio.Task[None], host: str, port: int) -> None:
    """Return when the server answers a request; RunError if it ended before."""
    while not running.done():
        try:
            reader, writer = await asyncio.open_connection(_near(host), port)
        except OSError:
            await asyncio.sleep(_ASK_EVERY_S)
            continue
        try:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            if (await reader.readline()).split()[1:2] == [b"200"]:
                return
        finally:
            writer.close()
    raise RunError(f"{host}:{port}: the server ended at once: {running.exception()}")


def _allow_files(wanted: int) -> None:
    """Let this process have so many open files, as far as the machine allows it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _near(host: str) -> str:
    """An address at which a server on `host` can be asked."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


@contextmanager
def _port(host: str, port: int) -> Iterator[int]:
    """The port itself if it can be had; for 0 a free one, which nobody else gets meanwhile."""
    if port == 0:
        with held_port(host, port) as free:
            yield free
        return
    # Asked with a socket of our own, because the server would share a port with another one; not
    # kept by it, because that is refused while connections of the last one there fade away.
    with bound(host, port, socket.SO_REUSEADDR):
        pass
    yield port
