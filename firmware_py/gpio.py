"""The kernel's GPIO chips under gpiozero with lgpio: opens what `table.py` is built on.

The header and the expander are found by label and opened as two factories of `lgpins.py`.

lgpio makes its notify pipe at import, in the folder of LG_WD, to which it *changes directory*:
`import_lgpio` gives it a folder that can be written and goes back.
"""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Final

from firmware_py.board import expander_board, header_board
from firmware_py.chips import KernelChip, find_chip, kernel_chips
from firmware_py.errors import PinsUnavailable
from firmware_py.header import EXPANDER_NODES
from firmware_py.pinmap import PinMap
from firmware_py.table import Chips
from firmware_py.timesource import TimeSource

_NS: Final = 1_000_000_000
_PIPE_BYTES: Final = 1 << 20

_log = logging.getLogger(__name__)


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
    from firmware_py.lgpins import ChipFactory  # needs lgpio, which is loaded with care above

    try:
        header_factory = ChipFactory(header.number, board, _idle_levels(pin_map, "header"))
    except lgpio.error as error:
        raise PinsUnavailable(
            f"/dev/gpiochip{header.number} cannot be opened: {error}",
            "add this user to the group gpio",
        ) from error
    expander_factory = None
    expander = find_chip(found, pin_map.chips["expander"])
    if expander is not None:
        try:
            expander_factory = ChipFactory(
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
    before = os.environ.get("LG_WD")
    try:
        folder = tempfile.mkdtemp(prefix="tableside-lg-", dir=os.environ.get("RUNTIME_DIRECTORY"))
    except OSError as error:
        raise PinsUnavailable(
            f"no folder for lgpio's pipe: {error}", "set TMPDIR to a folder that can be written"
        ) from error
    os.environ["LG_WD"] = folder
    here = os.open(".", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)  # it may have no name any more
    try:
        import lgpio
    except (ImportError, OSError) as error:
        raise PinsUnavailable(
            f"lgpio cannot be loaded: {error}", "install python3-lgpio or the lgpio wheel"
        ) from error
    finally:
        os.fchdir(here)
        os.close(here)
        if before is None:
            del os.environ["LG_WD"]
        else:
            os.environ["LG_WD"] = before
        shutil.rmtree(folder, ignore_errors=True)  # the pipe is open; its name is not needed
    if not hasattr(lgpio, "gpiochip_open"):
        raise PinsUnavailable("this lgpio is an empty package", "install python3-lgpio")
    _widen_pipe(lgpio)
    return lgpio  # type: ignore[no-any-return]


def _widen_pipe(lgpio: ModuleType) -> None:
    """Room for 65,536 edges in place of 4,096: lgpio drops what does not fit, without a word.

    NOTE: until lgpio has a public way to its pipe. Without it the table works as before.
    """
    try:
        fcntl.fcntl(lgpio._notify_thread._file, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    except (AttributeError, OSError, TypeError):
        _log.info("lgpio's pipe keeps its size")


def _idle_levels(pin_map: PinMap, chip: str) -> dict[int, int]:
    """Offset on its chip -> level at which an output is off."""
    return {
        EXPANDER_NODES.index(line.node) if line.node else int(line.bcm or 0): int(
            not line.active_high
        )
        for line in pin_map.outputs
        if line.chip == chip
    }
