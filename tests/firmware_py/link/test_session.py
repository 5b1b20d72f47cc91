"""Two ends and a wire in virtual time: everything once and in order, whatever the wire does."""

from __future__ import annotations

import random

import pytest

from firmware_py.link import hello
from firmware_py.link.frames import NO_KEY, Decoder, Frame, Kind, encode
from firmware_py.link.gatewayend import GatewayEnd
from firmware_py.link.messages import LIVE, RESULTS
from firmware_py.link.quality import LineState
from firmware_py.link.receiving import MOST_MESSAGE, Receiver
from firmware_py.link.sending import LARGE, SMALL, WINDOW, FrameSize, Sender
from firmware_py.link.tableend import TableEnd
from tests.firmware_py.link.air import (
    BAUD,
    MS,
    SECOND,
    Air,
    Damage,
    at_another_speed,
    bit_errors,
    clean,
    counted,
    rough,
)


def gateway(seed: int = 1, *, bus: bool = False, baud: int = BAUD) -> GatewayEnd:
    return GatewayEnd(baud, bus=bus, nonce=counted(seed))


def table(seed: int = 10, baud: int = BAUD) -> TableEnd:
    return TableEnd(baud, counted(seed), random.Random(seed).randrange)


def line(damage: Damage = clean, latency_ms: int = 2, baud: int = BAUD) -> tuple[Air, TableEnd]:
    end = table(baud=baud)
    air = Air(gateway(baud=baud), [end], damage, latency_ns=latency_ms * MS, baud=baud)
    air.run(lambda: end.is_up)
    return air, end


def some_bytes(count: int, seed: int = 5) -> bytes:
    return random.Random(seed).randbytes(count)


def test_who_goes_on_greeting_is_answered_once_and_a_crowd_not_without_end() -> None:
    """A port that takes nothing must not fill the memory."""
    asking = gateway()
    asking.opened(SECOND)
    asking.take(SECOND)
    for number in [*range(100), *range(100)]:
        said = hello.Hello(b"%08d" % number, asking._me, 8, 9)  # of versions nobody knows
        asking.feed(encode(Frame(Kind.HELLO, payload=hello.pack_hello(said))), SECOND)
    answered = 0
    for second in range(2, 200):
        for frame in Decoder(lambda _: NO_KEY).feed(asking.take(second * SECOND)):
            answered += frame.kind is Kind.WELCOME
    assert answered == 64


@pytest.mark.parametrize("latency_ms", [0, 2, 16, 40])
def test_twenty_kilobytes_take_the_wire_hardly_longer_than_they_must(latency_ms: int) -> None:
    """16 ms: what a USB adapter holds a byte; stop and wait would carry a third."""
    air, end = line(latency_ms=latency_ms)
    data = some_bytes(20_000)
    end.send(RESULTS, data)
    took = air.run(lambda: air.messages(air.gateway) == [data])
    assert took < len(data) * 10 * SECOND // BAUD * 100 // 92
    assert end.resent == 0


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(bit_errors(1e-4, 3), id="ber 1e-4"),
        pytest.param(bit_errors(5e-4, 4), id="ber 5e-4"),
        pytest.param(rough(5), id="rough"),
        pytest.param(rough(6, 0.08), id="very rough"),
    ],
)
def test_everything_arrives_once_and_in_order_on_a_bad_line(damage: Damage) -> None:
    air, end = line(damage)
    sent = [some_bytes(1 + number * 37 % 1500, number) for number in range(60)]
    for message in sent:
        end.send(RESULTS, message)
    air.run(lambda: len(air.messages(air.gateway)) >= len(sent), 300)
    air.run(lambda: end.is_idle, 60)
    assert air.messages(air.gateway) == sent
    assert air.downs(air.gateway) == 0
    assert end.resent > 0


def test_both_directions_at_once() -> None:
    air, end = line(bit_errors(1e-4, 8))
    up, down = some_bytes(9_000, 1), some_bytes(9_000, 2)
    end.send(RESULTS, up)
    air.gateway.send(1, RESULTS, down)
    air.run(lambda: air.messages(air.gateway) == [up] and air.messages(end) == [down])


def test_a_result_overtakes_a_live_state_that_is_under_way() -> None:
    air, end = line()
    end.send(LIVE, some_bytes(30_000))
    air.pass_s(0.3)
    end.send(RESULTS, b"result")
    took = air.run(lambda: b"result" in air.messages(air.gateway))
    assert took < SECOND
    assert air.messages(air.gateway) == [b"result"]
    air.run(lambda: len(air.messages(air.gateway)) == 2)


def test_a_live_state_that_has_not_begun_gives_way_to_a_newer_one() -> None:
    air, end = line()
    end.send(RESULTS, some_bytes(5_000))
    for number in range(50):
        end.send(LIVE, b"state %d" % number, newest_only=True)
    air.run(lambda: len(air.messages(air.gateway)) == 2)
    air.pass_s(1)
    assert air.messages(air.gateway)[1:] == [b"state 49"]


def test_frames_are_small_on_a_bad_line_and_large_again_on_a_good_one() -> None:
    air, end = line(bit_errors(2e-4, 9))
    end.send(RESULTS, some_bytes(40_000))
    air.run(lambda: end.frame_size == SMALL)
    air.damage = clean
    end.send(RESULTS, some_bytes(40_000))
    air.run(lambda: end.frame_size == LARGE)


def test_the_size_of_frames_follows_what_became_of_the_last_ones() -> None:
    sizes = FrameSize()
    for _ in range(3):
        sizes.outcome(lost=True)
    for _ in range(FrameSize.LOOK_BAD):
        sizes.outcome(lost=False)
    assert sizes.size == LARGE, "three in so many may be chance"
    for _ in range(4):
        sizes.outcome(lost=True)
    assert sizes.size == SMALL
    for number in range(FrameSize.LOOK_GOOD):
        sizes.outcome(lost=number % 12 == 0)
    assert sizes.size == SMALL
    for _ in range(FrameSize.LOOK_GOOD):
        sizes.outcome(lost=False)
    assert sizes.size == LARGE


def test_a_quiet_line_stays_up_and_costs_little() -> None:
    air, end = line()
    before = sum(air.said.values())
    air.pass_s(60)
    assert air.downs(end) == air.downs(air.gateway) == 0
    assert sum(air.said.values()) - before < 60 * 80


def test_a_line_that_is_cut_is_down_within_five_seconds_and_comes_back() -> None:
    air, end = line()
    air.cut = True
    took = air.run(lambda: not end.is_up and not air.gateway.peers)
    assert took < 5 * SECOND
    assert air.states(end)[-1] is LineState.SILENT
    assert not end.send(RESULTS, b"x"), "nothing is taken for a session that is over"
    air.cut = False
    assert air.run(lambda: end.is_up) < 2 * SECOND


def test_a_short_cut_ends_nothing_and_what_was_lost_goes_again() -> None:
    air, end = line()
    data = some_bytes(8_000)
    end.send(RESULTS, data)
    air.pass_s(0.2)
    air.cut = True
    air.pass_s(1.5)
    air.cut = False
    end.opened(air.now)
    air.gateway.opened(air.now)
    air.run(lambda: air.messages(air.gateway) == [data])
    assert air.downs(end) == 0


def test_a_table_that_was_started_again_has_another_session() -> None:
    air, end = line()
    end.send(RESULTS, some_bytes(8_000))
    air.pass_s(0.3)
    again = table(11)
    air.tables = [again]
    again.opened(air.now)
    assert air.run(lambda: again.is_up) < 2 * SECOND
    again.send(RESULTS, b"after")
    air.run(lambda: air.messages(air.gateway) == [b"after"])
    assert air.downs(air.gateway) == 1


def test_a_gateway_that_was_started_again_has_another_session() -> None:
    air, end = line()
    end.send(RESULTS, some_bytes(8_000))
    air.pass_s(0.3)
    air.gateway = again = gateway(2)
    again.opened(air.now)
    assert air.run(lambda: air.ups(end) == 2) < 2 * SECOND
    assert air.downs(end) == 1
    end.send(RESULTS, b"after")
    air.run(lambda: air.messages(again) == [b"after"])


def test_a_table_says_nothing_before_a_gateway_asks() -> None:
    end = table()
    end.opened(SECOND)
    for second in range(1, 60):
        assert end.take(second * SECOND) == b""


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (115_200, 57_600),
        (115_200, 9_600),
        (57_600, 115_200),
        (9_600, 115_200),
        (38_400, 115_200),
        (921_600, 115_200),
        (115_200, 921_600),
        (460_800, 230_400),
    ],
)
@pytest.mark.parametrize("bus", [False, True], ids=["two ends", "bus"])
def test_s19_another_speed_is_named_by_both_ends_within_five_seconds(
    ours: int, theirs: int, bus: bool
) -> None:
    asking, end = gateway(baud=theirs, bus=bus), table(baud=ours)
    air = Air(asking, [end], at_another_speed(theirs, ours), baud=theirs)
    air.back = at_another_speed(ours, theirs)
    took = air.run(
        lambda: all(LineState.GARBLED in air.states(one) for one in (asking, end)),
    )
    assert took <= 5 * SECOND
    air.pass_s(20)
    assert not end.is_up
    assert [air.states(one)[-1] for one in (asking, end)] == [LineState.GARBLED] * 2
    air.damage, air.back = clean, None
    air.run(lambda: end.is_up, 5)


def test_who_comes_to_a_bus_takes_the_others_for_no_noise() -> None:
    """Frames of other sessions mean nothing to it, and are built like frames."""
    ends = [table(seed) for seed in (10, 20)]
    asking = gateway(bus=True)
    air = Air(asking, ends, bus=True)
    late = ends[1]
    air.deaf.add(late)
    air.run(lambda: ends[0].is_up, 5)
    ends[0].send(RESULTS, some_bytes(60_000))
    air.deaf.clear()
    asking._ask_ns = air.now + 60 * SECOND
    air.pass_s(3)
    assert LineState.GARBLED not in air.states(late)
    assert late not in air.said, "nobody speaks unasked"


def test_a_bad_line_is_not_taken_for_another_speed() -> None:
    air, end = line(bit_errors(1e-3, 12))
    for number in range(20):
        end.send(RESULTS, some_bytes(300, number))
    air.pass_s(60)
    assert LineState.GARBLED not in air.states(end)


def test_nobody_there_is_silence_and_not_another_speed() -> None:
    end = table()
    air = Air(gateway(), [end])
    air.cut = True
    air.pass_s(6)
    assert air.states(end)[-1] is LineState.SILENT


@pytest.mark.parametrize("polled", [False, True])
def test_ends_without_a_common_version_say_so(polled: bool) -> None:
    end = table()
    end.opened(SECOND)
    asked = hello.Discover(b"gateway1", 4 if polled else 0, 30, 7, 9)
    frame = Frame(Kind.DISCOVER, from_gateway=True, payload=hello.pack_discover(asked))
    end.feed(encode(frame), SECOND)
    assert end.state is LineState.OTHER_VERSION
    assert end.take(2 * SECOND) == b""


def test_a_gateway_tells_a_table_of_another_version() -> None:
    asking = gateway()
    asking.opened(SECOND)
    asking.take(SECOND)
    said = hello.Hello(b"table--1", asking._me, 8, 9)
    asking.feed(encode(Frame(Kind.HELLO, payload=hello.pack_hello(said))), SECOND)
    (frame,) = Decoder(lambda _: NO_KEY).feed(asking.take(SECOND))
    assert frame.kind is Kind.WELCOME
    welcome = hello.read_welcome(frame.payload)
    assert welcome is not None
    assert (welcome.version, welcome.table) == (hello.NO_VERSION, b"table--1")
    assert asking.peers == []


# -- a bus ---------------------------------------------------------------------------------------


def bus(count: int, damage: Damage = clean) -> Air:
    tables = [table(20 + number) for number in range(count)]
    air = Air(gateway(bus=True), tables, damage, bus=True)
    air.run(lambda: all(end.is_up for end in tables), 60)
    return air


@pytest.mark.parametrize("count", [1, 2, 10])
def test_tables_on_a_bus_all_deliver_and_nobody_speaks_unasked(count: int) -> None:
    air = bus(count)
    met = air.collisions  # in the slots, before they have an address
    sent = {end: some_bytes(6_000, number) for number, end in enumerate(air.tables)}
    for end, data in sent.items():
        end.send(RESULTS, data)
    took = air.run(lambda: len(air.messages(air.gateway)) == count, 120)
    assert sorted(air.messages(air.gateway)) == sorted(sent.values())
    assert air.collisions == met
    assert took < count * 6_000 * 10 * SECOND // BAUD * 3 // 2 + SECOND


def test_a_bus_that_is_bad_delivers_everything_once() -> None:
    air = bus(4, rough(15))
    sent = [some_bytes(3_000, number) for number in range(8)]
    for number, data in enumerate(sent):
        air.tables[number % 4].send(RESULTS, data)
    air.run(lambda: len(air.messages(air.gateway)) >= 8, 300)
    air.pass_s(3)
    assert sorted(air.messages(air.gateway)) == sorted(sent)


def test_the_gateway_answers_each_table_on_the_bus() -> None:
    air = bus(3)
    for peer in air.gateway.peers:
        air.gateway.send(peer, 0, b"to %d" % peer)
    air.run(lambda: all(air.messages(end) for end in air.tables))
    assert sorted(air.messages(end)[0] for end in air.tables) == [b"to 1", b"to 2", b"to 3"]


def test_a_table_that_is_switched_off_holds_up_the_bus_for_moments_only() -> None:
    air = bus(3)
    air.deaf.add(air.tables[0])
    air.tables[1].send(RESULTS, some_bytes(6_000))
    assert air.run(lambda: len(air.messages(air.gateway)) == 1) < 3 * SECOND
    air.run(lambda: len(air.gateway.peers) == 2)
    air.deaf.clear()
    air.run(lambda: air.ups(air.tables[0]) == 2, 20)


def test_a_table_that_comes_later_is_found_while_others_work() -> None:
    air = bus(2)
    late = table(40)
    late.opened(air.now)
    air.tables.append(late)
    air.tables[0].send(RESULTS, some_bytes(60_000))
    assert air.run(lambda: late.is_up) < 10 * SECOND


def test_a_turn_is_used_once_however_often_it_comes() -> None:
    air = bus(1)
    end = air.tables[0]
    end.send(RESULTS, b"once")
    session = end._session
    assert session is not None
    frame = Frame(Kind.STATE, session.address, True, True, seq=99, payload=bytes(4) + b"\x04")
    turn = encode(frame, session.key)
    end.feed(turn + turn, air.now)
    assert end.take(air.now).count(b"once") == 1
    end.feed(turn, air.now)
    assert end.take(air.now) == b""


# -- halves --------------------------------------------------------------------------------------


def test_no_more_than_a_window_is_under_way() -> None:
    sender = Sender()
    sender.put(RESULTS, bytes(LARGE * (WINDOW + 5)))
    count = 0
    while (part := sender.take()) is not None:
        sender.sent(part, 0)
        count += 1
    assert count == WINDOW
    sender.confirmed(1, 0, 0)
    assert sender.has_part


def test_one_that_is_confirmed_behind_a_gap_moves_no_window() -> None:
    sender = Sender()
    sender.put(RESULTS, bytes(LARGE * (WINDOW + 5)))
    while (part := sender.take()) is not None:
        sender.sent(part, 0)
    sender.confirmed(0, 0x7FFF_FFFF, 0)
    part = sender.take()
    assert part is not None
    assert part.seq == 0, "what is missing goes first"
    sender.sent(part, 0)
    assert sender.take() is None


def test_a_late_confirmation_of_long_ago_changes_nothing() -> None:
    sender = Sender()
    sender.put(RESULTS, bytes(LARGE * 3))
    while (part := sender.take()) is not None:
        sender.sent(part, 0)
    sender.confirmed(2, 0, 0)
    sender.confirmed(0, 0, 0)
    sender.confirmed(200, 0, 0)
    assert not sender.is_idle
    sender.confirmed(3, 0, 0)
    assert sender.is_idle


def test_an_empty_message_is_our_own_mistake() -> None:
    with pytest.raises(ValueError, match="an empty message"):
        Sender().put(RESULTS, b"")


def data(seq: int, *, stream: int = 1, first: bool = True, last: bool = True) -> Frame:
    return Frame(Kind.DATA, 1, stream=stream, first=first, last=last, seq=seq, payload=b"%d" % seq)


def test_duplicates_and_late_ones_are_dropped_and_order_is_restored() -> None:
    receiver = Receiver()
    found = [got.message for seq in (1, 0, 0, 1, 3, 3, 2, 2, 1) for got in receiver.take(data(seq))]
    assert found == [b"0", b"1", b"2", b"3"]
    assert (receiver.expected, receiver.early) == (4, 0)
    receiver.take(data(6))
    assert receiver.early == 0b10


@pytest.mark.parametrize(
    "frame", [data(0, first=False), data(0, stream=3)], ids=["no beginning", "no such stream"]
)
def test_an_end_that_breaks_the_format_ends_its_session(frame: Frame) -> None:
    receiver = Receiver()
    assert receiver.take(frame) == []
    assert receiver.broken


def test_a_message_without_end_ends_its_session() -> None:
    receiver = Receiver()
    part = Frame(Kind.DATA, 1, stream=1, first=True, payload=bytes(240))
    for number in range(MOST_MESSAGE // 240 + 2):
        receiver.take(part._replace(seq=number & 255, first=number == 0))
    assert receiver.broken
