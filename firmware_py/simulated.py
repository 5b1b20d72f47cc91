"""A table without hardware: the same gpiozero devices, on gpiozero's mock pins.

    table = SimulatedTable(pin_map, time, on_edge)
    table.press("seat3")                     # an edge now; at_ns gives it an exact stamp
    table.release("seat3", at_ns)
    table.tap("judge.next", 80)              # press, 80 ms of table time, release (blocks)
    table.lamps_lit()                        # {1, 4}: as the pins stand, not as they were told
    table.buzzer_hz()                        # None: silent

Used by `--pins simulated`, the demo, the keyboard as buttons, and the tests. Callable from any
thread; one press at a time.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.pins.pi import PiBoardInfo, PiPin

from firmware_py.board import expander_board, header_board
from firmware_py.buttons import OnEdge
from firmware_py.kinds import LineId
from firmware_py.lamps import OnOutput
from firmware_py.pinlines import SEATS
from firmware_py.pinmap import PinMap
from firmware_py.table import Chips, Table
from firmware_py.timesource import TimeSource

_KEPT_STATES = 64


class SimulatedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero is untyped
    """A mock pin whose edges carry its factory's ticks, and which does not grow for ever."""

    def _call_when_changed(self, *_: Any) -> None:
        PiPin._call_when_changed(self, self.factory.ticks(), self._state)

    def _change_state(self, value: bool | float) -> bool:
        if len(self.states) > _KEPT_STATES:
            del self.states[: _KEPT_STATES // 2]
        return bool(super()._change_state(value))


class SimulatedFactory(MockFactory):  # type: ignore[misc]  # gpiozero is untyped
    """Mock pins of one board, with table time for ticks."""

    def __init__(self, board: PiBoardInfo, time: TimeSource) -> None:
        super().__init__(revision=board.revision, pin_class=SimulatedPin)
        self._info = board
        self._time = time
        self.at_ns: int | None = None

    def ticks(self) -> int:
        return self._time.now_ns() if self.at_ns is None else self.at_ns


def simulated_chips(time: TimeSource, environ: Mapping[str, str] = os.environ) -> Chips:
    """Mock pins in place of the header and the expander."""
    header = SimulatedFactory(header_board(environ, simulated=True), time)
    return Chips(header, SimulatedFactory(expander_board(), time), stamp=int)


class SimulatedTable(Table):
    """A `Table` that can be played by calls; `why_simulated` says why it is not the real one."""

    simulated = True
    kind = "simulated"

    def __init__(
        self,
        pin_map: PinMap,
        time: TimeSource,
        on_edge: OnEdge,
        on_output: OnOutput | None = None,
        *,
        environ: Mapping[str, str] = os.environ,
        why: str = "",
    ) -> None:
        self.why_simulated = why
        chips = simulated_chips(time, environ)
        self.header: SimulatedFactory = chips.header
        self._hand = threading.RLock()
        super().__init__(pin_map, chips, time, on_edge, on_output)
        # Looked up once: gpiozero searches the whole header for a pin's name.
        self._contacts = {
            line.id: (self.header.pin(line.bcm), line.active_high) for line in pin_map.inputs
        }

    @property
    def reread(self) -> None:
        """No edge is lost here, and one whose stamp was given lies before the clock's now."""
        return None

    def press(self, line: str, at_ns: int | None = None) -> None:
        """Close this contact, now or with the stamp given. Pressed already: nothing happens."""
        self._drive(line, True, at_ns)

    def release(self, line: str, at_ns: int | None = None) -> None:
        """Open this contact."""
        self._drive(line, False, at_ns)

    def tap(self, line: str, for_ms: int, at_ns: int | None = None) -> None:
        """Press, and release after so much table time; blocks until then."""
        start_ns = self._time.now_ns() if at_ns is None else at_ns
        end_ns = start_ns + for_ms * 1_000_000
        self.press(line, start_ns)
        self._time.wait_until(end_ns, threading.Event())
        self.release(line, end_ns)

    def lamps_lit(self) -> frozenset[int]:
        """The seats whose lamp's pin is on."""
        return frozenset(
            seat
            for seat in SEATS
            if (led := self._outputs.get(LineId(f"lamp{seat}"))) is not None
            and not led.closed
            and led.is_lit
        )

    def buzzer_hz(self) -> float | None:
        """What the piezo sounds; None: silent."""
        piezo = self._piezo
        if piezo is None or piezo.closed or not piezo.pwm_device.value:
            return None
        return float(piezo.pwm_device.pin.frequency)

    def _drive(self, name: str, pressed: bool, at_ns: int | None) -> None:
        contact = self._contacts.get(LineId(name))
        if contact is None:
            known = ", ".join(self._contacts)
            raise ValueError(f"{name} is no input line; write one of {known}")
        pin, active_high = contact
        with self._hand:
            if self._closed:
                return
            self.header.at_ns = at_ns
            try:
                if pressed == active_high:
                    pin.drive_high()
                else:
                    pin.drive_low()
            finally:
                self.header.at_ns = None
