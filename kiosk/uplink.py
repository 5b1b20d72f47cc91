"""Delivery: sealed records to the league, at least once, kept until a checked receipt; on its own
thread.

An answer counts as a receipt only if it is a league's JSON naming this game and the sha256 of
exactly these bytes: a login page, a redirect or an empty `{}` is none. What the league refuses
for good is put aside with its reason and holds up nobody. Everything else is tried again for
ever, with a capped, jittered pause in real time. The table's live state goes out between, never
before a result.
"""

from __future__ import annotations

import json
import logging
import random
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, Protocol

from kiosk import outbox
from kiosk.home import Home
from kiosk.inbox import Link
from kiosk.outbox import Parcel
from rules.value import Value

log = logging.getLogger(__name__)

FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0
LIVE_EVERY_S: Final = 2.0
LIVE_AGAIN_S: Final = 10.0
"""A state without news is told again so often: the table is alive."""

REFUSED: Final = frozenset((400, 409, 413, 422))
"""Answers that another try does not change; only if they come from a league (a JSON object)."""


class Answer(NamedTuple):
    """What came back: HTTP status and body."""

    status: int
    body: bytes


class Carrier(Protocol):
    """A way to a league. Raises OSError when nobody answers."""

    def post_game(self, parcel: Parcel) -> Answer:
        """Hand over a record."""

    def post_live(self, state: Mapping[str, Any]) -> Answer:
        """Tell the live state."""


class Receipt(Value):
    """The league has these bytes."""

    fields: Mapping[str, Any]


class Refused(Value):
    """The league will not take these bytes, and says why."""

    status: int
    why: str


class Again(Value):
    """Try again later; `why` is for the log."""

    why: str


def judge(answer: Answer, parcel: Parcel) -> Receipt | Refused | Again:
    """What an answer to a record means."""
    fields = _object(answer.body)
    if fields is None:
        return Again(f"HTTP {answer.status} without a league's answer (a login page?)")
    if answer.status in (200, 201):
        receipt = fields.get("receipt", fields)
        if (
            isinstance(receipt, dict)
            and receipt.get("game") == parcel.game
            and receipt.get("sha256") == parcel.sha256
        ):
            return Receipt(receipt)
        return Again(f"HTTP {answer.status} that does not name game and sha256 of the record")
    if answer.status in REFUSED:
        return Refused(answer.status, _why(fields))
    return Again(f"HTTP {answer.status}: {_why(fields)}")


class Uplink:
    """The delivering thread. `wake` and `live` come from the loop, reports go to the inbox."""

    def __init__(
        self,
        home: Home,
        connect: Callable[[], Carrier],
        report: Callable[[Link], None],
        roll: Callable[[], float] = random.random,
    ) -> None:
        """`connect` loads the client (TLS and HTTP) and is called on the thread."""
        self._home = home
        self._connect = connect
        self._report = report
        self._roll = roll
        self._wake = threading.Event()
        self._stopped = threading.Event()
        self._live: Mapping[str, Any] | None = None
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

    def close(self, timeout_s: float = 3.0) -> None:
        """Stop; what is under way may end within `timeout_s`."""
        self._stopped.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def _run(self) -> None:
        try:
            self._deliver(self._connect())
        except Exception:
            log.exception("uplink: ended by a fault; records stay in the outbox")
            self._report(Link(False, len(outbox.waiting(self._home))))
            raise

    def _deliver(self, carrier: Carrier) -> None:
        pause_s = 0.0
        told: Mapping[str, Any] | None = None
        told_s = -LIVE_AGAIN_S
        while not self._stopped.is_set():
            self._wake.clear()
            up = deliver_all(self._home, carrier)
            state = self._live
            due = time.monotonic() >= told_s + LIVE_AGAIN_S or _news(state) != _news(told)
            if up is not False and state is not None and due:
                up = self._tell(carrier, state)
                told, told_s = (state, time.monotonic()) if up else (told, told_s)
            self._report(Link(up, len(outbox.waiting(self._home))))
            if up is False:
                pause_s = longer(pause_s)
                self._wake.wait(jittered(pause_s, self._roll()))
            else:
                pause_s = 0.0
                self._wake.wait(LIVE_EVERY_S)

    def _tell(self, carrier: Carrier, state: Mapping[str, Any]) -> bool:
        """Whether a league answered; what it says of the live state does not matter."""
        try:
            answer = carrier.post_live(state)
        except OSError as error:
            log.info("uplink: %s", error)
            return False
        return _object(answer.body) is not None or answer.status in (204, 404)


def longer(pause_s: float) -> float:
    """The next pause after a failure: doubled, from one second to one minute."""
    return min(LONGEST_PAUSE_S, pause_s * 2 or FIRST_PAUSE_S)


def jittered(pause_s: float, roll: float) -> float:
    """Half of a pause to all of it (`roll` 0 to 1): tables that failed together come apart."""
    return pause_s * (0.5 + roll / 2)


def deliver_all(home: Home, carrier: Carrier) -> bool | None:
    """Try each record of the outbox once; False: one has to be tried again. None: nothing to do."""
    up: bool | None = None
    for game in outbox.waiting(home):
        parcel = outbox.parcel(home, game)
        if parcel.refused is not None:
            continue
        try:
            verdict = judge(carrier.post_game(parcel), parcel)
        except OSError as error:
            log.info("uplink: %s", error)
            return False
        match verdict:
            case Receipt(fields):
                outbox.keep_receipt(home, game, fields)
                log.info("uplink: %s delivered", game)
                up = up is not False
            case Refused(status, why):
                outbox.keep_refusal(home, game, status, why)
                log.error("uplink: %s refused: %s", game, why)
                up = up is not False
            case Again(why):
                log.warning("uplink: %s: %s", game, why)
                up = False
    return up


def _news(state: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """A state without what changes by itself: a running clock is no news."""
    return {key: value for key, value in (state or {}).items() if key != "remaining_s"}


def _object(body: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(body)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _why(fields: Mapping[str, Any]) -> str:
    """The reasons in a league's refusal, on one line."""
    for key in ("reasons", "errors", "detail", "error", "message"):
        found = fields.get(key)
        if isinstance(found, list):
            return "; ".join(map(str, found))
        if found:
            return str(found)
    return "no reason given"
