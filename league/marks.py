"""A mark of everything that counts in one season: differs after each change of it.

Read from the audit log, line after line as it grows, so that a record of one season leaves the
answers of the others alone. What is not a record may concern every season.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import defaultdict
from threading import Lock
from typing import Final

from sqlalchemy import Connection, select

from league.audit import last_mark
from league.tables import audit

_ONE_SEASON: Final = "record.store"
MOST_LINES: Final = 5000
"""More new lines than that are not read one by one: then everything counts as changed."""
MOST_BEHIND: Final = 20
"""So many looks in a row at a log that is shorter than it was: a copy was put back."""


class Marks:
    """What one process has read of the log; for all reading threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._common: list[int] = []
        self._own: dict[str, list[int]] = defaultdict(list)
        self._read = self._behind = 0
        self._last = (0, 0)
        self._epoch = ""

    def of(self, connection: Connection, season: str) -> str:
        """The mark of `season` in this transaction."""
        whole = last_mark(connection)
        newest, _, at_ms = whole.partition("-")
        with self._lock:
            if not self._read_up_to(connection, int(newest), int(at_ms or 0)):
                return whole
            common = _last(self._common, int(newest))
            own = _last(self._own[season], int(newest)) if season in self._own else 0
            return f"{self._epoch}-{max(common, own)}"

    def _read_up_to(self, connection: Connection, newest: int, at_ms: int) -> bool:
        """Whether what is known reaches to `newest`; False where the log is another's, or older."""
        if not self._common:
            self._begin(newest, at_ms)
        elif newest < self._read:
            # A transaction that began before ours; or, if it goes on, a copy that was put back.
            self._behind += 1
            if self._behind >= MOST_BEHIND:
                self._forget()
            return False
        else:
            lines = connection.execute(
                select(audit.c.id, audit.c.at_ms, audit.c.what, audit.c.detail)
                .where(audit.c.id >= self._read, audit.c.id <= newest)
                .order_by(audit.c.id)
                .limit(MOST_LINES)
            ).all()
            is_ours = self._read == 0 or (lines and (lines[0].id, lines[0].at_ms) == self._last)
            if not is_ours or len(lines) == MOST_LINES:
                self._forget()
                self._begin(newest, at_ms)
            else:
                for line in lines[0 if self._read == 0 else 1 :]:
                    is_own = line.what == _ONE_SEASON
                    marks = self._own[json.loads(line.detail)["season"]] if is_own else self._common
                    marks.append(line.id)
                self._read, self._last = newest, (newest, at_ms)
        self._behind = 0
        return True

    def _begin(self, newest: int, at_ms: int) -> None:
        self._common, self._read, self._last = [newest], newest, (newest, at_ms)
        self._epoch = f"{newest}.{at_ms}"

    def _forget(self) -> None:
        self._common, self._own = [], defaultdict(list)
        self._read, self._behind, self._epoch, self._last = 0, 0, "", (0, 0)


def _last(marks: list[int], newest: int) -> int:
    at = bisect_right(marks, newest)
    return marks[at - 1] if at else 0
