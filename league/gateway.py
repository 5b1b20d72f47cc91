"""The league's end of a serial line: what tables send is answered as over HTTP, after the commit.

Two threads: the line's (firmware_py/link/wire.py), and the one here that looks into records and
writes. A record's seal says whose it is, so a record needs no token; a table that introduces itself
signs the session with its key, and only then its live states are believed.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from firmware_py.link.end import Changed, Down, Event, Message, Up
from firmware_py.link.gatewayend import GatewayEnd
from firmware_py.link.lines import Line
from firmware_py.link.messages import (
    ASKING,
    Reply,
    Request,
    Word,
    introduction,
    pack_json,
    pack_reply,
    read_json,
    read_message,
)
from firmware_py.link.quality import LineState
from firmware_py.link.wire import Wire
from league import enrolment, live, takeover
from league.carried import receive
from league.club.outlook import follow
from league.db import Database
from league.hallclock import instant
from league.halls import Halls, look_at_hands
from league.ids import TableId
from league.ingest import MOST_MARKS, Answer, missing
from league.proof import signed
from league.refusals import Reason, Refused
from league.settings import Settings
from league.tables import table_key
from rules.identity import key_words
from rules.packed import unpack

_LOG = logging.getLogger(__name__)

ROAD: Final = "serial"
SAID: Final[Mapping[LineState, str]] = {
    LineState.NO_PORT: "the port cannot be had",
    LineState.SILENT: "nobody is heard: is a table on, with this line as its league, and the cable"
    " whole?",
    LineState.GARBLED: "bytes come and never a frame: probably another speed than the table's; set"
    " the same at both ends (--baud here, league.baud in tableside.toml there), and on a bus see"
    " that D1 and D0 are not swapped",
    LineState.WAITING: "waiting for a table",
    LineState.OTHER_VERSION: "the table speaks another version: install the same Tableside",
    LineState.UP: "up",
}


class Caller:
    """The table at the other end of a session: nobody known, until it has introduced itself."""

    def __init__(self, up: Up) -> None:
        self.up = up
        self.table: TableId | None = None
        self.key = ""


_Job = tuple[int, Request] | Event | None


class Gateway:
    """Answers the tables of one line until `close`. `tell` hears one line of text for people."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        node: GatewayEnd,
        open_line: Callable[[], Line],
        tell: Callable[[str], None],
    ) -> None:
        self._settings = settings
        self._database = database
        self._hears = tell
        self._callers: dict[int, Caller] = {}
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._live: dict[int, Request] = {}
        self._came: dict[int, int] = {}
        """When a table asked for the hall's clock."""
        self._halls = Halls(settings)
        self._lock = threading.Lock()
        """Of the live states."""
        self._wire = Wire(node, open_line, self._on_event, name="league-line")
        self._worker = threading.Thread(target=self._work, name="league-gateway", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._worker.start()
        self._wire.start()

    def close(self) -> None:
        """Finish what was begun; nothing is answered after this."""
        self._wire.close()
        self._jobs.put(None)
        self._worker.join()

    def _tell(self, text: str) -> None:
        """Who listens may have gone, or his file be full: no result waits for that."""
        try:
            self._hears(text)
        except OSError as error:
            _LOG.info("nobody hears %r: %s", text, error)

    def _on_event(self, event: Event) -> None:
        """On the line's thread."""
        if not isinstance(event, Message):
            self._jobs.put(event)
            return
        request = read_message(event.data)
        if not isinstance(request, Request):
            return  # a newer version's; it does without an answer
        if request.word is Word.HALL:
            with self._lock:
                self._came[event.peer] = instant().boot_ms
        if request.word is Word.LIVE:
            with self._lock:
                is_waiting = event.peer in self._live
                self._live[event.peer] = request  # in place of one that was not looked at yet
            if is_waiting:
                return
        self._jobs.put((event.peer, request))

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            match job:
                case Up(peer):
                    self._callers[peer] = Caller(job)
                case Down(peer):
                    caller = self._callers.pop(peer, None)
                    if caller is not None and caller.table is not None:
                        self._tell(f"{caller.table} is gone")
                case Changed(state, why):
                    self._tell(f"line: {SAID[state]}{f' ({why})' if why else ''}")
                case int(peer), Request() as request:
                    self._serve(peer, request)

    def _serve(self, peer: int, request: Request) -> None:
        caller = self._callers.get(peer)
        if request.word is Word.LIVE:
            with self._lock:
                request = self._live.pop(peer)
        if caller is None:
            return  # its session is over: it asks again in the next one
        try:
            answer = self._answered(caller, request)
        except Refused as refused:
            answer = _refusal(refused)
        except Exception:  # noqa: BLE001 - the thread's top: the table tries again
            _LOG.exception("a request failed")
            answer = Answer(503, {"error": "the league cannot take it now"})
        if answer is not None:
            message = pack_reply(Reply(request.number, answer.status, pack_json(answer.body)))
            self._wire.ask(lambda node: node.send(peer, ASKING, message))

    def _answered(self, caller: Caller, request: Request) -> Answer | None:
        match request.word:
            case Word.HALL:
                return self._hall(caller)
            case Word.RECORD:
                return self._record(caller, request.body)
            case Word.INTRODUCE:
                return self._introduced(caller, _fields(request.body))
            case Word.ENROL:
                return self._enrolled(_fields(request.body))
            case Word.DELIVERED:
                return self._compared(caller, _fields(request.body))
            case Word.COPY | Word.TAKEOVER:
                return self._spared(caller, request.word, _fields(request.body))
            case Word.LIVE:
                self._state(caller, _fields(request.body))
        return None

    def _hall(self, caller: Caller) -> Answer:
        """Where the hall's clock stands, as in the answer to a live state over HTTP."""
        if caller.table is None:
            raise Refused(401, Reason("stranger", "a table has to introduce itself first"))
        with self._lock:
            came_ms = self._came.pop(caller.up.peer, 0) or instant().boot_ms
        with self._database.read() as connection:
            _require_approved(connection, caller.table, caller.key)
            state = live.last(connection, caller.table)
            halls = self._halls
            told = None if state is None else halls.answer(connection, caller.table, state, came_ms)
        return Answer(204, {}) if told is None else Answer(200, {"hall": told})

    def _record(self, caller: Caller, body: bytes) -> Answer:
        try:
            raw = unpack(body, self._settings.max_record_bytes)
        except ValueError as error:
            raise Refused(
                422, Reason("packed", f"the record cannot be unpacked: {error}")
            ) from None
        try:
            answer = receive(self._database, self._settings, raw, ROAD)
        except IntegrityError:
            # Another process stored this game between our look and our row.
            answer = receive(self._database, self._settings, raw, ROAD)
        said = answer.body.get("status") or answer.body.get("error")
        self._tell(f"{answer.body.get('game', caller.table or 'a table')}: {said}")
        return answer

    def _introduced(self, caller: Caller, fields: Mapping[str, Any]) -> Answer:
        table, key = str(fields.get("table", "")), str(fields.get("key", ""))
        said = introduction(caller.up.gateway, caller.up.table, table)
        with suppress(ValueError):
            if signed(bytes.fromhex(key), bytes.fromhex(str(fields.get("sig", ""))), said):
                with self._database.read() as connection:
                    _require_approved(connection, table, key)
                caller.table, caller.key = TableId(table), key
                self._tell(f"{table} is here")
                return Answer(200, {"table": table})
        raise Refused(
            401, Reason("signature", "the introduction is not signed by the key it names")
        )

    def _enrolled(self, fields: Mapping[str, Any]) -> Answer:
        code, key = str(fields.get("code", "")), str(fields.get("key", ""))
        sig = str(fields.get("sig", ""))
        with self._database.write() as connection:
            done = enrolment.redeem(connection, code, key, sig)
        if isinstance(done, Refused):
            raise done
        self._tell(f"{done.table} offers a key: {key_words(key)}")
        return Answer(201, done.answer)

    def _compared(self, caller: Caller, fields: Mapping[str, Any]) -> Answer:
        marks = fields.get("records")
        if not isinstance(marks, list) or len(marks) > MOST_MARKS:
            text = f"records: found {type(marks).__name__}, allowed at most {MOST_MARKS} hashes"
            raise Refused(400, Reason("records", text))
        if caller.table is None:
            raise Refused(401, Reason("stranger", "a table has to introduce itself first"))
        with self._database.read() as connection:
            _require_approved(connection, caller.table, caller.key)
            return Answer(
                200, {"missing": missing(connection, caller.table, list(map(str, marks)))}
            )

    def _spared(self, caller: Caller, word: Word, fields: Mapping[str, Any]) -> Answer:
        """A piece of an open game, or a spare that asks for one."""
        table = caller.table
        if table is None:
            raise Refused(401, Reason("stranger", "a table has to introduce itself first"))
        text = json.dumps(fields)
        try:
            with self._database.write() as connection:
                _require_approved(connection, table, caller.key)
                if word is Word.COPY:
                    told = msgspec.json.decode(text, type=takeover.Told)
                    return Answer(200, takeover.heard(connection, table, told))
                asked = msgspec.json.decode(text, type=takeover.Asked)
                return Answer(200, takeover.ask(connection, table, asked))
        except msgspec.ValidationError as error:
            raise Refused(400, Reason("fields", str(error))) from None

    def _state(self, caller: Caller, fields: Mapping[str, Any]) -> None:
        table = caller.table
        if table is None:
            return  # it was told so when it introduced itself
        try:
            state = msgspec.convert(fields, live.LiveState)
        except msgspec.ValidationError as error:
            _LOG.warning("%s: live state: %s", table, error)
            return
        with self._database.write() as connection:
            _require_approved(connection, table, caller.key)  # it may have been revoked since
            live.put(connection, table, state)
            follow(connection, self._settings, table, state)
            look_at_hands(connection, self._settings, state)


def _require_approved(connection: Connection, table: str, key: str) -> None:
    row = connection.execute(
        select(table_key.c.status).where(table_key.c.table_id == table, table_key.c.key_hex == key)
    ).scalar()
    if row == "offered":
        text = f"table {table} waits for approval: league enrol {table} --approve"
        raise Refused(401, Reason("not_approved", text))
    if row != "approved":
        text = f"this key is not enrolled for table {table!r}: league enrol, then kiosk enrol CODE"
        raise Refused(401, Reason("key", text))


def _fields(body: bytes) -> Mapping[str, Any]:
    found = read_json(body)
    if found is None:
        raise Refused(400, Reason("json", "the request is no JSON object"))
    return found


def _refusal(refused: Refused) -> Answer:
    reasons = [reason.text for reason in refused.reasons]
    codes = [reason.code for reason in refused.reasons]
    return Answer(refused.status, {"error": reasons[0], "reasons": reasons, "codes": codes})
