"""A league behind a serial line: results, live states and enrolment through `league gateway`.

The line has a thread of its own (firmware_py/link/wire.py); the uplink's waits here for an answer,
and no longer than the session lasts. What was not answered when a session ended is asked again in
the next one: the league knows a record by its hash.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from queue import Empty, SimpleQueue
from typing import Any, Final, NamedTuple

from firmware_py.link.end import Changed, Down, Event, Message, Up
from firmware_py.link.lines import Line, open_line
from firmware_py.link.messages import (
    ASKING,
    LIVE,
    NUMBERS,
    RESULTS,
    TABLE_WORDS,
    Reply,
    Request,
    Word,
    introduction,
    pack_json,
    pack_request,
    read_json,
    read_message,
)
from firmware_py.link.quality import LineState
from firmware_py.link.tableend import TableEnd
from firmware_py.link.wire import Wire
from kiosk.carrier import Answer, Standing
from kiosk.errors import KioskError, RunError
from kiosk.inbox import Road
from kiosk.late import SERIAL
from kiosk.outbox import Parcel
from kiosk.seal import Membership, TableKey, brought, enrolment
from rules.packed import pack

log = logging.getLogger(__name__)

UP_WAIT_S: Final = 3.0
"""A gateway asks every second who is there."""
ANSWER_S: Final = 60.0
WHY: Final[Mapping[LineState, str]] = {
    LineState.NO_PORT: "the port cannot be opened",
    LineState.SILENT: "nobody is heard: is the gateway running, and the cable whole?",
    LineState.GARBLED: "bytes come and never a frame: probably another speed than the gateway's;"
    " set the same at both ends (league.baud in tableside.toml here, --baud there), and on a bus"
    " see that D1 and D0 are not swapped",
    LineState.OTHER_VERSION: "the gateway speaks another version: install the same Tableside",
    LineState.WAITING: "the port is open, and the gateway has not asked yet",
}
FAULTS: Final[Mapping[LineState, str]] = {
    LineState.NO_PORT: "no_port",
    LineState.GARBLED: "garbled",
    LineState.OTHER_VERSION: "other_version",
}
"""For the screen (inbox.py, `Link`)."""
HALL_S: Final = 3.0
BITS: Final = 10
"""Of a byte on the line."""
_INTRODUCTION: Final = 0


class _Found(NamedTuple):
    """An answer unpacked, and how long it was on the line."""

    status: int
    body: bytes
    packed: int


_Slot = SimpleQueue[_Found | None]


class SerialCarrier:
    """The way to the league at a serial port. Everything is opened by `start`, on its thread."""

    def __init__(
        self,
        port: str,
        baud: int,
        member: Callable[[], Membership | None],
        key: Callable[[], TableKey],
        wake: Callable[[], None],
        open_port: Callable[[str, int], Line] = open_line,
    ) -> None:
        """`wake` is called when the line came up or went down."""
        self._port = port
        self._baud = baud
        self._member = member
        self._key = key
        self._wake = wake
        self._lock = threading.Condition()
        self._state = LineState.SILENT
        self._why = ""
        self._up: Up | None = None
        self._known: Answer | None = None
        self._number = _INTRODUCTION
        self._open: dict[int, _Slot] = {}
        self._deaf: Up | None = None
        """The session in which the gateway knows nothing of a hall's clock."""
        self._closed = False
        self._wire = Wire(
            TableEnd(baud), lambda: open_port(port, baud), self._on_event, name="serial"
        )

    def start(self) -> None:
        """Open the line."""
        self._wire.start()

    def close(self) -> None:
        """Whoever waits for an answer gets none."""
        with self._lock:
            self._closed = True
            self._fail_open()
        self._wire.close()

    def standing(self) -> Standing:
        """How it is with the line, whatever was asked last."""
        with self._lock:
            fault = "" if self._up is not None else FAULTS.get(self._state, "unheard")
            return Standing(self._up is not None, fault, Road("serial", self._port))

    def post_game(self, parcel: Parcel) -> Answer:
        """The record as it travels on a narrow line; its seal says whose it is."""
        reply = self._ask(Word.RECORD, RESULTS, pack(parcel.data))
        return Answer(reply.status, reply.body)

    def post_live(self, state: Mapping[str, Any]) -> Answer:
        """The public state, in place of one that has not gone yet; nothing is answered to it."""
        with self._lock:
            up = self._wait_for_up()
            self._lock.wait_for(lambda: self._known is not None or self._up is not up, UP_WAIT_S)
            known = self._known
        if known is None:
            raise ConnectionError(f"{self._port}: the gateway does not answer")
        if known.status != 200:
            self._introduce(up)  # it may have been approved since
            return known
        message = pack_request(Request(Word.LIVE, _INTRODUCTION, pack_json(state)))
        self._wire.ask(lambda end: _send(end, LIVE, message, newest_only=True))
        if self._deaf is not up and ("board" in state or state.get("game", "") is None):
            return self._hall(up)
        return Answer(204, b"")

    def _hall(self, up: Up) -> Answer:
        """Where the hall's clock stands. The answer is longer than the question, and so longer on
        the line: that is taken off what it was on the way.
        """
        body = pack_json({})
        try:
            reply = self._ask(Word.HALL, ASKING, body, HALL_S)
        except ConnectionError:  # a gateway of before: it is not asked again in this session
            self._deaf = up
            return Answer(204, b"")
        found = json.loads(reply.body or b"{}")
        if reply.status == 200 and isinstance(found.get("hall"), dict):
            longer = max(0, reply.packed - len(body))
            took = found["hall"].get("took_ms", 0)
            found["hall"]["took_ms"] = took + longer * BITS * 1000 // self._baud
        return Answer(reply.status, json.dumps(found, ensure_ascii=False).encode())

    def post_delivered(self, marks: Sequence[str]) -> Answer:
        """Which of the delivered records the league does not have any more."""
        with self._lock:
            up = self._wait_for_up()
            self._lock.wait_for(lambda: self._known is not None or self._up is not up, UP_WAIT_S)
        reply = self._ask(Word.DELIVERED, ASKING, pack_json({"records": list(marks)}))
        return Answer(reply.status, reply.body)

    def post_table(self, word: str, fields: Mapping[str, Any]) -> Answer:
        """Below the results, as live states are."""
        with self._lock:
            up = self._wait_for_up()
            self._lock.wait_for(lambda: self._known is not None or self._up is not up, UP_WAIT_S)
        reply = self._ask(TABLE_WORDS[word], LIVE, pack_json(fields))
        return Answer(reply.status, reply.body)

    def enrol(self, code: str) -> Answer:
        """Redeem a code of `league enrol`."""
        reply = self._ask(Word.ENROL, ASKING, pack_json(enrolment(code, self._key())))
        return Answer(reply.status, reply.body)

    def introduce(self) -> None:
        """Say again who is here: the table has another name since, or one at all."""
        with self._lock:
            up, self._known = self._up, None
        if up is not None:
            self._introduce(up)

    def _ask(self, word: Word, stream: int, body: bytes, within_s: float = ANSWER_S) -> _Found:
        slot: _Slot = SimpleQueue()
        with self._lock:
            self._wait_for_up()
            self._number = self._number % (NUMBERS - 1) + 1
            number = self._number
            self._open[number] = slot
        message = pack_request(Request(word, number, body))
        self._wire.ask(lambda end: None if _send(end, stream, message) else slot.put(None))
        try:
            reply = slot.get(timeout=within_s + len(body) * 40 / self._baud)
        except Empty:
            reply = None
        with self._lock:
            self._open.pop(number, None)
        if reply is None:
            raise ConnectionError(f"{self._port}: the line was lost before the league's answer")
        return reply

    def _wait_for_up(self) -> Up:
        """The session, with the lock held; ConnectionError where there is none for long."""
        self._lock.wait_for(lambda: self._up is not None or self._closed, UP_WAIT_S)
        if self._up is None or self._closed:
            why = self._why or WHY.get(self._state, self._state.value)
            raise ConnectionError(f"{self._port}: {why}")
        return self._up

    def _on_event(self, event: Event) -> None:
        """On the wire's thread."""
        match event:
            case Up():
                with self._lock:
                    self._up, self._known = event, None
                    self._lock.notify_all()
                self._introduce(event)
                self._wake()
            case Down():
                with self._lock:
                    self._up = None
                    self._fail_open()
                log.warning("%s: the gateway is gone", self._port)
                self._wake()
            case Changed(state, why):
                with self._lock:
                    self._state, self._why = state, why
                if state not in (LineState.UP, LineState.WAITING):
                    log.warning("%s: %s", self._port, why or WHY.get(state, state.value))
                self._wake()
            case Message(_, _, data):
                self._answered(read_message(data))

    def _answered(self, reply: Request | Reply | None) -> None:
        if not isinstance(reply, Reply):
            return
        found = read_json(reply.body)
        text = b"" if found is None else json.dumps(found, ensure_ascii=False).encode()
        whole = _Found(reply.status, text, len(reply.body))
        with self._lock:
            if reply.number == _INTRODUCTION:
                self._known = Answer(whole.status, whole.body)
                self._lock.notify_all()
            elif reply.number in self._open:
                self._open[reply.number].put(whole)

    def _introduce(self, up: Up) -> None:
        """Say who is here, signed for this session alone. A table whose key is damaged is nobody,
        and its sealed results go all the same.
        """
        try:
            member, key = self._member(), self._key()
        except KioskError as error:
            log.error("%s", error)
            with self._lock:
                self._known = Answer(401, json.dumps({"error": str(error)}).encode())
                self._lock.notify_all()
            return
        name = "" if member is None else member.table
        said = {
            "table": name,
            "key": key.public,
            "sig": key.sign(introduction(up.gateway, up.table, name)),
        }
        message = pack_request(Request(Word.INTRODUCE, _INTRODUCTION, pack_json(said)))
        self._wire.ask(lambda end: _send(end, ASKING, message))

    def _fail_open(self) -> None:
        for slot in self._open.values():
            slot.put(None)
        self._lock.notify_all()


def redeem(url: str, baud: int, code: str, key: TableKey) -> Membership:
    """Redeem a code of `league enrol` over the line; RunError in one line where it is not taken."""
    carrier = SerialCarrier(url.removeprefix(SERIAL), baud, lambda: None, lambda: key, _nobody)
    carrier.start()
    try:
        return redeemed(carrier, url, code)
    finally:
        carrier.close()


def redeemed(carrier: SerialCarrier, url: str, code: str) -> Membership:
    """The same over a line that is open; `url` is its name."""
    try:
        answer = carrier.enrol(code)
    except OSError as error:
        raise RunError(f"{url}: no league answers there ({error})") from None
    try:
        found = json.loads(answer.body)
        if answer.status in (200, 201):
            return brought(url, found)
        why = found.get("error") or found
    except (ValueError, KeyError, TypeError, AttributeError):
        why = "the answer is no league's"
    raise RunError(f"{url}: code {code!r} was not taken ({answer.status}): {why}")


def _nobody() -> None:
    """Nobody waits for this line."""


def _send(end: TableEnd, stream: int, message: bytes, *, newest_only: bool = False) -> bool:
    return end.send(stream, message, newest_only=newest_only)
