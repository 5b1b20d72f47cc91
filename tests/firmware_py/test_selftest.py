"""The self-test of the pins on mock pins: what it lights, what it waits for, what it finds."""

from __future__ import annotations

import pytest
from gpiozero import Button

from firmware_py.kinds import LineId
from firmware_py.pinlines import SEATS
from firmware_py.pinmap import INPUTS, PinMap
from firmware_py.selftest import (
    LAMP_NS,
    SCALE,
    SCALE_NS,
    SILENT_NS,
    ButtonWait,
    BuzzerScale,
    LampWalk,
    Result,
)
from firmware_py.simulated import SimulatedTable, simulated_chips
from firmware_py.table import Table
from firmware_py.timesource import ManualTime
from tests.firmware_py.conftest import Bench

MS = 1_000_000


def reasons(results: list[Result]) -> dict[str, str]:
    """Line -> what is wrong with it."""
    return {result.line: result.found for result in results if not result.ok}


def feed(bench: Bench, wait: ButtonWait) -> None:
    """The edges that have come, as a host hands them on."""
    for edge in bench.taken():
        wait.edge(edge)


def test_each_lamp_is_lit_alone_in_turn_and_reads_as_it_was_written(bench: Bench) -> None:
    walk, seen = LampWalk(bench.table), []
    walk.begin(bench.time.now_ns())
    while not walk.done:
        seen.append(bench.table.lamps_lit())
        bench.time.advance_ns(LAMP_NS)
        walk.pass_time(bench.time.now_ns())
    assert seen == [{seat} for seat in SEATS]
    assert bench.table.lamps_lit() == set()
    assert [result.line for result in walk.results()] == [f"lamp{seat}" for seat in SEATS]
    assert reasons(walk.results()) == {}
    assert walk.wake_ns is None


def test_a_lamp_that_stays_lit_and_one_that_stays_dark_are_found(bench: Bench) -> None:
    expander = bench.table.chips.expander
    stuck = expander.pin(bench.table.pin_map.lamp(2).node)
    dark = expander.pin(bench.table.pin_map.lamp(5).node)
    walk = LampWalk(bench.table)
    walk.begin(bench.time.now_ns())
    while not walk.done:
        if walk.seat == 5:
            dark._state = False
        bench.time.advance_ns(LAMP_NS)
        stuck.state_was = walk.seat
        if walk.seat == 2:
            stuck._change_state = lambda value: None  # the driver's channel is shorted
        walk.pass_time(bench.time.now_ns())
    assert reasons(walk.results()) == {"lamp2": "pins.stuck", "lamp5": "pins.lost"}
    del stuck._change_state


def test_a_missing_expander_fails_each_lamp_by_name(pin_map: PinMap) -> None:
    time = ManualTime()
    chips = simulated_chips(time, {})._replace(expander=None)
    with Table(pin_map, chips, time, lambda edge: None) as table:
        walk = LampWalk(table)
        walk.begin(0)
        for number in SEATS:
            walk.pass_time(number * LAMP_NS)
        found = walk.results()
    assert {result.found for result in found} == {"pins.no_chip"}
    assert dict(found[3].details) == {"pin": "GPA3 of the expander", "chip": "mcp23017"}


def test_the_buzzer_plays_its_scale_and_ends(bench: Bench) -> None:
    scale = BuzzerScale(bench.table)
    scale.begin(bench.time.now_ns())
    assert bench.table.buzzer.busy
    scale.pass_time(bench.time.now_ns() + SCALE_NS - 1)
    assert not scale.done
    scale.end(0)
    assert bench.table.buzzer.wait_done(5)
    scale.pass_time(bench.time.now_ns() + SCALE_NS)
    assert scale.done
    assert reasons(scale.results()) == {}


def test_the_scale_is_heard_whole_by_whoever_pressed_long_ago(pin_map: PinMap) -> None:
    time, heard = ManualTime(60_000 * MS, auto=True), list[int]()

    def on_output(line: LineId, on: bool, at_ns: int) -> None:
        if on:
            heard.append(round(table.buzzer_hz() or 0))

    with SimulatedTable(pin_map, time, lambda edge: None, on_output, environ={}) as table:
        BuzzerScale(table).begin(time.now_ns() - 50 * SCALE_NS)  # the press's stamp
        assert table.buzzer.wait_done(5)
        assert heard == [round(note.hz) for note in SCALE if note.hz is not None]


def test_every_button_in_any_order_puts_its_lamp_out(bench: Bench) -> None:
    wait = ButtonWait(bench.table)
    wait.begin(bench.time.now_ns())
    assert bench.table.lamps_lit() == set(SEATS)
    for number, line in enumerate(reversed(INPUTS)):
        assert not wait.done
        assert len(wait.waiting) == len(INPUTS) - number
        bench.table.press(line)
        feed(bench, wait)
        bench.table.release(line)
        feed(bench, wait)
    assert wait.done
    assert bench.table.lamps_lit() == set()
    assert [result.line for result in wait.results()] == list(INPUTS)
    assert reasons(wait.results()) == {}


def test_a_table_of_six_is_asked_for_six_seats_and_the_judges_keys(bench: Bench) -> None:
    wait = ButtonWait(bench.table, seats=range(1, 7))
    wait.begin(bench.time.now_ns())
    assert len(wait.waiting) == 6 + 7
    assert bench.table.lamps_lit() == set(range(1, 7))


def test_what_nobody_presses_is_missing_after_the_time_and_at_the_end(bench: Bench) -> None:
    wait = ButtonWait(bench.table, timeout_ns=5_000 * MS)
    wait.begin(bench.time.now_ns())
    bench.time.advance_ms(4_000)
    bench.table.press("seat1")
    feed(bench, wait)
    wait.pass_time(bench.time.now_ns() + 4_900 * MS)
    assert not wait.done
    wait.pass_time(bench.time.now_ns() + 5_100 * MS)
    assert wait.done
    assert set(reasons(wait.results()).values()) == {"pins.not_pressed"}
    assert "seat1" not in reasons(wait.results())
    assert len(wait.results()) == len(INPUTS)


def test_k2_a_line_whose_level_changes_without_an_edge_fails(bench: Bench) -> None:
    wait = ButtonWait(bench.table)
    wait.begin(bench.time.now_ns())
    bench.table.chips.header.pin(7)._state = False  # pressed, and nobody was told
    for _ in range(2 + SILENT_NS // (100 * MS)):
        bench.time.advance_ms(100)
        wait.pass_time(bench.time.now_ns())
    assert reasons(wait.results()) == {"seat3": "pins.no_edge"}
    bench.table.press("seat4")
    feed(bench, wait)
    assert "seat4" in wait.pressed


def test_k2_a_press_seen_before_its_edge_comes_is_no_failure(bench: Bench) -> None:
    wait = ButtonWait(bench.table)
    wait.begin(bench.time.now_ns())
    bench.table.press("seat3")
    wait.pass_time(bench.time.now_ns())
    bench.time.advance_ms(200)
    wait.pass_time(bench.time.now_ns())
    feed(bench, wait)
    assert wait.pressed == ("seat3",)


def test_a_line_pressed_at_rest_is_told_unless_it_is_let_go_and_pressed(bench: Bench) -> None:
    for line in ("seat1", "seat2"):
        bench.table.press(line)
    bench.taken()
    wait = ButtonWait(bench.table)
    wait.begin(bench.time.now_ns())
    assert {"seat1", "seat2"} == set(reasons(wait.at_rest()))
    bench.table.release("seat1")
    bench.table.press("seat1")
    feed(bench, wait)
    wait.end(bench.time.now_ns())
    found = reasons(wait.results())
    assert found["seat2"] == "pins.held"
    assert "seat1" not in found


def test_a_line_that_cannot_be_had_is_not_waited_for(pin_map: PinMap) -> None:
    time = ManualTime()
    chips = simulated_chips(time, {})
    with (
        Button(7, pin_factory=chips.header),
        Table(pin_map, chips, time, lambda edge: None) as table,
    ):
        wait = ButtonWait(table)
        wait.begin(0)
        assert "seat3" not in wait.waiting
        (result,) = wait.results()
        assert result.found == "pins.refused"
        assert not table.lamps.lit(3)


@pytest.mark.parametrize("line", ["seat1", "judge.undo", "shutdown"])
def test_without_hands_a_button_that_is_at_rest_is_all_that_is_said(
    bench: Bench, line: str
) -> None:
    found = {result.line: result for result in ButtonWait(bench.table).at_rest()}
    assert found[LineId(line)].found == "pins.at_rest"
