"""The self-test of a table's pins, in three steps: every lamp, the buzzer, every button.

Whoever drives a step calls `begin`, then `pass_time` when `wake_ns` has come; a step of buttons
gets each raw edge too. A step never waits and asks nobody; `results` says what it found, line by
line, with text keys as a `LineFault` has them.

A pin library may tell a line's level and still never tell its edges (a wrong backend, a thread
that hangs): a button counts only by its edge, and one that is pressed without any is told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from firmware_py.kinds import Edge, LineId, Note
from firmware_py.patterns import OFF, ON
from firmware_py.pinlines import SEATS, Line
from firmware_py.table import Table

_MS: Final = 1_000_000
LAMP_NS: Final = 400 * _MS
LOOK_NS: Final = 100 * _MS
SILENT_NS: Final = 400 * _MS
"""A line that has been pressed so long without an edge has lost its events."""
SCALE: Final = tuple(Note(hz, 130, 40) for hz in (1568.0, 1760.0, 1976.0, 2093.0, 2349.0, 2637.0))
SCALE_NS: Final = sum((note.on_ms + note.off_ms) * _MS for note in SCALE) + 200 * _MS


class Result(NamedTuple):
    """What was found of a line: text keys, with the details that fill their placeholders."""

    line: LineId
    ok: bool
    found: str
    remedy: str
    details: tuple[tuple[str, str], ...]


def fault_of(table: Table, line: Line) -> Result | None:
    """The fault that the table knows of a line."""
    for fault in table.faults:
        if fault.line == line.id:
            return Result(line.id, False, fault.reason, fault.remedy, fault.details)
    return None


class LampWalk:
    """Lights one lamp after the other, and reads what each line carries, lit and dark."""

    def __init__(self, table: Table, seats: Iterable[int] = SEATS, each_ns: int = LAMP_NS) -> None:
        self._table = table
        self._seats = tuple(seats)
        self._each_ns = each_ns
        self._place = -1
        self._due_ns = 0
        self._disobeyed: set[int] = set()

    @property
    def seat(self) -> int | None:
        """Whose lamp is lit."""
        return self._seats[self._place] if 0 <= self._place < len(self._seats) else None

    @property
    def done(self) -> bool:
        """All have been lit."""
        return self._place >= len(self._seats)

    @property
    def wake_ns(self) -> int | None:
        """When the next lamp is to be lit."""
        return None if self.done else self._due_ns

    def begin(self, now_ns: int) -> None:
        """Light the first."""
        for seat in SEATS:
            self._table.lamps.show(seat, OFF, now_ns)
        self._next(now_ns)

    def pass_time(self, now_ns: int) -> None:
        """Light the next, when it is time."""
        while not self.done and now_ns >= self._due_ns:
            self._put_out(now_ns)
            self._next(now_ns)

    def end(self, now_ns: int) -> None:
        """Dark; lamps that were not reached have no result of their own."""
        self._put_out(now_ns)

    def results(self) -> list[Result]:
        """Each lamp's: does its line obey?"""
        found = []
        for seat in self._seats[: self._place]:
            line = self._table.pin_map.lamp(seat)
            fault = fault_of(self._table, line)
            pin = (("pin", line.place),)
            if fault is not None:
                found.append(fault)
            elif seat in self._disobeyed:
                found.append(Result(line.id, False, "pins.stuck", "pins.stuck.remedy", pin))
            else:
                found.append(Result(line.id, True, "pins.lamp", "", pin))
        return found

    def _next(self, now_ns: int) -> None:
        self._place += 1
        self._due_ns = now_ns + self._each_ns
        if self.seat is not None:
            self._table.lamps.show(self.seat, ON, now_ns)

    def _put_out(self, now_ns: int) -> None:
        seat, lamps = self.seat, self._table.lamps
        if seat is None:
            return
        lamps.check()
        lamps.show(seat, OFF, now_ns)
        if lamps.reads(seat):
            self._disobeyed.add(seat)


class BuzzerScale:
    """Plays six rising notes."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._line = table.pin_map.lines[LineId("buzzer")]
        self._due_ns: int | None = None
        self.done = False

    @property
    def wake_ns(self) -> int | None:
        """When it has been played."""
        return None if self.done else self._due_ns

    def begin(self, now_ns: int) -> None:
        """Play, whole: nothing waits for an instant, and `now_ns` may be a press's, long ago."""
        self._table.buzzer.play(SCALE)
        self._due_ns = now_ns + (SCALE_NS if self._table.buzzer.present else 0)

    def pass_time(self, now_ns: int) -> None:
        """Over, when it is."""
        self.done = self._due_ns is not None and now_ns >= self._due_ns

    def end(self, _now_ns: int) -> None:
        """Silence."""
        self._table.buzzer.stop()

    def results(self) -> list[Result]:
        """Whether there is a piezo that obeys."""
        fault = fault_of(self._table, self._line)
        pin = (("pin", self._line.place),)
        return [fault or Result(self._line.id, True, "pins.buzzer", "", pin)]


class ButtonWait:
    """Waits until every button was pressed, in any order; a seat's lamp is lit until it was."""

    def __init__(
        self, table: Table, seats: Sequence[int] = SEATS, timeout_ns: int = 60_000 * _MS
    ) -> None:
        self._table = table
        names = {f"seat{seat}" for seat in seats}
        self._lines = [
            line
            for line in table.pin_map.inputs
            if line.id in names or not line.id.startswith("seat")
        ]
        self._timeout_ns = timeout_ns
        self._found: dict[LineId, Result] = {}
        self._silent_since: dict[LineId, int] = {}
        self._held: set[LineId] = set()
        self._last_ns = 0
        self._look_ns = 0
        self.done = False

    @property
    def waiting(self) -> tuple[LineId, ...]:
        """The lines that nobody has pressed yet."""
        return tuple(line.id for line in self._lines if line.id not in self._found)

    @property
    def pressed(self) -> tuple[LineId, ...]:
        """The lines whose press has come."""
        return tuple(name for name, result in self._found.items() if result.ok)

    @property
    def wake_ns(self) -> int | None:
        """When levels are looked at again."""
        return None if self.done else self._look_ns

    def begin(self, now_ns: int) -> None:
        """Light the lamps of the seats that are waited for."""
        for line in self._lines:
            fault = fault_of(self._table, line)
            if fault is not None:
                self._found[line.id] = fault
        self._held = {name for name in self.waiting if self._table.level(name)}
        self._last_ns = self._look_ns = now_ns
        self._show(now_ns)
        self._finish_if_all(now_ns)

    def edge(self, edge: Edge) -> None:
        """A raw edge of an input."""
        if self.done or edge.line in self._found or edge.line not in self.waiting:
            return
        self._silent_since.pop(edge.line, None)
        self._last_ns = max(self._last_ns, edge.at_ns)
        if not edge.pressed:
            self._held.discard(edge.line)
        elif edge.line not in self._held:
            pin = (("pin", self._table.pin_map.lines[edge.line].place),)
            self._found[edge.line] = Result(edge.line, True, "pins.pressed", "", pin)
            self._show(edge.at_ns)
            self._finish_if_all(edge.at_ns)

    def pass_time(self, now_ns: int) -> None:
        """Look for lines that are pressed and tell no edge; end when nobody presses any more."""
        if self.done or now_ns < self._look_ns:
            return
        self._look_ns = now_ns + LOOK_NS
        for name in self.waiting:
            if name in self._held or not self._table.level(name):
                self._silent_since.pop(name, None)
            elif now_ns - self._silent_since.setdefault(name, now_ns) >= SILENT_NS:
                self._fail(name, "pins.no_edge")
                self._last_ns = now_ns
                self._show(now_ns)
        self._finish_if_all(now_ns)
        if not self.done and now_ns - self._last_ns >= self._timeout_ns:
            self.end(now_ns)

    def end(self, now_ns: int) -> None:
        """Somebody has had enough: what was not pressed is missing."""
        for name in self.waiting:
            self._fail(name, "pins.held" if name in self._held else "pins.not_pressed")
        self._finish_if_all(now_ns)

    def results(self) -> list[Result]:
        """Each button's, as far as it is known."""
        return [self._found[line.id] for line in self._lines if line.id in self._found]

    def at_rest(self) -> list[Result]:
        """Without hands: whether each line can be had and is not pressed."""
        found = []
        for line in self._lines:
            fault, pin = fault_of(self._table, line), (("pin", line.place),)
            if fault is not None:
                found.append(fault)
            elif self._table.level(line.id):
                found.append(Result(line.id, False, "pins.held", "pins.held.remedy", pin))
            else:
                found.append(Result(line.id, True, "pins.at_rest", "", pin))
        return found

    def _fail(self, name: LineId, reason: str) -> None:
        pin = (("pin", self._table.pin_map.lines[name].place),)
        self._found[name] = Result(name, False, reason, f"{reason}.remedy", pin)

    def _show(self, now_ns: int) -> None:
        waiting = self.waiting
        for seat in SEATS:
            lit = f"seat{seat}" in waiting
            self._table.lamps.show(seat, ON if lit else OFF, now_ns)

    def _finish_if_all(self, now_ns: int) -> None:
        if not self.waiting:
            self.done = True
            self._show(now_ns)
