"""The hall's clock, board and director at a running table: stands between the loop and the host.

Every answer of the league to a live state may say where the hall's clock stands. The family says
what that means for its game; here it is done at its instant, as an action of the record. What the
hall's board shows is kept for whoever draws it, as long as it is fresh.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final, Protocol

from firmware_py.timesource import earliest
from kiosk.game import Game
from kiosk.halltime import MS, HallTime, sample
from kiosk.host import Host
from kiosk.inbox import HallTold, Item
from kiosk.loop import Host as Driven
from rules.errors import ActionError

log = logging.getLogger(__name__)

FRESH_NS: Final = 30_000_000_000
"""A board that was heard longer ago is not shown: it would be wrong."""

Fields = Mapping[str, Any]


class Follower(Protocol):
    """A family's part: what its table has to do (`kiosk/families/casino/follow.py`)."""

    def heard(self, told: Fields) -> None:
        """An answer of the league came."""

    def acts(self, view: Any, now: Any, hall_ms: int) -> list[dict[str, Any]]:
        """The actions that are due at this instant of the hall's clock."""

    def next_ms(self, view: Any) -> int | None:
        """When on the hall's clock the director's next act holds, as far as it is known."""

    def refused(self, view: Any) -> None:
        """The rules did not take the last one."""

    def is_apart(self, view: Any) -> bool:
        """The hall's clock cannot be this table's: it was opened with another structure."""


class HallHost:
    """A host for the loop: the table's own, which follows the hall's clock where there is one."""

    def __init__(self, inner: Driven, host: Host) -> None:
        self._inner = inner
        self._host = host
        self._time = HallTime()
        self._following: tuple[Game, Follower] | None = None
        self._told: Fields | None = None
        self._board_until_ns: int | None = None
        self._moves_until_ns: int | None = None
        self._drawn_until_ns: int | None = None
        self._done_ms: int | None = None
        """The instant of the hall's clock at which the director's act was seen to here."""
        # What the hall has nothing to do with is the inner host's own.
        self.hushed, self.stale = inner.hushed, inner.stale
        self.make_ready, self.deadline_ns = inner.make_ready, inner.deadline_ns
        self.draw, self.poll_s, self.fault = inner.draw, inner.poll_s, inner.fault
        self.edge, self.keep_house = inner.edge, inner.keep_house

    def item(self, item: Item) -> None:
        """Anything else."""
        if not isinstance(item, HallTold):
            self._inner.item(item)
            return
        now_ns = self._host.time.now_ns()
        self._time.hear(sample(item.sent_ns, item.got_ns, item.at_ms, item.took_ms))
        self._told = item.told
        self._ask(item.told.get("moves"), now_ns)
        self._offer(item.told.get("opening"), now_ns)
        board = item.told.get("board")
        if isinstance(board, dict):
            told_ms = board.get("at_ms")
            late_ms = item.at_ms - told_ms if type(told_ms) is int else 0
            self._host.stage.show_hall(board, item.got_ns - max(0, late_ms) * MS)
            self._board_until_ns = now_ns + FRESH_NS
        follower = self._follower()
        if follower is not None:
            follower.heard({**item.told, "at_ms": item.at_ms})
            self._follow(follower, now_ns)
            self._say_apart(follower, item.told.get("redrawn") is True)

    def _ask(self, moves: Any, now_ns: int) -> None:
        """What the director's log asks this table to confirm: it stands there while it is fresh."""
        game = self._host.game
        self._moves_until_ns = now_ns + FRESH_NS if moves else None
        if game is not None and game.is_open and game.desk.directed(moves):
            self._host.stage.touch()
            self._host.official.touch()

    def _offer(self, opening: Any, now_ns: int) -> None:
        """What was drawn for a table without a game: START opens it, while it is fresh."""
        self._drawn_until_ns = now_ns + FRESH_NS if opening else None
        if self._host.game is None and self._host.lobby.offer(opening):
            self._host.stage.touch()

    def _say_apart(self, follower: Follower, redrawn: bool) -> None:
        """A table that does not follow, or whose seats do not stand, says so while that is so."""
        game = self._host.game
        if game is None:
            return
        why = "levels" if follower.is_apart(game.session.view) else ""
        if game.desk.stands_apart("redrawn" if redrawn else why):
            self._host.stage.touch()
            self._host.official.touch()

    def pass_time(self, now_ns: int) -> None:
        """Everything that is due by now."""
        if self._moves_until_ns is not None and self._moves_until_ns <= now_ns:
            self._ask(None, now_ns)
        if self._drawn_until_ns is not None and self._drawn_until_ns <= now_ns:
            self._offer(None, now_ns)
        due_ns = self._due_ns(now_ns)
        if due_ns is not None and due_ns <= now_ns:
            follower, game = self._follower(), self._host.game
            if follower is not None and game is not None:
                self._done_ms = follower.next_ms(game.session.view)
                self._follow(follower, max(due_ns, 0))
        if self._board_until_ns is not None and self._board_until_ns <= now_ns:
            self._board_until_ns = None
            self._host.stage.show_hall(None, now_ns)
        self._inner.pass_time(now_ns)

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        return earliest(
            self._inner.wake_ns(),
            self._due_ns(self._host.time.now_ns()),
            self._board_until_ns,
            self._moves_until_ns,
            self._drawn_until_ns,
        )

    def _follower(self) -> Follower | None:
        """Of the game on the table, if its family follows a hall."""
        game = self._host.game
        if game is None or not game.is_open or game.ask is not None:
            return None
        if self._following is None or self._following[0] is not game:
            make = getattr(game.family, "follower", None)
            if make is None:
                return None
            follower: Follower = make()
            self._following = game, follower
        return self._following[1]

    def _due_ns(self, now_ns: int) -> int | None:
        """Table time of the director's next act."""
        follower = None if self._told is None else self._follower()
        if follower is None or self._host.game is None:
            return None
        next_ms = follower.next_ms(self._host.game.session.view)
        if next_ms is None or next_ms == self._done_ms:
            return None
        return self._time.at_ns(next_ms, now_ns)

    def _follow(self, follower: Follower, at_ns: int) -> None:
        """Do what is due, at its instant."""
        game, hall_ms = self._host.game, self._time.now_ms(at_ns + MS // 2)
        if game is None or hall_ms is None:
            return
        if game.judge():
            self._host.settle(game)
        session = game.session
        if session.may_seal() or session.sealed:
            return
        for fields in follower.acts(session.view, session.game_ms(at_ns), hall_ms):
            try:
                outcome = session.act(fields, at_ns)
            except ActionError as error:
                log.warning("the hall's clock: %s", error)
                follower.refused(session.view)
                continue
            if outcome.refusal is not None:
                log.info("the hall's clock: %s", outcome.refusal.why)
                follower.refused(session.view)
            self._host.after(game, outcome, None)
