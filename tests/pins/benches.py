"""A table's pins on a bench: who presses and who looks stands outside, on mock pins or on a kernel.

`touch` moves one contact once, as fast as the bench can; everything that is read (`lit`,
`sounding`) comes from the pins and not from the program.
"""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

from gpiozero import Button
from gpiozero.pins.pi import PiFactory

from firmware_py.gpio import open_chips
from firmware_py.header import EXPANDER_NODES
from firmware_py.kinds import Edge, LineId
from firmware_py.pinlines import SEATS
from firmware_py.pinmap import PinMap
from firmware_py.simulated import simulated_chips
from firmware_py.table import Chips, Table
from firmware_py.timesource import ManualTime, SystemTime, TimeSource
from tests.pins import simchips

ROOT: Final = Path(__file__).parents[2]
BOARD: Final = {"TABLESIDE_BOARD": "c03111"}
HEADER, EXPANDER = "pinctrl-bcm2711", "mcp23017"
TICK_MS: Final = 12
"""A simulated chip hands over one change of a line in 10 ms; two on two lines have no order."""

HOLDER: Final = """
import sys
from firmware_py.gpio import import_lgpio
lgpio = import_lgpio()
chip = lgpio.gpiochip_open(int(sys.argv[1]))
lgpio.gpio_claim_input(chip, int(sys.argv[2]), lgpio.SET_PULL_UP)
print("held", flush=True)
sys.stdin.read()
"""


def until(what: str, holds: Callable[[], Any], patience_s: float = 10.0) -> Any:
    """The first true value of `holds`; fails when it does not come."""
    limit, pause = time.monotonic() + patience_s, threading.Event()
    while time.monotonic() < limit:
        found = holds()
        if found:
            return found
        pause.wait(0.005)
    raise AssertionError(f"never saw: {what}")


class Bench(Protocol):
    """What the tests of the suite need."""

    kind: str
    pin_map: PinMap
    time: TimeSource

    def open(self, pin_map: PinMap | None = None) -> Table:
        """A table on these pins; its edges come to `take`."""

    def touch(self, line: str, pressed: bool) -> None:
        """A contact closes or opens."""

    def pause(self, ms: int) -> None:
        """So much time passes."""

    def take(self) -> Edge:
        """The next edge; fails if none comes."""

    def quiet(self) -> bool:
        """No edge waits."""

    def lit(self) -> set[int]:
        """The seats whose lamp's line is on."""

    def sounding(self) -> bool:
        """Does the buzzer's line swing?"""

    def occupy(self, line: str) -> None:
        """Somebody else has this line, from now on."""

    def unplug_lamps(self) -> None:
        """The expander is gone, whether a table is open or not."""

    def close(self) -> None:
        """Everything as it was."""


class _Edges:
    """What both benches do alike."""

    def __init__(self, pin_map: PinMap) -> None:
        self.pin_map = pin_map
        self._edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self._tables: list[Table] = []

    def _opened(self, pin_map: PinMap, chips: Chips, time: TimeSource) -> Table:
        table = Table(pin_map, chips, time, self._edges.put)
        self._tables.append(table)
        return table

    def take(self) -> Edge:
        return self._edges.get(timeout=10)

    def quiet(self) -> bool:
        return self._edges.empty()

    def close(self) -> None:
        for table in self._tables:
            table.close()


class SimulatedBench(_Edges):
    """gpiozero's mock pins under a time that only the test moves."""

    kind = "simulated"

    def __init__(self, pin_map: PinMap) -> None:
        super().__init__(pin_map)
        self.time = ManualTime()
        self._chips = simulated_chips(self.time, {})
        self._has_lamps = True
        self._held: list[Button] = []

    def open(self, pin_map: PinMap | None = None) -> Table:
        chips = self._chips if self._has_lamps else self._chips._replace(expander=None)
        return self._opened(pin_map or self.pin_map, chips, self.time)

    def touch(self, line: str, pressed: bool) -> None:
        pin = self._chips.header.pin(self.pin_map.lines[LineId(line)].bcm)
        if pressed:
            pin.drive_low()
        else:
            pin.drive_high()

    def pause(self, ms: int) -> None:
        self.time.advance_ms(ms)

    def lit(self) -> set[int]:
        expander: PiFactory = self._chips.expander
        nodes = {seat: self.pin_map.lamp(seat).node for seat in SEATS}
        return {seat for seat, node in nodes.items() if expander.pin(node).state}

    def sounding(self) -> bool:
        return bool(self._chips.header.pin(12).state)

    def occupy(self, line: str) -> None:
        place = self.pin_map.lines[LineId(line)].bcm
        self._held.append(Button(place, pin_factory=self._chips.header))

    def unplug_lamps(self) -> None:
        self._has_lamps = False

    def close(self) -> None:
        super().close()
        for button in self._held:
            button.close()


class KernelBench(_Edges):
    """The kernel's gpio-sim chips under lgpio."""

    kind = "kernel"

    def __init__(self, pin_map: PinMap) -> None:
        super().__init__(pin_map)
        self.time = SystemTime()
        self.header = simchips.chip(HEADER)
        self.expander = simchips.chip(EXPANDER)
        self._holders: list[subprocess.Popen[str]] = []
        self.pull_lamps(up=False)

    def open(self, pin_map: PinMap | None = None) -> Table:
        mapped = pin_map or self.pin_map
        table = self._opened(mapped, open_chips(mapped, self.time, BOARD), self.time)
        self.pause(3 * TICK_MS)
        while not self.quiet():  # a pull-up that was switched on makes an edge of its own
            assert not self.take().pressed
        return table

    def touch(self, line: str, pressed: bool) -> None:
        bcm = self.pin_map.lines[LineId(line)].bcm
        assert bcm is not None
        if pressed:
            self.header.press(bcm)
        else:
            self.header.let_go(bcm)
        self.pause(TICK_MS)

    def pause(self, ms: int) -> None:
        threading.Event().wait(ms / 1000)

    def lit(self) -> set[int]:
        return {seat for seat in SEATS if self.is_lit(seat)}

    def is_lit(self, seat: int) -> bool:
        """Is this seat's lamp on?"""
        return self.expander.value(EXPANDER_NODES.index(str(self.pin_map.lamp(seat).node)))

    def sounding(self) -> bool:
        """Looked at for longer than two swings of the lowest note take."""
        seen = {self.header.value(12) for _ in range(200)}
        return seen == {True, False}

    def occupy(self, line: str) -> None:
        found = self.pin_map.lines[LineId(line)]
        chip, offset = self.header, found.bcm
        if found.node is not None:
            chip, offset = self.expander, EXPANDER_NODES.index(found.node)
        holder = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(chip.number), str(offset)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )
        self._holders.append(holder)
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"

    def unplug_lamps(self) -> None:
        self.expander.close()
        simchips.unplug(EXPANDER)

    def pull_lamps(self, *, up: bool) -> None:
        """What the lamps' lines carry while nobody drives them: a chip that keeps its outputs."""
        for offset in range(len(EXPANDER_NODES)):
            (self.expander.let_go if up else self.expander.press)(offset)

    def close(self) -> None:
        super().close()
        for holder in self._holders:
            holder.communicate()
        for chip in (self.header, self.expander):
            chip.close()
        for label in (HEADER, EXPANDER):
            if not simchips.is_live(label):
                simchips.plug(label)
