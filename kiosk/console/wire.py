"""The private socket of a running table: what the official alone may know, and the way in.

A line of JSON each way, for the table's own user alone (the folder is 0700, the socket 0600, and
who connects is asked of the kernel). It is not the socket of `kiosk status`, which hides nothing
because it is told nothing.

    -> {"watch": 1}                            <- {"facts": {...}} now and whenever they change,
                                                  {"beat": {...}} once a second while the loop lives
    -> {"do": {...}, "id": "7", "pin": "..."}  <- {"answer": "7", "accepted": true, ...}
    -> {"hand": "yes", "id": "8"}              <- {"answer": "8", "accepted": true}
    -> {"hand": "check", "id": "9"}            <- the same; then `standing` in the facts

`takes` beside an `undo` is the text of what it should take back: if something else would go by
now, nothing does. The PIN is looked at here, on the connection's own thread: it takes its time.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

from firmware_py.timesource import TimeSource
from kiosk import gestures
from kiosk.console.plain import plain
from kiosk.disk import make_folder
from kiosk.errors import KioskError
from kiosk.gestures import Gesture
from kiosk.homesocket import Listener, hang_up
from kiosk.inbox import Hand, Item, Key, Look, LookOver, Say
from kiosk.official import Answer, Facts
from kiosk.pin import RULE, PinLock, needs_referee

log = logging.getLogger(__name__)

FOLDER: Final = "console"
NAME: Final = "official.sock"
BEAT_S: Final = 1.0
ANSWER_S: Final = 3.0
LONGEST_LINE: Final = 65_536
MOST: Final = 4
"""Consoles at once: one, one that has not noticed yet that it is gone, and a spare."""
CHECK: Final = "check"
"""The word beside the keys: look the table over."""
KEYS: Final[Mapping[str, str]] = {
    "yes": "y", "no": "n", "next": "Enter", "cancel": "Escape", "erase": "Backspace",
    **{str(digit): str(digit) for digit in range(10)},
}  # fmt: skip


class OfficialSocket(Listener):
    """Listens in the home until `close`."""

    def __init__(
        self, home: Path, put: Callable[[Item], None], time: TimeSource, pin: PinLock
    ) -> None:
        """The home is locked by this table, so an old socket there is a dead one."""
        folder = home / FOLDER
        make_folder(folder, 0o700)
        folder.chmod(0o700)
        self._put, self._time, self._pin = put, time, pin
        self._open: set[socket.socket] = set()
        super().__init__(folder / NAME, "official", self._let_in)

    def close(self) -> None:
        """Let everybody go; harmless twice."""
        super().close()
        for each in tuple(self._open):
            hang_up(each)

    def _let_in(self, peer: socket.socket) -> None:
        if not _is_ours(peer) or len(self._open) >= MOST:
            peer.close()
            return
        self._open.add(peer)
        threading.Thread(
            target=self._serve, args=(peer,), name="official-peer", daemon=True
        ).start()

    def _serve(self, peer: socket.socket) -> None:
        try:
            with peer:
                Peer(peer, self._put, self._time, self._pin).run()
        except OSError as error:
            log.info("a console went away: %s", error)
        finally:
            self._open.discard(peer)


class Peer:
    """One console: a thread that reads, and one that tells while it watches."""

    def __init__(
        self, peer: socket.socket, put: Callable[[Item], None], time: TimeSource, pin: PinLock
    ) -> None:
        self._peer, self._put, self._time, self._pin = peer, put, time, pin
        self._send = threading.Lock()
        self._gone = threading.Event()

    def run(self) -> None:
        """Until it goes away."""
        try:
            with self._peer.makefile("rb") as lines:
                while (asked := _object(lines.readline(LONGEST_LINE))) is not None:
                    self._take(asked)
        finally:
            self._gone.set()

    def _take(self, asked: Mapping[str, Any]) -> None:
        if "watch" in asked:
            threading.Thread(target=self._watch, name="official-watch", daemon=True).start()
        elif "do" in asked or "open" in asked:
            self._tell({"answer": asked.get("id"), **self._say(asked)})
        elif asked.get("hand") == CHECK:
            self._put(LookOver())
            self._tell({"answer": asked.get("id"), "accepted": True})
        elif "hand" in asked:
            gesture = gesture_of(asked["hand"], self._time.now_ns())
            if gesture is not None:
                self._put(Hand(gesture))
            self._tell({"answer": asked.get("id"), "accepted": gesture is not None})

    def _say(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        at_ns = self._time.now_ns()
        fields = asked.get("do", {})
        if not isinstance(fields, dict):
            return {"accepted": False, "error": "do: allowed an object"}
        facts = self._look(0)
        if facts is None:
            return {"accepted": False, "error": "", "silent": True}
        if "open" in asked:
            fields = {"open": asked["open"]}
        elif not _still_takes(asked, fields, facts):
            return {"accepted": False, "error": "", "why": "undo_changed"}
        elif needs_referee(fields, _is_second_round(facts)) and self._pin.is_set():
            refused = self._refused(asked.get("pin"))
            if refused is not None:
                return refused
        answers: SimpleQueue[Answer] = SimpleQueue()
        self._put(Say(fields, at_ns, answers.put))
        try:
            answer = answers.get(timeout=ANSWER_S)
        except Empty:
            return {"accepted": False, "error": "", "silent": True}
        self._look(0)  # told when it is on disk, as a lamp answers
        return as_answer(answer)

    def _refused(self, pin: Any) -> dict[str, Any] | None:
        """Why the referee's PIN does not open this; None if it does."""
        if not isinstance(pin, str) or not pin:
            return {"accepted": False, "rule": RULE, "why": "pin_wanted"}
        try:
            checked = self._pin.check(pin)
        except KioskError as error:
            log.error("%s", error)
            return {"accepted": False, "rule": RULE, "why": "pin_broken"}
        if checked.right:
            return None
        why = "pin_wait" if checked.wait_s else "pin_wrong"
        return {"accepted": False, "rule": RULE, "why": why, "wait_s": checked.wait_s}

    def _look(self, since: int) -> Facts | None:
        """The facts of now; None when the loop does not answer."""
        found: SimpleQueue[Facts] = SimpleQueue()
        self._put(Look(found.put, since))
        try:
            return found.get(timeout=ANSWER_S)
        except Empty:
            return None

    def _watch(self) -> None:
        """Everything when it changed, and every second a sign of the loop's life."""
        found: SimpleQueue[Facts] = SimpleQueue()
        seen = 0
        with suppress(OSError):  # the reader notices
            self._put(Look(found.put, 0))
            while not self._gone.is_set():
                facts = _newest(found, BEAT_S)
                if facts is None:
                    facts = self._look(0)
                if facts is None:
                    self._tell({"silent": True})
                elif facts.revision != seen:
                    seen = facts.revision
                    self._tell({"facts": plain(facts)})
                    self._put(Look(found.put, seen))
                else:
                    self._tell({"beat": _beat(facts)})

    def _tell(self, told: Mapping[str, Any]) -> None:
        data = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with self._send:
            self._peer.sendall(data)


def gesture_of(word: Any, at_ns: int) -> Gesture | None:
    """The gesture of a key that a console shows; None for no such key."""
    name = KEYS.get(word) if isinstance(word, str) else None
    return None if name is None else gestures.of_key(Key(name, at_ns))


def as_answer(answer: Answer) -> dict[str, Any]:
    """An answer of the table as it goes over the wire."""
    told: dict[str, Any] = {"accepted": answer.accepted, "error": answer.error}
    if answer.asked:
        told["asked"] = True
    if answer.refusal is not None:
        told |= {"rule": answer.refusal.rule, "text": plain(answer.text)}
    return told


def address(home: Path) -> Path:
    """Where a table of this home listens."""
    return home / FOLDER / NAME


def _beat(facts: Facts) -> dict[str, Any]:
    """What counts by itself."""
    return {
        "revision": facts.revision,
        "now_ms": facts.now_ms,
        "remaining_s": facts.remaining_s,
        "verb_left_ms": facts.verb_left_ms,
        "question_left_ms": None if facts.question is None else facts.question.left_ms,
    }


def _still_takes(asked: Mapping[str, Any], fields: Mapping[str, Any], facts: Facts) -> bool:
    """Whether an undo would take back what its page showed."""
    wanted = asked.get("takes")
    if fields.get("do") != "undo" or wanted is None:
        return True
    back = fields.get("back", 1)
    would = next((undo for undo in facts.undoable if undo.back == back), None)
    return would is not None and bool(plain(would.text) == wanted)


def _is_second_round(facts: Facts) -> bool:
    """Whether the turns went round the table, in a family whose official is told so."""
    private = getattr(facts.view, "official", None)
    return bool(getattr(private, "second_round", False))


def _newest(found: SimpleQueue[Facts], within_s: float) -> Facts | None:
    """What came last, waiting for the first; None if nothing came."""
    newest = None
    try:
        newest = found.get(timeout=within_s)
        while True:
            newest = found.get_nowait()
    except Empty:
        return newest


def _object(line: bytes) -> Mapping[str, Any] | None:
    """A whole line with an object; None ends the connection."""
    if not line.endswith(b"\n"):
        return None
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _is_ours(peer: socket.socket) -> bool:
    """The other end runs as this table's own user, or as root."""
    packed = peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    _, uid, _ = struct.unpack("3i", packed)
    return uid in (os.geteuid(), 0)
