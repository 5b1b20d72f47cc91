"""Debian's PostgreSQL and nats-server, started on loopback for tests and figures, and stopped.

Neither is a service of the machine: data lies in a folder that goes with them, and both end with
the process that started them, however that ends (`setpriv --pdeathsig`).
"""

from __future__ import annotations

import os
import pwd
import re
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

START_WITHIN_S: Final = 60.0
_ASK_EVERY_S: Final = 0.05
_USER: Final = "league"
_UNPRIVILEGED: Final = ("postgres", "nobody")
QUICK: Final = (
    *("fsync=off", "synchronous_commit=off", "full_page_writes=off"),
    *("wal_level=minimal", "max_wal_senders=0", "max_wal_size=64MB", "min_wal_size=32MB"),
)
"""For tests: a small cluster that nobody needs after a power cut."""


@dataclass(frozen=True)
class Cluster:
    """A PostgreSQL cluster that answers."""

    port: int
    password: str
    folder: Path

    def url(self, database: str) -> str:
        """The URL of one of its databases, for `--db`."""
        return f"postgresql://{_USER}:{self.password}@127.0.0.1:{self.port}/{database}"

    def say(self, *statements: str) -> None:
        """Statements outside any transaction, such as CREATE DATABASE."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def analyze(self, database: str) -> None:
        """Let PostgreSQL look at its tables, as its own housekeeping does in time."""
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(b"VACUUM ANALYZE")


def postgres_programs() -> Path | None:
    """Debian's newest PostgreSQL; None where none is installed."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/postgres")]
    return max(found, key=lambda path: int(re.sub(r"\D", "", path.parent.name)), default=None)


@contextmanager
def postgres(settings: Sequence[str] = (), place: Path | None = None) -> Iterator[Cluster]:
    """A cluster with these settings, its data below `place` where that is given; RuntimeError
    where PostgreSQL is not installed.
    """
    programs = postgres_programs()
    if programs is None:
        raise RuntimeError("PostgreSQL is not installed: apt-get install postgresql")
    with _folder(place) as folder:
        cluster = Cluster(free_port(), secrets.token_hex(16), folder)
        _initdb(programs, cluster)
        options = (
            f"port={cluster.port}",
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={folder}",
            "max_connections=200",
            *settings,
        )
        words = [str(programs / "postgres"), "-D", str(folder / "data")]
        for option in options:
            words += ["-c", option]
        with _running(words, folder, "QUIT") as process:
            _until_it_answers(cluster, process, folder)
            yield cluster


@contextmanager
def nats(port: int = 0) -> Iterator[str]:
    """A nats-server; its URL. RuntimeError where it is not installed."""
    program = shutil.which("nats-server", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        raise RuntimeError("nats-server is not installed: apt-get install nats-server")
    port = port or free_port()
    with (
        _folder() as folder,
        _running([program, "-a", "127.0.0.1", "-p", str(port)], folder, "KILL") as process,
    ):
        until = time.monotonic() + START_WITHIN_S
        while time.monotonic() < until and process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(_ASK_EVERY_S)
        else:
            raise RuntimeError(f"nats-server does not start: {_said(folder)}")
        yield f"nats://127.0.0.1:{port}"


def free_port() -> int:
    """A port on loopback that nobody has at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _folder(place: Path | None = None) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="tableside-servers-", dir=place))
    user = _user()
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user() -> pwd.struct_passwd | None:
    """Whom root becomes: PostgreSQL refuses to run as root. None: we are nobody special."""
    if os.getuid() != 0:
        return None
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    return next(known[name] for name in _UNPRIVILEGED if name in known)


def _as_user() -> list[str]:
    user = _user()
    if user is None:
        return ["setpriv"]
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


def _initdb(programs: Path, cluster: Cluster) -> None:
    secret = cluster.folder / "password"
    secret.write_text(cluster.password, encoding="utf-8")
    subprocess.run(
        [
            *_as_user(),
            programs / "initdb",
            *("-D", cluster.folder / "data", "-U", _USER, "--auth=scram-sha-256"),
            *("--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", f"--pwfile={secret}"),
        ],
        check=True,
        cwd=cluster.folder,
        stdout=subprocess.DEVNULL,
    )


@contextmanager
def _running(words: Sequence[str], folder: Path, end: str) -> Iterator[subprocess.Popen[bytes]]:
    with (
        (folder / "said").open("wb") as said,
        subprocess.Popen(
            [*_as_user(), "--pdeathsig", end, *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            start_new_session=True,
        ) as process,
    ):
        try:
            yield process
        finally:
            process.terminate() if end == "KILL" else process.send_signal(_STOP_NOW)
            try:
                process.wait(START_WITHIN_S)
            except subprocess.TimeoutExpired:
                process.kill()


_STOP_NOW: Final = 3  # SIGQUIT: what is written is of no use to anybody any more


def _until_it_answers(cluster: Cluster, process: subprocess.Popen[bytes], folder: Path) -> None:
    import psycopg

    until = time.monotonic() + START_WITHIN_S
    while time.monotonic() < until and process.poll() is None:
        try:
            psycopg.connect(cluster.url("postgres"), connect_timeout=5).close()
            return
        except psycopg.OperationalError:
            time.sleep(_ASK_EVERY_S)
    raise RuntimeError(f"PostgreSQL does not start: {_said(folder)}")


def _said(folder: Path) -> str:
    return (folder / "said").read_text(errors="replace")[-1000:]
