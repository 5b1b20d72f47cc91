"""The road of the members' votes: what the league asks of this table, and the answers back.

On its own thread, over HTTP. Asked only while the table has no game; answers are tried again until
the league has them or says that it will not take them.
"""

from __future__ import annotations

import json
import logging
import queue
import threading
from collections.abc import Callable
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Final

from kiosk.carrier import Answer
from kiosk.config import AUTO, MDNS, Config
from kiosk.errors import UserError
from kiosk.home import Home
from kiosk.inbox import Item, VotesAsked, VotesTaken
from kiosk.seal import Membership, membership

if TYPE_CHECKING:  # loaded with the first answer, not with the table
    from kiosk.memberballot import Asked, Voices

log = logging.getLogger(__name__)

ASK_EVERY_S: Final = 3.0
AGAIN_S: Final = 2.0
WITHIN_S: Final = 8.0
MOST_BYTES: Final = 200_000
FINAL: Final = frozenset((200, 400, 403, 404, 409, 422))
"""Answers that another try does not change."""


class VoteRoad:
    """The thread. `send` comes from the loop; what is found goes to the inbox."""

    def __init__(
        self,
        ask: Callable[[], Answer | None],
        tell: Callable[[Voices], Answer | None],
        put: Callable[[Item], None],
        is_idle: Callable[[], bool],
    ) -> None:
        """`ask` and `tell` raise OSError where nobody answers; None: the table is not enrolled."""
        self._ask = ask
        self._tell = tell
        self._put = put
        self._is_idle = is_idle
        self._waiting: queue.SimpleQueue[Voices | None] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._told: tuple[Asked, ...] = ()
        self._thread = threading.Thread(target=self._run, name="votes", daemon=True)

    def start(self) -> None:
        """Begin to ask."""
        self._thread.start()

    def send(self, voices: Voices) -> None:
        """Answers of this table; they go as soon as the league can be reached."""
        self._waiting.put(voices)

    def close(self, timeout_s: float = 3.0) -> None:
        """Stop."""
        self._stopped.set()
        self._waiting.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def _run(self) -> None:
        voices: Voices | None = None
        while not self._stopped.is_set():
            try:
                if voices is None:
                    voices = self._next()
                if self._stopped.is_set():
                    return
                if voices is None:
                    self._look()
                else:
                    self._deliver(voices)
                    voices = None
            except Exception:  # the thread's top: answers are kept and tried again
                log.exception("votes failed; tried again")
                self._stopped.wait(AGAIN_S)

    def _next(self) -> Voices | None:
        try:
            return self._waiting.get(timeout=ASK_EVERY_S)
        except queue.Empty:
            return None

    def _look(self) -> None:
        if not self._is_idle():
            return
        try:
            answer = self._ask()
        except OSError:  # LINK DOWN says so already
            return
        found: tuple[Asked, ...] = ()
        if answer is not None and answer.status == 200:
            from kiosk.memberballot import asked_of

            found = asked_of(answer.body)
        if found != self._told:
            self._told = found
            self._put(VotesAsked(found))

    def _deliver(self, voices: Voices) -> None:
        while not self._stopped.is_set():
            try:
                answer = self._tell(voices)
            except OSError as error:
                log.info("votes: %s", error)
                answer = None
            if answer is not None and answer.status in FINAL:
                self._put(VotesTaken(voices.ballot, answer.status == 200))
                return
            self._stopped.wait(AGAIN_S)


def open_road(
    config: Config,
    home: Home,
    put: Callable[[Item], None],
    is_idle: Callable[[], bool],
    stack: ExitStack,
    found: Callable[[], str],
) -> VoteRoad | None:
    """The road to the league of the settings, started; None where it is no HTTP. `found`: where the
    league answers, if it has to be found.
    """
    if not config.league.startswith(("http", AUTO, MDNS)):
        return None
    typed = config.league.rstrip("/") if config.league.startswith("http") else ""

    def member() -> Membership | None:
        try:
            return membership(home.keys)
        except UserError:  # the uplink logs it
            return None

    def ask() -> Answer | None:
        return _request(member(), "GET", typed or found(), "/api/v1/ballots")

    def tell(voices: Voices) -> Answer | None:
        body = {"voices": [{"seat": seat, "choice": word} for seat, word in voices.choices]}
        path = f"/api/v1/ballots/{voices.ballot}/voices"
        return _request(member(), "POST", typed or found(), path, json.dumps(body).encode())

    road = VoteRoad(ask, tell, put, is_idle)
    stack.callback(road.close)
    road.start()
    return road


def _request(
    member: Membership | None, method: str, league: str, path: str, body: bytes | None = None
) -> Answer | None:
    if member is None or not league:
        return None
    from kiosk.way import Way  # with the first question, not with the table

    headers = {"Authorization": f"Bearer {member.token}"}
    if body is not None:
        headers["Content-Type"] = "application/json"
    with closing(Way(league, WITHIN_S, WITHIN_S)) as way:
        return way.ask(method, path, body or b"", headers, MOST_BYTES)
