"""The real lgpio library under our pins, on GPIO chips that live in the test's own process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
COMPILER = shutil.which("cc")

pytestmark = pytest.mark.skipif(
    COMPILER is None or find_spec("_lgpio") is None,
    reason="no C compiler for the user-space chips, or no lgpio for this Python",
)

Run = Callable[[str], Any]


@pytest.fixture(scope="session")
def preload(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("kernel") / "userspace_gpio.so"
    source = Path(__file__).with_name("userspace_gpio.c")
    command = [str(COMPILER), "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(
        [*command, "-o", library, source, "-ldl"], check=True, capture_output=True, timeout=60
    )
    return library


@pytest.fixture
def run(preload: Path, tmp_path: Path) -> Run:
    """Runs a program in the preloaded process; what it gives to `done(...)` comes back."""
    dev = tmp_path / "dev"
    dev.mkdir()
    for number in (0, 1):
        (dev / f"gpiochip{number}").touch()

    def run_program(program: str) -> Any:
        body = textwrap.dedent(program)
        head = "from fake_kernel import *\nimport json\ndef done(value): print(json.dumps(value))\n"
        environ = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(Path(__file__).parent)]),
            "LD_PRELOAD": str(preload),
            "FAKE_GPIO_DEV": str(dev),
            "FAKE_GPIO_TRACE": str(tmp_path / "trace"),
        }
        ran = subprocess.run(
            [sys.executable, "-W", "error", "-c", head + body],
            cwd=ROOT,
            env=environ,
            capture_output=True,
            text=True,
            timeout=15,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    return run_program


def test_chips_are_found_by_the_label_that_the_kernel_tells(run: Run) -> None:
    assert run("done(chips())") == [
        [0, "pinctrl-bcm2711", 54, None],
        [1, "mcp23017", 16, None],
    ]


def test_every_line_gives_its_press_and_release_with_the_kernels_stamp(run: Run) -> None:
    told = run(
        """
        bench = Opened()
        told = []
        for line in bench.table.pin_map.inputs:
            for level in (0, 1):
                stamp = kernel.fake_edge(HEADER, line.bcm, level)
                edge = bench.take()
                late = edge.at_ns - bench.time.from_kernel_ns(stamp)
                told.append([edge.line == line.id, edge.pressed == (level == 0), abs(late) < 10**6])
        bench.table.close()
        done([told, bench.table.faults])
        """
    )
    assert told == [[[True, True, True]] * 34, []]


def test_outputs_are_claimed_off_in_one_call_and_never_pulse(run: Run) -> None:
    told = run("bench = Opened(); done(trace())")
    outputs = [line for line in told if line[0] == "output"]
    assert len(outputs) == 11
    assert all(level == "0" for _, _, _, level, _ in outputs)
    assert not [line for line in told if line[0] == "write"]
    assert told[:11] == outputs  # before anything else: a lamp left lit goes dark at once


def test_inputs_are_never_without_their_pull_up(run: Run) -> None:
    told = run("bench = Opened(); done(trace())")
    inputs = [line for line in told if line[0] in ("input", "edges")]
    assert {line[2] for line in inputs if line[0] == "edges"} == {
        str(bcm) for bcm in (4, 5, 6, 7, 8, 9, 10, 11, 13, 16, 17, 22, 23, 24, 25, 26, 27)
    }
    assert all(pull == "1" for *_, pull in inputs)


def test_a_low_active_output_is_claimed_high(run: Run) -> None:
    told = run(
        """
        def change(text):
            text = text.replace('bcm = 8\\npin = 24', 'bcm = 18')
            old = 'node = "GPB1"\\npull = "none"\\nactive_high = true'
            assert old in text
            return text.replace(old, 'bcm = 8\\npull = "up"\\nactive_high = false')
        bench = Opened(pin_map(change))
        claimed = [line for line in trace() if line[:3] == ["output", "0", "8"]]
        bench.table.lamps.answer(10, 0)
        lit = kernel.fake_level(HEADER, 8)
        bench.table.close()
        done([claimed, lit, kernel.fake_level(HEADER, 8)])
        """
    )
    assert told == [[["output", "0", "8", "1", "0"]], 0, 1]


def test_lamps_left_lit_by_a_killed_program_go_dark_at_the_start(run: Run) -> None:
    told = run(
        """
        for offset in range(10): kernel.fake_rest(EXPANDER, offset, 1)
        bench = Opened()
        done([kernel.fake_level(EXPANDER, offset) for offset in range(10)])
        """
    )
    assert told == [0] * 10


def test_a_line_held_by_an_overlay_is_named_and_the_others_play_on(run: Run) -> None:
    told = run(
        """
        from firmware_py.table import described
        kernel.fake_hold(HEADER, 7, b"spi0 CS1")
        bench = Opened()
        kernel.fake_edge(HEADER, 8, 0)
        done([[described(fault) for fault in bench.table.faults], bench.take().line])
        """
    )
    assert told == [
        ["seat3 on BCM 7 (pin 26) is held by spi0 CS1; look for dtparam=spi=on and remove it"],
        "seat4",
    ]


def test_header_and_expander_lines_of_one_number_are_apart(run: Run) -> None:
    told = run(
        """
        from firmware_py.patterns import ON
        bench = Opened()
        bench.table.lamps.show(6, ON, bench.time.now_ns())
        done([kernel.fake_level(EXPANDER, 5), bench.table.level("seat1"), bench.edges.empty()])
        """
    )
    assert told == [1, False, True]


def test_a_missing_expander_leaves_the_seats_working(run: Run) -> None:
    told = run(
        """
        bench = Opened(list_chips=lambda: chips()[:1])
        kernel.fake_edge(HEADER, 5, 0)
        done([sorted({fault.reason for fault in bench.table.faults}), bench.take().line])
        """
    )
    assert told == [["pins.no_chip"], "seat1"]


def test_a_lamp_whose_cable_is_pulled_is_a_fault_and_no_crash(run: Run) -> None:
    told = run(
        """
        bench = Opened()
        kernel.fake_break(EXPANDER, 2)
        bench.table.lamps.answer(3, bench.time.now_ns())
        bench.table.lamps.answer(4, bench.time.now_ns())
        done([[list(fault[:2]) for fault in bench.table.faults], kernel.fake_level(EXPANDER, 3)])
        """
    )
    assert told[1] == 1
    assert told[0] in ([], [["lamp3", "pins.lost"]])  # lgpio does not report a failed write


def test_a_buzzer_that_stops_is_low_and_plays_its_pitch(run: Run) -> None:
    told = run(
        """
        from firmware_py.kinds import Note
        bench = Opened()
        bench.table.buzzer.play([Note(1000.0, 200, 0)])
        assert bench.table.buzzer.wait_done(5)
        writes = [line for line in trace() if line[:3] == ["write", "0", "12"]]
        low = kernel.fake_level(HEADER, 12)
        for hz in (2093.0, 3136.0, 1319.0):
            bench.table.buzzer.play([Note(hz, 60_000, 0)])
            bench.table.buzzer.stop()
            assert bench.table.buzzer.wait_done(5)
            low += kernel.fake_level(HEADER, 12)
        done([low, len(writes)])
        """
    )
    assert told[0] == 0
    assert 300 <= told[1] <= 500  # 200 ms of 1 kHz are 400 changes; the machine may be busy


def test_everything_is_off_and_given_back_after_closing(run: Run) -> None:
    told = run(
        """
        from firmware_py.kinds import Note
        from firmware_py.patterns import ON
        bench = Opened()
        bench.table.lamps.signal(ON, bench.time.now_ns())
        bench.table.buzzer.play([Note(2000.0, 60_000, 0)])
        lit = sum(kernel.fake_level(EXPANDER, offset) for offset in range(16))
        bench.table.close()
        bench.table.close()
        off = sum(kernel.fake_level(EXPANDER, offset) for offset in range(16))
        done([lit, off, kernel.fake_level(HEADER, 12), kernel.fake_claimed()])
        """
    )
    assert told == [10, 0, 0, 0]


def test_a_handler_that_fails_does_not_end_the_librarys_thread(run: Run) -> None:
    told = run(
        """
        import logging, queue
        logging.disable()
        taken = queue.SimpleQueue()
        def on_edge(edge):
            taken.put(edge.line)
            if edge.line == "seat1": raise RuntimeError("our bug")
        bench = Opened(on_edge=on_edge)
        kernel.fake_edge(HEADER, 5, 0)
        kernel.fake_edge(HEADER, 6, 0)
        done([taken.get(timeout=5), taken.get(timeout=5)])
        """
    )
    assert told == ["seat1", "seat2"]


def test_an_edge_after_the_closing_ends_nothing_and_the_lines_can_be_had_again(run: Run) -> None:
    """lgpio has one thread for all chips of a process; whoever raises in it ends every button."""
    told = run(
        """
        import logging
        logging.disable()
        first = Opened()
        pin = first.table.chips.header.pin(5)
        first.table.close()
        pin._call_when_changed(0, 5, 0, 0)  # it was on its way
        second = Opened()
        kernel.fake_edge(HEADER, 5, 0)
        done([second.take().line, first.edges.empty(), second.edges.empty(),
              second.table.faults])
        """
    )
    assert told == ["seat1", True, True, []]


def test_a_line_pressed_at_the_opening_is_named(run: Run) -> None:
    told = run("kernel.fake_rest(HEADER, 9, 0); bench = Opened(); done(bench.table.held)")
    assert told == ["seat5"]


def test_of_ten_thousand_edges_in_a_burst_none_is_lost_and_stamps_give_their_order(
    run: Run,
) -> None:
    told = run(
        """
        from firmware_py.debounce import in_order
        bench = Opened()
        stamps = []
        for n in range(10_000):
            seat = n % 10
            bcm = (5, 6, 7, 8, 9, 10, 11, 16, 22, 23)[seat]
            stamps.append(kernel.fake_edge(HEADER, bcm, (n // 10) % 2))
        # lgpio may hand over edges of two lines in the wrong order when the machine is busy.
        got = [edge.at_ns for edge in in_order([bench.take() for _ in stamps])]
        first = bench.time.from_kernel_ns(stamps[0])
        done([len(got), [at - first for at in got] == [stamp - stamps[0] for stamp in stamps]])
        """
    )
    assert told == [10_000, True]


def test_importing_lgpio_leaves_folder_and_environment_as_they_were(run: Run) -> None:
    told = run(
        """
        import os
        from firmware_py.gpio import import_lgpio
        before, files = os.getcwd(), set(os.listdir())
        first = import_lgpio()
        done([os.getcwd() == before, set(os.listdir()) == files, "LG_WD" in os.environ,
              import_lgpio() is first])
        """
    )
    assert told == [True, True, False, True]


def test_a_machine_without_a_folder_for_the_pipe_is_told_the_remedy(run: Run) -> None:
    told = run(
        """
        import os
        from firmware_py.errors import PinsUnavailable
        from firmware_py.gpio import import_lgpio
        os.environ["RUNTIME_DIRECTORY"] = "/nowhere"
        try:
            import_lgpio()
        except PinsUnavailable as error:
            done(str(error))
        """
    )
    assert "no folder for lgpio's pipe" in told
    assert told.endswith("; set TMPDIR to a folder that can be written")


def test_a_machine_that_is_no_pi_wants_the_boards_name(run: Run) -> None:
    told = run(
        """
        from firmware_py.errors import PinsUnavailable
        try:
            open_chips(pin_map(), SystemTime(), {}, chips)
        except PinsUnavailable as error:
            done(str(error))
        """
    )
    assert told.startswith("no Raspberry Pi is known here: ")
    assert told.endswith("; set TABLESIDE_BOARD, for instance to c03111 for a Pi 4")
