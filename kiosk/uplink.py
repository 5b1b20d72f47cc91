"""Delivery: sealed records to the league, at least once, kept until a checked receipt; on its own
thread.

An answer counts as a receipt only if it is a league's JSON naming this game and the sha256 of
exactly these bytes, signed by the league at which the table enrolled: a login page, a redirect or
an empty `{}` is none. What the league refuses
for good is put aside with its reason and holds up nobody. Everything else is tried again for
ever, with a capped, jittered pause in real time. The table's live state goes out between, never
before a result.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from firmware_py.timesource import SystemTime, TimeSource
from kiosk import outbox
from kiosk.carrier import Answer, Carrier, Errands, Standing
from kiosk.home import Home
from kiosk.inbox import HallTold, Link, Road
from kiosk.leagueanswer import (
    Again,
    Receipt,
    Refused,
    Unknown,
    fault_of,
    is_league,
    judge,
    missing,
    object_in,
    who_answers,
)
from kiosk.seal import league_key, words_of

if TYPE_CHECKING:  # loaded when there is a league
    from kiosk.keeping import Keeper

log = logging.getLogger(__name__)

FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0
UNKNOWN_PAUSE_S: Final = 5.0
"""The longest pause where a league answers that does not know the table yet: an organiser who has
just approved it looks at its screen.
"""
NOWHERE_PAUSE_S: Final = 5.0
"""So often a table that has no league looks whether it was enrolled."""
UNTOLD: Final = -1
LIVE_EVERY_S: Final = 2.0
CLOCKS: Final = frozenset(("remaining_s", "game_ms"))
LIVE_AGAIN_S: Final = 10.0
"""A state without news is told again so often: the table is alive."""


class Round(NamedTuple):
    """How a round of deliveries went. `up` False: something has to be tried again; None: nothing
    was asked. `enrolled` False: the league does not know this table. `fault`: what more is known.
    `moved`: something was delivered, so the way is not down, only bad. `kept` False: the league's
    answer found no room on this table's disk, and is asked for again.
    """

    up: bool | None = None
    enrolled: bool = True
    fault: str = ""
    moved: bool = False
    kept: bool = True

    @property
    def is_fine(self) -> bool:
        """No reason to wait longer before the next round."""
        return self.up is not False and self.enrolled and self.kept


class Uplink:
    """The delivering thread. `wake` and `live` come from the loop, reports go to the inbox."""

    def __init__(
        self,
        home: Home,
        connect: Callable[[], Carrier | None],
        report: Callable[[Link | HallTold], None],
        roll: Callable[[], float] = random.random,
        clocks: TimeSource | None = None,
        errands: Errands | None = None,
    ) -> None:
        """`connect` loads the client (TLS and HTTP) and is called on the thread; None: this table
        has no league yet. `errands`: what else is done when the results are there and the live
        state is told.
        """
        self._home = home
        self._connect = connect
        self._report = report
        self._roll = roll
        self._wake = threading.Event()
        self._stopped = threading.Event()
        self._live: Mapping[str, Any] | None = None
        self._told: Mapping[str, Any] | None = None
        self._told_s = -LIVE_AGAIN_S
        self._enrolled = True
        self._road = Road()
        self._errands = errands
        self._in_hall = False
        self._clocks = clocks or SystemTime()
        self._keeper: Keeper | None = None
        self._thread = threading.Thread(target=self._run, name="uplink", daemon=True)

    def start(self) -> None:
        """Begin with what lies in the outbox."""
        self._thread.start()

    def wake(self) -> None:
        """A record was sealed: do not wait for the pause to end."""
        self._wake.set()

    def live(self, state: Mapping[str, Any]) -> None:
        """The newest live state; an older one that was not sent is dropped."""
        self._live = state

    def address(self) -> str:
        """Where the league was reached by HTTP in the last round; empty where it was not."""
        road = self._road
        return road.at if road.kind in ("url", "mdns") else ""

    def close(self, timeout_s: float = 3.0) -> None:
        """Stop; what is under way may end within `timeout_s`."""
        self._stopped.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def _run(self) -> None:
        carrier: Carrier | None = None
        pause_s, waiting = 0.0, UNTOLD
        while not self._stopped.is_set():
            self._wake.clear()
            try:
                carrier = carrier or self._connect()
                if carrier is None:
                    waiting = self._nowhere(waiting)
                    continue
                went = self._round(carrier)
            except Exception:  # the thread's top: whatever it was, the next round is tried
                log.exception("uplink: a fault; records stay in the outbox")
                went = Round(False)
            standing = Standing() if carrier is None else carrier.standing()
            self._road = standing.road
            self._report(self._link(went, standing))
            pause_s = 0.0 if went.is_fine else longer(0.0 if went.moved else pause_s)
            if went.up and not went.enrolled:
                pause_s = min(pause_s, UNKNOWN_PAUSE_S)
            self._wake.wait(jittered(pause_s, self._roll()) if pause_s else LIVE_EVERY_S)

    def _nowhere(self, told: int) -> int:
        """There is no league to deliver to; how many records wait, told where that changed."""
        waiting = len(self._waiting())
        if told not in (waiting, UNTOLD):  # the table itself counted when it started
            self._report(Link(None, waiting))
        self._wake.wait(NOWHERE_PAUSE_S)
        return waiting

    def _link(self, went: Round, standing: Standing) -> Link:
        up = went.up
        if standing.up is not None and up is not False:
            up = standing.up
        fault = "" if up else standing.fault or went.fault
        key_words = "" if went.enrolled else words_of(self._home.keys)
        waiting = self._waiting()
        refused = outbox.refused(self._home, waiting)
        enrolled, road = went.enrolled, standing.road
        return Link(up, len(waiting), enrolled, fault, key_words, road, len(refused))

    def _round(self, carrier: Carrier) -> Round:
        """Records first; then the live state, if there is news and somebody answers."""
        if self._keeper is None:
            from kiosk.keeping import Keeper

            self._keeper = Keeper(self._home, self._clocks)
        self._keeper.round(lambda marks: missing(carrier, marks), self._live)
        went = deliver_all(self._home, carrier)
        if went.up is None:  # nothing was asked: as it was
            went = Round(None, self._enrolled)
        state = self._live
        if (went.is_fine or went.up is None) and state is not None and self._is_due(state):
            went = self._tell(carrier, state)
            if went.is_fine:
                self._told, self._told_s = state, time.monotonic()
        self._enrolled = went.enrolled
        if self._errands is not None and went.is_fine:
            try:
                self._errands(carrier, self._live)
            except OSError as error:  # the next round tells whether the way is down
                log.info("uplink: %s", error)
        return went

    def _is_due(self, state: Mapping[str, Any]) -> bool:
        """There is news, or the table has to show that it is alive; the hall's clock is heard of
        often.
        """
        again = self._in_hall or time.monotonic() >= self._told_s + LIVE_AGAIN_S
        return again or _news(state) != _news(self._told)

    def _tell(self, carrier: Carrier, state: Mapping[str, Any]) -> Round:
        """Whether a league answered and knows the table; what else it says does not matter."""
        sent_ns = self._clocks.now_ns()
        try:
            answer = carrier.post_live(state)
        except OSError as error:
            log.info("uplink: %s", error)
            return Round(False, fault=fault_of(error))
        found = object_in(answer.body)
        self._hear(answer, found, sent_ns, self._clocks.now_ns())
        up = is_league(answer)
        enrolled = not (found is not None and answer.status in outbox.LATER)
        return Round(up, enrolled, "" if up else who_answers(answer))

    def _hear(
        self, answer: Answer, found: Mapping[str, Any] | None, sent_ns: int, got_ns: int
    ) -> None:
        """Where the hall's clock stands, if the answer says so: with how long it was on the way."""
        told = (found or {}).get("hall") if answer.status == 200 else None
        self._in_hall = isinstance(told, dict)
        if not isinstance(told, dict):
            return
        at_ms, took_ms = told.get("at_ms"), told.get("took_ms")
        if type(at_ms) is int and type(took_ms) is int and self._clocks.rate == 1:
            self._report(HallTold(told, at_ms, took_ms, sent_ns, got_ns))

    def _waiting(self) -> list[str]:
        try:
            return outbox.waiting(self._home)
        except OSError as error:  # the folder itself is gone: the journal shows that
            log.warning("uplink: %s", error)
            return []


def longer(pause_s: float) -> float:
    """The next pause after a failure: doubled, from one second to one minute."""
    return min(LONGEST_PAUSE_S, pause_s * 2 or FIRST_PAUSE_S)


def jittered(pause_s: float, roll: float) -> float:
    """Half of a pause to all of it (`roll` 0 to 1): tables that failed together come apart."""
    return pause_s * (0.5 + roll / 2)


def deliver_all(home: Home, carrier: Carrier) -> Round:
    """Try each record of the outbox once; one that cannot be read or noted holds up no other."""
    went = Round()
    league = league_key(home.keys)
    for game in outbox.waiting(home):
        try:
            parcel = outbox.parcel(home, game)
        except OSError as error:  # its place on the disk is bad; the others' need not be
            log.error("uplink: %s cannot be read: %s", game, error)
            continue
        if parcel.refused is not None:
            continue
        try:
            verdict = judge(carrier.post_game(parcel), parcel, league)
        except OSError as error:
            log.info("uplink: %s", error)
            return went._replace(up=False, fault=fault_of(error))
        try:
            went = _noted(home, game, verdict, went, league)
        except OSError as error:
            log.error("uplink: %s: the league's answer cannot be kept: %s", game, error)
            went = went._replace(up=went.up is not False, kept=False)
    return went


def _noted(
    home: Home, game: str, verdict: Receipt | Refused | Unknown | Again, went: Round, league: str
) -> Round:
    """What became of a record, on disk and in the round."""
    match verdict:
        case Receipt(fields):
            outbox.keep_receipt(home, game, fields, league)
            log.info("uplink: %s delivered", game)
            return went._replace(up=went.up is not False, moved=True)
        case Refused(status, why):
            outbox.keep_refusal(home, game, status, why)
            log.error("uplink: %s refused: %s", game, why)
            return went._replace(up=went.up is not False)
        case Unknown(status, why):
            outbox.keep_refusal(home, game, status, f"the table is not enrolled: {why}", later=True)
            log.warning("uplink: %s: the table is not enrolled: %s", game, why)
            return went._replace(up=went.up is not False, enrolled=False)
        case Again(why, fault):
            log.warning("uplink: %s: %s", game, why)
            return went._replace(up=False, fault=fault)


def _news(state: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """A state without what changes by itself: a running clock is no news."""
    return {key: value for key, value in (state or {}).items() if key not in CLOCKS}
