"""The table's road by a wire: answers, sessions that end, who is at the other end."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from nacl.signing import VerifyKey

from firmware_py.link.end import Down, Event, Message, Up
from firmware_py.link.gatewayend import GatewayEnd
from firmware_py.link.lines import Line, Loop
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
from firmware_py.link.wire import Wire
from kiosk import inbox, serialroad
from kiosk.carrier import Answer, Standing
from kiosk.errors import RunError
from kiosk.home import Home
from kiosk.inbox import Link
from kiosk.outbox import Parcel
from kiosk.seal import Membership, TableKey, enrolment
from kiosk.serialroad import SerialCarrier, redeem
from kiosk.uplink import Uplink
from rules.packed import unpack

BAUD = 921_600
KEY = TableKey(bytes(range(32)))
MEMBER = Membership("serial:X", "T3", "secret")
PARCEL = Parcel("G1", b'{"open":{}}\n', "ab", None)


class League:
    """A gateway that answers what the test lays out, else 200."""

    def __init__(self, line: Line) -> None:
        self.requests: SimpleQueue[Request] = SimpleQueue()
        self.answers: dict[Word, SimpleQueue[tuple[int, dict[str, Any]] | None]] = {
            word: SimpleQueue() for word in Word
        }
        self.ups: SimpleQueue[Up] = SimpleQueue()
        self.downs: SimpleQueue[Down] = SimpleQueue()
        self.wire = Wire(GatewayEnd(BAUD), lambda: line, self.hear)
        self.wire.start()

    def hear(self, event: Event) -> None:
        if isinstance(event, Up):
            self.ups.put(event)
        if isinstance(event, Down):
            self.downs.put(event)
        if not isinstance(event, Message):
            return
        request = read_message(event.data)
        assert isinstance(request, Request)
        self.requests.put(request)
        if request.word is Word.LIVE:
            return
        laid_out = self.answers[request.word]
        answer = (200, {"ok": True}) if laid_out.empty() else laid_out.get()
        if answer is not None:
            reply = Reply(request.number, answer[0], pack_json(answer[1]))
            self.wire.ask(lambda end: end.send(event.peer, ASKING, pack_reply(reply)))

    def asked(self, word: Word) -> Request:
        while True:
            request = self.requests.get(timeout=10)
            if request.word is word:
                return request


class Road:
    """A carrier and a gateway on one loop."""

    def __init__(
        self,
        stack: ExitStack,
        member: Membership | None = MEMBER,
        key: Callable[[], TableKey] = lambda: KEY,
    ) -> None:
        here, there = Loop.pair()
        stack.callback(here.close)
        stack.callback(there.close)
        self.woken = threading.Semaphore(0)
        self.carrier = SerialCarrier(
            "X", BAUD, lambda: member, key, self.woken.release, lambda port, baud: here
        )
        self.league = League(there)
        stack.callback(self.league.wire.close)
        stack.callback(self.carrier.close)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_a_record_goes_packed_and_its_answer_comes_back(stack: ExitStack) -> None:
    road = Road(stack)
    road.league.answers[Word.RECORD].put((201, {"game": "G1", "sha256": "ab"}))
    road.carrier.start()
    answer = road.carrier.post_game(PARCEL)
    assert (answer.status, json.loads(answer.body)) == (201, {"game": "G1", "sha256": "ab"})
    assert unpack(road.league.asked(Word.RECORD).body) == PARCEL.data
    assert road.carrier.standing() == Standing(True, road=inbox.Road("serial", "X"))
    assert road.woken.acquire(timeout=5)


def test_a_table_says_who_it_is_and_signs_this_very_session(stack: ExitStack) -> None:
    road = Road(stack)
    road.carrier.start()
    up = road.league.ups.get(timeout=10)
    said = read_json(road.league.asked(Word.INTRODUCE).body)
    assert said is not None
    assert (said["table"], said["key"]) == ("T3", KEY.public)
    VerifyKey(bytes.fromhex(said["key"])).verify(
        introduction(up.gateway, up.table, "T3"), bytes.fromhex(said["sig"])
    )


def test_a_table_whose_key_is_damaged_still_delivers_what_it_has_sealed(stack: ExitStack) -> None:
    def damaged() -> TableKey:
        raise RunError("keys/table.key: no key (64 hex digits); restore it")

    road = Road(stack, key=damaged)
    road.league.answers[Word.RECORD].put((201, {"game": "G1", "sha256": "ab"}))
    road.carrier.start()
    assert road.carrier.post_game(PARCEL).status == 201
    answer = road.carrier.post_live({"phase": "play"})
    assert (answer.status, b"no key" in answer.body) == (401, True)
    assert road.league.ups.qsize() == 1, "the line stays as it is"


def test_a_live_state_goes_without_waiting_for_an_answer(stack: ExitStack) -> None:
    road = Road(stack)
    road.carrier.start()
    assert road.carrier.post_live({"phase": "play"}) == Answer(204, b"")
    assert read_json(road.league.asked(Word.LIVE).body) == {"phase": "play"}


def test_a_tournaments_table_is_told_the_halls_clock_and_the_answers_length_is_taken_off(
    stack: ExitStack,
) -> None:
    road = Road(stack)
    told = {"hall": {"at_ms": 5_000, "took_ms": 3, "board": {"name": "x" * 40}}}
    road.league.answers[Word.HALL].put((200, told))
    road.carrier.start()
    answer = road.carrier.post_live({"game": "G", "board": {}})
    found = json.loads(answer.body)["hall"]
    longer = len(pack_json(told)) - len(pack_json({}))
    assert (answer.status, found["at_ms"]) == (200, 5_000)
    assert found["took_ms"] == 3 + longer * 10_000 // BAUD


def test_a_gateway_that_knows_no_hall_is_asked_once_in_a_session(
    stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.serialroad.HALL_S", 0.05)
    road = Road(stack)
    road.league.answers[Word.HALL].put(None)
    road.carrier.start()
    for _ in range(2):
        assert road.carrier.post_live({"game": None}) == Answer(204, b"")
    assert road.league.answers[Word.HALL].empty()


def test_a_table_that_is_not_enrolled_is_told_so_and_asks_again(stack: ExitStack) -> None:
    road = Road(stack, member=None)
    refusal = (401, {"error": "this key is not enrolled"})
    road.league.answers[Word.INTRODUCE].put(refusal)
    road.carrier.start()
    answer = road.carrier.post_live({"phase": "idle"})
    assert (answer.status, json.loads(answer.body)) == refusal
    for _ in range(2):
        road.league.asked(Word.INTRODUCE)
    until(lambda: road.carrier.post_live({"phase": "idle"}).status == 204)


def until(holds: Callable[[], bool]) -> None:
    pause = threading.Event()
    for _ in range(1000):
        if holds():
            return
        pause.wait(0.01)
    raise AssertionError("never")


def test_an_answer_that_a_session_did_not_live_to_give_is_asked_for_again(
    stack: ExitStack, tmp_path: Path
) -> None:
    road = Road(stack)
    road.league.answers[Word.RECORD].put(None)  # it has the record, and its power is cut
    road.carrier.start()
    found: SimpleQueue[str] = SimpleQueue()

    def send() -> None:
        try:
            road.carrier.post_game(PARCEL)
        except ConnectionError as error:
            found.put(str(error))

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    road.league.asked(Word.RECORD)
    road.league.wire.close()
    assert found.get(timeout=15) == "X: the line was lost before the league's answer"
    sender.join(5)
    until(lambda: road.carrier.standing().up is False)


def test_closing_lets_go_of_whoever_waits(stack: ExitStack) -> None:
    road = Road(stack)
    road.league.answers[Word.RECORD].put(None)
    road.carrier.start()
    ended = threading.Event()

    def send() -> None:
        with pytest.raises(ConnectionError):
            road.carrier.post_game(PARCEL)
        ended.set()

    threading.Thread(target=send, daemon=True).start()
    road.league.asked(Word.RECORD)
    road.carrier.close()
    assert ended.wait(5)


def nowhere(port: str, baud: int) -> Line:
    raise OSError(f"{port}: no such device")


def test_a_port_that_is_not_there_is_said_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serialroad, "UP_WAIT_S", 0.2)
    carrier = SerialCarrier("/dev/x", BAUD, lambda: MEMBER, lambda: KEY, lambda: None, nowhere)
    carrier.start()
    with pytest.raises(ConnectionError, match="/dev/x: no such device"):
        until(lambda: carrier.post_game(PARCEL).status == 0)
    assert carrier.standing() == Standing(False, "no_port", inbox.Road("serial", "/dev/x"))
    carrier.close()


def test_noise_on_the_line_is_named_on_the_screen_within_five_seconds(
    stack: ExitStack, tmp_path: Path
) -> None:
    """S19: what a port at another speed hears, as the uplink reports it."""
    here, there = Loop.pair()
    stack.callback(here.close)
    home = Home(tmp_path)
    home.prepare()
    links: SimpleQueue[Link] = SimpleQueue()

    def connect() -> SerialCarrier:
        carrier = SerialCarrier(
            "X", BAUD, lambda: MEMBER, lambda: KEY, uplink.wake, lambda port, baud: here
        )
        stack.callback(carrier.close)
        carrier.start()
        return carrier

    uplink = Uplink(home, connect, links.put)
    stack.callback(uplink.close)
    uplink.live({"phase": "idle"})
    uplink.start()
    stop = threading.Event()

    def babble() -> None:
        end = there._end
        while not stop.wait(0.2):
            end.send(b"\xf8\x80\x78\xe6\x1e")
        there.close()

    noise = threading.Thread(target=babble)
    noise.start()
    stack.callback(noise.join)
    stack.callback(stop.set)
    link = links.get(timeout=10)
    while not link.fault:
        link = links.get(timeout=10)
    assert link == Link(False, 0, fault="garbled", road=inbox.Road("serial", "X"))


def test_a_code_is_redeemed_over_the_line(
    stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = Loop.pair()
    stack.callback(here.close)
    stack.callback(there.close)
    league = League(there)
    stack.callback(league.wire.close)
    league.answers[Word.ENROL].put((201, {"table": "T3", "token": "abc", "approved": False}))
    carrier = SerialCarrier(
        "X", BAUD, lambda: None, lambda: KEY, lambda: None, lambda port, baud: here
    )
    monkeypatch.setattr(serialroad, "SerialCarrier", lambda *_: carrier)
    assert redeem("serial:X", BAUD, "CODE", KEY) == Membership("serial:X", "T3", "abc")
    assert read_json(league.asked(Word.ENROL).body) == enrolment("CODE", KEY)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((401, {"error": "this code was used already"}), "not taken .401.: this code was used"),
        ((201, {}), "the answer is no league's"),
    ],
)
def test_a_code_that_is_not_taken_is_one_line(
    stack: ExitStack,
    monkeypatch: pytest.MonkeyPatch,
    answer: tuple[int, dict[str, Any]],
    message: str,
) -> None:
    road = Road(stack)
    road.league.answers[Word.ENROL].put(answer)
    monkeypatch.setattr(serialroad, "SerialCarrier", lambda *_: road.carrier)
    with pytest.raises(RunError, match=message):
        redeem("serial:X", BAUD, "CODE", KEY)


def test_enrolling_where_nobody_is_heard_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serialroad, "UP_WAIT_S", 0.2)
    with pytest.raises(RunError, match="serial:/nowhere: no league answers there"):
        redeem("serial:/nowhere", BAUD, "CODE", KEY)
