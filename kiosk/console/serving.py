"""The process of `kiosk console`: one event loop with the server and the way to the table."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import signal
import socket
import sys
from contextlib import suppress
from typing import Any, Final

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server

from kiosk.config import Config
from kiosk.console.app import Desk, create_app
from kiosk.console.link import Link
from kiosk.console.logbook import Logbook
from kiosk.console.pairing import Pairing
from kiosk.console.wire import FOLDER
from kiosk.disk import HomeLock, make_folder
from kiosk.errors import RunError
from kiosk.home import Home
from kiosk.pin import PinLock

log = logging.getLogger(__name__)

STOP_WITHIN_S: Final = 3
CONNECTIONS: Final = 32
NICENESS: Final = 5
"""The table's own process goes first."""
_ASK_EVERY_S: Final = 0.02


def serve(home: Home, config: Config, host: str, port: int) -> int:
    """Answer until SIGTERM, SIGINT or SIGHUP; RunError where the port cannot be had."""
    home.prepare()
    make_folder(home.root / FOLDER, 0o700)
    free = _free_port(host, port)
    lock = HomeLock(home.root / FOLDER)  # of two consoles, one would not know who is paired
    with suppress(OSError):  # where a service may not, it goes on as it is
        os.nice(NICENESS)
    try:
        return asyncio.run(_serve(home, config, host, free))
    finally:
        lock.close()


async def _serve(home: Home, config: Config, host: str, port: int) -> int:
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    ended_by = [0]

    def end(number: int) -> None:
        ended_by[0] = 0 if number == signal.SIGTERM else 128 + number
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, end, number)
    link = Link(home.root)
    pairing = Pairing(home.keys, PinLock(home.keys, config.pin), _show_code)
    app = create_app(link, pairing, Logbook(home), config)
    server = Server(
        app,
        address=host,
        port=port,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=15_000),
        websockets=False,
        backpressure=CONNECTIONS,
        log_enabled=False,
    )
    running = asyncio.create_task(server.serve())
    listening = asyncio.create_task(link.run())
    try:
        await _answers(running, host, port)
        print(f"listening on http://{_named(host)}:{port}", flush=True)  # noqa: T201 - scripts wait
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait((running, stopped), return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
    finally:
        await _end(app.state.desk, listening, server, running)
    return ended_by[0]


async def _end(desk: Desk, listening: asyncio.Task[None], server: Any, running: Any) -> None:
    desk.stopping = True  # open pages end with their next beat
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    await desk.link.end()
    server.stop()
    try:
        await asyncio.wait_for(running, STOP_WITHIN_S)
    except TimeoutError:
        log.warning("some connections did not end within %d s", STOP_WITHIN_S)


def _show_code(code: str) -> None:
    parts = " ".join(code[at : at + 3] for at in range(0, len(code), 3))
    print(f"pair the tablet with {parts}", file=sys.stderr, flush=True)  # noqa: T201 - for people


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


def _near(host: str) -> str:
    """An address at which a server on `host` can be asked."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def _named(host: str) -> str:
    """What to type on the tablet: this machine's address in the local network, if it has one."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        found = []
    for *_, (address, *_) in found:
        one = ipaddress.ip_address(address)
        if one.is_private and not one.is_loopback:
            return str(address)
    return f"{socket.gethostname().partition('.')[0]}.local"


def _free_port(host: str, port: int) -> int:
    """The port itself if it can be had, a free one for 0."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            return int(probe.getsockname()[1])
    except OSError as error:
        raise RunError(
            f"{host}:{port}: {error.strerror}; choose another with --host and --port"
        ) from error
