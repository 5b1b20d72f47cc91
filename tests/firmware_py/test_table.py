"""The whole table on gpiozero's own devices over mock pins: edges, outputs, faults, closing."""

from __future__ import annotations

import gc
import itertools
import json
import logging
import subprocess
import sys
import textwrap
import threading
import timeit
from pathlib import Path

import pytest
from gpiozero import Button, Device

from firmware_py.debounce import GRACE_NS, Debouncer, in_order
from firmware_py.errors import PinsUnavailable
from firmware_py.kinds import Edge, LineId, Note, Press, Release
from firmware_py.patterns import ON
from firmware_py.pinlines import SEATS
from firmware_py.pinmap import INPUTS, PinMap, parse_pin_map
from firmware_py.simulated import SimulatedPin, SimulatedTable, simulated_chips
from firmware_py.table import Table, described, open_table
from firmware_py.timesource import ManualTime
from tests.firmware_py.conftest import ROOT, Bench

MS = 1_000_000


@pytest.mark.parametrize("line", INPUTS)
def test_every_input_gives_its_press_and_release(bench: Bench, line: LineId) -> None:
    bench.table.press(line)
    assert bench.table.level(line)
    bench.time.advance_ms(80)
    bench.table.release(line)
    start = bench.time.now_ns() - 80 * MS
    assert bench.taken() == [Edge(line, True, start), Edge(line, False, start + 80 * MS)]
    assert not bench.table.level(line)


def test_a_press_can_carry_an_exact_stamp(bench: Bench) -> None:
    bench.table.press("seat7", 123_456_789)
    assert bench.taken() == [Edge(LineId("seat7"), True, 123_456_789)]


def test_a_line_pressed_already_gives_no_second_edge(bench: Bench) -> None:
    bench.table.press("seat1")
    bench.table.press("seat1")
    assert len(bench.taken()) == 1


@pytest.mark.parametrize("name", ["seat11", "lamp1", "buzzer", "judge.start", ""])
def test_what_is_no_input_is_refused_with_the_lines_there_are(bench: Bench, name: str) -> None:
    with pytest.raises(ValueError, match=r"is no input line; write one of seat1, .*shutdown"):
        bench.table.press(name)


def test_a_tap_is_a_press_and_a_release_so_much_later(pin_map: PinMap) -> None:
    taken: list[Edge] = []
    time = ManualTime(0, auto=True)
    with SimulatedTable(pin_map, time, taken.append, environ={}) as table:
        table.tap("judge.next", 80)
    assert taken == [
        Edge(LineId("judge.next"), True, 0),
        Edge(LineId("judge.next"), False, 80 * MS),
    ]


def test_ten_seats_at_once_are_ten_presses(bench: Bench) -> None:
    for seat in range(1, 11):
        bench.table.press(f"seat{seat}")
    assert [edge.line for edge in bench.taken()] == [f"seat{seat}" for seat in range(1, 11)]


def test_callbacks_outlive_a_garbage_collection(bench: Bench) -> None:
    gc.collect()
    bench.table.press("seat2")
    assert len(bench.taken()) == 1


def test_a_handler_that_fails_is_logged_and_the_next_press_works(
    pin_map: PinMap, caplog: pytest.LogCaptureFixture
) -> None:
    calls = itertools.count()
    taken: list[Edge] = []

    def on_edge(edge: Edge) -> None:
        if next(calls) == 0:
            raise RuntimeError("our bug")
        taken.append(edge)

    with SimulatedTable(pin_map, ManualTime(), on_edge, environ={}) as table:
        with caplog.at_level(logging.ERROR):
            table.press("seat1")
        table.press("seat2")
    assert "the edge of seat1 was not taken" in caplog.text
    assert "our bug" in caplog.text
    assert [edge.line for edge in taken] == ["seat2"]


def test_a_subscriber_that_blocks_loses_no_press_and_no_instant(bench: Bench) -> None:
    free, got = threading.Event(), []

    def subscriber() -> None:
        free.wait(10)
        got.extend(bench.taken())

    thread = threading.Thread(target=subscriber)
    thread.start()
    wanted = []
    for n in range(200):
        line = LineId(f"seat{n % 10 + 1}")
        bench.table.press(line)
        wanted.append(Edge(line, True, bench.time.now_ns()))
        bench.table.release(line, bench.time.now_ns() + 5 * MS)
        bench.time.advance_ms(10)  # two seconds of table time pass in all
    free.set()
    thread.join(10)
    assert [edge for edge in got if edge.pressed] == wanted


def test_five_thousand_edges_wait_for_a_stalled_loop(bench: Bench) -> None:
    for n in range(2500):
        line = f"seat{n % 10 + 1}"
        bench.table.press(line)
        bench.time.advance_ms(30)
        bench.table.release(line)
        bench.time.advance_ms(30)
    taken = bench.taken()
    assert len(taken) == 5000
    debouncer = Debouncer()
    changes = [change for edge in in_order(taken) for change in debouncer.feed(edge)]
    assert sum(isinstance(change, Press) for change in changes) == 2500
    assert sum(isinstance(change, Release) for change in changes) == 2500


def test_an_edge_that_was_lost_is_found_by_reading_the_line(bench: Bench) -> None:
    debouncer = Debouncer()
    bench.table.press("seat1")
    (press,) = [change for edge in bench.taken() for change in debouncer.feed(edge)]
    bench.table.release("seat1")
    bench.taken()  # as if the kernel had dropped it
    at = debouncer.recheck_at()
    assert at is not None
    assert debouncer.settle(at, bench.table.level) == ()  # it may be on its way
    at += GRACE_NS
    assert debouncer.settle(at, bench.table.level) == (Release(press.line, at),)


def output_pins(table: Table) -> list[SimulatedPin]:
    """The pins of the ten lamps and the buzzer."""
    lamps = [table.chips.expander.pin(table.pin_map.lamp(seat).node) for seat in SEATS]
    return [*lamps, table.chips.header.pin(12)]


def test_simulated_lines_are_not_read_again_and_real_ones_are(
    bench: Bench, pin_map: PinMap
) -> None:
    assert bench.table.reread is None
    chips = simulated_chips(ManualTime(), {})
    with Table(pin_map, chips, ManualTime(), lambda edge: None) as table:
        chips.header.pin(5).drive_low()
        assert table.reread is not None
        assert table.reread(LineId("seat1"))


def test_outputs_never_pulse_at_the_start(bench: Bench) -> None:
    pins = output_pins(bench.table)
    assert len(pins) == 11
    assert all(not state.state for pin in pins for state in pin.states)
    assert all(pin.function == "output" for pin in pins)
    assert bench.outputs == []


def test_header_and_expander_are_two_chips(bench: Bench) -> None:
    bench.table.lamps.show(6, ON, bench.time.now_ns())  # GPA5, offset 5 as seat1's BCM 5
    assert bench.table.lamps_lit() == {6}
    assert bench.taken() == []
    assert not bench.table.level(LineId("seat1"))


def test_everything_is_off_after_closing_and_closing_twice_is_harmless(bench: Bench) -> None:
    pins = output_pins(bench.table)
    bench.table.lamps.signal(ON, bench.time.now_ns())
    bench.table.buzzer.play([Note(2000.0, 1000, 0)])
    bench.table.close()
    bench.table.close()
    assert not any(pin.state for pin in pins)
    assert bench.table.lamps_lit() == set()
    assert bench.table.buzzer_hz() is None
    bench.table.press("seat1")
    assert bench.taken() == []


def test_a_traced_output_is_told_at_its_time(bench: Bench) -> None:
    now = bench.time.now_ns()
    bench.table.lamps.answer(9, now)
    bench.table.lamps.tick(now + 150 * MS)
    assert bench.outputs == [("lamp9", True, now), ("lamp9", False, now + 150 * MS)]


def test_a_line_somebody_else_has_is_a_fault_and_the_others_play_on(
    pin_map: PinMap, caplog: pytest.LogCaptureFixture
) -> None:
    taken: list[Edge] = []
    chips = simulated_chips(ManualTime(), {})
    with (
        caplog.at_level(logging.ERROR),
        Button(7, pin_factory=chips.header),
        Table(pin_map, chips, ManualTime(), taken.append) as table,
    ):
        (fault,) = table.faults
        chips.header.pin(8).drive_low()
    assert fault.line == "seat3"
    assert dict(fault.details)["pin"] == "BCM 7 (pin 26)"
    assert "seat3 on BCM 7 (pin 26) cannot be had" in caplog.text
    assert [edge.line for edge in taken] == ["seat4"]


def test_a_line_pressed_at_the_opening_is_named(pin_map: PinMap) -> None:
    class Jammed(SimulatedPin):
        """A contact that something lies on while the table opens."""

        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            if self.info.name == "GPIO8":
                self.drive_low()

    chips = simulated_chips(ManualTime(), {})
    chips.header.pin_class = Jammed
    with Table(pin_map, chips, ManualTime(), lambda edge: None) as table:
        assert table.held == ("seat4",)
        assert not table.faults


def test_a_missing_expander_is_a_fault_of_each_lamp_and_the_seats_play_on(
    pin_map: PinMap,
) -> None:
    time, taken = ManualTime(), []
    chips = simulated_chips(time, {})._replace(expander=None)
    with Table(pin_map, chips, time, taken.append) as table:
        assert [fault.line for fault in table.faults] == [f"lamp{n}" for n in SEATS]
        assert described(table.faults[0]) == (
            "lamp1 on GPA0 of the expander: no chip mcp23017 was found; "
            "check its cable, its address and the overlay in config.txt"
        )
        table.lamps.answer(1, time.now_ns())
        assert table.lamps.lit(1)
        chips.header.pin(5).drive_low()
    assert [edge.line for edge in taken] == ["seat1"]


def test_auto_without_a_pi_is_simulated_and_says_why(pin_map: PinMap) -> None:
    with open_table(pin_map, "auto", ManualTime(), lambda edge: None, environ={}) as table:
        assert table.simulated
        assert table.kind == "simulated"
        assert table.why_simulated.startswith("no GPIO chip pinctrl-bcm2835")
        assert "--pins simulated" in table.why_simulated


def test_gpio_without_a_pi_is_refused_with_the_remedy(pin_map: PinMap) -> None:
    with pytest.raises(PinsUnavailable, match=r"no GPIO chip .*; run on a Raspberry Pi, or with"):
        open_table(pin_map, "gpio", ManualTime(), lambda edge: None, environ={})


def test_the_environment_names_the_board(pin_map: PinMap) -> None:
    environ = {"TABLESIDE_BOARD": "902120"}
    with open_table(
        pin_map, "simulated", ManualTime(), lambda edge: None, environ=environ
    ) as table:
        assert table.board == "Raspberry Pi Zero2W rev 1.0"
        assert table.why_simulated == ""


@pytest.mark.parametrize("code", ["pi4", "0001", "ffffff", "800ff0"])
def test_a_board_that_does_not_exist_is_refused(pin_map: PinMap, code: str) -> None:
    environ = {"TABLESIDE_BOARD": code}
    with pytest.raises(
        PinsUnavailable, match=rf"TABLESIDE_BOARD={code} is no board that is known; .*c03111"
    ):
        open_table(pin_map, "simulated", ManualTime(), lambda edge: None, environ=environ)


def test_gpiozeros_own_choice_of_pins_means_nothing() -> None:
    """Run apart: `GPIOZERO_PIN_FACTORY=native` must not be loaded, nor any global factory set."""
    program = textwrap.dedent(
        """
        import json, sys
        from pathlib import Path
        from gpiozero import Device
        from firmware_py.pinmap import parse_pin_map
        from firmware_py.table import open_table
        from firmware_py.timesource import SystemTime
        text = Path("hardware/pins.toml").read_text(encoding="utf-8")
        taken = []
        with open_table(parse_pin_map(text, "p"), "auto", SystemTime(), taken.append) as table:
            table.press("seat1")
            print(json.dumps([table.kind, len(taken), Device.pin_factory is None,
                              "gpiozero.pins.native" in sys.modules]))
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "GPIOZERO_PIN_FACTORY": "native"},
        capture_output=True,
        text=True,
        timeout=15,
        check=True,
    )
    assert json.loads(done.stdout) == ["simulated", 1, True, False]
    assert Device.pin_factory is None


def test_a_program_that_ends_by_an_exception_leaves_all_off(tmp_path: Path) -> None:
    program = textwrap.dedent(
        """
        import json, sys, threading
        from pathlib import Path
        from firmware_py.kinds import Note
        from firmware_py.patterns import ON
        from firmware_py.pinmap import parse_pin_map
        from firmware_py.simulated import SimulatedTable
        from firmware_py.timesource import SystemTime
        text = Path("hardware/pins.toml").read_text(encoding="utf-8")
        levels, sounding = {}, threading.Event()
        def on_output(line, on, at_ns):
            levels[line] = on
            Path(sys.argv[1]).write_text(json.dumps(levels))
            if line == "buzzer":
                sounding.set()
        time = SystemTime()
        with SimulatedTable(parse_pin_map(text, "p"), time, print, on_output) as table:
            table.lamps.signal(ON, time.now_ns())
            table.buzzer.play([Note(2000.0, 3600_000, 0)])
            sounding.wait(10)
            raise SystemExit(3)
        """
    )
    out = tmp_path / "levels"
    done = subprocess.run(
        [sys.executable, "-c", program, str(out)],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=15,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    levels = json.loads(out.read_text(encoding="utf-8"))
    assert len(levels) == 11
    assert not any(levels.values())


def test_an_edge_costs_little_on_the_pin_librarys_thread(bench: Bench) -> None:
    pin, levels = bench.table.chips.header.pin(5), itertools.cycle((False, True))

    def edge() -> None:
        pin.drive_high() if next(levels) else pin.drive_low()

    cost_s = min(timeit.repeat(edge, number=500, repeat=5)) / 500
    assert cost_s < 100e-6  # ten times what is measured; the mock pin's own work is in it


def test_a_map_with_the_lamps_of_another_order_is_played_as_written(pins_text: str) -> None:
    swapped = (
        pins_text.replace('"GPA0"', '"X"').replace('"GPB1"', '"GPA0"').replace('"X"', '"GPB1"')
    )
    other = parse_pin_map(swapped, "swapped.toml")
    assert other.lamp(1).node == "GPB1"
    time = ManualTime()
    with SimulatedTable(other, time, lambda edge: None, environ={}) as table:
        table.lamps.show(1, ON, time.now_ns())
        assert table.lamps_lit() == {1}
