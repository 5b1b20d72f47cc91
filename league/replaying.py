"""Records are proved and replayed in processes of their own, so that pages never wait for a replay.

A replay computes for milliseconds without a pause; on a thread it would hold the interpreter's lock
of everything else. The workers are forked from a small server of Python's own (`forkserver`), are
of lower priority than what answers pages, and end with this process, however that ends.
"""

from __future__ import annotations

import asyncio
import copyreg
import ctypes
import gc
import os
import pickle
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import lru_cache
from multiprocessing import get_context, parent_process
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from league.families import FAMILIES
from league.judging import Judged, judge
from league.proof import prove
from league.refusals import Reason, Refused
from rules.edition import Edition
from rules.record import Record
from rules.registry import GAMES
from rules.value import replace as changed

NICE: Final = 5
_PR_SET_PDEATHSIG: Final = 1
_ACTIONS: Final = ("do", "announced")
"""Kinds of lines that nobody needs any more once they were replayed."""


class _Faults(NamedTuple):
    """`Refused` on its way between processes."""

    status: int
    reasons: Sequence[Reason]


class Replayers:
    """The processes. A league to which records come one by one needs none and has none: they start
    when a second record comes while one is replayed, and until they run it is done here.
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = count or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None
        self._starting: asyncio.Task[None] | None = None
        self._is_ready = False
        self._here = 0
        self._editions: dict[str, bytes] = {}

    @property
    def is_ready(self) -> bool:
        """Whether the processes run."""
        return self._is_ready

    async def judge(self, raw: bytes, edition: Edition | None) -> Judged:
        """What the replay of these bytes says, its record without actions and claimed summary
        where a process of its own did it; Refused where chain or seal do not hold.
        """
        if self._pool is not None and self._is_ready:
            packed = None if edition is None else self._packed(edition)
            try:
                found = await asyncio.wrap_future(self._pool.submit(_replayed, raw, packed))
                return _judged(found, raw)
            except BrokenProcessPool:  # one was killed, as by a machine out of memory
                self._is_ready = False
        self._here += 1
        try:
            is_starting = self._starting is not None and not self._starting.done()
            if self._here > 1 and edition is not None and not is_starting:
                self._starting = asyncio.create_task(self._start(edition.game))
            return await asyncio.to_thread(lambda: judge(raw, prove(raw), edition))
        finally:
            self._here -= 1

    async def stop(self) -> None:
        """End them."""
        if self._starting is not None:
            await asyncio.gather(self._starting, return_exceptions=True)
        self._is_ready = False
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    async def _start(self, game: str) -> None:
        """The processes; who forks them has loaded what a replay of this game needs."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        context = get_context("forkserver")
        context.set_forkserver_preload([__name__, FAMILIES[game], GAMES[game]])
        self._pool = pool = ProcessPoolExecutor(self.count, context, _begin)
        first = await asyncio.to_thread(pool.submit, os.getpid)  # waits until the first is forked
        await asyncio.wrap_future(first)
        self._is_ready = True

    def _packed(self, edition: Edition) -> bytes:
        packed = self._editions.get(edition.fingerprint)
        if packed is None:
            packed = self._editions[edition.fingerprint] = pickle.dumps(edition)
        return packed


def _judged(found: bytes, raw: bytes) -> Judged:
    answer: Judged | _Faults = pickle.loads(found)
    if isinstance(answer, _Faults):
        raise Refused(answer.status, *answer.reasons)
    return replace(answer, raw=raw)


def _begin() -> None:
    """In a worker: go when the one that forked us goes, leave the first word to the pages.

    That one goes with the last of its clients, and a worker is one of them: so it looks at the
    league's process, too, which may be killed in the middle of a word.
    """
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    threading.Thread(target=_go_with_the_league, name="league-parent", daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    gc.freeze()  # what was loaded stays: no collection goes through it again


def _go_with_the_league() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _replayed(raw: bytes, packed: bytes | None) -> bytes:
    """In a worker: `Judged` or `_Faults`, pickled."""
    try:
        judged = judge(raw, prove(raw), None if packed is None else _edition(packed))
    except Refused as refused:
        return pickle.dumps(_Faults(refused.status, refused.reasons))
    return pickle.dumps(replace(judged, raw=b"", record=_without_actions(judged.record)))


@lru_cache(maxsize=64)
def _edition(packed: bytes) -> Edition:
    edition: Edition = pickle.loads(packed)
    return edition


def _without_actions(record: Record) -> Record:
    lines = [line for line in record.lines if line.kind not in _ACTIONS]
    seal = None if record.seal is None else changed(record.seal, summary={}, claimed="")
    return changed(record, lines=lines, seal=seal)


def _proxy(found: MappingProxyType[Any, Any]) -> tuple[Any, ...]:
    return _made, (dict(found),)


def _made(found: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """The type itself cannot be pickled: Python does not find it by its name."""
    return MappingProxyType(found)


copyreg.pickle(MappingProxyType, _proxy)
