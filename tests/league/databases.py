"""The databases on which the tests run: SQLite, and Debian's PostgreSQL started for them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from typing import Final, Protocol

import pytest

from bench import servers
from league.db import open_database

WANTED: Final = "TABLESIDE_DATABASES"
KINDS: Final = ("sqlite", "postgresql")


class Dbms(Protocol):
    """One of both."""

    name: str

    def database(self, folder: Path) -> AbstractContextManager[str]:
        """The URL of a new database of the newest shape, while the block lasts."""


def wanted(test: pytest.Function) -> list[str]:
    """On what this test runs. A test of PostgreSQL alone runs wherever it is installed."""
    for kind in KINDS:
        if test.get_closest_marker(kind) is not None:
            return [kind]
    return os.environ.get(WANTED, "sqlite").split()


@contextmanager
def opened(name: str) -> Iterator[Dbms]:
    """The database system of this name, until the session ends."""
    if name == "sqlite":
        with tempfile.TemporaryDirectory(prefix="tableside-template-") as folder:
            yield Sqlite(Path(folder) / "league.sqlite")
        return
    with servers.postgres(servers.QUICK, _memory()) as cluster:
        yield Postgresql(cluster)


MEMORY: Final = Path("/dev/shm")
ROOMY: Final = 2**30


def _memory() -> Path | None:
    """Where files are made and removed at no cost, if there is room for the clusters of several
    processes: each test has a database of its own, and one is 300 files.
    """
    has_room = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ROOMY
    return MEMORY if has_room and os.access(MEMORY, os.W_OK) else None


class Sqlite:
    """A file each: a copy of one that was migrated."""

    name = "sqlite"

    def __init__(self, template: Path) -> None:
        self._template = template
        open_database(f"sqlite:///{template}").close()

    @contextmanager
    def database(self, folder: Path) -> Iterator[str]:
        """A copy of its own."""
        path = folder / "league.sqlite"
        shutil.copyfile(self._template, path)
        yield f"sqlite:///{path}"


class Postgresql:
    """One cluster; a migrated database is copied for each test."""

    name = "postgresql"

    def __init__(self, cluster: servers.Cluster) -> None:
        self.cluster = cluster
        self._numbers = count()
        in_memory = MEMORY in cluster.folder.parents
        self._how = " STRATEGY file_copy" if in_memory else ""
        cluster.say("CREATE DATABASE template")
        open_database(cluster.url("template")).close()

    @contextmanager
    def database(self, folder: Path) -> Iterator[str]:
        """A copy; whoever is still connected at the end is cut off."""
        name = f"league{next(self._numbers)}"
        self.cluster.say(f"CREATE DATABASE {name} TEMPLATE template{self._how}")
        try:
            yield self.cluster.url(name)
        finally:
            self.cluster.say(f"DROP DATABASE {name} WITH (FORCE)")
