"""Answers kept until the audit log grows: every change of a result writes a line there.

The basis is read in the transaction that reads the results, so a kept answer is never older than
what the reader would have found. It holds for any number of servers on one database.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from sqlalchemy import Connection

from league.audit import last_mark
from league.marks import Marks
from league.seasons import Season

MOST: Final = 64
"""Answers of other seasons and stages kept beside one another."""

Answer = TypeVar("Answer")


class Kept:
    """One a process, for all reading threads; losing a race only means making an answer twice."""

    def __init__(self) -> None:
        self._answers: dict[Hashable, tuple[str, Any]] = {}
        self._marks = Marks()

    def get(self, connection: Connection, key: Hashable, make: Callable[[], Answer]) -> Answer:
        """The answer for `key`, made anew if anything was written since it was kept."""
        return self.marked(connection, key, make)[1]

    def marked(
        self,
        connection: Connection,
        key: Hashable,
        make: Callable[[], Answer],
        season: Season | None = None,
    ) -> tuple[str, Answer]:
        """The answer and the mark of what it was made from: of everything, or of this season alone
        where no other hands anything on to it.
        """
        if season is None or season.before is not None:
            basis = last_mark(connection)
        else:
            basis = self._marks.of(connection, season.id)
        kept = self._answers.get(key)
        if kept is not None and kept[0] == basis:
            answer: Answer = kept[1]
            return basis, answer
        made = make()
        if len(self._answers) >= MOST:
            self._answers.clear()
        self._answers[key] = (basis, made)
        return basis, made
