"""The one thread that writes while the server runs: all that wait share one transaction.

Each job runs in a savepoint of its own, so that one refused leaves the others alone. A job's
caller hears of it only after the commit: what was answered is on disk.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection

from league.db import Database

MOST_AT_ONCE: Final = 64
"""Jobs in one transaction; bounds how long the first of them waits for the others."""

Answer = TypeVar("Answer")
_LOG = logging.getLogger(__name__)


class _Job(NamedTuple):
    work: Callable[[Connection], Any]
    answer: Future[Any]


class Writer:
    """Takes jobs from any thread and answers them after the commit."""

    def __init__(
        self,
        database: Database,
        committed: Callable[[], None],
        measured: Callable[[int, float], None] = lambda _jobs, _seconds: None,
    ) -> None:
        self._database = database
        self._committed = committed
        self._measured = measured
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._ended = False
        self._thread = Thread(target=self._run, name="league-writer", daemon=True)

    def start(self) -> None:
        """Begin to take jobs."""
        self._thread.start()

    def submit(self, work: Callable[[Connection], Answer]) -> Future[Answer]:
        """Queue `work`; its answer, or what it raised, comes when the commit is durable."""
        answer: Future[Answer] = Future()
        self._jobs.put(_Job(work, answer))
        return answer

    @property
    def waiting(self) -> int:
        """How many jobs are queued, about."""
        return self._jobs.qsize()

    def stop(self) -> None:
        """Finish what was queued and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while not self._ended and (first := self._jobs.get()) is not None:
            if not first.answer.set_running_or_notify_cancel():
                continue
            batch = [first]
            try:
                self._write(batch)
            except Exception as error:  # noqa: BLE001 - the thread's top: nobody waits in vain
                _LOG.exception("writing failed")
                for job in batch:
                    if not job.answer.done():
                        job.answer.set_exception(error)

    def _write(self, batch: list[_Job]) -> None:
        """Commit `batch` and all that came meanwhile; notes when the end was asked for."""
        results: list[tuple[_Job, Any, BaseException | None]] = []
        began = time.perf_counter()
        with self._database.write() as connection:
            results.append(_tried(connection, batch[0]))
            while len(batch) < MOST_AT_ONCE:
                try:
                    job = self._jobs.get_nowait()
                except Empty:
                    break
                if job is None:
                    self._ended = True
                    break
                # From here on the caller cannot withdraw it: an answer always finds its place.
                if job.answer.set_running_or_notify_cancel():
                    batch.append(job)
                    results.append(_tried(connection, job))
        for job, value, error in results:
            if error is None:
                job.answer.set_result(value)
            else:
                job.answer.set_exception(error)
        self._measured(len(results), time.perf_counter() - began)
        self._database.tidy()
        self._committed()


def _tried(connection: Connection, job: _Job) -> tuple[_Job, Any, BaseException | None]:
    savepoint = connection.begin_nested()
    try:
        value = job.work(connection)
    except Exception as error:  # noqa: BLE001 - whatever it is, it goes to the job's caller
        savepoint.rollback()
        return job, None, error
    savepoint.commit()
    return job, value, None
