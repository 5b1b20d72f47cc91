"""The kernel's GPIO chips under gpiozero: two `LGPIOFactory`s, and pins that never pulse.

What differs from gpiozero's own:

* chips are found by label, and each factory has its own pins and reservations (gpiozero shares
  them between all factories, so line 5 of the header would be line 5 of the expander);
* an output is claimed with its idle level in that one call. gpiozero claims an input first, then
  a low output, then writes: a low-active relay would click;
* stopping a pulse train leaves the line as it was at that instant (lgpio), so it is written idle;
* on close an output is written idle and freed with its reset pull as it was, not turned into a
  floating input; the expander keeps its outputs, so this is what makes lamps dark;
* busy lines are told by name, with who holds them.

lgpio makes its notify pipe at import, in the folder of LG_WD, to which it *changes directory*:
`import_lgpio` gives it a folder that can be written and goes back.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from firmware_py.board import expander_board, header_board
from firmware_py.chips import KernelChip, find_chip, kernel_chips
from firmware_py.errors import LineBusy, LineLost, PinsUnavailable
from firmware_py.header import likely_overlays
from firmware_py.pinmap import PinMap
from firmware_py.table import Chips
from firmware_py.timesource import TimeSource

if TYPE_CHECKING:
    from gpiozero.pins.pi import PiBoardInfo

_NS: Final = 1_000_000_000


def open_chips(
    pin_map: PinMap,
    time: TimeSource,
    environ: Mapping[str, str],
    list_chips: Callable[[], list[KernelChip]] = kernel_chips,
) -> Chips:
    """The header's factory and, where it is found, the expander's. Raises `PinsUnavailable`."""
    found = list_chips()
    header = find_chip(found, pin_map.chips["header"])
    if header is None:
        labels = ", ".join(pin_map.chips["header"].labels)
        here = ", ".join(chip.label for chip in found) or "none"
        raise PinsUnavailable(
            f"no GPIO chip {labels} here (found: {here})",
            "run on a Raspberry Pi, or with --pins simulated",
        )
    board = header_board(environ, simulated=False)
    lgpio = import_lgpio()
    factory_class = _factory_class(lgpio)
    try:
        header_factory = factory_class(header.number, board, _idle_levels(pin_map, "header"))
    except lgpio.error as error:
        raise PinsUnavailable(
            f"/dev/gpiochip{header.number} cannot be opened: {error}",
            "add this user to the group gpio",
        ) from error
    expander_factory = None
    expander = find_chip(found, pin_map.chips["expander"])
    if expander is not None:
        try:
            expander_factory = factory_class(
                expander.number, expander_board(), _idle_levels(pin_map, "expander")
            )
        except lgpio.error:
            expander_factory = None  # each lamp's fault names the chip
    return Chips(
        header_factory,
        expander_factory,
        stamp=lambda seconds: time.from_kernel_ns(round(seconds * _NS)),
        errors=(lgpio.error,),
    )


def import_lgpio() -> ModuleType:
    """The lgpio library, loaded with a working folder of its own. Raises `PinsUnavailable`."""
    if "lgpio" in sys.modules:
        return sys.modules["lgpio"]
    here, before = Path.cwd(), os.environ.get("LG_WD")
    try:
        folder = tempfile.mkdtemp(prefix="tableside-lg-", dir=os.environ.get("RUNTIME_DIRECTORY"))
    except OSError as error:
        raise PinsUnavailable(
            f"no folder for lgpio's pipe: {error}", "set TMPDIR to a folder that can be written"
        ) from error
    os.environ["LG_WD"] = folder
    try:
        import lgpio
    except (ImportError, OSError) as error:
        raise PinsUnavailable(
            f"lgpio cannot be loaded: {error}", "install python3-lgpio or the lgpio wheel"
        ) from error
    finally:
        os.chdir(here)
        if before is None:
            del os.environ["LG_WD"]
        else:
            os.environ["LG_WD"] = before
        shutil.rmtree(folder, ignore_errors=True)  # the pipe is open; its name is not needed
    if not hasattr(lgpio, "gpiochip_open"):
        raise PinsUnavailable("this lgpio is an empty package", "install python3-lgpio")
    return lgpio  # type: ignore[no-any-return]


def _idle_levels(pin_map: PinMap, chip: str) -> dict[int, int]:
    """Offset on its chip -> level at which an output is off."""
    board = expander_board() if chip == "expander" else None
    idle: dict[int, int] = {}
    for line in pin_map.outputs:
        if line.chip != chip:
            continue
        if board is None:
            offset = line.bcm
        else:
            offset = next(int(info.name[4:]) for _, info in board.find_pin(line.node))
        if offset is not None:
            idle[offset] = int(not line.active_high)
    return idle


def _factory_class(lgpio: ModuleType) -> Any:
    """The factory, built once lgpio is there: gpiozero's own imports lgpio at its top."""
    from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin
    from gpiozero.pins.local import LocalPiPin

    class InputPin(LGPIOPin):  # type: ignore[misc]
        pass

    class OutputPin(LGPIOPin):  # type: ignore[misc]
        def __init__(self, factory: Any, info: Any) -> None:
            LocalPiPin.__init__(self, factory, info)
            self._pwm = None
            self._bounce = None
            self._callback = None
            self._edges = lgpio.BOTH_EDGES
            self._idle = factory.idle[self._number]
            self._freed = False
            lgpio.gpio_claim_output(factory._handle, self._number, self._idle)

        def close(self) -> None:
            if self._freed or self.factory._handle is None:
                return
            self._freed = True
            try:
                self._stop()
                lgpio.gpio_free(self.factory._handle, self._number)
            except lgpio.error:
                return  # a chip that is gone holds nothing

        def _stop(self) -> None:
            if self._pwm:
                lgpio.tx_pwm(self.factory._handle, self._number, 0, 0)
                self._pwm = None
            lgpio.gpio_write(self.factory._handle, self._number, self._idle)

        def output_with_state(self, state: bool) -> None:
            self._set_state(state)

        def _get_function(self) -> str:
            return "output"

        def _set_function(self, value: str) -> None:
            return  # claimed as an output once and for all

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
                    self._stop()
            except lgpio.error as error:
                raise LineLost(self.info.name, str(error)) from error

    class ChipFactory(LGPIOFactory):  # type: ignore[misc]
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
                self.pin_class = OutputPin if offset in self.idle else InputPin
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

    return ChipFactory
