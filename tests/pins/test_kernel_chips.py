"""What only a kernel shows: labels, numbers, holders, a chip that goes, outputs left on."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from firmware_py.chips import KernelChip, find_chip, kernel_chips
from firmware_py.errors import PinsUnavailable
from firmware_py.patterns import ON
from firmware_py.pinlines import SEATS
from firmware_py.pinmap import PinMap
from firmware_py.table import described, open_table
from firmware_py.timesource import SystemTime
from tests.pins import simchips
from tests.pins.benches import BOARD, EXPANDER, HEADER, ROOT, KernelBench, until

pytestmark = pytest.mark.kernel

PI_5 = "pinctrl-rp1"


@pytest.fixture
def chips(pin_map: PinMap) -> Iterator[KernelBench]:
    made = KernelBench(pin_map)
    yield made
    made.close()
    if PI_5 in simchips.names():
        simchips.unmake(PI_5)
    for label in (EXPANDER, HEADER):  # in any case the header first, for the next test's numbers
        simchips.unplug(label)
    for label in (HEADER, EXPANDER):
        simchips.plug(label)


def test_chips_tell_their_label_and_their_lines(chips: KernelBench) -> None:
    assert kernel_chips() == [
        KernelChip(chips.header.number, HEADER, 28, None),
        KernelChip(chips.expander.number, EXPANDER, 16, None),
    ]


def test_the_header_of_a_pi_5_at_another_number_is_played(
    chips: KernelBench, pin_map: PinMap
) -> None:
    chips.header.close()
    simchips.unplug(HEADER)
    simchips.make("gpio-brcmstb@107d508500", 32)
    try:
        simchips.make(PI_5, 54)
        found = find_chip(kernel_chips(), pin_map.chips["header"])
        assert found is not None
        assert found.label == PI_5
        assert found.number > chips.expander.number
        chips.header = simchips.chip(PI_5)
        chips.open()
        chips.touch("seat10", True)
        assert chips.take().line == "seat10"
    finally:
        simchips.unmake("gpio-brcmstb@107d508500")


def test_an_expander_with_a_lower_number_than_the_header_is_still_the_expander(
    chips: KernelBench,
) -> None:
    for label in (HEADER, EXPANDER):
        simchips.unplug(label)
    chips.header.close()
    chips.expander.close()
    for label in (EXPANDER, HEADER):
        simchips.plug(label)
    chips.header, chips.expander = simchips.chip(HEADER), simchips.chip(EXPANDER)
    assert chips.expander.number < chips.header.number
    table = chips.open()
    table.lamps.show(9, ON, chips.time.now_ns())
    assert chips.lit() == {9}
    chips.touch("seat9", True)
    assert chips.take().line == "seat9"


def test_k17_whoever_holds_a_line_is_told_with_the_likely_overlay(chips: KernelBench) -> None:
    chips.occupy("seat3")
    table = chips.open()
    assert [described(fault) for fault in table.faults] == [
        "seat3 on BCM 7 (pin 26) is held by lg; look for dtparam=spi=on and remove it"
    ]


def test_a_lamp_that_is_held_is_a_fault_of_that_lamp_alone(chips: KernelBench) -> None:
    chips.occupy("lamp4")
    table = chips.open()
    (fault,) = table.faults
    assert (fault.line, fault.reason) == ("lamp4", "pins.busy")
    assert dict(fault.details)["overlay"] == ""
    assert chips.lit() <= {4}
    table.lamps.signal(ON, chips.time.now_ns())
    assert chips.lit() | {4} == set(SEATS)


def test_k13_lamps_that_a_killed_program_left_on_are_off_once_the_table_is_open(
    chips: KernelBench,
) -> None:
    chips.pull_lamps(up=True)
    assert chips.lit() == set(SEATS)
    chips.open()
    assert chips.lit() == set()


def test_an_expander_that_goes_while_the_table_plays_is_told_and_costs_no_press(
    chips: KernelBench,
) -> None:
    table = chips.open()
    table.lamps.show(1, ON, chips.time.now_ns())
    table.check()
    assert table.faults == ()
    chips.unplug_lamps()
    table.check()
    lost = [(f"lamp{seat}", "pins.lost") for seat in SEATS]
    assert [(fault.line, fault.reason) for fault in table.faults] == lost
    for seat in SEATS:  # nobody writes to it any more
        table.lamps.answer(seat, chips.time.now_ns())
    assert len(table.faults) == len(SEATS)
    for seat in SEATS:
        chips.touch(f"seat{seat}", True)
        assert chips.take().line == f"seat{seat}"


def test_no_chip_at_all_is_simulated_or_refused_and_never_dead(
    chips: KernelBench, pin_map: PinMap
) -> None:
    for chip in (chips.header, chips.expander):
        chip.close()
    for label in (HEADER, EXPANDER):
        simchips.unplug(label)
    with pytest.raises(PinsUnavailable, match=r"no GPIO chip .*found: none.*--pins simulated"):
        open_table(pin_map, "gpio", SystemTime(), print, environ=BOARD)
    with open_table(pin_map, "auto", SystemTime(), print, environ=BOARD) as table:
        assert table.simulated
        assert "no GPIO chip" in table.why_simulated


def test_a_second_table_on_the_same_pins_names_the_first_for_each_line(chips: KernelBench) -> None:
    chips.open()
    other = chips.open()
    assert {fault.reason for fault in other.faults} == {"pins.busy"}
    assert len(other.faults) == len(other.pin_map.lines)
    chips.touch("seat1", True)
    assert chips.take().line == "seat1"


CRASH = """
import sys
from pathlib import Path
from firmware_py.kinds import Note
from firmware_py.patterns import ON
from firmware_py.pinmap import parse_pin_map
from firmware_py.table import open_table
from firmware_py.timesource import SystemTime
text = Path("hardware/pins.toml").read_text(encoding="utf-8")
time = SystemTime()
with open_table(parse_pin_map(text, "p"), "gpio", time, print) as table:
    table.lamps.signal(ON, time.now_ns())
    table.buzzer.play([Note(1000.0, 3600_000, 0)])
    print("on", flush=True)
    sys.stdin.readline()
    raise RuntimeError("our bug")
"""


def test_k13_a_program_that_ends_by_its_own_mistake_leaves_all_off(chips: KernelBench) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CRASH],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), **BOARD},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "on\n"
        assert chips.lit() == set(SEATS)
        until("the buzzer", chips.sounding)
        _, said = program.communicate("now\n")
    assert program.returncode == 1
    assert "our bug" in said
    assert chips.lit() == set()
    assert not chips.sounding()
