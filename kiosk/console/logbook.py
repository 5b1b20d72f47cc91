"""What stands in the record of the open game: every roll, debt, refusal, remark of the evening.

The record is the game. It is read and played again here, in the console's own process, so that the
table computes nothing for it. Lines that are not on disk yet are not in it, as nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from kiosk.console.family import console_of
from kiosk.editions import Editions
from kiosk.errors import UserError
from kiosk.home import Home
from rules.errors import RulesError
from rules.kinds import seconds
from rules.record import fold, read
from rules.words import is_name

NOTHING: Final[Mapping[str, Any]] = {
    "dice": [], "owed": [], "claims": [], "refused": [], "remarks": [], "fines": [],
    "auctions": [], "started_t": None, "ended_t": None, "end_reason": None,
    "announcements": [], "notes": [], "running": None,
}  # fmt: skip


class Logbook:
    """Reads the record again when it has grown."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._editions = Editions(home.root)
        self._read: tuple[Any, ...] = ()
        self._found: Mapping[str, Any] = NOTHING

    def of(self, game: str | None) -> Mapping[str, Any]:
        """The log of this game; empty where there is none or it cannot be read."""
        if game is None or not is_name(game):
            return NOTHING
        path = self._home.record(game)
        try:
            stat = path.stat()
            state = (path, stat.st_size, stat.st_mtime_ns)
            if state != self._read:
                self._found = _log(path, self._editions.get)
                self._read = state
        except (OSError, RulesError, UserError):
            return NOTHING
        return self._found

    def deeds(self, edition: str) -> list[dict[str, Any]]:
        """The deeds of an edition's board, in the order of the fields; none without a board."""
        from rules.board import board_of

        try:
            found = self._editions.get(edition)
        except UserError:
            found = None
        if found is None or "deeds" not in found.values:
            return []
        return [
            {"code": deed.code, "field": deed.field, "group": deed.group, "name": deed.name,
             "english": deed.english, "price": deed.price, "house": deed.house}
            for deed in board_of(found).deeds
        ]  # fmt: skip


def _log(path: Path, edition_of: Callable[[str], Any]) -> Mapping[str, Any]:
    history = fold(read(path.read_bytes()), edition_of).history
    refused = [
        {"t": seconds(one.at), "do": one.do, "rule": one.refusal.rule, "why": one.refusal.why,
         "details": dict(one.refusal.details)}
        for one in history.refused
    ]  # fmt: skip
    noted = console_of(history.edition.game).noted(history)
    return {**NOTHING, **history.summary(0, ""), "refused": refused, **noted}
