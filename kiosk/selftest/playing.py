"""A look at a table that plays: what it can say of itself without a lamp, a sound or a press.

Lines are read and never driven, nothing is played, no file is written, and what may take its time
(link, disk) runs aside. So a game goes on as if nobody looked: the same presses, the same picture
but for the panel of whoever asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from firmware_py.kinds import LineId
from firmware_py.pinlines import SEATS, Line
from firmware_py.selftest import Result, fault_of
from firmware_py.table import Table
from kiosk.screens.frame import Standing, TestedItem
from kiosk.selftest.check import Check, failed, item_name, of_line, passed
from rules.kinds import GameMs

LOOKS: Final = 3
"""A button that is down at so many looks, a second apart, is pressed all the time."""
LONGEST: Final = 8
"""After so many looks what still has not answered is left out, and said."""


class Looking:
    """One look. `step` once a second; it gives what was found when it is through."""

    def __init__(
        self,
        table: Table,
        parts: Callable[[], Sequence[Check]],
        aside: Callable[[], Sequence[Check] | None],
        *,
        simulated_wanted: bool,
    ) -> None:
        """`parts`: loudspeaker and screen as they are now. `aside`: what the machine's own checks
        found, None until they did.
        """
        self._table = table
        self._parts = parts
        self._aside = aside
        self._simulated_wanted = simulated_wanted
        self._looks = 0
        self._down = {each.id for each in table.pin_map.inputs}

    def step(self, now: GameMs) -> Standing | None:
        """Look once more; `now` is written over what was found."""
        self._looks += 1
        self._down = {name for name in self._down if self._table.level(name)}
        found = self._aside()
        if self._looks < LOOKS or (found is None and self._looks < LONGEST):
            return None
        machine = [failed("test", "slow")] if found is None else found
        return standing([*self._pins(), *self._parts(), *machine], now)

    def _pins(self) -> Iterable[Check]:
        yield of_pins(self._table, wanted=self._simulated_wanted)
        for seat in SEATS:
            yield self._line(self._table.pin_map.lamp(seat), self._lamp(seat))
        for each in self._table.pin_map.inputs:
            yield self._line(each, "pins.down" if each.id in self._down else "pins.at_rest")
        buzzer = self._table.pin_map.lines[LineId("buzzer")]
        yield self._line(buzzer, "pins.claimed")

    def _lamp(self, seat: int) -> str:
        """A lamp whose line is lit though nobody lit it; it may change while it is looked at."""
        lamps = self._table.lamps
        before, reads, after = lamps.lit(seat), lamps.reads(seat), lamps.lit(seat)
        return "pins.stuck" if reads and not before and not after else "pins.lamp"

    def _line(self, each: Line, found: str) -> Check:
        fault = fault_of(self._table, each)
        ok = found not in ("pins.down", "pins.stuck")
        pin = (("pin", each.place),)
        remedy = "" if ok else f"{found}.remedy"
        return of_line(fault or Result(each.id, ok, found, remedy, pin))


def of_pins(table: Table, *, wanted: bool) -> Check:
    """Real pins, or simulated ones; `wanted`: those are no fault, somebody asked for them."""
    if not table.simulated:
        return passed("pins", "pins.real", board=table.board)
    if wanted:
        return passed("pins", "pins.simulated")
    return failed("pins", "pins.none", why=table.why_simulated)


def standing(checks: Sequence[Check], now: GameMs) -> Standing:
    """What was found, the failures first."""
    items = [
        TestedItem(item_name(check.item), check.ok, check.found, check.remedy) for check in checks
    ]
    wrong = [item for item in items if not item.ok]
    return Standing(now, (*wrong, *(item for item in items if item.ok)), len(wrong))
