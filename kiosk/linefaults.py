"""Lines of the table that do not work: what people are told, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from firmware_py.kinds import LineFault
from firmware_py.pinlines import SEATS
from kiosk.screens.frame import Fault, Line, line

KINDS: Final = ("seat", "judge.", "shutdown", "lamp", "buzzer")
"""What a table misses most comes first."""
REMEDIES: Final = 2


def what(fault: LineFault) -> Line:
    """What is wrong with a line."""
    details: dict[str, Any] = dict(fault.details)
    if fault.reason == "pins.busy" and not details.get("holder"):
        return line("kiosk.pins.busy.somebody", pin=details["pin"])
    return line(f"kiosk.{fault.reason}", **details)


def remedy(fault: LineFault) -> Line:
    """What to do about it."""
    details: dict[str, Any] = dict(fault.details)
    if fault.reason == "pins.busy" and not details.get("overlay"):
        return line("kiosk.pins.busy.program", **details)
    return line(f"kiosk.{fault.remedy}", **details)


def fault_screen(faults: Sequence[LineFault]) -> Fault:
    """Which lines they are, what is wrong with the first of them, what to do first."""
    worst = sorted(faults, key=_rank)
    kind = KINDS[_rank(worst[0])]
    alike = [fault.line for fault in worst if fault.line.startswith(kind)]
    steps = tuple(dict.fromkeys(remedy(fault) for fault in worst))[:REMEDIES]
    return Fault(
        f"PINS-{len(faults)}",
        _title(kind, alike),
        what(worst[0]),
        (*steps, line("kiosk.fault.pins.others")),
    )


def _rank(fault: LineFault) -> int:
    return next(rank for rank, kind in enumerate(KINDS) if fault.line.startswith(kind))


def _title(kind: str, lines: Sequence[str]) -> Line:
    if kind not in ("seat", "lamp"):
        return line("kiosk.fault.pins.some", names=", ".join(lines))
    numbers = sorted(int(name.removeprefix(kind)) for name in lines)
    seats = ", ".join(map(str, numbers))
    if kind == "seat":
        return line("kiosk.fault.seats.title", len(numbers), seats=seats)
    if len(lines) == len(SEATS):
        return line("kiosk.fault.pins.lamps")
    return line("kiosk.fault.pins.dark", len(numbers), seats=seats)
