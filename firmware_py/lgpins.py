"""gpiozero's lgpio pins as a table needs them. Import it only after `gpio.import_lgpio()`.

What differs from gpiozero's own:

* each factory has its own pins and reservations (gpiozero shares them between all factories, so
  line 5 of the header would be line 5 of the expander);
* an output is claimed with its idle level in that one call (gpiozero claims an input first, then
  a low output, then writes: a low-active relay would click), an input at once with its pull-up;
* stopping a pulse train leaves the line as it was at that instant (lgpio), so it is written idle;
* on close an output is written idle and freed with its reset pull as it was, not turned into a
  floating input; the expander keeps its outputs, so this is what makes lamps dark;
* busy lines are told by name, with who holds them.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin
from gpiozero.pins.local import LocalPiPin
from gpiozero.pins.pi import PiBoardInfo

from firmware_py.errors import LineBusy, LineLost
from firmware_py.header import likely_overlays


class ClaimedPin(LGPIOPin):  # type: ignore[misc]  # gpiozero is untyped
    """One claim, one release: gpiozero's own claims a floating input first and at the end."""

    def __init__(self, factory: Any, info: Any) -> None:
        LocalPiPin.__init__(self, factory, info)
        self._pwm = None
        self._bounce = None
        self._callback = None
        self._edges = lgpio.BOTH_EDGES
        self._freed = False
        self.claim(factory._handle)

    def claim(self, handle: int) -> None:
        lgpio.gpio_claim_input(handle, self._number, lgpio.SET_PULL_UP)

    def rest(self, handle: int) -> None:
        """What is left to do before the line is given back."""

    def close(self) -> None:
        if self._freed or self.factory._handle is None:
            return
        self._freed = True
        if self._callback is not None:  # else its next owner's edges would come to us as well
            self._callback.cancel()
            self._callback = None
        try:
            self.rest(self.factory._handle)
            lgpio.gpio_free(self.factory._handle, self._number)
        except lgpio.error:
            return  # a chip that is gone holds nothing

    def _call_when_changed(self, chip: int, gpio: int, level: int, ticks: int) -> None:
        """An edge that was on its way when the line was given back would end lgpio's thread."""
        if not self._freed:
            super()._call_when_changed(chip, gpio, level, ticks)


class OutputPin(ClaimedPin):
    """An output from its claim to its release; off when its pulse train stops and at the end."""

    def claim(self, handle: int) -> None:
        self._idle = self.factory.idle[self._number]
        lgpio.gpio_claim_output(handle, self._number, self._idle)

    def rest(self, handle: int) -> None:
        if self._pwm:
            lgpio.tx_pwm(handle, self._number, 0, 0)
            self._pwm = None
        lgpio.gpio_write(handle, self._number, self._idle)

    def output_with_state(self, state: bool) -> None:
        self._set_state(state)

    def _get_function(self) -> str:
        return "output"

    def _set_function(self, value: str) -> None:
        return  # claimed as an output once and for all

    def _get_state(self) -> Any:
        try:
            return super()._get_state()
        except lgpio.error as error:
            raise LineLost(self.info.name, str(error)) from error

    def _set_state(self, value: float) -> None:
        try:
            super()._set_state(value)
        except lgpio.error as error:
            raise LineLost(self.info.name, str(error)) from error

    def _set_frequency(self, value: float | None) -> None:
        try:
            if value:
                super()._set_frequency(value)
            elif self._pwm:
                self.rest(self.factory._handle)
        except lgpio.error as error:
            raise LineLost(self.info.name, str(error)) from error


class ChipFactory(LGPIOFactory):  # type: ignore[misc]  # gpiozero is untyped
    """One GPIO chip as a board: `idle` gives the level at which each of its outputs is off."""

    def __init__(self, number: int, board: PiBoardInfo, idle: Mapping[int, int]) -> None:
        super().__init__(chip=number)
        self.pins: dict[Any, Any] = {}
        self._reservations: dict[Any, list[Any]] = defaultdict(list)
        self._res_lock = threading.Lock()
        self._info = board
        self.idle = idle

    def pin(self, name: int | str) -> Any:
        for _, info in self.board_info.find_pin(name):
            offset = int(info.name[4:])
            self.pin_class = OutputPin if offset in self.idle else ClaimedPin
            try:
                return super().pin(name)
            except lgpio.error as error:
                raise self._busy(offset, info.name, error) from error
        return super().pin(name)

    def _busy(self, offset: int, name: str, error: Exception) -> LineBusy | LineLost:
        if "busy" not in str(error).lower():
            return LineLost(name, str(error))
        try:
            holder = str(lgpio.gpio_get_line_info(self._handle, offset)[-1])
        except lgpio.error:
            holder = ""
        overlay = likely_overlays(offset) if self._info.model != "MCP23017" else ""
        return LineBusy(name, name, holder, overlay)
