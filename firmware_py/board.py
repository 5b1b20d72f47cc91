"""Boards as gpiozero wants them: the Pi's header, and the expander as a board of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gpiozero.compat import frozendict
from gpiozero.exc import PinUnknownPi
from gpiozero.pins import HeaderInfo, PinInfo
from gpiozero.pins.local import get_pi_revision
from gpiozero.pins.pi import PiBoardInfo

from firmware_py.errors import PinsUnavailable, UnknownBoard
from firmware_py.header import EXPANDER_NODES

BOARD_VARIABLE: Final = "TABLESIDE_BOARD"
_SIMULATED: Final = 0xC03111  # a Pi 4, where nothing says otherwise


def header_board(environ: Mapping[str, str], *, simulated: bool) -> PiBoardInfo:
    """The Pi whose header this is: `TABLESIDE_BOARD`, else what the machine says of itself.

    Raises `UnknownBoard` for a code that is none, `PinsUnavailable` where nothing names the board.
    """
    code = environ.get(BOARD_VARIABLE, "")
    if code:
        return _board(code)
    if simulated:
        return PiBoardInfo.from_revision(_SIMULATED)
    try:
        return PiBoardInfo.from_revision(get_pi_revision())
    except PinUnknownPi as error:
        raise PinsUnavailable(
            f"no Raspberry Pi is known here: {error}",
            f"set {BOARD_VARIABLE}, for instance to c03111 for a Pi 4",
        ) from error


def expander_board() -> PiBoardInfo:
    """The MCP23017 as a board with one header of 16 lines, named GPA0 to GPB7."""
    pins = {
        index + 1: PinInfo(
            number=index + 1,
            name=f"GPIO{index}",  # gpiozero reads the line's offset on its chip from here
            names=frozenset({node, f"GPIO{index}"}),
            pull="",
            row=index % 8 + 1,
            col=index // 8 + 1,
            interfaces=frozenset({"", "gpio"}),
        )
        for index, node in enumerate(EXPANDER_NODES)
    }
    header = HeaderInfo(name="EXPANDER", rows=8, columns=2, pins=frozendict(pins))
    pi = PiBoardInfo.from_revision(_SIMULATED)
    return pi._replace(model="MCP23017", headers=frozendict({"EXPANDER": header}))


def _board(code: str) -> PiBoardInfo:
    try:
        board = PiBoardInfo.from_revision(int(code, base=16))
    except (ValueError, PinUnknownPi):
        board = None
    if board is None or board.model == "???":
        raise UnknownBoard(
            f"{BOARD_VARIABLE}={code} is no board that is known",
            "write a revision code, for instance c03111 for a Pi 4",
        )
    return board
