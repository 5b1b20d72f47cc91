"""One suite for simulated pins and for a kernel's GPIO chips: what a table's pins must do."""

from __future__ import annotations

import pytest

from firmware_py.debounce import Debouncer, in_order
from firmware_py.kinds import Edge, LineId, Note, Press, Release
from firmware_py.patterns import ON
from firmware_py.pinlines import SEATS
from firmware_py.pinmap import INPUTS
from firmware_py.table import described
from tests.pins.benches import Bench, until

MS = 1_000_000
LOCKOUT_NS = 60 * MS
"""Longer than a table's, for a simulated chip hands over one edge of a line in 10 ms."""


def debounced(edges: list[Edge], until_ns: int) -> list[Press | Release]:
    """What the loop makes of these edges when it has seen them all."""
    debouncer = Debouncer(LOCKOUT_NS)
    changes = [change for edge in in_order(edges) for change in debouncer.feed(edge)]
    return [*changes, *debouncer.settle(until_ns)]


def test_each_input_gives_its_press_and_its_release_with_the_instant(bench: Bench) -> None:
    bench.open()
    for line in INPUTS:
        before_ns = bench.time.now_ns()
        bench.touch(line, True)
        press = bench.take()
        bench.touch(line, False)
        release = bench.take()
        assert (press.line, press.pressed, release.pressed) == (line, True, False)
        assert press.line == release.line
        assert before_ns <= press.at_ns <= release.at_ns <= bench.time.now_ns()
    assert bench.quiet()


def test_the_level_of_a_line_can_be_read(bench: Bench) -> None:
    table = bench.open()
    assert table.held == ()
    bench.touch("seat4", True)
    assert [line for line in INPUTS if table.level(line)] == ["seat4"]
    bench.touch("seat4", False)
    assert not table.level(LineId("seat4"))


def test_a_contact_that_chatters_is_one_press_and_one_release(bench: Bench) -> None:
    bench.open()
    edges = []
    for pressed in (True, False):
        for level in (pressed, not pressed, pressed):
            bench.touch("seat2", level)
            edges.append(bench.take())
        bench.pause(100)
    assert len(edges) == 6
    changes = debounced(edges, bench.time.now_ns())
    assert [type(change) for change in changes] == [Press, Release]
    assert changes[0].at_ns == edges[0].at_ns


def test_ten_seats_pressed_one_after_the_other_keep_their_order(bench: Bench) -> None:
    bench.open()
    order = [7, 1, 10, 3, 9, 2, 8, 4, 6, 5]
    for seat in order:
        bench.touch(f"seat{seat}", True)
        bench.pause(1)
    changes = debounced([bench.take() for _ in order], bench.time.now_ns())
    assert [change.line for change in changes] == [f"seat{seat}" for seat in order]


def test_a_press_shorter_than_the_lockout_counts_and_so_does_the_next(bench: Bench) -> None:
    """S21: a short press, then a long one, are two."""
    bench.open()
    edges = []
    for held_ms in (0, 200):
        bench.touch("seat1", True)
        bench.pause(held_ms)
        bench.touch("seat1", False)
        bench.pause(100)
        edges += [bench.take(), bench.take()]
    kinds = [type(change) for change in debounced(edges, bench.time.now_ns())]
    assert kinds == [Press, Release, Press, Release]


def test_each_lamp_lights_its_own_line_and_no_other(bench: Bench) -> None:
    table = bench.open()
    assert bench.lit() == set()
    for seat in SEATS:
        table.lamps.answer(seat, bench.time.now_ns())
        assert bench.lit() == {seat}
        bench.pause(151)
        table.lamps.tick(bench.time.now_ns())
        assert bench.lit() == set()
    assert table.faults == ()


def test_a_lamp_and_an_input_of_one_number_are_apart(bench: Bench) -> None:
    """GPA5 is line 5 of its chip, seat 1 is line 5 of the header."""
    table = bench.open()
    table.lamps.show(6, ON, bench.time.now_ns())
    assert bench.lit() == {6}
    assert not table.level(LineId("seat1"))
    assert bench.quiet()


def test_the_buzzer_swings_and_is_silent_afterwards(bench: Bench) -> None:
    table = bench.open()
    assert not bench.sounding()
    table.buzzer.play([Note(1000.0, 60_000, 0)])
    until("the buzzer", bench.sounding)
    table.buzzer.stop()
    assert table.buzzer.wait_done(5)
    assert not bench.sounding()


def test_all_is_off_and_given_back_after_closing(bench: Bench) -> None:
    table = bench.open()
    table.lamps.signal(ON, bench.time.now_ns())
    table.buzzer.play([Note(1000.0, 60_000, 0)])
    until("the buzzer", bench.sounding)
    assert bench.lit() == set(SEATS)
    table.close()
    table.close()
    assert bench.lit() == set()
    assert not bench.sounding()
    bench.touch("seat1", True)
    bench.touch("seat1", False)
    assert bench.quiet()


def test_k17_a_line_that_somebody_else_has_is_named_and_the_others_play_on(bench: Bench) -> None:
    bench.occupy("seat3")
    table = bench.open()
    (fault,) = table.faults
    assert fault.line == "seat3"
    assert "seat3 on BCM 7 (pin 26)" in described(fault)
    for seat in SEATS:
        if seat != 3:
            bench.touch(f"seat{seat}", True)
            assert bench.take().line == f"seat{seat}"
    assert not table.level(LineId("seat3"))


def test_a_table_without_its_expander_takes_every_press(bench: Bench) -> None:
    bench.unplug_lamps()
    table = bench.open()
    assert {fault.line for fault in table.faults} == {f"lamp{seat}" for seat in SEATS}
    assert {fault.reason for fault in table.faults} == {"pins.no_chip"}
    table.lamps.answer(2, bench.time.now_ns())
    assert table.lamps.lit(2)  # for the screen, which shows the lamps' answers too
    bench.touch("seat2", True)
    assert bench.take().line == "seat2"


@pytest.mark.timeout(120)
def test_two_hundred_presses_on_all_lines_are_all_there(bench: Bench) -> None:
    bench.open()
    edges = []
    for number in range(200):
        line = INPUTS[number % len(INPUTS)]
        for pressed in (True, False):
            bench.touch(line, pressed)
            edges.append(bench.take())
            bench.pause(10)
    changes = debounced(edges, bench.time.now_ns() + 100 * MS)
    assert [change.line for change in changes if type(change) is Press] == [
        INPUTS[number % len(INPUTS)] for number in range(200)
    ]
    assert sum(type(change) is Release for change in changes) == 200
