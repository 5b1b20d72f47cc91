"""The lamp board on gpiozero's LEDs: answers, patterns, who wins, and off at the end."""

from __future__ import annotations

import logging
import threading
import timeit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_py import patterns
from firmware_py.errors import LineLost
from firmware_py.kinds import LineFault, LineId
from firmware_py.lamps import ANSWER_NS, LampBoard
from firmware_py.patterns import OFF, ON, Pattern
from tests.firmware_py.conftest import Bench

MS = 1_000_000


def run(bench: Bench, for_ms: int) -> list[tuple[str, bool, int]]:
    """Ticks as a loop does, each at its time; the output changes as (line, on, ms from now)."""
    lamps, time = bench.table.lamps, bench.time
    start, end = time.now_ns(), time.now_ns() + for_ms * MS
    bench.outputs.clear()
    at = lamps.tick(start)
    while at is not None and at <= end:
        time.advance_ns(at - time.now_ns())
        at = lamps.tick(at)
    time.advance_ns(end - time.now_ns())
    return [(line, on, (at_ns - start) // MS) for line, on, at_ns in bench.outputs]


def test_an_answer_inverts_a_dark_lamp_for_150_ms(bench: Bench) -> None:
    lamps = bench.table.lamps
    start = bench.time.now_ns()
    lamps.answer(4, start)
    assert bench.table.lamps_lit() == {4}
    assert lamps.tick(start) == start + ANSWER_NS
    lamps.tick(start + ANSWER_NS - 1)
    assert bench.table.lamps_lit() == {4}
    lamps.tick(start + ANSWER_NS)
    assert bench.table.lamps_lit() == set()


def test_an_answer_inverts_a_lit_lamp_too(bench: Bench) -> None:
    lamps, now = bench.table.lamps, bench.time.now_ns()
    lamps.show(4, ON, now)
    lamps.answer(4, now)
    assert not lamps.lit(4)
    lamps.tick(now + ANSWER_NS)
    assert lamps.lit(4)
    assert bench.table.lamps_lit() == {4}


def test_a_second_answer_keeps_the_lamp_inverted_for_its_own_150_ms(bench: Bench) -> None:
    now = bench.time.now_ns()
    bench.table.lamps.answer(1, now)
    bench.time.advance_ms(100)
    bench.table.lamps.answer(1, bench.time.now_ns())
    assert run(bench, 1000) == [("lamp1", False, 150)]


def test_a_seat_out_of_range_is_no_reason_to_lose_the_journals_thread(bench: Bench) -> None:
    bench.table.lamps.answer(11, bench.time.now_ns())
    assert bench.table.lamps_lit() == set()


def test_a_warning_flashes_all_lamps_and_gives_them_back(bench: Bench) -> None:
    lamps, now = bench.table.lamps, bench.time.now_ns()
    lamps.show(2, ON, now)
    lamps.signal(patterns.flashes(2), now)
    assert bench.table.lamps_lit() == set(range(1, 11))
    changes = run(bench, 3000)
    assert [(on, ms) for line, on, ms in changes if line == "lamp1"] == [
        (False, 250),
        (True, 500),
        (False, 750),
    ]
    assert bench.table.lamps_lit() == {2}


def test_a_state_shown_during_a_signal_is_seen_after_it(bench: Bench) -> None:
    lamps, now = bench.table.lamps, bench.time.now_ns()
    lamps.signal(patterns.off_for(1000), now)
    lamps.show(5, ON, now)
    assert bench.table.lamps_lit() == set()
    run(bench, 1000)
    assert bench.table.lamps_lit() == {5}


def test_the_last_writer_wins(bench: Bench) -> None:
    lamps, now = bench.table.lamps, bench.time.now_ns()
    lamps.signal(ON, now)
    lamps.signal(patterns.off_for(500), now)
    assert bench.table.lamps_lit() == set()
    lamps.show(3, ON, now)
    lamps.show(3, OFF, now)
    run(bench, 2000)
    assert bench.table.lamps_lit() == set()


def test_clearing_a_signal_gives_the_lamps_back(bench: Bench) -> None:
    lamps, now = bench.table.lamps, bench.time.now_ns()
    lamps.show(7, ON, now)
    lamps.signal(patterns.FAST, now)
    lamps.clear(now)
    assert bench.table.lamps_lit() == {7}


def test_showing_the_same_pattern_again_does_not_start_it_anew(bench: Bench) -> None:
    lamps, start = bench.table.lamps, bench.time.now_ns()
    lamps.show(1, patterns.SLOW, start)
    lamps.show(1, patterns.SLOW, start + 400 * MS)
    lamps.tick(start + 500 * MS)
    assert not lamps.lit(1)


def test_a_quiet_board_asks_for_no_tick(bench: Bench) -> None:
    bench.table.lamps.show(1, ON, bench.time.now_ns())
    assert bench.table.lamps.tick(bench.time.now_ns()) is None


def test_a_late_tick_shows_what_is_due_now(bench: Bench) -> None:
    lamps, now = bench.table.lamps, bench.time.now_ns()
    lamps.signal(patterns.flashes(5), now)
    assert lamps.tick(now + 10_000 * MS) is None
    assert bench.table.lamps_lit() == set()


def test_closing_leaves_every_lamp_off_and_twice_is_harmless(bench: Bench) -> None:
    lamps, now = bench.table.lamps, bench.time.now_ns()
    lamps.signal(ON, now)
    lamps.close(now)
    lamps.close(now)
    lamps.answer(1, now)
    lamps.show(2, ON, now)
    assert bench.table.lamps_lit() == set()
    assert bench.outputs[-1] == ("lamp10", False, now)


class DeadLamp:
    """An output whose cable was pulled."""

    def __init__(self) -> None:
        self.asked = 0

    def on(self) -> None:
        self.asked += 1
        raise LineLost("GPA2", "Remote I/O error")

    def off(self) -> None:
        self.on()


def test_a_lamp_that_does_not_obey_is_told_once_and_the_others_go_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    dead, faults = DeadLamp(), []
    board = LampBoard({3: dead}, on_fault=faults.append)
    with caplog.at_level(logging.ERROR):
        board.answer(3, 1)
        board.tick(1 + ANSWER_NS)
        board.answer(3, 2 + ANSWER_NS)
    assert board.lit(3)
    assert dead.asked == 1
    assert faults == [
        LineFault(LineId("lamp3"), "pins.lost", "pins.lost.remedy", (("pin", "GPA2"),))
    ]
    assert "check the cable and the expander" in caplog.text


class SilentlyDead:
    """An output whose driver does not tell that a write failed; it reads dark."""

    is_lit = False

    def on(self) -> None: ...

    def off(self) -> None: ...


def test_a_lamp_that_was_switched_on_and_reads_dark_is_a_fault_once() -> None:
    faults: list[LineFault] = []
    board = LampBoard({5: SilentlyDead(), 6: SilentlyDead()}, on_fault=faults.append)
    board.check()
    assert faults == []  # dark lamps are not asked
    board.show(5, ON, 1)
    board.check()
    board.check()
    assert [(fault.line, fault.reason) for fault in faults] == [("lamp5", "pins.lost")]
    assert board.lit(5)


def test_lamps_that_obey_are_no_fault_when_they_are_looked_at(bench: Bench) -> None:
    bench.table.lamps.signal(ON, bench.time.now_ns())
    bench.table.check()
    assert bench.table.faults == ()


def test_answers_from_another_thread_are_all_seen(bench: Bench) -> None:
    lamps, now = bench.table.lamps, bench.time.now_ns()
    started = threading.Barrier(11)

    def journal(seat: int) -> None:
        started.wait()
        for n in range(200):
            lamps.answer(seat, now + n)

    writers = [threading.Thread(target=journal, args=(seat,)) for seat in range(1, 11)]
    for writer in writers:
        writer.start()
    started.wait()
    for n in range(200):
        lamps.tick(now + n)
    for writer in writers:
        writer.join()
    assert bench.table.lamps_lit() == set(range(1, 11))
    lamps.tick(now + 200 + ANSWER_NS)
    assert bench.table.lamps_lit() == set()


def test_an_answer_costs_little(bench: Bench) -> None:
    lamps = bench.table.lamps
    stamps = iter(range(0, 10**12, 10**9))
    cost_s = min(timeit.repeat(lambda: lamps.answer(1, next(stamps)), number=200, repeat=5)) / 200
    assert cost_s < 200e-6  # ten times what is aimed at, so that a busy machine does not fail it


steps = st.lists(
    st.tuples(st.sampled_from(["show", "signal", "answer", "clear", "wait"]), st.integers(1, 10)),
    max_size=30,
)
shown: list[Pattern] = [OFF, ON, patterns.FAST, patterns.SLOW, patterns.flashes(3)]


@settings(max_examples=60, deadline=None)
@given(steps)
def test_the_pins_are_always_what_the_board_says(drawn: list[tuple[str, int]]) -> None:
    levels: dict[int, bool] = {}

    class Pin:
        def __init__(self, seat: int) -> None:
            self.seat = seat

        def on(self) -> None:
            levels[self.seat] = True

        def off(self) -> None:
            levels[self.seat] = False

    board, now = LampBoard({seat: Pin(seat) for seat in range(1, 11)}), 0
    for what, n in drawn:
        pattern = shown[n % len(shown)]
        if what == "show":
            board.show(n, pattern, now)
        elif what == "signal":
            board.signal(pattern, now)
        elif what == "answer":
            board.answer(n, now)
        elif what == "clear":
            board.clear(now)
        else:
            now += n * 37 * MS
            soonest = board.tick(now)
            assert soonest is None or soonest > now
        assert all(levels.get(seat, False) == board.lit(seat) for seat in range(1, 11))
    board.close()
    assert not any(levels.values())
